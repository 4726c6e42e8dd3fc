import { chart, FIGURES, KINDS } from "./chart.js";
import { formula } from "../shared/formula.js";
import { slider } from "../shared/slider.js";
import { button, editor, element, formatNumber, frame, liveRegion, strings } from "../shared/ui.js";
import { DIMENSIONS, experiment, N_KEYS } from "./numbers.js";

const STRINGS = {
  en: {
    title: "Why √d_k",
    dial: "Number of components d_k, from 1 to 1024",
    d_k: (d_k) => `d_k = ${d_k}`,
    root: (root) => `√d_k = ${root}`,
    given: "Queries and keys are random: each component is drawn with mean 0 and variance 1.",
    draw: "New draw",
    undo: "Undo",
    reset: "Reset",
    raw: "raw",
    scaled: "scaled",
    bars: {
      raw: "Raw: softmax(q · k)",
      scaled: "Scaled: softmax(q · k / √d_k)",
    },
    largest_of_one: (weight) => `largest weight ${weight}`,
    bars_said: (name, weight, key) =>
      `${name}. One query’s 16 weights. The largest is ${weight}, for key ${key}.`,
    under_bars: "One query’s weights for 16 keys. Dashed: even shares, 1/16.",
    charts: {
      variance: "Variance of the scores",
      largest: "Largest weight, mean",
      jacobian: "Jacobian norm, median",
    },
    meanings: {
      variance: "Of all 3,200 scores: 200 queries times 16 keys. Raw it grows as d_k does.",
      largest: "Over 200 queries. At 1 a query sees one key alone.",
      jacobian: "Over 200 queries: the Frobenius norm of ∂ weights / ∂ scores. Near 0 the " +
        "softmax lets no gradient through. Toward q and k, scaling adds its own factor " +
        "1/√d_k.",
    },
    chart_said: (name, now, raw, scaled) =>
      `${name} over d_k from 1 to 1024. At d_k = ${now}: raw ${raw}, scaled ${scaled}.`,
    rows: "All numbers",
    of_curves: "The curves",
    of_query: "The query’s weights",
    key: "key",
    score: "q · k",
    weight: { raw: "raw weight", scaled: "scaled weight" },
    said: (d_k, raw, scaled) =>
      `d_k = ${d_k}. Mean largest weight: raw ${raw}, scaled ${scaled}.`,
  },
};
const SEEDS = 1000;

/** One query's weights, a bar a key. */
function bars(text, kind) {
  const columns = Array.from({ length: N_KEYS }, () => element("i"));
  const largest = element("div", { class: "gb-meaning" });
  const picture = element("div", { class: "gb-bars", role: "img", "data-kind": kind },
    ...columns);
  const node = element("div", {},
    element("div", { class: "gb-title" }, ...formula(text.bars[kind])), picture, largest);
  function set(weights) {
    weights.forEach((weight, i) => {
      columns[i].style.height = `${100 * weight}%`;
      columns[i].dataset.value = weight;
    });
    const most = Math.max(...weights);
    const words = formatNumber(most, 3);
    largest.textContent = text.largest_of_one(words);
    picture.ariaLabel = text.bars_said(text.bars[kind], words, weights.indexOf(most) + 1);
  }
  return { node, set };
}

function numbersTable(caption, heads, n_rows) {
  const cells = Array.from({ length: n_rows }, () => heads.map((_, i) =>
    element(i ? "td" : "th", i ? {} : { scope: "row" })));
  const node = element("table", {}, element("caption", {}, caption),
    element("thead", {}, element("tr", {},
      ...heads.map((head) => element("th", { scope: "col" }, ...formula(head))))),
    element("tbody", {}, ...cells.map((row) => element("tr", {}, ...row))));
  function set(row, [name, ...values]) {
    cells[row][0].textContent = name;
    values.forEach((value, i) => {
      cells[row][i + 1].textContent = formatNumber(value, 3);
      cells[row][i + 1].dataset.value = value;
    });
  }
  return { node, set };
}

