// What the chosen word is written from: a context's numbers, each under its name.
import { colour } from "../shared/colour.js";
import { element } from "../shared/elements.js";
import { featureName, short, show } from "./writing.js";

/** set(word, name, context) writes the numbers under what they stand for. */
export function contextRow(text, { values, features }) {
  const most = Math.max(...values.flat().map(Math.abs));
  const title = element("div", { class: "gb-meaning" });
  const cells = values[0].map((_, k) => {
    const value = element("b");
    const name = element("span", {}, featureName(text, features, k));
    return { value, node: element("li", {}, name, value) };
  });
  const list = element("ul", {}, ...cells.map((cell) => cell.node));
  const node = element("div", { class: "gb-arrives" }, title, list);

  function set(word, name, context) {
    title.textContent = text.arrives({ word, context: name });
    cells.forEach(({ value, node: cell }, k) => {
      show(value, short(context[k]), context[k]);
      cell.style.backgroundColor = colour((0.4 * Math.abs(context[k])) / most);
    });
  }
  return { node, set };
}
