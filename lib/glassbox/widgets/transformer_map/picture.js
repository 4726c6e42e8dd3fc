// The map: cards and arrows below, each part's button on top.
import { button, element, svg } from "../shared/elements.js";
import { signOf } from "./cells.js";
import { exampleOf } from "./flow.js";
import { drawing, HEIGHT, neighbours, WIDTH } from "./layout.js";
import { strongest } from "./look.js";
import { fullName, nameOf } from "./names.js";
import { partsOf } from "./numbers.js";

/** show(state) paints it. */
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
  const next = svg("text", { x: 298, y: 16, "text-anchor": "middle" });

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
    arrows = plan.arrows.map(({ from, to, path, isSum }) => {
      const arrow = svg("path", { class: isSum ? "gb-sum" : "gb-arrow", d: path });
      return { from, to, node: arrow };
    });
    const n = shown.n_layers;
    const words = [
      [text.encoder({ n }), 183, HEIGHT - 110, "end"],
      [text.decoder({ n }), 217, HEIGHT - 110, "start"],
    ].map(([word, x, y, anchor]) => svg("text", { x, y, "text-anchor": anchor }, word));
    const lines = arrows.map((arrow) => arrow.node);
    picture.replaceChildren(arrowHead(), ...cards, ...lines, ...words, next);
    buttons = Object.fromEntries(
      partsOf(shown).map((part) => [part, makeButton(part)]),
    );
    node.replaceChildren(picture, ...Object.values(buttons));
  }
  /** The most probable token, which the last step tells. */
  function nextToken() {
    const example = exampleOf(shown);
    if (!example?.isLive) return text.next_token;
    if (shown.part !== "softmax") return text.next_is({ token: "?" });
    const token = signOf(
      example.targets[strongest(example.weights.softmax.at(-1))],
      text,
    );
    return text.next_is({ token: text.quoted({ words: token }) });
  }
  function wordsIn(part) {
    const example = exampleOf(shown);
    const side = { source_tokens: "source", target_tokens: "written" }[part];
    if (!side || !example) return [];
    const words = example.texts[side];
    return [element("span", {}, words ? text.quoted({ words }) : text.signs.start)];
  }
  function makeButton(part) {
    const children = [nameOf(text, part, shown), ...wordsIn(part)];
    const one = button(part, children, () => select(part));
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
    const { part, facts: _facts, ...sizes } = state;
    const wanted = JSON.stringify(sizes);
    if (wanted !== drawn) draw();
    drawn = wanted;
    next.textContent = nextToken();
    const near = neighbours(part, plan);
    for (const [other, one] of Object.entries(buttons)) {
      one.setAttribute("aria-pressed", `${other === part}`);
      one.tabIndex = other === part ? 0 : -1;
      one.classList.toggle("gb-near", near.includes(other));
    }
    for (const { node, to } of arrows) node.classList.toggle("gb-on", to === part);
  }
  /** Bring the part that is selected to the middle of what shows the drawing. */
  function center(view) {
    const [, y, , height] = plan?.boxes[shown.part] ?? [0, 0, 0, 0];
    const middle = ((y + height / 2) / HEIGHT) * node.clientHeight;
    view.scrollTop = middle - view.clientHeight / 2;
  }
  return { node, show, center };
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
