// Sliders: a place on a scale.
import { element } from "./elements.js";

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

/** A slider under its name and its value; said is its name where it stands alone. */
export function namedSlider({ name, said = name, onvalue, ...attributes }) {
  const dial = slider({ "aria-label": said, onvalue, ...attributes });
  const value = element("b", { "aria-hidden": "true" });
  const label = element("span", {}, name, " ", value);
  const node = element("div", { class: "gb-slider" }, label, dial.input);
  function set(position, words) {
    dial.set(position, words);
    value.textContent = words;
  }
  return { node, input: dial.input, set };
}
