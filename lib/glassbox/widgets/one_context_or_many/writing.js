// How the widget writes words and numbers.
import { element } from "../shared/elements.js";
import { formatNumber, formatShort } from "../shared/format.js";
import { lowered } from "./numbers.js";

/** Words into a node, and the exact number; what stays is left alone, for speed. */
export function show(node, words, exact) {
  if (node.dataset.value === `${exact}` && node.textContent === words) return;
  node.textContent = words;
  node.dataset.value = exact;
}

/** Three decimals; no number but 0 itself is written 0. */
export function short(x) {
  return x !== 0 && Math.abs(x) < 0.001 ? "≈0" : formatNumber(x, 3);
}

/** Two decimals at most, no zeros behind. */
export function spell(x) {
  return formatShort(x, 2);
}

/** A source word and, small, what it means. */
export function named(word, gloss) {
  return gloss ? [word, element("small", {}, gloss)] : [word];
}

/** The name of a value's number k. */
export function featureName(text, features, k) {
  return features[k] ?? text.sum.number({ index: lowered(k + 1) });
}
