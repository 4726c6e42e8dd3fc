// The mask sandbox's two tables. Each is drawn once for its tokens; set repaints it.
import { sum } from "../kernels/arrays.js";
import { colour } from "../shared/colour.js";
import { element, write } from "../shared/elements.js";
import { formatNear, formatShort } from "../shared/format.js";
import { counted, is_filled, is_padding, may_see } from "./numbers.js";

const ARROWS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** A number in a few letters; only 0 itself is written 0. */
export function near(x, decimals = 2) {
  const places = Math.abs(x) < 100 ? decimals : 0;
  const shown = formatShort(x, places);
  return x && shown.replace("−", "") === "0" ? "≈0" : shown;
}

/** e to the score, as a pencil has it; where that's too long, as a power. */
export function exponential(score) {
  const e = Math.exp(score);
  return e >= 0.01 && e < 1000 ? near(e) : `e^${formatNear(score, 0)}`;
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
      const says = is_padding(i, state) && !tokens[i].includes(word); // "[pad]" does
      for (const mark of all) write(mark, says ? word : "");
    });
  }
  return { node, setPadding };
}

/** Weights, each over its e^score; a press hides it or shows it. A row ends in sums. */
export function weightsTable(text, tokens, answers, turn) {
  let current = [0, 0]; // the cell that Tab reaches; the arrow keys reach the others
  const decimals = tokens.length > 5 ? 2 : 3;
  const pair = () => ({ weight: element("b"), small: element("span") });
  const cells = tokens.map((_query, i) =>
    tokens.map((_key, j) => {
      const { weight, small } = pair();
      const attributes = {
        type: "button",
        "data-cell": `${i},${j}`,
        tabindex: i + j ? -1 : 0,
        onkeydown,
        onclick: () => turn(i, j),
        onfocus: () => arrive(i, j),
      };
      const press = element("button", attributes, weight, small);
      return { node: element("td", {}, press), press, weight, small };
    }),
  );
  const sums = tokens.map(() => {
    const { weight, small } = pair();
    return { node: element("td", {}, weight, small), weight, small };
  });
  const { node, setPadding } = tokenTable({
    caption: text.weights,
    corner: text.corner,
    columns: [...tokens, text.sum, ...(answers.length ? [text.answer] : [])],
    tokens,
    rows: cells.map((row, i) => {
      const answer = answers.slice(i, i + 1).map((word) => element("td", {}, word));
      for (const one of answer) one.dataset.answer = i;
      return [...row.map((cell) => cell.node), sums[i].node, ...answer];
    }),
  });
  function arrive(i, j) {
    const [row, column] = current;
    cells[row][column].press.tabIndex = -1;
    current = [i, j];
    cells[i][j].press.tabIndex = 0;
  }
  function onkeydown(event) {
    const step = ARROWS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    cells[current[0] + step[0]]?.[current[1] + step[1]]?.press.focus();
  }
  function set(state, scores, mask, rule, weights, totals) {
    setPadding(state, text.pad);
    cells.forEach((row, i) => {
      const parts = counted(scores[i], mask[i], state);
      const isFilled = is_filled(mask[i], state);
      row.forEach(({ node, press, weight, small }, j) => {
        const [allowed, value] = [mask[i][j], weights[i][j]];
        const hand = allowed !== rule[i][j];
        const e = isFilled ? "1" : exponential(scores[i][j]);
        const form = `${allowed ? "allowed" : "hidden"}${hand ? "_by_hand" : ""}`;
        const names = { query: tokens[i], key: tokens[j] };
        const words = { ...names, exponential: e, weight: near(value, decimals) };
        press.setAttribute("aria-label", text.cell[form](words));
        if (node.dataset.value !== `${value}`) {
          node.style.backgroundColor = colour(0.45 * value);
        }
        const forbidden = !may_see(i, j, state);
        show(weight, words.weight);
        show(small, e, { value: scores[i][j] });
        const leak = forbidden && value !== 0;
        Object.assign(node.dataset, { value, forbidden, leak });
        const poked = j === state.poked;
        const marks = { mask: allowed, hand, counted: parts[j] !== null, poked };
        Object.assign(press.dataset, marks);
      });
    });
    sums.forEach(({ node, weight, small }, i) => {
      const one = Math.abs(totals[i] - 1) < 1e-9 || is_padding(i, state);
      show(weight, near(totals[i], decimals));
      show(small, near(sum(counted(scores[i], mask[i], state))));
      Object.assign(node.dataset, { value: totals[i], one });
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
