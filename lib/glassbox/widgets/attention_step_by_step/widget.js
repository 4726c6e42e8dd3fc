import {
  kindOf, madeFrom, maskOf, shiftOf, short, STAGES, stages, writtenOut,
} from "./numbers.js";
import { attentionTables, GIVEN, largestOf, replaced } from "./tables.js";
import { formula } from "../shared/formula.js";
import { button, editor, element, frame, liveRegion, strings } from "../shared/ui.js";

const STRINGS = {
  en: {
    title: "Attention, step by step",
    given: { query: "Q: queries", key: "K: keys", value: "V: values" },
    mask: "mask: may attend?",
    masks: { none: "none", causal: "causal", own: "own" },
    mask_hint: "Click a cell to change it.",
    may: (query, key) => `${query} may attend to ${key}`,
    entry: (name, row, column) => `${name}, ${row}, column ${column}`,
    wrong: "A number from −1000 to 1000. Until then the last good one counts.",
    stages: {
      products: () => "Q Kᵀ",
      scores: (d_k) => `÷ √d_k = ÷ ${short(Math.sqrt(d_k))}`,
      masked: () => "mask: ✕ → −∞",
      weights: () => "softmax",
      output: () => "· V",
    },
    sentences: [
      "Given: a row for each query, key and value. Press Next.",
      "1 of 5. Every query meets every key: the products of their numbers, added up.",
      "2 of 5. Every product is divided by √d_k, the root of the number of columns.",
      "3 of 5. Where the mask says no, the score becomes −∞.",
      "4 of 5. Each row becomes shares that sum to 1. A score of −∞ gets the share 0.",
      "5 of 5. Each output row is a mixture of the rows of V, mixed by the weights.",
    ],
    unmasked: "3 of 5. The mask hides nothing: every score stays.",
    hidden: (names) =>
      `${names} may attend to nothing: all weights are 0, and so is the output.`,
    place: {
      products: (query, key) => `Product, ${query} → ${key}:`,
      scores: (query, key) => `Score, ${query} → ${key}:`,
      masked: (query, key) => `Masked score, ${query} → ${key}:`,
      weights: (query, key) => `Weight, ${query} → ${key}:`,
      output: (query, column) => `Output, ${query}, ${column}:`,
    },
    less: (largest) => ` (each score less the row’s largest, ${largest})`,
    empty: "every e^(−∞) is 0, and 0 / 0 is no number. The row is set to 0.",
    column: (j) => `column ${j + 1}`,
    back: "Back", next: "Next", play: "Play", pause: "Pause", undo: "Undo", reset: "Reset",
  },
};
const TRAITS = ["query", "key", "value", "mask", "tokens", "key_tokens", "step"];
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const PAUSE = 2000; // milliseconds a step, on Play

