import { largestKeys, mapOf, rowSum } from "./numbers.js";
import { heatMap, onTheme, paintMap, readColours } from "../shared/heat_map.js";
import {
  button, editor, element, figure, formatNumber, frame, liveRegion, strings,
} from "../shared/ui.js";

const STRINGS = {
  en: {
    title: "Attention heat map",
    grid: "Cells: arrow keys move, Enter pins",
    axes: "Rows ↓ are queries, columns → are keys.",
    layers: "Layer",
    heads: "Head",
    layer: (n) => `layer ${n}`,
    head: (n) => `head ${n}`,
    pointed: "Pointed at",
    pinned: "Pinned",
    how_to_pin: "Click, tap or Enter pins a cell. Escape lets it go.",
    reads: (query, i, key, j) => `“${query}” (query ${i}) reads “${key}” (key ${j})`,
    row: (query, i, k, n) =>
      `“${query}” (query ${i}): ` +
      (k < n ? `the ${k} largest of ${n} weights` : "its weights"),
    sum: (sum) => `The row sums to ${sum}.`,
    not_one: (sum) => `The row sums to ${sum}, not to 1.`,
    masked: "Masked: all 0.",
    stretch: "Stretch colours",
    largest: "the largest here",
    rounded: "Weights are rounded to 1/255: below 1/510 they read 0.",
    table: "As a table",
    caption: (layer, head) => `Weights of layer ${layer}, head ${head}`,
    corner: "query ↓ key →",
    said: (layer, head) => `Layer ${layer}, head ${head}.`,
    said_pin: (words) => `Pinned: ${words}.`,
    said_free: "Nothing is pinned.",
  },
};
const TRAITS = [
  "weights", "query_tokens", "key_tokens", "layer", "head", "pinned", "stretch",
];
const LISTED = 8;

