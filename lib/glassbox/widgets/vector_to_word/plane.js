// The plane of the two numbers: the vector, the words' rows, and where the word leads.
import { draggable, label, pathThrough } from "../shared/chart.js";
import { svg } from "../shared/elements.js";
import { sides } from "./names.js";
import { LARGEST, region, shadows, WORDS } from "./numbers.js";

const SIDE = 252; // of the picture; its left and top
const [LEFT, TOP] = [10, 10];
const SNAP = 4; // what is dragged is a multiple of a quarter
const NEAR = 13; // a press this near takes hold of a point
const WITHIN = [LEFT, TOP, LEFT + SIDE, TOP + SIDE];
const across = (first) => LEFT + ((first + LARGEST) / (2 * LARGEST)) * SIDE;
const down = (second) => TOP + ((LARGEST - second) / (2 * LARGEST)) * SIDE;
const drawn = ([first, second]) => [across(first), down(second)];

/** The ways that the vector and the rows have gone, with a ring at each old place. */
function paths(passed) {
  const ways = passed.map(({ vector, rows }) => [vector, ...rows].map(drawn));
  if (ways.length < 2) return "";
  const rings = ways.slice(0, -1).flat();
  const ring = ([x, y]) => `M${x - 3} ${y}a3 3 0 1 0 6 0a3 3 0 1 0-6 0`;
  return (
    ways[0].map((_, i) => pathThrough(ways.map((all) => all[i]))).join("") +
    rings.map(ring).join("")
  );
}

/** The outline of a polygon in the plane's numbers; "" where it has no corners. */
function closed(corners) {
  return corners.length ? `${pathThrough(corners.map(drawn))}Z` : "";
}

/** ondrag(place, held, press) hears where the vector is pulled: held -1, or a word. */
export function plane(text, ondrag) {
  const ground = svg("rect", { x: LEFT, y: TOP, width: SIDE, height: SIDE });
  const led = svg("path", { class: "gb-leads" });
  const shares = WORDS.map(() => svg("path"));
  const axes = svg("g", { class: "gb-axes" });
  for (const n of [-2, -1, 0, 1, 2])
    axes.append(
      svg("path", { d: `M${LEFT} ${down(n)}H${LEFT + SIDE}` }),
      svg("path", { d: `M${across(n)} ${TOP}V${TOP + SIDE}` }),
    );
  for (const n of [-2, 2])
    axes.append(
      label(across(n), down(0) + 18, n),
      label(across(0) - 9, down(n) + 4, n),
    );
  axes.append(
    svg("path", { class: "gb-zero", d: `M${LEFT} ${down(0)}H${LEFT + SIDE}` }),
    svg("path", { class: "gb-zero", d: `M${across(0)} ${TOP}V${TOP + SIDE}` }),
  );
  const points = WORDS.map((word) => {
    const dot = svg("circle", { r: 4.5 });
    const name = label(0, 0, text.words[word]);
    return { dot, name, node: svg("g", { class: "gb-point" }, dot, name) };
  });
  const along = svg("path", { class: "gb-along" }); // the vector's line, both ways
  const falls = WORDS.map(() => svg("path", { class: "gb-fall" }));
  const shadow = svg("path", { class: "gb-shadow" }); // of the word that comes next
  const trail = svg("path", { class: "gb-trail" });
  const line = svg("path", { class: "gb-line" });
  const tip = svg("circle", { class: "gb-tip", r: 8 });
  const name = label(0, 0, "h", "gb-vector");
  const node = svg(
    "svg",
    { viewBox: "0 0 272 272", role: "img", class: "gb-plane" },
    svg("g", { class: "gb-shares" }, ground, ...shares),
    svg("g", { class: "gb-ground" }, led),
    axes,
    along,
    ...falls,
    trail,
    line,
    shadow,
    ...points.map((point) => point.node),
    tip,
    name,
  );
  let press = 0;
  let held = -1; // the word whose point is dragged; -1 for the vector
  let ends = []; // the tip of the vector, then the words' points
  const at = (x, y) =>
    [(x - LEFT) / SIDE, (TOP + SIDE - y) / SIDE].map((part) => {
      const value = Math.min(1, Math.max(0, part)) * 2 * LARGEST - LARGEST;
      return Math.round(value * SNAP) / SNAP + 0;
    });
  /** What a press takes hold of: the vector, unless a word's point is nearer. */
  function taken(x, y) {
    const far = ends.map(([a, b]) => Math.hypot(across(a) - x, down(b) - y));
    const least = Math.min(...far);
    return least < NEAR ? far.indexOf(least) - 1 : -1;
  }
  draggable(
    node,
    (x, y) => ondrag(at(x, y), held, press),
    (x, y) => {
      press += 1;
      held = taken(x, y);
      if (held < 0) ondrag(at(x, y), held, press); // a point waits until it is moved
    },
  );

  /** Paint a state, and the states that steps led through; leaders are places. */
  function draw(state, leaders, words, passed) {
    ends = [state.vector, ...state.rows];
    const ground = WORDS.map((word) => closed(region({ ...state, word })));
    shares.forEach((share, i) => share.setAttribute("d", ground[i]));
    led.setAttribute("d", ground[WORDS.indexOf(state.word)]);
    const tops = state.rows.map(drawn);
    const head = drawn(state.vector);
    const zero = drawn([0, 0]);
    const { cast, length } = shadows(state);
    const feet = cast.map(({ end }) => drawn(end));
    const most = Math.max(...state.vector.map(Math.abs));
    const far = state.vector.map((number) => most && (LARGEST * number) / most);
    const back = far.map((number) => -number);
    along.setAttribute("d", pathThrough([drawn(back), drawn(far)]));
    falls.forEach((fall, i) => {
      fall.setAttribute("d", length ? pathThrough([tops[i], feet[i]]) : "");
      fall.classList.toggle("gb-next", WORDS[i] === state.word);
    });
    const place = WORDS.indexOf(state.word);
    shadow.setAttribute("d", pathThrough([zero, feet[place]]));
    trail.setAttribute("d", paths(passed));
    const lines = [
      { from: zero, to: head, weight: 40 },
      ...tops.map((from, i) => ({ from, to: feet[i], weight: 4 })),
    ];
    const names = WORDS.map((word) => text.words[word]);
    const chosen = sides(names, [...tops, head, zero], lines, WITHIN);
    points.forEach(({ dot, name, node }, i) => {
      const [x, y] = tops[i];
      const { dx, dy, anchor } = chosen[i];
      for (const [part, value] of [
        ["cx", x],
        ["cy", y],
      ])
        dot.setAttribute(part, value);
      name.setAttribute("x", x + dx);
      name.setAttribute("y", y + dy);
      name.setAttribute("style", `text-anchor: ${anchor}`);
      node.classList.toggle("gb-best", leaders.includes(i));
      node.classList.toggle("gb-next", WORDS[i] === state.word);
    });
    const [x, y] = head;
    line.setAttribute("d", pathThrough([zero, head]));
    tip.setAttribute("cx", x);
    tip.setAttribute("cy", y);
    name.setAttribute("x", x);
    name.setAttribute("y", y + (y < TOP + 30 ? 22 : -13));
    node.ariaLabel = words;
  }
  return { node, draw };
}
