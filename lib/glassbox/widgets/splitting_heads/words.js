// What the widget splitting heads says, and of the number followed: where it comes
// from, by which indices it is found again, and where it goes.
import { formatNumber } from "../shared/ui.js";

export const short = (x) => formatNumber(x, 2);
const products = (row, column) => row.map((x, k) => `${short(x)} × ${short(column[k])}`).join(" + ");

export const STRINGS = {
  en: {
    title: "Splitting heads",
    n_heads: "n_heads",
    projection: "Follow",
    mistake: "wrong: reshape without transpose",
    seed: "New weights",
    undo: "Undo",
    reset: "Reset",
    keys: "Choose any number: click, tap, or Tab and arrow keys. Framed: it and its copy. " +
      "Coloured: what it comes from, above, and goes to, below.",
    steps: ["Project", "Split, then every head looks up", "Merge, then mix"],
    head: (h) => `head ${h}`,
    field: (i, j) => `x[${i}][${j}]`,
    bad: "Not a number from −100 to 100: the last good one counts.",
    agree: "One head or one token: nothing to mix up. A test of this size cannot find the mistake.",
    // The last token is never in head 0, which holds the first rows.
    symptom: (shape, held, off, last) => `No error: (${shape}) is the right shape. But ` +
      held.map((tokens, h) => `head ${h} holds ${tokens.join(", ")}`).join("; ") +
      `. Change “${last}”: head 0 does not move. The output is off by up to ${off}.`,
    column: (j, h, column, d_head) => `Column ${j} = head ${h} × d_head ${d_head} + ${column}`,
    flat: (i, j, h, row, column, { n, d_model, d_head }) => `In reading order number ${i * d_model + j} = ` +
      `(head ${h} × ${n} + row ${row}) × d_head ${d_head} + ${column}`,
    place: (how, h, row, column, moved) => `${how}: heads[${h}][${row}][${column}]` +
      (moved ? `, the row of ${moved}!` : ", the row stays."),
    Q: (h, row) => `It sets row ${row} of head ${h}’s weights.`,
    K: (h, row) => `By column ${row} of head ${h}’s scores it moves all of its weights.`,
    V: (h, row) => `It is mixed into every row, by column ${row} of head ${h}’s weights.`,
    share: (from, to, h) => `What ${from} takes of ${to} in head ${h}. By the softmax each row sums to 1.`,
    mix: (i) => `Then w_o mixes all of row ${i}.`,
  },
};

/** A stage's name; letter is Q, K or V. */
export function nameOf(stage, letter) {
  const names = { w_in: `w_${letter.toLowerCase()}`, projection: letter, head: letter, found: "output" };
  return names[stage] ?? stage;
}

/** Lines about the number followed: its name and value, then where from and where to. */
export function wordsFor(text, { tokens, stage, place }, f, s, flow) {
  let [h, i, j] = place;
  const value = short(s[stage][h][i][j]);
  const token = (at) => `“${tokens[at]}”`;
  if (stage === "weights") {
    const held = (at) => token(f.origin[h][at][0][0]);
    return [`weights[${h}][${i}][${j}] = ${value}`, text.share(held(i), held(j), h)];
  }
  if (stage === "head") [i, j] = f.origin[h][i][j];
  if (stage === "found") j += h * f.d_head;
  const kind = { head: "projection", found: "merged" }[stage] ?? stage;
  const lines = [`${nameOf(kind, f.letter)}[${i}][${j}] = ${value}`];
  const sum = (left, a, right, b, column) => lines.push(
    `= ${left}[${i}] · ${right}[:, ${column}] = ${products(a[i], b.map((row) => row[column]))}`);
  if (kind === "projection") {
    const [head, row, column] = flow.get(`projection,0,${i},${j}`)[0].split(",").slice(1).map(Number);
    sum("x", s.x[0], nameOf("w_in", f.letter), s.w_in[0], j);
    const how = f.transpose ? text.column(j, head, column, f.d_head) : text.flat(i, j, head, row, column, f);
    lines.push(text.place(how, head, row, column, row !== i && token(row)), text[f.letter](head, row));
  } else if (kind === "merged") {
    const [own, column] = [Math.floor(j / f.d_head), j % f.d_head];
    sum(`weights[${own}]`, s.weights[own], `values[${own}]`, s.values[own], column);
    lines.push(`${text.column(j, own, column, f.d_head)}. ${text.mix(i)}`);
  } else if (kind === "output") {
    sum("merged", s.merged[0], "w_o", s.w_o[0], j);
  }
  return lines;
}
