// The numbers of the widget vector to word: logits, probabilities, and the surprise.
import { sum } from "../kernels/arrays.js";
import { cross_entropy, vocabulary_logits } from "../kernels/output_head.js";
import { softmax } from "../kernels/probability.js";

export const WORDS = ["cup", "mug", "glass", "piano"];
export const LARGEST = 3;
export const RATE = 0.25; // how far a step goes, times the slope
const EQUAL = 1e-9; // logits nearer than this count as equal

/** What the head makes of a vector, and how surprised it is by the word. */
export function measure({ vector, rows, word }) {
  const [logits] = vocabulary_logits([vector], rows);
  const place = WORDS.indexOf(word);
  const surprise = cross_entropy([logits], [place]);
  return { logits, probabilities: softmax(logits), surprise, leaders: best(logits) };
}

/** One step after the word came, against the loss's slope, in what it is to move. */
export function step({ vector, rows, word, moves }) {
  const { probabilities } = measure({ vector, rows, word });
  const slopes = probabilities.map((p, i) => p - (WORDS[i] === word ? 1 : 0));
  const pull = vector.map((_, k) =>
    slopes.reduce((all, slope, i) => all + slope * rows[i][k], 0),
  );
  const moved = {
    vector: vector.map((number, k) => kept(number - RATE * pull[k])),
    rows: rows.map((row, i) =>
      row.map((number, k) => kept(number - RATE * slopes[i] * vector[k])),
    ),
  };
  return moves === "both" ? moved : { [moves]: moved[moves] };
}

/** Each row's shadow on the vector: its length, and its end on the vector's line. */
export function shadows({ vector, rows }) {
  const length = Math.hypot(...vector);
  const cast = rows.map((row) => {
    const shadow = length && sum(row.map((number, k) => number * vector[k])) / length;
    return {
      shadow,
      end: vector.map((number) => length && (shadow * number) / length),
    };
  });
  return { length, cast };
}

/** A number to two decimals, within the plane. */
function kept(number) {
  return Math.round(100 * Math.min(LARGEST, Math.max(-LARGEST, number))) / 100 + 0;
}

/** The places of the largest logits: more than one if they are equal. */
function best(logits) {
  const most = Math.max(...logits);
  return logits.flatMap((logit, i) => (logit > most - EQUAL ? [i] : []));
}

/**
 * Where the word leads all others: the corners of a polygon, none where it never does.
 * It beats one other word on one side of a line, so the square is cut by three lines.
 */
export function region({ rows, word }) {
  const place = WORDS.indexOf(word);
  const side = [-LARGEST, LARGEST];
  let corners = side.flatMap((b) => side.map((a) => [b < 0 ? a : -a, b]));
  rows.forEach((row, i) => {
    if (i === place) return;
    const lead = rows[place].map((number, k) => number - row[k]);
    corners = lead[0] || lead[1] ? cut(corners, lead) : [];
  });
  return areaOf(corners) > EQUAL ? corners : [];
}

/** The part of a polygon where lead · h is above 0. */
function cut(corners, [first, second]) {
  const ahead = ([a, b]) => first * a + second * b;
  return corners.flatMap((corner, i) => {
    const next = corners[(i + 1) % corners.length];
    const [here, there] = [ahead(corner), ahead(next)];
    const kept = here >= 0 ? [corner] : [];
    if (here * there >= 0) return kept;
    const part = here / (here - there);
    return [...kept, corner.map((number, k) => number + part * (next[k] - number))];
  });
}

function areaOf(corners) {
  const parts = corners.map(([a, b], i) => {
    const [c, d] = corners[(i + 1) % corners.length];
    return (a * d - b * c) / 2;
  });
  return Math.abs(parts.reduce((all, part) => all + part, 0));
}
