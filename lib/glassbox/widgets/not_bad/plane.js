// The plane of the two facts: where the mood is above 0 and where below, and the phrases.
import { label, pathThrough } from "../shared/chart.js";
import { svg } from "../shared/elements.js";
import { formatShort } from "../shared/format.js";
import { FACTS, moods, PHRASES } from "./numbers.js";

const SIDE = 238; // of the picture; its left and top, and where 0 and 1 are
const [LEFT, TOP] = [34, 6];
const EDGE = 0.35; // what is seen beyond 0 and 1
const CELLS = 34; // along a side
const STEP = SIDE / CELLS;
const across = (positive) => LEFT + ((positive + EDGE) / (1 + 2 * EDGE)) * SIDE;
const down = (negated) => TOP + ((1 + EDGE - negated) / (1 + 2 * EDGE)) * SIDE;

const middle = (i) => ((i + 0.5) / CELLS) * (1 + 2 * EDGE) - EDGE;
const PLACES = Array.from({ length: CELLS * CELLS }, (_, k) => [
  middle(k % CELLS),
  middle(CELLS - 1 - Math.floor(k / CELLS)),
]);

/** How strong a color is: some as soon as it is not 0, and all of it from 1 on. */
function strength(mood) {
  return Math.abs(mood) < 1e-9 ? 0 : 0.1 + 0.32 * Math.min(1, Math.abs(mood));
}

/** The border, where the mood is 0: in each triangle of the grid it is straight. */
function border(state) {
  const wide = CELLS + 1;
  const corners = Array.from({ length: wide * wide }, (_, k) => [
    middle((k % wide) - 0.5),
    middle(CELLS - 0.5 - Math.floor(k / wide)),
  ]);
  const places = [...corners, ...PLACES];
  const found = moods(state, places).map((mood) => (Math.abs(mood) < 1e-9 ? 0 : mood));
  const parts = PLACES.flatMap((_, k) => {
    const at = Math.floor(k / CELLS) * wide + (k % CELLS);
    const around = [at, at + 1, at + 1 + wide, at + wide];
    return around.map((corner, i) => {
      const three = [corner, around[(i + 1) % 4], corners.length + k];
      const ends = three.flatMap((a, j) => {
        const b = three[(j + 1) % 3];
        if (found[a] > 0 === found[b] > 0) return [];
        const far = found[a] / (found[a] - found[b]);
        const [x, y] = places[a].map((from, n) => from + far * (places[b][n] - from));
        return [[across(x), down(y)]];
      });
      return pathThrough(ends);
    });
  });
  return parts.join("");
}

export function plane(text) {
  const ground = PLACES.map((_, k) =>
    svg("rect", {
      x: LEFT + (k % CELLS) * STEP,
      y: TOP + Math.floor(k / CELLS) * STEP,
      width: STEP,
      height: STEP,
    }),
  );
  const axes = svg("g", { class: "gb-axes" });
  for (const n of [0, 1])
    axes.append(
      svg("path", { d: `M${LEFT} ${down(n)}H${LEFT + SIDE}` }),
      svg("path", { d: `M${across(n)} ${TOP}V${TOP + SIDE}` }),
      label(across(n), TOP + SIDE + 15, n),
      label(LEFT - 10, down(n) + 4, n),
    );
  const upright = label(12, down(0.5), text.columns.negated);
  upright.setAttribute("transform", `rotate(-90 12 ${down(0.5)})`);
  axes.append(label(across(0.5), TOP + SIDE + 15, text.columns.positive), upright);
  const points = PHRASES.map((name, i) => {
    const [x, y] = [across(FACTS[i][0]), down(FACTS[i][1])];
    const mood = label(x, y + 28, "", "gb-mood");
    const dot = svg("circle", { cx: x, cy: y, r: 5 });
    const node = svg("g", {}, dot, label(x, y - 11, text.phrases[name]), mood);
    return { node, mood };
  });
  const edge = svg("path", { class: "gb-border" });
  const attributes = { viewBox: "0 0 280 266", role: "img", class: "gb-plane" };
  const nodes = points.map((one) => one.node);
  const node = svg(
    "svg",
    attributes,
    svg("g", { class: "gb-ground" }, ...ground),
    axes,
    edge,
    ...nodes,
  );

  /** Paint a state, with the four moods and which of them are right. */
  function draw(state, found, right, words) {
    moods(state, PLACES).forEach((mood, k) => {
      ground[k].setAttribute("class", mood > 0 ? "gb-up" : "gb-down");
      ground[k].setAttribute("fill-opacity", strength(mood).toFixed(2));
    });
    edge.setAttribute("d", border(state));
    points.forEach((one, i) => {
      one.mood.textContent = `${formatShort(found[i], 2)} ${right[i] ? "✓" : "✗"}`;
      one.mood.dataset.value = found[i];
      one.node.setAttribute("class", right[i] ? "gb-right" : "gb-not");
    });
    node.ariaLabel = words;
  }
  return { node, draw };
}
