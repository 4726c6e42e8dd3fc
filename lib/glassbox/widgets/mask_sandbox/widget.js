import {
  faults, filled_row, hand_written_softmax, look_up, moved_by, poke, preset,
  python_lines, rule_mask, used_mask, with_row,
} from "./numbers.js";
import { mask_table, near, output_table, weights_table } from "./tables.js";
import { softmax } from "../kernels/probability.js";
import { slider } from "../shared/slider.js";
import { button, editor, element, frame, liveRegion, strings } from "../shared/ui.js";

const STRINGS = {
  en: {
    title: "Mask sandbox",
    classics: "Try",
    presets: {
      right: "right mask", triu: "triu inverted", after: "zeros after",
      finite: "finite fill", forgotten: "padding forgotten", row: "row masked",
    },
    the_mask: "The mask",
    rules: {
      causal: "hides the future", hide_padding: "hides padding",
      inverted: "is read as True = hidden",
    },
    use: "A hidden score becomes",
    uses: ["−∞ before softmax", "−10⁹ before softmax", "0 after softmax"],
    n_padding: "Padded tokens at the end:",
    padded: (n, of) => `${n} of ${of}`,
    pad: "pad",
    keys: "query ↓ key →",
    mask: "Scores under the mask",
    all: "row",
    row: (query) => `${query}: hide the whole row, or follow the rules again`,
    cell: (query, key, score, seen) => `${query} to ${key}: score ${score}, ${seen}`,
    seen: ["hidden", "may attend", "hidden, by hand", "may attend, by hand"],
    mask_note: "✓ may attend, ✗ hidden, dotted: by hand. Press a cell to turn it.",
    weights: "Weights",
    sum: "sum",
    weights_note: "Hatched: must be 0 in a decoder. Framed, with !: a leak.",
    judged: "What comes of it",
    verdicts: {
      future: ["No query sees its future.", "The future is seen:"],
      padding: ["No query sees padding.", "Padding is seen:"],
      sums: ["Every row sums to 1.", "Rows that do not sum to 1:"],
      reach: ["Change any token: only what may move moves.",
        "Change a token, and outputs move that must not:"],
      empty: ["Every query may attend to something.", "Nothing to attend to:"],
    },
    encoder: "Fine in an encoder, a leak in a decoder:",
    no_padding: "No token is padding.",
    sees: (query, key, weight) => `${query} sees ${key}: ${weight}`,
    row_sum: (query, total) => `${query}: ${total}`,
    moves: (token, queries) => `${token} moves ${queries}`,
    asked: (query) => `${query} may attend to nothing: who answers what`,
    answers: {
      hand: "exp(z) / sum, written by hand",
      book: "softmax of this book",
      sdpa: "PyTorch, scaled_dot_product_attention",
      mha: "PyTorch, MultiheadAttention asked for weights",
    },
    outcome: [
      "This book’s tests hold PyTorch 2.13 to these answers.",
      "The finite fill makes all its weights equal. No nan warns you.",
      "Zeros after the softmax: its sum is 0.",
    ],
    test: "Leak test: change a token",
    test_note: "Its column of scores and its value grow by 1. No query before it may " +
      "move, not even in the last bit. Padding may move nobody.",
    outputs: "Outputs over values v",
    no_values: "Rows of weights",
    output: (k) => `output ${k}`,
    value: (value) => `v ${value}`,
    moved: "moved by",
    move: ["not at all", "as it may", "✗ a leak"],
    code: "The same in Python",
    undo: "Undo",
    reset: "Reset",
  },
};
const TRAITS = [
  "scores", "values", "tokens", "n_padding", "causal", "hide_padding", "inverted",
  "by_hand", "when", "fill", "poked",
];
const USES = [["before", "-inf"], ["before", "-1e9"], ["after", "-inf"]];

