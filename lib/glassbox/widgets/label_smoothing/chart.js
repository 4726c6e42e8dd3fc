// The picture of label smoothing: the loss against the confidence, hard and smoothed.
import { draggable, label, pathThrough } from "../shared/chart.js";
import { svg } from "../shared/elements.js";
import { formatShort } from "../shared/format.js";

const LEFT = 26;
const RIGHT = 330;
const TOP = 10;
const BOTTOM = 200;
const MOST = 5; // nats at the upper edge
const across = (confidence) => LEFT + confidence * (RIGHT - LEFT);
const down = (nats) => Math.max(TOP, BOTTOM - (nats / MOST) * (BOTTOM - TOP));
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
  for (let nats = 0; nats <= MOST; nats += 1) {
    const y = down(nats);
    node.append(svg("path", { d: `M${LEFT} ${y}H${RIGHT}` }));
    node.append(label(LEFT - 10, y + 4, formatShort(nats)));
  }
  for (const part of [0, 0.25, 0.5, 0.75, 1]) {
    const x = across(part);
    node.append(svg("path", { d: `M${x} ${TOP}V${BOTTOM}` }));
    node.append(label(x, BOTTOM + 15, formatShort(part)));
  }
  node.append(label((LEFT + RIGHT) / 2, BOTTOM + 31, axis), cursor);
  node.append(label(LEFT + 50, TOP + 15, loss_axis));
  node.append(...Object.values(curves), best, ...Object.values(dots));
  draggable(node, (x) => {
    onpoint(Math.min(1, Math.max(0, (x - LEFT) / (RIGHT - LEFT))));
  });

  /** losses(confidence): the loss of the hard and of the smoothed target. */
  function draw(losses, confidence, lowest, words) {
    const found = GRID.map((x) => ({ x, ...losses(x) }));
    for (const [name, curve] of Object.entries(curves)) {
      const places = found.map((at) => [across(at.x), down(at[name])]);
      curve.setAttribute("d", pathThrough(places));
    }
    const now = losses(confidence);
    const x = across(confidence).toFixed(2);
    cursor.setAttribute("d", `M${x} ${TOP}V${BOTTOM}`);
    for (const [name, dot] of Object.entries(dots)) {
      dot.setAttribute("cx", x);
      dot.setAttribute("cy", down(now[name]).toFixed(2));
    }
    const y = down(losses(lowest).smoothed);
    best.setAttribute("d", `M${across(lowest)} ${BOTTOM}V${y}m-6 0l6-7 6 7-6 7z`);
    node.ariaLabel = words;
  }
  return { node, draw };
}
