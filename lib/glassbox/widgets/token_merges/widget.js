import { button, element, write } from "../shared/elements.js";
import { player } from "../shared/player.js";
import { askForRest } from "../shared/rest.js";
import { widget } from "../shared/shell.js";
import { slider } from "../shared/slider.js";
import { textEntry } from "../shared/text_entry.js";
import { asText, mergeSteps, readAll, readSome } from "./merging.js";
import { cardsOf, rowsOf, runningOf, tintsOf } from "./pieces.js";

const PACE = 1200; // milliseconds a merge, when it plays
const LONGEST = 120;

function build({ model, text, edit, undo, reset, onStop }) {
  let merges = readSome(model.get("merges"));
  let problem = null; // why not all merges came, when they were asked for
  const nameOf = (id) => asText(merges.bytes[id]);
  let steps = []; // of the text
  let at = 0; // how many merges are shown

  const entry = textEntry({
    text,
    examples: model.get("examples"),
    longest: LONGEST,
    isEmpty: (content) => !content,
    onstart: () => pause(),
    ontext(what, content) {
      if (content !== model.get("content")) edit.commit(what, { content, step: null });
    },
  });

  // How many merges are shown.
  const dial = slider({ min: 0, "aria-label": text.merge, onvalue: look });
  const { node: playing, pause } = player({
    name: "play",
    words: text.play,
    playing: text.pause,
    pace: PACE,
    start() {
      if (at === steps.length - 1) look(0);
    },
    step() {
      edit.show({ step: Math.min(at + 1, steps.length - 1) });
      return at < steps.length - 1;
    },
  });
  const back = button("back", [text.back], () => look(at - 1));
  const next = button("next", [text.next], () => look(at + 1));
  function look(step) {
    pause();
    edit.show({ step: Math.max(0, Math.min(steps.length - 1, step)) });
  }
  onStop(pause);

  // The tokens: within the text, and as cards.
  const count = element("p", { class: "gb-count" });
  const running = element("p", { class: "gb-running", "aria-hidden": "true" });
  const pieces = element("ol", { class: "gb-pieces", "aria-label": text.pieces });
  const said = element("p", { class: "gb-said" });
  const parts = element("p", { class: "gb-meaning gb-parts" });
  const note = element("p", { class: "gb-meaning" });
  const rows = element("tbody");
  const heads = Object.values(text.columns).map((words) =>
    element("th", { scope: "col" }, words),
  );
  const head = element("thead", {}, element("tr", {}, ...heads));
  const slide = element("div", { class: "gb-slider" }, dial.input);
  const children = [
    entry.node,
    element("div", { class: "gb-actions" }, undo, reset),
    element(
      "div",
      { class: "gb-stage" },
      count,
      running,
      element("div", { class: "gb-go" }, back, playing, next, slide),
      said,
      pieces,
      parts,
    ),
    element(
      "details",
      { class: "gb-more" },
      element("summary", {}, text.more),
      element("table", {}, head, rows),
      note,
    ),
  ];

  let coming = false; // all merges, once a text needs more than were there at first
  async function load() {
    if (coming) return;
    [coming, problem] = [true, null];
    try {
      merges = readAll(await askForRest(model));
    } catch (error) {
      problem = error.cause;
    }
    coming = false;
    edit.repaint();
  }

  let before = null; // the text that is shown
  let used = null; // and the merges that cut it
  function update({ content, step }, forced) {
    const isKnown = merges.isEnough(content);
    const isFirst = before === null;
    if (content !== before || merges !== used) {
      [before, used] = [content, merges];
      steps = mergeSteps(content, isKnown ? merges : { places: new Map() });
      if (!isKnown) load(); // until then it stays in bytes
      write(note, text.note(sizes(content)));
      pieces.style.minHeight = "";
    }
    if (forced) pause();
    entry.set(content, forced);
    dial.input.max = steps.length - 1;
    at = Math.min(step ?? Infinity, steps.length - 1);
    back.ariaDisabled = `${at === 0}`;
    next.ariaDisabled = `${at === steps.length - 1}`;
    paint(steps[at], content);
    const n = steps[at].ids.length;
    const known = text.count({ tokens: text.tokens({ n }), ...sizes(content) });
    const counted = isKnown ? known : text.uncut(sizes(content));
    write(count, counted);
    const waiting = problem ? text[problem] : text.loading;
    write(said, isKnown ? inWords(step) : waiting);
    dial.set(at, text.at({ step: at, steps: steps.length - 1 }));
    return isFirst ? "" : `${counted}. ${said.textContent}`;
  }
  function sizes(content) {
    return {
      characters: text.characters({ n: [...content].length }),
      bytes: text.bytes({ n: new TextEncoder().encode(content).length }),
    };
  }
  function inWords(step) {
    const { made } = steps[at];
    if (steps.length === 1) return text.nothing;
    if (step === null) return `${text.whole} ${text.colors}`;
    if (!made) return text.whole_bytes;
    const end = at === steps.length - 1 ? text.whole : "";
    const place = { step: at, steps: steps.length - 1 };
    const [left, right, both] = [made.left, made.right, made.both].map(nameOf);
    const merged = text.merged({ ...place, left, right, both, id: `${made.both}` });
    return `${merged} ${end}`.trim();
  }
  function paint({ ids, made, lengths }, content) {
    const isLast = at === steps.length - 1;
    const tints = tintsOf(lengths);
    const tokens = ids.map((id, i) => ({
      id,
      bytes: merges.bytes[id],
      name: nameOf(id),
      isNew: !isLast && id === made?.both,
      ...tints[i],
    }));
    running.replaceChildren(...runningOf(content, tokens));
    pieces.replaceChildren(...cardsOf(content, tokens, text.named));
    // Fewer tokens later need less room, but nothing below moves.
    const high = pieces.offsetHeight;
    if (high > Number.parseFloat(pieces.style.minHeight || 0)) {
      pieces.style.minHeight = `${high}px`;
    }
    const isParted = pieces.querySelector(".gb-group") !== null;
    write(parts, isParted ? text.parts : "");
    rows.replaceChildren(...rowsOf(tokens));
  }
  return { children, update };
}

export default widget({ name: "merges", traits: ["content", "step"], build });