function render({ model, el }) {
  const text = strings(STRINGS);
  const edit = editor(model, TRAITS, update);
  const get = (name) => model.get(name);
  const choose = (change) => edit.commit(null, change);

  // What the mask is, and how it is used.
  const buttons = (words, change) => Object.entries(words).map(([name, said]) =>
    button(name, [said], () => choose(change(name))));
  const presets = buttons(text.presets, (name) => preset(name, edit.state()));
  const rules = buttons(text.rules, (name) => ({ [name]: !get(name) }));
  const uses = USES.map(([when, fill], i) =>
    button(`use${i}`, [text.uses[i]], () => choose({ when, fill })));
  const dial = slider({
    min: 0, "aria-label": text.n_padding,
    onvalue: (n_padding) => edit.commit("n_padding", { n_padding }),
  });
  const padded = element("b");
  function row(name, ...parts) {
    const attributes = { class: "gb-row", role: "group", "aria-label": name };
    return element("div", attributes, element("span", {}, name), ...parts);
  }
  let rule, mask; // as shown
  function turn(i, j) {
    const own = rule[i][j] === mask[i][j] ? !mask[i][j] : null;
    choose({ by_hand: get("by_hand").map((line, r) => (r === i ? line.with(j, own) : line)) });
  }
  function turn_row(i) {
    choose({ by_hand: with_row(get("by_hand"), i, mask[i].includes(true) ? false : null) });
  }

  // The tables are made anew only for other tokens or values of another width.
  const panels = element("div", { class: "gb-panels" });
  const pokes = row(text.test);
  const results = scroller(text.outputs);
  let drawn, tables, pokeButtons;
  function draw({ tokens, values }) {
    tables = [
      mask_table(text, tokens, { turn, turn_row }),
      weights_table(text, tokens),
      output_table(text, tokens, values[0]?.length ?? 0),
    ];
    panels.replaceChildren(
      element("div", {}, tables[0].node, note(text.mask_note)),
      element("div", {}, tables[1].node, note(text.weights_note)));
    results.replaceChildren(tables[2].node);
    pokeButtons = tokens.map((token, i) => button(`poke${i}`, [token], () =>
      choose({ poked: get("poked") === i ? null : i })));
    pokes.replaceChildren(pokes.firstChild, ...pokeButtons);
  }

  // What came of it.
  const verdicts = Object.keys(text.verdicts).map((name) => {
    const [words, list] = [element("span"), element("span", { class: "gb-chips" })];
    return { name, words, list, node: element("li", { "data-verdict": name }, words, " ", list) };
  });
  const asked = element("caption");
  const answers = Object.entries(text.answers).map(([who, words]) =>
    element("tr", { "data-answer": who }, element("th", { scope: "row" }, words), element("td")));
  const answerTable = element("table", { class: "gb-answers" }, asked, ...answers);
  const outcome = note("");
  const judged = scroller(text.judged);
  judged.append(element("ul", {}, ...verdicts.map(({ node }) => node)), answerTable, outcome);
  const code = scroller(text.code, "pre");
  const undo = button("undo", [text.undo], edit.undo);
  const live = liveRegion();
  const root = frame(text.title,
    row(text.classics, ...presets), row(text.the_mask, ...rules), row(text.use, ...uses),
    element("div", { class: "gb-dial" },
      element("span", {}, text.n_padding, " ", padded),
      element("div", { class: "gb-slider" }, dial.input)),
    panels,
    element("div", { class: "gb-row" }, undo, button("reset", [text.reset], edit.reset)),
    element("div", { class: "gb-panels" }, judged, element("div", {}, pokes, note(text.test_note), results)),
    note(text.code), code, live.node);

  function update() {
    const now = edit.state();
    const { tokens, values, n_padding, when, fill, poked } = now;
    const form = JSON.stringify([tokens, values[0]?.length]);
    if (form !== drawn) draw(now);
    drawn = form;

    rule = rule_mask(now);
    mask = used_mask(now);
    const { scores, values: held } = poked === null ? now : poke(now, poked);
    const { weights, output } = look_up(scores, held, mask, now);
    const found = faults(now, mask, weights);
    tables[0].set(now, scores, mask, rule);
    tables[1].set(now, weights, found.totals);
    tables[2].set(now, held, output, poked === null ? null : moved_by(poked, now, mask));

    for (const node of rules) node.ariaPressed = now[node.dataset.action];
    const use = when === "after" ? 2 : +(fill === "-1e9");
    uses.forEach((node, i) => { node.ariaPressed = i === use; });
    pokeButtons.forEach((node, i) => { node.ariaPressed = i === poked; });
    dial.input.max = tokens.length;
    padded.textContent = text.padded(n_padding, tokens.length);
    dial.set(n_padding, padded.textContent);
    undo.ariaDisabled = !edit.canUndo();
    code.textContent = python_lines(now, mask).join("\n");
    for (const verdict of verdicts) judge(verdict, now, found, weights);
    answer(use, now, scores, found.empty);
    live.say(verdicts.map(({ words }) => words.textContent).join(" "));
  }

  /** A verdict in words, and what it is about, each part with its number. */
  function judge({ name, node, words, list }, now, { totals, [name]: about }, weights) {
    const { tokens, causal, n_padding } = now;
    const bad = about.length > 0;
    const none = name === "padding" && !n_padding;
    node.dataset.state = none ? "none" : bad ? "bad" : "good";
    words.textContent = none ? text.no_padding
      : name === "future" && bad && !causal ? text.encoder : text.verdicts[name][+bad];
    const leak = ([i, j]) => [text.sees(tokens[i], tokens[j], near(weights[i][j])), weights[i][j]];
    const chips = about.map({
      future: leak,
      padding: leak,
      sums: (i) => [text.row_sum(tokens[i], near(totals[i])), totals[i]],
      reach: ([token, queries]) =>
        [text.moves(tokens[token], queries.map((i) => tokens[i]).join(", ")), [token, queries]],
      empty: (i) => [tokens[i], i],
    }[name]);
    if (list.seen === `${chips}`) return; // as most often: leave it alone
    list.seen = `${chips}`;
    list.replaceChildren(...chips.map(([said, value]) =>
      element("span", { "data-value": value }, said)));
  }

  /** Who answers what in a row that may attend to nothing. */
  function answer(use, { tokens, fill }, scores, [first]) {
    const none = first === undefined;
    outcome.textContent = none ? "" : text.outcome[use];
    answerTable.hidden = none || use > 0;
    if (answerTable.hidden) return;
    asked.textContent = text.asked(tokens[first]);
    const row = filled_row(scores[first], mask[first], fill);
    // PyTorch is not in the page: its two answers are known, and a test holds them.
    [hand_written_softmax(row)[0], softmax(row)[0], 0, NaN].forEach((value, k) => {
      answers[k].dataset.value = value;
      answers[k].lastChild.textContent = near(value);
    });
  }

  root.classList.add("gb-sandbox");
  el.append(root);
  update();
  return () => {
    edit.stop();
    live.stop();
    root.remove();
  };
}

function note(words) {
  return element("p", { class: "gb-meaning" }, words);
}

/** A region that scrolls sideways by itself, by keyboard too. */
function scroller(name, tag = "div") {
  return element(tag, { class: "gb-scroll", tabindex: 0, role: "group", "aria-label": name });
}

export default { render };
