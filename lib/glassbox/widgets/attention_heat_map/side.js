// What stands beside the map: the cell pointed at, the pinned one, and a row's weights.
import { element, figure, write } from "../shared/elements.js";
import { formatNumber } from "../shared/format.js";
import { largestKeys } from "./numbers.js";

const LISTED = 8;

/** number(weight) writes a weight as exactly as it came. */
export function sideOf(text, number) {
  const pointed = figure(text.pointed);
  const pinned = figure(text.pinned);
  const title = element("p");
  const sum = element("p", { class: "gb-meaning" });
  const bars = Array.from({ length: LISTED }, () => {
    const [name, bar, weight] = ["span", "i", "span"].map((tag) => element(tag));
    return { node: element("li", {}, name, bar, weight), name, bar, weight };
  });
  const node = element(
    "div",
    { class: "gb-side" },
    pointed.node,
    pinned.node,
    title,
    element("ol", {}, ...bars.map((bar) => bar.node)),
    sum,
  );
  let paintedPin = ""; // what stands there already: pointing is frequent

  /** Show the cell pointed at; without words, how that is done. */
  function setPointed(weight, words) {
    if (words) pointed.set(number(weight), words, weight);
    else pointed.set("–", text.how_to_point, "");
  }
  /** Show the pinned cell; without words, how one is pinned. */
  function setPinned(weight, words) {
    const about = words ? `${weight} ${words}` : "none";
    if (about === paintedPin) return;
    paintedPin = about;
    if (words) pinned.set(number(weight), words, weight);
    else pinned.set("–", text.how_to_pin, "");
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
      write(name, keys[key]);
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
  return { node, setPointed, setPinned, setRow };
}
