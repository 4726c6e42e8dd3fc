import { choice } from "../shared/choice.js";
import { element } from "../shared/elements.js";
import { widget } from "../shared/shell.js";
import { lowered, measure } from "./numbers.js";
import { picture } from "./picture.js";
import { overview, short, show, sumTable } from "./tables.js";

const NAMED = 3; // so many source words a sentence names

const visible = (words) => words.map((word) => (word.trim() ? word : "␣"));

function build({ model, text, edit, undo, reset }) {
  const madeUp = element("p", { class: "gb-made-up" }, text.made_up);
  const mode = choice({
    name: "one",
    label: text.mode,
    options: text.modes,
    onchoose(key) {
      const one_context = key === "true";
      if (model.get("one_context") !== one_context) edit.commit(null, { one_context });
    },
  });
  const count = element("p", { class: "gb-count" });
  const body = element("div");
  const actions = element("div", { class: "gb-actions" }, undo, reset);
  const top = element("div", { class: "gb-row" }, mode.node, actions);
  const children = [madeUp, top, count, body];
  let drawn = ""; // which words and numbers the parts are for
  let parts = null;
  let found = null;

  /** Everything that depends on which words there are. */
  function draw(now) {
    const words = { source: visible(now.source), target: visible(now.target) };
    const picked = picture(text, words, choose);
    const verdict = element("p", { "data-words": "verdict" });
    const lost = element("p", { "data-words": "lost" });
    const honest = element("p", { class: "gb-meaning" }, text.honest);
    const all = overview(text, { ...now, ...words });
    const total = now.values && sumTable(text, { ...now, ...words });
    body.replaceChildren(picked.node, verdict, lost, all.node, honest);
    if (total) body.append(total.node);
    return { ...words, picked, verdict, lost, all, total };
  }
  function choose(target_index) {
    if (target_index === model.get("target_index")) return;
    edit.commit("target_index", { target_index });
  }

  function update(now) {
    const form = JSON.stringify([now.source, now.target, now.values, now.weights]);
    if (form !== drawn) {
      parts = draw(now);
      found = measure(now);
      found.shared = now.weights.map(() => found.even); // each row is the same array
    }
    drawn = form;
    const { target_index: at, one_context } = now;
    const shares = one_context ? found.even : now.weights[at];
    madeUp.hidden = !now.illustrative;
    mode.set(one_context);
    parts.picked.set(shares, at, one_context);
    parts.all.set(one_context ? found.shared : now.weights, found.lost, at);
    const context = text.context({ index: lowered(at + 1) });
    if (parts.total) paintSum(shares, found.own[at], one_context, context);
    return paintWords(shares, now, context);
  }
  function paintSum(shares, own, one_context, context) {
    const words = text.sum;
    if (one_context) {
      parts.total.set(words.one({ n: shares.length }), shares, [
        [words.result_one, found.one],
        [words.beside_one({ context }), own],
      ]);
    } else {
      parts.total.set(words.own({ context }), shares, [
        [words.result_own({ context }), own],
        [words.beside_own, found.one],
      ]);
    }
  }
  function paintWords(shares, { target_index: at, one_context, values }, context) {
    const word = parts.target[at];
    const n = shares.length;
    const verdict = one_context
      ? text.one({ word, n })
      : text.own({ context, word, parts: namedParts(shares) });
    parts.verdict.textContent = verdict;
    const far = values ? text.lost : text.lost_shares;
    const size = short(found.lost[at]);
    show(parts.lost, far({ context, size }), found.lost[at]);
    const different = one_context ? 1 : found.different;
    const words = parts.target.length;
    const counted =
      words === 1 ? text.count_of_one_word : text.count({ n: different, words });
    show(count, counted, different);
    return text.said({ word, count: counted, verdict });
  }
  /** The source words with the largest shares, and how many more there are. */
  function namedParts(shares) {
    const order = shares.map((_, j) => j).sort((a, b) => shares[b] - shares[a]);
    const named = order
      .slice(0, NAMED)
      .map((j) => text.part({ word: parts.source[j], share: short(shares[j]) }))
      .join(text.between_parts);
    const n = shares.length - NAMED;
    return n > 0 ? text.and_more({ parts: named, n }) : named;
  }
  return { children, update };
}

export default widget({
  name: "onecontext",
  traits: [
    "weights",
    "source",
    "target",
    "values",
    "illustrative",
    "target_index",
    "one_context",
  ],
  build,
});
