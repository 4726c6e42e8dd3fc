// The numbers of the widget not bad: four phrases, their facts, and ways to a mood.
import { linear, relu } from "../kernels/position_wise.js";

export const PHRASES = ["good", "bad", "not_good", "not_bad"];
export const FACTS = [
  [1, 0],
  [0, 0],
  [1, 1],
  [0, 1],
]; // positive, negated
export const WANTED = [1, -1, -1, 1];
const W_1 = [
  [1, -1, 1, -1],
  [-1, -1, 1, 1],
]; // a column asks for each phrase
const B_1 = [0, 1, -1, 0];

/** What the four units answer to each row of facts. */
export function answers(way, facts) {
  const asked = linear(facts, W_1, B_1); // (n, 4)
  return way === "bent" ? relu(asked) : asked;
}

/** The mood of each row of facts. */
export function moods({ way, weights, adds }, facts) {
  const [positive, negated, bias] = weights;
  const [rows, column] =
    way === "sum"
      ? [linear(facts, [[positive], [negated]], [bias]), [[1]]]
      : [answers(way, facts), adds.map((one) => [one])];
  return linear(rows, column).map(([mood]) => mood);
}

/** Which of the four have the sign that is wanted. */
export function rights(found) {
  return found.map((mood, i) => mood * WANTED[i] > 0);
}
