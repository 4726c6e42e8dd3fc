// The steps of all queries: what is given, each stage, and what made the cell that is
// pointed at, else the one that was chosen.
import { element } from "../shared/elements.js";
import { formula } from "../shared/formula.js";
import { madeFrom, STAGES, shiftOf, short, softened, writtenOut } from "./numbers.js";
import { columnNames } from "./tables.js";

const ARROWS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
const LINES = {
  compare: ["query", "key", "products", "scores"],
  mix: ["weights", "value", "output"],
};

/**
 * now() gives what is shown at present: { state, shown, tables }, the traits, the
 * stages' numbers and the tables by name. say(words) tells them to a screen reader.
 *
 * draw() puts new tables into node, explain() writes into sum what made the chosen cell.
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
    const { state, tables } = now();
    const root = short(Math.sqrt(state.key[0].length));
    const signs = { ...text.signs, scores: text.signs.scores({ root }) };
    const stage = (name) => {
      const sign = element("span", { class: "gb-sign" }, signs[name] ?? "");
      return element("div", { class: "gb-stage" }, sign, tables[name].node);
    };
    const lines = Object.entries(LINES).map(([line, names]) => {
      const title = element("p", { class: "gb-step" }, ...formula(text.steps[line]));
      return element("div", { class: "gb-line" }, title, ...names.map(stage));
    });
    node.toggleAttribute("data-many", state.key.length > 4 || state.key[0].length > 4);
    node.replaceChildren(...lines);
    if (chosen && !tables[chosen[0]].cells[chosen[1]]?.[chosen[2]]) chosen = null;
    roam();
  }
  function placeOf(target) {
    const { stage, row, column } = target.closest("[data-stage]")?.dataset ?? {};
    return stage ? [stage, Number(row), Number(column)] : null;
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
    if (chosen && !now().shown.scores[chosen[1]]) chosen = null; // it asks no more
    if (place && !now().shown.scores[place[1]]) place = chosen;
    if (!place) {
      sum.replaceChildren(element("span", {}, text.tap));
      return;
    }
    const { state, shown, tables } = now();
    const [stage, i, j] = place;
    for (const [name, row, column] of madeFrom(stage, i, j, state.columns)) {
      tables[name].cells.forEach((line, r) =>
        line.forEach((cell, c) => {
          if ((row ?? r) !== r || (column ?? c) !== c) return;
          if ("value" in cell.dataset) mark(cell, "from");
        }),
      );
    }
    mark(tables[stage].cells[i][j], "chosen");
    const words = writtenOut(stage, i, j, state, shown);
    sum.replaceChildren(element("span", {}, titleOf(place)), " ", ...formula(words));
  }
  function titleOf([stage, i, j]) {
    const { state, shown } = now();
    const query = state.tokens[i];
    const column = columnNames(state, text.column)[1][j];
    if (stage === "output") return text.place.output({ query, column });
    const about = { query, key: state.key_tokens[j] };
    const shift =
      stage === "weights" && shiftOf(softened(i, j, state.columns, shown)[0]);
    if (!shift) return text.place[stage](about);
    return text.place.weights_shifted({ ...about, largest: short(shift) });
  }
  function mark(cell, as) {
    cell.dataset.mark = as;
    marked.push(cell);
  }

  /** One cell of each stage can be reached by Tab: the chosen one, else the first. */
  function roam() {
    const { tables } = now();
    for (const stage of STAGES) {
      const [row, column] = chosen?.[0] === stage ? chosen.slice(1) : [0, 0];
      tables[stage].cells.forEach((line, i) =>
        line.forEach((cell, j) => {
          cell.tabIndex = i === row && j === column ? 0 : -1;
        }),
      );
    }
  }
  return { node, sum, draw, explain };
}
