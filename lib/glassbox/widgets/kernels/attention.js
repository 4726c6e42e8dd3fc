// Attention, as in kernels/attention.py and multi_head.py. query, key, value and x are
// matrices: one row per token, no batch axis.
import { dot, table_of, transpose } from "./arrays.js";
import { linear } from "./position_wise.js";
import { softmax } from "./probability.js";

/** softmax(Q K^T / sqrt(d_k)) V; a mask has a row a query, or one row for all. */
export function scaled_dot_product_attention(
  query,
  key,
  value,
  { mask = null, scale = null } = {},
) {
  if (key.length !== value.length) {
    throw new RangeError(
      `key and value must have the same number of keys; got ${key.length} and ${value.length}`,
    );
  }
  const factor = scale ?? 1 / Math.sqrt(Math.max(query[0]?.length ?? 1, 1));
  const scores = query.map((q) => key.map((k) => dot(q, k) * factor));
  const weights = scores.map((row, i) => {
    const allowed = mask && (mask.length === 1 ? mask[0] : mask[i]);
    return softmax(
      allowed ? row.map((score, j) => (allowed[j] ? score : -Infinity)) : row,
    );
  });
  const columns = transpose(value);
  const output = weights.map((row) => columns.map((column) => dot(row, column)));
  return { output, weights, scores };
}

/** One matrix (n, d_head) a head: the heads' columns side by side make x. */
export function split_heads(x, n_heads) {
  const d_model = x[0]?.length ?? 0;
  if (d_model % n_heads) {
    throw new RangeError(
      `d_model must be divisible by n_heads; got ${d_model} and ${n_heads}`,
    );
  }
  const d_head = d_model / n_heads;
  return table_of(n_heads, x.length, (h, i) =>
    x[i].slice(h * d_head, (h + 1) * d_head),
  );
}

export function merge_heads(heads) {
  return heads[0].map((_, i) => heads.flatMap((head) => head[i]));
}

/** Concat(head_1 ... head_h) W^O; weights and scores come as one matrix a head. */
export function multi_head_attention(
  query,
  key,
  value,
  parameters,
  { mask = null } = {},
) {
  return attend(query, project_memory(key, value, parameters), parameters, mask);
}

/** Keys and values, projected and split: what a cache keeps. */
export function project_memory(key, value, { n_heads, w_k, b_k, w_v, b_v }) {
  const keys = split_heads(linear(key, w_k, b_k), n_heads);
  return { keys, values: split_heads(linear(value, w_v, b_v), n_heads) };
}

export function attend(query, { keys, values }, { n_heads, w_q, b_q, w_o, b_o }, mask) {
  const queries = split_heads(linear(query, w_q, b_q), n_heads);
  const heads = queries.map((q, h) =>
    scaled_dot_product_attention(q, keys[h], values[h], { mask }),
  );
  return {
    output: linear(merge_heads(heads.map((head) => head.output)), w_o, b_o),
    weights: heads.map((head) => head.weights),
    scores: heads.map((head) => head.scores),
  };
}
