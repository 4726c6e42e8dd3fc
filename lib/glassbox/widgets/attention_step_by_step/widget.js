import { transpose } from "../kernels/arrays.js";
import { button, element, write } from "../shared/elements.js";
import { formula } from "../shared/formula.js";
import { widget } from "../shared/shell.js";
import { stageFlow } from "./flow.js";
import { lookUp } from "./lookup.js";
import { STAGES, stages } from "./numbers.js";
import { attentionTables, GIVEN, largestOf, replaced } from "./tables.js";

function build({ model, text, edit, undo, reset, say, onStop }) {
  const get = (name) => model.get(name);
  let [shown, tables] = [null, null];
  let [drawn, step] = ["", -1]; // the tables' form and the step that stand there
  let [before, isOfStep] = ["", false]; // all but the step; whether a step came last
  const now = () => ({ state: edit.state(), shown, tables });
  const flow = stageFlow({ text, say, now });
  onStop(flow.stop);

  // The lookup of one query, seen first.
  const ask = element("div", { class: "gb-choice gb-ask", role: "group" });
  ask.ariaLabel = text.look.query;
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
    write(asks, text.asks({ query: state.tokens.at(-1) }));
    look.draw(state);
    tables = attentionTables(text, state);
    flow.draw();
  }

  // Under "more": one step at a time, for all queries.
  const by = (n) => () => edit.commit("step", { step: get("step") + n });
  const back = button("back", [text.back], by(-1));
  const next = button("next", [text.next], by(1));
  const sentence = element("p", { "data-part": "sentence" });
  const isOfSteps = get("view") === "steps";
  const asks = button("asks", [], () => {
    asks.ariaPressed = `${asks.ariaPressed !== "true"}`;
    flow.leave(asks.ariaPressed !== "true");
  });
  asks.ariaPressed = "true";
  const turns = isOfSteps ? [back, next, undo, reset] : [back, next];
  const controls = element("div", { class: "gb-row" }, ...turns, sentence);
  const sum = isOfSteps
    ? element("div", { class: "gb-row" }, flow.sum, asks)
    : flow.sum;
  const steps = [controls, sum, flow.node]; // what made the cell stays in view

  function update(state, forced) {
    const { query, value, tokens, key_tokens } = state;
    const names = [tokens, key_tokens, state.features, state.value_features];
    const form = JSON.stringify([names, query[0].length, value[0].length]);
    const isNewForm = forced || form !== drawn;
    if (isNewForm) draw(state);
    shown = stages(state);
    const isNewStep = state.step !== step;
    if (isNewForm || isNewStep) flow.reach(state.step);
    [drawn, step] = [form, state.step];
    paintTables(state);
    const stage = step === 0 ? "given" : STAGES[step - 1];
    sentence.replaceChildren(...formula(text.sentences[stage]));
    flow.explain();
    for (const node of ask.querySelectorAll("button")) {
      node.ariaPressed = `${node.dataset.action === `chosen-${state.chosen}`}`;
    }
    look.paint(state, shown, forced);
    back.ariaDisabled = `${step === 0}`;
    next.ariaDisabled = `${step === STAGES.length}`;
    const others = JSON.stringify({ ...state, step: null });
    if (isNewStep || others !== before) isOfStep = others === before;
    before = others;
    return isOfStep ? `${sentence.textContent} ${flow.sum.textContent}` : look.said();
  }
  function paintTables(state) {
    const { query, key, value } = state;
    const all = { query, key: transpose(key), value, ...shown };
    const bound = largestOf(shown.products);
    const bounds = {
      ...{ products: bound, scores: bound, weights: 1 },
      output: largestOf(value),
    };
    for (const [name, numbers] of Object.entries(all)) {
      tables[name].set(numbers, bounds[name] ?? largestOf(numbers));
    }
  }
  const top = element("div", { class: "gb-top" }, ask);
  if (!isOfSteps) top.append(undo, reset); // else they are beside Next
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
    ...["features", "value_features", "chosen", "step"],
  ],
  build,
});
