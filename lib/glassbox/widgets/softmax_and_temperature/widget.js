import {
  entropy,
  exponents,
  softmax,
  softmax_jacobian,
} from "../kernels/probability.js";
import { choice } from "../shared/choice.js";
import { control } from "../shared/control.js";
import { button, element, mathematics, write } from "../shared/elements.js";
import { formatNumber } from "../shared/format.js";
import { mulberry32 } from "../shared/random.js";
import { widget } from "../shared/shell.js";
import { bars } from "./bars.js";
import { descended, lossOf } from "./loss.js";
import { more } from "./more.js";
import { telling } from "./telling.js";

const [MOST_ENTRIES, MOST_DRAWS] = [12, 10_000];
const SHIFT = 10; // what "+10 to all" adds
const NUDGE = 1; // as far as an arrow goes
const [LOWEST, HIGHEST] = [0.05, 20];
const REACH = 30; // slider positions on each side of T = 1: a key moves T by a tenth

/** Every number that the widget shows. */
export function steps(logits, temperature) {
  const maximum = Math.max(...logits);
  const scaled = exponents(logits, { temperature });
  const probability = softmax(logits, { temperature });
  const nats = entropy(probability);
  const slopes =
    temperature === 0 ? null : softmax_jacobian(probability, { temperature });
  return {
    plain: logits.map((z) => Math.exp(z && z / temperature)), // 0 / 0 has the limit 0
    shifted: logits.map((z) => z - maximum),
    scaled,
    exponential: scaled.map(Math.exp),
    probability,
    nats,
    bits: nats / Math.LN2,
    slopes,
    jacobian_norm: slopes && Math.hypot(...slopes.flat()),
  };
}

/** As the kernel sample draws, n_draws times: how often each entry, and which last. */
export function tally(probabilities, seed, n_draws) {
  const random = mulberry32(seed);
  let held = 0;
  const cumulative = probabilities.map((p) => {
    held += p;
    return held;
  });
  const counts = probabilities.map(() => 0);
  let last = -1;
  for (let i = 0; i < n_draws; i += 1) {
    const mark = random() * held;
    last = cumulative.findIndex((passed) => passed > mark);
    counts[last] += 1;
  }
  return { counts, last };
}

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
  /** Change what the probabilities depend on: draws and steps came from the old ones. */
  function change(what, parts) {
    restarted ||= model.get("n_draws") > 0;
    edit.commit(what, { n_steps: 0, ...parts, n_draws: 0 });
  }
  const say = telling({ text, nameOf });
  let warm = 1; // the temperature to return to from T -> 0
  let restarted = false; // whether draws were lost to a change
  let noted = ""; // said once, in place of what was drawn
  let tip; // where the arrow pointed before the last press, seen once

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

  // The entries, what is done with all of them, and every step under "more".
  const table = bars({ model, text, edit, change, nameOf, wrong });
  function draw(name, count) {
    return button(name, [text[name]], () => {
      const n_draws = Math.min(MOST_DRAWS, model.get("n_draws") + count);
      edit.commit(name, { n_draws });
    });
  }
  const drawing = [draw("draw", 1), draw("draws", 1000)];
  const shift = button("shift", [text.shift], () => {
    const { logits, temperature, n_draws } = edit.state();
    const moved = logits.map((z) => z + SHIFT);
    const before = softmax(logits, { temperature });
    const after = softmax(moved, { temperature });
    const isSame = after.every((p, i) => Math.abs(p - before[i]) < 1e-6);
    // Not so where 10 is lost beside 1e20.
    if (isSame) noted = text.shifted({ n: logits.length });
    edit.commit(null, { logits: moved, n_draws: isSame ? n_draws : 0 });
  });
  const names = [];
  const chooser = choice({ name: "", label: "", options: {}, onchoose() {} }).node;
  const raise = button("raise", [text.raise], () => {
    const { logits, temperature, nudged } = edit.state();
    const { probability, slopes } = steps(logits, temperature);
    const at = Math.min(nudged, logits.length - 1);
    const score = Number((logits[at] + NUDGE).toPrecision(12));
    if (slopes) tip = probability[at] + slopes[at][at];
    change("raise", { logits: logits.with(at, score) });
  });
  const step = button("step", [text.step], () => {
    const { logits, nudged, loss, n_steps } = edit.state();
    const at = Math.min(nudged, logits.length - 1);
    const { slopes } = lossOf(logits, at, loss);
    change(null, { logits: descended(logits, slopes), n_steps: n_steps + 1 });
  });
  const losses = choice({
    name: "loss",
    label: text.loss,
    options: text.losses,
    onchoose: (loss) => change(null, { loss }),
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
  const pressed = [...drawing, shift, raise, step, outcome, undo, reset];
  const actions = element("div", { class: "gb-actions" }, ...pressed);
  const below = [chooser, losses.node, actions, details.node];
  const children = [dial.node, table.node, ...below];

  function update({ logits, labels, temperature, n_draws, seed, ...rest }, forced) {
    const { show, loss, n_steps } = rest;
    const [isNudge, isLoss] = [show === "nudge", show === "loss"];
    const nudged = Math.min(rest.nudged, logits.length - 1);
    const shown = steps(logits, temperature);
    const drawn = tally(shown.probability, seed, n_draws);
    const lost = isLoss ? { loss, ...lossOf(logits, nudged, loss) } : null;
    // The arrows: as far as the nudge moves a bar, or as a step moves a score.
    const moves = isLoss
      ? lost.slopes.map((slope) => -slope)
      : shown.slopes?.map((row) => row[nudged]);
    if (temperature > 0) warm = temperature;
    if (forced || n_draws > 0) restarted = false;
    dial.set(temperature, forced);
    limit.setAttribute("aria-pressed", temperature === 0);
    const { counts } = drawn;
    const seen = { logits, labels, shown, counts, n_draws, show, moves, lost };
    table.draw({ ...seen, nudged, tip, forced });
    offer(logits.length, nudged);
    chooser.hidden = !(isNudge || isLoss);
    chooser.firstChild.textContent = chooser.ariaLabel =
      text[isLoss ? "correct" : "nudge"];
    raise.hidden = !isNudge;
    dial.node.hidden = isLoss; // where T is 1
    losses.node.hidden = step.hidden = !isLoss;
    losses.set(loss);
    details.draw(shown, show);
    add.setAttribute("aria-disabled", logits.length >= MOST_ENTRIES);
    for (const node of drawing) {
      node.ariaDisabled = `${n_draws >= MOST_DRAWS}`;
      node.hidden = isNudge || isLoss || show === "scores";
    }
    shift.hidden = isNudge || isLoss;

    const note = noted;
    noted = "";
    let last = "";
    if (isLoss) last = say.ofSteps(shown.probability, nudged, n_steps, loss);
    else if (isNudge) last = say.ofNudge(shown.probability, moves, nudged, tip);
    else last = say.ofDraws(shown.probability, drawn, n_draws, { show, restarted });
    tip = undefined;
    outcome.textContent = note || last;
    table.node.classList.toggle("gb-risen", Boolean(note));
    const largest = Math.max(...shown.probability);
    const state = text[show === "entropy" ? "said_with_entropy" : "said"]({
      temperature: `${temperature}`,
      name: nameOf(shown.probability.indexOf(largest)),
      probability: formatNumber(largest),
      bits: formatNumber(shown.bits, 3),
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
  traits: "logits labels temperature n_draws seed show nudged loss n_steps".split(" "),
  build,
});
