// One query's lookup as a picture: every key with its score and weight beside it, every
// value, and the output that they mix; and what made the cell that is pointed at.
import { element, write } from "../shared/elements.js";
import { numberField } from "../shared/fields.js";
import { formula } from "../shared/formula.js";
import { withNodes } from "../shared/words.js";
import {
  brief,
  briefWeight,
  contributions,
  largestKeys,
  short,
  together,
  written,
} from "./numbers.js";
import { columnNames, largestOf, wrongNumber } from "./tables.js";

/** @type {[string, number]} What is told before the reader points at anything. */
const FIRST = ["output", 0];

/**
 * draw(state) puts new rows into node, paint(state, shown) writes their numbers,
 * explain() writes into sum what made the chosen cell, said() puts it all in words.
 * onedit(name, i, j, x) hears of a new number.
 */
export function lookUp({ text, now, onedit, say }) {
  const node = element("div", {
    class: "gb-look",
    onmouseover: ({ target }) => explain(placeOf(target) ?? place),
    onmouseleave: () => explain(),
    onfocusin: choose,
    onclick: choose,
  });
  const sum = element("p", { class: "gb-sum", "data-part": "look-sum" });
  const hows = element("span", { class: "gb-hows" }); // where the heads have no room
  const about = element("p", { class: "gb-meaning" });
  const type = ["", "_short"].map((form) =>
    element("span", { class: `gb-type${form}` }, text.look[`type${form}`]),
  );
  const headline = element("p", { class: "gb-headline", "data-part": "headline" });
  const wrong = element("p", { class: "gb-wrong", "data-part": "wrong" }, text.wrong);
  /** @type {[string, number]} The cell that stays explained: stage, column. */
  let place = FIRST;
  let parts = {};

  const grid = (look, ...children) => element("div", { class: look }, ...children);
  const muted = (words) => element("small", {}, ...formula(words));

  function draw(state) {
    const { query, key, value, key_tokens } = state;
    const [features, value_features] = columnNames(state);
    const [d_k, d_v] = [query[0].length, value[0].length];
    const fields = (name, row, i) =>
      row.map((_, j) =>
        numberField({
          step: 0.5,
          inputmode: "decimal",
          "aria-label": named(state, name, key_tokens[i], j),
          explain: wrongNumber(text),
          spell: (x) => `${x}`.replace("-", "−"),
          onvalue: (x) => onedit(name, name === "query" ? now().state.chosen : i, j, x),
        }),
      );
    const cell = (stage, j, look) =>
      element("button", {
        type: "button",
        class: look,
        "data-look": `${stage} ${j}`,
        "data-head":
          { scores: text.look.score, weights: text.look.weight }[stage] ?? "",
      });
    parts = {
      query: fields("query", query[0]),
      keys: key.map((row, i) => fields("key", row, i)),
      values: value.map((row, i) => fields("value", row, i)),
      scores: key.map((_, j) => cell("scores", j, "gb-score")),
      weights: key.map((_, j) => cell("weights", j, "gb-weight")),
      output: value[0].map((_, j) => cell("output", j, "gb-out")),
      name: element("b"),
    };
    const nodes = (all) => all.map((field) => field.node);
    parts.values.forEach((row) =>
      row.forEach((field, j) => {
        field.node.dataset.head = value_features[j];
      }),
    );
    const name = (kind, ...shown) => grid("gb-name", muted(text.look[kind]), ...shown);
    const head = (word, how) => grid("gb-head", element("span", {}, word), muted(how));
    const rows = key_tokens.map((token, j) => {
      const meter = grid("gb-meter", element("i"));
      parts.weights[j].append(meter, element("span"));
      return line(
        { class: "gb-key", role: "group", "aria-label": text.look.row({ key: token }) },
        [name("key", element("b", {}, token)), ...numbers(nodes(parts.keys[j]))],
        [parts.scores[j], parts.weights[j], ...numbers(nodes(parts.values[j]))],
      );
    });
    const root = short(Math.sqrt(d_k));
    write(hows, text.look.hows({ root }));
    node.style.setProperty("--dk", d_k);
    node.style.setProperty("--dv", d_v);
    node.toggleAttribute("data-many", d_v > 2 || d_k + d_v > 6);
    node.replaceChildren(
      line({ class: "gb-names" }, [grid("gb-name"), ...numbers(names(features))], []),
      line(
        { class: "gb-query" },
        [name("query", parts.name), ...numbers(nodes(parts.query))],
        [
          head(text.look.score, text.look.score_how({ root })),
          head(text.look.weight, text.look.weight_how),
          grid("gb-head", muted(text.look.value), numbers(names(value_features))[0]),
        ],
      ),
      ...rows,
      line(
        { class: "gb-mixed" },
        [headline, wrong],
        [grid("gb-head", text.look.output), ...numbers(parts.output)],
      ),
    );
  }
  /** What a field is called. */
  function named(state, name, row, j) {
    const columns = columnNames(state, text.column)[name === "value" ? 1 : 0];
    return text.entry({ name: text.given[name], row, column: columns[j] });
  }
  /** A row: what meets the query at the left, what comes of it at the right. */
  function line(attributes, left, right) {
    const look = `gb-line ${attributes.class}`;
    return element(
      "div",
      { ...attributes, class: look },
      grid("gb-left", ...left),
      grid("gb-right", ...right),
    );
  }
  const numbers = (children) => [grid("gb-numbers", ...children)];
  const names = (all) => all.map((word) => element("span", { title: word }, word));

  function paint(state, shown, forced) {
    const { query, key, value, tokens, chosen } = state;
    write(parts.name, tokens[chosen]);
    const added = contributions(state, shown);
    const tint = (fields, rows, amounts) => {
      const bound = largestOf(amounts);
      fields.forEach((row, i) =>
        row.forEach((field, j) => {
          field.set(rows[i][j], forced);
          const part = amounts[i][j] / bound;
          field.node.style.setProperty("--part", `${Math.round(30 * Math.abs(part))}%`);
          field.node.toggleAttribute("data-takes", part < 0);
        }),
      );
    };
    parts.query.forEach((field, j) => {
      field.set(query[chosen][j], forced);
      field.input.ariaLabel = named(state, "query", tokens[chosen], j);
    });
    tint(parts.keys, key, added.score);
    tint(parts.values, value, added.output);
    shown.scores[chosen].forEach((score, j) => {
      const weight = shown.weights[chosen][j];
      const [meter, number] = parts.weights[j].children;
      show(parts.scores[j], parts.scores[j], score, "scores", j);
      show(parts.weights[j], number, weight, "weights", j);
      meter.firstChild.style.width = `${100 * weight}%`;
    });
    shown.output[chosen].forEach((x, j) => {
      show(parts.output[j], parts.output[j], x, "output", j);
    });
    const keys = largestKeys(shown.weights[chosen]).map((j) => state.key_tokens[j]);
    const most = Math.max(...shown.weights[chosen]);
    const isAlike = keys.length === key.length && key.length > 1;
    const nodes = {
      query: element("i", {}, tokens[chosen]),
      keys: element("i", {}, together(keys, text)),
    };
    const isTie = keys.length > 1;
    const words = text.look[isAlike ? "alike" : isTie ? "tied" : "most"];
    headline.replaceChildren(...withNodes(words, nodes, { weight: briefWeight(most) }));
    explain();
  }
  function show(cell, at, x, stage, j) {
    write(at, (stage === "weights" ? briefWeight : brief)(x));
    cell.dataset.value = x;
    cell.ariaLabel = `${titleOf(stage, j)} ${short(x)}`;
  }
  function titleOf(stage, j) {
    const { state } = now();
    const query = state.tokens[state.chosen];
    const column = columnNames(state, text.column)[1][j];
    return text.place[stage]({ query, column, key: state.key_tokens[j] });
  }
  /** @returns {[string, number] | null} */
  function placeOf(target) {
    const [stage, j] = target.closest?.("[data-look]")?.dataset.look.split(" ") ?? [];
    return stage ? [stage, Number(j)] : null;
  }
  function choose({ target }) {
    const chosen = placeOf(target);
    if (!chosen) return;
    place = chosen;
    explain();
    say(sum.textContent);
  }
  /** Write out what made this cell, and mark what went into it. */
  function explain(of = place) {
    const { state, shown } = now();
    for (const cell of node.querySelectorAll("[data-made]")) delete cell.dataset.made;
    const isShaded = of !== FIRST && of[0] !== "weights";
    about.replaceChildren(...(isShaded ? [text.look.shades] : [...type, hows]));
    const [stage, at] = of;
    const j = Math.min(at, parts[stage].length - 1);
    const words = written(stage, state.chosen, j, state, shown);
    sum.replaceChildren(element("span", {}, titleOf(stage, j)), " ", ...formula(words));
    if (of === FIRST) return; // it opens calm: nothing is marked yet
    const fields = (all) => all.map((field) => field.node);
    const from = {
      scores: () => fields([...parts.query, ...parts.keys[j]]),
      weights: () => parts.scores,
      output: () => [...parts.weights, ...parts.values.map((row) => row[j].node)],
    };
    for (const cell of from[stage]()) cell.dataset.made = "from";
    parts[stage][j].dataset.made = "chosen";
  }
  /** The lookup in a sentence or two, for who can't see it. */
  function said() {
    const { state, shown } = now();
    const values = shown.output[state.chosen].map((x, j) => {
      return `${columnNames(state, text.column)[1][j]} ${short(x)}`;
    });
    const output = text.look.said({ values: values.join(text.separator) });
    return `${headline.textContent} ${output}`;
  }
  return { node, sum, about, draw, paint, explain, said };
}
