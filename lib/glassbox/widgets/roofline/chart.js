// The picture of the roofline: time of a step over its tokens, both logarithmic.
import { draggable, label, pathThrough } from "../shared/chart.js";
import { svg } from "../shared/elements.js";
import { formatPlain } from "../shared/format.js";
import { kneeOf, MOST, stepTimes } from "./numbers.js";

const BOX = { left: 56, top: 38, bottom: 222, names: 84 }; // names: at the right
const [HEIGHT, NARROW] = [260, 330];
const [LOWEST, HIGHEST] = [-2, 3]; // the edges are 10 to these
const LINES = ["fetching", "computing"];

/**
 * onpoint(n) hears where the reader presses or drags. The picture is as wide as its
 * place, so its words keep their size; stop() ends the watch for that.
 */
export function chart(text, data, onpoint) {
  const node = svg("svg", { role: "img", height: HEIGHT });
  const add = (part) => node.appendChild(part);
  let right = 0;
  let last = []; // what was drawn last
  const across = (n) => BOX.left + ((right - BOX.left) * Math.log(n)) / Math.log(MOST);
  const down = (time) =>
    BOX.bottom -
    ((BOX.bottom - BOX.top) * (Math.log10(time) - LOWEST)) / (HIGHEST - LOWEST);

  const grid = add(svg("g"));
  const axis = add(label(0, HEIGHT - 3, text.axis));
  const height = add(label(2, 12, "", "gb-start"));
  const pace = add(svg("path", { class: "gb-pace" }));
  const lines = LINES.map((name) => ({
    name,
    path: add(svg("path", { class: `gb-series gb-${name}` })),
    words: add(label(0, 0, text.lines[name], `gb-start gb-${name}`)),
  }));
  const knee = add(svg("path", { class: "gb-knee" }));
  const crossing = add(label(0, 28, "", "gb-crossing"));
  const cursor = add(svg("path", { class: "gb-cursor" }));
  const dots = Object.entries(data.measured).flatMap(([machine, { rows, time }]) =>
    rows.map((n, i) => ({
      machine,
      n,
      time: time[i],
      dot: add(svg("circle", { class: "gb-measured", r: 4 })),
    })),
  );
  const here = add(svg("circle", { class: "gb-here", r: 6 }));
  draggable(node, (x) => {
    const part = (x - BOX.left) / (right - BOX.left);
    onpoint(Math.round(MOST ** Math.min(1, Math.max(0, part))));
  });

  function drawGrid() {
    grid.replaceChildren();
    for (let power = LOWEST; power <= HIGHEST; power += 1) {
      const y = down(10 ** power);
      const tick = label(BOX.left - 11, y + 4, formatPlain(10 ** power), "gb-end");
      grid.append(svg("path", { d: `M${BOX.left} ${y}H${right}` }), tick);
    }
    for (const n of right < 300 ? [1, 16, 256] : [1, 4, 16, 64, 256, 1024]) {
      const tick = label(across(n), BOX.bottom + 16, formatPlain(n));
      grid.append(svg("path", { d: `M${across(n)} ${BOX.bottom}v4` }), tick);
    }
    axis.setAttribute("x", (BOX.left + right) / 2);
  }
  /** Through these numbers of tokens, but for what is below the lower edge. */
  function through(ns, timeOf) {
    const places = ns
      .map((n) => [across(n), timeOf(n)])
      .filter(([, time]) => time >= 10 ** LOWEST)
      .map(([x, time]) => [x, down(time)]);
    return pathThrough(places);
  }

  function draw(state, words) {
    last = [state, words];
    const room = node.clientWidth || NARROW;
    const isMeasured = state.machine in data.measured;
    const at = (n) => stepTimes({ ...state, n }, data);
    const even = kneeOf(state, data);
    if (right !== room - BOX.names) {
      right = room - BOX.names;
      node.setAttribute("viewBox", `0 0 ${room} ${HEIGHT}`);
      drawGrid();
    }
    height.textContent = text.height[isMeasured ? "measured" : "card"];
    const floor = 10 ** LOWEST / at(1).computing; // there computing leaves the edge
    const ns = [1, Math.max(1, floor), even, MOST];
    pace.setAttribute(
      "d",
      through(ns, (n) => at(n).whole),
    );
    for (const { name, path, words: title } of lines) {
      path.setAttribute(
        "d",
        through(ns, (n) => at(n)[name]),
      );
      title.setAttribute("x", right + 12);
      title.setAttribute("y", down(at(MOST)[name]) + 4);
    }
    knee.setAttribute("d", `M${across(even)} ${BOX.top - 6}V${BOX.bottom}`);
    crossing.setAttribute("x", across(even));
    // Where it is, is said once the reader is there: the chapter asks for it.
    const isReached = state.n >= Math.round(even);
    crossing.textContent = isReached
      ? text.crossing.reached({ n: Math.round(even) })
      : text.crossing.ahead;
    cursor.setAttribute("d", `M${across(state.n)} ${BOX.top}V${BOX.bottom}`);
    const own = dots.find(
      ({ machine, n }) => machine === state.machine && n === state.n,
    );
    here.setAttribute("cx", across(state.n));
    here.setAttribute("cy", down(own ? own.time : at(state.n).whole));
    here.style.display = isMeasured && !own ? "none" : "";
    for (const { machine, n, time, dot } of dots) {
      dot.setAttribute("cx", across(n));
      dot.setAttribute("cy", down(time));
      dot.style.display = machine === state.machine ? "" : "none";
    }
    node.ariaLabel = words;
  }
  const sized = new ResizeObserver(() => {
    if (last.length) draw(...last);
  });
  sized.observe(node);
  return { node, draw, stop: () => sized.disconnect() };
}
