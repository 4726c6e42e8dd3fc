// Choosing the next token, as in kernels/sampling.py.
import { log_softmax, softmax } from "./probability.js";

/** The k highest scores of a row; -Infinity for the others. Lowest ids first on ties. */
export function keep_top_k(logits, k) {
  if (!Number.isInteger(k) || k < 1) {
    throw new RangeError(`k must be an integer of at least 1; got ${k}`);
  }
  const kept = new Set(by_falling_score(logits).slice(0, k));
  return logits.map((z, v) => (kept.has(v) ? z : -Infinity));
}

/** The fewest highest scores of a row whose shares reach p; -Infinity for the others. */
export function keep_top_p(logits, p) {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`p must lie between 0 and 1; got ${p}`);
  const shares = softmax(logits);
  const kept = new Set();
  let held = 0;
  for (const v of by_falling_score(logits)) {
    if (kept.size && held >= p && p < 1) break;
    kept.add(v);
    held += shares[v];
  }
  return logits.map((z, v) => (kept.has(v) ? z : -Infinity));
}

function by_falling_score(logits) {
  return logits
    .map((_, v) => v)
    .sort(
      (a, b) => Number(logits[b] > logits[a]) - Number(logits[b] < logits[a]) || a - b,
    );
}

/** Temperature, then top-k, then top-p, then shares that sum to 1 again. */
export function next_token_probabilities(
  logits,
  { temperature = 1, top_k = null, top_p = null } = {},
) {
  let scores = log_softmax(logits, { temperature });
  if (top_k != null) scores = keep_top_k(scores, top_k);
  if (top_p != null) scores = keep_top_p(scores, top_p);
  return softmax(scores);
}

/** The id with the highest score, the lowest among equals. */
export function greedy(logits) {
  if (logits.some(Number.isNaN))
    throw new RangeError("logits must be numbers; got nan");
  return by_falling_score(logits)[0];
}

/** Draw an id; random() gives a uniform number in [0, 1). */
export function sample(probabilities, random = Math.random) {
  const cumulative = [];
  probabilities.forEach((p, v) => cumulative.push((cumulative[v - 1] ?? 0) + p));
  const mark = random() * cumulative.at(-1);
  return cumulative.findIndex((held) => held > mark);
}
