// A Play button: pressed, it takes a step at each beat, until there is none.
import { button } from "./elements.js";

/** start() shows where playing begins; step() takes one, and tells whether it did. */
export function player({ name, words, pace, start, step }) {
  let timer = null; // while it plays
  const node = button(name, [words], () => {
    if (timer !== null) return pause();
    start();
    timer = setInterval(() => step() || pause(), pace);
    node.ariaPressed = "true";
  });
  node.ariaPressed = "false";
  function pause() {
    clearInterval(timer);
    timer = null;
    node.ariaPressed = "false";
  }
  return { node, pause };
}
