// A field for a number as people write it: 0.5, 0,5, −2, 1/3, 1e-3, 10 000, 50 %.
import { element, write } from "../../lib/glassbox/widgets/shared/elements.js";

let count = 0; // of the page's fields, which gives each its id

/**
 * A labelled field for a number. `known` are the numbers in question: they tell how a
 * comma is read, and which keys a phone offers.
 */
export function numberField({ label, known, text, onedit, ...attributes }) {
  const id = `number-${++count}`;
  const error = element("span", { id: `${id}-error`, class: "glassbox-error" });
  const input = element("input", {
    id,
    type: "text",
    // A telephone's keys for decimals have no minus.
    inputmode: known.some((x) => x < 0) ? "text" : "decimal",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    ...attributes,
    oninput() {
      explain("");
      onedit();
    },
  });
  input.value = text;

  function explain(message) {
    write(error, message);
    for (const [name, value] of [
      ["aria-invalid", "true"],
      ["aria-describedby", error.id],
    ]) {
      if (message) input.setAttribute(name, value);
      else input.removeAttribute(name);
    }
  }
  const node = element(
    "div",
    { class: "glassbox-field" },
    element("label", { for: id }, label),
    input,
    error,
  );
  function set(words) {
    input.value = words;
    explain("");
  }
  const isLarge = hasThousands(known);
  const number = () => readNumber(input.value, isLarge);
  return { node, input, explain, set, text: () => input.value.trim(), number };
}

/** Tell whether a comma before three digits groups them, with these numbers about. */
export function hasThousands(known) {
  return known.some((x) => Math.abs(x) >= 1000);
}

/**
 * The number that a text spells, fractions too; else NaN. A percent sign changes
 * nothing: whether percent are asked for is the exercise's question.
 */
export function readNumber(text, isLarge) {
  const narrow = (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0);
  const plain = text
    .replace(/[！-～]/g, narrow) // the wide digits and signs of Chinese and Japanese
    .replaceAll("−", "-")
    .replace(/\s*%\s*$/, "");
  const parts = plain.split("/").map((part) => readDecimal(part.trim(), isLarge));
  const value = parts.reduce((above, below) => above / below);
  return parts.length <= 2 && Number.isFinite(value) ? value : NaN;
}

/**
 * A space or _ before each three digits groups them. So does a comma where it can't be
 * meant otherwise: 43,008,000 and 1,024.5, and where numbers of 1000 and more are in
 * question, 10,000 as well. Every other comma is a decimal one.
 */
function readDecimal(text, isLarge) {
  let plain = text
    .replace(/^([+-])\s+/, "$1")
    .replace(/(\d)[\s_](?=\d{3}(?!\d))/g, "$1");
  const isGrouped = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(plain);
  const isPlain = isLarge || /,.*[,.]/.test(plain);
  plain = isGrouped && isPlain ? plain.replaceAll(",", "") : plain.replace(",", ".");
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
}