function render({ model, el }) {
  const text = strings(STRINGS);
  const edit = editor(model, ["d_k", "seed"], update);
  let [drawn, seed, timer] = [null, null, 0];

  const dial = slider({
    "aria-label": text.dial, "data-field": "d_k", min: 0, max: DIMENSIONS.length - 1,
    onvalue: (at) => edit.commit("d_k", { d_k: DIMENSIONS[at] }),
  });
  const ticks = [1, 4, 16, 64, 256, 1024].map((d_k) => {
    const part = DIMENSIONS.indexOf(d_k) / (DIMENSIONS.length - 1);
    return element("span", { style: `--part: ${part}` }, `${d_k}`);
  });
  const now = [element("b"), element("span")];
  const undo = button("undo", [text.undo], edit.undo);
  const weights = KINDS.map((kind) => bars(text, kind));
  const charts = FIGURES.map((name) => chart(text, name));
  const titles = FIGURES.flatMap((name) =>
    KINDS.map((kind) => `${text.charts[name]}, ${text[kind]}`));
  const ofCurves = numbersTable(text.of_curves, ["d_k", ...titles], DIMENSIONS.length);
  const ofQuery = numbersTable(text.of_query,
    [text.key, text.score, text.weight.raw, text.weight.scaled], N_KEYS);
  const region = { class: "gb-rows", role: "region", tabindex: 0, "aria-label": text.rows };
  const details = element("details", { ontoggle: paintRows },
    element("summary", {}, text.rows), element("div", region, ofQuery.node, ofCurves.node));
  const live = liveRegion();
  const root = frame(text.title,
    element("div", { class: "gb-dial" },
      element("p", { class: "gb-now" }, ...now),
      element("div", { class: "gb-slider" }, dial.input,
        element("div", { class: "gb-ticks", "aria-hidden": "true" }, ...ticks))),
    element("div", { class: "gb-actions" },
      button("draw", [text.draw], () =>
        edit.commit(null, { seed: (model.get("seed") + 1) % SEEDS })),
      undo, button("reset", [text.reset], edit.reset)),
    element("p", { class: "gb-meaning" }, text.given),
    element("div", { class: "gb-pair" }, ...weights.map((one) => one.node)),
    element("p", { class: "gb-meaning" }, text.under_bars),
    element("div", { class: "gb-charts" }, ...charts.map((one) => one.node)),
    details, live.node);

  function update() {
    const { d_k, seed: wanted } = edit.state();
    if (wanted !== seed) {
      drawn = experiment(wanted);
      clearTimeout(timer);
      timer = setTimeout(prepare);
    }
    seed = wanted;
    const found = drawn.at(d_k);
    const nearest = DIMENSIONS.findLastIndex((d) => d <= d_k);
    dial.set(nearest, plainOf(text.d_k(d_k)));
    now[0].replaceChildren(...formula(text.d_k(d_k)));
    now[1].replaceChildren(...formula(text.root(formatNumber(Math.sqrt(d_k), 2))));
    undo.ariaDisabled = !edit.canUndo();
    weights.forEach(({ set }, i) => set(found[KINDS[i]].weights));
    for (const { name, mark } of charts) mark(d_k, KINDS.map((kind) => found[kind][name]));
    if (details.open) paintRows();
    live.say(text.said(d_k, ...KINDS.map((kind) => formatNumber(found[kind].largest, 3))));
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
    update();
  }
  function paintRows() {
    const { raw, scaled } = drawn.at(model.get("d_k"));
    raw.scores.forEach((score, i) =>
      ofQuery.set(i, [i + 1, score, raw.weights[i], scaled.weights[i]]));
    if (!DIMENSIONS.every(drawn.knows)) return; // prepare comes back
    DIMENSIONS.forEach((d_k, i) => {
      const found = drawn.at(d_k);
      const row = FIGURES.flatMap((name) => KINDS.map((kind) => found[kind][name]));
      ofCurves.set(i, [d_k, ...row]);
    });
  }
  const plainOf = (words) => words.replace("_", " ");

  root.classList.add("gb-root");
  el.append(root);
  update();
  return () => {
    edit.stop();
    live.stop();
    clearTimeout(timer);
    root.remove();
  };
}

export default { render };
