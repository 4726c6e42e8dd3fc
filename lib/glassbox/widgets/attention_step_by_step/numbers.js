// The numbers of the widget attention, step by step: the four stages, and for each of
// their cells what it is made of.
import { matmul, sum, transpose } from "../kernels/arrays.js";
import { softmax } from "../kernels/probability.js";
import { fixed, formatNear, formatNumber, formatShort } from "../shared/format.js";

export const STAGES = ["products", "scores", "weights", "output"];

/**
 * Each stage's matrix, one from the other: softmax(Q K^T / sqrt(d_k)) V. The first query
 * may ask alone; down the columns the softmax runs by mistake.
 */
export function stages({ query, key, value, columns = false, alone = false }) {
  const products = matmul(alone ? query.slice(0, 1) : query, transpose(key));
  const scores = products.map((row) => row.map((x) => x / Math.sqrt(key[0].length)));
  const ofEach = (rows) => rows.map((row) => softmax(row));
  const weights = columns ? transpose(ofEach(transpose(scores))) : ofEach(scores);
  return { products, scores, weights, output: matmul(weights, value) };
}

/** The cells that make this one: matrix, row, column; null stands for all of them. */
export function madeFrom(stage, i, j, columns) {
  return {
    products: [
      ["query", i, null],
      ["key", null, j], // a key is a column
    ],
    scores: [["products", i, j]],
    weights: [columns ? ["scores", null, j] : ["scores", i, null]],
    output: [
      ["weights", i, null],
      ["value", null, j],
    ],
  }[stage];
}

/** The sum that makes a cell, written out with its numbers: ≈ where one is rounded. */
export function writtenOut(stage, i, j, { query, key, value, columns }, shown) {
  const result = short(shown[stage][i][j]);
  const is = equals(shown[stage][i][j]);
  if (stage === "products") {
    return `q · k = ${sumOfProducts(query[i], key[j])} ${is} ${result}`;
  }
  if (stage === "scores") {
    const [product, d_k] = [short(shown.products[i][j]), query[i].length];
    const root = Math.sqrt(d_k);
    return `${product} / √d_k ${equals(root)} ${product} / ${short(root)} ${is} ${result}`;
  }
  if (stage === "weights") return softmaxOf(...softened(i, j, columns, shown), result);
  // One decimal more than the result, or the sum would not come out with a pencil.
  const terms = value.map((row, n) => {
    const weight = shown.weights[i][n];
    return `${weight % 1 ? formatNear(weight, 4) : short(weight)} × ${bracketed(row[j])}`;
  });
  const isExact = shown.weights[i].every(
    (x) => Math.abs(x - Number(x.toFixed(4))) < 1e-12,
  );
  return `${terms.join(" + ")} ${isExact ? is : "≈"} ${result}`;
}

/** The scores that a weight's softmax takes, and the place of its own among them. */
export function softened(i, j, columns, { scores }) {
  return columns ? [scores.map((row) => row[j]), i] : [scores[i], j];
}

/** The same in the lookup, where a score is told from its products on, in one line. */
export function written(stage, i, j, state, shown) {
  if (stage !== "scores") return writtenOut(stage, i, j, state, shown);
  const score = writtenOut(stage, i, j, state, shown).replace(/^.*√d_k [=≈] /, "");
  return `${writtenOut("products", i, j, state, shown)}; ${score}`;
}

/** What each number of a key adds to its score, and of a value to the output. */
export function contributions({ query, key, value, chosen }, { weights }) {
  return {
    score: key.map((row) => row.map((x, n) => x * query[chosen][n])),
    output: value.map((row, j) => row.map((x) => x * weights[chosen][j])),
  };
}

/** Which keys have the largest weight: those that share it, but for rounding. */
export function largestKeys(weights) {
  const most = Math.max(...weights);
  return weights.flatMap((weight, j) => (most - weight < 1e-9 ? [j] : []));
}

/** What a row's scores lose before exp, so that its numbers stay readable: else 0. */
export function shiftOf(row) {
  const largest = Math.max(...row);
  return Math.abs(largest) > 12 ? largest : 0;
}

/** e^… over the sum of all e^…, of a row. */
function softmaxOf(row, j, result) {
  const exponents = row.map((score) => score - shiftOf(row));
  const parts = exponents.map((x) => `e^(${short(x)})`);
  const values = exponents.map(Math.exp);
  const total = sum(values);
  const numbers = `${short(values[j])} / ${short(total)}`;
  const is = equals(values[j] / total);
  return `${parts[j]} / (${parts.join(" + ")}) ${is} ${numbers} ${is} ${result}`;
}

/** How a number is followed by itself in three decimals. */
function equals(x) {
  return Math.abs(x - Number(x.toFixed(3))) < 1e-12 ? "=" : "≈";
}

function sumOfProducts(a, b) {
  return a.map((x, n) => `${bracketed(x)} × ${bracketed(b[n])}`).join(" + ");
}

function bracketed(x) {
  return x < 0 ? `(${short(x)})` : short(x);
}

/** Three decimals at most: 0.5, 1.414, 2.3·10⁻⁵. */
export function short(x) {
  const size = Math.abs(x);
  const isPlain = size === 0 || (size >= 0.001 && size < 1e6);
  return isPlain ? formatShort(x, 3) : formatNumber(x, 3);
}

/** The same in few signs, for a cell: 8.998, 160.7, 2500, ≈0, ≈1. */
export function brief(x) {
  const size = Math.abs(x);
  if (size && size < 0.0005) return "≈0";
  if (x < 1 && x >= 0.9995) return "≈1"; // a weight that leaves a little
  return formatShort(x, size < 100 ? 3 : size < 1000 ? 1 : 0);
}

/** A weight in a cell, with three decimals unless it is 0 or 1, or nearly so. */
export function briefWeight(x) {
  const few = brief(x);
  return x % 1 && !few.startsWith("≈") ? fixed(x, 3) : few;
}

/** she; she and cup; she, cup and tea. */
export function together(names, text) {
  const first = names.slice(0, -1).join(text.separator);
  const last = names.at(-1);
  return first ? text.look.and({ first, last }) : last;
}
