// The picture of label smoothing: the loss against the confidence, hard and smoothed.
import { draggable, label, pathThrough } from "../shared/chart.js";
import { svg } from "../shared/elements.js";
import { formatShort } from "../shared/format.js";

const LEFT = 26;
const RIGHT = 330;
const TOP = 10;
const BOTTOM = 200;
const LINES = 4; // across the picture, above the one at 0
/** Nats at the upper edge: 2, so that the dip is seen, or 4 where it lies higher. */
const mostFor = (least) => (least < 1.5 ? 2 : 4);
const across = (confidence) => LEFT + confidence * (RIGHT - LEFT);
const down = (nats, most) => Math.max(TOP, BOTTOM - (nats / most) * (BOTTOM - TOP));
// Closer together towards 0 and 1, where the curves bend.
const GRID = Array.from(
  { length: 81 },
  (_, i) => (1 - Math.cos((Math.PI * i) / 80)) / 2,
);

/** onpoint(confidence) hears where the reader presses. */
export function chart({ axis, loss_axis }, onpoint) {
  const node = svg("svg", { viewBox: "0 0 340 236", role: "img" });
  const curves = {
    hard: svg("path", { class: "gb-hard" }),
    smoothed: svg("path", { class: "gb-smoothed" }),
  };
  const dots = {
    hard: svg("circle", { r: 4.5, class: "gb-dot gb-hard" }),
    smoothed: svg("circle", { r: 4.5, class: "gb-dot gb-smoothed" }),
  };
  const best = svg("path", { class: "gb-best" });
  const cursor = svg("path", { class: "gb-cursor" });
  const marks = Array.from({ length: LINES + 1 }, (_, i) => {
    const y = down(i, LINES);
    const mark = label(LEFT - 11, y + 4, "");
    node.append(svg("path", { d: `M${LEFT} ${y}H${RIGHT}` }), mark);
    return mark;
  });
  for (const part of [0, 0.25, 0.5, 0.75, 1]) {
    const x = across(part);
    node.append(svg("path", { d: `M${x} ${TOP}V${BOTTOM}` }));
    node.append(label(x, BOTTOM + 15, formatShort(part)));
  }
  node.append(label((LEFT + RIGHT) / 2, BOTTOM + 31, axis), cursor);
  node.append(label(LEFT + 140, TOP + 15, loss_axis));
  node.append(...Object.values(curves), best, ...Object.values(dots));
  draggable(node, (x) => {
    onpoint(Math.min(1, Math.max(0, (x - LEFT) / (RIGHT - LEFT))));
  });

  /** losses(confidence): the loss of the hard and of the smoothed target. The lowest
   * place is marked once the reader has found it. */
  function draw(losses, confidence, { lowest, isFound }, words) {
    const least = losses(lowest).smoothed;
    const most = mostFor(least);
    marks.forEach((mark, i) => {
      mark.textContent = formatShort((i / LINES) * most);
    });
    const found = GRID.map((x) => ({ x, ...losses(x) }));
    for (const [name, curve] of Object.entries(curves)) {
      const isLow = found.map((at) => at[name] <= most);
      // One place more on each side: there the curve leaves by the upper edge.
      const inside = found.filter((_, i) => isLow[i] || isLow[i - 1] || isLow[i + 1]);
      const places = inside.map((at) => [across(at.x), down(at[name], most)]);
      curve.setAttribute("d", pathThrough(places));
    }
    const now = losses(confidence);
    const x = across(confidence).toFixed(2);
    cursor.setAttribute("d", `M${x} ${TOP}V${BOTTOM}`);
    for (const [name, dot] of Object.entries(dots)) {
      dot.setAttribute("cx", x);
      dot.setAttribute("cy", down(now[name], most).toFixed(2));
    }
    const y = down(least, most);
    best.setAttribute("visibility", isFound ? "visible" : "hidden");
    best.setAttribute("d", `M${across(lowest)} ${BOTTOM}V${y}m-6 0l6-7 6 7-6 7z`);
    node.ariaLabel = words;
  }
  return { node, draw };
}
