// The prompt's tokens as buttons in a row, and a token's name.
import { button, element } from "../shared/elements.js";

/** A token's name as children for element: the space before a word is faint. */
export function named(name) {
  const isWord = name.startsWith("␣") && name.length > 1;
  return isWord ? [element("span", { class: "gb-space" }, "␣"), name.slice(1)] : [name];
}

/**
 * A row of tokens; Tab reaches one of them, arrow keys the others. set(tokens) makes
 * them anew, mark(i) marks one, by the attribute that is named, or none for -1;
 * inside(i, name) gives what stands in a button.
 */
export function tokenRow({
  name,
  words,
  onchoose,
  marked,
  inside = (_i, name) => [name],
}) {
  let buttons = [];
  const node = element("div", {
    class: "gb-tokens",
    role: "toolbar",
    "aria-label": words,
    onkeydown(event) {
      const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
      if (shiftKey || ctrlKey || altKey || metaKey) return;
      const last = buttons.length - 1;
      const at = buttons.indexOf(event.target.closest("button"));
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[key];
      if (to === undefined || at < 0) return;
      event.preventDefault();
      reach(Math.max(0, Math.min(last, to)));
      buttons.find((one) => one.tabIndex === 0).focus();
    },
  });
  function reach(i) {
    buttons.forEach((one, j) => {
      one.tabIndex = i === j ? 0 : -1;
    });
  }
  function set(tokens) {
    buttons = tokens.map((token, i) =>
      button(`${name}-${i + 1}`, inside(i, element("span", {}, ...named(token))), () =>
        onchoose(i),
      ),
    );
    node.replaceChildren(...buttons);
    reach(0);
  }
  function mark(i) {
    buttons.forEach((one, j) => {
      one.setAttribute(marked, `${i === j}`);
    });
    if (!node.contains(document.activeElement)) reach(Math.max(0, i));
  }
  return { node, set, mark, at: (i) => buttons[i] };
}
