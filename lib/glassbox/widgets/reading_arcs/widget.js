import { dateField } from "../live_translator/entry.js";
import { translate, unpack } from "../live_translator/numbers.js";
import { button, element, write } from "../shared/elements.js";
import { formatNear } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { meaningOf } from "./dates.js";
import { mapped } from "./flow.js";
import { firstChange, isEdit, meanWeights, strongest } from "./numbers.js";
import { stage } from "./stage.js";

const PACE = 900; // milliseconds a character, when it plays

function build({ model, text, edit, undo, reset, onStop }) {
  const facts = model.get("model"); // its vocabularies hold for every model
  const signs = { "^": text.signs.start, $: text.signs.end, " ": text.signs.space };
  const nameOf = (sign) => signs[sign] ?? sign;
  let parameters;
  let source = []; // the names of what is read
  let tokens = []; // what is written
  let names = []; // and its names
  let rows = []; // the weights of each, over the source
  let ahead = null; // a source that the reader has just given, already read
  let at = 1;
  let timer = null; // while it plays: what comes after `at` is blank

  // The date.
  const date = dateField(text, facts, (source) => change({ source }));
  date.node.addEventListener("input", () => {
    pause();
    judge(); // nothing is translated anew while the field cannot be read
  });
  const isChinese = (source) => /\p{Script=Han}/u.test(source);
  const kinds = { learned: [], chinese: [], never_seen: [] };
  for (const source of facts.examples)
    kinds[isChinese(source) ? "chinese" : "learned"].push(source);
  kinds.never_seen.push(...facts.never_seen);
  const examples = Object.entries(kinds).map(([kind, sources]) => {
    const label = element("span", { "aria-hidden": "true" }, text[kind]);
    const buttons = sources.map((source, i) =>
      button(`${kind}-${i}`, [source], () => {
        date.set(source);
        change({ source });
      }),
    );
    const chips = buttons.map((one, i) =>
      kind === "never_seen"
        ? element(
            "span",
            { class: "gb-new" },
            one,
            element("small", {}, text.because[i]),
          )
        : one,
    );
    if (kind === "chinese") for (const one of buttons) one.lang = "zh-Hans";
    const about = { class: "gb-choice", role: "group", "aria-label": text[kind] };
    return element("div", about, label, ...chips);
  });
  function change(traits) {
    pause();
    if (traits.source === model.get("source")) return;
    const old = names;
    read(traits.source, old);
    ahead = traits.source;
    edit.commit(null, traits); // each edit is undone by itself
    const place = firstChange(old, names);
    if (place >= 0) edit.show({ at: place + 1 });
  }
  /** Translate; where it now writes otherwise, the picture shows the old as well. */
  function read(typed, old) {
    const last = source;
    const steps = translate(parameters, facts, typed, "");
    source = [...typed].map(nameOf);
    tokens = steps.map(({ token }) => token);
    names = tokens.map((token) => nameOf(facts.symbols[token]));
    rows = steps.map(meanWeights);
    picture.setSigns(source, names, rows, old && isEdit(last, source) ? old : names);
  }
  /** What is said of the translation, and whether it is wrong. */
  function verdictOn(typed) {
    if (date.node.querySelector("[aria-invalid]")) return [text.unread, true];
    const meaning = meaningOf(typed);
    if (meaning === null) return [text.unjudged, false];
    if (meaning === "") return [text.no_day, true];
    const [first, last] = facts.years;
    const year = Number(meaning.slice(0, 4));
    const isNew = year < first || year > last;
    const after = isNew
      ? ` ${text.new_year({ first: `${first}`, last: `${last}` })}`
      : "";
    if (meaning === written())
      return [`${text.right}${isNew ? "." : ""}${after}`, false];
    return [`${text.wrong({ meaning })}${after}`, true];
  }
  function judge(isDone = true) {
    picture.judge(...(isDone ? verdictOn(before.source) : [text.target, false]));
  }
  const written = () => names.filter((name) => name !== text.signs.end).join("");

  // What is looked at.
  const picture = stage(text, look);
  const playing = button("play", [text.play], play);
  let hasPlayed = false; // to the end, where a map does not follow
  function look(place) {
    pause();
    hasPlayed = false;
    edit.show({ at: place });
  }
  function play() {
    if (timer !== null) return pause();
    timer = setInterval(() => {
      if (at < names.length) edit.show({ at: at + 1 });
      else pause();
    }, PACE);
    hasPlayed = true;
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
    const detail = () => mapped(parameters, facts, before.source, tokens, sentAt);
    document.dispatchEvent(new CustomEvent("glassbox:translated", { detail }));
  }
  document.addEventListener("glassbox:ask", send);
  onStop(() => document.removeEventListener("glassbox:ask", send));
  // It may choose a date, and the character, as well.
  /** @param {any} event */
  function choose({ detail }) {
    date.set(detail.source);
    change({ source: detail.source });
    look(detail.at);
  }
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
  let sentAt = 0;
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
    ahead = null;
    if (isAnew || forced) date.set(now.source);
    at = Math.min(now.at, names.length);
    const shown = timer === null ? names.length : at;
    picture.look(at, shown);
    const looks = inWords();
    write(words, looks);
    const isFirst = before === null;
    before = now;
    judge(shown === names.length);
    const isLooked = timer === null && !(hasPlayed && at === names.length);
    const isMoved = isLooked && at !== sentAt;
    if (isMoved) sentAt = at;
    if (isAnew || isMoved) send();
    if (isFirst) return "";
    if (!isAnew) return looks;
    const [said, isWrong] = verdictOn(now.source);
    const verdict = isWrong ? said : "";
    return text.said({ written: written(), verdict, looks });
  }
  function inWords() {
    const weights = rows[at - 1];
    const places = strongest(weights);
    const list = places.map((j) => {
      const weight = formatNear(weights[j]);
      return text.look({ sign: source[j], place: j + 1, weight });
    });
    const rest = 1 - places.reduce((sum, j) => sum + weights[j], 0);
    if (places.length < weights.length)
      list.push(text.rest({ weight: formatNear(rest) }));
    return text.looks({ sign: names[at - 1], list: list.join(text.separator) });
  }

  return { children, update };
}

export default widget({ name: "arcs", traits: ["model", "source", "at"], build });
