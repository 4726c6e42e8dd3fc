import { choice } from "../shared/choice.js";
import { button, element, figure } from "../shared/elements.js";
import { formatNumber, formatPlain } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { namedSlider } from "../shared/slider.js";
import { chart } from "./chart.js";
import { guessOf } from "./guess.js";
import { DEEPEST, drawStack, runStack } from "./numbers.js";
import { numbersByLayer } from "./table.js";

const SEEDS = 1000;
const NOTHING = { sizes: [], gradients: [] };
const FATES = [
  [1e-3, "vanished"],
  [0.1, "weak"],
  [1e3, "alive"],
  [Number.POSITIVE_INFINITY, "exploded"],
];

/** What has become of 1: vanished below 0.001, weak below 0.1, exploded above 1000. */
export function fateOf(value) {
  return (FATES.find(([most]) => value < most) ?? FATES.at(-1))[1];
}

/** 0.123 or 29,236, with as many digits as one can use. */
export function shortly(value) {
  const large = value >= 1e3 && value < 1e6;
  return large ? formatPlain(Math.round(value)) : formatNumber(value, 3);
}

function build({ model, text, edit, undo, reset }) {
  let stack = null;
  let drawn = ""; // what the weights in stack were drawn from
  let ran = ""; // the state that was last run through the stack
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
  const [residual, initialization, norm] = choices.map((one) => one.node);
  const newWeights = button("seed", [text.new_weights], () => {
    edit.commit(null, { seed: (model.get("seed") + 1) % SEEDS });
  });

  // What comes of it.
  const figures = Object.fromEntries(
    Object.entries(text.figures).map(([key, { name }]) => [key, figure(name)]),
  );
  const size = chart(text, "size");
  const gradient = chart(text, "gradient");
  const earlierNote = element("p", { class: "gb-meaning" }, text.before);
  const normNote = element("p", { class: "gb-norms" }, text.norms);
  // A norm that is there from the start is what the widget is about.
  const isNormed = model.get("norm") !== "none";
  const guess = guessOf({ text, onguess: (key) => edit.commit(null, { guess: key }) });
  const table = numbersByLayer(text);
  const more = element(
    "details",
    { class: "gb-more" },
    element("summary", {}, isNormed ? text.more : text.more_norm),
    element("div", { class: "gb-choices" }, ...(isNormed ? [] : [norm]), newWeights),
    figures.last.node,
    element("p", {}, text.drawn),
    table.node,
  );
  const children = [
    ...(isNormed ? [] : [guess.node]),
    element(
      "div",
      { class: "gb-choices" },
      ...(isNormed ? [norm] : []),
      residual,
      initialization,
      depth.node,
    ),
    element(
      "div",
      { class: "gb-charts" },
      element("div", {}, figures.output.node, size.node),
      element("div", {}, figures.first.node, gradient.node),
    ),
    element(
      "div",
      { class: "gb-foot" },
      element("p", { class: "gb-legend" }, text.legend),
      normNote,
      earlierNote,
      element("div", { class: "gb-again" }, undo, reset),
    ),
    more,
  ];

  function run(all, forced) {
    const state = { ...all, guess: "" }; // a guess changes nothing in the stack
    if (JSON.stringify(state) === ran) return; // else before would be shown itself
    ran = JSON.stringify(state);
    const weights = `${state.initialization} ${state.seed}`;
    if (weights !== drawn) stack = drawStack(state.seed, state.initialization);
    drawn = weights;
    // Stacks of different depths have no layers in common to compare.
    const isMoved = shown.sizes.length !== state.depth + 1;
    before = forced || isMoved ? NOTHING : shown;
    shown = runStack(stack, state);
  }
  function update(state, forced) {
    run(state, forced);
    const { sizes, gradients } = shown;
    depth.set(state.depth, `${state.depth}`);
    for (const one of choices) one.set(state);
    earlierNote.hidden = before === NOTHING;
    normNote.hidden = state.norm === "none";
    const outcome = (way) => {
      const other =
        way === state.residual ? shown : runStack(stack, { ...state, residual: way });
      const size = other.sizes.at(-1);
      const fate = fateOf(size);
      return {
        told: shortly(size),
        isBroken: fate === "vanished" || fate === "exploded",
      };
    };
    const guessed = guess.set(state, outcome);
    size.draw(sizes, before.sizes, state);
    const last = formatNumber(gradients.at(-1), 2);
    const entering = state.norm === "pre" ? text.entering({ last }) : "";
    gradient.draw(gradients, before.gradients, state, entering);
    const values = {
      output: sizes.at(-1),
      first: gradients[0],
      last: gradients.at(-2),
    };
    for (const [key, value] of Object.entries(values)) {
      const fate = fateOf(value);
      figures[key].set(shortly(value), text.fates[fate], value);
      figures[key].node.dataset.fate = fate;
    }
    table.set(shown);
    const [last_size, first_gradient] = [values.output, values.first].map(shortly);
    const said = { n: state.depth, size: last_size, gradient: first_gradient };
    return `${text.said(said)} ${guessed}`.trim();
  }
  return { children, update };
}

export default widget({
  name: "stack",
  traits: ["depth", "residual", "norm", "initialization", "seed", "guess"],
  build,
});
