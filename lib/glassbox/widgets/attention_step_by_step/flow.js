// The five stages in a row, and what made a cell of theirs: of the one pointed at, else
// of the one that was chosen.
import { element } from "../shared/elements.js";
import { formula } from "../shared/formula.js";
import { madeFrom, STAGES, shiftOf, short, writtenOut } from "./numbers.js";

const ARROWS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * now() gives what is shown at present: { state, shown, tables }, the traits, the
 * stages' numbers and the tables by name. say(words) tells them to a screen reader.
 *
 * draw() puts new tables into node, reach(step) marks how far they are filled, and
 * explain() writes into sum what made the chosen cell.
 */
export function stageFlow({ text, now, say }) {
  const sum = element("p", { "data-part": "sum" });
  const node = element("div", {
    class: "gb-flow",
    onmouseover: ({ target }) => explain(placeOf(target) ?? chosen),
    onmouseleave: () => explain(),
    onfocusin: choose,
    onclick: choose,
    onkeydown,
  });
  let chosen = null; // the cell that stays explained: stage, row, column
  let marked = [];

  function draw() {
    const { tables } = now();
    const parts = STAGES.map((stage) =>
      element("div", { class: "gb-stage" }, tables[stage].node),
    );
    node.replaceChildren(...parts);
  }
  function placeOf(target) {
    const { stage, row, column } = target.closest("[data-stage]")?.dataset ?? {};
    if (!stage || STAGES.indexOf(stage) >= now().state.step) return null;
    return [stage, Number(row), Number(column)];
  }
  function choose({ target }) {
    const place = placeOf(target);
    if (!place) return;
    chosen = place;
    roam();
    explain();
    say(sum.textContent);
  }
  function onkeydown(event) {
    const place = placeOf(event.target);
    const move = ARROWS[event.key];
    if (!place || !move) return;
    event.preventDefault();
    const [stage, i, j] = place;
    now().tables[stage].cells[i + move[0]]?.[j + move[1]]?.focus();
  }

  /** Mark the cells that made this one, and write out the sum with their numbers. */
  function explain(place = chosen) {
    for (const cell of marked) cell.removeAttribute("data-mark");
    marked = [];
    if (!place) {
      sum.replaceChildren();
      return;
    }
    const { state, shown, tables } = now();
    const [stage, i, j] = place;
    for (const [name, row, column] of madeFrom(stage, i, j)) {
      tables[name].cells.forEach((line, r) =>
        line.forEach((cell, c) => {
          if ((row ?? r) === r && (column ?? c) === c) mark(cell, "from");
        }),
      );
    }
    mark(tables[stage].cells[i][j], "chosen");
    const isEmpty = stage === "weights" && !state.mask[i].includes(true);
    const words = isEmpty ? text.empty : writtenOut(stage, i, j, state, shown);
    sum.replaceChildren(element("span", {}, titleOf(place)), " ", ...formula(words));
  }
  function titleOf([stage, i, j]) {
    const { state, shown } = now();
    const query = state.tokens[i];
    if (stage === "output") return text.place.output({ query, column: j + 1 });
    const about = { query, key: state.key_tokens[j] };
    const shift = stage === "weights" && shiftOf(shown.masked[i]);
    if (!shift) return text.place[stage](about);
    return text.place.weights_shifted({ ...about, largest: short(shift) });
  }
  function mark(cell, as) {
    cell.dataset.mark = as;
    marked.push(cell);
  }

  /** One cell a filled stage can be reached by Tab: the chosen one, or its neighbour. */
  function roam() {
    const { state, tables } = now();
    const visit = (n) => (line, i) =>
      line.forEach((cell, j) => {
        const isHere =
          chosen && i === chosen[1] && j === Math.min(chosen[2], line.length - 1);
        if (n < state.step) cell.tabIndex = isHere ? 0 : -1;
        else cell.removeAttribute("tabindex");
      });
    STAGES.forEach((stage, n) => tables[stage].cells.forEach(visit(n)));
  }
  /** A new step: explain the same place in its stage. */
  function reach(step) {
    const { state, tables } = now();
    const stage = STAGES[step - 1];
    const [, i, j] = chosen ?? ["", 0, 0];
    const last = stage && tables[stage].cells[0].length - 1;
    const row = Math.min(i, state.tokens.length - 1);
    chosen = stage ? [stage, row, Math.min(j, last)] : null;
    [...node.children].forEach((part, n) => {
      const isNow = n === step - 1;
      part.dataset.state = n < step - 1 ? "done" : isNow ? "now" : "later";
    });
    roam();
  }
  return { node, sum, draw, reach, explain };
}
