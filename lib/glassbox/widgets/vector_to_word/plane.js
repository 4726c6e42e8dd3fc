// The plane of the two numbers: the vector, the words' rows, and where the word leads.
import { draggable, label, pathThrough } from "../shared/chart.js";
import { svg } from "../shared/elements.js";
import { LARGEST, region, WORDS } from "./numbers.js";

const SIDE = 252; // of the picture; its left and top
const [LEFT, TOP] = [10, 10];
const SNAP = 4; // what is dragged is a multiple of a quarter
const NEAR = 13; // a press this near takes hold of a point
const across = (first) => LEFT + ((first + LARGEST) / (2 * LARGEST)) * SIDE;
const down = (second) => TOP + ((LARGEST - second) / (2 * LARGEST)) * SIDE;

/** ondrag(place, held, press) hears where the vector is pulled: held -1, or a word. */
export function plane(text, ondrag) {
  const ground = svg("rect", { x: LEFT, y: TOP, width: SIDE, height: SIDE });
  const led = svg("path", { class: "gb-leads" });
  const axes = svg("g", { class: "gb-axes" });
  for (const n of [-2, -1, 0, 1, 2])
    axes.append(
      svg("path", { d: `M${LEFT} ${down(n)}H${LEFT + SIDE}` }),
      svg("path", { d: `M${across(n)} ${TOP}V${TOP + SIDE}` }),
    );
  for (const n of [-2, 2])
    axes.append(
      label(across(n), down(0) + 18, n),
      label(across(0) - 9, down(n) + 4, n),
    );
  axes.append(
    svg("path", { class: "gb-zero", d: `M${LEFT} ${down(0)}H${LEFT + SIDE}` }),
    svg("path", { class: "gb-zero", d: `M${across(0)} ${TOP}V${TOP + SIDE}` }),
  );
  const points = WORDS.map((word) => {
    const dot = svg("circle", { r: 4.5 });
    const name = label(0, 0, text.words[word]);
    return { dot, name, node: svg("g", { class: "gb-point" }, dot, name) };
  });
  const line = svg("path", { class: "gb-line" });
  const tip = svg("circle", { class: "gb-tip", r: 8 });
  const name = label(0, 0, "h", "gb-vector");
  const node = svg(
    "svg",
    { viewBox: "0 0 272 272", role: "img", class: "gb-plane" },
    svg("g", { class: "gb-ground" }, ground, led),
    axes,
    line,
    ...points.map((point) => point.node),
    tip,
    name,
  );
  let press = 0;
  let held = -1; // the word whose point is dragged; -1 for the vector
  let ends = []; // the tip of the vector, then the words' points
  const at = (x, y) =>
    [(x - LEFT) / SIDE, (TOP + SIDE - y) / SIDE].map((part) => {
      const value = Math.min(1, Math.max(0, part)) * 2 * LARGEST - LARGEST;
      return Math.round(value * SNAP) / SNAP + 0;
    });
  /** What a press takes hold of: the vector, unless a word's point is nearer. */
  function taken(x, y) {
    const far = ends.map(([a, b]) => Math.hypot(across(a) - x, down(b) - y));
    const least = Math.min(...far);
    return least < NEAR ? far.indexOf(least) - 1 : -1;
  }
  draggable(
    node,
    (x, y) => ondrag(at(x, y), held, press),
    (x, y) => {
      press += 1;
      held = taken(x, y);
      if (held < 0) ondrag(at(x, y), held, press); // a point waits until it is moved
    },
  );

  /** Whether another word's point lies where the name would be, right of its own. */
  const isCrowded = (x, y) =>
    ends.slice(1).some(([a, b]) => {
      const [right, below] = [across(a) - x, down(b) - y];
      return right > 0 && right < 45 && Math.abs(below) < 14;
    });

  /** Paint a state; leaders are the likeliest words' places. */
  function draw(state, leaders, words) {
    ends = [state.vector, ...state.rows];
    const corners = region(state).map(([a, b]) => [across(a), down(b)]);
    led.setAttribute("d", corners.length ? `${pathThrough(corners)}Z` : "");
    points.forEach(({ dot, name, node }, i) => {
      const [x, y] = [across(state.rows[i][0]), down(state.rows[i][1])];
      const isRight = x > LEFT + 0.8 * SIDE || (x > LEFT + 45 && isCrowded(x, y));
      const [dx, anchor] = isRight ? [-8, "end"] : [8, "start"];
      for (const [part, value] of [
        ["cx", x],
        ["cy", y],
      ])
        dot.setAttribute(part, value);
      name.setAttribute("x", x + dx);
      name.setAttribute("y", y + 4);
      name.setAttribute("style", `text-anchor: ${anchor}`);
      node.classList.toggle("gb-best", leaders.includes(i));
      node.classList.toggle("gb-next", WORDS[i] === state.word);
    });
    const [x, y] = [across(state.vector[0]), down(state.vector[1])];
    line.setAttribute("d", `M${across(0)} ${down(0)}L${x} ${y}`);
    tip.setAttribute("cx", x);
    tip.setAttribute("cy", y);
    name.setAttribute("x", x);
    name.setAttribute("y", y + (y < TOP + 30 ? 22 : -13));
    node.ariaLabel = words;
  }
  return { node, draw };
}
