// The training monitor's charts, one below the other, on one axis of steps.
import { draggable } from "../shared/chart.js";
import { element } from "../shared/elements.js";
import {
  fixed,
  formatNumber,
  formatPlain,
  formatShort,
  powerOfTen,
} from "../shared/format.js";
import { chart, LEFT, RIGHT } from "./chart.js";
import { stepFrom, thinned } from "./numbers.js";

const HEIGHTS = { loss: 150, rate: 64, exact: 64 };

export const lossInWords = (x) => formatNumber(x, 4);
export const rateInWords = (x) => formatNumber(x, 6);

export function shareInWords(text, share) {
  return text.percent({ number: fixed(100 * share, 1) });
}

/**
 * onpress(), which may return false to let go, and onchoose(step) hear the pointer.
 * set(training) shows a training, point(step) reads one of its steps.
 */
export function charts(text, { onpress, onchoose }) {
  const keys = ["each", "smooth", "held"].map((look) =>
    element("span", { class: `gb-key gb-${look}` }),
  );
  const { loss, rate, exact } = Object.fromEntries(
    Object.entries(HEIGHTS).map(([kind, height]) => {
      const title = [element("span", {}, text.charts[kind])];
      if (kind === "loss") title.push(...keys);
      return [kind, chart({ kind, title, height, hasSteps: kind === "exact" })];
    }),
  );
  rate.node.hidden = true;
  const node = element("div", { class: "gb-charts" }, loss.node, rate.node, exact.node);
  let training = null;
  let read = null; // the step at the cursor
  let width = 320;
  let isLog = false; // the axis of steps

  function set(next) {
    training = next;
    paint();
  }
  /** Lay the steps out in proportion, or evenly. */
  function setAxis(next) {
    isLog = next;
    if (!training) return;
    paint();
    point(read);
  }
  function paint() {
    const {
      n_steps,
      steps,
      numbers,
      smooth,
      shares,
      measured,
      window,
      held,
      levels,
      samples,
    } = training;
    // not Math.max(...losses): 10,000 arguments are too many for some browsers
    let [low, high, most] = [0, 0, 0];
    for (const step of steps) {
      most = Math.max(most, step.rate);
      if (!Number.isFinite(step.loss)) continue;
      low = Math.min(low, step.loss);
      high = Math.max(high, step.loss);
    }
    for (const [, value] of held) high = Math.max(high, value);
    for (const [, value] of levels) high = Math.max(high, value);
    const percent = (share) => text.percent({ number: formatShort(100 * share) });
    const common = { width, n_steps, isLog, stepInWords: formatPlain };
    loss.lay({ ...common, low, high: high || 1, valueInWords: tickInWords });
    rate.lay({ ...common, low: 0, high: most || 1, valueInWords: tickInWords });
    exact.lay({ ...common, low: 0, high: 1, valueInWords: percent });

    loss.compare(
      levels.map(([name, value]) => {
        const words = text.charts.level({ name, loss: fixed(value, 2) });
        return [words, value, value > high / 2];
      }),
    );
    const lined = (values) => {
      const points = numbers.map((number, i) => [number, values[i]]);
      return isLog ? points : thinned(points, width - LEFT - RIGHT);
    };
    const rates = steps.map((step) => step.rate);
    loss.line(0, lined(steps.map((step) => step.loss)));
    // with samples the axis is logarithmic, where a mean of the last steps lags behind
    const isPlain = samples.length > 0;
    node.classList.toggle("gb-plain", isPlain);
    loss.line(1, isPlain ? [] : lined(smooth));
    rate.line(1, lined(rates));
    exact.line(1, shares);
    exact.spots(shares);
    loss.spots(held);
    const from = numbers[training.diverged] ?? null;
    loss.cover(from, numbers.at(-1), from && lossInWords(steps.at(-1).loss));
    keys[0].textContent = text.keys.each;
    keys[1].textContent = text.keys.smooth({ n: window });
    keys[2].textContent = text.keys.held;
    keys[1].hidden = isPlain;
    keys[2].hidden = !held.length;
    const percents = shares.map(([, share]) => shareInWords(text, share));
    name(loss, text.charts.loss, numbers, smooth.map(lossInWords));
    name(rate, text.charts.rate, numbers, rates.map(rateInWords));
    name(exact, text.charts.exact, measured, percents);
  }
  /** Say in words what a chart shows. */
  function name({ picture }, title, places, words) {
    const ends = { first: words[0], last: words.at(-1) };
    const said = places.length
      ? text.charts.said({
          name: title,
          from: `${places[0]}`,
          to: `${places.at(-1)}`,
          ...ends,
        })
      : text.charts.empty({ name: title });
    picture.setAttribute("aria-label", said);
  }
  function point(step) {
    read = step;
    const number = step?.number ?? null;
    loss.point(number, [
      [number, step?.loss],
      training.samples.length ? null : [number, step?.smooth],
    ]);
    if (!rate.node.hidden) rate.point(number, [null, [number, step?.rate]]);
    exact.point(number, [null, step?.exact]);
  }
  /** Show the learning rate's chart, or hide it; tell which. */
  function toggleRate() {
    rate.node.hidden = !rate.node.hidden;
    point(read);
    return !rate.node.hidden;
  }

  function move(x) {
    const part = Math.min(1, Math.max(0, (x - LEFT) / (width - LEFT - RIGHT)));
    onchoose(stepFrom(part, training.n_steps, isLog));
  }
  function press(x) {
    if (onpress() === false) return false;
    move(x);
    return true;
  }
  for (const { picture } of [loss, rate, exact]) draggable(picture, move, press);
  const sizes = new ResizeObserver(() => {
    if (!training || !node.clientWidth || node.clientWidth === width) return;
    width = node.clientWidth;
    paint();
    point(read);
  });
  sizes.observe(node);
  return { node, set, setAxis, point, toggleRate, stop: () => sizes.disconnect() };
}

/** A round number on an axis, short enough to stand beside it: 0.0005, 2·10⁻⁸. */
function tickInWords(x) {
  const size = Math.abs(x);
  if (size === 0 || (size >= 1e-6 && size < 1e6)) return formatShort(x, 12);
  const [factor, power] = x.toExponential().split("e");
  return `${formatShort(Number(factor))}·${powerOfTen(Number(power))}`;
}
