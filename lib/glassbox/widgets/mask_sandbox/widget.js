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
  preset_of,
  python_lines,
  rule_mask,
  used_mask,
  with_row,
} from "./numbers.js";
import { outputTable, weightsTable } from "./tables.js";
import { emptyRow, verdictLine, verdictList } from "./verdicts.js";

const TRAITS = [
  "scores",
  "values",
  "tokens",
  "answers",
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

  // The classic cases: with padding, only those that are about it.
  const cases = (names) =>
    Object.entries(names).map(([name, words]) =>
      button(name, [words], () => change(preset(name, edit.state()))),
    );
  const isPadded = model.get("n_padding") > 0;
  const classics = cases(isPadded ? text.padding_presets : text.presets);

  // Under "more": what the mask is, and how it is used.
  const rules = Object.entries(text.rules)
    .filter(([name]) => isPadded || name !== "hide_padding")
    .map(([name, words]) =>
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
  const triangle = element("div", { class: "gb-triangle" });
  const wholeRows = row(text.hide_row);
  const pokes = row(text.test);
  const results = scroller("div", text.outputs);
  let drawn, tables, rowButtons, pokeButtons;
  function draw({ tokens, values, answers }) {
    tables = {
      weights: weightsTable(text, tokens, answers, turn),
      output: outputTable(text, tokens, values[0]?.length ?? 0),
    };
    triangle.replaceChildren(tables.weights.node);
    results.replaceChildren(tables.output.node);
    const each = (name, press) =>
      tokens.map((token, i) => button(`${name}${i}`, [token], () => press(i)));
    rowButtons = each("row", turnRow);
    pokeButtons = each("poke", (i) =>
      change({ poked: model.get("poked") === i ? null : i }),
    );
    wholeRows.replaceChildren(wholeRows.firstChild, ...rowButtons);
    pokes.replaceChildren(pokes.firstChild, ...pokeButtons);
  }

  // What came of it.
  const line = verdictLine(text);
  const verdicts = verdictList(text);
  const answers = emptyRow(text);
  const code = element("code");
  const judged = scroller("div", text.judged, verdicts.node, ...answers.nodes);
  const more = element(
    "details",
    { class: "gb-more" },
    element("summary", {}, text.more),
    pokes,
    note(text.test_note),
    row(text.the_mask, ...rules),
    uses.node,
    ...(isPadded ? [wholeRows, dial.node] : []),
    element("div", { class: "gb-panels" }, judged, results),
    note(text.code),
    scroller("pre", text.code, code),
  );
  const children = [
    row(text.classics, ...classics),
    element(
      "div",
      { class: "gb-first" },
      triangle,
      line.node,
      line.why,
      element("div", { class: "gb-actions" }, undo, reset),
    ),
    note(text.weights_note),
    more,
  ];

  function update(state) {
    const { tokens, values, answers: words, n_padding, when, fill, poked } = state;
    const form = JSON.stringify([tokens, words, values[0]?.length]);
    if (form !== drawn) draw(state);
    drawn = form;

    rule = rule_mask(state);
    mask = used_mask(state);
    const now = poked === null ? state : poke(state, poked);
    const { weights, output } = look_up(now.scores, now.values, mask, state);
    const found = faults(state, mask, weights);
    const moves = poked === null ? null : moved_by(poked, state, mask);
    tables.weights.set(state, now.scores, mask, rule, weights, found.totals);
    tables.output.set(state, now.values, output, moves);

    const names = classics.map((node) => node.dataset.action);
    const which = preset_of(names, state);
    for (const node of classics) node.ariaPressed = node.dataset.action === which;
    for (const node of rules) node.ariaPressed = state[node.dataset.action];
    const finite = fill === "-1e9" ? "finite" : "infinite";
    const use = when === "after" ? "after" : finite;
    uses.set(use);
    rowButtons.forEach((node, i) => {
      node.ariaPressed = !mask[i].includes(true);
    });
    pokeButtons.forEach((node, i) => {
      node.ariaPressed = i === poked;
    });
    dial.input.max = tokens.length;
    dial.set(n_padding, text.padded({ n: n_padding, of: tokens.length }));
    code.textContent = python_lines(state, mask).join("\n");
    answers.set(use, state, now.scores, mask, found.empty);
    verdicts.set(state, found, weights);
    return line.set({ ...state, ...now }, found, mask, output);
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
