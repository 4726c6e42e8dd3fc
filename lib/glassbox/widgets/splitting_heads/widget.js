import { matrix } from "../shared/matrix.js";
import { LETTERS, drawWeights, flowOf, follow, formOf, runStages, span } from "./numbers.js";
import { STRINGS, nameOf, short, wordsFor } from "./words.js";
import { button, editor, element, frame, strings } from "../shared/ui.js";

const TRAITS = ["x", "n_heads", "seed", "tokens", "projection", "transpose", "stage", "place"];
const SEEDS = 1000;
const LARGEST = 100;
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const PER_HEAD = ["head", "weights", "found"]; // the stages that each head has for itself

function render({ model, el }) {
  const text = strings(STRINGS);
  const edit = editor(model, TRAITS, update);
  const grids = []; // [stage, head, matrix]
  const cells = new Map(); // by stage,head,row,column
  let drawn = ""; // what the matrices were drawn for
  let followed = ""; // which number is marked
  let flow;

  // What can be set.
  const choices = []; // [button, trait, value]
  const choice = (trait, value, words) => {
    const node = button(`${trait}-${value}`, [words], () => {
      const is = model.get(trait) === value;
      if (!is || value === false) edit.commit(null, keepNumber({ [trait]: is || value }));
    });
    choices.push([node, trait, value]);
    return node;
  };
  const group = (name, nodes) => element("div", { role: "group", "aria-label": name },
    element("span", {}, name), ...nodes);
  const counts = [1, 2, 3, 4].map((count) => choice("n_heads", count, `${count}`));
  const undo = button("undo", [text.undo], () => startOver(edit.undo));

  // What comes of it.
  const symptom = element("p", { class: "gb-symptom" });
  const shapes = text.steps.map(() => element("span"));
  const bands = text.steps.map(() =>
    element("div", { class: "gb-band", onfocusin: choose, onkeydown }));
  const lines = element("div", { class: "gb-trace", role: "status" });
  const root = frame(text.title,
    element("div", { class: "gb-choices" },
      group(text.n_heads, counts), group(text.projection, Object.entries(LETTERS).map((pair) => choice("projection", ...pair))),
      choice("transpose", false, text.mistake),
      button("seed", [text.seed], () => edit.commit(null, { seed: (model.get("seed") + 1) % SEEDS })),
      undo, button("reset", [text.reset], () => startOver(edit.reset))),
    symptom,
    element("p", { class: "gb-meaning" }, text.keys),
    ...bands.flatMap((band, i) =>
      [element("p", {}, element("b", {}, text.steps[i]), " ", shapes[i]), band]),
    lines);
  root.classList.add("gb-splitting");

  function startOver(change) {
    drawn = followed = ""; // new fields: a wrong entry does not outlive what it was about
    change();
    update();
  }
  /** The change; what was followed within a head is followed outside of it. */
  function keepNumber(change) {
    const { stage, place: [h, i, j], ...state } = edit.state();
    if (!PER_HEAD.includes(stage)) return change;
    const row = formOf(state).origin[h][i];
    return { ...change, stage: "projection", place: [0, ...(row[j] ?? row[0])] };
  }
  function choose({ target }) {
    const { cell, flow } = target.closest("[data-cell]").dataset;
    const [stage, ...place] = cell.split(",");
    if (flow !== "here") edit.commit("place", { stage, place: place.map(Number) });
  }
  function onkeydown(event) {
    const step = ARROWS[event.key];
    if (!step || !event.target.dataset.cell || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const [stage, ...place] = event.target.dataset.cell.split(",");
    const [h, i, j] = place.map(Number);
    cells.get(`${[stage, h, i + step[0], j + step[1]]}`)?.focus();
  }

  /** New matrices: when a size, a name or the way through them changes. */
  function draw({ tokens }, { n, d_model, d_head, n_heads, letter, transpose, sizes, origin }) {
    const shape = (...size) => `(${size.join(", ")})`;
    const way = [shape(n, d_model), shape(n, n_heads, d_head), shape(...sizes.head)];
    const arrows = [[], transpose ? way : [way[0], way[2]], way.toReversed()];
    shapes.forEach((node, i) => { node.textContent = arrows[i].join(" → "); });
    const grid = (stage, h = 0, options = {}) => {
      const [rows, columns] = sizes[stage].slice(1);
      const name = (i) => tokens[PER_HEAD.includes(stage) ? origin[h][i][0][0] : i];
      const made = matrix({
        caption: `${nameOf(stage, letter)} ${shape(rows, columns)}`,
        rows: span(rows, (i) => i + (/^w_/.test(stage) ? "" : ` ${name(i)}`)),
        columns: span(columns, String), ...options,
      });
      made.node.setAttribute("role", "grid");
      made.cells.forEach((row, i) => row.forEach((cell, j) => {
        const key = `${[stage, h, i, j]}`;
        cell.dataset.cell = key;
        cell.setAttribute("role", "gridcell");
        if (stage === "projection") cell.dataset.head = flow.get(key)[0].split(",")[1];
        if (stage !== "x") cell.tabIndex = i + j ? -1 : 0; // Tab enters at the first
        cells.set(key, cell);
      }));
      grids.push([stage, h, made]);
      return made.node;
    };
    /** The same, below a line that says which head has which columns. */
    const bracketed = (stage) => {
      const node = grid(stage);
      node.tHead.prepend(element("tr", {}, element("td"), ...span(n_heads, (h) =>
        element("th", { scope: "colgroup", colspan: d_head, "data-head": h }, text.head(h)))));
      return node;
    };
    cells.clear();
    grids.length = 0;
    bands[0].replaceChildren(grid("x", 0, {
      name: text.field,
      explain: (value) => (Math.abs(value) <= LARGEST ? "" : text.bad),
      onvalue(i, j, value) {
        const x = model.get("x");
        edit.commit(`x ${i} ${j}`, { x: x.with(i, x[i].with(j, value)) });
      },
    }), "×", bracketed("w_in"), "=", bracketed("projection"));
    bands[1].replaceChildren(...span(n_heads, (h) =>
      element("div", { role: "group", "aria-label": text.head(h), "data-head": h },
        ...PER_HEAD.map((stage) => grid(stage, h)))));
    bands[2].replaceChildren(bracketed("merged"), "×", grid("w_o"), "=", grid("output"));
    root.classList.toggle("gb-cut", !transpose);
    counts.forEach((node, i) => { node.hidden = d_model % (i + 1); });
  }

  function update() {
    const state = edit.state();
    const form = formOf(state);
    const way = `${[Object.values(form.sizes), form.letter, form.transpose, state.tokens]}`;
    if (way !== drawn) {
      flow = flowOf(form);
      draw(state, form);
      drawn = way;
    }
    const weights = drawWeights(state.seed, form.d_model);
    const stages = runStages(state, weights);
    for (const [stage, h, made] of grids) {
      const sizes = stages[stage].flat(2).map(Math.abs);
      made.set(stages[stage][h], stage === "weights" ? 1 : Math.max(1, ...sizes));
    }
    const start = `${[state.stage, ...state.place]}`;
    if (start + way !== followed) {
      const marks = follow(flow, start);
      for (const [key, { dataset }] of cells) dataset.flow = marks.get(key) ?? "";
      followed = start + way;
    }
    for (const [node, trait, value] of choices) node.ariaPressed = state[trait] === value;
    undo.ariaDisabled = !edit.canUndo();
    lines.replaceChildren(...wordsFor(text, state, form, stages, flow).map((line) => element("p", {}, line)));
    symptom.hidden = form.transpose;
    if (symptom.hidden) return;

    // What the mistake does: who is in which head, and how far the output is off.
    const right = runStages({ ...state, transpose: true }, weights).output.flat(2);
    const off = Math.max(...stages.output.flat(2).map((y, i) => Math.abs(y - right[i])));
    const held = form.origin.map((rows) => rows.map(([[token]]) => state.tokens[token]));
    symptom.dataset.value = off;
    symptom.textContent = held.length > 1 && held[0].length > 1
      ? text.symptom(form.sizes.head.join(", "), held, short(off), state.tokens.at(-1)) : text.agree;
  }

  el.append(root);
  update();
  return () => {
    edit.stop();
    root.remove();
  };
}

export default { render };
