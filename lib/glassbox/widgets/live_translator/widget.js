import { choice } from "../shared/choice.js";
import { button, element, write } from "../shared/elements.js";
import { formatNear } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { slider } from "../shared/slider.js";
import { attentionMap, percent, strip, tokenShares } from "./cells.js";
import { dateField } from "./entry.js";
import { largest, translate, unpack } from "./numbers.js";

const KINDS = ["cross_attention", "self_attention"]; // of the source, of the written
const PACE = 900; // milliseconds a step, when it plays

function build({ model, text, edit, undo, reset, onStop }) {
  const facts = model.get("model"); // its vocabularies hold for every model
  const signs = { "^": text.signs.start, $: text.signs.end, " ": text.signs.space };
  const nameOf = (sign) => signs[sign] ?? sign;
  const tokens = [...facts.symbols].map(nameOf);
  let parameters;
  let steps = []; // of the translation
  let source = []; // the names of what is read
  let names = []; // the names of what is written, <start> in front
  let yours = []; // whether each step wrote what the reader chose
  let at = 0; // the step that is looked at; 0: nothing is written
  let written = 0; // how many tokens have been seen: those after stay blank
  let timer = null; // while it plays

  // The date.
  const date = dateField(text, facts, (source) => change("type", { source }));
  date.node.addEventListener("input", pause); // typed wrong it changes nothing else
  const examples = ["examples", "never_seen"].map((name) => {
    const options = facts[name].map((source, i) => [`${i}`, source]);
    const onchoose = (i) => pick(facts[name][i]);
    const { node } = choice({ name, label: text[name], options, onchoose });
    node.classList.add("gb-examples");
    return node;
  });
  function pick(source) {
    date.set(source);
    change(null, { source });
  }
  function change(what, traits) {
    pause();
    const isNew = Object.keys(traits).some((name) => traits[name] !== model.get(name));
    if (isNew) edit.commit(what, traits);
  }

  // What is looked at.
  const strips = [
    strip(text.reads.cross_attention),
    strip(text.reads.self_attention, look),
  ];
  const maps = KINDS.map(() => attentionMap(look));
  const dial = slider({ min: 0, "aria-label": text.step, onvalue: look });
  const playing = button("go-2", [text.play], play);
  playing.ariaPressed = "false";
  const go = [
    button("go-0", [text.start], () => look(0)),
    button("go-1", [text.back], () => look(at - 1)),
    playing,
    button("go-3", [text.next], () => look(at + 1)),
    button("go-4", [text.end], () => look(steps.length)),
  ];
  const choices = element("div", { class: "gb-choices" });
  let pickers = [];

  function look(step) {
    pause();
    edit.show({ step: Math.max(0, Math.min(steps.length, step)) });
  }
  function play() {
    if (timer !== null) return pause();
    if (at === steps.length) look(0);
    timer = setInterval(() => {
      if (at < steps.length) edit.show({ step: at + 1 });
      else pause();
    }, PACE);
    playing.ariaPressed = "true";
  }
  function pause() {
    clearInterval(timer);
    timer = null;
    playing.ariaPressed = "false";
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
  const children = [
    date.node,
    ...examples,
    element(
      "div",
      { class: "gb-stage" },
      element("p", {}, element("b", {}, text.stale), " ", text.reads.cross_attention),
      strips[0].node,
      element("p", {}, text.reads.self_attention),
      strips[1].node,
      element("div", { class: "gb-slider" }, dial.input),
      element("div", { class: "gb-go" }, ...go),
      words,
      choices,
    ),
    shares.node,
    chosen,
    element("div", { class: "gb-actions" }, undo, reset),
    sure,
    element(
      "div",
      { class: "gb-maps" },
      ...KINDS.map((kind, k) =>
        element("div", {}, element("p", {}, text.maps[kind]), maps[k].node),
      ),
    ),
  ];

  let before = null; // the state that is shown
  function update(now, forced) {
    const changed = (...traits) => traits.some((name) => now[name] !== before?.[name]);
    if (changed("model")) readModel(now);
    const isAnew = changed("model", "source", "prefix");
    if (isAnew) retranslate(now);
    if (isAnew || forced) date.set(now.source);
    if (forced) pause();
    at = Math.min(now.step ?? steps.length, steps.length);
    written = at && Math.max(isAnew && before ? steps.length : written, at);
    paintAttention(now, isAnew || changed("layer", "head"));
    paintShares();
    const said = inWords(now);
    write(words, said);
    dial.set(at, said);
    const isFirst = before === null;
    before = now;
    return isFirst ? "" : said;
  }
  function readModel(now) {
    parameters = unpack(now.model);
    const { layers } = parameters.transformer.decoder;
    const heads = layers.flatMap((layer) => KINDS.map((kind) => layer[kind].n_heads));
    pickers = [picker("layer", layers.length), picker("head", Math.min(...heads))];
    choices.replaceChildren(...pickers.map((one) => one.node));
  }
  function picker(name, n) {
    const options = Array.from({ length: n }, (_, i) => [`${i}`, `${i + 1}`]);
    const onchoose = (i) => edit.show({ [name]: Number(i) });
    return choice({ name, label: text[name], options, onchoose });
  }
  function retranslate(now) {
    steps = translate(parameters, facts, now.source, now.prefix);
    source = [...now.source].map(nameOf);
    names = [tokens[0], ...steps.map(({ token }) => tokens[token])];
    yours = steps.map(({ token, likeliest }) => token !== likeliest);
    strips[0].setSigns(source);
    strips[1].setSigns(names, [false, ...yours]);
    maps[0].setTokens(source, names);
    maps[1].setTokens(names.slice(0, -1), names);
    dial.input.max = steps.length;
    dial.input.parentElement.style.setProperty("--cells", names.length);
  }
  /** The shares of each step in the chosen layer and head, of what it reads. */
  function sharesOf(kind, { layer, head }) {
    return steps.map(({ weights }) => weights[layer][kind][head][0]);
  }
  function paintAttention(now, isAnother) {
    KINDS.forEach((kind, k) => {
      const rows = sharesOf(kind, now);
      if (isAnother) maps[k].setShares(rows);
      strips[k].setShares(rows[at - 1] ?? []);
    });
    pickers[0].set(now.layer);
    pickers[1].set(now.head);
    const states = names.map((_, i) => (i === at ? "now" : i > written ? "blank" : ""));
    mark(strips[1].node, states);
    for (const { node } of maps) mark(node, states);
    mark(maps[1].node.firstChild, ["", ...states]); // its columns are written, too
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
  function inWords(now) {
    if (!at) return text.nothing;
    const { token, likeliest, shares } = steps[at - 1];
    const [far, near] = KINDS.map((kind) => sharesOf(kind, now)[at - 1]);
    const [place, own] = [largest(far), largest(near)];
    return (yours[at - 1] ? text.wrote_yours : text.wrote)({
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
    });
  }

  return { children, update };
}

function mark(node, states) {
  [...node.children].forEach((part, i) => {
    part.dataset.state = states[i];
  });
}

export default widget({
  name: "live",
  traits: ["model", "source", "prefix", "step", "layer", "head"],
  build,
});
