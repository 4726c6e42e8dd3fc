// Who may attend to whom, as in kernels/masks.py: true = may attend.
import { table_of } from "./arrays.js";

/** True = may attend: mask[i][j] = (j <= first_query + i). */
export function causal_mask(
  n_queries,
  { first_query = 0, n_keys = first_query + n_queries } = {},
) {
  return table_of(n_queries, n_keys, (i, j) => j <= first_query + i);
}

/** For each sequence one row for all of its queries: mask[b][0][j] = (j < lengths[b]). */
export function padding_mask(lengths, n_keys) {
  return lengths.map((length) => table_of(1, n_keys, (_, j) => j < length));
}
