// The picture of one neuron at a time: curves, and handles to pull.
import {
  corners, curve, EDGE, GRID, TARGETS, unitCurve,
} from "./numbers.js";

const LEFT = 26;
const RIGHT = 334;
const TOP = 8;
const BOTTOM = 228;
const across = (x) => LEFT + ((x + EDGE) / (2 * EDGE)) * (RIGHT - LEFT);
const down = (y) => TOP + ((EDGE - y) / (2 * EDGE)) * (BOTTOM - TOP);
const inside = (value) => Math.min(EDGE, Math.max(-EDGE, value));
const snapped = (value) => inside(Math.round(value * 20) / 20);
const NEAR = 18; // how far from a handle a finger may land

/** The picture; onpull(handle, value) hears what is pulled; null: only pressed. */
export function chart(text, onpull) {
  const grid = svg("g");
  const view = svg("svg", {
    x: LEFT, y: TOP, width: RIGHT - LEFT, height: BOTTOM - TOP,
    viewBox: [LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP].join(" "),
  });
  const cursor = svg("path", { class: "gb-cursor" });
  const target = svg("path", { class: "gb-target", d: "" });
  const sum = svg("path", { class: "gb-sum" });
  const dot = svg("circle", { r: 4.5, class: "gb-dot" });
  const tip = svg("g", { class: "gb-handle gb-tip" });
  tip.append(svg("circle", { r: NEAR, class: "gb-reach" }), svg("path", { d: "M0-8L6 0 0 8-6 0Z" }));
  const lines = svg("g");
  const knees = svg("g");
  const node = svg("svg", { viewBox: "0 0 340 246", role: "img", class: "gb-picture" });
  view.append(cursor, target, lines, sum);
  node.append(grid, view, dot, knees, tip);
  for (let n = -EDGE; n <= EDGE; n += 1) {
    grid.append(svg("path", { d: `M${LEFT} ${down(n)}H${RIGHT}`, class: n ? "" : "gb-axis" }));
    grid.append(svg("path", { d: `M${across(n)} ${TOP}V${BOTTOM}`, class: n ? "" : "gb-axis" }));
    grid.append(label(across(n), BOTTOM + 16, n), label(LEFT - 8, down(n) + 4, n));
  }
  let handles = [];
  let pulled = null; // the handle that follows the pointer
  let pulls = 0;

  function place(event) {
    const box = node.getBoundingClientRect();
    const scale = 340 / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  }
  node.addEventListener("pointerdown", (event) => {
    const [px, py] = place(event);
    const near = handles
      .map((handle) => ({ ...handle, far: Math.hypot(handle.px - px, handle.py - py) }))
      .filter(({ far }) => far <= NEAR)
      .sort((a, b) => b.first - a.first || a.far - b.far);
    pulls += 1;
    pulled = { kind: "x", ...near[0], pull: pulls };
    node.setPointerCapture(event.pointerId);
    event.preventDefault();
    if (pulled.kind === "x") pull(event);
    else onpull(pulled, null); // a press alone only chooses
  });
  node.addEventListener("pointermove", (event) => pulled && pull(event));
  for (const end of ["pointerup", "pointercancel"]) {
    node.addEventListener(end, () => { pulled = null; });
  }
  function pull(event) {
    const [px, py] = place(event);
    const x = snapped(((px - LEFT) / (RIGHT - LEFT)) * 2 * EDGE - EDGE);
    const y = snapped(EDGE - ((py - TOP) / (BOTTOM - TOP)) * 2 * EDGE);
    onpull(pulled, pulled.kind === "tip" ? y : x);
  }

  /** Draw a state; unit number chosen has a second handle, at its tip. */
  function draw(state, units, chosen, words) {
    while (lines.childElementCount > units.length) {
      lines.lastChild.remove();
      knees.lastChild.remove();
    }
    while (lines.childElementCount < units.length) {
      lines.append(svg("path"));
      const knee = svg("g", { class: "gb-handle gb-knee" });
      const number = label(0, 4, lines.childElementCount);
      knee.append(svg("circle", { r: NEAR, class: "gb-reach" }), svg("circle", { r: 8.5 }), number);
      knees.append(knee);
    }
    handles = [];
    units.forEach((unit, i) => {
      const bend = Math.abs(unit.knee) < EDGE ? [unit.knee] : [];
      const xs = [-EDGE, ...bend, EDGE];
      const line = lines.children[i];
      line.setAttribute("d", pathOf(xs, unitCurve(state, i, xs)));
      line.setAttribute("class", `gb-unit${i === chosen ? " gb-chosen" : ""}${unit.hidden > 0 ? "" : " gb-off"}`);
      const knee = knees.children[i];
      knee.toggleAttribute("hidden", Number.isNaN(unit.knee));
      if (Number.isNaN(unit.knee)) return;
      const px = Math.min(RIGHT - 9, Math.max(LEFT + 9, across(unit.knee))); // in sight
      const stacked = handles.filter((other) => Math.abs(other.px - px) < 17).length;
      const py = down(0) + 19 * stacked;
      move(knee, px, py);
      knee.classList.toggle("gb-chosen", i === chosen);
      handles.push({ kind: "knee", unit: i, px, py, first: 0 });
    });
    const at = tipOf(state, units, chosen);
    tip.toggleAttribute("hidden", !at);
    if (at) {
      move(tip, across(at.x), down(inside(at.y)));
      handles.push({ kind: "tip", unit: chosen, px: across(at.x), py: down(inside(at.y)), first: 1, ...at });
    }
    const bends = corners(units);
    sum.setAttribute("d", pathOf(bends, curve(state, bends)));
    const wanted = TARGETS[state.target];
    const xs = state.target === "step" ? [-EDGE, -1e-9, 0, EDGE] : GRID;
    target.setAttribute("d", wanted ? pathOf(xs, xs.map(wanted)) : "");
    const [y] = curve(state, [state.x]);
    cursor.setAttribute("d", `M${across(state.x)} ${TOP}V${BOTTOM}`);
    dot.setAttribute("cx", across(state.x));
    dot.setAttribute("cy", down(inside(y)));
    node.ariaLabel = words;
  }
  return { node, draw };
}

/** Where the chosen unit is steered: 1 to the active side of its knee. */
export function tipOf({ w_1, w_2 }, units, chosen) {
  const [w, knee] = [w_1[chosen], units[chosen]?.knee];
  if (Number.isNaN(knee) || knee === undefined) return null;
  const x = inside(inside(knee) + Math.sign(w));
  const rise = (x - knee) * w; // of the hidden number, from knee to tip
  return rise > 0.1 ? { x, rise, y: rise * w_2[chosen] } : null;
}

function pathOf(xs, ys) {
  const places = xs.map((x, i) => [across(x).toFixed(2), down(ys[i]).toFixed(2)]);
  return `M${places.join("L")}`;
}

function move(node, x, y) {
  node.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
}

function label(x, y, words) {
  const node = svg("text", { x, y });
  node.textContent = `${words}`.replace("-", "−");
  return node;
}

function svg(tag, attributes = {}) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}
