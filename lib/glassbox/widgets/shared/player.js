// A Play button: pressed, it takes a step at each beat, until there is none.
import { button } from "./elements.js";

/**
 * start() shows where playing begins; step() takes one, and tells whether it did. While
 * it plays, the button says the words playing, where they are given, or looks pressed.
 */
export function player({ name, words, playing = "", pace, start, step }) {
  let timer = null; // while it plays
  const node = button(name, [words], () => {
    if (timer !== null) return pause();
    start();
    timer = setInterval(() => step() || pause(), pace);
    show(true);
  });
  show(false);
  function pause() {
    clearInterval(timer);
    timer = null;
    show(false);
  }
  function show(isPlaying) {
    node.dataset.playing = `${isPlaying}`;
    if (playing) node.textContent = isPlaying ? playing : words;
    else node.ariaPressed = `${isPlaying}`;
  }
  return { node, pause };
}
