import { button, element } from "../shared/elements.js";
import { formula } from "../shared/formula.js";
import { widget } from "../shared/shell.js";
import { stageFlow } from "./flow.js";
import { kindOf, maskOf, STAGES, stages } from "./numbers.js";
import { attentionTables, GIVEN, largestOf, replaced } from "./tables.js";

const PAUSE = 2000; // milliseconds a step, on Play

function build({ model, text, edit, undo, reset, say, onStop }) {
  const get = (name) => model.get(name);
  let [shown, tables, switches] = [null, null, null];
  let [drawn, step] = ["", -1]; // the tables' form and the step that stand there
  let own = null; // the reader's last own mask
  const flow = stageFlow({
    text,
    say,
    now: () => ({ state: edit.state(), shown, tables }),
  });

  // What is given: three matrices and a mask.
  const given = element("div", { class: "gb-given" });
  const masks = ["none", "causal", "own"].map((kind) =>
    button(kind, [text.masks[kind]], () => {
      edit.commit(null, { mask: kind === "own" ? own : maskOf(kind, get("mask")) });
    }),
  );
  const row = { class: "gb-row", role: "group", "aria-label": text.mask };
  const kinds = element("div", row, ...masks);
  const hint = element("p", { class: "gb-meaning" }, text.mask_hint);

  /** New tables, where the shapes or the names have changed. */
  function draw(state) {
    ({ tables, switches } = attentionTables(text, state, {
      onedit(name, i, j, x) {
        edit.commit(`${name} ${i} ${j}`, { [name]: replaced(get(name), i, j, x) });
      },
      onswitch(i, j) {
        const may = get("mask")[i][j];
        edit.commit(null, { mask: replaced(get("mask"), i, j, !may) });
      },
    }));
    const ofMask = element("div", {}, tables.mask.node, kinds, hint);
    given.replaceChildren(...GIVEN.map((name) => tables[name].node), ofMask);
    flow.draw();
  }

  // The steps.
  let timer = null;
  const by = (n) => () => {
    pause();
    toStep(get("step") + n);
  };
  const back = button("back", [text.back], by(-1));
  const next = button("next", [text.next], by(1));
  const play = button("play", [text.play], () => (timer ? pause() : start()));
  function toStep(n) {
    edit.commit("step", { step: n });
    update(edit.state());
    const stage = flow.node.children[Math.max(n, 1) - 1];
    stage.scrollIntoView({ block: "nearest" }); // only if it is out of sight
  }
  function start() {
    toStep(get("step") < STAGES.length ? get("step") + 1 : 1);
    timer = setInterval(() => {
      toStep(get("step") + 1);
      if (get("step") === STAGES.length) pause();
    }, PAUSE);
    play.textContent = text.pause;
  }
  function pause() {
    clearInterval(timer);
    timer = null;
    play.textContent = text.play;
  }
  onStop(pause);

  const controls = element("div", { class: "gb-row" }, back, next, play, undo, reset);
  const sentence = element("p", { "data-part": "sentence" });
  const dock = element("div", { class: "gb-dock" }, controls, sentence, flow.sum);

  function update(state, forced) {
    if (forced) pause();
    const { query, value, mask, tokens, key_tokens } = state;
    const form = JSON.stringify([tokens, key_tokens, query[0].length, value[0].length]);
    const isNewForm = forced || form !== drawn;
    if (isNewForm) draw(state);
    if (own?.length !== mask.length || own[0].length !== mask[0].length) own = null;
    shown = stages(state);
    if (isNewForm || state.step !== step) flow.reach(state.step);
    [drawn, step] = [form, state.step];
    paintTables(state);
    paintMask(mask);
    paintSentence(state);
    flow.explain();
    back.ariaDisabled = `${step === 0}`;
    next.ariaDisabled = `${step === STAGES.length}`;
    return `${sentence.textContent} ${flow.sum.textContent}`;
  }
  function paintTables(state) {
    for (const name of GIVEN) tables[name].set(state[name], largestOf(state[name]));
    const bound = largestOf(shown.products);
    const bounds = {
      products: bound,
      scores: bound,
      masked: bound,
      weights: 1,
      output: largestOf(state.value),
    };
    STAGES.forEach((stage, n) => {
      const values = shown[stage];
      const isFilled = n < step;
      const nothing = values.map((row) => row.map(() => null));
      tables[stage].set(isFilled ? values : nothing, bounds[stage]);
    });
  }
  function paintMask(mask) {
    const kind = kindOf(mask);
    if (kind === "own") own = mask;
    for (const node of masks) {
      node.ariaPressed = `${node.dataset.action === kind}`;
      node.ariaDisabled = `${node.dataset.action === "own" && !own}`;
    }
    mask.forEach((row, i) =>
      row.forEach((may, j) => {
        const node = switches[i][j];
        node.ariaPressed = may;
        node.textContent = may ? "✓" : "✕";
        tables.masked.cells[i][j].toggleAttribute("data-hidden", !may);
      }),
    );
  }
  function paintSentence({ mask, tokens }) {
    const stage = step === 0 ? "given" : STAGES[step - 1];
    const which = stage === "masked" && kindOf(mask) === "none" ? "unmasked" : stage;
    const none = tokens.filter((_, i) => !mask[i].includes(true));
    const names = none.join(text.separator);
    const hidden = none.length && step > 2 ? ` ${text.hidden({ names })}` : "";
    sentence.replaceChildren(...formula(text.sentences[which]), hidden);
  }
  return { children: [given, flow.node, dock], update };
}

export default widget({
  name: "attend",
  traits: ["query", "key", "value", "mask", "tokens", "key_tokens", "step"],
  build,
});
