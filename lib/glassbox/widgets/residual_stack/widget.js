import { choice } from "../shared/choice.js";
import { button, element, figure } from "../shared/elements.js";
import { formatNumber } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { namedSlider } from "../shared/slider.js";
import { chart } from "./chart.js";
import { DEEPEST, drawStack, runStack } from "./numbers.js";
import { numbersByLayer } from "./table.js";

const SEEDS = 1000;
const NOTHING = { sizes: [], gradients: [] };

function build({ model, text, edit, undo, reset }) {
  let stack = null;
  let drawn = ""; // what the weights in stack were drawn from
  let ran = ""; // the state that was last run through the stack
  let compared = ""; // what the layers of shown and before have in common
  let shown = NOTHING;
  let before = NOTHING; // for comparison: what was shown before the last choice

  // What can be set.
  const depth = namedSlider({
    name: text.depth,
    said: text.depth_name,
    "data-field": "depth",
    min: 1,
    max: DEEPEST,
    onvalue: (value) => edit.commit("depth", { depth: value }),
  });
  const choices = Object.entries(text.choices).map(([trait, { label, options }]) => {
    const traitOf = (key) => (trait === "residual" ? key === "on" : key);
    const { node, set } = choice({
      name: trait,
      label,
      options,
      onchoose(key) {
        const value = traitOf(key);
        if (model.get(trait) !== value) edit.commit(null, { [trait]: value });
      },
    });
    const keys = Object.keys(options);
    return { node, set: (state) => set(keys.find((k) => traitOf(k) === state[trait])) };
  });
  const newWeights = button("seed", [text.new_weights], () => {
    edit.commit(null, { seed: (model.get("seed") + 1) % SEEDS });
  });

  // What comes of it.
  const size = chart(text, "size");
  const gradient = chart(text, "gradient");
  const earlierNote = element("p", { class: "gb-meaning" }, text.before);
  const finalNormNote = element("p", { class: "gb-meaning" }, text.final_norm);
  const figures = Object.entries(text.figures).map(([key, { name, meaning }]) => {
    const { node, set } = figure(name);
    return { node, set: (of) => set(formatNumber(of[key], 3), meaning, of[key]) };
  });
  const table = numbersByLayer(text);
  const children = [
    depth.node,
    element("div", { class: "gb-choices" }, ...choices.map((one) => one.node)),
    element("div", { class: "gb-actions" }, newWeights, undo, reset),
    element("div", { class: "gb-charts" }, size.node, gradient.node),
    earlierNote,
    finalNormNote,
    element("div", { class: "gb-figures" }, ...figures.map((one) => one.node)),
    table.node,
  ];

  function run(state) {
    if (JSON.stringify(state) === ran) return; // else before would be shown itself
    ran = JSON.stringify(state);
    const weights = `${state.initialization} ${state.seed}`;
    if (weights !== drawn) stack = drawStack(state.seed, state.initialization);
    drawn = weights;
    // The earlier curve stays as long as the same layers are compared.
    const layers = `${state.depth} ${state.seed}`;
    before = layers === compared ? shown : NOTHING;
    compared = layers;
    shown = runStack(stack, state);
  }
  function update(state) {
    run(state);
    const { sizes, gradients } = shown;
    depth.set(state.depth, `${state.depth}`);
    for (const one of choices) one.set(state);
    earlierNote.hidden = before === NOTHING;
    finalNormNote.hidden = state.norm !== "pre";
    size.draw(sizes, before.sizes);
    gradient.draw(gradients, before.gradients);
    const values = {
      output: sizes.at(-1),
      first: gradients[0],
      last: gradients.at(-2),
    };
    for (const one of figures) one.set(values);
    table.set(shown);
    return text.said({
      n: state.depth,
      size: formatNumber(values.output, 3),
      gradient: formatNumber(values.first, 3),
    });
  }
  return { children, update };
}

export default widget({
  name: "stack",
  traits: ["depth", "residual", "norm", "initialization", "seed"],
  build,
});
