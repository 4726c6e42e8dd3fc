// The numbers of the widget positions: vectors, their products, and how pairs turn.
import { sum } from "../kernels/arrays.js";
import { sinusoidal_positions } from "../kernels/embedding.js";

export const MOST_POSITIONS = 128;
export const MOST_STEPS = 32;

/** at(d_model) gives every position's vector; it remembers what it computed last. */
export function positionTable() {
  let [width, rows] = [0, []];
  function at(d_model) {
    if (d_model !== width) rows = sinusoidal_positions(MOST_POSITIONS + MOST_STEPS, d_model);
    width = d_model;
    return rows;
  }
  return at;
}

/** The dot product of two vectors. */
export function product(a, b) {
  return sum(a.map((x, j) => x * b[j]));
}

/** The angle by which each pair of components turns from a position to the next. */
export function stepAngles(d_model) {
  return Array.from({ length: d_model / 2 }, (_, i) => 1 / 10000 ** ((2 * i) / d_model));
}

/** Each pair (sine, cosine) of a vector, turned by steps times its angle. */
export function turn(vector, steps) {
  return stepAngles(vector.length).flatMap((angle, i) => {
    const [sine, cosine] = [vector[2 * i], vector[2 * i + 1]];
    const [s, c] = [Math.sin(steps * angle), Math.cos(steps * angle)];
    return [sine * c + cosine * s, cosine * c - sine * s];
  });
}

/** Up to four pairs, from the fastest to the slowest. */
export function pairsShown(d_model) {
  const last = d_model / 2 - 1;
  return [...new Set([0, 1, 2, 3].map((part) => Math.floor((last * part) / 3 + 0.5)))];
}
