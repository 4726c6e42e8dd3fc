// The numbers of the widget splitting heads, and which of them are made of which.
import { matmul } from "../kernels/arrays.js";
import { merge_heads, scaled_dot_product_attention, split_heads } from "../kernels/attention.js";
import { mulberry32 } from "../shared/random.js";

export const LETTERS = { query: "Q", key: "K", value: "V" };

/** Four matrices of two decimals, of variance 1 / d_model. */
export function drawWeights(seed, d_model) {
  const next = mulberry32(seed);
  const bound = Math.sqrt(3 / d_model); // uniform in ±bound has this variance
  const draw = () => Math.floor(100 * (2 * next() - 1) * bound + 0.5) / 100;
  const [query, key, value, output] = span(4, () => span(d_model, () => span(d_model, draw)));
  return { query, key, value, output };
}

/** The mistake: x.reshape(n_heads, n, d_head), which cuts x in reading order. */
export function reshape_to_heads(x, n_heads) {
  const d_head = x[0].length / n_heads;
  return span(n_heads, (h) => x.map((_, i) =>
    x.flat().slice((h * x.length + i) * d_head, (h * x.length + i + 1) * d_head)));
}

function splitter(transpose) {
  return transpose ? split_heads : reshape_to_heads;
}

/** Every stage as [head][row][column]; where there are no heads yet, as head 0. */
export function runStages({ x, n_heads, projection, transpose }, w) {
  const heads = (name) => splitter(transpose)(matmul(x, w[name]), n_heads);
  const [keys, values] = [heads("key"), heads("value")];
  const looked = heads("query").map((query, h) =>
    scaled_dot_product_attention(query, keys[h], values[h]));
  const weights = looked.map((head) => head.weights);
  const found = looked.map((head) => head.output);
  const merged = merge_heads(found);
  return {
    x: [x], w_in: [w[projection]], projection: [matmul(x, w[projection])],
    head: heads(projection), weights, found, merged: [merged], w_o: [w.output],
    output: [matmul(merged, w.output)], values,
  };
}

/** What does not depend on the numbers: sizes, and where each head's numbers are from. */
export function formOf({ x, n_heads, projection, transpose }) {
  const [n, d_model] = [x.length, x[0].length];
  const places = span(n, (i) => span(d_model, (j) => [i, j]));
  const origin = splitter(transpose)(places, n_heads); // [head][row][column]: [token, number]
  const [whole, square] = [[1, n, d_model], [1, d_model, d_model]];
  const split = [n_heads, n, d_model / n_heads];
  // How many matrices a stage has, of how many rows and columns; in their order.
  const sizes = {
    x: whole, w_in: square, projection: whole, head: split, weights: [n_heads, n, n],
    found: split, merged: whole, w_o: square, output: whole,
  };
  return { n, d_model, d_head: split[2], n_heads, transpose, origin, sizes, letter: LETTERS[projection] };
}

/** For each number, by "stage,head,row,column", the numbers that it enters next. */
export function flowOf({ d_head, letter, sizes, origin }) {
  const places = Object.entries(sizes).flatMap(([stage, [heads, rows, columns]]) =>
    span(heads * rows * columns, (at) =>
      [stage, Math.floor(at / columns / rows), Math.floor(at / columns) % rows, at % columns]));
  // As places, in which a gap stands for all.
  const next = {
    // By the projections that are not shown, too, a token reaches all of its heads.
    x: (_, i) => [["projection", 0, i], ...origin.flatMap((rows, h) =>
      (rows.some(([[token]]) => token === i) ? [["weights", h], ["found", h]] : []))],
    w_in: (_, i, j) => [["projection", 0, , j]],
    projection: (_, i, j) => places.filter(([stage, h, row, column]) =>
      stage === "head" && `${origin[h][row][column]}` === `${[i, j]}`),
    head: (h, i, j) => [{ Q: ["weights", h, i], K: ["weights", h], V: ["found", h, , j] }[letter]],
    weights: (h, i) => [["found", h, i]],
    found: (h, i, j) => [["merged", 0, i, h * d_head + j]],
    merged: (_, i) => [["output", 0, i]],
    w_o: (_, i, j) => [["output", 0, , j]],
    output: () => [],
  };
  return new Map(places.map(([stage, ...place]) => [`${[stage, ...place]}`,
    next[stage](...place).flatMap((to) =>
      places.filter((parts) => parts.every((part, k) => [part, undefined].includes(to[k]))).map(String))]));
}

/** What a number is made of ("from"), what it enters ("to"), where it is again ("same"). */
export function follow(flow, start) {
  const marks = new Map([[start, "here"]]);
  const copies = (key, enters) =>
    /^(projection|found)/.test(key) && (key === start || enters.includes(start));
  for (const [key, enters] of flow) { // in the order of the stages
    if (!marks.has(key)) continue;
    for (const to of enters) marks.set(to, copies(key, enters) ? "same" : "to");
  }
  for (const [key, enters] of [...flow].reverse()) {
    const comes = enters.some((to) => /here|from|same/.test(marks.get(to)));
    if (comes && !marks.has(key)) marks.set(key, copies(key, enters) ? "same" : "from");
  }
  return marks;
}

/** [f(0), f(1), …]. */
export function span(count, f) {
  return Array.from({ length: count }, (_, i) => f(i));
}
