// The numbers of the widget attention, step by step: the five stages, and for each of
// their cells what it is made of.
import { matmul, sum, transpose } from "../kernels/arrays.js";
import { scaled_dot_product_attention } from "../kernels/attention.js";
import { causal_mask } from "../kernels/masks.js";
import { formatNumber, formatShort } from "../shared/format.js";

export const STAGES = ["products", "scores", "masked", "weights", "output"];

/** Each stage's matrix. */
export function stages({ query, key, value, mask }) {
  const { scores, weights, output } = scaled_dot_product_attention(query, key, value, {
    mask,
  });
  const masked = scores.map((row, i) =>
    row.map((s, j) => (mask[i][j] ? s : -Infinity)),
  );
  return { products: matmul(query, transpose(key)), scores, masked, weights, output };
}

/** A mask that is none, causal, or the reader's own. */
export function kindOf(mask) {
  if (mask.flat().every(Boolean)) return "none";
  return `${mask}` === `${maskOf("causal", mask)}` ? "causal" : "own";
}

/** The mask of this kind and of that one's shape. */
export function maskOf(kind, mask) {
  if (kind === "none") return mask.map((row) => row.map(() => true));
  return causal_mask(mask.length, { n_keys: mask[0].length });
}

/** The cells that make this one: matrix, row, column; null stands for all of them. */
export function madeFrom(stage, i, j) {
  return {
    products: [
      ["query", i, null],
      ["key", j, null],
    ],
    scores: [["products", i, j]],
    masked: [
      ["scores", i, j],
      ["mask", i, j],
    ],
    weights: [["masked", i, null]],
    output: [
      ["weights", i, null],
      ["value", null, j],
    ],
  }[stage];
}

/** The sum that makes a cell, written out with its numbers. */
export function writtenOut(stage, i, j, { query, key, value }, shown) {
  const result = short(shown[stage][i][j]);
  if (stage === "products") {
    return `q_${i + 1} · k_${j + 1} = ${sumOfProducts(query[i], key[j])} = ${result}`;
  }
  if (stage === "scores") {
    const [product, d_k] = [short(shown.products[i][j]), query[i].length];
    return `${product} / √d_k = ${product} / ${short(Math.sqrt(d_k))} = ${result}`;
  }
  if (stage === "masked") return `${short(shown.scores[i][j])} → ${result}`;
  if (stage === "weights") return softmaxOf(shown.masked[i], j, result);
  return `${sumOfProducts(
    shown.weights[i],
    value.map((row) => row[j]),
  )} = ${result}`;
}

/** What a row's scores lose before exp, so that its numbers stay readable: else 0. */
export function shiftOf(row) {
  const largest = Math.max(...row);
  return Math.abs(largest) > 12 && largest !== -Infinity ? largest : 0;
}

/** e^… over the sum of all e^…, of a row that is not fully masked. */
function softmaxOf(row, j, result) {
  const exponents = row.map((score) => score - shiftOf(row));
  const parts = exponents.map((x) => `e^(${short(x)})`);
  const values = exponents.map(Math.exp);
  const numbers = `${short(values[j])} / ${short(sum(values))}`;
  return `${parts[j]} / (${parts.join(" + ")}) = ${numbers} = ${result}`;
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
