// A table of numbers that change: each cell has its words, and exactly, as data.
import { element } from "./elements.js";

/**
 * set(caption, heads, rows) shows rows of cells [words, exact]; the first heads its row.
 * inHead(name) makes a head's children of its name, such as formula.
 */
export function numbersTable(inHead = (name) => [name]) {
  const caption = element("caption");
  const [head, body] = [element("tr"), element("tbody")];
  const node = element("table", {}, caption, element("thead", {}, head), body);
  let shown = [];
  function set(title, heads, rows) {
    caption.textContent = title;
    if (`${heads}` !== `${shown}`) {
      head.replaceChildren(
        ...heads.map((name) => element("th", { scope: "col" }, ...inHead(name))),
      );
    }
    shown = heads;
    while (body.childElementCount > rows.length) body.lastChild.remove();
    while (body.childElementCount < rows.length) {
      const cells = heads.slice(1).map(() => element("td"));
      body.append(element("tr", {}, element("th", { scope: "row" }), ...cells));
    }
    rows.forEach((row, i) =>
      row.forEach(([words, exact], j) => {
        const cell = body.children[i].children[j];
        cell.textContent = words;
        cell.dataset.value = exact;
      }),
    );
  }
  return { node, body, set };
}
