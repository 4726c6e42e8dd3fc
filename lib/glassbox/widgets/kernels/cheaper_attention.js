// Attention for less memory, as in kernels/cheaper_attention.py. query, key and value
// are matrices: one row per token, no batch axis.
import { dot, sum } from "./arrays.js";

/**
 * What scaled_dot_product_attention gives as output, a block of keys at a time: no row
 * of weights is ever whole. A mask has a row per query, or one row for all.
 */
export function blockwise_attention(query, key, value, options = {}) {
  const { mask = null, block_size = 128 } = options;
  if (key.length !== value.length) {
    throw new RangeError(
      `key and value must have the same number of keys; got ${key.length} and ${value.length}`,
    );
  }
  if (!Number.isInteger(block_size) || block_size < 1) {
    throw new RangeError(
      `block_size must be an integer of at least 1; got ${block_size}`,
    );
  }
  const factor = 1 / Math.sqrt(Math.max(query[0]?.length ?? 1, 1));
  return query.map((q, i) => {
    const allowed = mask && (mask.length === 1 ? mask[0] : mask[i]);
    let account = nothing_read(value[0]?.length ?? 0);
    for (let first = 0; first < key.length; first += block_size) {
      const block = key.slice(first, first + block_size);
      const scores = block.map((k, j) =>
        !allowed || allowed[first + j] ? dot(q, k) * factor : -Infinity,
      );
      account = read_block(account, scores, value.slice(first, first + block_size));
    }
    return account.output.map((o) => o / (account.sum || 1)); // nothing allowed: 0
  });
}

/** The running maximum, the sum and the output before the first block. */
export function nothing_read(d_v) {
  return { maximum: -Infinity, sum: 0, output: Array(d_v).fill(0) };
}

/**
 * The account after one more block: what was summed so far, times e^(m_old - m_new),
 * plus what the block adds, added = { sum, output }, from its exponentials
 * e^(score - m_new).
 */
export function read_block(before, scores, value) {
  const maximum = Math.max(before.maximum, ...scores);
  const shift = maximum === -Infinity ? 0 : maximum; // -Infinity - -Infinity is NaN
  const factor = Math.exp(before.maximum - shift);
  const exponentials = scores.map((score) => Math.exp(score - shift));
  const added = {
    sum: sum(exponentials),
    output: before.output.map((_, d) =>
      dot(
        exponentials,
        value.map((row) => row[d]),
      ),
    ),
  };
  return {
    maximum,
    sum: factor * before.sum + added.sum,
    output: before.output.map((o, d) => factor * o + added.output[d]),
    factor,
    exponentials,
    added,
  };
}
