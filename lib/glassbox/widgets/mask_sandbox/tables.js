// The mask sandbox's three tables. Each is drawn once for its tokens; set repaints it.
import { colour } from "../shared/colour.js";
import { button, element, write } from "../shared/elements.js";
import { formatNear } from "../shared/format.js";
import { is_padding, may_see } from "./numbers.js";

const ARROWS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** A number in a cell's few letters; only 0 itself is written 0. */
export function near(x) {
  if (Number.isNaN(x)) return "nan";
  return formatNear(x, x && Math.abs(x) < 100 ? 2 : 0);
}

/** Write words and data, if they are new: most stay, and painting is dear. */
function show(node, words, data = {}) {
  write(node, words);
  for (const [name, value] of Object.entries(data)) {
    if (node.dataset[name] !== `${value}`) node.dataset[name] = value;
  }
}

/** A table with a row a token, and with a corner a column too; it marks the padded. */
function tokenTable({ caption, corner, columns, tokens, rows }) {
  const marks = tokens.map(() => []);
  function heading(scope, words, i) {
    const mark = element("small");
    marks[i]?.push(mark);
    return element("th", { scope }, words, mark);
  }
  const heads = columns.map((name, j) => heading("col", name, corner ? j : -1));
  const body = rows.map((cells, i) =>
    element("tr", {}, heading("row", tokens[i], i), ...cells),
  );
  const node = element(
    "table",
    {},
    element("caption", {}, caption),
    element("tr", {}, element("td", {}, corner), ...heads),
    ...body,
  );
  function setPadding(state, word) {
    marks.forEach((all, i) => {
      for (const mark of all) write(mark, is_padding(i, state) ? word : "");
    });
  }
  return { node, setPadding };
}

/** Scores with the mask's sign over them; a cell turns, a row is hidden as a whole. */
export function maskTable(text, tokens, { turn, turnRow }) {
  let current = [0, 0]; // the cell that Tab reaches; the arrow keys reach the others
  const cells = tokens.map((_query, i) =>
    tokens.map((_key, j) => {
      const [sign, score] = [element("b"), element("span")];
      const attributes = {
        type: "button",
        "data-cell": `${i},${j}`,
        tabindex: i + j ? -1 : 0,
        onkeydown,
        onclick: () => turn(i, j),
        onfocus: () => arrive(i, j),
      };
      return { node: element("button", attributes, sign, score), sign, score };
    }),
  );
  const whole = tokens.map((_, i) => button(`row${i}`, [], () => turnRow(i)));
  const { node, setPadding } = tokenTable({
    caption: text.mask,
    corner: text.corner,
    columns: [...tokens, text.all],
    tokens,
    rows: cells.map((row, i) => {
      const inside = [...row.map((cell) => cell.node), whole[i]];
      return inside.map((one) => element("td", {}, one));
    }),
  });
  function arrive(i, j) {
    const [row, column] = current;
    cells[row][column].node.tabIndex = -1;
    current = [i, j];
    cells[i][j].node.tabIndex = 0;
  }
  function onkeydown(event) {
    const step = ARROWS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    cells[current[0] + step[0]]?.[current[1] + step[1]]?.node.focus();
  }
  function set(state, scores, mask, rule) {
    setPadding(state, text.pad);
    cells.forEach((row, i) => {
      row.forEach((cell, j) => {
        const allowed = mask[i][j];
        const hand = allowed !== rule[i][j];
        const score = near(scores[i][j]);
        const form = `${allowed ? "allowed" : "hidden"}${hand ? "_by_hand" : ""}`;
        const words = { query: tokens[i], key: tokens[j], score };
        cell.node.setAttribute("aria-label", text.cell[form](words));
        show(cell.sign, allowed ? "✓" : "✗");
        show(cell.score, score, { value: scores[i][j] });
        Object.assign(cell.node.dataset, {
          mask: allowed,
          hand,
          poked: j === state.poked,
        });
      });
    });
    whole.forEach((row, i) => {
      write(row, mask[i].includes(true) ? "✗" : "↺");
      row.setAttribute("aria-label", text.row({ query: tokens[i] }));
    });
  }
  return { node, set };
}

/** Weights, coloured by their size, each row's sum, and where the truth wants 0. */
export function weightsTable(text, tokens) {
  const cells = tokens.map(() => tokens.map(() => element("td")));
  const sums = tokens.map(() => element("td"));
  const { node, setPadding } = tokenTable({
    caption: text.weights,
    corner: text.corner,
    columns: [...tokens, text.sum],
    tokens,
    rows: cells.map((row, i) => [...row, sums[i]]),
  });
  function set(state, weights, totals) {
    setPadding(state, text.pad);
    cells.forEach((row, i) => {
      row.forEach((cell, j) => {
        const value = weights[i][j];
        const forbidden = !may_see(i, j, state);
        if (cell.dataset.value !== `${value}`) {
          cell.style.backgroundColor = colour(0.45 * value);
        }
        show(cell, near(value), { value, forbidden, leak: forbidden && value !== 0 });
      });
    });
    sums.forEach((cell, i) => {
      const one = Math.abs(totals[i] - 1) < 1e-9;
      show(cell, near(totals[i]), { value: totals[i], one });
    });
  }
  return { node, set };
}

/** Outputs over their tokens' own values, and how far the changed token moved them. */
export function outputTable(text, tokens, n_features) {
  const features = Array.from({ length: n_features }, (_, k) => k);
  const pair = () => [element("b"), element("small")];
  const rows = tokens.map(() => ({ parts: features.map(pair), change: pair() }));
  const { node, setPadding } = tokenTable({
    caption: n_features ? text.outputs : text.no_values,
    corner: "",
    columns: [...features.map((k) => text.output({ number: k + 1 })), text.moved],
    tokens,
    rows: rows.map(({ parts, change }) =>
      [...parts, change].map((both) => element("td", {}, ...both)),
    ),
  });
  function set(state, values, output, moves) {
    setPadding(state, text.pad);
    rows.forEach(({ parts, change: [size, verdict] }, i) => {
      parts.forEach(([y, value], k) => {
        show(y, near(output[i][k]), { value: output[i][k] });
        const words = text.value({ value: near(values[i][k]) });
        show(value, words, { value: values[i][k] });
      });
      if (!moves) {
        show(size, "–", { value: "", leak: false });
        return write(verdict, "");
      }
      const leak = moves[i] !== 0 && !may_see(i, state.poked, state);
      show(size, near(moves[i]), { value: moves[i], leak });
      const allowed = moves[i] ? text.move.allowed : text.move.none;
      write(verdict, leak ? text.move.leak : allowed);
    });
  }
  return { node, set };
}
