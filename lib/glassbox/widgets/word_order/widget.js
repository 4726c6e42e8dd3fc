import { scaled_dot_product_attention } from "../kernels/attention.js";
import { embed, sinusoidal_positions } from "../kernels/embedding.js";
import { choice } from "../shared/choice.js";
import { button, element, write } from "../shared/elements.js";
import { fixed } from "../shared/format.js";
import { widget } from "../shared/shell.js";

const ASKS = 1; // the word in the middle
const STRONGEST = 45; // percent of color, so that the number on it stays legible
const LARGEST = 2; // the number that gets it

/** Three things as they stand, or from the last to the first. */
function inOrder(things, swapped) {
  return swapped ? [...things].reverse() : things;
}

/** The sentence's vectors, the weights that the verb gives, and what it fetches. */
export function fetched(rows, swapped, positions) {
  const x = embed(inOrder([0, 1, 2], swapped), rows, { scale: true });
  const places = sinusoidal_positions(3, 4);
  const vectors = x.map((row, i) => row.map((v, j) => v + positions * places[i][j]));
  const found = scaled_dot_product_attention([vectors[ASKS]], vectors, vectors);
  return { vectors, weights: found.weights[0], output: found.output[0] };
}

function build({ model, text, edit, undo, reset }) {
  const swap = button("swap", [text.swap], () =>
    edit.commit(null, { swapped: !model.get("swapped") }),
  );
  const added = choice({
    name: "positions",
    label: text.positions,
    options: { false: text.left_out, true: text.added },
    onchoose(key) {
      const positions = key === "true";
      if (model.get("positions") !== positions) edit.commit(null, { positions });
    },
  });
  const lines = [0, 1, 2].map(() => line(4));
  const weights = lines.map(({ node }) => {
    const [bar, value] = [element("i"), element("span")];
    node.append(element("td", { class: "gb-weight" }, bar, value));
    return { bar, value };
  });
  lines[ASKS].node.className = "gb-asks";
  const orders = [false, true].map((swapped) => ({ swapped, ...line(4) }));
  for (const { node } of orders) node.append(element("td"));
  const head = (words, columns) =>
    element("th", { scope: "col", colspan: columns }, words);
  const table = element(
    "table",
    {},
    element(
      "thead",
      {},
      element("tr", {}, element("td"), head(text.vectors, 4), head(text.weights, 1)),
    ),
    element("tbody", {}, ...lines.map(({ node }) => node)),
    element(
      "tbody",
      { class: "gb-results" },
      element("tr", {}, element("td"), head(text.result, 5)),
      ...orders.map(({ node }) => node),
    ),
  );
  const verdict = element("p", { "data-words": "verdict" });
  const row = element("div", { class: "gb-actions" }, swap, added.node, undo, reset);
  const children = [row, table, verdict];
  let seen = new Set(); // the orders shown since the positions were last switched
  let since = null;

  function update({ swapped, positions, rows, tokens }, forced) {
    if (forced || since !== positions) seen = new Set();
    since = positions;
    seen.add(swapped);
    added.set(positions);
    const now = fetched(rows, swapped, positions);
    inOrder(tokens, swapped).forEach((word, i) => {
      lines[i].set(text.token({ place: `${i}`, word }), now.vectors[i]);
      weights[i].bar.style.width = `${100 * now.weights[i]}%`;
      write(weights[i].value, fixed(now.weights[i], 2));
      weights[i].value.dataset.value = now.weights[i];
    });
    for (const order of orders) {
      const sentence = inOrder(tokens, order.swapped).join(" ");
      const output = fetched(rows, order.swapped, positions).output;
      order.set(sentence, seen.has(order.swapped) ? output : null);
      order.node.setAttribute("aria-current", `${order.swapped === swapped}`);
    }
    write(verdict, seen.size < 2 ? text.not_yet : compare(rows, positions));
    return text.said({
      sentence: inOrder(tokens, swapped).join(" "),
      positions: positions ? text.added : text.left_out,
      numbers: now.output.map((x) => rounded(x)).join(", "),
    });
  }
  function compare(rows, positions) {
    const [one, other] = [false, true].map((s) => fetched(rows, s, positions).output);
    const n = one.filter((x, j) => Math.abs(x - other[j]) > 1e-9).length;
    return n ? text.differ({ n: `${n}` }) : text.same;
  }
  return { children, update };
}

/** Two decimals, and no minus where none is left. */
function rounded(x) {
  return fixed(Math.abs(x) < 0.005 ? 0 : x, 2);
}

/** A row of a table: a name, and so many numbers as cells in their colors. */
function line(columns) {
  const name = element("th", { scope: "row" });
  const cells = Array.from({ length: columns }, () => element("td"));
  const node = element("tr", {}, name, ...cells);
  /** Without numbers the cells stay empty. */
  function set(words, numbers) {
    write(name, words);
    cells.forEach((cell, j) => {
      const x = numbers?.[j];
      cell.className = x === undefined ? "gb-empty" : x < 0 ? "gb-below" : "gb-above";
      write(cell, x === undefined ? "" : rounded(x));
      const strength = STRONGEST * Math.min(1, Math.abs(x ?? 0) / LARGEST);
      cell.style.setProperty("--strength", `${strength.toFixed(1)}%`);
      if (x === undefined) delete cell.dataset.value;
      else cell.dataset.value = `${x}`;
    });
  }
  return { node, set };
}

export default widget({
  name: "wordorder",
  traits: ["swapped", "positions", "rows", "tokens"],
  build,
});
