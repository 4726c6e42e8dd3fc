// What the two positions make of each pair of features: as in __init__.py.
import { dot, sum } from "../kernels/arrays.js";
import { rotary_embedding } from "../kernels/relative_positions.js";

export const PAIRS = [0, 1, 2, 3];
export const MOST = 255; // the last position
const FIT = 3; // the distance at which the example's hands lie on each other
const BASE = 10_000; // for which the example is made
const TRAINED = {
  // The average query and key of the third head that the chapter trained, each divided
  // by the fourth root of 8, which together divides by √8: scores are those of attention.
  query: [1.13, 3.014, -1.976, 2.314, 0.198, -0.799, 0.245, 0.077],
  key: [-1.281, -2.979, 1.047, 2.022, -1.12, 0.163, -0.042, -1.099],
};
export const MET = 31; // the farthest distance of its training
const HAND = [1, 0]; // of the example's key, before it is turned
const SAME = 1e-9; // Python's cosine and JavaScript's may differ in the last digit
const CLOSE = 3; // degrees: hands so near cover each other
const NEARLY = 0.01; // of the largest score possible: so much less is as high

const pairsOf = (row) => PAIRS.map((i) => row.slice(2 * i, 2 * i + 2));
const degrees = (radians) => (radians * 180) / Math.PI;

/** Whether these are the chapter's: the query is the key, turned back by FIT positions. */
function isExample({ query, key }) {
  const made = handsOf("made");
  const example = [...made.query, ...made.key];
  return [...query, ...key].every((x, j) => Math.abs(x - example[j]) < SAME);
}

/** What these hands are: "made" for the chapter, of its "trained" head, or "". */
export function kindOf({ query, key }) {
  if (isExample({ query, key })) return "made";
  const isTrained = `${[query, key]}` === `${[TRAINED.query, TRAINED.key]}`;
  return isTrained ? "trained" : "";
}

/** The query and the key of a kind. */
export function handsOf(kind) {
  if (kind === "trained") return TRAINED;
  const key = PAIRS.flatMap(() => HAND);
  return { query: rotary_embedding([key], { positions: [-FIT], base: BASE })[0], key };
}

/** Whether the hands turn as those turned for which the example was made. */
export const isPlain = ({ base, stretch }) => base === BASE && stretch === 1;

/** By how many radians each pair turns from one position to the next. */
export function speeds(base) {
  return PAIRS.map((i) => base ** (-i / PAIRS.length));
}

/**
 * The turned hands of query and key, the angle between those of each pair in degrees,
 * from the key's to the query's, NaN where one has no length; each pair's part of the
 * score; and the score of the pairs that are on.
 */
export function measure({ query, key, query_position, key_position, ...rest }) {
  const { base, stretch, pairs_on } = rest;
  const positions = [query_position, key_position].map((p) => p * stretch);
  const turned = rotary_embedding([query, key], { positions, base });
  const [asks, keys] = turned.map(pairsOf);
  const parts = asks.map((hand, i) => dot(hand, keys[i]));
  const apart = asks.map(([a, b], i) => {
    const [c, d] = keys[i];
    if (!Math.hypot(a, b) || !Math.hypot(c, d)) return NaN;
    return degrees(Math.atan2(c * b - d * a, parts[i]));
  });
  return { asks, keys, parts, apart, score: sum(parts.filter((_, i) => pairs_on[i])) };
}

/** The scores at these distances, of the pairs that are on. */
export function scoresAt({ query, key, base, stretch, pairs_on }, distances) {
  const counted = key.map((x, j) => (pairs_on[Math.floor(j / 2)] ? x : 0));
  const positions = distances.map((distance) => distance * stretch);
  const rows = rotary_embedding(
    distances.map(() => query),
    { positions, base },
  );
  return rows.map((row) => dot(row, counted));
}

/** The largest part of the score that each pair could have, at any angle. */
function largest({ query, key }) {
  const [asks, keys] = [query, key].map(pairsOf);
  return PAIRS.map((i) => Math.hypot(...asks[i]) * Math.hypot(...keys[i]));
}

/** The largest score that the pairs that are on could have, at any angles. */
export function highest(state) {
  return sum(largest(state).filter((_, i) => state.pairs_on[i]));
}

/** By how much each pair's part falls short of its largest. */
export function lackingOf(state, { parts }) {
  return largest(state).map((most, i) => most - parts[i]);
}

/** Which pairs are on and have two hands, and of these whose hands cover each other. */
export function covering({ pairs_on }, { apart }) {
  const on = PAIRS.filter((i) => pairs_on[i] && Number.isFinite(apart[i]));
  return { on, alike: on.filter((i) => Math.abs(apart[i]) < CLOSE) };
}

/**
 * The other distances that score as high as this one, if none up to the last of these
 * scores scores higher; else null.
 */
export function rivals(scores, distance, most) {
  const least = scores[distance] - NEARLY * most;
  if (!(most > 0) || Math.max(...scores) - scores[distance] > NEARLY * most)
    return null;
  return [...scores.keys()].filter((d) => d !== distance && scores[d] >= least);
}
