// The stack, drawn from left to right: layers, norms, pluses, and a band that runs on.
import { label, pathThrough } from "../shared/chart.js";
import { svg } from "../shared/elements.js";

const STREAM = 18; // the middle of the band that runs through or past the layers
const WIDEST = 14; // half of the band
const BESIDE = 37; // where layers stand that a skip path leads past
const BOX = 20; // how high a layer is
const MOST = 6; // layers that are drawn: more are too narrow to see
const ROOMY = 60; // how wide a layer and its skip path are at most
const OUT = 13; // how far the stream's ends reach out

/** Half of the band's width: 4.5 for 1, a hairline at 0.001, and the widest at 1000. */
export function halfWidth(log) {
  const share = Math.min(Math.max(log / 3, -1), 1);
  return 4.5 + share * (share < 0 ? 4.2 : WIDEST - 4.5);
}

/** A tip at a place: it points in the direction (dx, dy). */
function tip(x, y, dx, dy) {
  const back = [x - 7 * dx, y - 7 * dy];
  const sides = [4, -4].map((s) => [back[0] + s * dy, back[1] + s * dx]);
  return svg("path", { class: "gb-tip", d: `${pathThrough([...sides, [x, y]])}Z` });
}

function norm(x, y, width, height) {
  const place = { x: x - width / 2, y: y - height / 2, width, height };
  return svg("rect", { class: "gb-norm", ...place });
}

/**
 * draw(places, { depth, residual, norm }): pairs of x and the logarithm of what is there.
 * Backward, the tips point the other way, and the paths add up where they forked.
 */
export function strip(left, right, isBackward) {
  const band = svg("path", { class: "gb-band" });
  const layers = svg("g", { class: "gb-layers" });
  const ends = [left - OUT, right + OUT];
  const way = isBackward ? -1 : 1;
  const node = svg(
    "g",
    {},
    svg("path", { class: "gb-stream", d: `M${ends[0]} ${STREAM}H${ends[1]}` }),
    band,
    tip(ends[isBackward ? 0 : 1], STREAM, way, 0),
    layers,
  );

  function layer(middle, room, state) {
    const at = (share) => middle + share * room;
    const [fork, from, to, sum, after] = [-0.4, -0.26, 0.14, 0.26, 0.44].map(at);
    const [wide, top] = [to - from, state.residual ? BESIDE : STREAM - BOX / 2];
    const low = top + BOX / 2;
    const box = svg("rect", {
      class: "gb-layer",
      x: from,
      y: top,
      width: wide,
      height: BOX,
    });
    const parts = [box, label(from + wide / 2, low + 4, "f", "gb-f")];
    if (state.norm === "post") parts.push(norm(after, STREAM, 5, 30));
    if (state.norm === "pre" && !state.residual) parts.push(norm(fork, STREAM, 5, 30));
    if (state.residual) {
      const d = `M${fork} ${STREAM}V${low}H${from}M${to} ${low}H${sum}V${STREAM}`;
      const plus = isBackward ? fork : sum;
      parts.unshift(
        svg("path", { class: "gb-around", d }),
        svg("circle", { cx: plus, cy: STREAM, r: 5.5 }),
        label(plus, STREAM + 4.2, "+"),
        tip(plus, STREAM + 6, 0, -1),
      );
      if (state.norm === "pre") parts.push(norm(fork, BESIDE - 3, 16, 5));
    }
    return svg("g", {}, ...parts);
  }

  function draw(places, state) {
    const above = places.map(([x, log]) => [x, STREAM - halfWidth(log)]);
    const below = places.map(([x, log]) => [x, STREAM + halfWidth(log)]);
    band.setAttribute("d", `${pathThrough([...above, ...below.reverse()])}Z`);
    const count = Math.min(state.depth, MOST);
    const step = (right - left) / count;
    const drawn = Array.from({ length: count }, (_, i) =>
      layer(left + step * (i + 0.5), Math.min(step, ROOMY), state),
    );
    const isEnding = state.norm === "pre"; // then one more norm follows the last layer
    layers.replaceChildren(...drawn, ...(isEnding ? [norm(right, STREAM, 5, 30)] : []));
  }
  return { node, draw };
}
