import { sum } from "../kernels/arrays.js";
import {
  entropy,
  exponents,
  softmax,
  softmax_jacobian,
} from "../kernels/probability.js";
import { control } from "../shared/control.js";
import { button, element, figure, mathematics } from "../shared/elements.js";
import { numberField, textField } from "../shared/fields.js";
import { formatNumber } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { keepTableRoles } from "../shared/table_roles.js";

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

function build({ model, text, edit, undo, reset }) {
  const nameOf = (i) => model.get("labels")[i] || text.entry({ n: i + 1 });
  function wrong(value, good, rule) {
    return (Number.isNaN(value) ? text.not_a_number : rule)({ good: `${good}` });
  }
  let warm = 1; // the temperature to return to from T -> 0

  // The temperature.
  const limit = button("limit", mathematics(text.limit), () => {
    edit.commit(null, { temperature: model.get("temperature") ? 0 : warm });
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
    onvalue: (temperature) => edit.commit("temperature", { temperature }),
  });
  dial.node.classList.add("gb-temperature");

  // The table: one row per entry, one column per step.
  const rows = [];
  const body = element("tbody");
  const sums = { exponential: cell("exponential"), share: cell("share") };
  const table = keepTableRoles(
    element(
      "table",
      {},
      element("caption", { class: "gb-unseen" }, text.caption),
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          ...["label", "score", ...STEPS].map((name) =>
            heading("col", name, ...mathematics(text.columns[name])),
          ),
          cell("bar", text.bar_axis),
          cell("remove"),
        ),
      ),
      body,
      element(
        "tfoot",
        {},
        element(
          "tr",
          {},
          heading("row", "label", text.sum),
          cell("score"),
          cell("shifted"),
          cell("scaled"),
          sums.exponential,
          sums.share,
          cell("bar"),
          cell("remove"),
        ),
      ),
    ),
  );

  function cell(name, ...children) {
    const node = element("td", { class: `gb-${name}` }, ...children);
    node.style.gridArea = name;
    if (STEPS.includes(name))
      node.dataset.name = text.columns[name].replaceAll("_", "");
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
    const node = keepTableRoles(
      element(
        "tr",
        {},
        heading("row", "label", label.node),
        cell("score", score.node),
        ...Object.values(steps),
        cell("bar", fill),
        cell("remove", remove),
      ),
    );
    const row = { node, label, score, steps, fill, remove };
    return row;
  }

  // What can be done with the whole, and what it amounts to.
  const add = button("add", [text.add], () => {
    const { logits, labels } = edit.state();
    edit.commit(null, { logits: [...logits, 0], labels: [...labels, text.new_label] });
    update(edit.state());
    rows.at(-1).label.input.select();
  });
  const spread = figure(text.entropy);
  const slope = figure(text.jacobian);
  const children = [
    dial.node,
    table,
    element("div", { class: "gb-actions" }, add, undo, reset),
    element("div", { class: "gb-figures" }, spread.node, slope.node),
  ];

  function update({ logits, temperature }, forced) {
    const shown = steps(logits, temperature);
    const largest = Math.max(...shown.share);
    if (temperature > 0) warm = temperature;
    dial.set(temperature, forced);
    limit.setAttribute("aria-pressed", temperature === 0);

    // New rows after undo: a wrong entry does not outlive what it was about.
    if (forced) for (const row of rows.splice(0)) row.node.remove();
    while (rows.length > logits.length) rows.pop().node.remove();
    while (rows.length < logits.length) rows.push(makeRow());
    body.append(...rows.slice(body.childElementCount).map((row) => row.node));
    rows.forEach((row, i) => paintRow(row, i, shown, shown.share[i] === largest));
    sums.exponential.textContent = formatNumber(sum(shown.exponential));
    sums.share.textContent = formatNumber(sum(shown.share));
    add.setAttribute("aria-disabled", logits.length >= MOST_ENTRIES);
    const nats = formatNumber(shown.nats);
    const bits = formatNumber(shown.nats / Math.LN2);
    const most = formatNumber(Math.log(logits.length));
    const norm = shown.jacobian_norm; // null at T = 0
    spread.set(
      text.both_units({ nats, bits }),
      text.entropy_range({ most }),
      shown.nats,
    );
    if (norm === null) slope.set(text.jump, text.jump_meaning, norm);
    else slope.set(formatNumber(norm), text.jacobian_meaning, norm);
    const best = nameOf(shown.share.indexOf(largest));
    const share = formatNumber(largest);
    return text.said({ temperature: `${temperature}`, name: best, share, nats });
  }
  function paintRow(row, i, shown, isLargest) {
    row.label.set(model.get("labels")[i]);
    row.label.input.setAttribute("aria-label", text.label_of({ n: i + 1 }));
    row.score.set(model.get("logits")[i]);
    row.score.input.setAttribute("aria-label", text.score_of({ name: nameOf(i) }));
    for (const [step, node] of Object.entries(row.steps)) {
      node.textContent = formatNumber(shown[step][i]);
    }
    row.steps.share.dataset.share = shown.share[i];
    row.fill.style.width = `${100 * shown.share[i]}%`;
    row.node.classList.toggle("gb-largest", isLargest);
    row.remove.setAttribute("aria-label", text.remove({ name: nameOf(i) }));
    row.remove.setAttribute("aria-disabled", rows.length === 1);
  }
  return { children, update };
}

export default widget({
  name: "softmax",
  traits: ["logits", "labels", "temperature"],
  build,
});
