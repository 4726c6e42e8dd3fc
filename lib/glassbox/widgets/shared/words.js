// A widget's words, which are data: words.<language>.json beside it, filled in here.
import { formatPlain, useLanguage } from "./format.js";

/**
 * The model's words: text.title, text.score_of({ name }). A text with {placeholders} is
 * a function of them; one by number, such as { one: "{n} row", other: "{n} rows" }, is
 * chosen by n. A number is written as the language does.
 */
export function wordsOf(model) {
  const { language, ...forms } = JSON.parse(model.get("words"));
  useLanguage(language);
  return spoken(forms, new Intl.PluralRules(language));
}

export function spoken(form, plurals) {
  if (typeof form === "string") {
    return form.includes("{") ? (values) => fill(form, values) : form;
  }
  if (Array.isArray(form)) return form.map((part) => spoken(part, plurals));
  if (typeof form.other === "string" && isPlural(form)) {
    return (values) => fill(form[plurals.select(values.n)] ?? form.other, values);
  }
  const parts = Object.entries(form).map(([key, part]) => [key, spoken(part, plurals)]);
  return Object.fromEntries(parts);
}

const CATEGORIES = ["zero", "one", "two", "few", "many", "other"];

function isPlural(form) {
  return Object.keys(form).every((key) => CATEGORIES.includes(key));
}

function fill(form, values) {
  return form.replace(/\{(\w+)\}/g, (_, name) => {
    if (!(name in values)) throw new RangeError(`"${form}" wants a value for ${name}`);
    const value = values[name];
    return typeof value === "number" ? formatPlain(value) : value;
  });
}

/** Children for element: a text's words, with nodes where it has their {names}. */
export function withNodes(text, nodes, values = {}) {
  const marks = Object.keys(nodes).map((name) => [name, `\0${name}\0`]);
  const words = text({ ...values, ...Object.fromEntries(marks) });
  return words.split("\0").map((part, i) => (i % 2 ? nodes[part] : part));
}
