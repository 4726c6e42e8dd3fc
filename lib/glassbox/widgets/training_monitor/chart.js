// One of the training monitor's charts: a quantity over the steps.
import { label, pathThrough } from "../shared/chart.js";
import { element, svg } from "../shared/elements.js";
import { partOf, powers, ticks } from "./numbers.js";

export const LEFT = 46; // pixels: a unit of the picture is one
export const RIGHT = 20;
const TOP = 9;
const BELOW = 9; // under the lowest line; where the steps are written, AXIS more
const AXIS = 16;

/** A chart on an axis of values of its own; all share the axis of steps. */
export function chart({ kind, title, height, hasSteps }) {
  const whole = height + TOP + BELOW + (hasSteps ? AXIS : 0);
  const grid = svg("g");
  const levels = svg("g", { class: "gb-levels" });
  const shade = svg("path", { class: "gb-shade" });
  const word = svg("text");
  const lines = ["each", "smooth"].map((look) => svg("path", { class: `gb-${look}` }));
  const points = svg("path", { class: "gb-points" });
  const cursor = svg("path", { class: "gb-cursor" });
  const dots = ["each", "smooth"].map((look) =>
    svg("circle", { r: 4, class: `gb-${look}` }),
  );
  const picture = svg(
    "svg",
    { role: "img", "data-chart": kind, height: whole },
    grid,
    levels,
    shade,
    word,
    ...lines,
    points,
    cursor,
    ...dots,
  );
  const caption = element("figcaption", {}, ...title);
  const node = element("figure", {}, caption, picture);
  /** Where a step and a value lie. @type {(number: number) => number} */
  let x = () => 0;
  /** @type {(value: number) => number} */
  let y = () => 0;
  const placeOf = ([number, value]) => [x(number), y(value)];

  /** Lay out the axes: steps from 1 to n_steps, values from low to high. */
  function lay({ width, n_steps, isLog, low, high, valueInWords, stepInWords }) {
    x = (number) => LEFT + (width - LEFT - RIGHT) * partOf(number, n_steps, isLog);
    y = (value) => TOP + (height * (high - value)) / (high - low || 1);
    picture.setAttribute("viewBox", `0 0 ${width} ${whole}`);
    grid.replaceChildren();
    for (const value of ticks(low, high, height > 100 ? 4 : 2)) {
      const d = `M${LEFT} ${y(value)}H${width - RIGHT}`;
      const words = label(LEFT - 6, y(value) + 4, valueInWords(value), "gb-end");
      grid.append(svg("path", { d }), words);
    }
    const enough = Math.max(2, Math.floor((width - LEFT) / 65));
    const inner = (isLog ? powers(n_steps) : ticks(0, n_steps, enough)).filter(
      (n) => x(n) - x(1) > 30 && x(n_steps) - x(n) > 34,
    );
    for (const number of new Set([1, ...inner, n_steps])) {
      const at = x(number);
      grid.append(svg("path", { d: `M${at} ${TOP}v${height}` }));
      if (hasSteps) grid.append(label(at, TOP + height + AXIS, stepInWords(number)));
    }
  }
  /** Draw a line at each value; words above it where it ends, or below it at its start. */
  function compare(values) {
    const end = Number(picture.getAttribute("viewBox")?.split(" ")[2]) - RIGHT;
    levels.replaceChildren();
    for (const [words, value, isAbove] of values) {
      const said = isAbove
        ? label(end - 2, y(value) - 4, words, "gb-end")
        : label(LEFT + 4, y(value) + 12, words, "gb-start");
      levels.append(svg("path", { d: `M${LEFT} ${y(value)}H${end}` }), said);
    }
  }
  /** Draw a line through points [step, value]; it breaks where one is not finite. */
  function line(i, values) {
    const pieces = [[]];
    for (const point of values) {
      if (Number.isFinite(point[1])) pieces.at(-1).push(placeOf(point));
      else pieces.push([]);
    }
    lines[i].setAttribute("d", pieces.map(dotted).join(""));
  }
  /** Mark each of these points [step, value]. */
  function spots(values) {
    const paths = values.map((point) => dotted([placeOf(point)]));
    points.setAttribute("d", paths.join(""));
  }
  /** Shade the steps from one to another, a word on them; null takes it away. */
  function cover(from, to, text) {
    const [start, end] = from ? [x(from), x(to) + 1] : [0, 0];
    const path = from ? `M${start} ${TOP}H${end}v${height}H${start}z` : "";
    shade.setAttribute("d", path);
    word.textContent = end - start > 30 ? text : "";
    word.setAttribute("x", `${(start + end) / 2}`);
    word.setAttribute("y", `${TOP + height / 2}`);
  }
  /** Put the cursor on a step and a dot on each value; null takes them away. */
  function point(number, values) {
    const isThere = number !== null;
    const path = isThere ? `M${x(number)} ${TOP - 4}v${height + 4}` : "";
    cursor.setAttribute("d", path);
    dots.forEach((dot, i) => {
      const one = isThere ? values[i] : null;
      const isShown = one && Number.isFinite(one[1]);
      dot.setAttribute("visibility", isShown ? "visible" : "hidden");
      if (!isShown) return;
      dot.setAttribute("cx", x(one[0]).toFixed(2));
      dot.setAttribute("cy", y(one[1]).toFixed(2));
    });
  }
  return { node, picture, lay, compare, line, spots, cover, point };
}

/** A path through places; one place by itself is a dot. */
function dotted(places) {
  return places.length ? `${pathThrough(places)}h0` : "";
}
