import { choice } from "../shared/choice.js";
import { element } from "../shared/elements.js";
import { widget } from "../shared/shell.js";
import { contextRow } from "./context.js";
import { lowered, measure } from "./numbers.js";
import { picture } from "./picture.js";
import { queryRow, weigh } from "./query.js";
import { overview, sumTable } from "./tables.js";
import { short, show } from "./writing.js";

const NAMED = 3; // so many source words a sentence names

const visible = (words) => words.map((word) => (word.trim() ? word : "␣"));

/** Whether all that is read are single characters. */
function areCharacters({ source }) {
  return source.every((word) => [...word].length === 1);
}

/** Where a character, or a word with a gloss, comes twice, its place is written too. */
function distinct(words, isNumbered) {
  const twice = (word) => isNumbered && words.filter((w) => w === word).length > 1;
  return words.map((word, i) => (twice(word) ? word + lowered(i + 1) : word));
}

function build({ model, text: words, edit, undo, reset }) {
  let text = words; // of words, or of characters
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
  const top = element("div", { class: "gb-row" }, mode.node, count);
  const foot = element("div", { class: "gb-row" }, actions, madeUp);
  const children = [top, body, foot];
  let drawn = ""; // which words and numbers the parts are for
  let weighed = ""; // which weights the contexts are found from
  let parts = null;
  let found = null;

  /** Everything that depends on which words there are. */
  function draw(now) {
    const single = areCharacters(now);
    text = single ? { ...words, ...words.characters } : words;
    const source = visible(distinct(now.source, single || now.glosses.length > 0));
    const shown = { ...now, source, target: visible(now.target) };
    const verdict = element("p", { "data-words": "verdict" });
    const lost = element("p", { "data-words": "lost" });
    const honest = element("p", { class: "gb-meaning" }, text.honest);
    const all = overview(text, shown);
    const total = now.values && sumTable(text, shown);
    const details = element(
      "details",
      {},
      element("summary", {}, now.values ? text.more : text.more_contexts),
    );
    details.append(all.node, lost, honest, ...(total ? [total.node] : []));
    const panels = now.side_by_side
      ? [panel(shown, "all-", text.mean), panel(shown, "", text.modes.false)]
      : [panel(shown, "", "")];
    const side = element(
      "div",
      { class: "gb-panels" },
      ...panels.map((one) => one.node),
    );
    body.replaceChildren(side, verdict, details);
    return { ...shown, panels, verdict, lost, all, total };
  }
  function panel(shown, prefix, title) {
    const asks = !shown.queries || prefix ? null : queryRow(text, shown, ask);
    const rows = asks ? shown.values : null; // what the query is compared with
    const picked = picture(text, { ...shown, rows }, choose, prefix);
    const arrives = shown.values && contextRow(text, shown);
    const node = element("div", { class: "gb-panel" });
    if (title) node.append(element("div", { class: "gb-title" }, title));
    const below = [arrives, asks].filter(Boolean);
    node.append(picked.node, ...below.map((one) => one.node));
    return { node, picked, arrives, asks };
  }
  function choose(target_index) {
    if (target_index === model.get("target_index")) return;
    edit.commit("target_index", { target_index });
  }

  /** The chosen word asks for something else, and its weights follow. */
  function ask(k, x) {
    const { target_index: at, queries, weights, values } = edit.state();
    const query = queries[at].with(k, x);
    edit.commit(`query-${at}-${k}`, {
      queries: queries.with(at, query),
      weights: weights.with(at, weigh(query, values)),
    });
  }

  function update(now) {
    const { source, target, values, weights, side_by_side, glosses, features } = now;
    const form = JSON.stringify([
      source,
      target,
      values,
      side_by_side,
      glosses,
      features,
      now.queries !== null,
    ]);
    if (form !== drawn) parts = draw(now);
    const counted = form + JSON.stringify(weights);
    if (counted !== weighed) {
      found = measure(now);
      found.shared = now.weights.map(() => found.even); // each row is the same array
      found.none = now.weights.map(() => 0);
    }
    drawn = form;
    weighed = counted;
    const { target_index: at } = now;
    const one_context = now.one_context && !side_by_side;
    const shares = one_context ? found.even : weights[at];
    madeUp.hidden = !now.illustrative;
    top.hidden = side_by_side;
    mode.set(one_context);
    const context = text.context({ index: lowered(at + 1) });
    parts.panels.forEach(({ picked, arrives, asks }, i) => {
      const isOne = side_by_side ? i === 0 : one_context;
      picked.set(isOne ? found.even : weights[at], at, isOne);
      const [name, numbers] = isOne
        ? [text.the_mean, found.one]
        : [context, found.own[at]];
      arrives?.set(parts.target[at], name, numbers);
      asks?.set(parts.target[at], now.queries[at]);
    });
    if (one_context) parts.all.set(found.shared, found.none, at);
    else parts.all.set(weights, found.lost, at);
    if (parts.total) paintSum(shares, found.own[at], one_context, context);
    return paintWords(shares, { ...now, one_context }, context);
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
  function paintWords(shares, now, context) {
    const { target_index: at, one_context, side_by_side, values } = now;
    const word = parts.target[at];
    const n = shares.length;
    const made = { context, word, parts: namedParts(shares) };
    let verdict = one_context ? text.one({ word, n }) : text.own(made);
    if (side_by_side) verdict = text.both(made);
    parts.verdict.textContent = verdict;
    const far = values ? text.lost : text.lost_shares;
    const moved = one_context ? 0 : found.lost[at];
    const said = one_context ? text.none_lost : far({ context, size: short(moved) });
    show(parts.lost, said, moved);
    const different = one_context ? 1 : found.different;
    const n_words = parts.target.length;
    const counted =
      n_words === 1
        ? text.count_of_one_word
        : text.count({ n: different, words: n_words });
    show(count, counted, different);
    return text.said({ word, count: counted, verdict });
  }
  /** The source words with the largest shares, and how many more there are. */
  function namedParts(shares) {
    const order = shares.map((_, j) => j).sort((a, b) => shares[b] - shares[a]);
    const named = order
      .slice(0, NAMED)
      .map((j) => text.part({ word: wordOf(j), share: short(shares[j]) }))
      .join(text.between_parts);
    const n = shares.length - NAMED;
    return n > 0 ? text.and_more({ parts: named, n }) : named;
  }
  function wordOf(j) {
    const [word, gloss] = [parts.source[j], parts.glosses[j]];
    return gloss ? text.with_gloss({ word, gloss }) : word;
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
    "side_by_side",
    "glosses",
    "features",
    "queries",
  ],
  build,
});
