// What is translated, whose attention is shown, and which step is looked at.
import { choice } from "../shared/choice.js";
import { button } from "../shared/elements.js";
import { player } from "../shared/player.js";
import { slider } from "../shared/slider.js";

const PACE = 900; // milliseconds a step, when it plays

/** The examples of the formats, and those of none; onpick hears a source. */
export function examplesOf(facts, text, onpick) {
  return ["examples", "never_seen"].map((name) => {
    const options = facts[name].map((source, i) => [`${i}`, source]);
    const onchoose = (i) => onpick(facts[name][i]);
    const { node } = choice({ name, label: text[name], options, onchoose });
    node.classList.add("gb-examples");
    return node;
  });
}

/** A layer and a head out of the decoder's layers; onshow hears the trait's change. */
export function pickersOf(layers, kinds, text, onshow) {
  const heads = layers.flatMap((layer) => kinds.map((kind) => layer[kind].n_heads));
  const counts = { layer: layers.length, head: Math.min(...heads) };
  return Object.entries(counts).map(([name, n]) => {
    const options = Array.from({ length: n }, (_, i) => [`${i}`, `${i + 1}`]);
    const onchoose = (i) => onshow({ [name]: Number(i) });
    return choice({ name, label: text[name], options, onchoose });
  });
}

/** get() says which step is looked at and which is last; look stops playing, show not. */
export function moves({ text, get, look, show }) {
  const dial = slider({ min: 0, "aria-label": text.step, onvalue: look });
  const { node: playing, pause } = player({
    name: "go-2",
    words: text.play,
    pace: PACE,
    start() {
      const { at, last } = get();
      if (at === last) look(0);
    },
    step() {
      const { at, last } = get();
      show(Math.min(at + 1, last));
      return at < last;
    },
  });
  const go = [
    button("go-0", [text.start], () => look(0)),
    button("go-1", [text.back], () => look(get().at - 1)),
    playing,
    button("go-3", [text.next], () => look(get().at + 1)),
    button("go-4", [text.end], () => look(get().last)),
  ];
  return { dial, go, pause };
}
