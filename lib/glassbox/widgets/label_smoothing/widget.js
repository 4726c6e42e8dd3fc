import { smooth_labels } from "../kernels/output_head.js";
import { chart } from "./chart.js";
import { loss, prediction } from "./numbers.js";
import { slider } from "../shared/slider.js";
import {
  button, editor, element, figure, formatNumber, frame, keepTableRoles, liveRegion,
  numberField, strings,
} from "../shared/ui.js";

const STRINGS = {
  en: {
    title: "Label smoothing",
    vocabulary_size: "Tokens, V =", vocabulary_size_name: "Vocabulary size V",
    epsilon: "Smoothing, ε =", epsilon_name: "Smoothing epsilon",
    confidence: "Confidence in the right token", confidence_name: "Confidence in the right token",
    bad_vocabulary_size: (good) => `A whole number from 2 to 20. Still in use: ${good}`,
    bad_epsilon: (good) => `A number from 0 to 1. Still in use: ${good}`,
    bad_confidence: (good) => `A number from 0 to 1. Still in use: ${good}`,
    convention: "Who gets ε",
    others: "the others: ε/(V − 1)", all: "all tokens: ε/V",
    caption: "The target",
    token: "token", hard: "hard", bar: "in use",
    others_head: "ε/(V − 1)", all_head: "ε/V", model: "model",
    choose: (token) => `Token ${token} is the right one`,
    sum: "sum",
    axis: "confidence in the right token",
    key: { hard: "loss, hard target", smoothed: "loss, smoothed", best: "lowest" },
    right: { others: "The right token’s share, 1 − ε", all: "The right token’s share, 1 − ε + ε/V" },
    wrong: (share) => `each other token: ${share}`,
    hard_loss: "Loss, hard target",
    hard_meaning: "−log of the confidence; lowest at 1, where it is 0",
    smooth_loss: "Loss, smoothed target",
    meaning: (at, least) => `lowest at a confidence of ${at}: ${least} nats`,
    nats: (x) => `${x} nats`,
    undo: "Undo", reset: "Reset",
    said: (confidence, hard, smoothed, at) =>
      `Confidence ${confidence}: loss ${hard} hard, ${smoothed} smoothed. Lowest at ${at}.`,
    seen: (said) => `Two curves of the loss in nats against the confidence, from 0 to 1. ${said}`,
  },
};
const CONVENTIONS = ["others", "all"];
const FIELDS = {
  vocabulary_size: { low: 2, high: 20, step: 1 },
  epsilon: { low: 0, high: 1, step: 0.01 },
  confidence: { low: 0, high: 1, step: 0.005 },
};
const COLUMNS = ["hard", ...CONVENTIONS, "model"];
/** Up to four decimals, none that are 0 at the end. */
const short = (x) => (x > 0 && x < 0.00005 ? formatNumber(x) : `${Number(x.toFixed(4))}`);

