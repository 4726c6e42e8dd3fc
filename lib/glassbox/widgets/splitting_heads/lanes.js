// The lookup of one token as one table, from its query down to its answer. A column
// stays where it is however many heads there are: only the cut between them is new.
import { element, write } from "../shared/elements.js";
import { numberField } from "../shared/fields.js";
import { fixed } from "../shared/format.js";
import { holders, mostOf, namesOf, readBy, recipesOf, short, span } from "./numbers.js";

const LARGEST = 100;

/** Children of a text in which W^V has its letter raised. */
export function marked(text) {
  const parts = text.split(/\^(\w)/); // in turn beside and above
  return parts.map((part, i) => (i % 2 ? element("sup", {}, part) : part));
}

/**
 * onquery(j, value) hears what the reader writes into the query. draw(state) makes the
 * rows anew, set(state, stages, forced) writes their numbers.
 */
export function lanes({ text, onquery }) {
  const node = element("table", { class: "gb-lanes" });
  let made;

  /** A cell's head, and whether the cut runs in front of it. */
  function lane(column, d_head, extra = {}) {
    const isFirst = column % d_head === 0;
    return {
      "data-head": Math.floor(column / d_head),
      ...(isFirst && column > 0 ? { "data-cut": "" } : {}),
      ...extra,
    };
  }

  function draw({ x, n_heads, tokens, features, token, w_k, w_v, w_o, transpose }) {
    const d_model = x[0].length;
    const d_head = d_model / n_heads;
    const held = holders({ x, n_heads, transpose });
    const isWrong = !transpose && n_heads > 1;
    const keep = made?.fields; // what has the focus stays in the page
    const fields =
      keep?.length === d_model
        ? keep
        : span(d_model, (j) =>
            numberField({
              step: 1,
              inputmode: "decimal",
              spell: short,
              "data-field": `query-${j}`,
              "aria-label": text.query_number({ n: j + 1 }),
              explain: (value) => (Math.abs(value) <= LARGEST ? "" : text.bad),
              onvalue: (value) => onquery(j, value),
            }),
          );
    const perColumn = (tag, f, extra) =>
      span(d_model, (j) => element(tag, lane(j, d_head, extra), ...f(j)));
    const perHead = (tag, f, extra) =>
      span(n_heads, (h) =>
        element(tag, lane(h * d_head, d_head, { colspan: d_head, ...extra }), ...f(h)),
      );

    /** What the rows of a part are: beside them, or above them on a phone. */
    function heading(part, rows, words = {}) {
      const title = () => element("b", {}, ...marked(text.parts[part]));
      const told = (note) => (typeof note === "function" ? note(words) : note);
      const note = (name) => element("span", {}, told(text.notes[name]));
      // A phone has no room for the scores of many heads.
      const onPhone = part === "weights" && n_heads > 2 ? "no_scores" : part;
      const beside = { class: "gb-beside", rowspan: rows, scope: "rowgroup" };
      const above = { class: "gb-above", colspan: d_model + 1 };
      const aboveIt = element("th", above, title(), " ", note(onPhone));
      return {
        beside: element("th", beside, title(), " ", note(part)),
        above: element("tr", { class: "gb-above" }, aboveIt),
      };
    }
    function part(name, lines, words) {
      const { beside, above } = heading(name, lines.length, words);
      lines[0].prepend(beside);
      return element("tbody", { "data-part": name }, above, ...lines);
    }
    // Under the mistake a row is no token's: each piece says whose it is.
    const named = (i) => {
      const name = isWrong ? text.row({ n: i + 1 }) : tokens[i];
      return element("th", { scope: "row", class: "gb-token" }, name);
    };
    const whose = (h, i) => (isWrong ? [element("small", {}, tokens[held[h][i]])] : []);
    const whoseAt = (j, i) => (j % d_head ? [] : whose(Math.floor(j / d_head), i));
    /** A token's row of keys or values. */
    function numbers(i) {
      const cells = perColumn("td", (j) => [
        ...whoseAt(j, i),
        element("span", { class: "gb-number" }),
      ]);
      return { line: element("tr", {}, named(i), ...cells), cells };
    }
    function columnNames(matrix) {
      const names = isWrong ? [] : readBy(features, matrix);
      if (!names.some(Boolean)) return [];
      const cells = perColumn("td", (j) => [element("span", {}, names[j])]);
      const attributes = { class: "gb-names" };
      return [element("tr", attributes, element("td"), ...cells)];
    }

    const keys = span(x.length, numbers);
    const values = span(x.length, numbers);
    const weights = span(x.length, (i) => {
      const bars = perHead("td", (h) => [
        element(
          "div",
          { class: "gb-weight" },
          element("span", { class: "gb-score" }),
          element("i", { class: "gb-bar" }, element("i")),
          element("span", { class: "gb-part" }),
        ),
        ...whose(h, i),
      ]);
      return { line: element("tr", {}, named(i), ...bars), bars };
    });
    const asked = perColumn("td", (j) => [
      ...whose(Math.floor(j / d_head), token), // above each, so that all are level
      fields[j].node,
    ]);
    const [names, recipes] = [namesOf(features, w_v), recipesOf(w_o)];
    const answer = perColumn("td", (j) => [
      element("span", { class: "gb-number" }),
      ...(names[j] && !isWrong ? [element("small", {}, names[j])] : []),
    ]);
    answer.forEach((cell, j) =>
      cell.toggleAttribute("data-main", names[j] === names[0]),
    );
    const output = span(d_model, (j) =>
      element(
        "td",
        {},
        element("span", { class: "gb-number" }),
        ...(recipes[j] ? [element("small", {}, recipes[j])] : []),
      ),
    );
    const verdicts = span(n_heads, () => element("span", { class: "gb-verdict" }));
    const heads = perHead(
      "th",
      (h) => [element("span", {}, text.head({ n: h + 1 })), " ", verdicts[h]],
      { scope: "colgroup" },
    );
    const lines = (rows) => rows.map((row) => row.line);
    const line = (cells) => element("tr", {}, named(token), ...cells);
    const focused = /** @type {HTMLElement} */ (document.activeElement);
    const looksFor = columnNames(w_k);
    node.classList.toggle("gb-dense", d_model > 4);
    node.replaceChildren(
      element("caption", { class: "gb-unseen" }, text.caption({ n: n_heads })),
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          element("td", { class: "gb-beside" }),
          element("td"),
          ...heads,
        ),
      ),
      part("query", [...looksFor, line(asked)]),
      part("keys", lines(keys)),
      part("weights", lines(weights), { d_head }),
      part("values", [...columnNames(w_v), ...lines(values)]),
      part("answer", [line(answer)]),
      ...(w_o.length ? [part("output", [line(output)])] : []),
    );
    if (node.contains(focused)) focused.focus();
    const asks = looksFor.flatMap((row) => [...row.cells].slice(-d_model));
    made = {
      fields,
      asks,
      asked,
      keys,
      values,
      weights,
      answer,
      output,
      verdicts,
      held,
    };
  }

  function number(cell, x, words) {
    write(cell.querySelector(".gb-number"), words);
    cell.dataset.value = x;
    cell.toggleAttribute("data-zero", x === 0);
  }

  function set(state, stages, forced) {
    const { n_heads, tokens, token, transpose } = state;
    const { heads, scores, weights, merged } = stages;
    const row = (pieces, i) => pieces.flatMap((rows) => rows[i]);
    const isWrong = !transpose && n_heads > 1;
    row(heads.query, token).forEach((x, j) => {
      made.fields[j].input.readOnly = isWrong;
      made.fields[j].set(Math.round(100 * x) / 100, forced || isWrong);
      made.asked[j].dataset.value = x;
      for (const cell of [made.asked[j], made.asks[j]])
        cell?.toggleAttribute("data-zero", x === 0);
    });
    for (const [name, rows] of [
      ["key", made.keys],
      ["value", made.values],
    ]) {
      rows.forEach(({ cells }, i) => {
        row(heads[name], i).forEach((x, j) => number(cells[j], x, short(x)));
      });
    }
    made.weights.forEach(({ bars }, i) =>
      bars.forEach((cell, h) => {
        const weight = weights[h][token][i];
        const [score, bar, part] = cell.firstChild.children;
        cell.dataset.value = weight;
        write(score, short(scores[h][token][i]));
        bar.firstChild.style.width = `${100 * weight}%`;
        write(part, fixed(weight, 2));
      }),
    );
    for (const [cells, found] of [
      [made.answer, merged[token]],
      [made.output, stages.output[token]],
    ]) {
      found.forEach((x, j) => number(cells[j], x, fixed(x, Math.abs(x) < 100 ? 2 : 0)));
    }
    return made.verdicts.map((cell, h) => {
      const words = verdict(weights[h][token], h);
      write(cell, words);
      return words;
    });

    /** Whom a head's answer is from, in few words where there are many heads. */
    function verdict(row, h) {
      if (new Set(made.held[h]).size === 1 && tokens.length > 1)
        return text.verdict.alone({ token: tokens[made.held[h][0]] });
      const { chosen, part } = mostOf(row);
      const whose = [...new Set(chosen.map((i) => tokens[made.held[h][i]]))];
      if (whose.length === 1) {
        const form = part <= 0.9 ? "mostly" : n_heads < 3 ? "one" : "short";
        return text.verdict[form]({ token: whose[0] });
      }
      if (whose.length > 2 && whose.length === tokens.length) return text.verdict.all;
      const words = { last: whose.pop(), tokens: whose.join(text.comma) };
      return text.verdict[n_heads < 3 ? "blend" : "both"](words);
    }
  }
  return { node, draw, set };
}
