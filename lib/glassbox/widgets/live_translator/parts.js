// The parts of the live translator: cells with a level, and attention as tints.
import { button, element } from "../shared/ui.js";

/** Buttons in a row under a name; pick(i) hears which. */
export function group(action, name, labels, pick) {
  return element("div", { class: "gb-row", role: "group", "aria-label": name, "data-group": action },
    element("span", {}, name),
    ...labels.map((label, i) => button(`${action}-${i}`, [label].flat(), () => pick(i))));
}

/** What a cell holds: a sign, or a word in small, and under it a number. */
export function sign_and_number(sign) {
  return [element(sign.length > 1 ? "i" : "b", {}, sign), element("small")];
}

/** Show a share, or none: as a level or tint, as a number, and exactly, as data. */
export function fill(node, share, factor) {
  node.style.backgroundSize = `100% ${100 * (share ?? 0)}%`;
  node.dataset.value = share ?? "";
  write(node.lastChild, share === undefined ? "" : short(share, factor));
}

export function write(node, words) {
  if (node.textContent !== words) node.textContent = words; // else laid out anew
}

/** Two decimals, or in percent one; only 0 itself is written 0. */
export function short(x, factor = 1) {
  const words = (factor * x).toFixed(factor > 1 ? 1 : 2);
  return x && !Number(words) ? "≈0" : words;
}

/** An attention map's rows: the tokens read, then a strip of tints for each step. */
export function map_rows(columns, names, pick) {
  const style = `--columns: ${columns.length}`;
  const signs = columns.map((column) => element("b", {}, column));
  return names.map((sign, i) => element("div", { style, onclick: () => pick(i) },
    element("b", {}, i ? sign : ""), ...(i ? [element("i")] : signs)));
}

/** Tint a strip by shares, as one gradient: hundreds of cells would be slow to repaint. */
export function tint(node, shares) {
  const n = shares.length;
  const tints = shares.map((share, j) => `color-mix(in oklab, var(--gb-accent) ${100 * share}%, ` +
    `var(--gb-surface)) 0 ${100 * (j + 1) / n}%`);
  node.style = `--columns: ${n}; grid-column: 2 / span ${n}; background: linear-gradient(90deg, ${tints}, #000 0)`;
  node.dataset.values = shares;
}
