// The map's picture: cards and arrows below, a button a part on top.
import { button, element, svg } from "../shared/elements.js";
import { drawing, HEIGHT, neighbours, WIDTH } from "./layout.js";
import { fullName, nameOf } from "./names.js";
import { partsOf } from "./numbers.js";

/** show(state) paints it, and returns the neighbours of the part that is selected. */
export function mapPicture(text, select) {
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
  let drawn = ""; // what the drawing was made of
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
    select(all[goal]);
    buttons[all[goal]]?.focus();
  }
  function draw() {
    plan = drawing(shown, partsOf(shown));
    const cards = plan.cards.map(([x, y, width, height]) =>
      svg("rect", { x, y, width, height, rx: 10 }),
    );
    arrows = plan.arrows.map(({ from, to, path }) => {
      const arrow = svg("path", { class: to ? "gb-arrow" : "gb-sum", d: path });
      return { from, to, node: arrow };
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
    const one = button(part, [nameOf(text, part, shown)], () => select(part));
    one.className = `gb-part gb-${shown.facts.parts[part].kind}`;
    one.setAttribute("aria-label", fullName(text, part, shown));
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
    const { part, norm, form, n_layers } = state;
    const wanted = [norm, form, n_layers].join();
    if (wanted !== drawn) draw();
    drawn = wanted;
    const around = neighbours(part, plan);
    for (const [other, one] of Object.entries(buttons)) {
      const isNear = around.from.includes(other) || around.to.includes(other);
      one.setAttribute("aria-pressed", `${other === part}`);
      one.tabIndex = other === part ? 0 : -1;
      one.classList.toggle("gb-near", isNear);
    }
    for (const arrow of arrows) {
      const isOn = arrow.from === part || arrow.to === part;
      arrow.node.classList.toggle("gb-on", isOn);
    }
    return around;
  }
  return { node, show };
}

function arrowHead() {
  const marker = {
    id: "gb-machine-head",
    refX: 7,
    refY: 4,
    markerWidth: 8,
    markerHeight: 8,
    orient: "auto",
    markerUnits: "userSpaceOnUse",
  };
  return svg("defs", {}, svg("marker", marker, svg("path", { d: "M0 0L8 4L0 8z" })));
}
