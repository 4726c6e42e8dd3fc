import { button, element, write } from "../shared/elements.js";
import { formatPlain } from "../shared/format.js";
import { player } from "../shared/player.js";
import { widget } from "../shared/shell.js";
import { slider } from "../shared/slider.js";
import { attentionOf } from "./attention.js";
import { betOf } from "./bet.js";
import { curve } from "./curve.js";
import { N_LAYERS, runsOf, sinceOf } from "./numbers.js";
import { named, tokenRow } from "./tokens.js";

const PACE = 450; // milliseconds a layer, when it plays

function build({ model, text, edit, undo, reset, say, onStop }) {
  const runs = runsOf(JSON.parse(model.get("recorded")));
  const now = () => edit.state();

  // The prompt.
  const options = Object.keys(runs).map((key) =>
    element("option", { value: key }, text.prompts[key]),
  );
  const prompts = element(
    "select",
    {
      "aria-label": text.prompt,
      "data-field": "prompt",
      onchange() {
        play.pause();
        const anew = {
          token: -1,
          layer: 0,
          seen: 0,
          guess: 0,
          head_layer: 0,
          source: -1,
        };
        edit.commit(null, { prompt: prompts.value, ...anew });
      },
    },
    ...options,
  );
  const next = element("span", { class: "gb-next", "data-part": "next" });
  const row = tokenRow({
    name: "token",
    words: text.tokens,
    marked: "aria-pressed",
    onchoose(token) {
      const { layer: seen, source: before } = now();
      play.pause();
      if (token === shown.token) return;
      const source = before <= token ? before : -1; // it can't look at a later one
      edit.commit(null, { token, seen, guess: 0, source });
    },
  });

  // The layers.
  function go(what, layer) {
    const seen = Math.max(now().seen, now().layer, layer);
    edit.commit(what, { layer, seen });
  }
  const play = player({
    name: "play",
    words: text.play,
    playing: text.pause,
    pace: PACE,
    start() {
      if (now().layer === N_LAYERS) go("play", 0);
    },
    step() {
      const { layer } = now();
      if (layer < N_LAYERS) go("play", layer + 1);
      return layer + 1 < N_LAYERS;
    },
  });
  onStop(play.pause);
  function step(name, by) {
    const node = button(name, [text[name]], () => {
      play.pause();
      go(null, now().layer + by);
    });
    node.ariaLabel = text[`${name}_name`];
    return node;
  }
  const [back, on] = [step("back", -1), step("on", 1)];
  const dial = slider({
    "aria-label": text.layer,
    "data-field": "layer",
    min: 0,
    max: N_LAYERS,
    onvalue(layer) {
      play.pause();
      go("layer", layer);
    },
  });
  const place = element("span", { class: "gb-place", "aria-hidden": "true" });
  const told = element("p", { "data-part": "told" });
  const bet = betOf({ text, onbet: (guess) => edit.commit(null, { guess }) });

  // What the output head would choose.
  const bars = [0, 1, 2].map(() => {
    const [name, bar, value] = ["span", "i", "b"].map((tag) => element(tag));
    const node = element("li", {}, name, element("div", {}, bar), value);
    return { name, bar, value, node };
  });
  const norm = element("p", { class: "gb-meaning", "data-part": "norm" });
  const picture = curve(text);
  const heads = attentionOf({ model, text, edit, say });
  const children = [
    element("div", { class: "gb-head" }, prompts, undo, reset),
    element("p", { class: "gb-origin" }, text.recorded),
    row.node,
    element(
      "div",
      { class: "gb-steps" },
      play.node,
      back,
      element("div", { class: "gb-slider" }, dial.input),
      on,
      place,
    ),
    element("div", { class: "gb-say" }, told, bet.node),
    element(
      "div",
      { class: "gb-sides" },
      element(
        "div",
        {},
        element("p", { class: "gb-title" }, text.top),
        element("ol", {}, ...bars.map(({ node }) => node)),
        norm,
      ),
      picture.node,
    ),
    heads.node,
  ];
  let shown = { prompt: "", token: -1 };

  function update(state, forced) {
    if (forced) play.pause();
    const { prompt, layer } = state;
    const run = runs[prompt];
    const n = run.tokens.length;
    const token = state.token < 0 ? n + state.token : state.token;
    const seen = Math.max(state.seen, layer);
    if (prompt !== shown.prompt) row.set(run.tokens);
    if (prompt !== shown.prompt || token !== shown.token) row.at(token).after(next);
    shown = { prompt, token };
    prompts.value = prompt;
    row.mark(token);
    for (let i = 0; i < n; i++) row.at(i).dataset.later = `${i > token}`;
    dial.set(layer, placeOf(layer));
    write(place, placeOf(layer));
    const { guess } = state;
    const isLocked = seen === 0 && guess === 0; // first a guess, then the layers
    for (const one of [play.node, on]) one.ariaDisabled = `${isLocked}`;
    dial.input.disabled = isLocked;
    back.ariaDisabled = `${layer === 0}`;
    if (layer === N_LAYERS) on.ariaDisabled = "true";

    const best = run.best(token, layer);
    next.replaceChildren(...named(best[0].name));
    best.forEach(({ name, percent }, rank) => {
      const one = bars[rank];
      one.name.replaceChildren(...named(name));
      one.bar.style.width = `${percent}%`;
      one.value.dataset.value = `${percent}`;
      write(one.value, percentOf(percent));
    });
    const [first, here] = [run.norm(token, 0), run.norm(token, layer)].map(formatPlain);
    write(norm, layer ? text.norm({ here, first }) : text.first_norm({ first }));
    const answer = run.best(token, N_LAYERS)[0];
    const isKnown = seen === N_LAYERS;
    bet.set(guess, isKnown || (guess > 0 && seen > 0)); // who has looked is committed
    const title = isKnown ? text.curve_known({ token: answer.name }) : text.curve;
    picture.draw({ percents: run.answer(token), place: layer, seen, guess, title });
    write(told, tell(state, run, token, best[0], n));
    const looks = heads.attend(state, run, token);
    return `${told.textContent} ${looks}`;
  }
  function tell({ prompt, layer, guess }, run, token, { name, percent }, n) {
    if (!layer) return guess ? text.guessed({ guess: `${guess}` }) : text.start;
    const given = { token: name, percent: percentOf(percent), layer: `${layer}` };
    if (layer < N_LAYERS) return text.middle(given);
    const end = text.end({ ...given, since: `${sinceOf(run, token)}` });
    const yours = guess ? judge(guess, sinceOf(run, token)) : "";
    const comment = token === n - 1 ? (text.comments[prompt] ?? "") : "";
    return [end, yours, comment].filter(Boolean).join(" ");
  }
  function judge(guess, since) {
    if (guess === since) return text.yours.right;
    return text.yours[guess < since ? "early" : "late"]({ guess: `${guess}` });
  }
  const placeOf = (layer) => (layer ? text.after({ layer: `${layer}` }) : text.before);
  const percentOf = (percent) =>
    percent ? text.percent({ percent: `${percent}` }) : text.little;
  return { children, update };
}

const traits = [
  "prompt",
  "layer",
  "token",
  "seen",
  "head_layer",
  "head",
  "source",
  "guess",
];

export default widget({ name: "real", traits, build });
