// The matrices of the widget splitting heads, in three bands: project, split, merge.
import { element } from "../shared/elements.js";
import { matrix } from "../shared/matrix.js";
import { PER_HEAD, span } from "./numbers.js";
import { nameOf } from "./trace.js";

const LARGEST = 100;
const STEPS = ["project", "split", "merge"];
const ARROWS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const shape = (sizes) => `(${sizes.join(", ")})`;

/**
 * onfollow(stage, place) hears which number the reader follows, onvalue(i, j, value) what
 * they write into x. draw(tokens, form, flow) makes new matrices, set(stages) writes their
 * numbers, mark(marks) shows what each number is to the one followed.
 */
export function bands({ text, onfollow, onvalue }) {
  const grids = []; // { stage, head, made }
  const cells = new Map(); // by "stage,head,row,column"
  const shapes = STEPS.map(() => element("span"));
  const rows = STEPS.map((step) =>
    element("div", {
      class: "gb-band",
      "data-step": step,
      onfocusin: choose,
      onkeydown,
    }),
  );
  const children = STEPS.flatMap((step, i) => [
    element("p", {}, element("b", {}, text.steps[step]), " ", shapes[i]),
    rows[i],
  ]);

  function choose({ target }) {
    const { cell, flow } = target.closest("[data-cell]").dataset;
    const [stage, ...place] = cell.split(",");
    if (flow !== "here") onfollow(stage, place.map(Number));
  }
  function onkeydown(event) {
    const step = ARROWS[event.key];
    const { cell } = event.target.dataset;
    if (!step || !cell || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const [stage, ...place] = cell.split(",");
    const [h, i, j] = place.map(Number);
    cells.get(`${[stage, h, i + step[0], j + step[1]]}`)?.focus();
  }

  function draw(tokens, form, flow) {
    const { n, d_model, d_head, n_heads, letter, transpose, sizes, origin } = form;
    const whole = shape([n, d_model]);
    const between = shape([n, n_heads, d_head]);
    const split = shape(sizes.head);
    shapes[1].textContent = (transpose ? [whole, between, split] : [whole, split]).join(
      " → ",
    );
    shapes[2].textContent = [split, between, whole].join(" → ");

    function grid(stage, head = 0, options = {}) {
      const [, n_rows, n_columns] = sizes[stage];
      const isPerHead = PER_HEAD.includes(stage);
      const name = (i) => tokens[isPerHead ? origin[head][i][0][0] : i];
      const isWeight = stage.startsWith("w_");
      const made = matrix({
        caption: `${nameOf(stage, letter, text.names)} ${shape([n_rows, n_columns])}`,
        rows: span(n_rows, (i) => (isWeight ? `${i}` : `${i} ${name(i)}`)),
        columns: span(n_columns, String),
        ...options,
      });
      const isTyped = stage === "x"; // the arrow keys belong to its fields
      if (!isTyped) made.node.setAttribute("role", "grid");
      made.cells.forEach((row, i) => {
        row.forEach((cell, j) => {
          const key = `${[stage, head, i, j]}`;
          cell.dataset.cell = key;
          if (stage === "projection")
            cell.dataset.head = flow.get(key)[0].split(",")[1];
          cells.set(key, cell);
          if (isTyped) return;
          cell.setAttribute("role", "gridcell");
          cell.tabIndex = i + j ? -1 : 0; // Tab enters at the first
        });
      });
      grids.push({ stage, head, made });
      return made.node;
    }
    /** The same, below a line that says which head has which columns. */
    function bracketed(stage) {
      const node = grid(stage);
      const brackets = span(n_heads, (head) => {
        const attributes = { scope: "colgroup", colspan: d_head, "data-head": head };
        return element("th", attributes, text.head({ head }));
      });
      node.tHead.prepend(element("tr", {}, element("td"), ...brackets));
      return node;
    }
    function headBox(head) {
      const name = text.head({ head });
      const attributes = { role: "group", "aria-label": name, "data-head": head };
      return element("div", attributes, ...PER_HEAD.map((stage) => grid(stage, head)));
    }

    cells.clear();
    grids.length = 0;
    const x = grid("x", 0, {
      name: (i, j) => `${text.names.x}[${i}][${j}]`,
      explain: (value) => (Math.abs(value) <= LARGEST ? "" : text.bad),
      onvalue,
    });
    rows[0].replaceChildren(x, "×", bracketed("w_in"), "=", bracketed("projection"));
    rows[1].replaceChildren(...span(n_heads, headBox));
    rows[2].replaceChildren(bracketed("merged"), "×", grid("w_o"), "=", grid("output"));
  }

  function set(stages) {
    for (const { stage, head, made } of grids) {
      const sizes = stages[stage].flat(2).map(Math.abs);
      made.set(stages[stage][head], stage === "weights" ? 1 : Math.max(1, ...sizes));
    }
  }
  function mark(marks) {
    for (const [key, { dataset }] of cells) dataset.flow = marks.get(key) ?? "";
  }
  return { children, draw, set, mark };
}
