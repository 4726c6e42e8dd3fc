import { choice } from "../shared/choice.js";
import { button, element, figure, write } from "../shared/elements.js";
import { numberField } from "../shared/fields.js";
import { formatNumber } from "../shared/format.js";
import { formula } from "../shared/formula.js";
import { widget } from "../shared/shell.js";
import { slider } from "../shared/slider.js";
import { chart } from "./chart.js";
import {
  bestSecondLayer,
  curve,
  meanSquaredError,
  newUnit,
  PRESETS,
  short,
  term,
  unitsAt,
} from "./numbers.js";
import { NAMES, unitTable } from "./table.js";

const MOST = 8; // units
const LARGEST = 100;
const STEPS = 20; // of the slider, for each 1 of x

/** What a pull gives: four decimals, and no more than a field takes. */
function rounded(x) {
  return Number(Math.min(LARGEST, Math.max(-LARGEST, x)).toFixed(4)) || 0;
}

function build({ model, text, edit, undo, reset }) {
  let chosen = 0; // the unit that has a second handle
  const changed = (name, unit, value) => ({
    [name]: model.get(name).with(unit, value),
  });

  // Where to start, and what to match.
  const presets = choice({
    name: "preset",
    ...text.presets,
    onchoose(preset) {
      chosen = 0;
      edit.commit(null, PRESETS[preset]);
      update(edit.state(), true);
    },
  });
  const targets = choice({
    name: "target",
    ...text.targets,
    onchoose: (target) => edit.commit("target", { target }),
  });

  // The picture, with x below it.
  const picture = chart((handle, value) => {
    const { kind, unit, rise } = handle;
    const what = `${kind} ${handle.pull}`; // each pull is undone as one
    if (kind === "x") return edit.commit(what, { x: value });
    if (value === null) return choose(unit);
    chosen = unit;
    if (kind === "tip")
      return edit.commit(what, changed("w_2", unit, rounded(value / rise)));
    edit.commit(what, changed("b_1", unit, rounded(-value * model.get("w_1")[unit])));
  });
  const x = slider({
    "aria-label": text.x,
    "data-field": "x",
    min: -3 * STEPS,
    max: 3 * STEPS,
    onvalue: (place) => edit.commit("x", { x: place / STEPS }),
  });
  const keys = Object.entries(text.key).map(([kind, words]) =>
    element("span", { class: `gb-key gb-key-${kind}` }, words),
  );

  // The units, and what is added to their sum.
  function field(name, label, good, change) {
    return numberField({
      "aria-label": label,
      "data-field": name,
      inputmode: "decimal",
      step: 0.25,
      explain(value) {
        return Math.abs(value) <= LARGEST ? "" : text.wrong({ good: short(good()) });
      },
      onvalue: (value) => edit.commit(label, change(value)),
    });
  }
  const entry = (name, unit) =>
    field(
      name,
      text.of_unit[name]({ unit: unit + 1 }),
      () => model.get(name)[unit],
      (value) => changed(name, unit, value),
    );
  const b_2 = field(
    "b_2",
    text.b_2_name,
    () => model.get("b_2"),
    (value) => ({ b_2: value }),
  );
  const table = unitTable(text, entry, choose, remove);
  const add = button("add", [text.add], () => {
    const state = edit.state();
    const unit = newUnit(unitsAt(state, state.x));
    chosen = state.w_1.length;
    const more = NAMES.map((name) => [name, [...state[name], unit[name]]]);
    edit.commit(null, Object.fromEntries(more));
  });
  const best = button("best", formula(text.best), () => {
    const { w_2, b_2 } = bestSecondLayer(edit.state());
    edit.commit(null, { w_2: w_2.map(rounded), b_2: rounded(b_2) });
    update(edit.state(), true);
  });
  function choose(unit) {
    if (chosen === unit) return;
    chosen = unit;
    update(edit.state());
  }
  function remove(unit) {
    chosen = 0;
    const without = NAMES.map((name) => [name, model.get(name).toSpliced(unit, 1)]);
    edit.commit(null, Object.fromEntries(without));
    update(edit.state(), true);
    table.focusRemove(Math.min(unit, model.get("w_1").length - 1));
  }

  const actions = element(
    "div",
    { class: "gb-actions" },
    element("label", {}, element("span", {}, ...formula(text.b_2)), b_2.node),
    add,
    best,
    undo,
    reset,
  );
  const total = figure("");
  const error = figure(text.error);
  const children = [
    presets.node,
    targets.node,
    element(
      "div",
      { class: "gb-sides" },
      element(
        "div",
        {},
        picture.node,
        element("div", { class: "gb-slider" }, x.input),
        element("p", { class: "gb-meaning" }, ...keys),
      ),
      element(
        "div",
        { class: "gb-read" },
        actions, // first: nothing above them grows with the units
        total.node,
        error.node,
        element("p", { class: "gb-meaning" }, ...formula(text.pull)),
      ),
    ),
    table.node,
  ];

  function update(state, forced) {
    const units = unitsAt(state, state.x);
    chosen = Math.min(chosen, units.length - 1);
    targets.set(state.target);
    x.set(Math.round(STEPS * state.x), short(state.x));
    b_2.set(state.b_2, forced);
    add.ariaDisabled = `${units.length === MOST}`;
    best.ariaDisabled = `${state.target === "none"}`;
    table.set(state, units, chosen, forced);

    const [y] = curve(state, [state.x]);
    const adding = units.filter((unit) => unit.hidden > 0).map((unit) => unit.adds);
    const [first, ...others] = [...adding, state.b_2];
    const terms = [short(first), ...others.map(term)].join(" ");
    const on = units.flatMap((unit, i) => (unit.hidden > 0 ? [i + 1] : []));
    const active = on.length
      ? text.active({ units: on.join(text.separator) })
      : text.none_active;
    write(total.node.firstElementChild, text.sum_at({ x: short(state.x) }));
    total.set(text.sum({ terms, y: short(y) }), active, y);
    showError(state);
    const at = text.at({ x: short(state.x), y: short(y), active });
    const n = units.length;
    picture.draw(state, units, chosen, text.picture({ n, at }));
    return text.said({ n, at }); // with n: not every preset changes the sum at x
  }
  function showError(state) {
    const gap = meanSquaredError(state);
    const target = text.targets.options[state.target];
    if (Number.isNaN(gap)) return error.set("–", text.no_target, "");
    const isNothing = gap < 1e-24; // what rounding leaves
    const meaning = isNothing ? text.matched : text.of_points;
    error.set(formatNumber(isNothing ? 0 : gap), meaning({ target }), gap);
  }
  return { children, update };
}

export default widget({
  name: "neurons",
  traits: [...NAMES, "b_2", "target", "x"],
  build,
});
