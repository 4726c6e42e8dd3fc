// The numbers of the widget why √d_k: random queries and keys, their products over the
// first d_k components, and what the softmax makes of these.
import { sum } from "../kernels/arrays.js";
import { softmax, softmax_jacobian } from "../kernels/probability.js";
import { standard_normals } from "../shared/random.js";

const WIDEST = 1024;
export const N_KEYS = 16;
export const N_QUERIES = 200;
/** What the slider and the curves go through: four steps from a power of 2 to the next. */
export const DIMENSIONS = [
  ...new Set(Array.from({ length: 41 }, (_, n) => Math.floor(2 ** (n / 4) + 0.5))),
];

/** at(d_k) gives the first query's scores and weights, and three figures over all. */
export function experiment(seed) {
  const drawn = standard_normals(seed, (N_KEYS + N_QUERIES) * WIDEST);
  const vectors = Array.from({ length: N_KEYS + N_QUERIES }, (_, i) =>
    drawn.subarray(i * WIDEST, (i + 1) * WIDEST),
  );
  const [keys, queries] = [vectors.slice(0, N_KEYS), vectors.slice(N_KEYS)];
  const known = new Map();

  function at(d_k) {
    if (!known.has(d_k)) {
      const raw = queries.map((query) => keys.map((key) => product(query, key, d_k)));
      const scaled = raw.map((row) => row.map((score) => score / Math.sqrt(d_k)));
      known.set(d_k, { raw: measure(raw), scaled: measure(scaled) });
    }
    return known.get(d_k);
  }
  return { at, knows: (d_k) => known.has(d_k) };
}

function product(query, key, d_k) {
  let total = 0;
  for (let i = 0; i < d_k; i += 1) total += query[i] * key[i];
  return total;
}

/** Of rows of scores: their variance, the mean largest weight, the median Jacobian norm. */
function measure(scores) {
  const all = scores.flat();
  const mean = sum(all) / all.length;
  const weights = scores.map((row) => softmax(row));
  const norms = weights.map((row) =>
    Math.sqrt(
      sum(
        softmax_jacobian(row)
          .flat()
          .map((entry) => entry * entry),
      ),
    ),
  );
  norms.sort((a, b) => a - b);
  const middle = N_QUERIES / 2; // of an even number: between the two in the middle
  return {
    scores: scores[0],
    weights: weights[0],
    variance: sum(all.map((score) => (score - mean) ** 2)) / all.length,
    largest: sum(weights.map((row) => Math.max(...row))) / N_QUERIES,
    jacobian: (norms[middle - 1] + norms[middle]) / 2,
  };
}
