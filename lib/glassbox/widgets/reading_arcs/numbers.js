// The reading arcs' numbers: where a step looks, and where the picture's parts stand.

const ONE_ROW = 18; // characters of the longest date in the six formats
const LEAST_COLUMNS = 12; // so that a short source has no huge cells
const LISTED = { most: 3, least: 0.095 }; // of the weights that are said in words

/** A step's cross-attention in the last layer, the mean of its heads. */
export function meanWeights({ weights }) {
  const heads = weights.at(-1).cross_attention.map(([row]) => row);
  return heads[0].map(
    (_, j) => heads.reduce((sum, head) => sum + head[j], 0) / heads.length,
  );
}

/** The places of the few largest weights, the largest first: one at least. */
export function strongest(weights, { most, least } = LISTED) {
  const places = weights.map((_, j) => j).sort((a, b) => weights[b] - weights[a]);
  return places.filter((j, rank) => rank < most && (!rank || weights[j] >= least));
}

/** The first place where two lists of signs differ; -1 where they are the same. */
export function firstChange(old, now) {
  return now.findIndex((sign, i) => sign !== old[i]);
}

/** Whether one list of signs is a small edit of the other: one or two signs in a run. */
export function isEdit(old, now, most = 2) {
  const longest = Math.max(old.length, now.length);
  const shortest = Math.min(old.length, now.length);
  let same = 0;
  while (same < shortest && old[same] === now[same]) same += 1;
  let after = 0;
  while (after < shortest - same && old.at(-1 - after) === now.at(-1 - after))
    after += 1;
  return longest - same - after <= most;
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
