import { sum } from "../kernels/arrays.js";
import { entropy, exponents, softmax, softmax_jacobian } from "../kernels/probability.js";
import { slider } from "../shared/slider.js";
import {
  button, editor, element, figure, formatNumber, frame, keepTableRoles, liveRegion,
  mathematics, numberField, strings, textField,
} from "../shared/ui.js";

const STRINGS = {
  en: {
    title: "Softmax and temperature",
    temperature: "Temperature _T_ =",
    temperature_name: "Temperature T",
    limit: "_T_ → 0",
    limit_value: "T → 0, the limit",
    caption: "From score to share",
    label: "label", score: "score _z_", shifted: "_z_ − max", scaled: "÷ _T_",
    exponential: "exp", share: "share", sum: "sum",
    label_of: (n) => `Label of entry ${n}`,
    score_of: (name) => `Score of ${name}`,
    remove: (name) => `Remove ${name}`,
    entry: (n) => `entry ${n}`,
    new_label: "new",
    add: "+ Add entry",
    undo: "Undo",
    reset: "Reset",
    not_a_number: (good) => `Not a number, such as 2.5 or −1. Still in use: ${good}`,
    too_large: (good) => `Too large for a float64. Still in use: ${good}`,
    out_of_range: (good) => `T is 0 or from 0.05 to 20. Still in use: ${good}`,
    entropy: "Entropy",
    both_units: (nats, bits) => `${nats} nats = ${bits} bits`,
    entropy_range: (most) => `0 if one entry takes all, ${most} nats if all are equal`,
    jacobian: "Jacobian norm",
    jacobian_meaning: "how strongly the shares answer small changes of scores",
    jump: "none",
    jump_meaning: "at T → 0 the shares stand still, then jump: no slope",
    said: (t, name, share, nats) =>
      `Temperature ${t}. Largest share: ${name}, ${share}. Entropy ${nats} nats.`,
  },
};
const MOST_ENTRIES = 12;
const [LOWEST, HIGHEST] = [0.05, 20];
const REACH = 150; // slider positions on each side of T = 1
const STEPS = ["shifted", "scaled", "exponential", "share"];

/** Every number that the widget shows. */
export function steps(logits, temperature) {
  const maximum = Math.max(...logits);
  const scaled = exponents(logits, { temperature });
  const exponential = scaled.map(Math.exp);
  const share = softmax(logits, { temperature });
  const slopes = temperature === 0 ? null : softmax_jacobian(share, { temperature });
  return {
    shifted: logits.map((z) => z - maximum),
    scaled,
    exponential,
    share,
    nats: entropy(share),
    jacobian_norm: slopes && Math.hypot(...slopes.flat()),
  };
}

/** The slider is even in log T, with T = 1 in the middle. */
export function temperatureAt(position) {
  return Number((HIGHEST ** (position / REACH)).toPrecision(3));
}

export function positionOf(temperature) {
  if (temperature <= LOWEST) return -REACH;
  return Math.round((REACH * Math.log(temperature)) / Math.log(HIGHEST));
}

