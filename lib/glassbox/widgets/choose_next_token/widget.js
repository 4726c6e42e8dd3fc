import { sum } from "../kernels/arrays.js";
import { choice } from "../shared/choice.js";
import { button, element, figure } from "../shared/elements.js";
import { formatNumber } from "../shared/format.js";
import { mulberry32 } from "../shared/random.js";
import { widget } from "../shared/shell.js";
import { withNodes } from "../shared/words.js";
import { chart } from "./chart.js";
import { dial } from "./dial.js";
import { measure, ranked, rowOf, tally, valuesOf } from "./numbers.js";
import { showNumber, tokenTable } from "./table.js";

const SHOWN = 12;
const MOST_DRAWS = 20000;
const DIALS = ["temperature", "top_k", "top_p"];
const AGREEING = ["minus_infinity", "shares"];
const MISTAKES = ["zero", "not_renormalised", "nucleus_first", "top_50"];
const GIVEN = ["logits", "tokens", "contexts", "seed"]; // from Python alone

/** A token or a text, marked as Chinese where it is. */
function written(words) {
  const chinese = /\p{Script=Han}/u.test(words);
  return element("span", chinese ? { lang: "zh-Hans" } : {}, words);
}

function build({ model, text, edit, undo, reset, say, onStop }) {
  const nameOf = (v) => model.get("tokens")[v].trim() || "␣";
  let known; // the context's logits, their order, what the sliders go through
  let uniforms = []; // random numbers from 0 to 1: one a draw
  let random = mulberry32(model.get("seed"));

  // The settings.
  const dials = DIALS.map((name) =>
    dial({ name, text, onvalue: (value) => edit.commit(name, { [name]: value }) }),
  );
  const cuttings = [
    [text.right, AGREEING],
    [text.wrong, MISTAKES],
  ].map(([label, ways]) =>
    choice({
      name: "choose",
      label,
      options: Object.fromEntries(ways.map((way) => [way, text.ways[way]])),
      onchoose: (cutting) => edit.commit(null, { cutting }),
    }),
  );
  const contexts = element("div", {
    class: "gb-choice",
    role: "group",
    "aria-label": text.contexts,
  });
  function makeContexts() {
    const texts = model.get("contexts");
    const buttons = texts.map((words, context) =>
      button(`choose-${context}`, [written(words)], () =>
        edit.commit(null, { context }),
      ),
    );
    const label = element("span", { "aria-hidden": "true" }, text.contexts);
    contexts.replaceChildren(label, ...buttons);
    contexts.hidden = !texts.join("");
  }

  // What comes of them.
  const verdict = element("p", { class: "gb-verdict" });
  const measured = element("b");
  const picture = chart();
  const remain = figure(text.remain);
  const mass = figure(text.mass);
  const table = tokenTable(text);
  const outcome = element("span");
  const drawing = [draw("draw", 1), draw("draws", 1000)];
  function draw(name, count) {
    return button(name, [text[name]], () => {
      for (let i = 0; i < count; i += 1) uniforms.push(random());
      update(edit.state());
      say(outcome.textContent);
    });
  }
  function clear() {
    uniforms = [];
    random = mulberry32(model.get("seed"));
    say(update(edit.state()));
  }
  reset.addEventListener("click", clear);
  for (const name of GIVEN) model.on(`change:${name}`, reload);
  onStop(() => {
    for (const name of GIVEN) model.off(`change:${name}`, reload);
  });
  function reload() {
    queueMicrotask(() => {
      known = undefined;
      clear();
    });
  }
  function keys(words) {
    const parts = Object.entries(words).map(([kind, word]) =>
      element("span", { class: `gb-key gb-key-${kind}` }, word),
    );
    return element("p", { class: "gb-meaning" }, ...parts);
  }
  const children = [
    contexts,
    ...dials.map((one) => one.node),
    ...cuttings.map((one) => one.node),
    verdict,
    element(
      "div",
      { class: "gb-sides" },
      element("div", {}, picture.node, keys(text.key)),
      element("div", {}, remain.node, mass.node),
    ),
    element(
      "div",
      { class: "gb-actions gb-drawing" },
      ...drawing,
      button("clear", [text.clear], clear),
      outcome,
    ),
    table.node,
    keys(text.bars),
    element("div", { class: "gb-actions" }, undo, reset),
  ];

  /** Read a context's logits, once: they change with the context, or from Python. */
  function read(context) {
    if (!known) makeContexts();
    const logits = rowOf(model.get("logits"), context);
    const order = ranked(logits);
    const top = order.slice(0, SHOWN);
    const rest = order.slice(SHOWN);
    const values = Object.fromEntries(
      DIALS.map((name) => [name, valuesOf(name, logits.length)]),
    );
    const names = top.map((v) => written(nameOf(v)));
    const scores = top.map((v) => logits[v]);
    table.start(names, scores, rest.length);
    known = { context, logits, order, top, rest, values };
  }

  function update(state) {
    if (known?.context !== state.context) read(state.context);
    const { logits, order } = known;
    const found = measure(logits, order, state);
    for (const { name, set } of dials) set(state[name], known.values[name]);
    for (const one of cuttings) one.set(state.cutting);
    for (const node of contexts.querySelectorAll("button")) {
      const isChosen = node.dataset.action === `choose-${state.context}`;
      node.setAttribute("aria-pressed", `${isChosen}`);
    }
    paintTable(state, found);
    paintCut(state, found);
    paintVerdict(state, found);
    return text.said({
      temperature: `${state.temperature}`,
      n: `${found.remain}`,
      token: nameOf(order[0]),
      share: formatNumber(found.after[order[0]]),
    });
  }
  /** What each token holds, and how often it was drawn. */
  function paintTable({ temperature }, { before, after, after_k, remain, total }) {
    const { logits, top, rest } = known;
    const n_draws = uniforms.length;
    const { counts, last } = tally(after, uniforms);
    const rows = (values) => [
      ...top.map((v) => values[v]),
      sum(rest.map((v) => values[v])),
    ];
    const uncut = temperature === 0 ? "T" : "p";
    table.draw({
      before: rows(before),
      after: rows(after),
      drawn: rows(counts),
      n_top: top.length,
      n_draws,
      remain,
      why: (rank) => (temperature > 0 && rank >= after_k ? "k" : uncut),
    });
    const nothing = counts.at(-1);
    table.drawTotal({ before: sum(before), after: total, n_draws, nothing });
    for (const node of drawing) node.ariaDisabled = `${n_draws >= MOST_DRAWS}`;
    if (n_draws === 0) outcome.textContent = text.no_draws;
    else if (last === logits.length) {
      outcome.textContent = text.last_nothing({ n: n_draws });
    } else outcome.textContent = text.last({ token: nameOf(last), n: n_draws });
    outcome.dataset.value = `${last}`;
  }
  /** What the cut leaves, in the picture and in words. */
  function paintCut({ temperature, top_k, top_p }, found) {
    const { logits, order } = known;
    const running = [0];
    for (const v of order) running.push(running.at(-1) + found.before[v]);
    const isGreedy = temperature === 0;
    const lines = {};
    if (isGreedy) lines.T = 1;
    if (!isGreedy && top_k !== null) lines.k = found.after_k;
    if (!isGreedy && top_p !== null) lines.p = found.remain;
    const left = { k: `${found.after_k}`, n: `${found.remain}` };
    let rule = text.rules.none;
    if (lines.T) rule = text.rules.greedy;
    else if (lines.k && lines.p) rule = text.rules.both(left);
    else if (lines.k) rule = text.rules.k(left);
    else if (lines.p) rule = text.rules.p(left);
    const goal = lines.p ? top_p * running[found.after_k] : null;
    const words = text.picture({ n: `${logits.length}`, rule });
    picture.draw(running, found.remain, lines, goal, words);
    const of = text.of({ n: `${found.remain}`, all: `${logits.length}` });
    remain.set(of, rule, found.remain);
    const total = text.total({ total: formatNumber(found.total) });
    mass.set(formatNumber(found.mass), total, found.mass);
  }
  function paintVerdict({ cutting }, found) {
    const isRight = AGREEING.includes(cutting);
    const isIdle = !isRight && found.gap < 1e-12; // rounding apart
    const [first] = known.order;
    showNumber(measured, found.measured);
    const values = {
      remain: `${found.remain}`,
      right: `${found.right_remain}`,
      shown: formatNumber(found.before[first]),
      real: formatNumber(found.all[first]),
    };
    const said = text.verdicts[isRight ? "agree" : cutting];
    const words = isIdle ? [text.verdicts.idle] : withNodes(said, { measured }, values);
    verdict.replaceChildren(...words);
    verdict.classList.toggle("gb-wrong", !isRight && !isIdle);
  }
  return { children, update };
}

export default widget({
  name: "token-choice",
  traits: [...DIALS, "cutting", "context"],
  build,
});
