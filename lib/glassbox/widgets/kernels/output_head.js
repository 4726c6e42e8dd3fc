// From vectors to the next token's scores and the loss, as in kernels/output_head.py.
import { mean_of, sum, transpose } from "./arrays.js";
import { one_hot } from "./embedding.js";
import { linear } from "./position_wise.js";
import { log_softmax } from "./probability.js";

/** h E^T + b: compare each row with each token's. */
export function vocabulary_logits(hidden, table, bias) {
  return linear(hidden, transpose(table), bias);
}

/** 1 - eps for the token; the rest for the others, or spread over "all". */
export function smooth_labels(
  token_ids,
  vocabulary_size,
  epsilon,
  { convention = "others" } = {},
) {
  if (!(epsilon >= 0 && epsilon <= 1)) {
    throw new RangeError(`epsilon must lie between 0 and 1; got ${epsilon}`);
  }
  if (convention !== "others" && convention !== "all") {
    throw new RangeError(`convention must be "others" or "all"; got ${convention}`);
  }
  const all = convention === "all";
  const share = epsilon / (all ? vocabulary_size : vocabulary_size - 1);
  return one_hot(token_ids, vocabulary_size).map((row) =>
    row.map((is_token) => (is_token ? 1 - epsilon + (all ? share : 0) : share)),
  );
}

/** -mean_i sum_v q_iv log p_iv in nats, for ids or distributions; 0 log 0 = 0. */
export function cross_entropy(logits, targets, { mask = null } = {}) {
  const losses = [];
  logits.forEach((row, i) => {
    if (mask && !mask[i]) return;
    const q = Array.isArray(targets[i])
      ? targets[i]
      : one_hot([targets[i]], row.length)[0];
    const log_p = log_softmax(row);
    losses.push(-sum(q.map((share, v) => (share === 0 ? 0 : share * log_p[v]))));
  });
  return mean_of(losses);
}
