import { sum, transpose } from "../kernels/arrays.js";
import { choice } from "../shared/choice.js";
import { button, element } from "../shared/elements.js";
import { widget } from "../shared/shell.js";
import { stageFlow } from "./flow.js";
import { lookUp } from "./lookup.js";
import { short, stages, together } from "./numbers.js";
import { attentionTables, GIVEN, largestOf, replaced } from "./tables.js";

const OF_STEPS = { columns: false, alone: false };

function build({ model, text, edit, undo, reset, say }) {
  const get = (name) => model.get(name);
  let [tables, drawn] = [null, ""]; // the tables, and the form that they stand in
  let [found, shown] = [null, null]; // the stages of the lookup, and those of the steps
  let before = null;
  const state = () => edit.state();
  const flow = stageFlow({ text, say, now: () => ({ state: state(), shown, tables }) });

  // The lookup of one query, seen first.
  const ask = element("div", { class: "gb-choice gb-ask", role: "group" });
  ask.ariaLabel = text.look.query;
  const now = () => ({ state: { ...state(), ...OF_STEPS }, shown: found });
  const look = lookUp({ text, now, onedit, say });
  function onedit(name, i, j, x) {
    edit.commit(`${name} ${i} ${j}`, { [name]: replaced(get(name), i, j, x) });
  }
  function drawChoice({ tokens }) {
    const ones = tokens.map((token, i) =>
      button(`chosen-${i}`, [token], () => edit.commit("chosen", { chosen: i })),
    );
    ask.replaceChildren(element("span", {}, text.look.query), ...ones);
    ask.hidden = tokens.length === 1;
  }

  /** New tables, where the shapes or the names have changed. */
  function draw(state) {
    drawChoice(state);
    asks.hidden = state.tokens.length !== 2;
    asked.replaceChildren(text.asks({ query: state.tokens.at(-1) }));
    look.draw(state);
    tables = attentionTables(text, state);
    flow.draw();
  }

  // All steps of all queries, and two ways to change them.
  const isOfSteps = get("view") === "steps";
  const sentence = element("p", { "data-part": "sentence" });
  const softmaxes = choice({
    name: "softmax",
    label: text.softmax,
    options: text.ways,
    onchoose(way) {
      const columns = way === "columns";
      if (columns !== get("columns")) edit.commit(null, { columns });
    },
  });
  const box = element("input", {
    type: "checkbox",
    "data-field": "asks",
    onchange: () => edit.commit(null, { alone: !box.checked }),
  });
  const asked = element("span");
  const asks = element("label", { class: "gb-asks" }, box, asked);
  const turns = isOfSteps ? [undo, reset] : [];
  const controls = element("div", { class: "gb-row" }, softmaxes.node, asks, ...turns);
  const steps = [controls, sentence, flow.sum, flow.node]; // the answer stays in view

  function update(state, forced) {
    const { query, value, tokens, key_tokens, columns, alone } = state;
    const names = [tokens, key_tokens, state.features, state.value_features];
    const form = JSON.stringify([names, query[0].length, value[0].length]);
    [found, shown] = [stages({ ...state, ...OF_STEPS }), stages(state)];
    if (forced || form !== drawn) draw(state);
    drawn = form;
    paintTables(state);
    softmaxes.set(columns ? "columns" : "rows");
    box.checked = !alone;
    const sums = shown.weights.map((row, i) => {
      return text.row_sum({
        sum: short(Number(sum(row).toFixed(2))),
        query: tokens[i],
      });
    });
    const words = text.sentences[columns ? "columns" : "rows"];
    sentence.replaceChildren(columns ? words({ sums: together(sums, text) }) : words);
    sentence.toggleAttribute("data-wrong", columns);
    flow.explain();
    for (const node of ask.querySelectorAll("button")) {
      node.ariaPressed = `${node.dataset.action === `chosen-${state.chosen}`}`;
    }
    look.paint({ ...state, ...OF_STEPS }, found, forced);
    const way = `${columns} ${alone}`;
    const isOfFlow = isOfSteps || (before !== null && way !== before);
    before = way;
    return isOfFlow ? `${sentence.textContent} ${flow.sum.textContent}` : look.said();
  }
  function paintTables(state) {
    const { query, key, value, tokens } = state;
    // A query that does not ask leaves its row empty.
    const whole = (rows) => tokens.map((_, i) => rows[i] ?? rows[0].map(() => null));
    const all = { query, key: transpose(key), value };
    for (const [name, rows] of Object.entries(shown)) all[name] = whole(rows);
    if (state.alone) all.query = whole(query.slice(0, 1));
    const bounds = { weights: 1, output: largestOf(value) };
    for (const [name, numbers] of Object.entries(all)) {
      tables[name].set(numbers, bounds[name] ?? largestOf(numbers));
    }
  }
  const top = element("div", { class: "gb-top" }, ask);
  if (!isOfSteps) top.append(undo, reset); // else they stand above the steps
  const parts = GIVEN.map((name) => {
    const named = element("b", { "data-part-of": name }, text.look[name]);
    return element("span", {}, named, `${text.legend[name]} `);
  });
  const legend = element("p", { class: "gb-legend" }, ...parts);
  const lookup = [legend, look.node, look.sum, look.about];
  const summary = element("summary", {}, text.more);
  const more = element("details", { class: "gb-more" }, summary);
  const below = { both: [more], lookup: [], steps }[get("view")];
  if (get("view") === "both") more.append(...steps);
  return { children: [...(isOfSteps ? [] : [top, ...lookup]), ...below], update };
}

export default widget({
  name: "attend",
  traits: [
    ...["query", "key", "value", "tokens", "key_tokens"],
    ...["features", "value_features", "chosen", "columns", "alone"],
  ],
  build,
});
