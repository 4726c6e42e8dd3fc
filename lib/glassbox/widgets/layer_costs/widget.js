import { choice } from "../shared/choice.js";
import { control } from "../shared/control.js";
import { element } from "../shared/elements.js";
import { numberField } from "../shared/fields.js";
import { formatNumber, formatPlain, formatShort } from "../shared/format.js";
import { formula } from "../shared/formula.js";
import { widget } from "../shared/shell.js";
import { chart } from "./chart.js";
import {
  COLUMNS,
  costs,
  FIRST,
  LAYERS,
  LENGTHS,
  LONGEST,
  PICTURES,
  WIDTHS,
} from "./numbers.js";

const BOUNDS = {
  n: [1, LONGEST],
  d: [8, 16384],
  kernel_width: [2, 31],
  neighborhood: [1, LONGEST],
};
const STOPS = { n: LENGTHS, d: WIDTHS };
const UNITS = { trillions: 1e12, billions: 1e9, millions: 1e6 };

/** 65,536 or 27.3. */
function whole(x) {
  return formatPlain(Number(x.toFixed(1)));
}

function build({ model, text, edit, undo, reset, onStop }) {
  /** 1.28 million; below a million every digit. */
  function amount(x) {
    const unit = Object.keys(UNITS).find((name) => x >= UNITS[name]);
    if (!unit) return whole(x);
    return text[unit]({
      amount: formatShort(Number((x / UNITS[unit]).toPrecision(3))),
    });
  }

  // What can be set: a field each, and a slider for n and d.
  const controls = Object.keys(BOUNDS).map((name) => ({ name, ...makeControl(name) }));
  function makeControl(name) {
    const [least, most] = BOUNDS[name];
    const stops = STOPS[name];
    function explain(value) {
      if (Number.isInteger(value) && value >= least && value <= most) return "";
      return text.wrong({
        least,
        most,
        good: model.get(name),
      });
    }
    const onvalue = (value) => edit.commit(name, { [name]: value });
    if (stops) {
      return control({
        field: name,
        label: text.names[name],
        name: text.names[name],
        low: least,
        high: most,
        explain,
        onvalue,
        valueAt: (place) => stops[place],
        placeOf: (value) => stops.findLastIndex((stop) => stop <= value),
        say: whole,
      });
    }
    const attributes = { "data-field": name, "aria-label": text.names[name], step: 1 };
    const field = numberField({
      ...attributes,
      inputmode: "numeric",
      isLarge: most >= 1000,
      explain,
      onvalue,
    });
    const label = element("span", { "aria-hidden": "true" }, text.names[name]);
    const node = element("div", { class: "gb-control" }, label, field.node);
    return { node, set: field.set };
  }
  const plotted = choice({
    name: "shown",
    label: text.shown,
    options: PICTURES.map((one) => [one, text.columns[one]]),
    onchoose: (shown) => edit.show({ shown }),
  });

  // What comes of it.
  const title = element("div");
  const picture = chart(text, (n) => edit.commit("n", { n }));
  onStop(picture.stop);
  const rows = LAYERS.map((layer) => {
    const words = text.layers[layer];
    const cells = COLUMNS.map((column) => {
      const value = element("b");
      const order = element("small", {}, ...formula(words[column]));
      return { column, value, node: element("td", {}, value, order) };
    });
    const head = element("th", { scope: "row", class: `gb-${layer}` }, words.name);
    const node = element("tr", {}, head, ...cells.map((cell) => cell.node));
    return { layer, cells, node };
  });
  const [main, extra] = [true, false].map((first) => {
    const caption = element("caption");
    const names = ["layer", ...COLUMNS].map((name) =>
      element("th", { scope: "col" }, text.columns[name]),
    );
    const head = element("thead", {}, element("tr", {}, ...names));
    const shown = rows.filter(({ layer }) => FIRST.includes(layer) === first);
    const body = element("tbody", {}, ...shown.map((row) => row.node));
    return { caption, node: element("table", {}, caption, head, body) };
  });
  const verdict = element("p", { "data-words": "verdict" });
  const restricted = element("p", { "data-words": "restricted" });
  const dilated = element("p", { "data-words": "dilated" });
  let wide = false; // whether "more" is open
  const [first, rest] = [controls.slice(0, 2), controls.slice(2)];
  const children = [
    element("div", { class: "gb-controls" }, ...first.map((one) => one.node)),
    element("div", { class: "gb-actions" }, plotted.node, undo, reset),
    verdict,
    title,
    picture.node,
    element("div", { class: "gb-meaning" }, text.drag),
    main.node,
    element(
      "details",
      { ontoggle: widen },
      element("summary", {}, text.more),
      element("div", { class: "gb-controls" }, ...rest.map((one) => one.node)),
      extra.node,
      restricted,
      dilated,
    ),
  ];

  function widen({ target }) {
    wide = target.open;
    update(edit.state());
  }
  function titleOf(shown, square) {
    return shown === "operations"
      ? text.picture.operations({ square })
      : text.picture[shown];
  }
  function update(state, forced) {
    const { n, d, kernel_width: k, neighborhood: r, shown } = state;
    for (const { name, set } of controls) set(state[name], forced);
    const found = costs(state);
    for (const { layer, cells } of rows) {
      for (const { column, value, node } of cells) {
        const cost = found[layer][column];
        value.textContent = column === "operations" ? amount(cost) : whole(cost);
        node.dataset.value = `${cost}`;
      }
    }
    for (const { caption } of [main, extra]) {
      caption.textContent = text.caption({ n, d });
    }
    title.textContent = titleOf(shown, d * d);
    plotted.set(shown);
    const times = (layer) =>
      formatNumber(found.self_attention.operations / found[layer].operations, 2);
    verdict.textContent = text.verdict[shown]({
      plain: times("recurrent"),
      lstm: times("lstm"),
      n,
    });
    const path = whole(found.restricted.path);
    restricted.textContent =
      n <= r ? text.restricted_whole({ r }) : text.restricted_part({ r, path });
    const contiguous = whole(Math.max(1, n / k));
    dilated.replaceChildren(...formula(text.dilated({ path: contiguous })));
    const said = text.said({
      n,
      d,
      self_attention: amount(found.self_attention.operations),
      recurrent: amount(found.recurrent.operations),
    });
    picture.draw(state, said, wide);
    return said;
  }
  return { children, update };
}

export default widget({
  name: "costs",
  traits: [...Object.keys(BOUNDS), "shown"],
  build,
});
