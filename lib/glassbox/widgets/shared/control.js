// A number to type or to slide.
import { element, mathematics } from "./elements.js";
import { numberField } from "./fields.js";
import { slider } from "./slider.js";

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
    isLarge: Math.max(Math.abs(low), Math.abs(high)) >= 1000,
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
