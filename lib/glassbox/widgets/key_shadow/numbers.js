// What a query makes of the three keys: as in __init__.py.
import { dot } from "../kernels/arrays.js";
import { softmax } from "../kernels/probability.js";

const QUERIES = [
  [0, 1, 2, 0], // it
  [2, 0, 0, 2], // filled
];
const KEYS = [
  [2, -2, 0, 0], // she
  [0, 2, 0, 2], // cup
  [0, 2, 2, 0], // tea
];
export const LENGTH = Math.sqrt(8); // of every key in the chapter
export const MOST = 4; // times as long
const BEHIND = 2; // and behind the query, the shadow of a key at × 2 still fits
export const FIGURES = [
  "angle",
  "length",
  "cosine",
  "shadow",
  "query",
  "dot",
  "score",
  "weight",
];

const norm = (vector) => Math.hypot(...vector);
const scaled = (vector, by) => vector.map((x) => x * by);

/** Of these keys: angle, length, shadow, dot product, weight and so on. */
export function measure(keys, asks) {
  const query = QUERIES[asks];
  const size = norm(query);
  const length = keys.map(norm);
  const products = keys.map((key) => dot(key, query));
  const shadow = products.map((product) => product / size);
  const cosine = shadow.map((part, i) => part / length[i]);
  const score = products.map((product) => product / Math.sqrt(query.length));
  const degrees = (x) => (Math.acos(Math.max(-1, Math.min(1, x))) * 180) / Math.PI;
  return {
    angle: cosine.map(degrees),
    length,
    cosine,
    shadow,
    query: keys.map(() => size),
    dot: products,
    score,
    weight: softmax(score),
  };
}

/** How many times as long as in the chapter. */
export const timesOf = (key) => norm(key) / LENGTH;

/** The key, so many times as long in its own direction, if its shadow still fits. */
export function stretched(key, times, asks) {
  const { cosine } = measure([key], asks);
  const most = cosine[0] < 0 ? Math.max(1, BEHIND / -cosine[0]) : MOST;
  return scaled(key, Math.min(times, most) / timesOf(key));
}

/** How many degrees a key of this length may turn, so that its shadow still fits. */
export function widest(length) {
  const cosine = (BEHIND * LENGTH) / length;
  return cosine >= 1 - 1e-9 ? 180 : Math.floor((Math.acos(-cosine) * 180) / Math.PI);
}

/** The key at i, turned in its plane with the query until they are so far apart. */
export function turned(key, i, asks, degrees) {
  const along = scaled(QUERIES[asks], 1 / norm(QUERIES[asks]));
  const rest = (vector) => vector.map((x, n) => x - dot(vector, along) * along[n]);
  let across = rest(key);
  // A key on the query's line lies in every plane: it takes that of the chapter's key.
  if (norm(across) < 1e-6 * norm(key)) across = rest(KEYS[i]);
  const angle = (degrees * Math.PI) / 180;
  const [ahead, aside] = [Math.cos(angle), Math.sin(angle) / norm(across)];
  return along.map((x, n) => norm(key) * (ahead * x + aside * across[n]));
}
