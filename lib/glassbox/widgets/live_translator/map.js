// An attention map: for each step, a strip of tints over the tokens that it reads.
import { element } from "../shared/elements.js";

/** A map for eyes alone: the strips of tokens say its numbers. onpick hears a row. */
export function attentionMap(onpick) {
  const node = element("div", { class: "gb-grid", "aria-hidden": "true" });
  let head = [];
  let rows = []; // the first one is the head

  function setTokens(columns, names) {
    const style = `--columns: ${columns.length}`;
    head = columns.map((column) => element("b", {}, column));
    rows = names.map((sign, i) => {
      const children = i
        ? [element("b", {}, sign), element("i")]
        : [element("b"), ...head];
      return element("div", { style, onclick: () => onpick(i) }, ...children);
    });
    node.replaceChildren(...rows);
  }
  function setShares(shares) {
    shares.forEach((row, i) => tint(rows[i + 1].lastChild, row));
  }
  /** Say of each row, and of each column, whether it is looked at or still blank. */
  function setStates(ofRows, ofColumns) {
    rows.forEach((row, i) => {
      row.dataset.state = ofRows[i];
    });
    head.forEach((sign, j) => {
      sign.dataset.state = ofColumns[j] ?? "";
    });
  }
  return { node, setTokens, setShares, setStates };
}

/** Tint a strip by shares, as one gradient: hundreds of cells would be slow. */
function tint(node, shares) {
  const n = shares.length;
  const tints = shares.map((share, j) => {
    const colours = `var(--gb-accent) ${100 * share}%, var(--gb-surface)`;
    return `color-mix(in oklab, ${colours}) 0 ${(100 * (j + 1)) / n}%`;
  });
  node.style.setProperty("--columns", n);
  node.style.gridColumn = `2 / span ${n}`;
  node.style.background = `linear-gradient(90deg, ${tints})`;
  node.dataset.values = shares;
}
