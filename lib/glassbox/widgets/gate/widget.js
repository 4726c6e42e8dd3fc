import { silu } from "../kernels/gated.js";
import { relu } from "../kernels/position_wise.js";
import { choice } from "../shared/choice.js";
import { element, figure, mathematics, write } from "../shared/elements.js";
import { fixed, formatShort } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { namedSlider } from "../shared/slider.js";
import { gatePicture, LEAST, MOST, openness, outputPicture, UP } from "./picture.js";

const SHUT = -4; // below it SiLU is nearer to 0 than 0.1
const OPEN = 3; // above it SiLU is nearer to z than 0.15
const three = (value) => fixed(value, 3);
const bracketed = (value, words) => (value < 0 ? `(${words})` : words);

/** What the gate does there: a key of the words. */
export function stateOf({ gate, up, way }) {
  if (way === "relu") return up > 0 ? "passes" : "cut";
  if (gate === 0) return "zero";
  if (gate < 0) return gate <= SHUT ? "shut" : "turned";
  return gate < OPEN ? "opening" : "open";
}

function build({ text, edit, undo, reset }) {
  const ways = choice({
    name: "way",
    label: text.way,
    options: text.ways,
    onchoose(way) {
      if (way !== edit.state().way) edit.commit(null, { way });
    },
  });
  const [gates, ups] = [
    ["gate", LEAST, MOST],
    ["up", -UP, UP],
  ].map(([name, min, max]) =>
    namedSlider({
      name: text[name],
      "data-field": name,
      min,
      max,
      step: 0.1,
      onvalue: (value) => edit.commit(name, { [name]: value }),
    }),
  );
  const [curve, line] = [gatePicture(text), outputPicture(text)];
  const [factor, output] = ["gated", "output"].map((name) => {
    const one = figure("");
    one.node.firstElementChild.append(...mathematics(text.figures[name]));
    one.node.dataset.figure = name;
    return one;
  });
  const equal = element("p", { class: "gb-meaning", "data-part": "equal" });
  const told = element("p", { "data-part": "told" });
  const gate = element("div", {}, curve.node, gates.node, factor.node);
  const unit = element("div", {}, line.node, ups.node, output.node);
  const key = Object.entries(text.key).map(([name, words]) =>
    element("span", { class: `gb-key gb-key-${name}` }, words),
  );
  const [bend, , toCompare] = key; // of today's unit alone
  const children = [
    ways.node,
    element("div", { class: "gb-sides" }, gate, unit),
    element("p", { class: "gb-meaning" }, ...key),
    equal,
    told,
    element("div", { class: "gb-actions" }, undo, reset),
  ];

  function update(state) {
    const isThen = state.way === "relu";
    const bent = silu(state.gate);
    const passes = isThen ? relu : (value) => bent * value;
    const out = passes(state.up);
    ways.set(state.way);
    const [g, u] = [state.gate, state.up].map((value) => formatShort(value, 1));
    gates.set(state.gate, isThen ? text.unused({ gate: g }) : g);
    gates.input.disabled = isThen;
    gate.classList.toggle("gb-unused", isThen);
    for (const one of [bend, toCompare]) one.hidden = isThen;
    ups.set(state.up, u);
    factor.set(three(bent), "", bent);
    output.set(three(out), "", out);
    const given = {
      gate: g,
      open: fixed(openness(state.gate), 4), // as many as the product needs
      silu: fixed(bent, 4),
      up: isThen ? u : bracketed(state.up, u),
      output: three(out),
      product: formatShort(state.gate * state.up, 2),
    };
    write(equal, text.equal[state.way](given));
    const words = text.told[stateOf(state)];
    write(told, typeof words === "string" ? words : words(given));
    curve.draw(state.gate, text.pictures.gate({ gate: g, height: three(bent) }));
    line.draw(passes, state.up, text.pictures[state.way]({ ...given, up: u }));
    return text.said({ told: told.textContent, equal: equal.textContent });
  }
  return { children, update };
}

export default widget({ name: "gate", traits: ["gate", "up", "way"], build });
