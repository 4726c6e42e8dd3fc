// One of a few.
import { button, element, mathematics } from "./elements.js";

/**
 * One of a few, as buttons in a row under a label: options are { key: words }, or pairs
 * of them where a key is a number; onchoose hears a key, set(key) presses its button.
 * The action of each is name-key.
 */
export function choice({ name, label, options, onchoose }) {
  const pairs = Array.isArray(options) ? options : Object.entries(options);
  const buttons = pairs.map(([key, words]) => {
    const node = button(`${name}-${key}`, mathematics(words), () => onchoose(key));
    return { key, node };
  });
  const node = element(
    "div",
    { class: "gb-choice", role: "group", "aria-label": label },
    element("span", { "aria-hidden": "true" }, label),
    ...buttons.map((one) => one.node),
  );
  function set(chosen) {
    for (const one of buttons)
      one.node.setAttribute("aria-pressed", one.key === `${chosen}`);
  }
  return { node, set };
}
