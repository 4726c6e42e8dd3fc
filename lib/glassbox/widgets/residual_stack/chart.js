// The stack, drawn, and below it a curve over its layers, on a log scale.
import { label, pathThrough } from "../shared/chart.js";
import { element, svg } from "../shared/elements.js";
import { formatNumber, powerOfTen } from "../shared/format.js";

const LEFT = 46;
const RIGHT = 330;
const TOP = 82;
const BOTTOM = 188;
const STREAM = 18; // the middle of the band that runs through or past the layers
const WIDEST = 14; // half of the band
const BESIDE = 41; // where layers stand that a skip path leads past
const BOX = 20; // how high a layer is
const MOST = 8; // layers that are drawn: more are too narrow to see

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

/** Half of the band's width: 4.5 for 1, and 1.5 for each power of ten; never none. */
export function halfWidth(log) {
  return Math.min(Math.max(4.5 + 1.5 * log, 0.3), WIDEST);
}

/**
 * draw(values, before, residual, entering): a value for each layer, what it was before,
 * and words for the 1 that a final norm made the last value of, or none.
 */
export function chart(text, which) {
  const band = svg("path", { class: "gb-band" });
  const layers = svg("g", { class: "gb-layers" });
  const grid = svg("g");
  const curve = svg("path", { class: "gb-curve" });
  const dots = svg("path", { class: "gb-dots" });
  const earlier = svg("path", { class: "gb-earlier" });
  const drop = svg("path", { class: "gb-drop" });
  const entered = label(RIGHT - 9, 0, "", "gb-mark");
  const [start, middle, end] = [LEFT, (LEFT + RIGHT) / 2, RIGHT].map((x) =>
    label(x, BOTTOM + 19, ""),
  );
  const picture = svg(
    "svg",
    { viewBox: "0 0 344 211", role: "img", "data-chart": which },
    band,
    layers,
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
  const axis = label(LEFT, TOP - 7, text.axes[which], "gb-axis");
  picture.append(axis);
  start.textContent = "0";
  middle.textContent = text.layer;

  function drawStack(places, depth, residual) {
    const above = places.map(([x, log]) => [x, STREAM - halfWidth(log)]);
    const below = places.map(([x, log]) => [x, STREAM + halfWidth(log)]);
    band.setAttribute("d", `${pathThrough([...above, ...below.reverse()])}Z`);
    const count = Math.min(depth, MOST);
    const step = (RIGHT - LEFT) / count;
    const wide = Math.min(0.5 * step, 26);
    const top = residual ? BESIDE : STREAM - BOX / 2;
    layers.replaceChildren(
      ...Array.from({ length: count }, (_, layer) => {
        const x = LEFT + step * (layer + 0.5) - wide / 2;
        const [from, to, y] = [x - 0.15 * step, x + wide + 0.15 * step, top + BOX / 2];
        const reads = `M${from} ${STREAM}V${y}H${x}M${x + wide} ${y}H${to}V${STREAM}`;
        const box = svg("rect", { x, y: top, width: wide, height: BOX });
        if (!residual) return svg("g", {}, box);
        const sum = svg("circle", { cx: to, cy: STREAM, r: 5.5 });
        const plus = label(to, STREAM + 4.2, "+");
        return svg("g", {}, svg("path", { d: reads }), box, sum, plus);
      }),
    );
  }

  function draw(values, before, residual, entering = "") {
    const [logs, others] = [values, before].map((all) =>
      all.map((value) => Math.log10(Math.max(value, 1e-300))),
    );
    const { low, high, marks } = axisOf([...logs, ...others]);
    const depth = values.length - 1;
    const across = (layer) => LEFT + ((RIGHT - LEFT) * layer) / depth;
    const down = (log) => BOTTOM - ((BOTTOM - TOP) * (log - low)) / (high - low);
    const placesOf = (all) => all.map((log, layer) => [across(layer), down(log)]);
    const places = placesOf(logs);
    const bandPlaces = logs.map((log, layer) => [across(layer), log]);
    drawStack(bandPlaces, depth, residual);
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
