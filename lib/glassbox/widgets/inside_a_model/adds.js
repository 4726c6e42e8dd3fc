// What the table and each head add to one letter's logit, from a common zero.
import { element, write } from "../shared/elements.js";
import { fixed } from "../shared/format.js";
import { HEADS, LETTERS } from "./numbers.js";

/** A row of a list: a name, a bar and its value. */
export function barRow() {
  const [name, bar, value] = ["span", "i", "b"].map((tag) => element(tag));
  const node = element("li", {}, name, element("div", {}, bar), value);
  return { name, bar, value, node };
}

/** Rows of bars, one a part, and their sum; it belongs to the folded rest. */
export function adds(text) {
  const title = element("p", { class: "gb-title" });
  const rows = ["table", ...HEADS, "logit"].map((part) => {
    const row = barRow();
    row.node.dataset.head = part; // its color
    row.node.dataset.adds = part;
    return { part, ...row };
  });
  const list = element("ol", {}, ...rows.map(({ node }) => node));
  const node = element("div", { class: "gb-adds" }, title, list);

  /** Show it for the letter that comes next or, where the text ends, for the guess. */
  function draw(content, { parts, stages, guesses }, at, off) {
    const letter = content[at + 1] ?? LETTERS[guesses[at]];
    const i = LETTERS.indexOf(letter);
    const found = { ...parts, logit: stages.at(-1) };
    const numbers = Object.values(found).map((logits) => logits[at][i]);
    const [low, high] = [Math.min(0, ...numbers), Math.max(0, ...numbers)];
    const inPercent = (x) => `${(100 * x) / (high - low || 1)}%`;
    write(title, text.adds({ letter, from: content[at], position: `${at}` }));
    for (const { part, name, bar, value, node } of rows) {
      node.hidden = !(part in found);
      if (node.hidden) continue;
      const number = found[part][at][i];
      const isCut = off.includes(part);
      write(name, isCut ? text.part_cut({ head: part }) : (text.parts[part] ?? part));
      node.classList.toggle("gb-part-cut", isCut);
      bar.style.insetInlineStart = inPercent(Math.min(0, number) - low);
      bar.style.width = inPercent(Math.abs(number));
      value.dataset.value = number;
      write(value, fixed(number, 2));
    }
  }
  return { node, draw };
}
