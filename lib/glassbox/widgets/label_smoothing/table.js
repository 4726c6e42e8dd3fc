// The table of label smoothing: a row a token, a column a target, and the model.
import { sum } from "../kernels/arrays.js";
import { button, element } from "../shared/elements.js";
import { keepTableRoles } from "../shared/table_roles.js";

const COLUMNS = ["hard", "others", "all", "model"];

/** onchoose(token) hears which token is the right one; format writes a share. */
export function targetTable(text, format, onchoose) {
  let rows = [];
  const body = element("tbody");
  const sums = makeCells();
  const node = keepTableRoles(
    element(
      "table",
      {},
      element("caption", { class: "gb-unseen" }, text.caption),
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          ...["token", ...COLUMNS].map((name) =>
            element(
              "th",
              { scope: "col", class: `gb-col-${name}` },
              text.columns[name],
            ),
          ),
          bar(),
        ),
      ),
      body,
      element(
        "tfoot",
        {},
        element(
          "tr",
          {},
          element("th", { scope: "row" }, text.sum),
          ...Object.values(sums),
          bar(),
        ),
      ),
    ),
  );

  function makeCells() {
    const cells = COLUMNS.map((name) => element("td", { class: `gb-col-${name}` }));
    return Object.fromEntries(COLUMNS.map((name, i) => [name, cells[i]]));
  }
  function bar(...children) {
    return element("td", { class: "gb-bar", "aria-hidden": "true" }, ...children);
  }
  function makeRow(token) {
    const chosen = button(`target-${token}`, [`${token}`], () => onchoose(token));
    chosen.setAttribute("aria-label", text.choose({ token: `${token}` }));
    const cells = makeCells();
    const fill = element("span");
    const head = element("th", { scope: "row" }, chosen);
    const row = element("tr", {}, head, ...Object.values(cells), bar(fill));
    return { node: keepTableRoles(row), chosen, cells, fill };
  }
  function show(cell, value) {
    if (cell.dataset.value === `${value}`) return; // else the page lays it out again
    cell.textContent = format(value);
    cell.dataset.value = `${value}`;
  }

  /** columns: each one's shares by its name; the convention's are drawn as bars. */
  function draw(columns, { vocabulary_size, convention, target }) {
    if (rows.length !== vocabulary_size) {
      rows = Array.from({ length: vocabulary_size }, (_, token) => makeRow(token));
      body.replaceChildren(...rows.map((row) => row.node));
    }
    rows.forEach((row, token) => {
      for (const name of COLUMNS) show(row.cells[name], columns[name][token]);
      row.chosen.setAttribute("aria-pressed", `${token === target}`);
      row.fill.style.width = `${100 * columns[convention][token]}%`;
      row.node.classList.toggle("gb-right", token === target);
    });
    for (const name of COLUMNS) show(sums[name], sum(columns[name]));
    node.dataset.convention = convention;
  }
  return { node, draw };
}
