import { element, write } from "../shared/elements.js";
import { formatNear } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { bands } from "./bands.js";
import { mark, percent, strip, tokenShares } from "./cells.js";
import { examplesOf, moves, pickersOf } from "./controls.js";
import { dateField } from "./entry.js";
import { takenAway, toggled, verdict, withoutHeads } from "./interventions.js";
import { laidOut } from "./layout.js";
import { translate } from "./numbers.js";
import { largest, unpack } from "./packed.js";

const KINDS = ["cross_attention", "self_attention"]; // of the source, of the written
const TAKEN = ["hidden", "off", "encoder_too"]; // what the reader takes away
const begun = new WeakMap(); // each model's first state: a second view goes back to it

function build({ model, text, edit, undo, reset, onStop }) {
  const facts = model.get("model"); // its vocabularies hold for every model
  const signs = { "^": text.signs.start, $: text.signs.end, " ": text.signs.space };
  const nameOf = (sign) => signs[sign] ?? sign;
  const tokens = [...facts.symbols].map(nameOf);
  const isWriting = model.get("show") === "writing"; // as reading; hides no character
  const isReading = isWriting || model.get("show") === "reading"; // the rest folded
  const isAgain = begun.has(facts); // shown again, it begins with what to take away
  const start = begun.get(facts) ?? edit.state();
  begun.set(facts, start);
  edit.reset = () => edit.commit(null, start);
  let parameters;
  let steps = []; // of the translation
  let whole = []; // its steps with nothing taken away
  let source = []; // the names of what is read
  let names = []; // the names of what is written, <start> in front
  let yours = []; // whether each step wrote what the reader chose
  let at = 0; // the step that is looked at; 0: nothing is written
  let written = 0; // how many tokens have been seen: those after stay blank

  // The date.
  const date = dateField(text, facts, (source) => change("type", anew(source)));
  const examples = examplesOf(facts, text, pick);
  function pick(source) {
    date.set(source);
    change(null, anew(source));
  }
  /** Another source hides and forces nothing: its characters are others. */
  function anew(source) {
    const other = { source, prefix: "" };
    return model.get("hidden").length ? { ...other, hidden: [] } : other;
  }
  function change(what, traits) {
    pause();
    const asked = what ? ["source"] : Object.keys(traits); // typed: the date alone
    const isNew = asked.some((name) => traits[name] !== model.get(name));
    if (isNew) edit.commit(what, traits);
  }

  // What is looked at.
  const canHide = isReading && !isWriting;
  const ontoggle = canHide ? (i) => toggle("hidden", i) : undefined;
  const strips = [
    strip(text.reads.cross_attention, null, ontoggle),
    strip(text.reads.self_attention, look),
  ];
  const away = takenAway(text.away, toggle);
  away.node.open = isAgain;
  function toggle(name, one) {
    const value = model.get(name);
    change(null, { [name]: one === undefined ? !value : toggled(value, one) });
  }
  const way = bands();
  const get = () => ({ at, last: steps.length });
  const show = (step) => edit.show({ step });
  const { dial, go, pause } = moves({ text, get, look, show });
  const choices = element("div", { class: "gb-choices" });
  let pickers = [];

  function look(step) {
    pause();
    edit.show({ step: Math.max(0, Math.min(steps.length, step)) });
  }
  onStop(pause);

  // The shares of a step, and the tokens that the reader chooses.
  const shares = tokenShares(tokens, text.free, choose);
  function choose(token) {
    const i = Math.max(at, 1) - 1;
    const isFree = [steps[i].token, steps[i].likeliest].includes(token);
    const kept = model.get("prefix").slice(0, i).padEnd(i, "?");
    const prefix = kept + (isFree ? "?" : facts.symbols[token]);
    look(i + 1);
    change(null, { prefix });
  }

  const [words, chosen, sure] = ["words", "chosen", "sure"].map((name) =>
    element("p", { class: `gb-${name}` }),
  );
  const reads = text[isReading ? "reading" : "reads"];
  const move = [
    element("div", { class: "gb-slider" }, dial.input),
    element("div", { class: "gb-go" }, ...go),
  ];
  const below = element("p", {}, reads.self_attention);
  const stage = element(
    "div",
    { class: "gb-stage", "data-show": isReading ? "reading" : "all" },
    element("p", {}, element("b", {}, text.stale), " ", reads.cross_attention),
    strips[0].node,
    ...(isReading ? [way.node] : [below]),
    strips[1].node,
    ...(isReading ? [below, words, ...move] : [...move, words]),
    ...(canHide ? [away.node] : []),
  );
  const actions = element("div", { class: "gb-actions" }, undo, reset);
  const probabilities = [shares.node, chosen, sure];
  const parts = { date, examples, stage, choices, probabilities, actions };
  const children = laidOut(model.get("show"), parts, text);

  let before = null; // the state that is shown
  function update(now, forced) {
    const changed = (...traits) => traits.some((name) => now[name] !== before?.[name]);
    if (changed("model")) readModel(now);
    const isOther = changed("model", "source", "prefix");
    const isAnew = isOther || changed(...TAKEN);
    if (isAnew) retranslate(now, isOther);
    if (isAnew || forced) date.set(now.source);
    if (forced) pause();
    at = Math.min(now.step ?? steps.length, steps.length);
    const isBegun = Object.keys(now).every((name) => now[name] === start[name]);
    if (isReading && forced && isBegun) written = 0;
    else if (isAnew && before) written = steps.length;
    written = isAgain ? steps.length : at && Math.max(written, at);
    paintAttention(now);
    paintShares();
    const said = inWords(now);
    const found = verdict(text.away, now, source, facts.symbols, steps, whole);
    write(words, said);
    dial.set(at, said);
    away.set(now, found);
    const news = before && (changed(...TAKEN) ? found : said);
    before = now;
    return news;
  }
  function readModel(now) {
    parameters = unpack(now.model);
    const { layers } = parameters.transformer.decoder;
    away.setLayers(layers);
    pickers = pickersOf(layers, KINDS, text, edit.show);
    choices.replaceChildren(...pickers.map((one) => one.node));
  }
  function retranslate(now, isOther) {
    const given = [facts, now.source, now.prefix];
    if (isOther) {
      whole = translate(parameters, ...given);
      source = [...now.source].map(nameOf);
      strips[0].setSigns(source); // else they stay: a pressed one keeps the focus
    }
    const less = () => translate(withoutHeads(parameters, now.off), ...given, now);
    steps = now.hidden.length + now.off.length ? less() : whole;
    names = [tokens[0], ...steps.map(({ token }) => tokens[token])];
    yours = steps.map(({ token, likeliest }) => token !== likeliest);
    strips[1].setSigns(names, [false, ...yours]);
    dial.input.max = steps.length;
    dial.input.parentElement.style.setProperty("--cells", names.length);
  }
  /** The shares of each step in the chosen layer and head, of what it reads. */
  function sharesOf(kind, { layer, head }) {
    return steps.map(({ weights }) => weights[layer][kind][head][0]);
  }
  function paintAttention(now) {
    KINDS.forEach((kind, k) => {
      const row = isReading && k ? [] : sharesOf(kind, now)[at - 1];
      strips[k].setShares(row ?? []);
    });
    if (isReading) {
      way.set(sharesOf(KINDS[0], now)[at - 1] ?? [], at, source.length, isOff(now));
      if (canHide) strips[0].setPressed(now.hidden);
    }
    const isOther = steps.map(({ token }, i) => token !== whole[i]?.token);
    mark(strips[1].node, [false, ...isOther], "changed");
    pickers[0].set(now.layer);
    pickers[1].set(now.head);
    const states = names.map((_, i) => (i === at ? "now" : i > written ? "blank" : ""));
    mark(strips[1].node, states);
  }
  function paintShares() {
    const step = Math.max(at, 1);
    const { shares: ofStep, token } = steps[step - 1];
    shares.set(text.shares({ step }), ofStep, at ? token : -1, yours[step - 1]);
    const list = yours.flatMap((isYours, i) =>
      isYours ? text.choice({ sign: names[i + 1], step: i + 1 }) : [],
    );
    const all = list.join(text.separator);
    write(chosen, list.length ? text.chosen({ list: all }) : text.free);
    const done = steps.slice(0, at).map((one) => one.shares[one.token]);
    const product = done.reduce((sofar, share) => sofar * share, 1);
    const least = Math.min(...done);
    const about = { step: at, n: steps.length, product: percent(product) };
    const weakest = { least: done.indexOf(least) + 1, share: percent(least) };
    write(sure, at ? text.probability({ ...about, ...weakest }) : "");
    sure.dataset.value = `${product}`;
  }
  const isOff = (now) => now.off.map(String).includes(`${[now.layer, now.head]}`);
  function inWords(now) {
    if (!at) return text.nothing;
    const { token, likeliest, shares } = steps[at - 1];
    const [far, near] = KINDS.map((kind) => sharesOf(kind, now)[at - 1]);
    const [place, own] = [largest(far), largest(near)];
    const told = isReading ? text.reading : text;
    return (yours[at - 1] ? told.wrote_yours : told.wrote)({
      layer: now.layer + 1,
      head: now.head + 1,
      step: at,
      sign: names[at],
      share: percent(shares[token]),
      likeliest: tokens[likeliest],
      its_share: percent(shares[likeliest]),
      far: source[place],
      place: place + 1,
      far_share: formatNear(far[place]),
      near: names[own],
      near_share: formatNear(near[own]),
      off: isReading && isOff(now) ? text.reading.off : "",
    });
  }

  return { children, update };
}

export default widget({
  name: "live",
  traits: ["model", "source", "prefix", "step", "layer", "head", ...TAKEN],
  build,
});
