// The picture of block sweep: scores as bars over their fields, and a tile on a block.
import { colour } from "../shared/colour.js";
import { element, write } from "../shared/elements.js";
import { numberField } from "../shared/fields.js";
import { fixed, formatNear, formatShort } from "../shared/format.js";
import { formula } from "../shared/formula.js";
import { LARGEST } from "./numbers.js";

/** n scores; onscore(i, value) hears what is typed, scoreAt(i) is what stays. */
export function picture(text, n, { onscore, scoreAt }) {
  const bars = each(n, (i) => element("i", { class: "gb-bar", style: `--at: ${i}` }));
  const zero = element("i", { class: "gb-zero" });
  const line = element("i", { class: "gb-line" });
  const flag = element("b", { class: "gb-flag", "aria-hidden": "true" });
  const drawn = element("div", { class: "gb-bars", role: "img" }, zero, ...bars, line);
  const tile = element("div", { class: "gb-tile", "aria-hidden": "true" });
  const named = tile.appendChild(element("span"));

  const fields = each(n, (i) => {
    const attributes = {
      "aria-label": text.score_of({ key: `${i + 1}` }),
      "data-field": `score-${i}`,
      inputmode: "decimal",
      step: 1,
      spell: (x) => formatShort(x, 4),
    };
    const explain = (value, typed) => {
      if (Math.abs(value) <= LARGEST) return "";
      const given = { typed: typed.trim(), good: formatShort(scoreAt(i), 4) };
      return text.range[given.typed ? "wrong" : "empty"](given);
    };
    const onvalue = (value) => onscore(i, value);
    return numberField({ ...attributes, explain, onvalue });
  });
  const counts = each(n, () => element("td", { "data-part": "counts" }));
  const values = [0, 1].map((d) =>
    each(n, () => element("td", { "data-part": `value-${d}` })),
  );
  const inCells = fields.map((field) => element("td", {}, field.node));
  const rowOf = (name, cells, ...more) => {
    const head = element("th", { scope: "row" }, ...formula(text.rows[name]), ...more);
    return element("tr", {}, head, ...cells);
  };
  const numbers = element(
    "table",
    { "aria-label": text.row },
    element(
      "tbody",
      {},
      rowOf("score", inCells, element("small", {}, text.editable)),
      rowOf("counts", counts),
      rowOf("first", values[0]),
      rowOf("second", values[1]),
    ),
  );
  const node = element(
    "div",
    { class: "gb-row", style: `--n: ${n}` },
    tile,
    flag,
    drawn,
    numbers,
  );

  /** Show the scores, and the account after a block. */
  function draw(state, account, { name, words, forced }) {
    const { scores } = state;
    const { first = 0, end, maximum, exponentials } = account;
    const top = Math.max(1, ...scores);
    const bottom = Math.min(0, ...scores);
    const part = (score) => (score - bottom) / (top - bottom);
    const place = (of, property, value) => of.style.setProperty(property, `${value}`);
    place(zero, "--low", part(0));
    bars.forEach((bar, i) => {
      place(bar, "--low", part(Math.min(0, scores[i])));
      place(bar, "--high", part(Math.max(0, scores[i])));
      bar.dataset.is = i >= end ? "ahead" : i >= first ? "here" : "past";
    });
    tile.hidden = end === 0;
    place(tile, "--at", first);
    place(tile, "--wide", end - first);
    write(named, name);
    line.hidden = flag.hidden = end === 0;
    place(line, "--low", end ? part(maximum) : 0);
    place(line, "--wide", end);
    place(flag, "--low", end ? part(maximum) : 0);
    write(flag, text.maximum({ m: formatShort(maximum) }));
    drawn.ariaLabel = words;
    fields.forEach(({ set }, i) => set(scores[i], forced));
    counts.forEach((cell, i) => {
      const e = exponentials[i];
      write(cell, e === undefined ? "" : e === 1 ? "1" : formatNear(e, 3));
      cell.dataset.value = e ?? "";
      cell.style.backgroundColor = e === undefined ? "" : colour(0.5 * e);
    });
    values.forEach((row, d) =>
      row.forEach((cell, i) => write(cell, formatShort(state.values[i][d], 1))),
    );
  }
  /** What stands in a field and is no score, or nothing. */
  function wrongEntry() {
    const wrong = fields.find(({ input }) => input.hasAttribute("aria-invalid"));
    return wrong?.input.value.trim();
  }
  return { node, draw, wrongEntry };
}

const each = (n, f) => Array.from({ length: n }, (_, i) => f(i));

/** A vector of two: (29.65, 17.59). */
export const vector = (row, decimals) =>
  `(${row.map((x) => fixed(x, decimals)).join(", ")})`;
