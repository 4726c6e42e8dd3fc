// The training monitor's charts: panels one below the other, on one axis of steps.
import { element } from "../shared/ui.js";
import { ticks } from "./numbers.js";

export const LEFT = 46; // pixels: a unit of the picture is one
export const RIGHT = 20;
const TOP = 9;
const BELOW = 9; // under the lowest line; where the steps are written, AXIS more
const AXIS = 16;

/** One quantity over the steps, on an axis of its own. */
export function panel({ kind, title, height, hasSteps }) {
  const node = svg("svg", { role: "img", "data-chart": kind });
  const [grid, shade] = [svg("g"), svg("path", { class: "gb-shade" })];
  const word = svg("text");
  const cursor = svg("path", { class: "gb-cursor" });
  const lines = ["each", "smooth"].map((look) => svg("path", { class: `gb-${look}` }));
  const points = svg("path", { class: "gb-points" });
  const dots = ["each", "smooth"].map((look) => svg("circle", { r: 4, class: `gb-${look}` }));
  const whole = height + TOP + BELOW + (hasSteps ? AXIS : 0);
  node.setAttribute("height", whole);
  node.append(grid, shade, word, ...lines, points, cursor, ...dots);
  let [x, y] = [() => 0, () => 0];

  /** Lay out the axes: steps from 1 to n_steps, values from low to high. */
  function lay({ width, n_steps, low, high, words, steps }) {
    x = (number) => LEFT + (width - LEFT - RIGHT) * (number - 1) / (n_steps - 1 || 1);
    y = (value) => TOP + height * (high - value) / (high - low || 1);
    node.setAttribute("viewBox", `0 0 ${width} ${whole}`);
    grid.replaceChildren();
    for (const value of ticks(low, high, height > 100 ? 4 : 2)) {
      grid.append(svg("path", { d: `M${LEFT} ${round(y(value))}H${width - RIGHT}` }));
      label(LEFT - 6, y(value) + 4, words(value), "gb-end");
    }
    const enough = Math.max(2, Math.floor((width - LEFT) / 65));
    const inner = ticks(0, n_steps, enough).filter((n) =>
      x(n) - x(1) > 30 && x(n_steps) - x(n) > 34);
    for (const number of new Set([1, ...inner, n_steps])) {
      grid.append(svg("path", { d: `M${round(x(number))} ${TOP}v${height}` }));
      if (hasSteps) label(x(number), TOP + height + AXIS, steps(number), "");
    }
  }
  function label(at_x, at_y, words, look) {
    const part = svg("text", { x: round(at_x), y: round(at_y), class: look });
    part.textContent = words;
    grid.append(part);
  }
  /** Draw a line through points [step, value]; it breaks where one is not finite. */
  function line(i, values) {
    let joined = false;
    let path = "";
    for (const [number, value] of values) {
      const isThere = Number.isFinite(value);
      if (isThere) path += `${joined ? "L" : "M"}${round(x(number))} ${round(y(value))}`;
      if (isThere && !joined) path += "h0"; // a point by itself is a dot
      joined = isThere;
    }
    lines[i].setAttribute("d", path);
  }
  /** Mark each of these points [step, value]. */
  function spots(values) {
    const spot = ([number, value]) => `M${round(x(number))} ${round(y(value))}h0`;
    points.setAttribute("d", values.map(spot).join(""));
  }
  /** Shade the steps from one to another and write a word on them; null takes it away. */
  function cover(from, to, text) {
    const [start, end] = from ? [round(x(from)), round(x(to) + 1)] : [0, 0];
    shade.setAttribute("d", from ? `M${start} ${TOP}H${end}v${height}H${start}z` : "");
    word.textContent = end - start > 30 ? text : "";
    word.setAttribute("x", (start + end) / 2);
    word.setAttribute("y", TOP + height / 2);
  }
  /** Put the cursor on a step and a dot on each value; null takes them away. */
  function point(number, values) {
    const isThere = number !== null;
    cursor.setAttribute("d", isThere ? `M${round(x(number))} ${TOP - 4}v${height + 4}` : "");
    dots.forEach((dot, i) => {
      const [at, value] = (isThere && values[i]) || [1, NaN];
      dot.setAttribute("visibility", Number.isFinite(value) ? "visible" : "hidden");
      if (!Number.isFinite(value)) return;
      dot.setAttribute("cx", round(x(at)));
      dot.setAttribute("cy", round(y(value)));
    });
  }
  const figure = element("figure", {}, element("figcaption", {}, ...title), node);
  return { node: figure, picture: node, lay, line, spots, cover, point };
}

const round = (x) => Number(x.toFixed(1));

function svg(tag, attributes = {}) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}