function render({ model, el }) {
  const text = strings(STRINGS);
  const edit = editor(model, TRAITS, update);
  const get = (name) => model.get(name);
  let stored = null; // the weights as they came, and their maps as far as needed
  let maps = new Map();
  let drawn = ""; // which layer's thumbnails stand there
  let here = [0, 0];
  let paintedPin = null; // what of the side stands there already: pointing is frequent
  let paintedRow = {};

  function mapAt(layer, head) {
    const key = `${layer},${head}`;
    if (!maps.has(key)) maps.set(key, mapOf(stored, layer, head));
    return maps.get(key);
  }
  const current = () => mapAt(get("layer"), get("head"));
  const weightAt = (i, j) => current()[i * get("key_tokens").length + j];
  const number = (weight) => formatNumber(weight, stored.bits === 8 ? 3 : 4);
  const reads = (i, j) =>
    text.reads(get("query_tokens")[i], i + 1, get("key_tokens")[j], j + 1);
  const say = (i, j) => `${reads(i, j)}: ${number(weightAt(i, j))}`;

  // Which map.
  const [layers, heads] = [text.layers, text.heads].map((name) =>
    element("div", { class: "gb-choice", role: "group", "aria-label": name }));
  function makeChoices([n_layers, n_heads]) {
    layers.hidden = n_layers === 1;
    heads.hidden = n_heads === 1;
    layers.replaceChildren(...Array.from({ length: n_layers }, (_, layer) =>
      button(`layer-${layer}`, [text.layer(layer + 1)],
        () => edit.commit(null, { layer }))));
    heads.replaceChildren(...Array.from({ length: n_heads }, (_, head) =>
      button(`head-${head}`, [element("canvas"), text.head(head + 1)],
        () => edit.commit(null, { head }))));
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
    onpoint: (i, j) => {
      here = [i, j];
      paintCells();
    },
    onpin: (i, j) => {
      const again = `${get("pinned")}` === `${[i, j]}`;
      edit.commit(null, { pinned: again ? [] : [i, j] });
    },
    onescape: () => get("pinned").length && edit.commit(null, { pinned: [] }),
  });
  const full = element("span");
  const stretch = button("stretch", [text.stretch], () =>
    edit.commit(null, { stretch: !get("stretch") }));
  const legend = element("div", { class: "gb-legend" },
    element("span", {}, "0"), element("i"), full, stretch);
  const rounded = element("p", { class: "gb-meaning" }, text.rounded);

  // The cell, and the row that it is part of.
  const pointed = figure(text.pointed);
  const pinned = figure(text.pinned);
  const rowTitle = element("p");
  const sum = element("p", { class: "gb-meaning" });
  const bars = Array.from({ length: LISTED }, () => {
    const [name, bar, weight] = ["span", "i", "span"].map((tag) => element(tag));
    return { node: element("li", {}, name, bar, weight), name, bar, weight };
  });
  const side = element("div", { class: "gb-side" }, pointed.node, pinned.node, rowTitle,
    element("ol", {}, ...bars.map((bar) => bar.node)), sum);

  // The same as a table, made when it is asked for.
  const region = element("div", {
    class: "gb-rows", role: "group", tabindex: 0, "aria-label": text.table,
  });
  const details = element("details", { ontoggle: paintTable },
    element("summary", {}, text.table), region);
  let tableTimer;
  const live = liveRegion();
  const root = frame(text.title, layers, heads,
    element("div", { class: "gb-heat-body" },
      element("div", { class: "gb-heat-map" },
        element("p", { class: "gb-meaning" }, text.axes), grid.node, legend, rounded),
      side),
    details, live.node);
  root.classList.add("gb-heat");

  let before = {};
  function update() {
    const now = edit.state();
    const changed = (...names) => names.some((name) => now[name] !== before[name]);
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
    full.textContent = now.stretch ? `${number(most)}, ${text.largest}` : "1";
    if (changed("weights", "query_tokens", "key_tokens", "layer", "head", "stretch")) {
      const { query_tokens: queries, key_tokens: keys } = now;
      grid.set({ values, queries, keys, full: most });
      here = grid.here();
      clearTimeout(tableTimer);
      tableTimer = setTimeout(paintTable, 100); // after the picture: it may be large
    }
    grid.pin(now.pinned);
    paintCells();
    if (before.weights) sayChange(now, changed);
    before = now;
  }
  function sayChange({ layer, head, pinned }, changed) {
    const words = pinned.length ? text.said_pin(say(...pinned)) : text.said_free;
    live.say(changed("layer", "head") ? text.said(layer + 1, head + 1) : words);
  }
  function press(node, on) {
    if (node.ariaPressed !== `${on}`) node.ariaPressed = `${on}`;
  }
  function paintCells() {
    const pin = get("pinned");
    const weight = weightAt(...here);
    pointed.set(number(weight), reads(...here), weight);
    const held = pin.length ? weightAt(...pin) : null;
    const about = `${pin} ${held}`;
    if (about !== paintedPin) {
      if (pin.length) pinned.set(number(held), reads(...pin), held);
      else pinned.set("–", text.how_to_pin, "");
    }
    paintedPin = about;
    paintRow(pin.length ? pin[0] : here[0]);
  }
  function paintRow(i) {
    const [values, queries, keys] = [current(), get("query_tokens"), get("key_tokens")];
    const was = paintedRow;
    if (was.values === values && was.keys === keys && was.i === i) return;
    paintedRow = { values, keys, i };
    const row = values.subarray(i * keys.length, (i + 1) * keys.length);
    const largest = largestKeys(row, LISTED);
    rowTitle.textContent = text.row(queries[i], i + 1, largest.length, keys.length);
    bars.forEach(({ node, name, bar, weight }, place) => {
      const key = largest[place];
      node.hidden = key === undefined;
      if (node.hidden) return;
      write(name, keys[key]);
      write(weight, number(row[key]));
      bar.style.setProperty("--part", row[key]);
      Object.assign(node.dataset, { key, value: row[key] });
    });
    const total = rowSum(stored, get("layer"), get("head"), i, row);
    const words = formatNumber(total);
    write(sum, total === 0 ? text.masked
      : words === "1.0000" ? text.sum(words) : text.not_one(words));
    sum.dataset.value = total;
  }
  function write(node, words) {
    if (node.textContent !== words) node.textContent = words; // else laid out anew
  }
  function paintTable() {
    if (!details.open) return;
    const { layer, head, query_tokens, key_tokens } = edit.state();
    const values = current();
    const heading = (scope, words) => element("th", { scope }, words);
    const rows = query_tokens.map((query, i) => element("tr", {}, heading("row", query),
      ...key_tokens.map((_, j) => {
        const weight = values[i * key_tokens.length + j];
        return element("td", { "data-value": weight }, number(weight));
      })));
    region.replaceChildren(element("table", {},
      element("caption", {}, text.caption(layer + 1, head + 1)),
      element("thead", {}, element("tr", {}, element("td", {}, text.corner),
        ...key_tokens.map((key) => heading("col", key)))),
      element("tbody", {}, ...rows)));
  }

  el.append(root);
  update();
  const sized = new ResizeObserver(paintHeads); // as the grid: once it is on the page
  sized.observe(heads);
  const forgetTheme = onTheme(paintHeads);
  return () => {
    edit.stop();
    live.stop();
    grid.stop();
    sized.disconnect();
    forgetTheme();
    clearTimeout(tableTimer);
    root.remove();
  };
}

export default { render };
