// The machine drawn: cards and arrows below, each part's button on top.
import { button, element, svg } from "../shared/elements.js";
import { drawing, HEIGHT, neighbours, WIDTH } from "../transformer_map/layout.js";
import { partsOf } from "../transformer_map/numbers.js";

const HEAD = "gb-parts-head";

/** What a part is called in the drawing. */
export function shortName(text, part, { norm }) {
  return norm === "pre" && part.includes("_norm_") ? text.pre_norm : text.names[part];
}

/** show(state) paints it; select(part) is called when one is pressed. */
export function partsPicture(text, select) {
  const picture = svg("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    "aria-hidden": "true",
  });
  const node = element("div", {
    class: "gb-drawing",
    role: "toolbar",
    "aria-label": text.parts,
    onkeydown,
  });
  let shown; // the state that is painted
  let drawn; // the norm's place that was drawn
  let plan;
  let arrows = [];
  let buttons = {}; // by part

  function onkeydown(event) {
    const all = partsOf(shown);
    const at = all.indexOf(shown.part);
    const goal = {
      Home: 0,
      End: all.length - 1,
      ArrowUp: at + 1,
      ArrowRight: at + 1,
      ArrowDown: at - 1,
      ArrowLeft: at - 1,
    }[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    if (!all[goal]) return;
    select(all[goal]);
    buttons[all[goal]].focus();
  }
  function draw() {
    plan = drawing(shown, partsOf(shown));
    const cards = plan.cards.map(([x, y, width, height]) =>
      svg("rect", { x, y, width, height, rx: 10 }),
    );
    arrows = plan.arrows.map(({ from, to, path, isSum }) => {
      const look = isSum
        ? { class: "gb-sum" }
        : { class: "gb-arrow", "marker-end": `url(#${HEAD})` };
      return { from, to, node: svg("path", { ...look, d: path }) };
    });
    const n = shown.n_layers;
    const words = [
      [text.encoder({ n }), 183, HEIGHT - 110, "end"],
      [text.decoder({ n }), 217, HEIGHT - 110, "start"],
      [text.next_token, 298, 16, "middle"],
    ].map(([word, x, y, anchor]) => svg("text", { x, y, "text-anchor": anchor }, word));
    const lines = arrows.map((arrow) => arrow.node);
    picture.replaceChildren(arrowHead(), ...cards, ...lines, ...words);
    buttons = Object.fromEntries(
      partsOf(shown).map((part) => [part, makeButton(part)]),
    );
    node.replaceChildren(picture, ...Object.values(buttons));
  }
  function makeButton(part) {
    const one = button(part, [shortName(text, part, shown)], () => select(part));
    one.className = `gb-part gb-${shown.facts.parts[part].kind}`;
    one.setAttribute("aria-label", text.full_names[part]);
    const [x, y, width, height] = plan.boxes[part];
    Object.assign(one.style, {
      left: `${(100 * x) / WIDTH}%`,
      top: `${(100 * y) / HEIGHT}%`,
      width: `${(100 * width) / WIDTH}%`,
      height: `${(100 * height) / HEIGHT}%`,
    });
    return one;
  }
  function show(state) {
    shown = state;
    if (state.norm !== drawn) draw();
    drawn = state.norm;
    const near = neighbours(state.part, plan);
    for (const [other, one] of Object.entries(buttons)) {
      one.setAttribute("aria-pressed", `${other === state.part}`);
      one.tabIndex = other === state.part ? 0 : -1;
      one.classList.toggle("gb-near", near.includes(other));
    }
    for (const arrow of arrows)
      arrow.node.classList.toggle("gb-on", arrow.to === state.part);
  }
  return { node, show };
}

function arrowHead() {
  const marker = {
    id: HEAD,
    refX: 7,
    refY: 4,
    markerWidth: 8,
    markerHeight: 8,
    orient: "auto",
    markerUnits: "userSpaceOnUse",
  };
  return svg("defs", {}, svg("marker", marker, svg("path", { d: "M0 0L8 4L0 8z" })));
}
