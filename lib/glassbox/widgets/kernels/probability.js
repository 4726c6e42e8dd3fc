// Scores to probabilities, on plain arrays in float64: names and meaning as in
// kernels/probability.py. Options come last, in braces: softmax([1, 2], { temperature: 0.5 }).
import { nonzero_sum, sum } from "./arrays.js";

/** Scores to shares that sum to 1: p_i = exp(z_i / T) / sum_j exp(z_j / T). */
export function softmax(logits, { temperature = 1 } = {}) {
  const exponentials = exponents(logits, { temperature }).map(Math.exp);
  const total = nonzero_sum(exponentials);
  return exponentials.map((e) => e / total);
}

/** log p_i = z_i / T - log sum_j exp(z_j / T), in nats. */
export function log_softmax(logits, { temperature = 1 } = {}) {
  const scaled = exponents(logits, { temperature });
  const log_total = Math.log(nonzero_sum(scaled.map(Math.exp)));
  return scaled.map((x) => x - log_total);
}

/** H(p) = -sum_i p_i log p_i in nats, with 0 log 0 = 0. */
export function entropy(probabilities) {
  return sum(probabilities.map((p) => (p === 0 ? 0 : -p * Math.log(p))));
}

/** dp_i / dz_j = (p_i [i = j] - p_i p_j) / T, as rows i of columns j. */
export function softmax_jacobian(probabilities, { temperature = 1 } = {}) {
  check_temperature(temperature);
  if (temperature === 0) {
    throw new RangeError("temperature must be above 0: at 0 the shares jump; got 0");
  }
  return probabilities.map((p, i) =>
    probabilities.map((q, j) => ((i === j ? p : 0) - p * q) / temperature),
  );
}

/** (z - max z) / T, which is 0 at most: what softmax exponentiates. */
export function exponents(logits, { temperature = 1 } = {}) {
  check_temperature(temperature);
  const maximum = logits.reduce((a, b) => Math.max(a, b), -Infinity);
  // A row of -Infinity alone keeps it: -Infinity - -Infinity would be NaN.
  const shifted = logits.map((z) => z - (maximum === -Infinity ? 0 : maximum));
  if (temperature < 2 ** -1022) {
    // T = 0, or too small for a full float64
    return shifted.map((x) => (x < 0 ? -Infinity : x));
  }
  return shifted.map((x) => x / temperature);
}

function check_temperature(temperature) {
  const rule = `temperature must be a finite number of at least 0; got ${temperature}`;
  if (typeof temperature !== "number") throw new TypeError(rule);
  if (!Number.isFinite(temperature) || temperature < 0) throw new RangeError(rule);
}
