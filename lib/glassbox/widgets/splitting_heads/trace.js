// What is said of the number followed: where it comes from, by which indices it is found
// again, and where it goes.
import { formatNumber } from "../shared/format.js";

export const short = (x) => formatNumber(x, 2);

/** A stage's name in the chapter's code; letter is Q, K or V. */
export function nameOf(stage, letter, names) {
  const symbols = {
    projection: letter,
    head: letter,
    w_in: `w_${letter.toLowerCase()}`,
  };
  return symbols[stage] ?? names[stage] ?? stage;
}

/** Lines about it: its name and value, then where from and where to. */
export function trace(text, state, form, stages, flow) {
  const { tokens, projection, stage } = state;
  const [head, row, column] = state.place;
  const name = (kind) => nameOf(kind, form.letter, text.names);
  const value = short(stages[stage][head][row][column]);
  if (stage === "weights") {
    const held = (at) => tokens[form.origin[head][at][0][0]];
    const words = { query: held(row), key: held(column), head };
    const title = `${name("weights")}[${head}][${row}][${column}] = ${value}`;
    return [title, text.trace.weights(words)];
  }

  // A number within a head is told as the number outside that it is.
  let [kind, i, j] = [stage, row, column];
  if (stage === "head")
    [kind, i, j] = ["projection", ...form.origin[head][row][column]];
  if (stage === "found") [kind, j] = ["merged", head * form.d_head + column];
  const title = `${name(kind)}[${i}][${j}] = ${value}`;
  if (kind === "projection") {
    const own = flow.get(`projection,0,${i},${j}`)[0].split(",").slice(1).map(Number);
    const sum = product("x", stages.x[0], name("w_in"), stages.w_in[0], i, j);
    const to = text.trace[projection]({ head: own[0], row: own[1] });
    return [title, sum, placeInHead(text, form, tokens, i, j, own), to];
  }
  if (kind === "merged") {
    const own = Math.floor(j / form.d_head);
    const within = j % form.d_head;
    const [left, right] = ["weights", "values"].map((part) => `${name(part)}[${own}]`);
    const [weights, values] = [stages.weights[own], stages.values[own]];
    const words = { column: j, head: own, d_head: form.d_head, within, row: i };
    const sum = product(left, weights, right, values, i, within);
    return [title, sum, text.trace.merged(words)];
  }
  if (kind === "output") {
    return [
      title,
      product(name("merged"), stages.merged[0], "w_o", stages.w_o[0], i, j),
    ];
  }
  return [title];
}

/** Where a projected number stands among the heads, and whether it keeps its row. */
function placeInHead(text, form, tokens, i, j, [head, row, within]) {
  const { n, d_model, d_head, transpose } = form;
  const words = { head, row, within, d_head };
  if (transpose) return text.trace.column({ ...words, column: j });
  const order = { ...words, number: i * d_model + j, rows: n };
  if (row === i) return text.trace.order(order);
  return text.trace.order_moved({ ...order, token: tokens[row] });
}

/** A row times a column, written out: "= x[0] · w_q[:, 1] = 1.00 × 0.50 + …". */
function product(left, a, right, b, i, j) {
  const terms = a[i].map((x, k) => `${short(x)} × ${short(b[k][j])}`);
  return `= ${left}[${i}] · ${right}[:, ${j}] = ${terms.join(" + ")}`;
}
