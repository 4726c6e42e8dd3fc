import { smooth_labels } from "../kernels/output_head.js";
import { choice } from "../shared/choice.js";
import { control } from "../shared/control.js";
import { element, figure } from "../shared/elements.js";
import { formatNumber, formatShort } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { chart } from "./chart.js";
import { loss, prediction } from "./numbers.js";
import { targetTable } from "./table.js";

const FIELDS = {
  vocabulary_size: { low: 2, high: 20, step: 1 },
  epsilon: { low: 0, high: 1, step: 0.01 },
  confidence: { low: 0, high: 1, step: 0.005 },
};

const CLOSE = 0.0101; // as near as this, the reader has found where it is lowest

/** Up to four decimals, none that are 0 at the end; never a small number as 0. */
function short(x) {
  return x > 0 && x < 0.00005 ? formatNumber(x) : formatShort(x);
}

function build({ model, text, edit, undo, reset }) {
  const controls = Object.fromEntries(
    Object.entries(FIELDS).map(([field, range]) => [field, makeControl(field, range)]),
  );
  function makeControl(field, { low, high, step }) {
    const { label, name, wrong } = text[field];
    return control({
      field,
      label,
      name,
      low,
      high,
      step,
      explain(value) {
        const whole = step < 1 || Number.isInteger(value);
        const allowed = value >= low && value <= high && whole;
        return allowed ? "" : wrong({ good: short(model.get(field)) });
      },
      say: short,
      onvalue: (value) => choose(field, value),
    });
  }
  function choose(field, value) {
    const change = { [field]: value };
    // The right token must be one of those that remain.
    if (field === "vocabulary_size") {
      change.target = Math.min(model.get("target"), value - 1);
    }
    edit.commit(field, change);
  }
  const conventions = choice({
    name: "convention",
    label: text.convention,
    options: text.conventions,
    onchoose: (convention) => edit.commit(null, { convention }),
  });
  const table = targetTable(text, short, (target) => edit.commit(null, { target }));
  const picture = chart(text, (confidence) => {
    choose("confidence", Number(confidence.toFixed(3)));
  });
  const keys = Object.fromEntries(
    Object.entries(text.key).map(([kind, words]) => [
      kind,
      element("span", { class: `gb-key gb-key-${kind}` }, words),
    ]),
  );
  const share = figure("");
  const hard = figure(text.hard_loss);
  const smoothed = figure(text.smoothed_loss);
  const others = figure(text.others);
  let isFound = false;
  const children = [
    element(
      "div",
      { class: "gb-sides" },
      element(
        "div",
        { class: "gb-curves" },
        picture.node,
        element("p", { class: "gb-meaning" }, ...Object.values(keys)),
        controls.confidence.node,
      ),
      element(
        "div",
        {},
        element("div", { class: "gb-losses" }, hard.node, smoothed.node, others.node),
        controls.epsilon.node,
      ),
    ),
    element(
      "details",
      { class: "gb-more" },
      element("summary", {}, text.more),
      element(
        "div",
        { class: "gb-sides" },
        element("div", {}, conventions.node, controls.vocabulary_size.node, share.node),
        table.node,
      ),
    ),
    element("div", { class: "gb-actions" }, undo, reset),
  ];

  function update(state, forced) {
    const { vocabulary_size, epsilon, convention, target, confidence } = state;
    for (const field of Object.keys(FIELDS)) controls[field].set(state[field], forced);
    conventions.set(convention);

    const smooth = (part, who) =>
      smooth_labels([target], vocabulary_size, part, { convention: who })[0];
    const columns = {
      hard: smooth(0, "others"),
      others: smooth(epsilon, "others"),
      all: smooth(epsilon, "all"),
      model: prediction(confidence, state),
    };
    const shares = columns[convention];
    table.draw(columns, state);

    const losses = (x) => ({
      hard: loss(x, columns.hard, state),
      smoothed: loss(x, shares, state),
    });
    const now = losses(confidence);
    const best = shares[target]; // the loss is lowest where the model gives its share
    const least = losses(best).smoothed;
    const nats = (value) => text.nats({ value: formatNumber(value) });
    share.node.firstChild.textContent = text.right[convention];
    share.set(short(best), text.rest({ share: short(shares[target ? 0 : 1]) }), best);
    hard.set(nats(now.hard), text.hard_meaning, now.hard);
    const meaning = { best: short(best), least: formatNumber(least) };
    isFound ||= Math.abs(confidence - best) < CLOSE;
    const where = isFound ? text.smoothed_meaning(meaning) : text.unfound;
    smoothed.set(nats(now.smoothed), where, now.smoothed);
    const other = target ? 0 : 1;
    const promised = text.others_meaning({ share: short(shares[other]) });
    others.set(short(columns.model[other]), promised, columns.model[other]);
    keys.best.classList.toggle("gb-unfound", !isFound);
    smoothed.node.dataset.least = `${least}`;
    const said = (isFound ? text.said : text.said_unfound)({
      confidence: short(confidence),
      hard: formatNumber(now.hard),
      smoothed: formatNumber(now.smoothed),
      best: short(best),
    });
    picture.draw(losses, confidence, { lowest: best, isFound }, text.picture({ said }));
    return said;
  }
  return { children, update };
}

export default widget({
  name: "smoothing",
  traits: [...Object.keys(FIELDS), "convention", "target"],
  build,
});
