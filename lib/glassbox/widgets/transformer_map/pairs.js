// Rows enlarged in pairs: a date's two equal tokens, or its year with the comma and without.
import { fixed } from "../shared/format.js";
import { cells, label, levelOf, signOf, WIDTH } from "./cells.js";

const SIDE = 14; // where the strips begin, after their token

/** Which rows a part compares: the year's with the other date's, two equal ones, none. */
export function pairsOf(part, example) {
  if (!example?.isLive) return "";
  if (part === "memory" && example.name !== "yours") return "year";
  return example.pair && part in example.near ? "caption" : "";
}

/** The dates whose pairs stand side by side. */
function compared({ facts }, example) {
  if (example.name === "yours") return [example];
  return ["comma", "no_comma"].map((name) =>
    facts.examples.find((one) => one.name === name),
  );
}

/** Two rows, and how much they differ, at heights from top on. */
function strips(pair, left, top) {
  const [first, second] = pair.map((row) =>
    [...row].map((letter) => levelOf(letter) / 10),
  );
  // A difference of 5 levels, 1.5 in numbers, has full color.
  const far = first.map((level, j) => 2 * Math.abs(level - second[j]));
  const width = (WIDTH - left) / first.length;
  const grid = { x: left, width, columns: first.length };
  const bands = [
    [0, top, 12],
    [1, top + 14, 12],
  ];
  return [
    ...cells([first, second], { ...grid, bands }),
    ...cells([far], { ...grid, bands: [[0, top + 28, 10]] }, ["", "gb-apart"]),
  ];
}

/** The pairs from x on, one above the other; [] where a part compares none. */
export function pairsPicture(part, state, example, text, x) {
  const kind = pairsOf(part, example);
  if (kind === "year") return yearPicture(state, text, x);
  if (!kind) return [];
  return compared(state, example).flatMap((one, i) => {
    const top = 14 + i * 104; // one pair below the other
    const left = x + SIDE;
    const sign = signOf(one.source[one.pair[0]], text);
    const rows = one.pair.map((place) => one.vectors[part][place]);
    return [
      label(text.followed[one.name] ?? text.pair.own, left, top + 9, "start"),
      ...[24, 38].map((y) => label(sign, left - 4, top + y, "end")),
      ...strips(rows, left, top + 14),
      label(
        text.pair.similarity({ value: fixed(one.near[part], 2) }),
        left,
        top + 67,
        "start",
        { class: "gb-alike", "data-pair": one.name },
      ),
    ];
  });
}

/** The year's rows in the memory, each with the comma and without. */
export function yearRows(facts) {
  const dates = compared({ facts }, {});
  return [0, 1, 2, 3].map((i) => dates.map((one) => one.vectors.memory[one.year + i]));
}

/** These rows, and their differences. */
function yearPicture(state, text, x) {
  const [date] = compared(state, {});
  const left = x + 60;
  return yearRows(state.facts).flatMap((rows, i) => {
    const top = 10 + i * 52;
    return [
      label(date.source[date.year + i], x, top + 18, "start"),
      ...text.pair.year_rows.map((words, row) =>
        label(words, left - 3, top + 9 + 13 * row, "end", { class: "gb-small" }),
      ),
      ...strips(rows, left, top),
    ];
  });
}
