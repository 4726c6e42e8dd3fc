// The plane: the query, the keys as arrows, and their shadows, each on a line of its own
// beside that of the query.
import { draggable, label } from "../shared/chart.js";
import { svg } from "../shared/elements.js";
import { around, along as boxesAlong, settle } from "./labels.js";
import { ACROSS, turnOf } from "./numbers.js";

const UNIT = 34; // how long a 1 is, always: another key never seems to shrink
const [X, Y] = [124, 24 + UNIT * 7.6]; // where all arrows start; no shadow is higher
const [WIDTH, HEIGHT] = [X + UNIT * ACROSS + 66, Y + 186];
const SIDE = [14, 32, 50]; // how far beside the query's line each key's shadow is
const NEAR = 32; // of a tip, to take it
const FAR = 2 * WIDTH; // out of the picture
const STEPS = {
  ArrowLeft: [-5, 0],
  ArrowRight: [5, 0],
  ArrowUp: [0, 0.25],
  ArrowDown: [0, -0.25],
};

/**
 * The picture: onselect(i) hears which key is pressed, onmove(which, up, right, press)
 * where a tip is dragged, onkey(which, turn, stretch) what the arrow keys ask for;
 * which is a key's place, or "query".
 */
export function plane(text, { onselect, onmove, onkey }) {
  /** @type {(tip: number[]) => any} */
  const placeOf = ([up, right]) => [X + UNIT * right, Y - UNIT * up];
  const axis = svg("path", { class: "gb-axis" });
  const corner = svg("path", { class: "gb-corner" }); // a right angle
  const shades = text.keys.map(() => ({
    line: svg("path", { class: "gb-axis" }),
    band: svg("path", { class: "gb-band" }),
    drop: svg("path", { class: "gb-drop" }),
    word: label(0, 0, "", "gb-size"),
  }));
  const keys = text.keys.map((name) => arrow("gb-key", name));
  const query = arrow("gb-query", text.query);
  const handles = [...keys.map((_, i) => handle(i)), handle("query")];
  const node = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", class: "gb-plane" },
    ...[axis, ...shades.flatMap(({ line, band, drop }) => [line, band, drop]), corner],
    ...[...keys.map((one) => one.node), query.node],
    ...[...shades.map(({ word }) => word), ...handles.map((one) => one.node)],
  );

  let tips = []; // of the keys, then the query's
  let [words, blocked] = [[], []]; // in the picture, and what they keep clear of
  let presses = 0;
  /** @type {number | "query"} */
  let held = "query";
  let from = [0, 0]; // how far the tip is from the pointer
  draggable(node, drag, (x, y) => {
    const places = tips.map(placeOf);
    const far = places.map((tip) => Math.hypot(tip[0] - x, tip[1] - y));
    const nearest = far.indexOf(Math.min(...far));
    if (far[nearest] > NEAR) return false; // beside them all
    presses += 1;
    from = [places[nearest][0] - x, places[nearest][1] - y];
    held = nearest < keys.length ? nearest : "query";
    if (held !== "query") onselect(held);
    handles[nearest].node.focus({ preventScroll: true });
    return true;
  });
  function drag(x, y) {
    onmove(held, (Y - y - from[1]) / UNIT, (x + from[0] - X) / UNIT, presses);
  }
  /** A round handle on a tip. */
  function handle(which) {
    const one = svg(
      "g",
      {
        ...{ class: "gb-handle", role: "slider", tabindex: 0 },
        "data-of": which === "query" ? which : `key-${which}`,
        ...{ "aria-valuemin": 0, "aria-valuemax": 180 },
        onkeydown: (event) => press(which, event),
      },
      svg("circle", { r: NEAR, class: "gb-reach" }),
      svg("circle", { r: 6, class: "gb-knob" }),
    );
    function set(tip, { name, words }) {
      const [x, y] = placeOf(tip);
      one.setAttribute("transform", `translate(${x} ${y})`);
      one.setAttribute("aria-label", name);
      one.setAttribute("aria-valuenow", `${Math.round(turnOf(tip))}`);
      one.setAttribute("aria-valuetext", words);
    }
    return { node: one, set };
  }
  function press(which, event) {
    if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!(event.key in STEPS)) return;
    event.preventDefault();
    onkey(which, ...STEPS[event.key]);
  }

  /** Draw the arrows and the keys' shadows; said has the words of keys and query. */
  function draw(now, shadows, said) {
    const { selected } = now;
    tips = [...now.tips, now.query];
    handles.forEach(({ node: one, set }, i) => {
      set(tips[i], said[i]);
      one.setAttribute("aria-current", `${i === selected}`);
    });
    node.setAttribute("aria-label", `${text.title}. ${said[selected].words}`);
    const turned = turnOf(now.query);
    const turn = (turned * Math.PI) / 180;
    /** @type {[number, number]} */
    const along = [Math.sin(turn), -Math.cos(turn)]; // one pixel along the query
    // One pixel to the side where fewer keys lie.
    const left = turned > 90 ? -1 : 1;
    const beside = [left * along[1], -left * along[0]];
    /** @type {(far: number, side: number) => any} */
    const at = (far, side) =>
      [X, Y].map((from, n) => from + far * along[n] + side * beside[n]);
    const path = (from, to) => `M${from.join(" ")}L${to.join(" ")}`;
    axis.setAttribute("d", path(at(-FAR, 0), at(FAR, 0)));
    const ends = shadows.map((far, i) => at(UNIT * far, SIDE[i]));
    shades.forEach(({ line, band, drop, word }, i) => {
      line.setAttribute("d", path(at(-FAR, SIDE[i]), at(FAR, SIDE[i])));
      band.setAttribute("d", path(at(0, SIDE[i]), ends[i]));
      drop.setAttribute("d", path(placeOf(tips[i]), ends[i]));
      word.textContent = said[i].shown;
      for (const one of [band, drop, word])
        one.setAttribute("aria-current", `${i === selected}`);
    });
    drawCorner(now.tips[selected], at(UNIT * shadows[selected], 0), along);
    [...keys, query].forEach(({ node: one, set }, i) => {
      set(UNIT * tips[i][1], UNIT * tips[i][0]);
      one.setAttribute("aria-current", `${i === selected}`);
    });
    const past = ([up, right]) =>
      right > Math.abs(up) / 2 ? [1, 0] : [0, up < 0 ? 1 : -1];
    words = [
      ...shades.map(({ word }, i) => {
        const ahead = shadows[i] < 0 ? along.map((part) => -part) : along;
        return { node: word, at: ends[i], toward: ahead, gap: 2 };
      }),
      { node: query.word, at: placeOf(now.query), toward: past(now.query) },
      ...keys.map(({ word }, i) => ({
        ...{ node: word, at: placeOf(tips[i]), toward: past(tips[i]) },
      })),
    ].map((word) => ({ gap: 11, letters: word.node.textContent.length, ...word }));
    blocked = [
      ...tips.map((tip) => around(placeOf(tip), 9)),
      ...tips.flatMap((tip) => boxesAlong([X, Y], placeOf(tip), 4)),
      ...ends.flatMap((end, i) => boxesAlong(at(0, SIDE[i]), end, 8)),
      ...ends.flatMap((end, i) => boxesAlong(end, placeOf(tips[i]), 2)),
    ];
    settleWords();
  }
  function settleWords() {
    settle(words, blocked, WIDTH, HEIGHT);
  }
  /** The right angle where the shadow ends. */
  function drawCorner(tip, [x, y], along) {
    const [keyX, keyY] = placeOf(tip);
    const [high, long] = [Math.hypot(keyX - x, keyY - y), Math.hypot(x - X, y - Y)];
    let path = "";
    if (high > 20 && long > 16) {
      const back = (x - X) * along[0] + (y - Y) * along[1] > 0 ? -10 : 10;
      const up = [(10 * (keyX - x)) / high, (10 * (keyY - y)) / high];
      const [endX, endY] = [x + back * along[0], y + back * along[1]];
      const sides = `M${x + up[0]} ${y + up[1]}L${endX + up[0]} ${endY + up[1]}`;
      path = `${sides}L${endX} ${endY}`;
    }
    corner.setAttribute("d", path);
  }
  const sized = new ResizeObserver(settleWords); // letters are larger on a phone
  sized.observe(node);
  return { node, draw, stop: () => sized.disconnect() };
}

/** An arrow from the start; set(right, up) points it; its word has its place from the picture. */
function arrow(look, name) {
  const line = svg("path");
  const head = svg("path", { class: "gb-head" });
  const word = label(0, 0, name, "gb-name");
  const reach = svg("circle", { r: NEAR, class: "gb-reach" });
  const node = svg("g", { class: look }, line, head, word, reach);
  function set(right, up) {
    const length = Math.hypot(right, up);
    const [dx, dy] = [right / length, -up / length];
    const [x, y] = [X + right, Y - up];
    const [backX, backY] = [x - 10 * dx, y - 10 * dy];
    line.setAttribute("d", `M${X} ${Y}L${backX} ${backY}`);
    const sides = [1, -1].map((s) => `L${backX - 5 * s * dy} ${backY + 5 * s * dx}`);
    head.setAttribute("d", `M${x} ${y}${sides.join("")}Z`);
    reach.setAttribute("cx", `${x}`);
    reach.setAttribute("cy", `${y}`);
  }
  return { node, word, set };
}
