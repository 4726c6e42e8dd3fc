// The numbers of the widget splitting heads, and which of them are made of which.
import { matmul } from "../kernels/arrays.js";
import {
  merge_heads,
  scaled_dot_product_attention,
  split_heads,
} from "../kernels/attention.js";
import { mulberry32 } from "../shared/random.js";

export const LETTERS = { query: "Q", key: "K", value: "V" };
export const PER_HEAD = ["head", "weights", "found"]; // stages that each head has for itself
const ALL = "all"; // in a place: every head, row or column

/** Four matrices of two decimals, of variance 1 / d_model. */
export function drawWeights(seed, d_model) {
  const next = mulberry32(seed);
  const bound = Math.sqrt(3 / d_model); // uniform in ±bound has this variance
  const draw = () => Math.floor(100 * (2 * next() - 1) * bound + 0.5) / 100;
  const square = () => span(d_model, () => span(d_model, draw));
  const [query, key, value, output] = span(4, square);
  return { query, key, value, output };
}

/** The mistake: x.reshape(n_heads, n, d_head), which cuts x in reading order. */
export function reshape_to_heads(x, n_heads) {
  const d_head = x[0].length / n_heads;
  const numbers = x.flat();
  return span(n_heads, (h) =>
    span(x.length, (i) => {
      const start = (h * x.length + i) * d_head;
      return numbers.slice(start, start + d_head);
    }),
  );
}

function splitter(transpose) {
  return transpose ? split_heads : reshape_to_heads;
}

/** Every stage as [head][row][column]; where there are no heads yet, as head 0. */
export function runStages({ x, n_heads, projection, transpose }, w) {
  const heads = (name) => splitter(transpose)(matmul(x, w[name]), n_heads);
  const [keys, values] = [heads("key"), heads("value")];
  const looked = heads("query").map((query, h) =>
    scaled_dot_product_attention(query, keys[h], values[h]),
  );
  const weights = looked.map((head) => head.weights);
  const found = looked.map((head) => head.output);
  const merged = merge_heads(found);
  return {
    x: [x],
    w_in: [w[projection]],
    projection: [matmul(x, w[projection])],
    head: heads(projection),
    weights,
    found,
    merged: [merged],
    w_o: [w.output],
    output: [matmul(merged, w.output)],
    values,
  };
}

/** What does not depend on the numbers: sizes, and where each head's numbers are from. */
export function formOf({ x, n_heads, projection, transpose }) {
  const [n, d_model] = [x.length, x[0].length];
  const d_head = d_model / n_heads;
  const places = span(n, (i) => span(d_model, (j) => [i, j]));
  // [head][row][column]: [token, number]
  const origin = splitter(transpose)(places, n_heads);
  const [whole, square] = [
    [1, n, d_model],
    [1, d_model, d_model],
  ];
  const split = [n_heads, n, d_head];
  // How many matrices a stage has, of how many rows and columns; in their order.
  const sizes = {
    x: whole,
    w_in: square,
    projection: whole,
    head: split,
    weights: [n_heads, n, n],
    found: split,
    merged: whole,
    w_o: square,
    output: whole,
  };
  const letter = LETTERS[projection];
  return { n, d_model, d_head, n_heads, transpose, origin, sizes, letter };
}

/** For each number, by "stage,head,row,column", the numbers that it enters next. */
export function flowOf({ d_head, letter, sizes, origin }) {
  const places = Object.entries(sizes).flatMap(([stage, [heads, rows, columns]]) =>
    span(heads, (h) => span(rows, (i) => span(columns, (j) => [stage, h, i, j]))).flat(
      2,
    ),
  );
  const enters = {
    x(_, i) {
      // By the projections that are not shown, too, a token reaches all of its heads.
      const own = origin.flatMap((rows, h) =>
        rows.some(([[token]]) => token === i) ? [h] : [],
      );
      const reached = own.flatMap((h) => [
        ["weights", h, ALL, ALL],
        ["found", h, ALL, ALL],
      ]);
      return [["projection", 0, i, ALL], ...reached];
    },
    w_in: (_, _i, j) => [["projection", 0, ALL, j]],
    projection(_, i, j) {
      const isSame = ([token, number]) => token === i && number === j;
      return places.filter(
        ([stage, h, row, column]) => stage === "head" && isSame(origin[h][row][column]),
      );
    },
    head(h, i, j) {
      const into = {
        Q: ["weights", h, i, ALL],
        K: ["weights", h, ALL, ALL],
        V: ["found", h, ALL, j],
      };
      return [into[letter]];
    },
    weights: (h, i) => [["found", h, i, ALL]],
    found: (h, i, j) => [["merged", 0, i, h * d_head + j]],
    merged: (_, i) => [["output", 0, i, ALL]],
    w_o: (_, _i, j) => [["output", 0, ALL, j]],
    output: () => [],
  };
  const matching = (pattern) =>
    places.filter((place) =>
      place.every((part, k) => [part, ALL].includes(pattern[k])),
    );
  return new Map(
    places.map(([stage, ...place]) => {
      const next = enters[stage](...place).flatMap(matching);
      return [`${[stage, ...place]}`, next.map(String)];
    }),
  );
}

/** What a number is made of ("from"), what it enters ("to"), where it is again ("same"). */
export function follow(flow, start) {
  const marks = new Map([[start, "here"]]);
  const copies = (key, enters) =>
    /^(projection|found)/.test(key) && (key === start || enters.includes(start));
  // In the order of the stages: forwards from the number, then back.
  for (const [key, enters] of flow) {
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
