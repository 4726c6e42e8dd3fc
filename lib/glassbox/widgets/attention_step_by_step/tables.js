// The tables of the widget attention, step by step: Q, K, V, the mask and five stages.
import { button, element } from "../shared/elements.js";
import { formatNear, formatNumber } from "../shared/format.js";
import { formula } from "../shared/formula.js";
import { matrix } from "../shared/matrix.js";
import { STAGES, short } from "./numbers.js";

export const GIVEN = ["query", "key", "value"];
const LARGEST = 1000;

export function largestOf(rows) {
  return Math.max(...rows.flat().map(Math.abs)) || 1;
}

/** A copy with one entry changed. */
export function replaced(rows, i, j, entry) {
  return rows.with(i, rows[i].with(j, entry));
}

/**
 * Tables by name, and the mask's buttons. onedit(name, i, j, entry) hears of a new
 * number; onswitch(i, j) of a click in the mask.
 */
export function attentionTables(text, state, { onedit, onswitch }) {
  const { tokens, key_tokens, key } = state;
  const tables = {};
  for (const name of GIVEN) {
    const rows = name === "query" ? tokens : key_tokens;
    const about = (i, j) => ({ name: text.given[name], row: rows[i], column: j + 1 });
    tables[name] = matrix({
      caption: text.given[name],
      rows,
      columns: counted(state[name][0]),
      name: (i, j) => text.entry(about(i, j)),
      explain: (x) => (Math.abs(x) <= LARGEST ? "" : text.wrong),
      onvalue: (i, j, x) => onedit(name, i, j, x),
    });
  }
  const titles = {
    ...text.stages,
    scores: text.stages.scores({ root: short(Math.sqrt(key[0].length)) }),
  };
  STAGES.forEach((stage, n) => {
    tables[stage] = matrix({
      caption: [element("b", {}, `${n + 1}`), ...formula(titles[stage])],
      rows: tokens,
      columns: stage === "output" ? counted(state.value[0]) : key_tokens,
      format: inCell,
    });
    tables[stage].node.setAttribute("role", "grid");
    for (const cell of tables[stage].cells.flat()) cell.dataset.stage = stage;
  });
  tables.mask = matrix({ caption: text.mask, rows: tokens, columns: key_tokens });
  const switches = tables.mask.cells.map((row, i) =>
    row.map((cell, j) => {
      const node = button(`mask-${i}-${j}`, [], () => onswitch(i, j));
      node.ariaLabel = text.may({ query: tokens[i], key: key_tokens[j] });
      cell.className = "gb-switch";
      cell.append(node);
      return node;
    }),
  );
  return { tables, switches };
}

function counted(row) {
  return row.map((_, j) => `${j + 1}`);
}

/** Two decimals; a small number is said to be small, and a large one has no decimals. */
function inCell(x) {
  return Math.abs(x) < 1000 ? formatNear(x) : formatNumber(x, 0);
}
