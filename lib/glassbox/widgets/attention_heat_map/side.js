// What stands beside the map: the cell that is told, and the weights of its row.
import { element, figure, write } from "../shared/elements.js";
import { formatNumber } from "../shared/format.js";
import { largestKeys } from "./numbers.js";

const LISTED = 17;

/** number(weight) writes a weight as exactly as it came. */
export function sideOf(text, number) {
  const told = figure("");
  const what = told.node.firstElementChild; // what cell it is
  const title = element("p");
  const sum = element("p", { class: "gb-meaning" });
  const bars = Array.from({ length: LISTED }, () => {
    const [name, bar, weight] = ["span", "i", "span"].map((tag) => element(tag));
    return { node: element("li", {}, name, bar, weight), name, bar, weight };
  });
  const node = element(
    "div",
    { class: "gb-side" },
    told.node,
    title,
    element("ol", {}, ...bars.map((bar) => bar.node)),
    sum,
  );

  /** Show one cell: pointed at, pinned, or else the largest of the map. */
  function setCell(kind, weight, words) {
    write(what, text[kind]);
    told.set(number(weight), words, weight);
  }
  /** Show the largest weights of query i, and the sum of all. */
  function setRow({ query, i, keys, row, total }) {
    const largest = largestKeys(row, LISTED);
    const about = { query, i: i + 1, listed: largest.length, n: keys.length };
    const inPart = largest.length < keys.length;
    write(title, inPart ? text.row_in_part(about) : text.row(about));
    bars.forEach(({ node, name, bar, weight }, place) => {
      const key = largest[place];
      node.hidden = key === undefined;
      if (node.hidden) return;
      const token = keys[key];
      const isTwice = keys.indexOf(token) < keys.lastIndexOf(token);
      write(name, isTwice ? text.nth({ key: token, j: key + 1 }) : token);
      write(weight, number(row[key]));
      bar.style.setProperty("--part", row[key]);
      Object.assign(node.dataset, { key, value: row[key] });
    });
    write(sum, inWords(total));
    sum.dataset.value = total;
  }
  function inWords(total) {
    if (total === 0) return text.masked;
    const isOne = total.toFixed(4) === "1.0000";
    return (isOne ? text.sum : text.not_one)({ sum: formatNumber(total) });
  }
  return { node, setCell, setRow };
}
