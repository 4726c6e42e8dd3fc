import { softmax } from "../kernels/probability.js";
import { choice } from "../shared/choice.js";
import { control } from "../shared/control.js";
import { button, element, mathematics, write } from "../shared/elements.js";
import { formatNumber } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { bars } from "./bars.js";
import { lossOf, trailOf } from "./loss.js";
import { more } from "./more.js";
import { steps, tally } from "./numbers.js";
import { telling } from "./telling.js";
import { trail } from "./trail.js";
import { remembered, tries } from "./tries.js";

const [MOST_ENTRIES, MOST_DRAWS] = [12, 10_000];
const SHIFT = 10; // what "+10 to all" adds
const [NUDGE, MANY] = [1, 10]; // as far as an arrow goes; steps at one press
const [LOWEST, HIGHEST] = [0.05, 20];
const FRESH = { n_steps: 0, n_other: 0, start: [] }; // no step is taken
const REACH = 30; // slider positions on each side of T = 1: a key moves T by a tenth

/** The slider is even in log T, with T = 1 in the middle, and gives two digits of T. */
export function temperatureAt(position) {
  return Number((HIGHEST ** (position / REACH)).toPrecision(2));
}

export function positionOf(temperature) {
  if (temperature <= LOWEST) return -REACH;
  return Math.round((REACH * Math.log(temperature)) / Math.log(HIGHEST));
}

