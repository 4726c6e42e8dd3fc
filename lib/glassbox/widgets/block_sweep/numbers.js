// The numbers of the widget block sweep: the account after each block, and its answer.
import { scaled_dot_product_attention } from "../kernels/attention.js";
import { nothing_read, read_block } from "../kernels/cheaper_attention.js";

export const LARGEST = 9; // of a score
const SIZES = [1, 2, 3];

/** The sizes that a block may have: 1, 2, 3, and all scores at once. */
export const sizesFor = (n) => [...SIZES.filter((size) => size < n), n];

/**
 * The account before the first block and after each: what the kernel's step makes of
 * it; before, the account that it found; the scores from first to end. What is forgotten,
 * the output alone or the sum as well, stays as it is, whatever the maximum.
 */
export function sweep({ scores, values, block_size, forget }) {
  /** @type {any[]} */
  const accounts = [{ ...nothing_read(2), end: 0, exponentials: [] }];
  for (let first = 0; first < scores.length; first += block_size) {
    const before = accounts.at(-1);
    const end = Math.min(scores.length, first + block_size);
    const read = read_block(before, scores.slice(first, end), values.slice(first, end));
    const { added, factor } = read;
    const times = forget === "both" ? 1 : factor;
    const timesOutput = forget === "nothing" ? factor : 1;
    const kept = {
      sum: times * before.sum + added.sum,
      output: before.output.map((o, d) => timesOutput * o + added.output[d]),
      // What each score read so far counts in the sum; the machine keeps none of them.
      exponentials: [
        ...before.exponentials.map((e) => times * e),
        ...read.exponentials,
      ],
    };
    accounts.push({ ...read, ...kept, before, first, end, times, timesOutput });
  }
  return accounts;
}

/** The sum and the output that the scores read so far should have. */
export function dueOf({ scores, values }, { end }) {
  return read_block(nothing_read(2), scores.slice(0, end), values.slice(0, end));
}

/** o / s; and what softmax gives that has all scores up to end before it at once. */
export function answers({ scores, values }, { sum, output, end }) {
  const keys = scores.slice(0, end).map((score) => [score]);
  const whole = scaled_dot_product_attention([[1]], keys, values.slice(0, end));
  return { found: output.map((o) => o / sum), right: whole.output[0] };
}

/** Values that any blend of them must give again. */
export const equalValues = ({ values }) => ({ values: values.map(() => [10, 10]) });

/** The keys by their scores, the largest first, each with its value. */
export function largestFirst({ scores, values }) {
  const order = scores.map((_, i) => i).sort((a, b) => scores[b] - scores[a]);
  return { scores: order.map((i) => scores[i]), values: order.map((i) => values[i]) };
}
