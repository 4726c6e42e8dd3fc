// What the query makes of the three keys: as in __init__.py.
import { softmax } from "../kernels/probability.js";

const QUERY = [0, 1, 2, 0]; // it
const KEYS = [
  [2, -2, 0, 0], // she
  [0, 2, 0, 2], // cup
  [0, 2, 2, 0], // tea
];
export const MOST = 4; // times as long as in the chapter
export const FIGURES = [
  "length",
  "cosine",
  "shadow",
  "query",
  "dot",
  "score",
  "weight",
];

/** Of keys so many times as long: length, shadow, dot product, weight and so on. */
export function measure(times) {
  const size = Math.hypot(...QUERY);
  const length = KEYS.map((key, i) => times[i] * Math.hypot(...key));
  const dot = KEYS.map(
    (key, i) => times[i] * key.reduce((sum, x, n) => sum + x * QUERY[n], 0),
  );
  const shadow = dot.map((product) => product / size);
  const score = dot.map((product) => product / Math.sqrt(QUERY.length));
  return {
    length,
    cosine: shadow.map((part, i) => part / length[i]),
    shadow,
    query: KEYS.map(() => size),
    dot,
    score,
    weight: softmax(score),
  };
}
