import { choice } from "../shared/choice.js";
import { button, element, write } from "../shared/elements.js";
import { formatNumber } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { dial } from "./dial.js";
import {
  anotherSeed,
  cutText,
  drawn,
  markOf,
  nextLogits,
  offer,
  unpack,
  valuesOf,
} from "./numbers.js";
import { story } from "./story.js";
import { strip } from "./strip.js";
import { candidates } from "./table.js";

const SHOWN = 6;
const MANY = 20; // tokens at once
const DIALS = ["temperature", "top_k", "top_p"];

function build({ model, text, edit, undo, reset, onStop }) {
  const facts = () => model.get("model");
  const tokenOf = (v) => facts().tokens[v].replaceAll("␣", " ");
  const seen = (v) => (v === 0 ? ` ${tokenOf(v)} ` : tokenOf(v));
  const nameOf = (v) => (v === 0 ? text.end : facts().tokens[v]);
  let parameters = unpack(facts());
  let bookWords = new Set(facts().words.split(" "));
  let known = {}; // the text whose scores are known, and its scores
  let wrote = ""; // what was written last, to be said

  /** The scores after a text, computed once. */
  function logitsAfter({ opening, written }) {
    const { boundary, tokens, context } = facts();
    const key = [opening, ...written].join();
    if (known.key !== key) {
      const begun = cutText(boundary + model.get("openings")[opening], tokens);
      known = { key, logits: nextLogits(parameters, [...begun, ...written], context) };
    }
    return known.logits;
  }
  const isFull = (state) => state.written.length >= facts().most_written;

  // The text, and what makes it longer or shorter.
  const openings = choice({
    name: "opening",
    label: text.openings,
    options: model.get("openings").map((words, i) => [`${i}`, words]),
    onchoose: begin,
  });
  function begin(i) {
    const { opening, written } = edit.state();
    if (opening === Number(i) && !written.length) return;
    edit.commit(null, { opening: Number(i), written: [] });
  }
  const soFar = story(text);
  function add(count, state = edit.state()) {
    for (let i = 0; i < count && !isFull(state); i += 1) {
      const found = offer(logitsAfter(state), state);
      const chosen = drawn(found, state.seed, state.draws);
      state.written = [...state.written, chosen];
      state.draws += 1;
    }
    wrote = nameOf(state.written.at(-1));
    const { written, draws, seed } = state;
    edit.commit(null, { written, draws, seed });
  }
  /** As many tokens once more, by other random numbers. */
  function again() {
    const state = edit.state();
    const seed = anotherSeed(state.seed);
    const count = state.written.length || MANY;
    add(count, { ...state, written: [], draws: 0, seed });
  }
  function choose(v) {
    wrote = nameOf(v);
    edit.commit(null, { written: [...model.get("written"), v] });
  }
  const next = button("draw", [text.draw], () => add(1));
  const many = button("draw-many", [text.draw_many], () => add(MANY));
  const anew = button("again", [text.again], again);
  const row = { class: "gb-actions" };
  const actions = element("div", row, next, many, anew, undo, reset);

  // The settings, and what they leave.
  const dials = DIALS.map((name) =>
    dial({ name, text, onvalue: (value) => edit.commit(name, { [name]: value }) }),
  );
  const settings = element(
    "div",
    { class: "gb-settings" },
    ...dials.map((one) => one.node),
  );
  const summary = element("span", { class: "gb-summary" });
  const table = candidates(text, SHOWN, choose, summary);
  const pieces = strip(text, SHOWN);

  function reload() {
    parameters = unpack(facts());
    bookWords = new Set(facts().words.split(" "));
    known = {};
    edit.repaint();
  }
  model.on("change:model", reload);
  onStop(() => model.off("change:model", reload));

  function update(state) {
    const found = offer(logitsAfter(state), state);
    const full = isFull(state);
    openings.set(state.opening);
    for (const one of dials) one.set(state[one.name], valuesOf(one.name));
    const { opening, written } = state;
    const begun = model.get("openings")[opening];
    soFar.draw(begun, written.map(seen), written, bookWords);
    table.draw(found, nameOf, full);
    const isGreedy = state.temperature === 0;
    const mark = isGreedy ? null : markOf(state.seed, state.draws);
    const lands = drawn(found, state.seed, state.draws);
    pieces.draw(found, { mark, lands }, nameOf);
    for (const node of [next, many]) node.setAttribute("aria-disabled", `${full}`);
    const left = text[found.remain < found.model.length ? "summary" : "uncut"]({
      n: found.remain,
      count: `${found.remain}`,
      all: `${found.model.length}`,
      mass: formatNumber(found.mass),
      held: `${found.held}`,
    });
    write(summary, full ? text.full : left);
    summary.dataset.value = found.mass;
    const [first] = found.order;
    const share = formatNumber(found.model[first]);
    const said = text.said({
      token: nameOf(first),
      share,
      summary: summary.textContent,
    });
    const told = wrote ? text.wrote({ token: wrote, said }) : said;
    wrote = "";
    return told;
  }

  const result = [table.node, settings, pieces.node];
  const parts = [openings.node, ...soFar.nodes, actions, ...result];
  const children = [element("div", { class: "gb-desk" }, ...parts)];
  return { children, update };
}

export default widget({
  name: "token-choice",
  traits: ["opening", "written", "draws", "seed", ...DIALS],
  build,
});
