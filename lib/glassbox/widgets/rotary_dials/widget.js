import { control } from "../shared/control.js";
import { button, element, write } from "../shared/elements.js";
import { fixed } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { curve, FINE } from "./curve.js";
import { dial } from "./dial.js";
import { more } from "./more.js";
import {
  highest,
  kindOf,
  MET,
  MOST,
  measure,
  PAIRS,
  scoresAt,
  speeds,
} from "./numbers.js";
import { telling } from "./telling.js";

const MOVES = { back_ten: -10, back_one: -1, on_one: 1, on_ten: 10 };
const PRESETS = { all: PAIRS.map(() => true), fastest: PAIRS.map((i) => i === 0) };

function build({ model, text, edit, undo, reset }) {
  const say = telling(text);

  // Where the two tokens stand.
  const tokens = ["query", "key"].map((of) => position(of));
  function position(of) {
    const name = `${of}_position`;
    const dials = control({
      field: name,
      label: text[name],
      name: text[`${of}_name`],
      low: 0,
      high: MOST,
      explain(value) {
        const good = `${model.get(name)}`;
        const isWhole = Number.isInteger(value) && value >= 0 && value <= MOST;
        if (!isWhole) return text.whole({ good });
        return value === allowed(of, value) ? "" : text.after({ good });
      },
      onvalue(value) {
        const place = allowed(of, value);
        if (place !== model.get(name)) edit.commit(name, { [name]: place });
        else edit.repaint(); // the slider goes back to where the other token stands
      },
    });
    const mark = element("span", { class: "gb-swatch", "aria-hidden": "true" });
    dials.node.firstChild.prepend(mark);
    dials.node.classList.add(`gb-of-${of}`);
    const here = () => dials.node.matches(":focus-within");
    return { name, here, range: dials.node.querySelector("[type=range]"), ...dials };
  }
  /** The nearest place where the key is not after the query. */
  function allowed(of, place) {
    const { query_position, key_position } = edit.state();
    if (of === "query") return Math.max(place, key_position);
    return Math.min(place, query_position);
  }
  const moves = Object.entries(MOVES).map(([name, by]) => {
    const node = button(name, [text.move[name]], () => {
      const { query_position, key_position } = edit.state();
      const [query, key] = [query_position + by, key_position + by];
      edit.commit(null, { query_position: query, key_position: key });
    });
    return { by, node };
  });
  const together = element(
    "div",
    { class: "gb-choice", role: "group", "aria-label": text.both_name },
    element("span", { "aria-hidden": "true" }, text.both),
    ...moves.map(({ node }) => node),
  );

  // The dials, and which of them count.
  const dials = PAIRS.map((i) =>
    dial(text, i, () => {
      const pairs_on = model.get("pairs_on");
      edit.commit(null, { pairs_on: pairs_on.with(i, !pairs_on[i]) });
    }),
  );
  const presets = Object.entries(PRESETS).map(([name, pairs_on]) => {
    const node = button(name, [text[name]], () => {
      if (`${pairs_on}` !== `${model.get("pairs_on")}`) edit.commit(null, { pairs_on });
    });
    return { pairs_on, node };
  });
  const score = element("b", { "data-part": "score" });
  const origin = element("p", { class: "gb-origin", "data-part": "origin" });
  const [distance, hands] = ["b", "span"].map((tag) => element(tag));
  const picture = curve(text, (far) => {
    // The query moves alone; the key stays, so that one thing changes.
    const { query_position, key_position } = edit.state();
    const query = Math.min(key_position + far, MOST);
    if (query !== query_position) edit.commit("distance", { query_position: query });
  });
  const repaint = () => update(edit.state());
  const details = more({ text, edit, ontoggle: repaint });
  const children = [
    element(
      "div",
      { class: "gb-set" },
      element("div", { class: "gb-tokens" }, ...tokens.map(({ node }) => node)),
      together,
      element("div", { class: "gb-actions" }, undo, reset),
    ),
    origin,
    element(
      "div",
      { class: "gb-faces" },
      ...dials.map(({ node }) => node),
      element(
        "div",
        { class: "gb-sum" },
        element("div", { class: "gb-total" }, element("span", {}, text.score), score),
        element(
          "div",
          { class: "gb-choice", role: "group", "aria-label": text.presets },
          ...presets.map(({ node }) => node),
        ),
      ),
    ),
    element("p", { class: "gb-note", "data-part": "note" }, distance, " ", hands),
    picture.node,
    details.node,
  ];
  let before = null;

  function update(state, forced) {
    const { query, key, query_position, key_position, ...rest } = state;
    const { pairs_on, base, stretch } = rest;
    const found = measure(state);
    const isNew = forced || !before;
    const moved = isNew ? "" : say.togetherOf(state, before);
    const was = moved ? measure(before) : null;
    const apart = query_position - key_position;
    const reach = Math.max(state.farthest, apart > state.farthest ? MOST : 0);
    const most = highest(state);
    const whole = scoresAt(state, steps(reach, 1));
    const fine = scoresAt(state, steps(reach, FINE));

    const last = query_position > state.farthest ? MOST : state.farthest;
    for (const { name, here, range, set } of tokens) {
      range.max = last;
      set(state[name], forced || !here()); // nothing refused stays where nobody types
    }
    for (const { by, node } of moves) {
      node.ariaDisabled = `${key_position + by < 0 || query_position + by > MOST}`;
    }
    const sizes = [query, key].flatMap((row) =>
      PAIRS.map((i) => Math.hypot(row[2 * i], row[2 * i + 1])),
    );
    const longest = Math.max(1, ...sizes);
    const turning = speeds(base);
    dials.forEach(({ draw }, i) => {
      const [part, isOn, speed] = [found.parts[i], pairs_on[i], turning[i] * stretch];
      const of = { asks: found.asks[i], keys: found.keys[i], apart: found.apart[i] };
      const old = was && { asks: was.asks[i], keys: was.keys[i] };
      draw({ ...of, part, isOn, speed, longest, old });
    });
    for (const one of presets)
      one.node.ariaPressed = `${`${one.pairs_on}` === `${pairs_on}`}`;
    const total = fixed(found.score, 2);
    write(score, total);
    score.dataset.value = found.score;
    const scores = { whole, distance: apart, reach, most };
    const trained =
      kindOf(state) === "trained" ? Math.min(MET / state.stretch, reach) : 0;
    picture.draw({ fine, trained, ...scores });
    details.draw(state, found, forced);

    const sentence = moved || say.handsOf(state, found, scores);
    before = state;
    write(origin, say.originOf(state));
    write(distance, say.distanceOf(state));
    write(hands, sentence);
    return text.said({ distance: distance.textContent, hands: sentence, score: total });
  }
  return { children, update };
}

/** 0 … reach, so many places per token. */
function steps(reach, fine) {
  return Array.from({ length: reach * fine + 1 }, (_, n) => n / fine);
}

const traits =
  "query_position key_position query key base stretch pairs_on farthest".split(" ");

export default widget({ name: "rotary", traits, build });
