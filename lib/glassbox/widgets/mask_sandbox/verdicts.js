// What the mask sandbox says of a mask: one verdict first, and under "more" all of them.
import { softmax } from "../kernels/probability.js";
import { element, write } from "../shared/elements.js";
import {
  filled_row,
  hand_written_softmax,
  is_filled,
  is_padding,
  look_up,
  poke,
  without_padding,
} from "./numbers.js";
import { near } from "./tables.js";
import { working } from "./working.js";

/** The worst that there is to say, and the numbers behind it: set() writes them. */
export function verdictLine(text) {
  const node = element("p", { class: "gb-verdict" });
  const why = element("p", { class: "gb-why" });

  function set(state, found, mask, output) {
    const { name, cell } = worst(state, found, mask);
    const about = name === "good" ? {} : told(name, cell, state, found, mask, output);
    const form = text.verdict[name];
    const said = name === "good" ? form : form(about);
    node.dataset.state = name === "good" ? "good" : "bad";
    node.dataset.verdict = name;
    write(node, said);
    const because = working(text.why, name, cell, state, mask);
    why.hidden = !because;
    write(why, because);
    return `${said} ${because}`.trimEnd();
  }
  /** The name of what is worst, and the query and key that it is about. */
  function worst(state, { future, padding, reach, empty, sums }, mask) {
    const isReal = (i) => !is_padding(i, state);
    const byReal = ([i]) => isReal(i); // nobody uses what padding reads
    const moved = reach
      .map(([token, queries]) => [queries.find((i) => i < token && isReal(i)), token])
      .find(([i, token]) => i !== undefined && isReal(token));
    const rows = (all) => all.map((i) => [i, i]);
    const cases = {
      answer: state.answers.length && future.find(([i, j]) => j === i + 1 && isReal(i)),
      future: future.find(byReal),
      moved,
      padding: padding.find(byReal),
      filled: rows(empty).find(([i]) => is_filled(mask[i], state)),
      peek: future[0] ?? padding[0],
      empty: rows(empty).find(byReal),
      sums: rows(sums)[0],
    };
    const [name, cell] = Object.entries(cases).find((one) => one[1]) ?? ["good"];
    return { name: name === "peek" ? "unused" : name, cell };
  }
  /** What a verdict names: its tokens, and the numbers before and after. */
  function told(name, [i, j], state, { totals }, mask, output) {
    const { scores, values, tokens } = state;
    const names = { query: tokens[i], key: tokens[j], total: near(totals[i]) };
    const first = (now, use) => {
      const found = look_up(now.scores, now.values, use, state);
      return near((output.length ? found.output : found.weights)[i][0]);
    };
    const here = first({ scores, values }, mask);
    if (name === "moved")
      return { ...names, before: here, after: first(poke(state, j), mask) };
    return { ...names, here, right: first(state, without_padding(mask, state)) };
  }
  return { node, why, set };
}

/** A list of all verdicts; set() repaints it. */
export function verdictList(text) {
  const verdicts = Object.keys(text.verdicts).map((name) => {
    const words = element("span");
    const list = element("span", { class: "gb-chips" });
    const node = element("li", { "data-verdict": name }, words, " ", list);
    return { name, node, words, list, shown: "" };
  });
  const node = element("ul", {}, ...verdicts.map((verdict) => verdict.node));

  function set(state, found, weights) {
    for (const verdict of verdicts) judge(verdict, state, found, weights);
  }
  /** A verdict in words, and what it is about, each part with its number. */
  function judge(verdict, { tokens, causal, n_padding }, found, weights) {
    const { name, node, words, list } = verdict;
    const about = found[name];
    let state = about.length ? "bad" : "good";
    const isOfPadding = name === "empty" && about.length && about.at(-1) < n_padding;
    if ((name === "padding" && !n_padding) || isOfPadding) state = "none";
    const isEncoder = name === "future" && state === "bad" && !causal;
    node.dataset.state = state;
    write(words, text.verdicts[name][isEncoder ? "encoder" : state]);

    function leak([i, j]) {
      const weight = weights[i][j];
      const names = { query: tokens[i], key: tokens[j] };
      return [text.sees({ ...names, weight: near(weight) }), weight];
    }
    function sum(i) {
      const total = found.totals[i];
      return [text.row_sum({ query: tokens[i], total: near(total) }), total];
    }
    function reach([token, moved]) {
      const queries = moved.map((i) => tokens[i]).join(text.between_queries);
      return [text.moves({ token: tokens[token], queries }), [token, moved]];
    }
    const empty = (i) => [text.named({ token: tokens[i] }), i];
    const chipOf = { future: leak, padding: leak, sums: sum, reach, empty }[name];
    const chips = about.map(chipOf);
    if (`${chips}` === verdict.shown) return; // as most often: leave it alone
    verdict.shown = `${chips}`;
    const nodes = chips.map(([said, value]) =>
      element("span", { "data-value": value }, said),
    );
    list.replaceChildren(...nodes);
  }
  return { node, set };
}

/** Who answers what in the first row that may attend to nothing, and a line on it. */
export function emptyRow(text) {
  const caption = element("caption");
  const cells = Object.fromEntries(
    Object.keys(text.answers).map((who) => [who, element("td")]),
  );
  const rows = Object.entries(text.answers).map(([who, words]) => {
    const name = element("th", { scope: "row" }, words);
    return element("tr", { "data-answer": who }, name, cells[who]);
  });
  const table = element("table", { class: "gb-answers" });
  const outcome = element("p", { class: "gb-meaning" });

  function set(use, { tokens, fill }, scores, mask, empty) {
    const isThere = empty.length > 0;
    const first = empty[0];
    write(outcome, isThere ? text.outcome[use] : "");
    table.hidden = !isThere || use !== "infinite";
    table.replaceChildren(...(table.hidden ? [] : [caption, ...rows]));
    if (table.hidden) return;
    write(caption, text.asked({ query: tokens[first] }));
    const row = filled_row(scores[first], mask[first], fill);
    // PyTorch is not in the page: its two answers are known, and a test holds them.
    const answers = {
      hand: hand_written_softmax(row)[0],
      book: softmax(row)[0],
      sdpa: 0,
      mha: NaN,
    };
    for (const [who, value] of Object.entries(answers)) {
      cells[who].parentElement.dataset.value = value;
      write(cells[who], near(value));
    }
  }
  return { nodes: [table, outcome], set };
}
