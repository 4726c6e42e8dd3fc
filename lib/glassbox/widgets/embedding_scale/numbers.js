// The numbers of the widget embedding scale: a token's embedding, a position's sinusoid,
// their sizes and shares.
import { dot } from "../kernels/arrays.js";
import { embed, sinusoidal_positions } from "../kernels/embedding.js";
import { standard_normals } from "../shared/random.js";

const WIDEST = 1024;
export const N_POSITIONS = 64;
export const CASES = ["1/d", "1"].flatMap((variance) =>
  [false, true].map((scale) => ({ variance, scale })),
);
/** What the slider goes through: quarters of the way from a power of 2 to the next. */
export const DIMENSIONS = Array.from(
  { length: 33 },
  (_, n) => 2 ** Math.floor(n / 4) * (4 + (n % 4)),
).filter((d_model) => d_model % 2 === 0);

/** A token's embedding and a position's sinusoid; what was drawn last is remembered. */
export function vectorSource() {
  let drawnFrom = NaN; // the seed
  let drawn = [];
  let width = 0;
  let rows = []; // the sinusoids of this width

  /** A table of one row: drawn, looked up and perhaps scaled. */
  function embedding({ seed, d_model, scale, variance }) {
    if (seed !== drawnFrom) drawn = Array.from(standard_normals(seed, WIDEST));
    drawnFrom = seed;
    const deviation = standardDeviation(d_model, { variance, scale: false });
    const row = drawn.slice(0, d_model).map((x) => deviation * x);
    return embed([0], [row], { scale })[0];
  }
  function sinusoid({ position, d_model }) {
    if (d_model !== width) rows = sinusoidal_positions(position + 1, d_model);
    else if (position >= rows.length) rows = sinusoidal_positions(N_POSITIONS, d_model);
    width = d_model;
    return rows[position];
  }
  return { embedding, sinusoid };
}

/** Of an embedding's components, as drawn and perhaps scaled. */
export function standardDeviation(d_model, { scale, variance }) {
  const drawn = variance === "1/d" ? 1 / Math.sqrt(d_model) : 1;
  return scale ? drawn * Math.sqrt(d_model) : drawn;
}

/** Both sizes, position's share, and the squares: |e + p|² = |e|² + |p|² + 2 e·p. */
export function measure(embedding, sinusoid) {
  const token_squared = dot(embedding, embedding);
  const position_squared = dot(sinusoid, sinusoid);
  return {
    embedding: Math.sqrt(token_squared / embedding.length),
    sinusoid: Math.sqrt(position_squared / embedding.length),
    share: position_squared / (token_squared + position_squared),
    token_squared,
    position_squared,
    cross: 2 * dot(embedding, sinusoid),
  };
}

/** The square of an embedding, on average. */
export function meanSquare(d_model, { scale, variance }) {
  return (variance === "1/d" ? 1 : d_model) * (scale ? d_model : 1);
}

/** Position's share if the embedding's square were what it is on average. */
export function expectedShare(d_model, way) {
  return d_model / 2 / (meanSquare(d_model, way) + d_model / 2);
}
