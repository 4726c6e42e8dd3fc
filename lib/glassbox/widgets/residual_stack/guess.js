// The reader's guess, before larger weights are tried with the skip path off and on.
import { choice } from "../shared/choice.js";
import { element, write } from "../shared/elements.js";

/** Which of the guess's verdicts fits what has become of both sizes. */
export function verdictOf(guess, offBreaks, onBreaks) {
  if (offBreaks === onBreaks) return offBreaks ? "both" : "neither";
  return (guess === "on") === onBreaks ? "right" : "wrong";
}

/**
 * A question with two answers; onguess hears one. set(state, outcome) tells, once the
 * reader has seen larger weights both ways, what came out: outcome(residual), a size in words and whether it broke.
 */
export function guessOf({ text, onguess }) {
  const seen = new Set();
  const told = element("p", { "data-part": "guessed" });
  const { label, options } = text.guess;
  const answers = choice({ name: "guess", label, options, onchoose: onguess });
  const node = element("div", { class: "gb-guess" }, answers.node, told);

  function set({ guess, initialization, residual, depth, norm }, outcome) {
    answers.set(guess);
    const isLarger = initialization === "he" && norm === "none";
    if (isLarger) seen.add(residual);
    write(told, guess && tell());
    return told.textContent;

    function tell() {
      const chosen = options[guess];
      if (norm !== "none") return text.guess.normed;
      if (!isLarger || seen.size < 2) return text.guess.given({ guess: chosen });
      const [off, on] = [outcome(false), outcome(true)];
      const verdict = verdictOf(guess, off.isBroken, on.isBroken);
      const said = text.guess[verdict];
      return text.guess.seen({
        verdict: typeof said === "string" ? said : said({ guess: chosen }),
        n: depth,
        off: off.told,
        on: on.told,
      });
    }
  }
  return { node, set };
}
