// The picture of one neuron at a time: curves, and handles to pull.
import { draggable, label, pathThrough } from "../shared/chart.js";
import { svg } from "../shared/elements.js";
import { corners, curve, EDGE, GRID, TARGETS, unitCurve } from "./numbers.js";

const LEFT = 26;
const RIGHT = 334;
const TOP = 8;
const BOTTOM = 228;
const NEAR = 18; // how far from a handle a finger may land
const FEW = 3; // units: beyond it those that are not chosen are pale
const TIPS = [1, 0.5, 1.5, 0.4]; // how far from its knee the chosen unit is steered
const APART = 0.33; // of a tip and another unit's knee

const across = (x) => LEFT + ((x + EDGE) / (2 * EDGE)) * (RIGHT - LEFT);
const down = (y) => TOP + ((EDGE - y) / (2 * EDGE)) * (BOTTOM - TOP);
const xAt = (px) => ((px - LEFT) / (RIGHT - LEFT)) * 2 * EDGE - EDGE;
const yAt = (py) => EDGE - ((py - TOP) / (BOTTOM - TOP)) * 2 * EDGE;
const inside = (value) => Math.min(EDGE, Math.max(-EDGE, value));
const snapped = (value) => inside(Math.round(value * 20) / 20);

/** Where the chosen unit is steered: on its active side, where it hides no knee. */
export function tipOf({ w_1, w_2 }, units, chosen) {
  const weight = w_1[chosen];
  const { knee } = units[chosen];
  if (Number.isNaN(knee)) return null;
  const others = units.filter((_, unit) => unit !== chosen).map((unit) => unit.knee);
  const isFree = (place) => !others.some((other) => Math.abs(other - place) < APART);
  const places = TIPS.map((far) => inside(inside(knee) + far * Math.sign(weight)));
  const x = places.find(isFree) ?? places[0];
  const rise = (x - knee) * weight; // of the hidden number, from knee to tip
  return rise > 0.1 ? { x, rise, y: rise * w_2[chosen] } : null;
}

/** Where each unit's knee is drawn: kept in sight, and stacked where they'd overlap. */
export function kneePlaces(units) {
  const places = [];
  units.forEach(({ knee }, unit) => {
    if (Number.isNaN(knee)) return;
    const px = Math.min(RIGHT - 9, Math.max(LEFT + 9, across(knee)));
    const stacked = places.filter((other) => Math.abs(other.px - px) < 17).length;
    places.push({ unit, px, py: down(0) + 19 * stacked });
  });
  return places;
}

function pathOf(xs, ys) {
  return pathThrough(xs.map((x, i) => [across(x), down(ys[i])]));
}

