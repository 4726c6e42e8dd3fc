// The machine drawn: arrows below, on top a switch for each part. Where a part stands
// again, the box obeys the same switch and is for eyes and pointers alone.
import { button, element, svg } from "../shared/elements.js";
import { HEIGHT, plan, WIDTH } from "./layout.js";

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

/** show(off) paints it; toggle(part) is called when one is pressed. */
export function partsPicture(text, toggle) {
  const { boxes, plain, frames, paths, words } = plan();
  const lines = paths.map(({ part, path }) => {
    const look = { d: path, "marker-end": `url(#${HEAD})`, "data-part": part };
    return svg("path", look);
  });
  const rectangles = [
    ...frames.map((one) => svg("rect", { ...one, rx: 8, class: "gb-frame" })),
    ...plain.map(({ word, ...one }) =>
      svg("rect", { ...one, rx: 6, class: `gb-${word}` }),
    ),
  ];
  const labels = words.map(({ word, x, y, isTitle, isNamed }) => {
    const look = isTitle ? "gb-title" : isNamed ? "gb-named" : "";
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
  const again = [];
  const parts = boxes.map((box) => {
    const node = makeBox(box);
    node.classList.add("gb-part", `gb-${box.part}`);
    Object.assign(node.style, {
      left: `${(100 * box.x) / WIDTH}%`,
      top: `${(100 * box.y) / HEIGHT}%`,
      width: `${(100 * box.width) / WIDTH}%`,
      height: `${(100 * box.height) / HEIGHT}%`,
    });
    return node;
  });
  function makeBox({ part, name = part }) {
    const told = text.parts[name];
    if (!switches[part]) {
      switches[part] = button(`part-${part}`, [told], () => toggle(part));
      return switches[part];
    }
    const attributes = { "aria-hidden": "true", onclick: () => toggle(part) };
    const node = element("div", attributes, told);
    again.push({ part, node });
    return node;
  }
  const group = { class: "gb-drawing", role: "group", "aria-label": text.switches };
  const node = element("div", group, picture, ...parts);

  function show(off) {
    for (const [part, one] of Object.entries(switches))
      one.setAttribute("aria-pressed", `${!off.includes(part)}`);
    for (const { part, node } of again) node.dataset.off = off.includes(part);
    for (const line of lines) line.dataset.off = off.includes(line.dataset.part);
  }
  return { node, show };
}
