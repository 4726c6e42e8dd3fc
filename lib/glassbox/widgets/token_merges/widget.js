import { button, element, write } from "../shared/elements.js";
import { player } from "../shared/player.js";
import { widget } from "../shared/shell.js";
import { slider } from "../shared/slider.js";
import { textEntry } from "../shared/text_entry.js";
import {
  asText,
  charactersOf,
  inHex,
  mayGoOn,
  mergeSteps,
  readMerges,
} from "./merging.js";

const PACE = 550; // milliseconds a merge, when it plays
const LONGEST = 120;
const NONE = "\u00a0"; // as high as a character

function build({ model, text, edit, undo, reset, onStop }) {
  const merges = readMerges(model.get("merges"));
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
  const go = [
    button("start", [text.start], () => look(0)),
    back,
    playing,
    next,
    button("end", [text.end], () => look(steps.length - 1)),
  ];
  function look(step) {
    pause();
    edit.show({ step: Math.max(0, Math.min(steps.length - 1, step)) });
  }
  onStop(pause);

  // The tokens.
  const count = element("p", { class: "gb-count" });
  const pieces = element("ol", {
    class: "gb-pieces",
    "aria-label": text.pieces,
    tabindex: "0",
  });
  const said = element("p", { class: "gb-said" });
  const limit = element("p", { class: "gb-meaning gb-limit" });
  const note = element("p", { class: "gb-meaning" });
  const rows = element("tbody");
  const heads = Object.values(text.columns).map((words) =>
    element("th", { scope: "col" }, words),
  );
  const table = element(
    "table",
    {},
    element("thead", {}, element("tr", {}, ...heads)),
    rows,
  );
  const children = [
    entry.node,
    element(
      "div",
      { class: "gb-stage" },
      count,
      pieces,
      element("div", { class: "gb-slider" }, dial.input),
      element("div", { class: "gb-go" }, ...go),
      said,
      limit,
    ),
    element("div", { class: "gb-actions" }, undo, reset),
    element(
      "details",
      { class: "gb-more" },
      element("summary", {}, text.more),
      table,
      note,
    ),
  ];

  let before = null; // the text that is shown
  let isOpen = false; // whether later merges may join more
  function update({ content, step }, forced) {
    const isNew = content !== before;
    if (isNew) {
      steps = mergeSteps(content, merges);
      isOpen = mayGoOn(content, merges);
      write(note, text.note(sizes(content)));
    }
    if (forced) pause();
    entry.set(content, forced);
    dial.input.max = steps.length - 1;
    at = Math.min(step ?? Infinity, steps.length - 1);
    back.ariaDisabled = `${at === 0}`;
    next.ariaDisabled = `${at === steps.length - 1}`;
    paint(steps[at], content);
    const counted = countOf(content, steps[at].ids.length);
    write(count, counted);
    const isLast = at === steps.length - 1;
    const end = isOpen ? text.open({ n: merges.carried }) : text.whole;
    const isUntouched = step === null && steps.length > 1;
    write(said, isUntouched ? end : inWords());
    const more = isLast && !isUntouched ? [end] : [];
    if (pieces.dataset.parted === "true") more.unshift(text.parts);
    write(limit, more.join(" "));
    const place = text.at({ step: at, steps: steps.length - 1 });
    dial.set(at, place);
    const isFirst = before === null;
    before = content;
    return isFirst ? "" : `${counted}. ${said.textContent}`;
  }
  function countOf(content, n) {
    return text.count({ tokens: text.tokens({ n }), ...sizes(content) });
  }
  function sizes(content) {
    return {
      characters: text.characters({ n: [...content].length }),
      bytes: text.bytes({ n: new TextEncoder().encode(content).length }),
    };
  }
  function inWords() {
    const { made } = steps[at];
    if (steps.length === 1) return text.nothing;
    if (!made) return text.whole_bytes;
    return text.merged({
      step: at,
      steps: steps.length - 1,
      left: nameOf(made.left),
      right: nameOf(made.right),
      both: nameOf(made.both),
      place: made.both - 255,
    });
  }
  function paint({ ids, made, lengths }, content) {
    const isLast = at === steps.length - 1;
    const bytes = ids.map((id) => merges.bytes[id]);
    const characters = charactersOf(content, bytes);
    const isParted = characters.some(Boolean);
    pieces.dataset.parted = isParted;
    const starts = new Set(); // where a word begins: no merge reaches across
    let start = 0;
    for (const length of lengths) {
      starts.add(start);
      start += length;
    }
    pieces.replaceChildren(
      ...ids.map((id, i) => {
        const isNew = !isLast && id === made?.both;
        const attributes = {
          "data-id": id,
          "data-new": isNew,
          "data-starts": starts.has(i),
          translate: "no",
        };
        const parts = [element("code", {}, nameOf(id)), element("small", {}, `${id}`)];
        if (isParted) parts.unshift(element("b", {}, characters[i] || NONE));
        return element("li", attributes, ...parts);
      }),
    );
    rows.replaceChildren(
      ...ids.map((id) =>
        element(
          "tr",
          { translate: "no" },
          element("th", { scope: "row" }, element("code", {}, nameOf(id))),
          element("td", {}, `${id}`),
          element("td", {}, element("code", {}, inHex(merges.bytes[id]))),
        ),
      ),
    );
  }
  return { children, update };
}

export default widget({ name: "merges", traits: ["content", "step"], build });
