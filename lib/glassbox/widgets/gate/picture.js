// Two pictures: the gate's curve, and what leaves the unit for each up value u.
import { silu } from "../kernels/gated.js";
import { relu } from "../kernels/position_wise.js";
import { label, pathThrough } from "../shared/chart.js";
import { svg } from "../shared/elements.js";

export const LEAST = -6; // the gate, to MOST
export const MOST = 4;
export const UP = 3; // u from -3 to 3
const [LEFT, TOP, WIDE, HIGH] = [27, 18, 136, 104];
const STEPS = 100; // of a curve

/** How far a gate is open, from 0 to 1: SiLU without the number that it weighs. */
export function openness(z) {
  return z ? silu(z) / z : 0.5;
}

/** The gate's curve: draw(gate) puts the dot on it. */
export function gatePicture(text) {
  const one = chart({
    xs: [LEAST, MOST],
    ys: [-1, MOST],
    ticks: [-6, -4, -2, 0, 2, 4],
    levels: [-1, 0, 1, 2, 3, 4],
    title: text.axes.silu,
    axis: text.axes.gate,
  });
  one.node.append(
    svg("path", { class: "gb-relu", d: one.pathOf(relu) }),
    svg("path", { class: "gb-silu", d: one.pathOf(silu) }),
    one.mark,
  );
  function draw(gate, words) {
    one.put(gate, silu(gate));
    one.node.ariaLabel = words;
  }
  return { node: one.node, draw };
}

/**
 * The unit's output for each u: draw(unit, u) is a line, bent or straight, on an axis
 * that never changes. Where all of it is small, a small picture inside magnifies it.
 */
export function outputPicture(text) {
  const one = chart({
    xs: [-UP, UP],
    ys: [-12, 12],
    ticks: [-3, -2, -1, 0, 1, 2, 3],
    levels: [-12, -6, 0, 6, 12],
    title: text.axes.output,
    axis: text.axes.up,
  });
  const line = svg("path", { class: "gb-out" });
  const other = svg("path", { class: "gb-relu", d: one.pathOf(relu) });
  const inside = inset(text.axes.magnified);
  one.node.append(other, line, one.mark, inside.node);
  function draw(unit, up, words) {
    const isSmall = Math.max(Math.abs(unit(UP)), Math.abs(unit(-UP))) <= 1;
    line.setAttribute("d", one.pathOf(unit));
    one.put(up, unit(up));
    inside.node.toggleAttribute("hidden", !isSmall);
    if (isSmall) inside.draw(unit, up);
    one.node.ariaLabel = isSmall ? text.pictures.small({ words }) : words;
  }
  return { node: one.node, draw };
}

/** The line once more, from -1 to 1, where the large axis has room below it. */
function inset(title) {
  const [left, top, wide, high] = [54, 92, 102, 26];
  const x = (u) => left + (wide * (u + UP)) / (2 * UP);
  const y = (value) => top + (high * (1 - value)) / 2;
  const frame = { x: left, y: top, width: wide, height: high, class: "gb-frame" };
  const line = svg("path", { class: "gb-out" });
  const dot = svg("circle", { r: 3, class: "gb-dot" });
  const node = svg(
    "g",
    { class: "gb-inset" },
    svg("rect", frame),
    svg("path", { d: `M${left} ${y(0)}h${wide}`, class: "gb-zero" }),
    label(left - 3, y(1) + 6, 1, "gb-end"),
    label(left - 3, y(-1) + 1, -1, "gb-end"),
    label(left + wide / 2, top - 3, title, "gb-name"),
    line,
    dot,
  );
  function draw(unit, up) {
    line.setAttribute("d", pathThrough([-UP, UP].map((u) => [x(u), y(unit(u))])));
    dot.setAttribute("cx", `${x(up)}`);
    dot.setAttribute("cy", `${y(unit(up))}`);
  }
  return { node, draw };
}

function chart({ xs, ys, ticks, levels, title, axis }) {
  const x = (at) => LEFT + (WIDE * (at - xs[0])) / (xs[1] - xs[0]);
  const y = (at) => TOP + (HIGH * (ys[1] - at)) / (ys[1] - ys[0]);
  const grid = svg("g", { class: "gb-grid" });
  for (const at of ticks) {
    grid.append(
      svg("path", { d: `M${x(at)} ${TOP}V${TOP + HIGH}`, class: at ? "" : "gb-zero" }),
      label(x(at), TOP + HIGH + 14, at),
    );
  }
  for (const at of levels) {
    grid.append(
      svg("path", { d: `M${LEFT} ${y(at)}h${WIDE}`, class: at ? "" : "gb-zero" }),
      label(LEFT - 5, y(at) + 4, at, "gb-end"),
    );
  }
  const drop = svg("path", { class: "gb-drop" });
  const dot = svg("circle", { r: 5.5, class: "gb-dot" });
  const node = svg(
    "svg",
    { viewBox: `0 0 ${LEFT + WIDE + 8} ${TOP + HIGH + 34}`, role: "img" },
    grid,
    label(LEFT + WIDE / 2, TOP - 7, title, "gb-name"),
    label(LEFT + WIDE / 2, TOP + HIGH + 29, axis),
  );
  const places = Array.from(
    { length: STEPS + 1 },
    (_, i) => xs[0] + (i * (xs[1] - xs[0])) / STEPS,
  );
  return {
    node,
    mark: svg("g", {}, drop, dot),
    pathOf(curve) {
      const inside = places.filter((at) => Math.abs(curve(at)) <= Math.abs(ys[1]));
      return pathThrough(inside.map((at) => [x(at), y(curve(at))]));
    },
    put(at, value) {
      dot.setAttribute("cx", `${x(at)}`);
      dot.setAttribute("cy", `${y(value)}`);
      drop.setAttribute("d", `M${x(at)} ${y(0)}V${y(value)}`);
    },
  };
}
