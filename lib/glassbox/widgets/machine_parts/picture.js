// The machine drawn: arrows below, on top a switch for each part. Where a part stands
// again, the box obeys the same switch, so Tab reaches it only while one looks inside, as
// it does a box that is no switch.
import { button, element, svg } from "../shared/elements.js";
import { ENCODER, HEIGHT, plan, WIDTH } from "./layout.js";

const HEAD = "gb-parts-head";
const MARKER = {
  id: HEAD,
  refX: 7,
  refY: 4,
  markerWidth: 8,
  markerHeight: 8,
  orient: "auto",
  markerUnits: "userSpaceOnUse",
};

/** show(off, inside) paints it; press(part, steps) is called when one is pressed. */
export function partsPicture(text, switchable, press) {
  const { boxes, frames, paths, words } = plan();
  const lines = paths.map(({ part, path }) => {
    const look = { d: path, "marker-end": `url(#${HEAD})`, "data-part": part };
    return svg("path", look);
  });
  const rectangles = frames.map((one) =>
    svg("rect", { ...one, rx: 8, class: "gb-frame" }),
  );
  const labels = words.map(({ word, x, y, isTitle }) => {
    const look = isTitle ? "gb-title" : "";
    return svg("text", { x, y, "text-anchor": "middle", class: look }, text[word]);
  });
  const head = svg(
    "defs",
    {},
    svg("marker", MARKER, svg("path", { d: "M0 0L8 4L0 8z" })),
  );
  const view = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" };
  const picture = svg("svg", view, head, ...rectangles, ...lines, ...labels);
  const switches = {};
  const others = []; // boxes that obey a switch, or none
  const parts = boxes.map((box) => {
    const node = makeBox(box);
    node.classList.add("gb-part", `gb-${box.part}`);
    Object.assign(node.style, {
      left: `${(100 * box.x) / WIDTH}%`,
      top: `${(100 * box.y) / HEIGHT}%`,
      width: `${(100 * box.width) / WIDTH}%`,
      height: `${(100 * box.height) / HEIGHT}%`,
    });
    return { ...box, node };
  });
  function makeBox({ part, name, steps }) {
    const onclick = () => press(part, steps);
    const shown = text.parts[name];
    if (switches[part] || !switchable.includes(part)) {
      const stack = text.stacks[steps[0] <= ENCODER ? "encoder" : "decoder"];
      const label = text.in_stack({ part: shown, stack });
      const look = { type: "button", "aria-label": label, onclick };
      others.push(element("button", look, shown));
      return others.at(-1);
    }
    switches[part] = button(`part-${part}`, [shown], onclick);
    switches[part].setAttribute("aria-label", text.parts[part]);
    return switches[part];
  }
  const group = { class: "gb-drawing", role: "group", "aria-label": text.switches };
  const node = element("div", group, picture, ...parts.map((one) => one.node));

  /** Switches are pressed while on; inside is the step that is looked at, 0 for none. */
  function show(off, inside) {
    node.dataset.looking = inside > 0;
    for (const [part, one] of Object.entries(switches)) {
      if (inside) one.removeAttribute("aria-pressed");
      else one.setAttribute("aria-pressed", `${!off.includes(part)}`);
    }
    for (const one of others) {
      one.tabIndex = inside ? 0 : -1;
      one.setAttribute("aria-hidden", `${!inside}`);
    }
    for (const { part, steps, node } of parts) {
      node.dataset.off = off.includes(part);
      node.dataset.here = steps.includes(inside);
    }
    for (const line of lines) line.dataset.off = off.includes(line.dataset.part);
  }
  return { node, show };
}
