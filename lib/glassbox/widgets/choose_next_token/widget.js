import { chart } from "./chart.js";
import { measure, ranked, rowOf, tally, two_digits } from "./numbers.js";
import { STRINGS } from "./words.js";
import { sum } from "../kernels/arrays.js";
import { mulberry32 } from "../shared/random.js";
import { slider } from "../shared/slider.js";
import {
  button, editor, element, figure, formatNumber, frame, keepTableRoles, liveRegion, strings,
} from "../shared/ui.js";

const SHOWN = 12;
const MOST_DRAWS = 20000;
const AGREEING = ["minus_infinity", "shares"];
const MISTAKES = ["zero", "not_renormalised", "nucleus_first", "top_50"];
const COLUMNS = ["logit", "before", "after", "bar", "drawn", "why"];
const BARS = ["before", "after", "drawn"];

/** What each slider goes through; null cuts nothing. */
export function values_of(name, n_tokens) {
  if (name === "temperature") return [0, ...two_digits(5, 2000).map((n) => n / 100)];
  if (name === "top_k") return [...two_digits(1, n_tokens - 1), null];
  return [...Array.from({ length: 100 }, (_, i) => i / 100), null];
}

function render({ model, el }) {
  const text = strings(STRINGS);
  const edit = editor(model, ["temperature", "top_k", "top_p", "cutting", "context"], update);
  const nameOf = (v) => model.get("tokens")[v].trim() || "␣";
  const words_in = (words) => {
    const chinese = /\p{Script=Han}/u.test(words);
    return element("span", chinese ? { lang: "zh-Hans" } : {}, words);
  };
  let known; // the context's logits, their order, what the sliders go through
  let uniforms, random; // random numbers from 0 to 1: one a draw
  let rows;

  const dials = Object.fromEntries(["temperature", "top_k", "top_p"].map((name) => {
    const dial = slider({
      "aria-label": text[name], "data-field": name, min: 0,
      onvalue: (at) => edit.commit(name, { [name]: known.values[name][at] }),
    });
    const shown = element("b");
    const node = element("div", { class: "gb-control" }, element("span", {}, text[name]), shown,
      element("div", { class: "gb-slider" }, dial.input));
    function set(value) {
      const words = value === null ? text.off : value || name !== "temperature" ? value : text.greedy;
      const values = known.values[name];
      dial.input.max = values.length - 1;
      const above = values.findIndex((one) => one === null || one >= value);
      dial.set(value === null || above < 0 ? values.length - 1 : above, words);
      shown.textContent = words;
    }
    return [name, { node, set }];
  }));
  const choose = (names, words, change) => {
    const group = element("div", { class: "gb-choices", role: "group", "aria-label": words });
    group.append(element("span", {}, words), ...names.map(([value, ...label]) =>
      button(`choose-${value}`, label, () => edit.commit(null, { [change]: value }))));
    return group;
  };
  const press = (group, action) => group.querySelectorAll("button").forEach((node) =>
    node.setAttribute("aria-pressed", node.dataset.action === `choose-${action}`));
  const ways = [AGREEING, MISTAKES].map((names, i) => choose(
    names.map((way) => [way, text.ways[way]]), text[i ? "wrong" : "right"], "cutting"));
  const contexts = element("div");

  const picture = chart();
  const keys = (words) => element("p", { class: "gb-meaning" }, ...Object.entries(words)
    .map(([kind, word]) => element("span", { class: `gb-key gb-key-${kind}` }, word)));
  const remain = figure(text.remain);
  const mass = figure(text.mass);
  const measured = element("b");
  const verdict = element("p", { class: "gb-verdict" });

  const scale = element("td", { class: "gb-bar", "aria-hidden": "true" });
  const body = element("tbody");
  const total = makeRow(text.sum);
  const table = keepTableRoles(element("table", {},
    element("caption", { class: "gb-unseen" }, text.caption),
    element("thead", {}, element("tr", {}, ...["token", ...COLUMNS].map((name) => name === "bar" ? scale
      : element("th", { scope: "col", class: `gb-${name}` }, text[name])))),
    body, element("tfoot", {}, total.node)));
  const outcome = element("span");
  const draw = (name, count) => button(name, [text[name]], () => {
    for (let i = 0; i < count; i += 1) uniforms.push(random());
    update();
    live.say(outcome.textContent);
  });
  const drawing = [draw("draw", 1), draw("draws", 1000)];
  const undo = button("undo", [text.undo], edit.undo);
  const live = liveRegion();
  const root = frame(text.title, contexts, ...Object.values(dials).map(({ node }) => node), ...ways, verdict,
    element("div", { class: "gb-sides" }, element("div", {}, picture.node, keys(text.key)),
      element("div", {}, remain.node, mass.node)),
    element("div", { class: "gb-choices" }, ...drawing, button("clear", [text.clear], startOver), outcome),
    table, keys(text.bars),
    element("div", { class: "gb-choices" }, undo,
      button("reset", [text.reset], () => { edit.reset(); startOver(); })), live.node);

  function makeRow(name) {
    const cells = Object.fromEntries(COLUMNS.map((column) =>
      [column, element("td", { class: `gb-${column}` })]));
    const bars = BARS.map((kind) => element("span", { class: `gb-${kind}` }));
    cells.bar.append(...bars);
    cells.bar.ariaHidden = "true";
    const head = element("th", { scope: "row", class: "gb-token" }, name);
    return { node: keepTableRoles(element("tr", {}, head, ...Object.values(cells))), cells, bars };
  }
  function show(cell, value) {
    cell.textContent = formatNumber(value);
    cell.dataset.value = value;
  }
  function startOver() {
    uniforms = [];
    random = mulberry32(model.get("seed"));
    update();
  }
  /** Read a context's logits, once: they change with the context, or from Python. */
  function read(context) {
    const logits = rowOf(model.get("logits"), context);
    const order = ranked(logits);
    const top = order.slice(0, SHOWN);
    const rest = order.slice(SHOWN);
    const values = Object.fromEntries(Object.keys(dials).map((name) => [name, values_of(name, logits.length)]));
    rows = top.map((v) => makeRow(words_in(nameOf(v))));
    rows.forEach(({ cells }, i) => show(cells.logit, logits[top[i]]));
    if (rest.length) rows.push(makeRow(text.others(rest.length)));
    body.replaceChildren(...rows.map(({ node }) => node));
    if (!known) {
      const texts = model.get("contexts");
      contexts.hidden = !texts.join("");
      contexts.replaceChildren(choose(texts.map((words, i) => [i, words_in(words)]), text.contexts, "context"));
    }
    known = { context, logits, order, top, rest, values };
  }
  const reload = () => queueMicrotask(() => { known = undefined; startOver(); });

  function update() {
    const state = edit.state();
    if (known?.context !== state.context) read(state.context);
    const { logits, order, top, rest } = known;
    const found = measure(logits, order, state);
    const { before, after, after_k } = found;
    for (const [name, { set }] of Object.entries(dials)) set(state[name]);
    for (const group of ways) press(group, state.cutting);
    press(contexts, state.context);
    undo.ariaDisabled = !edit.canUndo();

    // The table: what each token holds, and how often it was drawn.
    const n = uniforms.length;
    const { counts, last } = tally(after, uniforms);
    const parts = [before, after, counts].map((values) =>
      [...top.map((v) => values[v]), sum(rest.map((v) => values[v]))]);
    const widest = Math.max(...parts[0].slice(0, top.length), ...parts[1].slice(0, top.length));
    scale.textContent = `0 ${formatNumber(widest, 3)}`;
    rows.forEach((row, i) => {
      const rule = state.temperature === 0 ? "T" : i >= after_k ? "k" : "p";
      const hidden = Math.max(0, found.remain - top.length);
      const why = i < found.remain ? text.kept : text.cut[rule];
      paint(row, ...parts.map((values) => values[i]), n);
      row.cells.why.textContent = i < top.length ? why : text.n_kept(hidden);
      row.node.classList.toggle("gb-cut", i >= found.remain);
      row.node.classList.toggle("gb-first-cut", i === found.remain);
      if (i === top.length) return;
      row.bars.forEach((bar, k) => {
        const end = `${Math.min(100, 100 * parts[k][i] / (k < 2 ? 1 : n) / widest)}%`;
        bar.hidden = k === 2 && !parts[k][i];
        bar.style[k < 2 ? "width" : "left"] = end;
      });
    });
    const nothing = counts.at(-1);
    paint(total, sum(before), found.total, n - nothing, n);
    total.cells.why.textContent = nothing ? text.drew_nothing(nothing) : "";
    for (const node of drawing) node.ariaDisabled = n >= MOST_DRAWS;
    const name = last === logits.length ? text.nothing : n && nameOf(last);
    outcome.textContent = n ? text.last(name, n.toLocaleString("en")) : text.no_draws;
    outcome.dataset.value = last;

    // What the cut leaves, in the picture and in words.
    const running = [0];
    for (const v of order) running.push(running.at(-1) + before[v]);
    const lines = state.temperature === 0 ? { T: 1 } : {};
    if (state.temperature && state.top_k !== null) lines.k = after_k;
    if (state.temperature && state.top_p !== null) lines.p = found.remain;
    const words = text.rules[Object.keys(lines).join("")](after_k, found.remain);
    picture.draw(running, found.remain, lines, lines.p ? state.top_p * running[after_k] : null,
      text.picture(logits.length, words));
    remain.set(text.of(found.remain, logits.length), words, found.remain);
    mass.set(formatNumber(found.mass), text.total(formatNumber(found.total)), found.mass);
    const isRight = AGREEING.includes(state.cutting);
    const idle = !isRight && found.gap < 1e-12; // rounding apart
    const [first, real] = [before, found.all].map((shares) => formatNumber(shares[order[0]]));
    show(measured, found.measured);
    verdict.replaceChildren(...(idle ? [text.idle]
      : (text[state.cutting] ?? text.agree)(measured, found, first, real)));
    verdict.classList.toggle("gb-wrong", !isRight && !idle);
    live.say(text.said(state.temperature, found.remain, nameOf(order[0]), formatNumber(after[order[0]])));
  }
  function paint({ cells }, before, after, count, n) {
    show(cells.before, before);
    show(cells.after, after);
    cells.drawn.textContent = n ? `${count} (${formatNumber(n * after, 1)})` : "";
    cells.drawn.dataset.value = count;
  }

  const outside = ["logits", "tokens", "contexts", "seed"];
  for (const name of outside) model.on(`change:${name}`, reload);
  root.classList.add("gb-token-choice");
  el.append(root);
  startOver();
  return () => {
    edit.stop();
    for (const name of outside) model.off(`change:${name}`, reload);
    live.stop();
    root.remove();
  };
}

export default { render };
