// The tables of the widget attention, step by step: Q, K, V, the mask and five stages.
import { STAGES } from "./numbers.js";
import { formula } from "../shared/formula.js";
import { matrix } from "../shared/matrix.js";
import { button, element, formatNumber } from "../shared/ui.js";

export const GIVEN = ["query", "key", "value"];
const LARGEST = 1000;

export function largestOf(rows) {
  return Math.max(...rows.flat().map(Math.abs)) || 1;
}

/** A copy with one entry changed. */
export function replaced(rows, i, j, entry) {
  return rows.map((row, r) => (r === i ? row.map((old, c) => (c === j ? entry : old)) : row));
}

/**
 * Tables by name, their cells by name, and the mask's buttons. onedit(name, i, j, entry)
 * hears of a new number; onswitch(i, j) of a click in the mask.
 */
export function attentionTables(text, state, { onedit, onswitch }) {
  const { tokens, key_tokens, key } = state;
  const tables = {};
  for (const name of GIVEN) {
    const rows = name === "query" ? tokens : key_tokens;
    tables[name] = matrix({
      caption: text.given[name], rows, columns: counted(state[name][0]),
      name: (i, j) => text.entry(text.given[name], rows[i], j + 1),
      explain: (x) => (Math.abs(x) <= LARGEST ? "" : text.wrong),
      onvalue: (i, j, x) => onedit(name, i, j, x),
    });
  }
  STAGES.forEach((stage, n) => {
    const words = formula(text.stages[stage](key[0].length));
    tables[stage] = matrix({
      caption: [element("b", {}, `${n + 1}`), ...words], rows: tokens, format: inCell,
      columns: stage === "output" ? counted(state.value[0]) : key_tokens,
    });
    tables[stage].node.setAttribute("role", "grid");
    for (const cell of tables[stage].cells.flat()) cell.dataset.stage = stage;
  });
  tables.mask = matrix({ caption: text.mask, rows: tokens, columns: key_tokens });
  const switches = tables.mask.cells.map((row, i) => row.map((cell, j) => {
    const node = button(`mask-${i}-${j}`, [], () => onswitch(i, j));
    node.ariaLabel = text.may(tokens[i], key_tokens[j]);
    cell.className = "gb-switch";
    cell.append(node);
    return node;
  }));
  return { tables, switches };
}

function counted(row) {
  return row.map((_, j) => `${j + 1}`);
}

/** Two decimals; a small number is said to be small, and a large one has no decimals. */
function inCell(x) {
  const size = Math.abs(x);
  if (size > 0 && size < 0.005) return "≈0";
  return size < 1000 ? x.toFixed(2).replace("-", "−") : formatNumber(x, 0);
}
