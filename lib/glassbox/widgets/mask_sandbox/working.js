// The numbers behind a verdict of the mask sandbox, as a pencil would write them.
import { sum } from "../kernels/arrays.js";
import { counted, is_padding, poke, without_padding } from "./numbers.js";
import { exponential, near } from "./tables.js";

const MOST = 1000; // a larger sum is no number for a pencil

/** Why a verdict holds, in a sentence or two; "" where there is nothing to add. */
export function working(text, name, cell, state, mask) {
  const { scores, tokens } = state;
  if (name === "good") {
    const i = mask.findIndex((row, k) => is_padding(k, state) && !row.includes(true));
    return i < 0 ? "" : text.nothing({ query: tokens[i] });
  }
  const [i, j] = cell;
  const names = { query: tokens[i], key: tokens[j] };
  if (name === "filled") {
    const n = tokens.length;
    return text.filled({ ...names, n, weight: near(1 / n, 3) });
  }
  if (name !== "moved" && name !== "padding") return "";
  const isMoved = name === "moved";
  const other = isMoved ? poke(state, j) : state;
  const here = fractions(i, state, state, mask);
  const use = isMoved ? mask : without_padding(mask, state);
  const there = fractions(i, other, state, use);
  if (!here || !there) return "";
  const sums = [scores, other.scores].map((rows) =>
    near(sum(counted(rows[i], mask[i], state))),
  );
  return text[name]({
    ...names,
    here,
    there,
    e: exponential(scores[i][j]),
    e_after: exponential(other.scores[i][j]),
    sum: sums[0],
    sum_after: sums[1],
  });
}

/** A row's output as a sum of fractions times values; "" if it isn't one number. */
function fractions(i, { scores, values }, state, mask) {
  const parts = counted(scores[i], mask[i], state);
  const total = sum(parts);
  if (values[0]?.length !== 1 || !(total < MOST) || !mask[i].includes(true)) return "";
  const keys = [...parts.keys()].filter((j) => mask[i][j]);
  const fraction = (j) => `${near(parts[j])}/${near(total)}`;
  const terms = keys.map((j) => `${fraction(j)} · ${near(values[j][0])}`);
  const output = sum(keys.map((j) => (parts[j] / total) * values[j][0]));
  return `${terms.join(" + ")} = ${near(output)}`;
}