function build({ model, text, edit, undo, reset }) {
  const nameOf = (i) => model.get("labels")[i] || text.entry({ n: i + 1 });
  function wrong(value, good, rule) {
    return (Number.isNaN(value) ? text.not_a_number : rule)({ good: `${good}` });
  }
  /**
   * Change what the probabilities depend on: draws and steps came from the old ones.
   * What was drawn at another temperature is kept, to compare.
   */
  function change(what, parts) {
    const { temperature, n_draws, tried: before } = edit.state();
    restarted ||= n_draws > 0;
    const isWarmth = parts.temperature !== undefined;
    const tried = isWarmth ? remembered(before, temperature, n_draws) : [];
    edit.commit(what, { ...FRESH, tried, ...parts, n_draws: 0 });
  }
  const say = telling({ text, nameOf });
  let warm = 1; // the temperature to return to from T -> 0
  let restarted = false; // whether draws were lost to a change
  let noted = ""; // said once, in place of what was drawn
  let earlier; // the arrows before the last nudge, from where to where, seen once

  // The temperature.
  const limit = button("limit", mathematics(text.limit), () => {
    change(null, { temperature: model.get("temperature") ? 0 : warm });
  });
  const dial = control({
    field: "temperature",
    label: text.temperature,
    name: text.temperature_name,
    low: LOWEST,
    high: HIGHEST,
    step: 0,
    ticks: [0.05, 0.2, 1, 5, 20],
    beside: [limit],
    valueAt: temperatureAt,
    placeOf: positionOf,
    say: (value) => `${value || text.limit_value}`,
    explain(value) {
      const allowed = value === 0 || (value >= LOWEST && value <= HIGHEST);
      return allowed ? "" : wrong(value, model.get("temperature"), text.out_of_range);
    },
    onvalue: (temperature) => change("temperature", { temperature }),
  });
  dial.node.classList.add("gb-temperature");

  // The entries, what is done with them, and every step under "more".
  const table = bars({ model, text, edit, change, nameOf, wrong });
  function draw(name, count) {
    return button(name, [text[name]], () => {
      const { temperature, n_draws: before, tried } = edit.state();
      const n_draws = Math.min(MOST_DRAWS, before + count);
      edit.commit(name, { n_draws, tried: remembered(tried, temperature, before) });
    });
  }
  const drawing = [draw("draw", 1), draw("draws", 1000)];
  const shift = button("shift", [text.shift], () => {
    const { logits, temperature } = edit.state();
    const moved = logits.map((z) => z + SHIFT);
    const before = softmax(logits, { temperature });
    const after = softmax(moved, { temperature });
    const isSame = after.every((p, i) => Math.abs(p - before[i]) < 1e-6);
    // Not so where 10 is lost beside 1e20.
    if (isSame) noted = text.shifted({ n: logits.length });
    edit.commit(null, { logits: moved });
  });
  /** The scores before the first step. */
  function from() {
    const { start, logits } = edit.state();
    return start.length ? start : logits;
  }
  const names = [];
  const chooser = choice({ name: "", label: "", options: {}, onchoose() {} }).node;
  const raise = button("raise", [text.raise], () => {
    const { logits, temperature, nudged } = edit.state();
    const { probability, slopes } = steps(logits, temperature);
    const at = Math.min(nudged, logits.length - 1);
    const score = Number((logits[at] + NUDGE).toPrecision(12));
    if (slopes) earlier = probability.map((p, i) => [p, p + slopes[i][at]]);
    change("raise", { logits: logits.with(at, score) });
  });
  function descend(name, count) {
    return button(name, [text[name]], () => {
      const { logits: before, nudged, loss, n_steps, n_other } = edit.state();
      const at = Math.min(nudged, before.length - 1);
      const { logits } = trailOf(before, at, loss, count);
      change(null, { logits, n_steps: n_steps + count, n_other, start: from() });
    });
  }
  const stepping = [descend("step", 1), descend("steps_ten", MANY)];
  const losses = choice({
    name: "loss",
    label: text.loss,
    options: text.losses,
    // Each loss goes its own way from the same scores.
    onchoose(loss) {
      const { nudged, n_steps, n_other, ...was } = edit.state();
      if (loss === was.loss) return;
      const start = from();
      const { logits } = trailOf(
        start,
        Math.min(nudged, start.length - 1),
        loss,
        n_other,
      );
      change(null, { loss, logits, start, n_steps: n_other, n_other: n_steps });
    },
  });
  // Where another word was correct, the steps start again.
  const choose = (nudged) =>
    model.get("show") === "nudge" ? edit.show({ nudged }) : change(null, { nudged });
  function offer(n, at) {
    while (names.length > n) names.pop().remove();
    while (names.length < n) {
      const i = names.length;
      names.push(button("nudged", [], () => choose(i)));
      chooser.append(names[i]);
    }
    names.forEach((node, i) => {
      write(node, nameOf(i));
      node.ariaPressed = `${i === at}`;
    });
  }
  const outcome = element("span", { class: "gb-outcome" });
  const add = button("add", [text.add], () => {
    const { logits, labels } = edit.state();
    change(null, { logits: [...logits, 0], labels: [...labels, text.new_label] });
    update(edit.state());
    table.selectLast();
  });
  function remove(at) {
    const { logits, labels } = edit.state();
    table.drop(at);
    change(null, { logits: logits.toSpliced(at, 1), labels: labels.toSpliced(at, 1) });
  }
  const details = more({ text, add, remove, nameOf });
  const pressed = [...drawing, shift, raise, ...stepping, outcome, undo, reset];
  const actions = element("div", { class: "gb-actions" }, ...pressed);
  const [kept, way] = [tries({ text, nameOf }), trail({ text, nameOf })];
  const below = [chooser, losses.node, actions, kept.node, way.node, details.node];
  const heading = element("p", { class: "gb-heading" });
  const children = [heading, dial.node, table.node, ...below];

  function update({ logits, labels, temperature, n_draws, seed, ...rest }, forced) {
    const { show, loss, n_steps } = rest;
    const [isFirst, isNudge, isLoss] = ["scores", "nudge", "loss"].map(
      (s) => s === show,
    );
    const nudged = Math.min(rest.nudged, logits.length - 1);
    const shown = steps(logits, temperature);
    const drawn = tally(shown.probability, seed, n_draws);
    const lost = isLoss ? { loss, ...lossOf(logits, nudged, loss) } : null;
    // The arrows: as far as the nudge moves a bar, or as a step moves a score.
    const moves = isLoss
      ? lost.slopes.map((slope) => -slope)
      : shown.slopes?.map((row) => row[nudged]);
    if (temperature > 0) warm = temperature;
    write(heading, text.headings[show]);
    if (forced || n_draws > 0) restarted = false;
    dial.set(temperature, forced);
    limit.setAttribute("aria-pressed", temperature === 0);
    const { counts } = drawn;
    const seen = { logits, labels, shown, counts, n_draws, show, moves, lost };
    table.draw({ ...seen, nudged, earlier, forced });
    offer(logits.length, nudged);
    chooser.hidden = !(isNudge || isLoss);
    chooser.firstChild.textContent = chooser.ariaLabel =
      text[isLoss ? "correct" : "nudge"];
    raise.hidden = !isNudge;
    dial.node.hidden = isLoss || isFirst; // where T is 1
    details.node.hidden = isFirst || isLoss;
    for (const node of [losses.node, ...stepping]) node.hidden = !isLoss;
    losses.set(loss);
    details.draw(shown, show);
    const isDrawing = show === "draws";
    const past = { ...rest, logits, temperature, n_draws, seed };
    kept.draw(isDrawing ? past : null);
    way.draw(isLoss ? { ...rest, nudged, start: from() } : null);
    add.setAttribute("aria-disabled", logits.length >= MOST_ENTRIES);
    for (const node of drawing) {
      node.ariaDisabled = `${n_draws >= MOST_DRAWS}`;
      node.hidden = !isDrawing;
    }
    shift.hidden = !isFirst;

    const note = noted;
    noted = "";
    let last = "";
    if (isLoss) last = say.ofSteps(shown.probability, nudged, n_steps, loss);
    else if (isNudge) last = say.ofNudge(shown.probability, moves, nudged, earlier);
    else if (isFirst) last = text.no_change;
    else last = say.ofDraws(shown.probability, drawn, n_draws, restarted);
    earlier = undefined;
    outcome.textContent = note || last;
    table.node.classList.toggle("gb-risen", Boolean(note));
    const largest = Math.max(...shown.probability);
    const state = text[isFirst ? "said_first" : "said"]({
      temperature: `${temperature}`,
      name: nameOf(shown.probability.indexOf(largest)),
      probability: formatNumber(largest),
    });
    if (note) return `${note} ${state}`;
    if (isNudge || isLoss) return `${state} ${last}`;
    if (n_draws === 0) return state;
    const tallied = counts.map((n, i) => text.counted({ name: nameOf(i), n }));
    return text.tally({ last, n: n_draws, counts: tallied.join(", ") });
  }
  return { children, update };
}

export default widget({
  name: "softmax",
  traits: (
    "logits labels temperature n_draws seed show nudged loss n_steps n_other start " +
    "tried"
  ).split(" "),
  build,
});
