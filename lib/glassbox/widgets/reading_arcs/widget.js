import { dateField } from "../live_translator/entry.js";
import { unpack } from "../live_translator/packed.js";
import { button, element, write } from "../shared/elements.js";
import { formatNear } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { meaningOf } from "./dates.js";
import { examplesOf, memoryOf, stepsOf, variantsOf, YEAR } from "./flow.js";
import { changeOf, isEdit, meanWeights, strongest } from "./numbers.js";
import { stage } from "./stage.js";

const PACE = 900; // milliseconds a character, when it plays

function build({ model, text, edit, undo, reset, onStop }) {
  const facts = model.get("model"); // its vocabularies hold for every model
  const start = edit.state();
  const signs = { "^": text.signs.start, $: text.signs.end, " ": text.signs.space };
  const nameOf = (sign) => signs[sign] ?? sign;
  let parameters;
  let source = []; // the names of what is read
  let names = []; // of what is written
  let rows = []; // the weights of each, over the source
  let ahead = null; // a source that the reader has just given, already read
  let meaning = null; // what is right: year-month-day, "" or null
  let isSwapped = false; // the year's rows come from the date with its comma
  let at = 1;
  let home = 1; // where it was before it played
  let isChosen = false; // whether the reader has chosen a character, or a date
  let timer = null; // while it plays: what comes after `at` is blank

  // The date.
  const date = dateField(text, facts, change);
  date.node.addEventListener("input", () => {
    pause();
    judge(); // nothing is translated anew while the field cannot be read
  });
  const examples = facts.examples.map(([kind, sources]) => {
    const label = element("span", { "aria-hidden": "true" }, text[kind]);
    const buttons = sources.map((sample, i) => {
      const show = () => change(sample, false, []); // another date, which is no edit
      const one = button(`${kind}-${i}`, [sample], show);
      if (sample.includes("年")) one.lang = "zh-Hans";
      return one;
    });
    const about = { class: "gb-choice", role: "group", "aria-label": text[kind] };
    return element("div", about, label, ...buttons);
  });
  function change(typed, isSwap = false, last = source) {
    pause();
    date.set(typed); // which leaves what is typed
    isChosen = true;
    const isSame = typed === model.get("source");
    if (isSame && isSwap === isSwapped) return;
    if (isSwapped) edit.undo(); // a swap is a step of its own, which changes no trait
    const place = read(typed, isSwap, last);
    ahead = typed;
    if (!isSame) edit.commit(null, { source: typed }); // undone by itself
    if (isSwap) edit.commit(null, {});
    if (place < names.length) edit.show({ at: place + 1 });
    edit.repaint();
  }
  /** Translate; after an edit, the picture shows what it wrote before as well. */
  function read(typed, isSwap = false, last = []) {
    const old = names;
    const meant = meaning;
    isSwapped = isSwap;
    sentAt = 0;
    const memory = memoryOf(parameters, facts, typed, isSwap);
    const steps = stepsOf(parameters, facts, memory);
    source = [...typed].map(nameOf);
    names = steps.map(({ token }) => nameOf(facts.symbols[token]));
    rows = steps.map(meanWeights);
    meaning = meaningOf(typed);
    const isWhole = meant && meaning; // half a date, while one is typed, is no answer
    const shown = isWhole && isEdit(last, source) ? old : names;
    const swapped = isSwapped ? YEAR : 0;
    picture.setSigns(source, names, rows, { old: shown, right: meaning, swapped });
    swap.hidden = typed !== variantsOf(typed)?.no_comma;
    swap.ariaPressed = `${isSwapped}`;
    return changeOf(old, names);
  }
  /** What is said of the translation, and whether it is wrong. */
  function verdict() {
    if (date.node.querySelector("[aria-invalid]")) return [text.unread, true];
    if (meaning === null) return [text.unjudged, false];
    if (meaning === "") return [text.no_day, true];
    if (meaning === written()) return [text.right, false];
    const [first, last] = facts.years;
    const isOutside = meaning < first || meaning.slice(0, 4) > last;
    const words = isOutside ? text.outside : text.wrong;
    return [words({ meaning, first, last }), true];
  }
  function judge(isDone = true) {
    picture.judge(...(isDone ? verdict() : [text.target, false]));
  }
  const written = () => names.filter((name) => name !== text.signs.end).join("");

  // What is looked at.
  const picture = stage(text, look, point);
  const playing = button("play", [text.play], play);
  const swap = button("swap", [text.swap], () => change(before.source, !isSwapped));
  function look(place) {
    pause();
    const isFirst = !isChosen;
    isChosen = true;
    edit.show({ at: place });
    if (isFirst && place === at) send(); // the map stood where answers part
  }
  /** A preview, which leaves the choice as it is. */
  function point(place) {
    if (timer !== null) return;
    picture.look(at, names.length, place || at);
    write(words, inWords(place || at));
  }
  function play() {
    if (timer !== null) return pause();
    timer = setInterval(() => {
      if (at < names.length) return edit.show({ at: at + 1 });
      pause();
      edit.show({ at: home });
    }, PACE);
    home = at;
    playing.textContent = text.stop;
    edit.show({ at: 1 });
    edit.repaint();
  }
  function pause() {
    if (timer === null) return;
    clearInterval(timer);
    timer = null;
    playing.textContent = text.play;
    edit.repaint();
  }
  onStop(pause);

  // A map on the same page follows the date and the character that is looked at; one
  // that comes later asks for it.
  function send() {
    if (!parameters.transformer.encoder.norm_first) return;
    const given = [facts, before.source, isSwapped, at, isChosen];
    const detail = () => examplesOf(parameters, ...given);
    document.dispatchEvent(new CustomEvent("glassbox:translated", { detail }));
  }
  // It may choose a date as well, and swap its year's rows.
  /** @param {any} event */
  const choose = ({ detail }) => change(detail.source, detail.isSwapped);
  for (const [name, hear] of Object.entries({ ask: send, translate: choose })) {
    document.addEventListener(`glassbox:${name}`, hear);
    onStop(() => document.removeEventListener(`glassbox:${name}`, hear));
  }

  const words = element("p", { class: "gb-words" });
  const note = element("p", { class: "gb-note" }, text.note);
  const children = [
    date.node,
    element(
      "div",
      { class: "gb-parts" },
      picture.node,
      element("div", { class: "gb-bottom" }, words, playing, undo, reset, swap),
      note,
      element("div", { class: "gb-examples" }, ...examples),
    ),
  ];

  let before = null; // the state that is shown
  let sentAt = 0; // the character that a map follows; 0: what is written is new
  function update(now, forced) {
    if (now.model !== before?.model) parameters = unpack(now.model);
    if (forced) {
      pause();
      isChosen &&= now.source !== start.source || now.at !== start.at;
    }
    const isOther = forced || now.model !== before?.model;
    const isAnew = isOther || now.source !== before.source;
    if (isOther || (isAnew && now.source !== ahead)) read(now.source);
    const isNew = !sentAt;
    ahead = null;
    if (isAnew) date.set(now.source);
    at = Math.min(now.at, names.length);
    const shown = timer === null ? names.length : at;
    picture.look(at, shown);
    const looks = inWords(at);
    write(words, looks);
    const isFirst = !before;
    before = now;
    judge(shown === names.length);
    if (timer === null && at !== sentAt) {
      sentAt = at;
      send();
    }
    if (isFirst) return "";
    if (!isNew) return looks;
    const [said, isWrong] = verdict();
    return text.said({ written: written(), verdict: isWrong ? said : "", looks });
  }
  function inWords(place) {
    const weights = rows[place - 1];
    const list = strongest(weights).map((j) =>
      text.look({ sign: source[j], place: j + 1, weight: formatNear(weights[j]) }),
    );
    return text.looks({ sign: names[place - 1], list: list.join(text.separator) });
  }

  return { children, update };
}

export default widget({ name: "arcs", traits: ["model", "source", "at"], build });
