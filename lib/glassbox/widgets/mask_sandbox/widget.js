import { choice } from "../shared/choice.js";
import { button, element } from "../shared/elements.js";
import { widget } from "../shared/shell.js";
import { namedSlider } from "../shared/slider.js";
import {
  faults,
  look_up,
  moved_by,
  poke,
  preset,
  python_lines,
  rule_mask,
  used_mask,
  with_row,
} from "./numbers.js";
import { maskTable, outputTable, weightsTable } from "./tables.js";
import { emptyRow, verdictList } from "./verdicts.js";

const TRAITS = [
  "scores",
  "values",
  "tokens",
  "n_padding",
  "causal",
  "hide_padding",
  "inverted",
  "by_hand",
  "when",
  "fill",
  "poked",
];
const USES = {
  infinite: { when: "before", fill: "-inf" },
  finite: { when: "before", fill: "-1e9" },
  after: { when: "after", fill: "-inf" },
};

function build({ model, text, edit, undo, reset }) {
  let rule, mask; // as shown

  /** Commit what differs from the state; a press that changes nothing isn't undone. */
  function change(traits) {
    const now = edit.state();
    const differs = ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(now[name]);
    if (Object.entries(traits).some(differs)) edit.commit(null, traits);
  }

  // What the mask is, and how it is used.
  const presets = Object.entries(text.presets).map(([name, words]) =>
    button(name, [words], () => change(preset(name, edit.state()))),
  );
  const rules = Object.entries(text.rules).map(([name, words]) =>
    button(name, [words], () => change({ [name]: !model.get(name) })),
  );
  const uses = choice({
    name: "use",
    label: text.use,
    options: text.uses,
    onchoose: (use) => change(USES[use]),
  });
  const dial = namedSlider({
    name: text.n_padding,
    min: 0,
    onvalue: (n_padding) => edit.commit("n_padding", { n_padding }),
  });
  function turn(i, j) {
    const own = rule[i][j] === mask[i][j] ? !mask[i][j] : null;
    const by_hand = model.get("by_hand");
    change({ by_hand: by_hand.with(i, by_hand[i].with(j, own)) });
  }
  function turnRow(i) {
    const own = mask[i].includes(true) ? false : null;
    change({ by_hand: with_row(model.get("by_hand"), i, own) });
  }

  // The tables are made anew only for other tokens or values of another width.
  const panels = element("div", { class: "gb-panels" });
  const pokes = row(text.test);
  const results = scroller("div", text.outputs);
  let drawn, tables, pokeButtons;
  function draw({ tokens, values }) {
    tables = {
      mask: maskTable(text, tokens, { turn, turnRow }),
      weights: weightsTable(text, tokens),
      output: outputTable(text, tokens, values[0]?.length ?? 0),
    };
    panels.replaceChildren(
      element("div", {}, tables.mask.node, note(text.mask_note)),
      element("div", {}, tables.weights.node, note(text.weights_note)),
    );
    results.replaceChildren(tables.output.node);
    pokeButtons = tokens.map((token, i) =>
      button(`poke${i}`, [token], () =>
        change({ poked: model.get("poked") === i ? null : i }),
      ),
    );
    pokes.replaceChildren(pokes.firstChild, ...pokeButtons);
  }

  // What came of it.
  const verdicts = verdictList(text);
  const answers = emptyRow(text);
  const code = element("code");
  const judged = scroller("div", text.judged, verdicts.node, ...answers.nodes);
  judged.classList.add("gb-judged");
  const children = [
    row(text.classics, ...presets),
    row(text.the_mask, ...rules),
    uses.node,
    dial.node,
    panels,
    element("div", { class: "gb-actions" }, undo, reset),
    element(
      "div",
      { class: "gb-panels" },
      judged,
      element("div", {}, pokes, note(text.test_note), results),
    ),
    note(text.code),
    scroller("pre", text.code, code),
  ];

  function update(state) {
    const { tokens, values, n_padding, when, fill, poked } = state;
    const form = JSON.stringify([tokens, values[0]?.length]);
    if (form !== drawn) draw(state);
    drawn = form;

    rule = rule_mask(state);
    mask = used_mask(state);
    const now = poked === null ? state : poke(state, poked);
    const { weights, output } = look_up(now.scores, now.values, mask, state);
    const found = faults(state, mask, weights);
    const moves = poked === null ? null : moved_by(poked, state, mask);
    tables.mask.set(state, now.scores, mask, rule);
    tables.weights.set(state, weights, found.totals);
    tables.output.set(state, now.values, output, moves);

    for (const node of rules) {
      node.setAttribute("aria-pressed", state[node.dataset.action]);
    }
    const finite = fill === "-1e9" ? "finite" : "infinite";
    const use = when === "after" ? "after" : finite;
    uses.set(use);
    pokeButtons.forEach((node, i) => {
      node.setAttribute("aria-pressed", i === poked);
    });
    dial.input.max = tokens.length;
    dial.set(n_padding, text.padded({ n: n_padding, of: tokens.length }));
    code.textContent = python_lines(state, mask).join("\n");
    answers.set(use, state, now.scores, mask, found.empty);
    return verdicts.set(state, found, weights);
  }
  return { children, update };
}

/** Buttons under their name. */
function row(name, ...buttons) {
  const attributes = { class: "gb-choice", role: "group", "aria-label": name };
  return element(
    "div",
    attributes,
    element("span", { "aria-hidden": "true" }, name),
    ...buttons,
  );
}

function note(words) {
  return element("p", { class: "gb-meaning" }, words);
}

/** A region that scrolls sideways by itself, by keyboard too. */
function scroller(tag, name, ...children) {
  const attributes = {
    class: "gb-scroll",
    tabindex: 0,
    role: "group",
    "aria-label": name,
  };
  return element(tag, attributes, ...children);
}

export default widget({ name: "sandbox", traits: TRAITS, build });
