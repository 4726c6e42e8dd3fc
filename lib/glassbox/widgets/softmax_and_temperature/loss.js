// What the loss of the correct word is, and which way it pushes every score, at T = 1.
// The same as in numbers.py.
import { log_softmax, softmax } from "../kernels/probability.js";

/**
 * The loss of the word at a place, with its slopes with respect to the scores: p - y for the log loss,
 * and for the squared error the same times 2 p (1 - p) of that word.
 */
export function lossOf(logits, at, loss) {
  const probability = softmax(logits);
  const p = probability[at];
  const isLog = loss === "log";
  const factor = isLog ? 1 : 2 * p * (1 - p);
  const slopes = probability.map((q, i) => factor * (q - (i === at ? 1 : 0)));
  return { value: isLog ? -log_softmax(logits)[at] : (1 - p) ** 2, slopes };
}

/** The scores after a step of gradient descent with a step size of 1. */
export function descended(logits, slopes) {
  return logits.map((z, i) => Number((z - slopes[i]).toPrecision(12)));
}

/**
 * The way of n steps from these scores: after each, the probability of the word at a
 * place and whether it leads; and the scores at its end. The same as in numbers.py.
 */
export function trailOf(start, at, loss, n) {
  let logits = start;
  const places = [];
  for (let step = 0; step <= n; step += 1) {
    if (step) logits = descended(logits, lossOf(logits, at, loss).slopes);
    const probability = softmax(logits);
    const p = probability[at];
    places.push({ p, leads: p === Math.max(...probability) });
  }
  return { places, logits };
}
