// The table of LayerNorm by hand: each step a row, each feature a column.
import { element, mathematics } from "../shared/elements.js";
import { formatCell } from "./numbers.js";

/**
 * The table; lines names its rows and notes, from the top; entry(row, i) gives the number
 * field of feature i in a row that the reader writes, notes are lines of text.
 */
export function stepTable(text, lines, notes, entries, entry) {
  const head = element("tr");
  const body = element("tbody");
  const caption = element("caption", { class: "gb-unseen" }, text.caption);
  const node = element("table", {}, caption, element("thead", {}, head), body);
  const cells = {}; // of each row
  let drawn = 0; // features

  function draw(n) {
    const columns = Array.from({ length: n }, (_, i) =>
      element(
        "th",
        { scope: "col", "aria-label": text.feature({ n: i + 1 }) },
        `${i + 1}`,
      ),
    );
    head.replaceChildren(element("td"), ...columns);
    body.replaceChildren(
      ...lines.map((name) => (name in notes ? note(name, n) : row(name, n))),
    );
  }
  function note(name, n) {
    const cell = element("td", { class: "gb-note", colspan: n + 1 }, ...notes[name]);
    return element("tr", {}, cell);
  }
  function row(name, n) {
    cells[name] = Array.from({ length: n }, (_, i) => makeCell(name, i));
    const title = element("th", { scope: "row" }, ...mathematics(text.rows[name]));
    const nodes = cells[name].map((cell) => cell.node);
    return element("tr", { "data-row": name }, title, ...nodes);
  }
  function makeCell(name, i) {
    const field = entries.includes(name) ? entry(name, i) : null;
    const number = field ? field.node : element("span");
    return { node: element("td", {}, number), field, number };
  }

  /** Show the steps; with forced, a wrong entry is forgotten. */
  function set(shown, forced) {
    if (drawn !== shown.x.length) draw(shown.x.length);
    drawn = shown.x.length;
    for (const [name, row] of Object.entries(cells)) {
      row.forEach((cell, i) => {
        const value = shown[name][i];
        if (cell.field) cell.field.set(value, forced);
        else cell.number.textContent = formatCell(value, name.endsWith("gap"));
        cell.node.dataset.value = value;
      });
    }
  }
  return { node, set };
}
