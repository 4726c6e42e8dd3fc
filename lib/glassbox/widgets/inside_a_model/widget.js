import { unpack } from "../live_translator/packed.js";
import { strongest } from "../reading_arcs/numbers.js";
import { button, element, write } from "../shared/elements.js";
import { formatNear } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { letterField } from "./entry.js";
import { lens, more } from "./lens.js";
import {
  count,
  HEADS,
  LENGTH,
  LETTERS,
  lookInside,
  N_HEADS,
  periodOf,
  randomText,
} from "./numbers.js";
import { bet, headsChoice, headsOf, layersChoice } from "./setup.js";
import { stage } from "./stage.js";

const PERIODS = [6, 7, 8, 9, 10, 11, 12];
const SEEDS = 2 ** 31;
const BACK = "1.1"; // the head that looks one back
const ANEW = { off: [], guess: -1 }; // another text or model: nothing is cut in it yet
const NARROW = 600; // pixels: below it, a row has half of the letters

function build({ model, text, edit, undo, reset, root, onStop }) {
  const models = ["single", "model"].map((name) => unpack(model.get(name)));

  // What is read.
  const field = letterField(text, (content) => {
    if (content !== model.get("content")) edit.commit("type", { content, ...ANEW });
  });
  const periods = element(
    "select",
    {
      "aria-label": text.period,
      "data-field": "period",
      onchange() {
        const period = Number(periods.value);
        const content = randomText(model.get("seed"), period);
        edit.commit(null, { period, content, ...ANEW });
        isForced = true;
      },
    },
    ...PERIODS.map((n) =>
      element("option", { value: n }, text.period_of({ n: `${n}` })),
    ),
  );
  const draw = button("random", [text.random], () => {
    const seed = (model.get("seed") + 1) % SEEDS;
    const content = randomText(seed, model.get("period"));
    edit.commit(null, { seed, content, ...ANEW });
    isForced = true;
  });

  // Which model reads, whose weights are drawn, and which heads are cut.
  const layersOf = layersChoice(text, (key) => {
    const layers = Number(key);
    if (layers !== model.get("layers")) edit.commit(null, { layers, ...ANEW });
  });
  const expected = bet(text, (guess) => edit.commit(null, { guess }));
  const heads = headsChoice({
    name: "head",
    label: text.arcs,
    words: text.arcs_of,
    onchoose(head) {
      if (head !== model.get("head")) edit.show({ head });
    },
  });
  const cuts = headsChoice({
    name: "cut",
    label: text.cut,
    words: text.cut_of,
    onchoose(head) {
      const off = model.get("off");
      const isOff = off.includes(head);
      edit.commit(null, {
        off: HEADS.filter((one) => (one === head ? !isOff : off.includes(one))),
      });
    },
  });
  cuts.node.classList.add("gb-cuts");

  // What it guesses, and where it looks.
  const picture = stage(text, (at) => {
    if (at !== shownAt) edit.show({ at });
  });
  const score = element("p", { class: "gb-score" });
  const looks = element("p", { class: "gb-words", "data-part": "looks" });
  const panels = lens(text);
  const details = more(text, () => update(edit.state()));
  const children = [
    element(
      "div",
      { class: "gb-top" },
      field.node,
      element("div", { class: "gb-actions" }, draw, periods),
    ),
    element("div", { class: "gb-setup" }, layersOf.node, expected.node),
    element("div", { class: "gb-heads" }, heads.node, cuts.node, undo, reset),
    picture.node,
    score,
    looks,
    panels.node,
    details.node,
  ];

  let columns = LENGTH;
  let width = 0;
  const sized = new ResizeObserver(() => {
    if (root.clientWidth === width) return;
    width = root.clientWidth;
    columns = width < NARROW ? LENGTH / 2 : LENGTH;
    update(edit.state()); // the names of arcs have other places
  });
  sized.observe(root);
  onStop(() => sized.disconnect());

  let shownAt = 0;
  let isForced = false; // a new text takes the place of a wrong one
  let isFirst = true;
  let read = { key: "", inside: null }; // what was computed last
  function insideOf(content, layers, off) {
    const key = `${content} ${layers} ${off}`;
    if (key !== read.key) {
      read = { key, inside: lookInside(content, models[layers - 1], off) };
    }
    return read.inside;
  }

  function update(state, forced) {
    const { content, layers, guess, period } = state;
    const known = headsOf(layers);
    const off = state.off.filter((one) => known.includes(one));
    const head = known.includes(state.head) ? state.head : lastLayer(state.head, known);
    const at = Math.min(state.at, content.length - 1);
    const inside = insideOf(content, layers, off);
    shownAt = at;
    field.set(content, forced || isForced);
    isForced = false;
    periods.value = `${period}`;
    layersOf.set(layers);
    root.dataset.layers = `${layers}`; // another model's heads have other colors
    for (const row of [heads, cuts]) row.open(layers);
    heads.set(head);
    for (const one of cuts.buttons) {
      one.ariaPressed = `${off.includes(one.dataset.head)}`;
    }
    const rounds = scoresOf(content, inside.guesses);
    const later = rounds.find(({ name }) => name === "later");
    expected.set(guess, later?.n ?? 0, off.length > 0);
    picture.setText(content, columns);
    picture.setGuesses(content, inside.guesses);
    const weights = inside.weights[HEADS.indexOf(head)][at];
    const isCut = off.includes(head);
    const note = noteOf(inside, at, head, off);
    picture.look(at, weights, head, isCut, note);
    score.replaceChildren(...scoreOf(rounds, off, guess));
    const named = isCut ? text.is_cut({ head }) : head;
    const told = [inWords(content, at, weights, named, layers)];
    if (note) told.push(noteInWords(content, note));
    write(looks, told.join(" "));
    const next = content[at + 1];
    const place = { letter: content[at], position: `${at}` };
    const title = next ? text.lens({ ...place, next }) : text.lens_end(place);
    panels.draw(
      inside.stages.map((rows) => rows[at]),
      next,
      title,
    );
    details.draw(content, inside, at, off);
    const said = text.said({
      ...place,
      guess: LETTERS[inside.guesses[at]],
      looks: looks.textContent,
      score: score.textContent,
    });
    if (!isFirst) return said;
    isFirst = false;
    return "";
  }
  function scoreOf(rounds, off, guess) {
    const told = rounds.map(({ name, right, n }) => {
      const isBet = name === "later" && off.length && guess >= 0;
      const form = isBet ? text.score.guessed : text.score[name];
      const words = form({ right: `${right}`, n: `${n}`, guess: `${guess}` });
      const value = `${right}/${n}`;
      return element("span", { "data-score": name, "data-value": value }, `${words} `);
    });
    if (!off.length) return told;
    const cut = text.score.cut({ heads: off.join(", ") });
    return [element("span", { class: "gb-cut" }, `${cut} `), ...told];
  }
  /**
   * The first step of the path: where the letter that a head of layer 2 looks at most
   * has looked, with the head that looks one back. null where there is none.
   */
  function noteOf(inside, at, head, off) {
    const h = HEADS.indexOf(head);
    if (h < N_HEADS) return null;
    const from = strongest(inside.weights[h][at].slice(0, at + 1))[0];
    if (from === 0) return null; // nothing stands before it
    const row = inside.weights[HEADS.indexOf(BACK)][from].slice(0, from + 1);
    const j = strongest(row)[0];
    return { from, j, weight: row[j], head: BACK, isCut: off.includes(BACK) };
  }
  function noteInWords(content, { j, weight, head, isCut }) {
    const words = isCut ? text.no_note : text.note;
    const to = { to: content[j], place: `${j}`, weight: formatNear(weight) };
    return words({ head, ...to });
  }
  function inWords(content, at, weights, head, layers) {
    const list = strongest(weights.slice(0, at + 1)).map((j, rank) => {
      const weight = formatNear(weights[j]);
      const look = rank ? text.look_more : text.look;
      return look({ letter: content[j], position: `${j}`, weight });
    });
    const from = { letter: content[at], position: `${at}`, head };
    const words = layers === 1 ? text.single_looks : text.looks;
    return words({ ...from, list: list.join(text.separator) });
  }
  return { children, update };
}

/** The head of the same number, in the last layer that there is. */
function lastLayer(head, known) {
  return known.findLast((one) => one.endsWith(head.slice(1)));
}

/** How much is right in the first round and later; in all, where nothing repeats. */
function scoresOf(content, guesses) {
  const period = periodOf(content);
  const parts = period
    ? [
        ["first", 0, period],
        ["later", period, LENGTH],
      ]
    : [["all", 0, LENGTH]];
  return parts.map(([name, from, to]) => ({
    name,
    ...count(content, guesses, from, to),
  }));
}

const traits = ["content", "at", "head", "off", "layers", "guess", "period", "seed"];

export default widget({ name: "inside", traits, build });
