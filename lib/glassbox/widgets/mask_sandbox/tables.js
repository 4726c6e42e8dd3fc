// The mask sandbox's three tables. Each is drawn once for its tokens; set repaints it.
import { is_padding, may_see } from "./numbers.js";
import { button, colour, element } from "../shared/ui.js";

/** A number in a cell's few letters; only 0 itself is written 0. */
export function near(x) {
  if (x && Math.abs(x) < 0.005) return "≈0";
  return x.toFixed(x && Math.abs(x) < 100 ? 2 : 0).replace("-", "−").replace("NaN", "nan");
}

/** Write words and data, if they are new: most stay, and painting is dear. */
function show(node, words, data = {}) {
  const seen = words + Object.values(data);
  if (node.seen === seen) return;
  node.seen = seen;
  node.textContent = words;
  Object.assign(node.dataset, data);
}

/** A table with a row a token, and with a corner a column too; it marks the padded. */
function token_table({ caption, corner, columns, tokens, rows }) {
  const marks = tokens.map(() => []);
  const heading = (scope, words, i) => {
    const mark = element("small");
    marks[i]?.push(mark);
    return element("th", { scope }, words, mark);
  };
  const node = element("table", {}, element("caption", {}, caption),
    element("tr", {}, element("td", {}, corner),
      ...columns.map((name, j) => heading("col", name, corner ? j : -1))),
    ...rows.map((cells, i) => element("tr", {}, heading("row", tokens[i], i), ...cells)));
  const set_padding = (state, word) => marks.forEach((all, i) =>
    all.forEach((mark) => show(mark, is_padding(i, state) ? word : "")));
  return { node, set_padding };
}

/** Scores with the mask's sign over them; a cell turns, a row is hidden as a whole. */
export function mask_table(text, tokens, { turn, turn_row }) {
  let current = [0, 0]; // the cell that Tab reaches; the arrow keys reach the others
  const cells = tokens.map((_, i) => tokens.map((_, j) => {
    const parts = [element("b"), element("span")];
    const node = element("button", {
      type: "button", "data-cell": `${i},${j}`, tabindex: i + j ? -1 : 0,
      onkeydown, onclick: () => turn(i, j), onfocus: () => arrive(i, j),
    }, ...parts);
    return { node, parts };
  }));
  const whole = tokens.map((_, i) => button(`row${i}`, [], () => turn_row(i)));
  const { node, set_padding } = token_table({
    caption: text.mask, corner: text.keys, columns: [...tokens, text.all], tokens,
    rows: cells.map((row, i) => [...row.map((cell) => cell.node), whole[i]]
      .map((inside) => element("td", {}, inside))),
  });
  function arrive(i, j) {
    cells[current[0]][current[1]].node.tabIndex = -1;
    current = [i, j];
    cells[i][j].node.tabIndex = 0;
  }
  function onkeydown(event) {
    const step = {
      ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
    }[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    cells[current[0] + step[0]]?.[current[1] + step[1]]?.node.focus();
  }
  function set(state, scores, mask, rule) {
    set_padding(state, text.pad);
    cells.forEach((row, i) => row.forEach((cell, j) => {
      const hand = mask[i][j] !== rule[i][j];
      const score = near(scores[i][j]);
      const words = text.cell(tokens[i], tokens[j], score, text.seen[mask[i][j] + 2 * hand]);
      if (cell.node.ariaLabel === words && cell.value === scores[i][j]) return;
      cell.value = scores[i][j];
      cell.node.ariaLabel = words;
      show(cell.parts[0], mask[i][j] ? "✓" : "✗");
      show(cell.parts[1], score, { value: scores[i][j] });
      Object.assign(cell.node.dataset, { mask: mask[i][j], hand, poked: j === state.poked });
    }));
    whole.forEach((row, i) => {
      const some = mask[i].includes(true);
      show(row, some ? "✗" : "↺");
      row.ariaLabel = text.row(tokens[i]);
    });
  }
  return { node, set };
}

/** Weights, coloured by their size, each row's sum, and where the truth wants 0. */
export function weights_table(text, tokens) {
  const cells = tokens.map(() => tokens.map(() => element("td")));
  const sums = tokens.map(() => element("td"));
  const { node, set_padding } = token_table({
    caption: text.weights, corner: text.keys, columns: [...tokens, text.sum], tokens,
    rows: cells.map((row, i) => [...row, sums[i]]),
  });
  function set(state, weights, totals) {
    set_padding(state, text.pad);
    cells.forEach((row, i) => row.forEach((cell, j) => {
      const value = weights[i][j];
      const forbidden = !may_see(i, j, state);
      if (cell.dataset.value !== `${value}`) cell.style.backgroundColor = colour(0.45 * value);
      show(cell, near(value), { value, forbidden, leak: forbidden && value !== 0 });
    }));
    sums.forEach((cell, i) =>
      show(cell, near(totals[i]), { value: totals[i], one: Math.abs(totals[i] - 1) < 1e-9 }));
  }
  return { node, set };
}

/** Outputs over their tokens' own values, and how far the changed token moved them. */
export function output_table(text, tokens, n_features) {
  const features = Array.from({ length: n_features }, (_, k) => k);
  const rows = tokens.map(() => ({
    parts: features.map(() => [element("b"), element("small")]),
    change: [element("b"), element("small")],
  }));
  const { node, set_padding } = token_table({
    caption: n_features ? text.outputs : text.no_values, corner: "", tokens,
    columns: [...features.map((k) => text.output(k + 1)), text.moved],
    rows: rows.map(({ parts, change }) =>
      [...parts, change].map((pair) => element("td", {}, ...pair))),
  });
  function set(state, values, output, moves) {
    set_padding(state, text.pad);
    rows.forEach(({ parts, change: [size, verdict] }, i) => {
      parts.forEach(([y, value], k) => {
        show(y, near(output[i][k]), { value: output[i][k] });
        show(value, text.value(near(values[i][k])), { value: values[i][k] });
      });
      const move = moves?.[i] ?? "";
      const leak = Boolean(move) && !may_see(i, state.poked, state);
      show(size, moves ? near(move) : "–", { value: move, leak });
      show(verdict, moves ? text.move[leak ? 2 : +(move !== 0)] : "");
    });
  }
  return { node, set };
}
