import { silu } from "../kernels/gated.js";
import { relu } from "../kernels/position_wise.js";
import { choice } from "../shared/choice.js";
import { element, figure, mathematics, write } from "../shared/elements.js";
import { fixed, formatShort } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { namedSlider } from "../shared/slider.js";
import { EDGE, openness, picture } from "./picture.js";

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
  const dials = Object.fromEntries(
    ["gate", "up"].map((name) => {
      const dial = namedSlider({
        name: text[name],
        "data-field": name,
        min: -EDGE,
        max: EDGE,
        step: 0.1,
        onvalue: (value) => edit.commit(name, { [name]: value }),
      });
      return [name, dial];
    }),
  );
  const drawn = picture(text);
  const key = Object.entries(text.key).map(([name, words]) =>
    element("span", { class: `gb-key gb-key-${name}` }, words),
  );
  const [factor, up, output] = ["gated", "up", "output"].map((name) => {
    const one = figure("");
    one.node.firstElementChild.append(...mathematics(text.figures[name]));
    one.node.dataset.figure = name;
    return one;
  });
  const equal = element("p", { class: "gb-meaning", "data-part": "equal" });
  const told = element("p", { "data-part": "told" });
  const children = [
    ways.node,
    element(
      "div",
      { class: "gb-sides" },
      element("div", {}, drawn.node, element("p", { class: "gb-meaning" }, ...key)),
      element(
        "div",
        {},
        dials.gate.node,
        dials.up.node,
        element("div", { class: "gb-figures" }, factor.node, up.node, output.node),
        equal,
        told,
        element("div", { class: "gb-actions" }, undo, reset),
      ),
    ),
  ];

  function update(state) {
    const { gate, way } = state;
    const isThen = way === "relu";
    const bent = silu(gate);
    const out = isThen ? relu(state.up) : bent * state.up;
    ways.set(way);
    const [g, u] = [gate, state.up].map((value) => formatShort(value, 1));
    dials.gate.set(gate, isThen ? text.unused({ gate: g }) : g);
    dials.gate.input.disabled = isThen;
    dials.up.set(state.up, u);
    factor.node.hidden = isThen;
    factor.set(three(bent), "", bent);
    up.set(u, "", state.up);
    output.set(three(out), "", out);
    const given = {
      gate: g,
      open: fixed(openness(gate), 4), // as many as the product needs
      silu: fixed(bent, 4),
      up: isThen ? u : bracketed(state.up, u),
      output: three(out),
      product: formatShort(gate * state.up, 2),
    };
    write(equal, text.equal[way](given));
    const words = text.told[stateOf(state)];
    write(told, typeof words === "string" ? words : words(given));
    const [z, height] = isThen ? [state.up, out] : [gate, bent];
    const at = { z: formatShort(z, 1), height: three(height) };
    drawn.draw({ way, z, height, words: text.picture(at) });
    return text.said({ told: told.textContent, equal: equal.textContent });
  }
  return { children, update };
}

export default widget({ name: "gate", traits: ["gate", "up", "way"], build });
