// The picture of the gate: SiLU beside sigmoid and ReLU, and a dot on one of them.
import { silu } from "../kernels/gated.js";
import { relu } from "../kernels/position_wise.js";
import { label, pathThrough } from "../shared/chart.js";
import { svg } from "../shared/elements.js";

export const EDGE = 6; // z from -6 to 6
const [LOW, HIGH] = [-1, 6]; // of the heights
const [LEFT, TOP, UNIT] = [30, 12, 25]; // a unit is as long across as up
const ZS = Array.from({ length: 20 * EDGE + 1 }, (_, i) => (i - 10 * EDGE) / 10);

/** How far a gate is open, from 0 to 1: SiLU without the number that it weighs. */
export function openness(z) {
  return z ? silu(z) / z : 0.5;
}

const x = (z) => LEFT + (z + EDGE) * UNIT;
const y = (height) => TOP + (HIGH - height) * UNIT;
const pathOf = (curve) => pathThrough(ZS.map((z) => [x(z), y(curve(z))]));

export function picture(text) {
  const drop = svg("path", { class: "gb-drop" });
  const dot = svg("circle", { r: 6, class: "gb-dot" });
  const axis = label(x(0), y(LOW) + 36, "");
  const node = svg(
    "svg",
    { viewBox: `0 0 ${x(EDGE) + 12} ${y(LOW) + 42}`, role: "img" },
    grid(),
    axis,
    svg("path", { class: "gb-sigmoid", d: pathOf(openness) }),
    svg("path", { class: "gb-relu", d: pathOf(relu) }),
    svg("path", { class: "gb-silu", d: pathOf(silu) }),
    drop,
    dot,
  );
  /** Put the dot on SiLU at the gate, or on ReLU at what comes up. */
  function draw({ way, z, height, words }) {
    axis.textContent = text.axis[way];
    dot.setAttribute("cx", `${x(z)}`);
    dot.setAttribute("cy", `${y(height)}`);
    drop.setAttribute("d", `M${x(z)} ${y(LOW)}V${y(HIGH)}`);
    node.classList.toggle("gb-then", way === "relu");
    node.ariaLabel = words;
  }
  return { node, draw };
}

function grid() {
  const node = svg("g", { class: "gb-grid" });
  for (let z = -EDGE; z <= EDGE; z += 2) {
    node.append(
      svg("path", { d: `M${x(z)} ${y(LOW)}V${y(HIGH)}` }),
      label(x(z), y(LOW) + 18, z),
    );
  }
  for (const height of [LOW, 0, 1, 2, 4, 6]) {
    const look = height ? "" : "gb-zero";
    node.append(
      svg("path", { d: `M${x(-EDGE)} ${y(height)}H${x(EDGE)}`, class: look }),
      label(LEFT - 8, y(height) + 4, height, "gb-end"),
    );
  }
  return node;
}
