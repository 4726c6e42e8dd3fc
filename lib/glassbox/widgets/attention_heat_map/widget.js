import { button, element, write } from "../shared/elements.js";
import { formatNear } from "../shared/format.js";
import { heatMap, paintMap } from "../shared/heat_map.js";
import { widget } from "../shared/shell.js";
import { onTheme, readColours } from "../shared/theme.js";
import { largestCell, mapOf, rowSum } from "./numbers.js";
import { sideOf } from "./side.js";
import { tableOf } from "./table.js";

function build({ model, text, edit, root, onStop }) {
  const get = (name) => model.get(name);
  let stored = null; // the weights as they came, and their maps as far as needed
  let maps = new Map();
  let here = [0, 0]; // the cell that is told
  let isPointing = false; // else it is the pinned one, or the map's largest
  let paintedRow = []; // what of the side stands there already: pointing is frequent

  function mapAt(layer, head) {
    const key = `${layer},${head}`;
    if (!maps.has(key)) maps.set(key, mapOf(stored, layer, head));
    return maps.get(key);
  }
  const current = () => mapAt(get("layer"), get("head"));
  const weightAt = (i, j) => current()[i * get("key_tokens").length + j];
  const number = (weight) => formatNear(weight, 2);
  function reads(i, j) {
    const [query, key] = [get("query_tokens")[i], get("key_tokens")[j]];
    return text.reads({ query, i: i + 1, key, j: j + 1 });
  }
  const say = (i, j) =>
    text.cell({ reads: reads(i, j), weight: number(weightAt(i, j)) });

  // Which map.
  const [layers, heads] = [text.layers, text.heads].map((name) =>
    element("div", { class: "gb-choice", role: "group", "aria-label": name }),
  );
  function makeChoices([n_layers, n_heads]) {
    layers.hidden = n_layers === 1;
    heads.hidden = n_heads === 1;
    const ofLayers = Array.from({ length: n_layers }, (_, layer) => {
      const choose = () => edit.commit(null, { layer });
      return button(`layer-${layer}`, [text.layer({ n: layer + 1 })], choose);
    });
    const ofHeads = Array.from({ length: n_heads }, (_, head) => {
      const choose = () => edit.commit(null, { head });
      const picture = element("canvas");
      return button(`head-${head}`, [picture, text.head({ n: head + 1 })], choose);
    });
    layers.replaceChildren(...ofLayers);
    heads.replaceChildren(...ofHeads);
  }
  function paintHeads() {
    const colours = !heads.hidden && readColours(root);
    if (!colours) return;
    const [n_queries, n_keys] = stored.shape.slice(2);
    [...heads.children].forEach((node, head) => {
      const values = mapAt(get("layer"), head);
      paintMap(node.firstChild, values, n_queries, n_keys, colours, fullOf(values));
    });
  }
  const fullOf = (values) => (get("stretch") ? Math.max(...values) : 1);

  // The map, and what its colours mean.
  const grid = heatMap({
    name: text.grid,
    say,
    onpoint(i, j) {
      here = [i, j];
      isPointing = true;
      paintCells();
    },
    onpin(i, j) {
      const again = `${get("pinned")}` === `${[i, j]}`;
      edit.commit(null, { pinned: again ? [] : [i, j] });
    },
    onescape() {
      if (get("pinned").length) edit.commit(null, { pinned: [] });
    },
    onleave() {
      const pin = get("pinned");
      if (!isPointing || !pin.length) return;
      isPointing = false;
      paintCells();
    },
  });
  const full = element("span");
  const stretch = button("stretch", [text.stretch], () => {
    edit.commit(null, { stretch: !get("stretch") });
  });
  const legend = element(
    "div",
    { class: "gb-legend" },
    element("span", {}, "0"),
    element("i"),
    full,
    stretch,
  );
  const rounded = element("p", { class: "gb-meaning" }, text.rounded);
  const side = sideOf(text, number);

  // The same as a table, made when it is asked for.
  const region = element("div", {
    class: "gb-rows",
    role: "group",
    tabindex: 0,
    "aria-label": text.table,
  });
  const details = element(
    "details",
    { ontoggle: paintTable },
    element("summary", {}, text.table),
    region,
  );
  const axes = element("p", { class: "gb-meaning" }, text.axes);
  const map = { class: "gb-heat-map" };
  const body = element(
    "div",
    { class: "gb-heat-body" },
    element("div", map, axes, grid.node, legend, rounded),
    side.node,
  );
  const children = [layers, heads, body, details];

  let before = null;
  let tableTimer = 0;
  function update(now) {
    const changed = (...names) => names.some((name) => now[name] !== before?.[name]);
    if (changed("weights")) {
      stored = now.weights;
      maps = new Map();
      makeChoices(stored.shape);
      rounded.hidden = stored.bits !== 8;
    }
    if (changed("weights", "layer", "stretch")) paintHeads();
    [...layers.children].forEach((node, n) => press(node, n === now.layer));
    [...heads.children].forEach((node, n) => press(node, n === now.head));
    press(stretch, now.stretch);
    const values = current();
    const most = fullOf(values);
    write(full, now.stretch ? text.largest({ weight: number(most) }) : "1");
    if (changed("weights", "query_tokens", "key_tokens", "layer", "head", "stretch")) {
      const { query_tokens: queries, key_tokens: keys } = now;
      grid.set({ values, queries, keys, full: most });
      body.toggleAttribute("data-wide", keys.length > 2 * queries.length);
      here = grid.here();
      if (changed("weights", "layer", "head")) isPointing = false;
      clearTimeout(tableTimer);
      tableTimer = setTimeout(paintTable, 100); // after the picture: it may be large
    }
    grid.pin(now.pinned);
    paintCells();
    const words = before && said(now, changed("layer", "head"));
    before = now;
    return words;
  }
  function said({ layer, head, pinned }, isOtherMap) {
    if (isOtherMap) return text.said({ layer: layer + 1, head: head + 1 });
    return pinned.length ? text.said_pin({ cell: say(...pinned) }) : text.said_free;
  }
  function press(node, on) {
    if (node.ariaPressed !== `${on}`) node.ariaPressed = `${on}`;
  }
  function paintCells() {
    const pin = get("pinned");
    if (!isPointing) {
      here = pin.length ? pin : largestCell(current(), get("key_tokens").length);
      grid.move(...here);
    }
    const isPinned = `${pin}` === `${here}`;
    const kind = isPinned ? "pinned" : isPointing ? "pointed" : "most";
    side.setCell(kind, weightAt(...here), reads(...here));
    paintRow(here[0]);
  }
  function paintRow(i) {
    const [values, queries, keys] = [current(), get("query_tokens"), get("key_tokens")];
    const about = [values, queries, keys, i];
    if (about.every((part, n) => part === paintedRow[n])) return;
    paintedRow = about;
    const row = values.subarray(i * keys.length, (i + 1) * keys.length);
    const total = rowSum(stored, get("layer"), get("head"), i, row);
    side.setRow({ query: queries[i], i, keys, row, total });
  }
  function paintTable() {
    if (!details.open) return;
    const { layer, head, query_tokens: queries, key_tokens: keys } = edit.state();
    const name = stored.shape[0] > 1 ? "caption" : "caption_head";
    const caption = text[name]({ layer: layer + 1, head: head + 1 });
    const values = current();
    const { corner } = text;
    region.replaceChildren(tableOf({ caption, corner, queries, keys, values, number }));
  }

  const sized = new ResizeObserver(paintHeads); // as the grid: once it is on the page
  sized.observe(heads);
  onStop(() => sized.disconnect());
  onStop(onTheme(paintHeads));
  onStop(grid.stop);
  onStop(() => clearTimeout(tableTimer));
  return { children, update };
}

export default widget({
  name: "heat",
  traits: [
    "weights",
    "query_tokens",
    "key_tokens",
    "layer",
    "head",
    "pinned",
    "stretch",
  ],
  build,
});