function render({ model, el }) {
  const text = strings(STRINGS);
  const edit = editor(model, [...Object.keys(FIELDS), "convention", "target"], update);
  const body = element("tbody");
  let rows = [];

  const controls = Object.fromEntries(Object.entries(FIELDS).map(([name, { low, high, step }]) => {
    const plain = text[`${name}_name`];
    const field = numberField({
      "aria-label": plain, "data-field": name, inputmode: "decimal", step,
      explain: (value) => (value >= low && value <= high && (step < 1 || Number.isInteger(value))
        ? "" : text[`bad_${name}`](short(model.get(name)))),
      onvalue: (value) => choose(name, value),
    });
    const dial = slider({
      "aria-label": plain, "data-field": `${name}-slider`, min: low / step, max: high / step,
      onvalue: (at) => choose(name, Number((at * step).toFixed(4))),
    });
    const node = element("div", { class: "gb-control" },
      element("span", { "aria-hidden": "true" }, text[name]), field.node,
      element("div", { class: "gb-slider" }, dial.input));
    function set(value, forced) {
      field.set(value, forced);
      dial.set(Math.round(value / step), short(value));
    }
    return [name, { node, set }];
  }));
  function choose(name, value) {
    const change = { [name]: value };
    // The right token must be one of those that remain.
    if (name === "vocabulary_size") change.target = Math.min(model.get("target"), value - 1);
    edit.commit(name, change);
  }
  const conventions = Object.fromEntries(CONVENTIONS.map((name) => [name,
    button(`convention-${name}`, [text[name]], () => edit.commit(null, { convention: name }))]));
  const picture = chart(text.axis, (x) => choose("confidence", Number(x.toFixed(3))));
  const keys = Object.entries(text.key).map(([kind, words]) =>
    element("span", { class: `gb-key gb-key-${kind}` }, words));
  const [share, hard, smoothed] = ["", text.hard_loss, text.smooth_loss].map(figure);
  const sums = Object.fromEntries(COLUMNS.map((name) => [name, cell(name)]));
  const heads = { ...text, others: text.others_head, all: text.all_head };
  const table = keepTableRoles(element("table", {},
    element("caption", { class: "gb-unseen" }, text.caption),
    element("thead", {}, element("tr", {},
      ...["token", ...COLUMNS].map((name) =>
        element("th", { scope: "col", class: `gb-col-${name}` }, heads[name])),
      element("td", { class: "gb-bar", "aria-hidden": "true" }, "0 0.5 1"))),
    body,
    element("tfoot", {}, element("tr", {},
      element("th", { scope: "row" }, text.sum), ...Object.values(sums), element("td", { class: "gb-bar" })))));
  const undo = button("undo", [text.undo], () => { edit.undo(); update(true); });
  const reset = button("reset", [text.reset], () => { edit.reset(); update(true); });
  const live = liveRegion();
  const { confidence, ...settings } = controls;
  const root = frame(text.title,
    ...Object.values(settings).map(({ node }) => node),
    element("div", { class: "gb-choices", role: "group", "aria-label": text.convention },
      element("span", {}, text.convention), ...Object.values(conventions)),
    element("div", { class: "gb-sides" },
      element("div", {}, table, share.node),
      element("div", { class: "gb-curves" }, picture.node,
        element("p", { class: "gb-meaning" }, ...keys), confidence.node),
      element("div", {}, hard.node, smoothed.node)),
    element("div", { class: "gb-choices" }, undo, reset), live.node);

  function cell(name) {
    return element("td", { class: `gb-col-${name}` });
  }
  function makeRow(_, token) {
    const choice = button(`target-${token}`, [`${token}`], () => edit.commit(null, { target: token }));
    choice.setAttribute("aria-label", text.choose(token));
    const cells = Object.fromEntries(COLUMNS.map((name) => [name, cell(name)]));
    const bar = element("span");
    const node = keepTableRoles(element("tr", {}, element("th", { scope: "row" }, choice),
      ...Object.values(cells), element("td", { class: "gb-bar", "aria-hidden": "true" }, bar)));
    return { node, choice, cells, bar };
  }
  function show(node, value) {
    if (node.dataset.value === `${value}`) return;
    node.textContent = short(value);
    node.dataset.value = value;
  }

  function update(forced) {
    const state = edit.state();
    const { vocabulary_size, epsilon, convention, target } = state;
    if (rows.length !== vocabulary_size) {
      rows = Array.from({ length: vocabulary_size }, makeRow);
      body.replaceChildren(...rows.map(({ node }) => node));
    }
    for (const [name, { set }] of Object.entries(controls)) set(state[name], forced === true);
    for (const [name, node] of Object.entries(conventions)) node.setAttribute("aria-pressed", name === convention);
    undo.setAttribute("aria-disabled", !edit.canUndo());

    const smooth = (eps, name) => smooth_labels([target], vocabulary_size, eps, { convention: name })[0];
    const columns = { hard: smooth(0, "others"), others: smooth(epsilon, "others"), all: smooth(epsilon, "all") };
    const shares = columns[convention];
    columns.model = prediction(state.confidence, state);
    rows.forEach(({ node, choice, cells, bar }, v) => {
      for (const [name, values] of Object.entries(columns)) show(cells[name], values[v]);
      choice.setAttribute("aria-pressed", v === target);
      bar.style.width = `${100 * shares[v]}%`;
      node.classList.toggle("gb-right", v === target);
    });
    for (const [name, values] of Object.entries(columns)) show(sums[name], values.reduce((a, b) => a + b));
    table.dataset.convention = convention;

    const losses = (x) => ({ hard: loss(x, columns.hard, state), smoothed: loss(x, shares, state) });
    const now = losses(state.confidence);
    const best = shares[target]; // the loss is lowest where the model gives the target's shares
    const least = losses(best).smoothed;
    const other = shares[target ? 0 : 1];
    share.node.firstChild.textContent = text.right[convention];
    share.set(short(best), text.wrong(short(other)), best);
    hard.set(text.nats(formatNumber(now.hard)), text.hard_meaning, now.hard);
    smoothed.set(text.nats(formatNumber(now.smoothed)), text.meaning(short(best), formatNumber(least)), now.smoothed);
    smoothed.node.dataset.least = least;
    const said = text.said(short(state.confidence), formatNumber(now.hard), formatNumber(now.smoothed), short(best));
    picture.draw(losses, state.confidence, best, text.seen(said));
    live.say(said);
  }

  root.classList.add("gb-smoothing");
  el.append(root);
  update();
  return () => {
    edit.stop();
    live.stop();
    root.remove();
  };
}

export default { render };
