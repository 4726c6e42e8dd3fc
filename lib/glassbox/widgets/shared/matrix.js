// A matrix as a table of numbers, each on a colour that says its sign and size.
import { colour } from "./colour.js";
import { element } from "./elements.js";
import { numberField } from "./fields.js";
import { formatNumber } from "./format.js";

/**
 * cells[i][j] are the table's cells. With onvalue(i, j, value) they hold fields that
 * explain(value) checks and name(i, j) names; else numbers. The columns' names may be
 * left out. set(values) writes the numbers; bound is the size of a full colour, and a
 * number of null leaves its cell empty.
 */
export function matrix({
  caption,
  rows,
  columns,
  decimals = 2,
  onvalue = null,
  explain = null,
  name = null,
  format = (value) => formatNumber(value, decimals),
}) {
  const fields = [];
  const cells = rows.map((_row, i) =>
    columns.map((_column, j) => {
      const cell = element("td", { "data-row": i, "data-column": j });
      if (onvalue) {
        const field = numberField({
          explain,
          step: 0.5,
          inputmode: "decimal",
          spell: (x) => `${x}`.replace("-", "−"),
          "aria-label": name(i, j),
          onvalue: (value) => onvalue(i, j, value),
        });
        (fields[i] ??= [])[j] = field;
        cell.append(field.node);
      }
      return cell;
    }),
  );
  const head = element(
    "tr",
    {},
    element("td"),
    ...columns.map((text) => element("th", { scope: "col" }, text)),
  );
  const body = rows.map((text, i) =>
    element("tr", {}, element("th", { scope: "row" }, text), ...cells[i]),
  );
  const title = element("caption", {}, ...[caption].flat());
  const node = element(
    "table",
    { class: "gb-matrix" },
    title,
    element("thead", {}, head),
    element("tbody", {}, ...body),
  );

  const painted = rows.map(() => []); // a cell that stays is left alone, for speed
  function set(values, bound = 1) {
    cells.forEach((row, i) =>
      row.forEach((cell, j) => {
        const value = values[i][j];
        const part = Number.isFinite(value)
          ? Math.max(-1, Math.min(1, value / bound))
          : 0;
        if (onvalue && value !== null) fields[i][j].set(value);
        if (painted[i][j] === `${value} ${part}`) return;
        painted[i][j] = `${value} ${part}`;
        if (value === null) {
          cell.textContent = "";
          delete cell.dataset.value;
        } else {
          if (!onvalue) cell.textContent = format(value);
          cell.dataset.value = value;
        }
        // A half at most: the number on it must be readable, in the dark too.
        cell.style.backgroundColor = colour(0.5 * part);
      }),
    );
  }
  return { node, title, cells, fields, set };
}
