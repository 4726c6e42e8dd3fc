import { button, element } from "../shared/elements.js";
import { formatNumber } from "../shared/format.js";
import { formula } from "../shared/formula.js";
import { widget } from "../shared/shell.js";
import { slider } from "../shared/slider.js";
import { bars } from "./bars.js";
import { chart, FIGURES, KINDS } from "./chart.js";
import { DIMENSIONS, dimensionAt, experiment, placeOf, WIDEST } from "./numbers.js";
import { strip } from "./strip.js";

const SEEDS = 1000;
const BARS = [...KINDS, "width"];

function build({ model, text, edit, undo, reset, root, onStop }) {
  let [drawn, seed, timer] = [null, null, 0];

  const widen = (d_k) => {
    if (d_k !== model.get("d_k")) edit.commit("d_k", { d_k });
  };
  const dial = slider({
    "aria-label": text.dial,
    "data-field": "d_k",
    min: 0,
    max: placeOf(WIDEST),
    onvalue: (place) => widen(dimensionAt(place)),
  });
  const ticks = Array.from({ length: placeOf(WIDEST) + 1 }, (_, place) => {
    const [d_k, style] = [dimensionAt(place), `--part: ${place / placeOf(WIDEST)}`];
    return element("span", { style, onclick: () => widen(d_k) }, `${d_k}`);
  });
  const now = [element("b"), element("span")];
  const redraw = button("draw", [text.draw], () => {
    edit.commit(null, { seed: (model.get("seed") + 1) % SEEDS });
  });
  const spread = strip(text);
  const weights = BARS.map((kind) => bars(text, kind));
  const charts = FIGURES.map((name) => chart(text, name));
  const details = element(
    "details",
    {},
    element("summary", {}, text.more),
    element(
      "div",
      { class: "gb-charts" },
      ...charts.map((one) => one.node),
      element("p", { class: "gb-meaning" }, ...formula(text.jacobian)),
    ),
  );
  const children = [
    element(
      "div",
      { class: "gb-actions" },
      element("p", { class: "gb-now" }, ...now),
      redraw,
      undo,
      reset,
    ),
    element(
      "div",
      { class: "gb-slider" },
      dial.input,
      element("div", { class: "gb-ticks", "aria-hidden": "true" }, ...ticks),
    ),
    spread.node,
    element("p", { class: "gb-meaning" }, ...formula(text.given)),
    element("div", { class: "gb-trio" }, ...weights.map((one) => one.node)),
    details,
  ];

  function update(state) {
    if (state.seed !== seed) {
      seed = state.seed;
      drawn = experiment(seed);
      clearTimeout(timer);
      timer = setTimeout(prepare);
    }
    const found = drawn.at(state.d_k);
    const d_k = `${state.d_k}`;
    dial.set(placeOf(state.d_k), text.dial_said({ d_k }));
    const length = formatNumber(Math.sqrt(state.d_k), 2);
    now[0].replaceChildren(...formula(text.d_k({ d_k })));
    now[1].replaceChildren(...formula(text.root({ root: length })));
    spread.set(found.raw.scores, state.d_k);
    weights.forEach(({ set }, i) => set(found[BARS[i]]));
    for (const { name, mark } of charts) {
      mark(
        state.d_k,
        KINDS.map((kind) => found[kind][name]),
      );
    }
    const [raw, scaled] = KINDS.map((kind) => formatNumber(found[kind].largest, 3));
    return text.said({ d_k, raw, scaled });
  }
  /** The curves' numbers, a d_k at a time, so that the page never stutters; then draw. */
  function prepare() {
    const next = DIMENSIONS.find((d_k) => !drawn.knows(d_k));
    if (next) {
      drawn.at(next);
      timer = setTimeout(prepare);
      return;
    }
    for (const { name, draw } of charts) {
      draw(KINDS.map((kind) => DIMENSIONS.map((d_k) => drawn.at(d_k)[kind][name])));
    }
    root.dataset.drawn = seed;
    update(edit.state());
  }
  onStop(() => clearTimeout(timer));
  return { children, update };
}

export default widget({ name: "root", traits: ["d_k", "seed"], build });
