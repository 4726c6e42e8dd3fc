import {
  entropy,
  exponents,
  softmax,
  softmax_jacobian,
} from "../kernels/probability.js";
import { control } from "../shared/control.js";
import { button, element, mathematics } from "../shared/elements.js";
import { formatNumber } from "../shared/format.js";
import { mulberry32 } from "../shared/random.js";
import { widget } from "../shared/shell.js";
import { bars } from "./bars.js";
import { more } from "./more.js";

const MOST_ENTRIES = 12;
const MOST_DRAWS = 10_000;
const SHIFT = 10; // what "+10 to all" adds
const [LOWEST, HIGHEST] = [0.05, 20];
const REACH = 150; // slider positions on each side of T = 1

/** Every number that the widget shows. */
export function steps(logits, temperature) {
  const maximum = Math.max(...logits);
  const scaled = exponents(logits, { temperature });
  const probability = softmax(logits, { temperature });
  const slopes =
    temperature === 0 ? null : softmax_jacobian(probability, { temperature });
  return {
    plain: logits.map((z) => Math.exp(z && z / temperature)), // 0 / 0 has the limit 0
    shifted: logits.map((z) => z - maximum),
    scaled,
    exponential: scaled.map(Math.exp),
    probability,
    nats: entropy(probability),
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

/** The slider is even in log T, with T = 1 in the middle. */
export function temperatureAt(position) {
  return Number((HIGHEST ** (position / REACH)).toPrecision(3));
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
  /** Change what the probabilities depend on: the draws came from the old ones. */
  function change(what, parts) {
    edit.commit(what, { ...parts, n_draws: 0 });
  }
  let warm = 1; // the temperature to return to from T -> 0
  let noted = ""; // said once, in place of what was drawn

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
  const drawing = [draw("draw", 1), draw("draws", 100)];
  const shift = button("shift", [text.shift], () => {
    const { logits, temperature, n_draws } = edit.state();
    const moved = logits.map((z) => z + SHIFT);
    const before = softmax(logits, { temperature });
    const after = softmax(moved, { temperature });
    const isSame = after.every((p, i) => Math.abs(p - before[i]) < 1e-6);
    if (isSame) noted = text.shifted; // not so where 10 is lost beside 1e20
    edit.commit(null, { logits: moved, n_draws: isSame ? n_draws : 0 });
  });
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
  const actions = [...drawing, shift, outcome, undo, reset];
  const children = [
    dial.node,
    table.node,
    element("div", { class: "gb-actions" }, ...actions),
    details.node,
  ];

  function update({ logits, labels, temperature, n_draws, seed }, forced) {
    const shown = steps(logits, temperature);
    const drawn = tally(shown.probability, seed, n_draws);
    if (temperature > 0) warm = temperature;
    dial.set(temperature, forced);
    limit.setAttribute("aria-pressed", temperature === 0);
    table.draw({ logits, labels, shown, counts: drawn.counts, n_draws, forced });
    details.draw(shown);
    add.setAttribute("aria-disabled", logits.length >= MOST_ENTRIES);
    for (const node of drawing) node.ariaDisabled = `${n_draws >= MOST_DRAWS}`;

    const note = noted;
    noted = "";
    const name = nameOf(drawn.last);
    const last = n_draws ? text.last({ name, n: n_draws }) : text.no_draws;
    outcome.textContent = note || last;
    const largest = Math.max(...shown.probability);
    const state = text.said({
      temperature: `${temperature}`,
      name: nameOf(shown.probability.indexOf(largest)),
      probability: formatNumber(largest),
      nats: formatNumber(shown.nats),
    });
    if (note) return `${note} ${state}`;
    if (n_draws === 0) return state;
    const counts = drawn.counts.map((n, i) => text.counted({ name: nameOf(i), n }));
    return text.tally({ last, n: n_draws, counts: counts.join(", ") });
  }
  return { children, update };
}

export default widget({
  name: "softmax",
  traits: ["logits", "labels", "temperature", "n_draws", "seed"],
  build,
});
