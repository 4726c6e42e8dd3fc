// What a reader may open: other positions, other vectors, and every number.
import { choice } from "../shared/choice.js";
import { element } from "../shared/elements.js";
import { numberField } from "../shared/fields.js";
import { fixed, formatShort } from "../shared/format.js";
import { numbersTable } from "../shared/numbers_table.js";
import { handsOf, kindOf, PAIRS, speeds } from "./numbers.js";

const LARGEST = 9; // of a number of query or key
const CHOICES = {
  stretch: [1, 0.5, 0.125],
  farthest: [63, 255],
  base: [10_000, 160_000, 1_000_000],
};
const WORDS = { stretch: "stretches", farthest: "farthests", base: "bases" };
const CELLS = ["query", "key"].flatMap((of) => [0, 1].map((n) => ({ of, n })));

export function more({ text, edit, ontoggle }) {
  const choices = Object.entries(CHOICES).map(([name, values]) => {
    const options = values.map((value, i) => [`${value}`, text[WORDS[name]][i]]);
    const onchoose = (value) => {
      if (Number(value) !== edit.state()[name])
        edit.commit(null, { [name]: Number(value) });
    };
    return { name, ...choice({ name, label: text[name], options, onchoose }) };
  });
  const kind = choice({
    name: "hands",
    label: text.kind,
    options: text.kinds,
    onchoose: (name) => edit.commit(null, handsOf(name)),
  });
  const fields = PAIRS.map((i) => CELLS.map((cell) => field(i, cell)));
  function field(i, { of, n }) {
    const at = 2 * i + n;
    const made = numberField({
      "aria-label": text.number_of[of][n]({ pair: `${i + 1}` }),
      "data-field": `${of}-${at}`,
      inputmode: "decimal",
      step: 0.5,
      spell: (x) => formatShort(x, 4),
      explain(value) {
        const good = formatShort(edit.state()[of][at], 4);
        return Math.abs(value) <= LARGEST ? "" : text.range({ good });
      },
      onvalue(value) {
        edit.commit(made, { [of]: edit.state()[of].with(at, value) });
      },
    });
    return { ...made, of, at };
  }
  const heads = ["query", "key"].map((of) =>
    element("th", { scope: "colgroup", colspan: 2, class: `gb-${of}` }, text[of]),
  );
  const rows = fields.map((row, i) => {
    const cells = row.map(({ node }) => element("td", {}, node));
    const name = text.pair({ pair: `${i + 1}` });
    return element("tr", {}, element("th", { scope: "row" }, name), ...cells);
  });
  const vectors = element(
    "table",
    {},
    element("caption", {}, text.vectors),
    element("thead", {}, element("tr", {}, element("td"), ...heads)),
    element("tbody", {}, ...rows),
  );
  const numbers = numbersTable();
  const node = element(
    "details",
    { class: "gb-more", ontoggle },
    element("summary", {}, text.more),
    ...[kind, ...choices].map((one) => one.node),
    element("div", { class: "gb-tables" }, vectors, numbers.node),
  );

  function draw(state, found, forced) {
    kind.set(kindOf(state));
    for (const { name, set } of choices) set(state[name]);
    for (const { of, at, set } of fields.flat()) set(state[of][at], forced);
    if (!node.open) return;
    const { stretch, base, pairs_on } = state;
    const names = ["pair", "speed", "query", "key", "part", "counts"];
    const heads = names.map((name) => text.columns[name]);
    const lines = speeds(base).map((speed, i) => {
      const turns = ["query", "key"].map(
        (of) => state[`${of}_position`] * stretch * speed,
      );
      return [
        [`${i + 1}`, i],
        [formatShort(Number(speed.toPrecision(3)), 7), speed],
        ...turns.map((turn) => [fixed(turn, 3), turn]),
        [fixed(found.parts[i], 4), found.parts[i]],
        [pairs_on[i] ? text.yes : text.no, pairs_on[i]],
      ];
    });
    numbers.set(text.numbers, heads, lines);
  }
  return { node, draw };
}
