import { button, element } from "../shared/elements.js";
import { formatNumber } from "../shared/format.js";
import { formula } from "../shared/formula.js";
import { numbersTable } from "../shared/numbers_table.js";
import { widget } from "../shared/shell.js";
import { slider } from "../shared/slider.js";
import { bars } from "./bars.js";
import { chart, FIGURES, KINDS } from "./chart.js";
import { DIMENSIONS, experiment } from "./numbers.js";

const SEEDS = 1000;

function build({ model, text, edit, undo, reset, root, onStop }) {
  let [drawn, seed, timer] = [null, null, 0];

  const dial = slider({
    "aria-label": text.dial,
    "data-field": "d_k",
    min: 0,
    max: DIMENSIONS.length - 1,
    onvalue: (at) => edit.commit("d_k", { d_k: DIMENSIONS[at] }),
  });
  const ticks = [1, 4, 16, 64, 256, 1024].map((d_k) => {
    const part = DIMENSIONS.indexOf(d_k) / (DIMENSIONS.length - 1);
    return element("span", { style: `--part: ${part}` }, `${d_k}`);
  });
  const now = [element("b"), element("span")];
  const redraw = button("draw", [text.draw], () => {
    edit.commit(null, { seed: (model.get("seed") + 1) % SEEDS });
  });
  const weights = KINDS.map((kind) => bars(text, kind));
  const charts = FIGURES.map((name) => chart(text, name));
  const [ofQuery, ofCurves] = [numbersTable(formula), numbersTable(formula)];
  const details = element(
    "details",
    { ontoggle: paintRows },
    element("summary", {}, text.rows),
    element(
      "div",
      { class: "gb-rows", role: "region", tabindex: 0, "aria-label": text.rows },
      ofQuery.node,
      ofCurves.node,
    ),
  );
  const children = [
    element(
      "div",
      { class: "gb-dial" },
      element("p", { class: "gb-now" }, ...now),
      element(
        "div",
        { class: "gb-slider" },
        dial.input,
        element("div", { class: "gb-ticks", "aria-hidden": "true" }, ...ticks),
      ),
    ),
    element("div", { class: "gb-actions" }, redraw, undo, reset),
    element("p", { class: "gb-meaning" }, text.given),
    element("div", { class: "gb-pair" }, ...weights.map((one) => one.node)),
    element("p", { class: "gb-meaning" }, text.under_bars),
    element("div", { class: "gb-charts" }, ...charts.map((one) => one.node)),
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
    const nearest = DIMENSIONS.findLastIndex((d) => d <= state.d_k);
    dial.set(nearest, text.dial_said({ d_k }));
    const length = formatNumber(Math.sqrt(state.d_k), 2);
    now[0].replaceChildren(...formula(text.d_k({ d_k })));
    now[1].replaceChildren(...formula(text.root({ root: length })));
    weights.forEach(({ set }, i) => set(found[KINDS[i]].weights));
    for (const { name, mark } of charts) {
      mark(
        state.d_k,
        KINDS.map((kind) => found[kind][name]),
      );
    }
    if (details.open) paintRows();
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
  function paintRows() {
    const { raw, scaled } = drawn.at(model.get("d_k"));
    const heads = ["key", "score", "raw", "scaled"].map((name) => text.columns[name]);
    const queryRows = raw.scores.map((score, i) =>
      row(i + 1, [score, raw.weights[i], scaled.weights[i]]),
    );
    ofQuery.set(text.of_query, heads, queryRows);
    if (!DIMENSIONS.every(drawn.knows)) return; // prepare comes back
    const titles = FIGURES.flatMap((name) =>
      KINDS.map((kind) => text.curve({ name: text.charts[name], kind: text[kind] })),
    );
    const curveRows = DIMENSIONS.map((d_k) => {
      const found = drawn.at(d_k);
      const values = FIGURES.flatMap((name) => KINDS.map((kind) => found[kind][name]));
      return row(d_k, values);
    });
    ofCurves.set(text.of_curves, [text.columns.d_k, ...titles], curveRows);
  }
  function row(name, values) {
    return [
      [`${name}`, name],
      ...values.map((value) => [formatNumber(value, 3), value]),
    ];
  }
  onStop(() => clearTimeout(timer));
  return { children, update };
}

export default widget({ name: "root", traits: ["d_k", "seed"], build });
