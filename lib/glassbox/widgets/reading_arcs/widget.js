import { dateField } from "../live_translator/entry.js";
import { unpack } from "../live_translator/numbers.js";
import { button, element, write } from "../shared/elements.js";
import { formatNear } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { meaningOf } from "./dates.js";
import { examplesOf, memoryOf, stepsOf } from "./flow.js";
import { changesOf, meanWeights, strongest } from "./numbers.js";
import { stage } from "./stage.js";

const PACE = 900; // milliseconds a character, when it plays
const FEW = 4; // changed characters, which are shown with what stood there

function build({ model, text, edit, undo, reset, onStop }) {
  const facts = model.get("model"); // its vocabularies hold for every model
  const signs = { "^": text.signs.start, $: text.signs.end, " ": text.signs.space };
  const nameOf = (sign) => signs[sign] ?? sign;
  let parameters;
  let source = []; // the names of what is read
  let names = []; // of what is written
  let rows = []; // the weights of each, over the source
  let ahead = null; // a source that the reader has just given, already read
  let isSwapped = false; // the year's rows come from the date with its comma
  let at = 1;
  let home = 1; // where it was before it played
  let timer = null; // while it plays: what comes after `at` is blank

  // The date.
  const date = dateField(text, facts, (source) => change({ source }));
  date.node.addEventListener("input", () => {
    pause();
    judge(); // nothing is translated anew while the field cannot be read
  });
  const examples = Object.entries(facts.examples).map(([kind, sources]) => {
    const label = element("span", { "aria-hidden": "true" }, text[kind]);
    const buttons = sources.map((source, i) => {
      const one = button(`${kind}-${i}`, [source], () => {
        date.set(source);
        change({ source });
      });
      if (source.includes("年")) one.lang = "zh-Hans";
      return one;
    });
    const about = { class: "gb-choice", role: "group", "aria-label": text[kind] };
    return element("div", about, label, ...buttons);
  });
  function change({ source: typed }, isSwap = false) {
    pause();
    const isSame = typed === model.get("source");
    if (isSame && isSwap === isSwapped) return;
    const old = names;
    read(typed, old, isSwap);
    ahead = typed;
    if (!isSame) edit.commit(null, { source: typed }); // undone by itself
    const [place] = changesOf(old, names);
    if (place >= 0) edit.show({ at: place + 1 });
    edit.repaint();
  }
  /** Translate; where it now writes otherwise, the picture shows the old as well. */
  function read(typed, old, isSwap = false) {
    isSwapped = isSwap;
    sentAt = 0;
    const steps = stepsOf(
      parameters,
      facts,
      memoryOf(parameters, facts, typed, isSwapped),
    );
    source = [...typed].map(nameOf);
    names = steps.map(({ token }) => nameOf(facts.symbols[token]));
    rows = steps.map(meanWeights);
    const isFew = old && changesOf(old, names).length <= FEW; // else it is another date
    picture.setSigns(source, names, rows, isFew ? old : names);
    picture.tellSwap(isSwapped);
  }
  /** What is said of the translation, and whether it is wrong. */
  function verdictOn(typed) {
    if (date.node.querySelector("[aria-invalid]")) return [text.unread, true];
    const meaning = meaningOf(typed);
    if (meaning === null) return [text.unjudged, false];
    if (meaning === "") return [text.no_day, true];
    const isRight = meaning === written();
    return [isRight ? text.right : text.wrong({ meaning }), !isRight];
  }
  function judge(isDone = true) {
    picture.judge(...(isDone ? verdictOn(before.source) : [text.target, false]));
  }
  const written = () => names.filter((name) => name !== text.signs.end).join("");

  // What is looked at.
  const picture = stage(text, look);
  const playing = button("play", [text.play], play);
  function look(place) {
    pause();
    edit.show({ at: place });
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
    const detail = () => examplesOf(parameters, facts, before.source, isSwapped, at);
    document.dispatchEvent(new CustomEvent("glassbox:translated", { detail }));
  }
  // It may choose a date as well, and swap its year's rows.
  /** @param {any} event */
  function choose({ detail: { source, isSwapped } }) {
    date.set(source);
    change({ source }, isSwapped);
  }
  document.addEventListener("glassbox:ask", send);
  onStop(() => document.removeEventListener("glassbox:ask", send));
  document.addEventListener("glassbox:translate", choose);
  onStop(() => document.removeEventListener("glassbox:translate", choose));

  const words = element("p", { class: "gb-words" });
  const note = element("p", { class: "gb-note" });
  const children = [
    date.node,
    element(
      "div",
      { class: "gb-parts" },
      picture.node,
      element("div", { class: "gb-bottom" }, words, playing, undo, reset),
      note,
      element("div", { class: "gb-examples" }, ...examples),
    ),
  ];

  let before = null; // the state that is shown
  let sentAt = 0; // the character that a map follows; 0: what is written is new
  function update(now, forced) {
    if (now.model !== before?.model) {
      parameters = unpack(now.model);
      const { n_heads } = parameters.transformer.decoder.layers.at(-1).cross_attention;
      write(note, text.note({ n: n_heads }));
    }
    if (forced) pause();
    const isAnew = now.model !== before?.model || now.source !== before?.source;
    const isRead = now.model === before?.model && now.source === ahead;
    if (forced || (isAnew && !isRead)) read(now.source);
    const isNew = !sentAt;
    ahead = null;
    if (isAnew || forced) date.set(now.source);
    at = Math.min(now.at, names.length);
    const shown = timer === null ? names.length : at;
    picture.look(at, shown);
    const looks = inWords();
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
    const [said, isWrong] = verdictOn(now.source);
    const verdict = isWrong ? said : "";
    return text.said({ written: written(), verdict, looks });
  }
  function inWords() {
    const weights = rows[at - 1];
    const list = strongest(weights).map((j) => {
      const weight = formatNear(weights[j]);
      return text.look({ sign: source[j], place: j + 1, weight });
    });
    return text.looks({ sign: names[at - 1], list: list.join(text.separator) });
  }

  return { children, update };
}

export default widget({ name: "arcs", traits: ["model", "source", "at"], build });
