// What every widget is: a frame around what build makes, painted anew as traits change.
import { editor } from "./editor.js";
import { button, element } from "./elements.js";
import { wordsOf } from "./words.js";

/**
 * A widget of this name, for "export default". build makes its parts once:
 *
 *   build({ model, text, edit, undo, reset, root, say, onStop }) → { children, update }
 *
 * text are its words, edit changes its traits (see editor.js), undo and reset are two
 * buttons to place where they belong, say(words) tells a screen reader what changed
 * without a trait, onStop(f) calls f when the widget leaves the page.
 * children are what root, the frame, shows. update(state, forced) repaints and returns
 * what a screen reader says once the reader pauses; forced after undo and reset, when a
 * wrong entry is to be forgotten.
 */
export function widget({ name, traits, build }) {
  function render({ model, el }) {
    const text = wordsOf(model);
    const live = liveRegion();
    const stops = [live.stop];
    const edit = editor(model, traits, repaint);
    let startsOver = false;
    const undo = button("undo", [text.undo], () => startOver(edit.undo));
    const reset = button("reset", [text.reset], () => startOver(edit.reset));
    const root = element("div", {
      class: `gb gb-${name}`,
      role: "group",
      "aria-label": text.title,
      onfocusin: keepKeys,
      onkeydown: keepKeys,
      onkeyup: keepKeys,
    });
    const onStop = (stop) => stops.push(stop);
    const { say } = live;
    const parts = { model, text, edit, undo, reset, root, say, onStop };
    const { children, update } = build(parts);

    function startOver(change) {
      startsOver = true;
      change();
      edit.repaint(); // even where nothing changed: a wrong entry is forgotten
    }
    function repaint() {
      const forced = startsOver;
      startsOver = false;
      undo.setAttribute("aria-disabled", `${!edit.canUndo()}`);
      const said = update(edit.state(), forced);
      if (said) say(said);
    }
    root.append(...children, live.node);
    el.append(root);
    repaint();
    return () => {
      edit.stop();
      for (const stop of stops) stop();
      root.remove();
    };
  }
  return { render };
}

/** JupyterLab takes plain keys, arrows too, unless what has the focus says otherwise. */
function keepKeys({ target, shiftKey, ctrlKey, altKey, metaKey }) {
  const isPlain = !(shiftKey || ctrlKey || altKey || metaKey);
  target.toggleAttribute("data-lm-suppress-shortcuts", isPlain);
}

/** Words for screen readers, said once the reader pauses. */
function liveRegion() {
  const node = element("p", { class: "gb-unseen", role: "status" });
  let timer;
  function say(words) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      node.textContent = words;
    }, 700);
  }
  return { node, say, stop: () => clearTimeout(timer) };
}
