import { formula } from "../shared/formula.js";
import { chart } from "./chart.js";
import { curve, meanSquaredError, PRESETS, TARGETS, unitsAt } from "./numbers.js";
import { slider } from "../shared/slider.js";
import {
  button, editor, element, figure, formatNumber, frame, keepTableRoles, liveRegion,
  numberField, strings,
} from "../shared/ui.js";

const STRINGS = {
  en: {
    title: "One neuron at a time",
    presets: "Start from",
    preset: {
      hinge: "one hinge", absolute: "|x|", line: "a line", ramp: "a ramp", bowl: "a bowl",
      dead: "a dead unit",
    },
    targets: "Match",
    target: {
      none: "nothing", absolute: "|x|", tent: "tent", step: "step", square: "x²/3",
      wave: "wave",
    },
    key: { sum: "sum", target: "target", unit: "unit, active at x", off: "unit, off at x" },
    pull: "Pull a numbered knee sideways (b_1), the diamond up or down (w_2). Press elsewhere to move x.",
    dial: "x, from −3 to 3",
    units: "The units",
    heads: ["unit", "w_1", "b_1", "w_2", "at x", "adds", "remove"],
    plain: { w_1: "input weight w 1", b_1: "bias b 1", w_2: "output weight w 2", b_2: "output bias b 2" },
    of_unit: (unit, name) => `unit ${unit}: ${name}`,
    hidden: (x, w, b, hidden) => `max(0, ${x} · ${w} ${b}) = ${hidden}`,
    adds: (hidden, w, adds) => `active: ${hidden} · ${w} = ${adds}`,
    off: "off: adds 0",
    dead: "off at every x shown: adds 0",
    remove: (unit) => `Remove unit ${unit}`,
    add: "Add a unit",
    undo: "Undo",
    reset: "Reset",
    wrong: (good) => `A number from −100 to 100. Until then ${good} counts.`,
    y: (x) => `The sum at x = ${x}`,
    sum: (parts, y) => `${parts} = ${y}`,
    error: "Mean squared error",
    no_target: "Choose a curve to match.",
    of_points: (target) => `Against ${target}, over 121 points from −3 to 3.`,
    matched: (target) => `The sum is ${target}, at all 121 points.`,
    active: (units) => (units.length ? `Active: ${units.join(", ")}.` : "No unit is active."),
    said: (x, y, active) => `x = ${x}, y = ${y}. ${active}`,
    seen: (n, said) => `Curves of ${n} ReLU units and of their sum, x and y from −3 to 3. ${said}`,
  },
};
const NAMES = ["w_1", "b_1", "w_2"];
const MOST = 8;
const LARGEST = 100;
const round = (x) => Number(Math.min(LARGEST, Math.max(-LARGEST, x)).toFixed(4)) || 0;

/** Up to four decimals, none that are 0 at the end. */
function short(x) {
  const size = Math.abs(x);
  if (size >= 1e6 || (size > 0 && size < 0.00005)) return formatNumber(x);
  return `${Number(x.toFixed(4)) || 0}`.replace("-", "−");
}
const factor = (x) => (x < 0 ? `(${short(x)})` : short(x));
const term = (x) => `${x < 0 ? "−" : "+"} ${short(Math.abs(x))}`;

function say(node, words) {
  if (node.textContent !== words) node.textContent = words; // else laid out for nothing
}

