// What the reader sets: text, numbers, places on a scale, one of a few.
import { button, element, mathematics } from "./elements.js";
import { parseNumber } from "./format.js";

/** A field for text. */
export function textField({ onvalue, ...attributes }) {
  const input = element("input", {
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    ...attributes,
    oninput: () => onvalue(input.value),
  });
  function set(value) {
    if (input.value !== value) input.value = value; // else the caret would move
  }
  return { node: input, input, set };
}

/**
 * A field for a number. explain(value) says what is wrong with it, or ""; a wrong entry
 * is marked, and the last good value stays. Arrow keys step; Escape takes it back.
 */
export function numberField({ explain, onvalue, step = 0, ...attributes }) {
  const id = `gb-${Math.random().toString(36).slice(2)}`;
  const error = element("span", { id, class: "gb-error" });
  const { input } = textField({ ...attributes, onvalue: read, onkeydown });
  let good = NaN;

  function read() {
    const value = parseNumber(input.value);
    mark(explain(value));
    if (error.textContent || value === good) return;
    good = value;
    onvalue(value);
  }
  function onkeydown(event) {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === "Escape") write(good);
    if (!direction || !step) return;
    event.preventDefault();
    input.value = Number((good + direction * step).toPrecision(12));
    read();
  }
  function write(value) {
    input.value = Number(value.toPrecision(8));
    mark("");
  }
  function mark(message) {
    error.textContent = message;
    for (const [name, value] of [
      ["aria-invalid", "true"],
      ["aria-describedby", id],
    ]) {
      if (message) input.setAttribute(name, value);
      else input.removeAttribute(name);
    }
  }
  /** Show the model's value; unless forced, leave alone what the reader is typing. */
  function set(value, forced) {
    const typed = error.textContent ? good : parseNumber(input.value);
    good = value;
    if (forced || value !== typed) write(value);
  }
  const node = element("span", { class: "gb-field" }, input, error);
  return { node, input, set };
}

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

/**
 * A number to type or to slide, under its label: one name, one value, two ways. name is
 * its name in words, field its key. explain(value) says what is wrong with a typed one,
 * or "". The slider's places are whole numbers; without valueAt and placeOf they count
 * steps. ticks are values to mark on it, beside what stands between field and slider.
 */
export function control({
  field,
  label,
  name,
  low,
  high,
  step = 1,
  explain,
  onvalue,
  ticks = [],
  beside = [],
  valueAt = (place) => Number((place * step).toPrecision(12)),
  placeOf = (value) => Math.round(value / step),
  say = (value) => `${value}`,
}) {
  const attributes = { "aria-label": name, "data-field": field };
  const typed = numberField({
    ...attributes,
    inputmode: "decimal",
    step,
    explain,
    onvalue,
  });
  const dial = slider({
    ...attributes,
    "data-field": `${field}-slider`,
    min: placeOf(low),
    max: placeOf(high),
    onvalue: (place) => onvalue(valueAt(place)),
  });
  const marks = ticks.map((value) => {
    const part = (placeOf(value) - placeOf(low)) / (placeOf(high) - placeOf(low));
    return element("span", { style: `--part: ${part}` }, `${value}`);
  });
  const node = element(
    "div",
    { class: "gb-control" },
    element("span", { "aria-hidden": "true" }, ...mathematics(label)),
    typed.node,
    ...beside,
    element(
      "div",
      { class: "gb-slider" },
      dial.input,
      element("div", { class: "gb-ticks", "aria-hidden": "true" }, ...marks),
    ),
  );
  function set(value, forced) {
    typed.set(value, forced);
    dial.set(placeOf(value), say(value));
  }
  return { node, set };
}

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
