// The numbers of the widget positions: vectors, their products, and how pairs turn.
import { sinusoidal_positions } from "../kernels/embedding.js";

export const MOST_POSITIONS = 128;
export const MOST_STEPS = 32;

/** at(d_model) gives every position's vector; it remembers what it computed last. */
export function positionTable() {
  let width = 0;
  let rows = [];
  function at(d_model) {
    if (d_model !== width) {
      rows = sinusoidal_positions(MOST_POSITIONS + MOST_STEPS, d_model);
    }
    width = d_model;
    return rows;
  }
  return at;
}

/** The angle by which each pair of components turns from a position to the next. */
export function stepAngles(d_model) {
  return Array.from(
    { length: d_model / 2 },
    (_, i) => 1 / 10000 ** ((2 * i) / d_model),
  );
}

/** Each pair (sine, cosine) of a vector, turned by steps times its angle. */
export function turn(vector, steps) {
  return stepAngles(vector.length).flatMap((angle, i) => {
    const [sine, cosine] = pairOf(vector, i);
    const s = Math.sin(steps * angle);
    const c = Math.cos(steps * angle);
    return [sine * c + cosine * s, cosine * c - sine * s];
  });
}

export function pairOf(vector, i) {
  return [vector[2 * i], vector[2 * i + 1]];
}

/** Up to four pairs, from the fastest to the slowest. */
export function pairsShown(d_model) {
  const last = d_model / 2 - 1;
  const places = [0, 1, 2, 3].map((part) => Math.floor((last * part) / 3 + 0.5));
  return [...new Set(places)];
}
