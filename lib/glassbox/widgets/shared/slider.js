// A slider, with its style: only widgets that have one import it.
import { element } from "./ui.js";

/** A slider; set(position, words) moves it and says its value. */
export function slider({ onvalue, ...attributes }) {
  const oninput = () => onvalue(Number(input.value));
  const input = element("input", { type: "range", ...attributes, oninput });
  function set(position, words) {
    input.value = position;
    input.setAttribute("aria-valuetext", words);
  }
  return { input, set };
}
