// What to look for in the picture of a step.
import { fixed } from "../shared/format.js";
import { levelOf, numberOf, signOf } from "./cells.js";
import { tokensOf } from "./flow.js";
import { pairsOf, yearRows } from "./pairs.js";

/** Where the largest number stands. */
export function strongest(row) {
  return row.indexOf(Math.max(...row));
}

/** The rows that are looked at: two equal tokens of the source, or one row. */
export function lookedAt(part, { facts }, example) {
  if (!example?.isLive || facts.parts[part].kind === "tokens") return [];
  const isSource = part.startsWith("encoder") || part === "source_embedding";
  if (part === "encoder_self_attention" && example.year >= 0) return [example.year];
  if (pairsOf(part, example) === "year")
    return [0, 1, 2, 3].map((i) => example.year + i);
  if (part === "memory" || (isSource && !example.weights[part]))
    return example.pair ?? [];
  return [(isSource ? example.source : example.written).length - 1];
}

/** A cell's row, column and value, in words. */
export function wordsAt(part, state, example, text, i, j) {
  const { shapes } = state.facts.parts[part];
  const sideOf = (axis) => (axis === "n_source" ? "source" : "written");
  const query = sideOf(Object.values(shapes).at(-1)[0]);
  const key = shapes.key_value && sideOf(shapes.key_value[1]);
  const value = example.weights[part]?.[i][j];
  const isLevel = value === undefined;
  return {
    row: tokensOf(query, state, example, text)[i],
    at: i + (query === "source" ? 1 : 0), // the start token is in place 0
    column: isLevel
      ? `${j + 1}`
      : signOf((key ? example[key] : example.targets)[j], text),
    place: j + (key === "source" ? 1 : 0),
    value: isLevel ? fixed(numberOf(example.vectors[part][i][j]), 1) : fixed(value, 2),
    head: example.head,
  };
}

/** What to find, in words; the weights are those that are shown. */
export function lookOf(part, state, example, text) {
  const { facts } = state;
  const words = text.looks[part];
  if (!example?.isLive || !words) return "";
  const [i] = lookedAt(part, state, example);
  const row = example.weights[part]?.[i];
  if (row) {
    const said = wordsAt(part, state, example, text, i, strongest(row));
    const isComma = part === "encoder_self_attention" && said.column === ",";
    return (isComma ? text.looks.comma : words)(said);
  }
  const { pair, near, ids, written } = example;
  if (!words.none) {
    const row = signOf(written.at(-1), text);
    return words({ row, id: ids.written.at(-1), unit: text.units[example.unit] });
  }
  if (pairsOf(part, example) === "year")
    return words[example.name] ?? words.changed({ nth: text.nth[mostChanged(facts)] });
  if (!pair) return words.none;
  const values = { token: signOf(example.source[pair[0]], text) };
  values.id = ids.source[pair[0]];
  for (const one in near) values[one] = fixed(near[one], 2);
  return words.pair(values);
}

/** Which of the year's four rows differs most without the comma. */
function mostChanged(facts) {
  const far = yearRows(facts).map(([good, bad]) =>
    [...good].reduce((sum, a, j) => sum + (levelOf(a) - levelOf(bad[j])) ** 2, 0),
  );
  return strongest(far);
}
