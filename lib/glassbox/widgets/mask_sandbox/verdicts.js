// What the mask sandbox says of a mask: verdicts, and who answers what in an empty row.
import { softmax } from "../kernels/probability.js";
import { element, write } from "../shared/elements.js";
import { filled_row, hand_written_softmax } from "./numbers.js";
import { near } from "./tables.js";

/** A list of verdicts; set() repaints it and returns their words. */
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
    return verdicts.map(({ words }) => words.textContent).join(" ");
  }
  /** A verdict in words, and what it is about, each part with its number. */
  function judge(verdict, { tokens, causal, n_padding }, found, weights) {
    const { name, node, words, list } = verdict;
    const about = found[name];
    let state = about.length ? "bad" : "good";
    if (name === "padding" && !n_padding) state = "none";
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
    const empty = (i) => [tokens[i], i];
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
