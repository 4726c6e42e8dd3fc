import { choice } from "../shared/choice.js";
import { button, element, figure } from "../shared/elements.js";
import { formatPlain } from "../shared/format.js";
import { numbersTable } from "../shared/numbers_table.js";
import { widget } from "../shared/shell.js";
import { slider } from "../shared/slider.js";
import { charts, lossInWords, rateInWords, shareInWords } from "./charts.js";
import { arrivalClock } from "./clock.js";
import { nearest, numbersToList, placeOf, readTraining, stepAt } from "./numbers.js";
import { writtenTable } from "./written.js";

const NAMES = ["loss", "smooth", "held", "rate", "exact"];
const ASIDE = ["smooth", "rate"]; // of no interest where the reader sees what it writes
const NOTHING = "–";

function build({ model, text, edit, say, onStop }) {
  const clock = arrivalClock(paintState);
  onStop(clock.stop);
  let training = readTraining(edit.state());
  let heard = null; // how often it was measured, and whether it was running
  const { samples } = training; // with them the reader goes from moment to moment
  let chosen = training.moments[0] ?? null; // the step that is read; null: the newest

  // How far it is.
  const fill = element("div");
  const bar = element(
    "div",
    {
      class: "gb-progress",
      role: "progressbar",
      "aria-label": text.bar,
      "aria-valuemin": 0,
    },
    fill,
  );
  const progress = element("b");
  const state = element("span", { "data-words": "state" });
  const diverged = element("p", { "data-words": "diverged" });

  // The charts, and the cursor that they share.
  const pictures = charts(text, {
    onpress() {
      if (!training.steps.length) return false;
      dial.input.focus({ preventScroll: true });
      return true;
    },
    onchoose: choose,
  });
  onStop(pictures.stop);
  const dial = slider({
    "aria-label": text.cursor,
    "data-field": "step",
    min: 1,
    step: 1,
    onvalue: (at) => choose(training.moments[at] ?? at),
  });
  const written = writtenTable(text.written, samples);
  const axis = choice({
    name: "axis",
    label: text.axis.label,
    options: { linear: text.axis.linear, log: text.axis.log },
    onchoose: setAxis,
  });
  function setAxis(key) {
    axis.set(key);
    pictures.setAxis(key === "log");
  }
  setAxis(samples.length ? "log" : "linear");
  const newest = button("newest", [text.newest], () => choose(training.n_steps));
  const showRate = button("rate", [text.show_rate], () => {
    showRate.setAttribute("aria-pressed", `${pictures.toggleRate()}`);
  });
  showRate.setAttribute("aria-pressed", "false");

  // What is read at the cursor.
  const at = element("b", { "data-figure": "step" });
  const figures = Object.fromEntries(
    NAMES.map((name) => {
      const one = figure(text.figures[name]);
      one.node.dataset.figure = name;
      one.node.hidden = samples.length > 0 && ASIDE.includes(name);
      return [name, one];
    }),
  );
  const table = numbersTable();
  const details = element(
    "details",
    { ontoggle: paintTable },
    element("summary", {}, text.numbers),
    element(
      "div",
      { class: "gb-rows", role: "region", tabindex: 0, "aria-label": text.numbers },
      table.node,
    ),
  );
  const progressLine = element("p", { class: "gb-state" }, progress, " ", state);
  const read = element("p", { class: "gb-at" }, text.here, " ", at);
  const track = element("div", { class: "gb-slider" }, dial.input);
  const numbers = NAMES.map((name) => figures[name].node);
  const shown = element("div", { class: "gb-figures" }, ...numbers);
  const actions = element("div", { class: "gb-actions" }, newest, showRate);
  const top = [progressLine, bar, diverged, read];
  const rest = [shown, axis.node, pictures.node];
  const children = samples.length
    ? [...top, track, written.node, ...rest, details]
    : [...top, ...rest, track, actions, details];
  if (samples.length) track.classList.add("gb-moments");

  /** The record has changed, or is there for the first time. */
  function update(now) {
    training = readTraining(now);
    const { n_steps, numbers, measured } = training;
    clock.hear(numbers.at(-1) ?? 0, n_steps);
    const isNewest = placeOf(numbers, chosen ?? n_steps) === numbers.length - 1;
    if (isNewest) chosen = null;
    paintState();
    pictures.set(training);
    const step = paintCursor();
    paintTable();
    const { n_measured, running } = heard ?? { n_measured: measured.length };
    const isNews = measured.length > n_measured || (running && !now.running);
    heard = { n_measured: measured.length, running: now.running };
    return isNews ? text.said.news({ state: state.textContent, step }) : "";
  }
  function paintState() {
    const { n_steps, numbers, steps } = training;
    const last = numbers.at(-1) ?? 0;
    const part = Math.floor((100 * last) / n_steps);
    const isOver = samples.length > 0 && last === n_steps; // there is nothing to wait for
    for (const node of [progressLine, bar]) node.hidden = isOver;
    progress.textContent = text.progress({ last, n: n_steps });
    fill.style.width = `${(100 * last) / n_steps}%`;
    bar.setAttribute("aria-valuemax", n_steps);
    bar.setAttribute("aria-valuenow", last);
    const said = text.progress_said({ last, n: n_steps, part });
    bar.setAttribute("aria-valuetext", said);
    state.textContent = stateInWords(last, n_steps);
    const from = steps[training.diverged]?.number;
    const value = lossInWords(steps.at(-1)?.loss ?? NaN);
    diverged.textContent = from ? text.diverged({ value, number: from }) : "";
  }
  function stateInWords(last, n) {
    if (!last) return text.empty;
    if (last === n) return text.done({ n });
    if (!model.get("running")) return text.stopped({ last, n });
    const seconds = clock.secondsLeft();
    if (seconds) return text.left({ seconds });
    return clock.isHeard() ? text.training : text.so_far;
  }
  /** Read the record at the cursor; return it in words. */
  function paintCursor() {
    const { n_steps, window } = training;
    const step = stepAt(training, chosen ?? n_steps);
    const words = readInWords(step);
    at.textContent = step ? formatPlain(step.number) : NOTHING;
    at.dataset.value = step?.number ?? "";
    const { loss, smooth, measured, unmeasured } = text.meanings;
    figures.held.node.hidden = !training.held.length;
    /** When a figure was measured, unless it was just now. */
    const after = (known) => {
      if (!known) return unmeasured;
      const isNow = samples.length && known[0] === step.number;
      return isNow ? "" : measured({ number: known[0] });
    };
    figures.held.set(words.held, after(step?.held), step?.held?.[1] ?? "");
    figures.loss.set(words.loss, loss, step?.loss ?? "");
    figures.smooth.set(words.smooth, smooth({ n: window }), step?.smooth ?? "");
    figures.rate.set(words.rate, "", step?.rate ?? "");
    figures.exact.set(words.share, after(step?.exact), step?.exact?.[1] ?? "");
    pictures.point(step);
    const texts = training.written.findLast(([n]) => n <= step?.number)?.[1] ?? [];
    written.set(texts);
    const said = step ? stepInWords(step, words, texts) : text.empty;
    const { moments } = training;
    dial.input.min = moments.length ? 0 : 1;
    dial.input.max = moments.length ? moments.length - 1 : n_steps;
    dial.input.disabled = !step;
    dial.set(
      moments.length ? placeOf(moments, step?.number) : (step?.number ?? 1),
      said,
    );
    newest.setAttribute("aria-disabled", `${!step || chosen === null}`);
    return said;
  }
  function readInWords(step) {
    if (!step)
      return Object.fromEntries([...NAMES, "share"].map((name) => [name, NOTHING]));
    return {
      loss: lossInWords(step.loss),
      smooth: lossInWords(step.smooth),
      held: step.held ? lossInWords(step.held[1]) : NOTHING,
      rate: rateInWords(step.rate),
      share: step.exact ? shareInWords(text, step.exact[1]) : NOTHING,
    };
  }
  function stepInWords({ number, exact }, words, texts) {
    const values = { number: `${number}`, ...words };
    if (texts.length) {
      const list = texts.map((one, i) => `${samples[i][0]}: ${one}`).join("; ");
      return text.said.written({ ...values, list });
    }
    if (!exact) return text.said.unmeasured(values);
    return text.said.measured({ ...values, at: `${exact[0]}` });
  }
  function paintTable() {
    if (!details.open) return;
    const { numbers, measured, window } = training;
    const hasHeld = training.held.length > 0;
    const rows = numbersToList(measured, numbers.at(-1)).map((number) => {
      const { loss, smooth, rate, exact, held } = stepAt(training, number);
      const own = held?.[0] === number ? held[1] : null;
      const share = exact?.[0] === number ? exact[1] : null;
      return [
        [formatPlain(number), number],
        [lossInWords(loss), loss],
        [lossInWords(smooth), smooth],
        [rateInWords(rate), rate],
        ...(hasHeld ? [own === null ? [NOTHING, ""] : [lossInWords(own), own]] : []),
        share === null ? [NOTHING, ""] : [shareInWords(text, share), share],
      ];
    });
    const { step, loss, smooth, rate, exact, held } = text.columns;
    const own = hasHeld ? [held] : [];
    const heads = [step, loss, smooth({ n: window }), rate, ...own, exact];
    table.set(text.numbers, heads, rows);
  }
  /** The reader wants to read a step; the newest one is followed. */
  function choose(number) {
    const { numbers, moments } = training;
    const place = placeOf(numbers, moments.length ? nearest(moments, number) : number);
    chosen = place >= numbers.length - 1 ? null : numbers[place];
    say(paintCursor());
  }
  return { children, update };
}

export default widget({
  name: "training",
  traits: [
    "n_steps",
    "record",
    "exact",
    "held_out",
    "levels",
    "samples",
    "written",
    "running",
  ],
  build,
});