function render({ model, el }) {
  const text = strings(STRINGS);
  const edit = editor(model, TRAITS, update);
  const get = (name) => model.get(name);
  let shown, drawn, tables, switches, timer;
  let own = null; // the reader's last own mask
  let painted = {}; // what each table shows: a table that stays is left alone
  let chosen = null; // the cell that stays explained: stage, row, column
  let marked = [];

  const given = element("div", { class: "gb-given" });
  const flow = element("div", {
    class: "gb-flow", onmouseover: ({ target }) => explain(placeOf(target) ?? chosen),
    onmouseleave: () => explain(chosen), onfocusin: choose, onclick: choose, onkeydown,
  });
  const masks = ["none", "causal", "own"].map((kind) =>
    button(kind, [text.masks[kind]], () =>
      edit.commit(null, { mask: kind === "own" ? own : maskOf(kind, get("mask")) })));

  /** New tables, where the shapes or the names have changed. */
  function draw(state) {
    ({ tables, switches } = attentionTables(text, state, {
      onedit: (name, i, j, x) =>
        edit.commit(`${name} ${i} ${j}`, { [name]: replaced(get(name), i, j, x) }),
      onswitch: (i, j) =>
        edit.commit(null, { mask: replaced(get("mask"), i, j, !get("mask")[i][j]) }),
    }));
    painted = {};
    given.replaceChildren(...GIVEN.map((name) => tables[name].node), element("div", {},
      tables.mask.node,
      element("div", { class: "gb-row", role: "group", "aria-label": text.mask }, ...masks),
      element("p", { class: "gb-meaning" }, text.mask_hint)));
    flow.replaceChildren(...STAGES.map((stage) =>
      element("div", { class: "gb-stage" }, tables[stage].node)));
  }

  // What made a cell: of the one pointed at, else of the chosen one.
  const [sentence, sum] = ["sentence", "sum"].map((part) => element("p", { "data-part": part }));
  function placeOf(target) {
    const { stage, row, column } = target.closest("[data-stage]")?.dataset ?? {};
    if (!stage || STAGES.indexOf(stage) >= get("step")) return null;
    return [stage, Number(row), Number(column)];
  }
  function choose({ target }) {
    const place = placeOf(target);
    if (!place) return;
    chosen = place;
    roam();
    explain(place);
    live.say(sum.textContent);
  }
  function explain(place) {
    for (const cell of marked) cell.removeAttribute("data-mark");
    marked = [];
    if (!place) return sum.replaceChildren();
    const [stage, i, j] = place;
    for (const [name, row, column] of madeFrom(stage, i, j)) {
      tables[name].cells.forEach((line, r) => line.forEach((cell, c) => {
        if ((row ?? r) === r && (column ?? c) === c) mark(cell, "from");
      }));
    }
    mark(tables[stage].cells[i][j], "chosen");
    const column = stage === "output" ? text.column(j) : get("key_tokens")[j];
    const shift = stage === "weights" && shiftOf(shown.masked[i]);
    const title = text.place[stage](get("tokens")[i], column);
    const note = shift ? text.less(short(shift)) : "";
    const words = stage === "weights" && !get("mask")[i].includes(true) ? text.empty
      : writtenOut(stage, i, j, edit.state(), shown);
    sum.replaceChildren(element("span", {}, title, note), " ", ...formula(words));
  }
  const mark = (cell, as) => { cell.dataset.mark = as; marked.push(cell); };
  function onkeydown(event) {
    const place = placeOf(event.target);
    const move = ARROWS[event.key];
    if (!place || !move) return;
    event.preventDefault();
    const [stage, i, j] = place;
    tables[stage].cells[i + move[0]]?.[j + move[1]]?.focus();
  }
  /** One cell a filled stage can be reached by Tab: the chosen one, or its neighbour. */
  function roam() {
    const visit = (n) => (line, i) => line.forEach((cell, j) => {
      const here = chosen && i === chosen[1] && j === Math.min(chosen[2], line.length - 1);
      if (n < get("step")) cell.tabIndex = here ? 0 : -1;
      else cell.removeAttribute("tabindex");
    });
    STAGES.forEach((stage, n) => tables[stage].cells.forEach(visit(n)));
  }

  // The steps.
  const by = (n) => () => { pause(); toStep(get("step") + n); };
  const back = button("back", [text.back], by(-1));
  const next = button("next", [text.next], by(1));
  const play = button("play", [text.play], () => (timer ? pause() : start()));
  const undo = button("undo", [text.undo], () => renew(edit.undo));
  const controls = element("div", { class: "gb-row" },
    back, next, play, undo, button("reset", [text.reset], () => renew(edit.reset)));
  function toStep(step) {
    edit.commit("step", { step });
    update();
    const stage = flow.children[Math.max(step, 1) - 1];
    stage.scrollIntoView({ block: "nearest" }); // only if it is out of sight
  }
  function start() {
    toStep(get("step") < STAGES.length ? get("step") + 1 : 1);
    timer = setInterval(() => {
      toStep(get("step") + 1);
      if (get("step") === STAGES.length) pause();
    }, PAUSE);
    play.textContent = text.pause;
  }
  function pause() {
    clearInterval(timer);
    timer = null;
    play.textContent = text.play;
  }
  /** Undo and Reset: a wrong entry does not outlive them. */
  function renew(change) {
    pause();
    drawn = null;
    change();
    update();
  }

  const live = liveRegion();
  const root = frame(text.title, given, flow,
    element("div", { class: "gb-dock" }, controls, sentence, sum), live.node);

  function update() {
    const state = edit.state();
    const { query, value, mask, tokens, key_tokens, step } = state;
    const form = JSON.stringify([tokens, key_tokens, query[0].length, value[0].length]);
    if (form !== drawn) draw(state);
    if (own?.length !== mask.length || own[0].length !== mask[0].length) own = null;
    const isNewStep = form !== drawn || step !== shown.step;
    drawn = form;
    shown = { ...stages(state), step };
    if (isNewStep) reach(step);
    const bound = largestOf(shown.products);
    const bounds = { products: bound, scores: bound, masked: bound, output: largestOf(value) };
    for (const name of GIVEN) paint(name, state[name], largestOf(state[name]));
    STAGES.forEach((stage, n) => paint(stage, shown[stage], bounds[stage] ?? 1, n >= step));
    paintMask(mask);
    const none = tokens.filter((_, i) => !mask[i].includes(true));
    const words = kindOf(mask) === "none" && step === 3 ? text.unmasked : text.sentences[step];
    const hidden = none.length && step > 2 ? ` ${text.hidden(none.join(", "))}` : "";
    sentence.replaceChildren(...formula(words), hidden);
    explain(chosen);
    back.ariaDisabled = step === 0;
    next.ariaDisabled = step === STAGES.length;
    undo.ariaDisabled = !edit.canUndo();
    live.say(`${sentence.textContent} ${sum.textContent}`);
  }
  /** A new step: explain the same place in its stage. */
  function reach(step) {
    const stage = STAGES[step - 1];
    const [, i, j] = chosen ?? ["", 0, 0];
    const last = stage && tables[stage].cells[0].length - 1;
    const row = Math.min(i, get("tokens").length - 1);
    chosen = stage ? [stage, row, Math.min(j, last)] : null;
    [...flow.children].forEach((node, n) => {
      node.dataset.state = n < step - 1 ? "done" : n === step - 1 ? "now" : "later";
    });
    roam();
  }
  function paint(name, values, bound, isEmpty) {
    const key = isEmpty ? "" : JSON.stringify([values.map((row) => row.map(String)), bound]);
    if (key === painted[name]) return;
    painted[name] = key;
    tables[name].set(isEmpty ? values.map((row) => row.map(() => null)) : values, bound);
  }
  function paintMask(mask) {
    const kind = kindOf(mask);
    if (kind === "own") own = mask;
    masks.forEach((node) => {
      node.ariaPressed = node.dataset.action === kind;
      node.ariaDisabled = node.dataset.action === "own" && !own;
    });
    mask.forEach((row, i) => row.forEach((may, j) => {
      const node = switches[i][j];
      node.ariaPressed = may;
      node.textContent = may ? "✓" : "✕";
      tables.masked.cells[i][j].toggleAttribute("data-hidden", !may);
    }));
  }

  root.classList.add("gb-attend");
  el.append(root);
  update();
  return () => {
    edit.stop();
    live.stop();
    pause();
    root.remove();
  };
}

export default { render };
