// What a query makes of keys: as in __init__.py.
import { softmax } from "../kernels/probability.js";

const D_K = 4;
const CUP = [2 / Math.sqrt(5), Math.sqrt(8 - 4 / 5)]; // its key's tip, in the chapter
export const LEAST = -2.5; // up the picture
export const MOST = 4;
export const ACROSS = 11; // to the right of it, from 0
const LONGEST = 2.5; // a query
const SHORTEST = 0.25;
const AS_GIVEN = Math.sqrt(5); // how long the chapter's query is

/** Of tips [up, right]: shadow on the query, dot product, weight and so on. */
export function measure(keys, query) {
  const size = Math.hypot(...query);
  const length = keys.map((key) => Math.hypot(...key));
  const dot = keys.map((key) => key[0] * query[0] + key[1] * query[1]);
  const shadow = dot.map((product) => product / size);
  const score = dot.map((product) => product / Math.sqrt(D_K));
  return {
    length,
    angle: keys.map((key) => Math.abs(turnOf(key) - turnOf(query))),
    cosine: shadow.map((part, i) => part / length[i]),
    shadow,
    dot,
    score,
    weight: softmax(score),
  };
}

/**
 * How far an arrow is turned to the right from straight up, in degrees.
 * @param {number[]} tip
 */
export function turnOf([up, right]) {
  return (180 / Math.PI) * Math.atan2(right, up);
}

/** The tip of an arrow of this length and turn, as long as the plane allows. */
export function tipAt(length, angle, longest = Number.POSITIVE_INFINITY) {
  const turn = (Math.PI / 180) * Math.min(180, Math.max(0, angle));
  const [x, y] = [Math.cos(turn), Math.sin(turn)];
  const room = Math.min(
    longest,
    ACROSS / Math.max(y, 1e-9),
    (x < 0 ? LEAST : MOST) / (x || 1e-9),
  );
  const size = Math.min(room, Math.max(SHORTEST, length));
  // Rounded towards 0: cos 90° is 0, and the tip stays inside; never too short.
  const inside = [x * size, y * size].map((at) => Math.round(at * 1e6) / 1e6 + 0);
  return Math.hypot(...inside) < SHORTEST ? tipAt(length + 1e-5, angle) : inside;
}

/** The query's tip of this length and turn. */
export function queryAt(length, angle) {
  return tipAt(length, angle, LONGEST - 1e-6);
}

/** The tip nearest to a place, to a twentieth, so that a right angle can be met. */
export function tipNear(up, right) {
  const snap = (at, least, most) =>
    Math.round(Math.min(most, Math.max(least, at)) * 20) / 20 + 0;
  const tip = [snap(up, LEAST, MOST), snap(right, 0, ACROSS)];
  if (Math.hypot(...tip) >= SHORTEST) return tip;
  return [up < 0 ? -SHORTEST : SHORTEST, 0];
}

/** The same for the query, which is never longer than the plane is high. */
export function queryNear(up, right) {
  const tip = tipNear(up, right);
  const length = Math.hypot(...tip);
  const slip = Math.abs(length - AS_GIVEN);
  if (slip > 1e-9 && slip < 0.15) return queryAt(AS_GIVEN, turnOf(tip)); // only turned
  return length <= LONGEST ? tip : queryAt(LONGEST, turnOf(tip));
}

/** The tip of cup, so many times as long as in the chapter. */
export function cupTimes(times) {
  return CUP.map((at) => times * at);
}

/** How many times as long as in the chapter cup is, of these numbers; or null. */
export function timesOf(tip, all) {
  const isAt = (times) =>
    cupTimes(times).every((at, n) => Math.abs(at - tip[n]) < 1e-6);
  return all.find(isAt) ?? null;
}
