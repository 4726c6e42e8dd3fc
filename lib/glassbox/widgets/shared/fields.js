// Fields to type into.
import { element } from "./elements.js";

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
 * A field for a number. explain(value, typed) says what is wrong with it, or ""; a wrong
 * entry is marked, and the last good value stays. Arrow keys step; Escape takes it back.
 * spell(value) writes a number that the reader did not type. isLarge: 1000 and more may
 * be typed, so a comma before three digits groups them.
 */
export function numberField({
  explain,
  onvalue,
  step = 0,
  isLarge = false,
  spell = (x) => `${x}`,
  ...attributes
}) {
  const id = `gb-${Math.random().toString(36).slice(2)}`;
  const error = element("span", { id, class: "gb-error" });
  const { input } = textField({
    ...attributes,
    onvalue: read,
    onkeydown,
    onfocus,
    onclick,
    onchange, // when the reader has left the field
  });
  let [good, isNew] = [NaN, false]; // isNew: reached, and not yet clicked again
  let [whole, typed] = [NaN, ""]; // the number before, and its parts so far

  // What is typed into a field that was reached just now replaces its number.
  function onfocus() {
    isNew = true;
    whole = good;
    input.select();
  }
  function onclick() {
    // A click puts the caret after the focus; a part that was dragged over stays.
    if (isNew && input.selectionStart === input.selectionEnd) input.select();
    isNew = false;
    whole = good;
  }

  function onchange() {
    if (!error.textContent) write(good); // a hyphen that was typed becomes a minus
  }

  function read() {
    if (!input.value.startsWith(typed)) whole = good; // a new entry begins
    typed = input.value;
    const value = parseNumber(typed, isLarge);
    mark(explain(value, typed));
    const isTooFar = error.textContent && Number.isFinite(value);
    // Nobody who types 999 means the 99 on the way: what stood before is used.
    const used = isTooFar ? whole : error.textContent ? good : value;
    if (Number.isNaN(used) || used === good) return;
    good = used;
    onvalue(used);
    if (isTooFar) mark(explain(value, typed)); // it may say what stays: 9, not 99's 9
  }
  function onkeydown(event) {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === "Escape") write(good);
    if (!direction || !step) return;
    event.preventDefault();
    input.value = spell(Number((good + direction * step).toPrecision(12)));
    read();
  }
  function write(value) {
    whole = value;
    input.value = spell(Number(value.toPrecision(8)));
    typed = input.value;
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
    const shown = error.textContent ? good : parseNumber(input.value, isLarge);
    good = value;
    if (forced || value !== shown) write(value);
  }
  const node = element("span", { class: "gb-field" }, input, error);
  return { node, input, set };
}

/**
 * The number that a text spells, full-width digits, − and 2,5 too; else NaN. 1,000 is
 * read where large numbers are asked for; elsewhere it may mean 1 as well as 1000.
 */
export function parseNumber(text, isLarge = false) {
  const typed = text.normalize("NFKC").replace("−", "-").trim();
  const isGrouped = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(typed);
  if (isGrouped && !isLarge) return NaN;
  const plain = isGrouped
    ? typed.replaceAll(",", "")
    : typed.replace(/^([+-]?\d*),(?=\d+$)/, "$1.");
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
}
