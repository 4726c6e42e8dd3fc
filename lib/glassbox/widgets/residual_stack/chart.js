// A curve over the layers, on a log scale from 0.01 to 100 at least.
import { label, pathThrough } from "../shared/chart.js";
import { element, mathematics, svg } from "../shared/elements.js";
import { formatNumber, powerOfTen } from "../shared/format.js";

const LEFT = 42;
const RIGHT = 330;
const TOP = 10;
const BOTTOM = 150;

/** The exponents of ten that the axis spans, and those that are marked, at most seven. */
export function axisOf(logs) {
  const low = Math.min(-2, Math.floor(Math.min(...logs)));
  const high = Math.max(2, Math.ceil(Math.max(...logs)));
  const step = Math.ceil((high - low) / 6);
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  const marks = Array.from({ length: count }, (_, i) => step * (first + i));
  return { low, high, marks };
}

/** draw(values, before): a value for each layer, and dashed what it was before. */
export function chart(text, which) {
  const grid = svg("g");
  const curve = svg("path", { class: "gb-curve" });
  const dots = svg("path", { class: "gb-dots" });
  const earlier = svg("path", { class: "gb-earlier" });
  const [start, middle, end] = [LEFT, (LEFT + RIGHT) / 2, RIGHT].map((x) =>
    label(x, BOTTOM + 18, ""),
  );
  const picture = svg(
    "svg",
    { viewBox: "0 0 340 174", role: "img", "data-chart": which },
    grid,
    earlier,
    curve,
    dots,
    start,
    middle,
    end,
  );
  const caption = element("figcaption", {}, ...mathematics(text[which]));
  const node = element("figure", {}, caption, picture);
  start.textContent = "0";
  middle.textContent = text.layer;

  function draw(values, before) {
    const [logs, others] = [values, before].map((all) =>
      all.map((value) => Math.log10(Math.max(value, 1e-300))),
    );
    const { low, high, marks } = axisOf([...logs, ...others]);
    const depth = values.length - 1;
    const across = (layer) => LEFT + ((RIGHT - LEFT) * layer) / depth;
    const down = (log) => BOTTOM - ((BOTTOM - TOP) * (log - low)) / (high - low);
    const places = logs.map((log, layer) => [across(layer), down(log)]);
    curve.setAttribute("d", pathThrough(places));
    dots.setAttribute("d", places.map((place) => `${pathThrough([place])}h0`).join(""));
    const earlierPlaces = others.map((log, layer) => [across(layer), down(log)]);
    earlier.setAttribute("d", pathThrough(earlierPlaces));
    grid.replaceChildren(
      ...marks.flatMap((power) => [
        svg("path", {
          d: `M${LEFT} ${down(power)}H${RIGHT}`,
          class: power === 0 ? "gb-one" : "gb-line",
        }),
        label(LEFT - 6, down(power) + 4, powerOfTen(power), "gb-mark"),
      ]),
    );
    end.textContent = `${depth}`;
    const [first, last] = [values[0], values[depth]].map((x) => formatNumber(x, 3));
    const name = text[which].replaceAll("_", "");
    picture.setAttribute("aria-label", text.chart({ name, first, last, depth }));
  }
  return { node, draw };
}
