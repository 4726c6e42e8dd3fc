import { numbersTable } from "../shared/numbers_table.js";
import { slider } from "../shared/slider.js";
import { LEFT, panel, RIGHT } from "./chart.js";
import {
  arrivalClock, divergedFrom, numbersToList, placeOf, readRecord, smoothedLosses,
  smoothingWindow, thinned,
} from "./numbers.js";
import { STRINGS } from "./words.js";
import {
  button, editor, element, figure, formatNumber, frame, liveRegion, strings,
} from "../shared/ui.js";

const NAMES = ["loss", "smooth", "rate", "exact"];
const HEIGHTS = { loss: 150, rate: 64, exact: 64 };
/** The last loss in words: what it is if the training diverged. */
const valueOf = (steps) => formatNumber(steps.at(-1)?.loss ?? NaN);

function render({ model, el }) {
  const text = strings(STRINGS);
  const edit = editor(model, ["n_steps", "record", "exact", "running"], update);
  const clock = arrivalClock(paintState);
  const loss = (x) => formatNumber(x, 4);
  const rate = (x) => formatNumber(x, 6);
  let [steps, numbers, smooth, shares, measured] = [[], [], [], [], []];
  let [n_steps, window, width] = [1, 1, 320];
  let heard = null; // how often it was measured, and whether it was running
  let chosen = null; // the step that the reader reads; null: the newest

  // How far it is.
  const fill = element("div");
  const bar = element("div", {
    class: "gb-progress", role: "progressbar", "aria-label": text.bar, "aria-valuemin": 0,
  }, fill);
  const progress = element("b");
  const [state, diverged] = ["state", "diverged"].map((name) =>
    element(name === "state" ? "span" : "p", { "data-words": name }));

  // The charts, and the cursor that they share.
  const keys = ["each", "smooth"].map((look) => element("span", { class: `gb-key gb-${look}` }));
  const panels = Object.fromEntries(Object.entries(HEIGHTS).map(([kind, height]) => {
    const title = [element("span", {}, text.charts[kind]), ...(kind === "loss" ? keys : [])];
    return [kind, panel({ kind, title, height, hasSteps: kind === "exact" })];
  }));
  panels.rate.node.hidden = true;
  const charts = element("div", { class: "gb-charts" },
    ...Object.values(panels).map(({ node }) => node));
  const dial = slider({
    "aria-label": text.cursor, "data-field": "step", min: 1, step: 1, onvalue: choose,
  });
  const newest = button("newest", [text.newest], () => choose(n_steps));
  const showRate = button("rate", [text.show_rate], () => {
    panels.rate.node.hidden = !panels.rate.node.hidden;
    showRate.ariaPressed = !panels.rate.node.hidden;
    paintCursor();
  });
  showRate.ariaPressed = false;

  // What is read at the cursor.
  const at = element("b", { "data-figure": "step" });
  const figures = Object.fromEntries(NAMES.map((name) => {
    const one = figure(text.figures[name]);
    one.node.dataset.figure = name;
    return [name, one];
  }));
  const table = numbersTable();
  const details = element("details", { ontoggle: paintTable },
    element("summary", {}, text.numbers),
    element("div", { class: "gb-rows", role: "region", tabindex: 0, "aria-label": text.numbers },
      table.node));
  const live = liveRegion();
  const root = frame(text.title,
    element("p", { class: "gb-state" }, progress, " ", state), bar, diverged,
    element("p", { class: "gb-at" }, text.here, " ", at),
    element("div", { class: "gb-figures" }, ...NAMES.map((name) => figures[name].node)),
    charts, element("div", { class: "gb-slider" }, dial.input),
    element("div", { class: "gb-actions" }, newest, showRate), details, live.node);

  /** The record has changed, or is there for the first time. */
  function update() {
    n_steps = model.get("n_steps");
    window = smoothingWindow(n_steps);
    steps = readRecord(model.get("record"));
    numbers = steps.map(({ number }) => number);
    smooth = smoothedLosses(steps, window);
    shares = model.get("exact");
    measured = shares.map(([number]) => number);
    clock.hear(numbers.at(-1) ?? 0, n_steps);
    if (chosen !== null && placeOf(numbers, chosen) === steps.length - 1) chosen = null;
    paintState();
    paintCharts();
    const said = paintCursor();
    paintTable();
    const now = [measured.length, model.get("running")];
    const isWorthSaying = heard && (now[0] > heard[0] || (heard[1] && !now[1]));
    if (isWorthSaying) live.say(`${state.textContent} ${said}`);
    heard = now;
  }
  function paintState() {
    const last = numbers.at(-1) ?? 0;
    const [told, whole] = [text.whole(last), text.whole(n_steps)];
    progress.textContent = text.progress(told, whole);
    fill.style.width = `${100 * last / n_steps}%`;
    bar.ariaValueMax = n_steps;
    bar.ariaValueNow = last;
    bar.ariaValueText = text.valuetext(told, whole, Math.floor(100 * last / n_steps));
    const seconds = clock.secondsLeft();
    if (!last) state.textContent = text.empty;
    else if (last === n_steps) state.textContent = text.done(whole);
    else if (!model.get("running")) state.textContent = text.stopped(told, whole);
    else if (seconds) state.textContent = text.left(text.whole(seconds));
    else state.textContent = clock.isHeard() ? text.training : text.so_far;
    const from = divergedFrom(steps);
    diverged.textContent = from < 0 ? ""
      : text.diverged(valueOf(steps), text.whole(steps[from].number));
  }
  function paintCharts() {
    const columns = width - LEFT - RIGHT;
    const losses = steps.map(({ loss }) => loss).filter(Number.isFinite);
    // not Math.max(...losses): 10,000 arguments are too many for some browsers
    const [low, high] = losses.reduce(([a, b], x) => [Math.min(a, x), Math.max(b, x)], [0, 0]);
    const common = { width, n_steps, steps: text.whole };
    const plain = (value) => `${value}`.replace("-", "−");
    const most = steps.reduce((a, step) => Math.max(a, step.rate), 0);
    panels.loss.lay({ ...common, low, high: high || 1, words: plain });
    panels.rate.lay({ ...common, low: 0, high: most || 1, words: plain });
    panels.exact.lay({ ...common, low: 0, high: 1, words: (share) => `${100 * share} %` });
    const lined = (values) => thinned(numbers.map((number, i) => [number, values[i]]), columns);
    const each = steps.map(({ loss }) => loss);
    const rates = steps.map(({ rate }) => rate);
    panels.loss.line(0, lined(each));
    panels.loss.line(1, lined(smooth));
    panels.rate.line(1, lined(rates));
    panels.exact.line(1, shares);
    panels.exact.spots(shares);
    const from = divergedFrom(steps);
    panels.loss.cover(from < 0 ? null : numbers[from], numbers.at(-1), valueOf(steps));
    keys[0].textContent = text.keys.each;
    keys[1].textContent = text.keys.smooth(window);
    name("loss", numbers, smooth.map(loss));
    name("rate", numbers, rates.map(rate));
    name("exact", measured, shares.map(([, share]) => text.percent(share)));
  }
  /** Say in words what a chart shows. */
  function name(kind, places, words) {
    const [title, last] = [text.charts[kind], places.length - 1];
    panels[kind].picture.ariaLabel = last < 0 ? text.chart_empty(title)
      : text.chart_said(title, places[0], words[0], places[last], words[last]);
  }
  /** Read the record at the cursor; return it in words. */
  function paintCursor() {
    const isEmpty = !steps.length;
    const place = placeOf(numbers, chosen ?? n_steps);
    const step = steps[place] ?? { number: null, loss: NaN, rate: NaN };
    const nth = placeOf(measured, step.number ?? 0);
    const exact = shares[nth]?.[0] <= step.number ? shares[nth] : null;
    const words = isEmpty ? ["–", "–", "–"]
      : [loss(step.loss), loss(smooth[place]), rate(step.rate)];
    const { meanings } = text;
    at.textContent = isEmpty ? "–" : text.whole(step.number);
    at.dataset.value = step.number ?? "";
    figures.loss.set(words[0], meanings.loss, isEmpty ? "" : step.loss);
    figures.smooth.set(words[1], meanings.smooth(window), isEmpty ? "" : smooth[place]);
    figures.rate.set(words[2], "", isEmpty ? "" : step.rate);
    figures.exact.set(exact ? text.percent(exact[1]) : "–",
      exact ? meanings.measured(text.whole(exact[0])) : meanings.unmeasured, exact?.[1] ?? "");
    panels.loss.point(step.number, [[step.number, step.loss], [step.number, smooth[place]]]);
    if (!panels.rate.node.hidden) panels.rate.point(step.number, [null, [step.number, step.rate]]);
    panels.exact.point(step.number, [null, exact]);
    const told = exact ? text.said_exact(text.percent(exact[1]), exact[0]) : meanings.unmeasured;
    const said = isEmpty ? text.empty : text.said(step.number, ...words, told);
    dial.input.max = n_steps;
    dial.input.disabled = isEmpty;
    dial.set(step.number ?? 1, said);
    newest.ariaDisabled = isEmpty || chosen === null;
    return said;
  }
  function paintTable() {
    if (!details.open) return;
    const rows = numbersToList(measured, numbers.at(-1)).map((number) => {
      const place = placeOf(numbers, number);
      const share = shares[measured.indexOf(number)]?.[1];
      const { loss: its, rate: speed } = steps[place];
      return [[text.whole(number), number], [loss(its), its], [loss(smooth[place]), smooth[place]],
        [rate(speed), speed], share === undefined ? ["–", ""] : [text.percent(share), share]];
    });
    table.set(text.numbers, text.columns(window), rows);
  }
  /** The reader wants to read a step; the newest one is followed. */
  function choose(number) {
    const place = placeOf(numbers, number);
    chosen = place >= steps.length - 1 ? null : numbers[place];
    live.say(paintCursor());
  }

  let isPressed = false;
  function point(event) {
    const { left, width: whole } = charts.getBoundingClientRect();
    const part = (event.clientX - left - LEFT) / (whole - LEFT - RIGHT);
    choose(Math.round(1 + Math.min(1, Math.max(0, part)) * (n_steps - 1)));
  }
  charts.addEventListener("pointerdown", (event) => {
    isPressed = steps.length > 0;
    if (!isPressed) return;
    charts.setPointerCapture(event.pointerId);
    event.preventDefault();
    dial.input.focus({ preventScroll: true });
    point(event);
  });
  charts.addEventListener("pointermove", (event) => isPressed && point(event));
  for (const end of ["pointerup", "pointercancel"]) {
    charts.addEventListener(end, () => { isPressed = false; });
  }
  const sizes = new ResizeObserver(() => {
    if (!charts.clientWidth || charts.clientWidth === width) return;
    width = charts.clientWidth;
    paintCharts();
    paintCursor();
  });

  root.classList.add("gb-training");
  el.append(root);
  update();
  sizes.observe(charts);
  return () => {
    edit.stop();
    live.stop();
    clock.stop();
    sizes.disconnect();
    root.remove();
  };
}

export default { render };
