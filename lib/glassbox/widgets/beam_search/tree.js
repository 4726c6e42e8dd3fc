// The tree as far as the beam has come: a column a step, a box a text.
import { svg } from "../shared/elements.js";
import { fixed } from "../shared/format.js";

const [WIDE, BOX, HIGH, ROW, GAP] = [360, 108, 36, 42, 14];
const TALL = 6 * ROW; // at most six texts are compared
const two = (x) => fixed(x, 2);

/** A picture; draw(columns, perToken, winner, said) shows the texts of each step. */
export function picture(text) {
  const box = { viewBox: `0 0 ${WIDE} ${TALL}`, role: "img" };
  const node = svg("svg", box);
  const left = (step) => 2 + step * (BOX + GAP);
  const middle = (column, i) => ((i + 0.5) * TALL) / column.length;

  function draw(columns, perToken, winner, said) {
    node.setAttribute("aria-label", said);
    const lines = columns.slice(1).flatMap((column, step) =>
      column.map((one, i) => {
        const from = [left(step) + BOX, middle(columns[step], one.parent)];
        const to = [left(step + 1), middle(column, i)];
        const d = `M${from} L${to}`;
        return svg("path", { class: one.kept ? "gb-way" : "gb-way gb-out", d });
      }),
    );
    const boxes = columns.flatMap((column, step) =>
      column.map((one, i) => {
        const at = `translate(${left(step)} ${middle(column, i) - HIGH / 2})`;
        return boxOf(one, at, perToken, one === winner);
      }),
    );
    node.replaceChildren(...lines, ...boxes);
  }

  function boxOf(one, transform, perToken, wins) {
    const kinds = ["gb-box", one.kept ? "gb-kept" : "gb-out", wins && "gb-wins"];
    const name = one.words.at(-1);
    const first = one.after.length ? name : text.ended({ word: name });
    const numbers = { p: two(one.p), last: two(one.last) };
    const mean = two(Math.log(one.p) / one.words.length);
    const times = one.words.length > 1 ? text.times(numbers) : numbers.p;
    const second = perToken ? text.mean({ mean }) : times;
    return svg(
      "g",
      {
        class: kinds.filter(Boolean).join(" "),
        transform,
        "data-value": one.p,
        "data-text": one.words.join(" "),
      },
      svg("rect", { width: BOX, height: HIGH, rx: 4 }),
      svg("text", { x: 7, y: 15, class: "gb-word" }, first),
      svg("text", { x: 7, y: 29 }, second),
    );
  }
  return { node, draw };
}
