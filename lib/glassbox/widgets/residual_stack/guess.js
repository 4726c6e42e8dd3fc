// The reader's guess, before larger weights are tried with the skip path off and on.
import { choice } from "../shared/choice.js";
import { element, write } from "../shared/elements.js";

/**
 * A question with two answers; onguess hears one. set(state, outcome) tells, once the
 * reader has seen larger weights both ways, what came out, outcome(residual) in words.
 */
export function guessOf({ text, onguess }) {
  const seen = new Set();
  const told = element("p", { "data-part": "guessed" });
  const { label, options } = text.guess;
  const answers = choice({ name: "guess", label, options, onchoose: onguess });
  const node = element("div", { class: "gb-guess" }, answers.node, told);

  function set({ guess, initialization, residual, depth }, outcome) {
    answers.set(guess);
    const isLarger = initialization === "he";
    if (isLarger) seen.add(residual);
    const isSeen = isLarger && seen.size === 2;
    const words = { guess: options[guess], n: depth };
    if (isSeen) Object.assign(words, { off: outcome(false), on: outcome(true) });
    write(told, guess && text.guess[isSeen ? "seen" : "given"](words));
    return told.textContent;
  }
  return { node, set };
}
