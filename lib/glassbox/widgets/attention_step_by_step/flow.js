// The stage of a step: what goes into it, what comes out, and what made the cell that is
// pointed at, else the one that was chosen.
import { element } from "../shared/elements.js";
import { formula } from "../shared/formula.js";
import { madeFrom, STAGES, shiftOf, short, writtenOut } from "./numbers.js";
import { columnNames } from "./tables.js";

const ARROWS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
/** Which tables a step shows, in the page's order; the last one is what comes out. */
const PARTS = [
  ["query", "key", "value"],
  ["query", "key", "products"],
  ["products", "scores"],
  ["scores", "weights"],
  ["weights", "value", "output"],
];
const ORDER = ["query", "key", "products", "scores", "weights", "value", "output"];

/**
 * now() gives what is shown at present: { state, shown, tables }, the traits, the
 * stages' numbers and the tables by name. say(words) tells them to a screen reader.
 *
 * draw() puts new tables into node, reach(step) shows those of this step, leave(alone)
 * takes all but the first query's row away, or puts them back, and explain() writes
 * into sum what made the chosen cell.
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
  let arrange = () => {};
  let wide = 0;
  const sizes = new ResizeObserver(([{ contentRect }]) => {
    if (contentRect.width === wide) return; // only its height has changed
    wide = contentRect.width;
    arrange();
  });
  sizes.observe(node);

  function draw() {
    const { tables } = now();
    const parts = ORDER.map((name) => {
      const sign = element("span", { class: "gb-sign" });
      return element("div", { class: "gb-stage" }, sign, tables[name].node);
    });
    node.replaceChildren(...parts);
  }
  function placeOf(target) {
    const { stage, row, column } = target.closest("[data-stage]")?.dataset ?? {};
    if (!stage || STAGES.indexOf(stage) !== now().state.step - 1) return null;
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
      sum.replaceChildren(element("span", {}, text.tap));
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
    const words = writtenOut(stage, i, j, state, shown);
    sum.replaceChildren(element("span", {}, titleOf(place)), " ", ...formula(words));
  }
  function titleOf([stage, i, j]) {
    const { state, shown } = now();
    const query = state.tokens[i];
    const column = columnNames(state, text.column)[1][j];
    if (stage === "output") return text.place.output({ query, column });
    const about = { query, key: state.key_tokens[j] };
    const shift = stage === "weights" && shiftOf(shown.scores[i]);
    if (!shift) return text.place[stage](about);
    return text.place.weights_shifted({ ...about, largest: short(shift) });
  }
  function mark(cell, as) {
    cell.dataset.mark = as;
    marked.push(cell);
  }

  /** One cell of what comes out can be reached by Tab: the chosen one. */
  function roam() {
    const { tables } = now();
    for (const stage of STAGES) {
      tables[stage].cells.forEach((line, i) =>
        line.forEach((cell, j) => {
          if (stage !== chosen?.[0]) cell.removeAttribute("tabindex");
          else cell.tabIndex = i === chosen[1] && j === chosen[2] ? 0 : -1;
        }),
      );
    }
  }
  /** Leave the first query alone, or let the second one ask too. */
  function leave(alone) {
    node.toggleAttribute("data-alone", alone);
    if (alone && chosen) chosen = [chosen[0], 0, chosen[2]];
    roam();
    explain();
  }
  /** A new step: explain the same place in its stage. */
  function reach(step) {
    const { state, tables } = now();
    const stage = STAGES[step - 1];
    const [, i, j] = chosen ?? ["", 0, 0];
    const last = stage && tables[stage].cells[0].length - 1;
    const row = Math.min(i, state.tokens.length - 1);
    chosen = stage ? [stage, row, Math.min(j, last)] : null;
    const root = short(Math.sqrt(state.key[0].length));
    const signs = { ...text.signs, scores: text.signs.scores({ root }) };
    const put = (at) => {
      ORDER.forEach((name, n) => {
        const [sign] = node.children[n].children;
        const place = PARTS[at].indexOf(name);
        node.children[n].hidden = place < 0;
        const isResult = place > 0 && name === STAGES[at - 1];
        sign.textContent = isResult ? signs[name] : place > 0 && at ? signs.times : "";
      });
    };
    level(put);
    put(step);
    roam();
    arrange = () => {
      level(put);
      put(now().state.step);
    };
  }
  /** Make room for the highest of the steps, so that what is below stays put. */
  function level(put) {
    node.style.minHeight = "0";
    const heights = PARTS.map((_, at) => {
      put(at);
      return node.offsetHeight;
    });
    node.style.minHeight = `${Math.max(...heights)}px`;
  }
  return { node, sum, draw, reach, explain, leave, stop: () => sizes.disconnect() };
}
