// The numbers of the widget why √d_k: random queries and keys, their products over the
// first d_k components, and what the softmax makes of these.
import { sum } from "../kernels/arrays.js";
import { softmax } from "../kernels/probability.js";
import { standard_normals } from "../shared/random.js";

export const WIDEST = 1024;
export const N_KEYS = 16;
export const N_QUERIES = 200;
/** What the curves go through: four steps from a power of 2 to the next. */
export const DIMENSIONS = [
  ...new Set(Array.from({ length: 41 }, (_, n) => Math.floor(2 ** (n / 4) + 0.5))),
];

/** The slider's places are the powers of 2; one between stands at the nearest. */
export function placeOf(d_k) {
  return Math.round(Math.log2(d_k));
}

export function dimensionAt(place) {
  return 2 ** place;
}

/** at(d_k) gives the first query's scores and weights, and two figures over all but width. */
export function experiment(seed) {
  const drawn = standard_normals(seed, (N_KEYS + N_QUERIES) * WIDEST);
  const vectors = Array.from({ length: N_KEYS + N_QUERIES }, (_, i) =>
    drawn.subarray(i * WIDEST, (i + 1) * WIDEST),
  );
  const [keys, queries] = [vectors.slice(0, N_KEYS), vectors.slice(N_KEYS)];
  const known = new Map();

  /** The products grow: they go on from those of the next smaller d_k that is known. */
  function at(d_k) {
    if (!known.has(d_k)) {
      const start = Math.max(0, ...[...known.keys()].filter((d) => d < d_k));
      const before = known.get(start)?.products;
      const products = queries.map((query, i) =>
        keys.map((key, j) => (before?.[i][j] ?? 0) + product(query, key, start, d_k)),
      );
      const scaled = products.map((row) => row.map((score) => score / Math.sqrt(d_k)));
      const [raw, width] = [
        measure(products),
        ofFirst(products[0].map((x) => x / d_k)),
      ];
      known.set(d_k, { products, raw, scaled: measure(scaled), width });
    }
    return known.get(d_k);
  }
  return { at, knows: (d_k) => known.has(d_k) };
}

function product(query, key, from, to) {
  let total = 0;
  for (let i = from; i < to; i += 1) total += query[i] * key[i];
  return total;
}

function ofFirst(scores) {
  return { scores, weights: softmax(scores) };
}

/** Of rows of scores: the mean largest weight, and the median Jacobian norm. */
function measure(scores) {
  const weights = scores.map((row) => softmax(row));
  const norms = weights.map(jacobianNorm);
  norms.sort((a, b) => a - b);
  const middle = N_QUERIES / 2; // of an even number: between the two in the middle
  return {
    ...ofFirst(scores[0]),
    largest: sum(weights.map((row) => Math.max(...row))) / N_QUERIES,
    jacobian: (norms[middle - 1] + norms[middle]) / 2,
  };
}

/** The Frobenius norm of softmax_jacobian(weights), without its n × n numbers. */
function jacobianNorm(weights) {
  let [squares, before] = [0, 0];
  for (const weight of weights) {
    const square = weight * weight;
    squares += square * (1 - weight) ** 2; // on the diagonal
    squares += 2 * square * before; // off it, w_i w_j twice
    before += square;
  }
  return Math.sqrt(squares);
}
