// The stack, drawn, and below it a curve over its layers, on a log scale.
import { label, pathThrough } from "../shared/chart.js";
import { element, svg } from "../shared/elements.js";
import { formatNumber, powerOfTen } from "../shared/format.js";
import { strip } from "./strip.js";

const LEFT = 46;
const RIGHT = 330;
const TOP = 93;
const BOTTOM = 185;

/** The exponents of ten that the axis spans, and those that are marked, at most six. */
export function axisOf(logs) {
  const low = Math.min(-1, Math.floor(Math.min(...logs)));
  const high = Math.max(1, Math.ceil(Math.max(...logs)));
  const step = Math.ceil((high - low) / 5);
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  const marks = Array.from({ length: count }, (_, i) => step * (first + i));
  return { low, high, marks };
}

/**
 * draw(values, before, state, entering): a value for each layer, what it was before,
 * and words for the 1 that a final norm made the last value of, or none.
 */
export function chart(text, which) {
  const stack = strip(LEFT, RIGHT, which === "gradient");
  const grid = svg("g");
  const curve = svg("path", { class: "gb-curve" });
  const dots = svg("path", { class: "gb-dots" });
  const earlier = svg("path", { class: "gb-earlier" });
  const drop = svg("path", { class: "gb-drop" });
  const entered = label(RIGHT - 9, 0, "", "gb-mark gb-entered");
  const [start, middle, end] = [LEFT, (LEFT + RIGHT) / 2, RIGHT].map((x) =>
    label(x, BOTTOM + 19, ""),
  );
  const picture = svg(
    "svg",
    { viewBox: "0 0 344 208", role: "img", "data-chart": which },
    stack.node,
    grid,
    earlier,
    curve,
    dots,
    drop,
    entered,
    start,
    middle,
    end,
  );
  const node = element("figure", {}, picture);
  const axis = label(LEFT, TOP - 13, text.axes[which], "gb-axis");
  picture.append(axis);
  start.textContent = "0";
  middle.textContent = text.layer;

  function draw(values, before, state, entering = "") {
    const depth = values.length - 1;
    const [logs, others] = [values, before].map((all) =>
      all.map((value) => Math.log10(Math.max(value, 1e-300))),
    );
    const { low, high, marks } = axisOf([...logs, ...others]);
    const across = (layer) => LEFT + ((RIGHT - LEFT) * layer) / depth;
    const down = (log) => BOTTOM - ((BOTTOM - TOP) * (log - low)) / (high - low);
    const placesOf = (all) => all.map((log, layer) => [across(layer), down(log)]);
    const places = placesOf(logs);
    stack.draw(
      logs.map((log, layer) => [across(layer), log]),
      state,
    );
    curve.setAttribute("d", pathThrough(places));
    dots.setAttribute("d", places.map((place) => `${pathThrough([place])}h0`).join(""));
    earlier.setAttribute("d", pathThrough(placesOf(others)));
    grid.replaceChildren(
      ...marks.flatMap((power) => [
        svg("path", {
          d: `M${LEFT} ${down(power)}H${RIGHT}`,
          class: power === 0 ? "gb-one" : "gb-line",
        }),
        label(LEFT - 6, down(power) + 4, powerOfTen(power), "gb-mark"),
      ]),
    );
    // A norm behind the last layer takes the 1 that enters down to the last value.
    const [from, to] = [down(0), places.at(-1)[1]];
    drop.setAttribute("d", entering && `M${RIGHT} ${from}V${to}`);
    entered.textContent = entering;
    entered.setAttribute("y", `${from - 7}`);
    end.textContent = `${depth}`;
    const [first, last] = [values[0], values[depth]].map((x) => formatNumber(x, 3));
    const name = text[which];
    picture.setAttribute("aria-label", text.chart({ name, first, last, depth }));
  }
  return { node, draw };
}