/** The picture; onpull(handle, value) hears what is pulled; null: only pressed. */
export function chart(onpull) {
  const view = svg("svg", {
    x: LEFT,
    y: TOP,
    width: RIGHT - LEFT,
    height: BOTTOM - TOP,
    viewBox: [LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP].join(" "),
  });
  const cursor = svg("path", { class: "gb-cursor" });
  const target = svg("path", { class: "gb-target" });
  const sum = svg("path", { class: "gb-sum" });
  const dot = svg("circle", { r: 4.5, class: "gb-dot" });
  const lines = svg("g");
  const front = unitLine(); // the chosen unit's line again, before the others
  const knees = svg("g");
  const tip = handle("gb-tip", svg("path", { d: "M0-8L6 0 0 8-6 0Z" }));
  view.append(cursor, target, lines, front, sum);
  const attributes = { viewBox: "0 0 340 246", role: "img", class: "gb-picture" };
  const node = svg("svg", attributes, grid(), view, dot, knees, tip);

  let handles = []; // what can be pulled, and where it is
  let pulled = null;
  let pulls = 0;
  draggable(node, pull, (px, py) => {
    const near = handles
      .map((one) => ({ ...one, far: Math.hypot(one.px - px, one.py - py) }))
      .filter(({ far }) => far <= NEAR)
      .sort((a, b) => b.first - a.first || a.far - b.far);
    pulls += 1;
    pulled = { kind: "x", ...near[0], pull: pulls };
    if (pulled.kind === "x") pull(px, py);
    else onpull(pulled, null); // a press alone only chooses
  });
  function pull(px, py) {
    onpull(pulled, snapped(pulled.kind === "tip" ? yAt(py) : xAt(px)));
  }

  /** Draw a state; unit number chosen has a second handle, at its tip. */
  function draw(state, units, chosen, words) {
    while (lines.childElementCount > units.length) {
      lines.lastElementChild.remove();
      knees.lastElementChild.remove();
    }
    while (lines.childElementCount < units.length) {
      lines.append(unitLine());
      const number = label(0, 4, lines.childElementCount);
      knees.append(handle("gb-knee", svg("circle", { r: 8.5 }), number));
    }
    units.forEach((unit, i) => drawUnit(state, unit, i, i === chosen));
    lines.classList.toggle("gb-many", units.length > FEW);
    drawPieces(front, state, units[chosen], chosen, true);
    drawHandles(state, units, chosen);
    const bends = corners(units);
    sum.setAttribute("d", pathOf(bends, curve(state, bends)));
    const wanted = TARGETS[state.target];
    const xs = state.target === "step" ? [-EDGE, -1e-9, 0, EDGE] : GRID;
    target.setAttribute("d", wanted ? pathOf(xs, xs.map(wanted)) : "");
    const [y] = curve(state, [state.x]);
    cursor.setAttribute("d", `M${across(state.x)} ${TOP}V${BOTTOM}`);
    dot.setAttribute("cx", `${across(state.x)}`);
    dot.setAttribute("cy", `${down(inside(y))}`);
    node.ariaLabel = words;
  }
  function drawUnit(state, unit, i, isChosen) {
    const { knee } = unit;
    drawPieces(lines.children[i], state, unit, i, isChosen);
    knees.children[i].classList.toggle("gb-chosen", isChosen);
    knees.children[i].toggleAttribute("hidden", Number.isNaN(knee));
  }
  function drawHandles(state, units, chosen) {
    handles = kneePlaces(units).map((place) => ({ kind: "knee", first: 0, ...place }));
    for (const { unit, px, py } of handles) move(knees.children[unit], px, py);
    const at = tipOf(state, units, chosen);
    tip.toggleAttribute("hidden", !at);
    if (!at) return;
    const [px, py] = [across(at.x), down(inside(at.y))];
    move(tip, px, py);
    handles.push({ kind: "tip", first: 1, unit: chosen, px, py, rise: at.rise });
  }
  return { node, draw };
}

/** A unit's line: the piece where it is active, and the flat one where it is off. */
function unitLine() {
  return svg("g", {}, svg("path", { class: "gb-unit" }), svg("path"));
}

function drawPieces(line, state, { knee }, i, isChosen) {
  const [on, off] = line.children;
  const xs = [-EDGE, ...(Math.abs(knee) < EDGE ? [knee] : []), EDGE];
  const paths = { on: "", off: "" };
  xs.slice(1).forEach((right, k) => {
    const ends = [xs[k], right];
    const isOn = ((xs[k] + right) / 2) * state.w_1[i] + state.b_1[i] > 0;
    paths[isOn ? "on" : "off"] = pathOf(ends, unitCurve(state, i, ends));
    // Dots of several units in the same places, or together they'd look like a line.
    if (!isOn) off.setAttribute("stroke-dashoffset", `${across(xs[k]).toFixed(2)}`);
  });
  on.setAttribute("d", paths.on);
  off.setAttribute("d", paths.off);
  off.setAttribute("class", "gb-off");
  line.classList.toggle("gb-chosen", isChosen);
}

function grid() {
  const node = svg("g");
  for (let n = -EDGE; n <= EDGE; n += 1) {
    const look = n === 0 ? "gb-axis" : "";
    node.append(
      svg("path", { d: `M${LEFT} ${down(n)}H${RIGHT}`, class: look }),
      svg("path", { d: `M${across(n)} ${TOP}V${BOTTOM}`, class: look }),
      label(across(n), BOTTOM + 16, n),
      label(LEFT - 8, down(n) + 4, n),
    );
  }
  node.append(label(RIGHT - 7, down(0) - 5, "x"), label(across(0) + 9, TOP + 11, "y"));
  return node;
}

/** Something to pull: its parts, in a circle as large as a finger. */
function handle(look, ...parts) {
  const reach = svg("circle", { r: NEAR, class: "gb-reach" });
  return svg("g", { class: `gb-handle ${look}` }, reach, ...parts);
}

function move(node, x, y) {
  node.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
}