function render({ model, el }) {
  const text = strings(STRINGS);
  const edit = editor(model, [...NAMES, "b_2", "target", "x"], update);
  const body = element("tbody");
  let rows = [];
  let chosen = 0;

  const choice = (kind, name, change) =>
    button(`${kind}-${name}`, [text[kind][name]], () => change(name));
  const group = (words, nodes) => element("div", { class: "gb-choices", role: "group", "aria-label": words },
    element("span", {}, words), ...nodes);
  const presets = Object.keys(PRESETS).map((name) => choice("preset", name, () => {
    chosen = 0;
    startOver(PRESETS[name]);
  }));
  const targets = Object.fromEntries(["none", ...Object.keys(TARGETS)].map((name) =>
    [name, choice("target", name, () => edit.commit("target", { target: name }))]));
  const picture = chart(text, pull);
  const dial = slider({
    "aria-label": text.dial, "data-field": "x", min: -60, max: 60,
    onvalue: (at) => edit.commit("x", { x: at / 20 }),
  });
  const keys = Object.entries(text.key).map(([kind, words]) =>
    element("span", { class: `gb-key gb-key-${kind}` }, words));
  const b_2 = field("b_2", text.plain.b_2, () => model.get("b_2"), (value) => ({ b_2: value }));
  const total = figure("");
  const error = figure(text.error);
  const undo = button("undo", [text.undo], () => { edit.undo(); forget(); });
  const add = button("add", [text.add], () => {
    chosen = rows.length;
    edit.commit(null, Object.fromEntries(NAMES.map((name) =>
      [name, [...model.get(name), name === "b_1" ? 0 : 1]])));
  });
  const live = liveRegion();
  const table = element("table", {}, element("caption", { class: "gb-unseen" }, text.units),
    element("thead", {}, element("tr", {}, ...text.heads.map((head, i) =>
      element("th", { scope: "col", class: i > 5 ? "gb-unseen" : "" }, ...formula(head))))),
    body);
  const root = frame(text.title,
    group(text.presets, presets), group(text.targets, Object.values(targets)),
    element("div", { class: "gb-sides" },
      element("div", {}, picture.node, element("div", { class: "gb-slider" }, dial.input),
        element("p", { class: "gb-meaning" }, ...keys)),
      element("div", { class: "gb-read" }, total.node, error.node,
        element("p", { class: "gb-meaning" }, ...formula(text.pull)))),
    keepTableRoles(table),
    element("div", { class: "gb-actions" },
      element("label", {}, element("span", {}, ...formula("b_2 =")), b_2.node), add, undo,
      button("reset", [text.reset], () => startOver(initial))),
    live.node);
  const initial = edit.state();

  function field(name, label, good, change) {
    return numberField({
      "aria-label": label, "data-field": name, inputmode: "decimal", step: 0.25,
      explain: (value) => (Math.abs(value) <= LARGEST ? "" : text.wrong(short(good()))),
      onvalue: (value) => edit.commit(label, change(value)),
    });
  }
  /** New fields: a wrong entry does not outlive what it was about. */
  function forget() {
    rows = [];
    b_2.set(model.get("b_2"), true);
  }
  function startOver(change) {
    edit.commit(null, change);
    forget();
    update();
  }
  const changed = (name, i, value) =>
    ({ [name]: model.get(name).map((old, j) => (j === i ? value : old)) });

  function draw(n) {
    rows = Array.from({ length: n }, (_, i) => {
      const fields = NAMES.map((name) => field(name, text.of_unit(i + 1, text.plain[name]),
        () => model.get(name)[i], (value) => changed(name, i, value)));
      const cells = fields.map(({ node }, k) =>
        element("td", { "data-cell": NAMES[k] }, element("span", { "aria-hidden": "true" }, ...formula(NAMES[k])), node));
      const [hidden, adds] = ["hidden", "adds"].map((name) => element("td", { "data-cell": name }));
      const remove = button("remove", ["×"], () => {
        chosen = 0;
        startOver(Object.fromEntries(NAMES.map((name) => [name, model.get(name).toSpliced(i, 1)])));
        rows[Math.min(i, n - 2)].remove.focus();
      });
      remove.setAttribute("aria-label", text.remove(i + 1));
      const node = element("tr", { onfocusin: () => choose(i) },
        element("th", { scope: "row" }, `${i + 1}`), ...cells, hidden, adds, element("td", {}, remove));
      return { node, fields, hidden, adds, remove };
    });
    body.replaceChildren(...rows.map((row) => row.node));
    keepTableRoles(body);
  }
  function choose(i) {
    if (chosen === i) return;
    chosen = i;
    update();
  }
  function pull({ kind, unit, rise, pull: number }, value) {
    const what = `${kind} ${number}`; // each pull is undone as one
    if (kind === "x") return edit.commit(what, { x: value });
    if (value === null) return choose(unit);
    chosen = unit;
    if (kind === "tip") return edit.commit(what, changed("w_2", unit, round(value / rise)));
    edit.commit(what, changed("b_1", unit, round(-value * model.get("w_1")[unit])));
  }

  function update() {
    const state = edit.state();
    const { w_1, b_1, w_2, x } = state;
    const units = unitsAt(state, x);
    if (rows.length !== units.length) draw(units.length);
    chosen = Math.min(chosen, units.length - 1);
    for (const [name, node] of Object.entries(targets)) node.ariaPressed = name === state.target;
    dial.set(Math.round(20 * x), short(x));
    b_2.set(state.b_2);
    undo.ariaDisabled = !edit.canUndo();
    add.ariaDisabled = units.length === MOST;
    rows.forEach(({ node, fields, hidden, adds, remove }, i) => {
      const unit = units[i];
      const isOn = unit.hidden > 0;
      fields.forEach((one, k) => one.set(state[NAMES[k]][i]));
      node.className = `${i === chosen ? "gb-chosen " : ""}${isOn ? "" : "gb-off"}`;
      say(hidden, text.hidden(short(x), factor(w_1[i]), term(b_1[i]), short(unit.hidden)));
      hidden.dataset.value = unit.hidden;
      say(adds, isOn ? text.adds(short(unit.hidden), factor(w_2[i]), short(unit.adds))
        : unit.dead ? text.dead : text.off);
      adds.dataset.value = unit.adds;
      remove.ariaDisabled = units.length === 1;
    });
    const [y] = curve(state, [x]);
    const parts = [short(units[0].adds), ...units.slice(1).map((unit) => term(unit.adds)), term(state.b_2)];
    const active = text.active(units.flatMap((unit, i) => (unit.hidden > 0 ? [i + 1] : [])));
    total.node.firstChild.textContent = text.y(short(x));
    total.set(text.sum(parts.join(" "), short(y)), active, y);
    const off_by = meanSquaredError(state);
    const name = text.target[state.target];
    if (Number.isNaN(off_by)) error.set("–", text.no_target, "");
    else error.set(formatNumber(off_by < 1e-24 ? 0 : off_by),
      off_by < 1e-24 ? text.matched(name) : text.of_points(name), off_by);
    const said = text.said(short(x), short(y), active);
    picture.draw(state, units, chosen, text.seen(units.length, said));
    live.say(said);
  }

  root.classList.add("gb-neurons");
  el.append(root);
  update();
  return () => {
    edit.stop();
    live.stop();
    root.remove();
  };
}

export default { render };