function render({ model, el }) {
  const text = strings(STRINGS);
  const edit = editor(model, ["logits", "labels", "temperature"], update);
  const nameOf = (i) => model.get("labels")[i] || text.entry(i + 1);
  const wrong = (x, good, rule) => (Number.isNaN(x) ? text.not_a_number : rule)(good);
  let warm = 1; // the temperature to return to from T -> 0

  // The temperature.
  const field = numberField({
    "aria-label": text.temperature_name,
    "data-field": "temperature",
    inputmode: "decimal",
    explain(value) {
      const allowed = value === 0 || (value >= LOWEST && value <= HIGHEST);
      return allowed ? "" : wrong(value, model.get("temperature"), text.out_of_range);
    },
    onvalue: (value) => edit.commit("temperature", { temperature: value }),
  });
  const dial = slider({
    "aria-label": text.temperature_name,
    "data-field": "slider",
    min: -REACH,
    max: REACH,
    onvalue: (at) => edit.commit("temperature", { temperature: temperatureAt(at) }),
  });
  const limit = button("limit", mathematics(text.limit), () => {
    edit.commit(null, { temperature: model.get("temperature") ? 0 : warm });
  });
  const ticks = [0.05, 0.2, 1, 5, 20].map((tick) => {
    const part = (positionOf(tick) / REACH + 1) / 2;
    return element("span", { style: `--part: ${part}` }, `${tick}`);
  });

  // The table: a row an entry, a column a step.
  const rows = [];
  const body = element("tbody");
  const sums = { exponential: cell("exponential"), share: cell("share") };
  const table = keepTableRoles(element("table", {},
    element("caption", { class: "gb-unseen" }, text.caption),
    element("thead", {}, element("tr", {},
      ...["label", "score", ...STEPS].map((name) =>
        heading("col", name, ...mathematics(text[name]))),
      cell("bar", "0 0.5 1"), cell("remove"))),
    body,
    element("tfoot", {}, element("tr", {},
      heading("row", "label", text.sum), cell("score"), cell("shifted"), cell("scaled"),
      sums.exponential, sums.share, cell("bar"), cell("remove")))));

  function cell(name, ...children) {
    const node = element("td", { class: `gb-${name}` }, ...children);
    node.style.gridArea = name;
    if (STEPS.includes(name)) node.dataset.name = text[name].replaceAll("_", "");
    if (name === "bar") node.ariaHidden = "true";
    return node;
  }
  function heading(scope, name, ...children) {
    const attributes = { scope, class: `gb-${name}`, style: `grid-area: ${name}` };
    return element("th", attributes, ...children);
  }
  function makeRow() {
    const index = () => rows.indexOf(row);
    const label = textField({
      "data-field": "label",
      maxlength: 40,
      onvalue(value) {
        edit.commit(label, { labels: model.get("labels").with(index(), value) });
      },
    });
    const score = numberField({
      "data-field": "score",
      step: 0.1,
      explain(value) {
        const good = model.get("logits")[index()];
        return Number.isFinite(value) ? "" : wrong(value, good, text.too_large);
      },
      onvalue(value) {
        edit.commit(score, { logits: model.get("logits").with(index(), value) });
      },
    });
    const remove = button("remove", ["×"], () => {
      const at = index();
      const { logits, labels } = edit.state();
      rows.splice(at, 1)[0].node.remove();
      edit.commit(null, {
        logits: logits.toSpliced(at, 1),
        labels: labels.toSpliced(at, 1),
      });
      rows[Math.min(at, rows.length - 1)].remove.focus();
    });
    const steps = Object.fromEntries(STEPS.map((name) => [name, cell(name)]));
    const fill = element("span");
    const node = keepTableRoles(element("tr", {}, heading("row", "label", label.node),
      cell("score", score.node), ...Object.values(steps), cell("bar", fill),
      cell("remove", remove)));
    const row = { node, label, score, steps, fill, remove };
    return row;
  }

  // What can be done with the whole, and what it amounts to.
  const add = button("add", [text.add], () => {
    const { logits, labels } = edit.state();
    edit.commit(null, { logits: [...logits, 0], labels: [...labels, text.new_label] });
    update();
    rows.at(-1).label.input.select();
  });
  const undo = button("undo", [text.undo], () => startOver(edit.undo));
  const reset = button("reset", [text.reset], () => startOver(edit.reset));
  function startOver(change) {
    rows.length = 0; // new rows: a wrong entry does not outlive what it was about
    body.replaceChildren();
    change();
    field.set(model.get("temperature"), true);
    update();
  }
  const spread = figure(text.entropy);
  const slope = figure(text.jacobian);
  const live = liveRegion();
  const root = frame(text.title,
    element("div", { class: "gb-temperature" },
      element("span", { "aria-hidden": "true" }, ...mathematics(text.temperature)),
      field.node, limit,
      element("div", { class: "gb-slider" }, dial.input,
        element("div", { class: "gb-ticks", "aria-hidden": "true" }, ...ticks))),
    table,
    element("div", { class: "gb-actions" }, add, undo, reset),
    element("div", { class: "gb-figures" }, spread.node, slope.node), live.node);
  root.classList.add("gb-softmax");

  function update() {
    const { logits, temperature } = edit.state();
    const shown = steps(logits, temperature);
    const largest = Math.max(...shown.share);
    if (temperature > 0) warm = temperature;
    field.set(temperature);
    dial.set(positionOf(temperature), temperature || text.limit_value);
    limit.setAttribute("aria-pressed", temperature === 0);

    while (rows.length > logits.length) rows.pop().node.remove();
    while (rows.length < logits.length) rows.push(makeRow());
    body.append(...rows.slice(body.childElementCount).map((row) => row.node));
    rows.forEach((row, i) => paintRow(row, i, shown, shown.share[i] === largest));
    sums.exponential.textContent = formatNumber(sum(shown.exponential));
    sums.share.textContent = formatNumber(sum(shown.share));
    add.setAttribute("aria-disabled", logits.length >= MOST_ENTRIES);
    undo.setAttribute("aria-disabled", !edit.canUndo());
    const nats = formatNumber(shown.nats);
    const bits = formatNumber(shown.nats / Math.LN2);
    const most = formatNumber(Math.log(logits.length));
    const norm = shown.jacobian_norm; // null at T = 0
    spread.set(text.both_units(nats, bits), text.entropy_range(most), shown.nats);
    if (norm === null) slope.set(text.jump, text.jump_meaning, norm);
    else slope.set(formatNumber(norm), text.jacobian_meaning, norm);
    const best = nameOf(shown.share.indexOf(largest));
    live.say(text.said(temperature, best, formatNumber(largest), nats));
  }
  function paintRow(row, i, shown, isLargest) {
    row.label.set(model.get("labels")[i]);
    row.label.input.setAttribute("aria-label", text.label_of(i + 1));
    row.score.set(model.get("logits")[i]);
    row.score.input.setAttribute("aria-label", text.score_of(nameOf(i)));
    for (const [step, node] of Object.entries(row.steps)) {
      node.textContent = formatNumber(shown[step][i]);
    }
    row.steps.share.dataset.share = shown.share[i];
    row.fill.style.width = `${100 * shown.share[i]}%`;
    row.node.classList.toggle("gb-largest", isLargest);
    row.remove.setAttribute("aria-label", text.remove(nameOf(i)));
    row.remove.setAttribute("aria-disabled", rows.length === 1);
  }

  el.append(root);
  update();
  return () => {
    edit.stop();
    live.stop();
    root.remove();
  };
}

export default { render };
