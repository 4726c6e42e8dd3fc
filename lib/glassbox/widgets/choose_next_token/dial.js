// A slider through a setting's values, the last of which may cut nothing: null.
import { element } from "../shared/elements.js";
import { slider } from "../shared/slider.js";

/** onvalue hears a value; set shows one, among those that the slider goes through. */
export function dial({ name, text, onvalue }) {
  let values = [];
  const handle = slider({
    "aria-label": text[name],
    "data-field": name,
    min: 0,
    onvalue: (place) => onvalue(values[place]),
  });
  const shown = element("b");
  const node = element(
    "div",
    { class: "gb-control" },
    element("span", {}, text[name]),
    shown,
    element("div", { class: "gb-slider" }, handle.input),
  );
  function wordsOf(value) {
    if (value === null) return text.off;
    return name === "temperature" && value === 0 ? text.greedy : `${value}`;
  }
  function set(value, among) {
    values = among;
    const last = values.length - 1;
    const place = values.findIndex((one) => one === null || one >= value);
    handle.input.max = last;
    handle.set(value === null || place < 0 ? last : place, wordsOf(value));
    shown.textContent = wordsOf(value);
  }
  return { name, node, set };
}
