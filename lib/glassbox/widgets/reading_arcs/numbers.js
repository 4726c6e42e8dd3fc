// The reading arcs' numbers: where a step looks, and where the picture's parts stand.

const ONE_ROW = 18; // characters of the longest date in the six formats
const LEAST_COLUMNS = 12; // so that a short source has no huge cells
const [MOST, LEAST] = [3, 0.095]; // of the weights that are said in words

/** A step's cross-attention in the last layer, the mean of its heads. */
export function meanWeights({ weights }) {
  const heads = weights.at(-1).cross_attention.map(([row]) => row);
  return heads[0].map(
    (_, j) => heads.reduce((sum, head) => sum + head[j], 0) / heads.length,
  );
}

/** The places of the few largest weights, the largest first: one at least. */
export function strongest(weights) {
  const places = weights.map((_, j) => j).sort((a, b) => weights[b] - weights[a]);
  return places.filter((j, rank) => rank < MOST && (!rank || weights[j] >= LEAST));
}

/** The first place where a list of signs differs from an older one, or its end. */
export function changeOf(old, now) {
  let i = 0;
  while (i < now.length && now[i] === old[i]) i += 1;
  return i;
}

/** Whether a text is an older one with a piece cut out, or with one sign for it. */
export function isEdit(old, now) {
  const same = changeOf(old, now) + changeOf([...old].reverse(), [...now].reverse());
  return same > Math.max(0, now.length - 2);
}

/** How many characters stand in a row: all of a date, half of what is longer. */
export function columnsOf(n) {
  return Math.max(LEAST_COLUMNS, n <= ONE_ROW ? n : Math.ceil(n / 2));
}

/** Each of n cells' row, and its middle as a part of the width; rows are centered. */
export function placesOf(n, columns) {
  return Array.from({ length: n }, (_, i) => {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, n - row * columns);
    return { row, x: 0.5 + (i - row * columns + 0.5 - inRow / 2) / columns };
  });
}
