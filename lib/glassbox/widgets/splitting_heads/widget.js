import { choice } from "../shared/choice.js";
import { button, element } from "../shared/elements.js";
import { widget } from "../shared/shell.js";
import { bands } from "./bands.js";
import {
  drawWeights,
  flowOf,
  follow,
  formOf,
  LETTERS,
  PER_HEAD,
  runStages,
} from "./numbers.js";
import { short, trace } from "./trace.js";

const SEEDS = 1000;

function build({ model, text, edit, undo, reset, root }) {
  let drawn = ""; // what the matrices were drawn for
  let followed = ""; // which number is marked
  let flow;

  // What can be set.
  const heads = choice({
    name: "n_heads",
    label: text.n_heads,
    options: { 1: "1", 2: "2", 3: "3", 4: "4" },
    onchoose: (key) => change("n_heads", Number(key)),
  });
  const projections = choice({
    name: "projection",
    label: text.projection,
    options: LETTERS,
    onchoose: (key) => change("projection", key),
  });
  const mistake = button("transpose-false", [text.mistake], () =>
    change("transpose", !model.get("transpose")),
  );
  const seed = button("seed", [text.seed], () =>
    edit.commit(null, { seed: (model.get("seed") + 1) % SEEDS }),
  );

  // What comes of it.
  const symptom = element("p", { class: "gb-symptom" });
  const matrices = bands({
    text,
    onfollow: (stage, place) => edit.commit("place", { stage, place }),
    onvalue(i, j, value) {
      const x = model.get("x");
      edit.commit(`x ${i} ${j}`, { x: x.with(i, x[i].with(j, value)) });
    },
  });
  const lines = element("div", { class: "gb-trace" });
  const children = [
    element(
      "div",
      { class: "gb-choices" },
      heads.node,
      projections.node,
      mistake,
      seed,
      undo,
      reset,
    ),
    symptom,
    element("p", { class: "gb-meaning" }, text.hint),
    ...matrices.children,
    lines,
  ];

  /** Another cut or projection: what was followed in a head is followed outside of it. */
  function change(trait, value) {
    if (model.get(trait) === value) return;
    const { stage, place, ...state } = edit.state();
    const [h, i, j] = place;
    if (!PER_HEAD.includes(stage)) return edit.commit(null, { [trait]: value });
    const row = formOf(state).origin[h][i];
    const outside = { stage: "projection", place: [0, ...(row[j] ?? row[0])] };
    edit.commit(null, { [trait]: value, ...outside });
  }

  function update(state, forced) {
    if (forced) drawn = ""; // new fields: a wrong entry does not outlive what it was about
    const form = formOf(state);
    const { sizes, letter, transpose } = form;
    const way = `${[Object.values(sizes), letter, transpose, state.tokens]}`;
    if (way !== drawn) {
      flow = flowOf(form);
      matrices.draw(state.tokens, form, flow);
      followed = "";
      drawn = way;
    }
    const weights = drawWeights(state.seed, form.d_model);
    const stages = runStages(state, weights);
    matrices.set(stages);
    const start = `${[state.stage, ...state.place]}`;
    if (start !== followed) matrices.mark(follow(flow, start));
    followed = start;

    heads.set(state.n_heads);
    heads.node.querySelectorAll("button").forEach((node, i) => {
      node.hidden = form.d_model % (i + 1) !== 0;
    });
    projections.set(state.projection);
    mistake.setAttribute("aria-pressed", `${!transpose}`);
    root.classList.toggle("gb-cut", !transpose);
    const words = trace(text, state, form, stages, flow);
    lines.replaceChildren(...words.map((line) => element("p", {}, line)));
    symptom.hidden = transpose;
    if (!transpose) paintSymptom(state, form, stages, weights);
    return words.join(" ");
  }

  /** What the mistake does: who is in which head, and how far the output is off. */
  function paintSymptom(state, { origin, sizes }, stages, weights) {
    const right = runStages({ ...state, transpose: true }, weights).output.flat(2);
    const off = Math.max(
      ...stages.output.flat(2).map((y, i) => Math.abs(y - right[i])),
    );
    symptom.dataset.value = `${off}`;
    const held = origin.map((rows, head) => {
      const tokens = rows.map(([[token]]) => state.tokens[token]);
      return text.held({ head, tokens: tokens.join(text.between_tokens) });
    });
    const [n_heads, n] = sizes.head;
    symptom.textContent =
      n_heads > 1 && n > 1
        ? text.symptom({
            shape: `(${sizes.head.join(", ")})`,
            held: held.join(text.between_heads),
            last: state.tokens.at(-1), // never in head 0, which holds the first rows
            off: short(off),
          })
        : text.agree;
  }
  return { children, update };
}

export default widget({
  name: "splitting",
  traits: [
    "x",
    "n_heads",
    "seed",
    "tokens",
    "projection",
    "transpose",
    "stage",
    "place",
  ],
  build,
});
