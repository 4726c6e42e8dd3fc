// The numbers of the widget vector to word: logits, probabilities, and the surprise.
import { cross_entropy, vocabulary_logits } from "../kernels/output_head.js";
import { softmax } from "../kernels/probability.js";

export const WORDS = ["cup", "mug", "glass", "piano"];
export const LARGEST = 3;
const EQUAL = 1e-9; // logits nearer than this count as equal

/** What the head makes of a vector, and how surprised it is by the word. */
export function measure({ vector, rows, word }) {
  const [logits] = vocabulary_logits([vector], rows);
  const place = WORDS.indexOf(word);
  const surprise = cross_entropy([logits], [place]);
  return { logits, probabilities: softmax(logits), surprise, leaders: best(logits) };
}

/** The places of the largest logits: more than one if they are equal. */
function best(logits) {
  const most = Math.max(...logits);
  return logits.flatMap((logit, i) => (logit > most - EQUAL ? [i] : []));
}

/** Of each vector, whether the word leads all others there. */
export function leads({ rows, word }, vectors) {
  const place = WORDS.indexOf(word);
  return vocabulary_logits(vectors, rows).map((logits) => {
    const leaders = best(logits);
    return leaders.length === 1 && leaders[0] === place;
  });
}
