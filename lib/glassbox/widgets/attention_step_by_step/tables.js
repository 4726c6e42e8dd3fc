// The tables of the widget attention, step by step: Q, K, V and the four stages.
import { formula } from "../shared/formula.js";
import { matrix } from "../shared/matrix.js";
import { brief, briefWeight, STAGES } from "./numbers.js";

export const GIVEN = ["query", "key", "value"];
const LARGEST = 1000;

export function largestOf(rows) {
  return Math.max(...rows.flat().map(Math.abs)) || 1;
}

/** A copy with one entry changed. */
export function replaced(rows, i, j, entry) {
  return rows.with(i, rows[i].with(j, entry));
}

/** Tables by name; the keys are columns, as a product wants them. */
export function attentionTables(text, state) {
  const { tokens, key_tokens } = state;
  const [features, value_features] = columnNames(state);
  const shapes = {
    query: [tokens, features],
    key: [features, key_tokens],
    value: [key_tokens, value_features],
    output: [tokens, value_features],
  };
  const tables = {};
  for (const name of [...GIVEN, ...STAGES]) {
    const [rows, columns] = shapes[name] ?? [tokens, key_tokens];
    const caption = formula(text.matrices[name]);
    const format = name === "weights" ? briefWeight : brief;
    tables[name] = matrix({ caption, rows, columns, format });
    tables[name].node.dataset.partOf = name;
  }
  for (const stage of STAGES) {
    tables[stage].node.setAttribute("role", "grid");
    for (const cell of tables[stage].cells.flat()) cell.dataset.stage = stage;
  }
  return tables;
}

/** What the columns of query and key are called, and those of value: else numbers. */
export function columnNames(state, unnamed = ({ n }) => `${n}`) {
  const named = (names, row) =>
    names.length ? names : row.map((_, j) => unnamed({ n: j + 1 }));
  return [
    named(state.features, state.query[0]),
    named(state.value_features, state.value[0]),
  ];
}

/** What is wrong with a number: "" or words. */
export function wrongNumber(text) {
  return (x) => (Math.abs(x) <= LARGEST ? "" : text.wrong);
}
