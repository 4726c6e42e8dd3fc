// The plane: the query with its line, the keys as arrows, and their shadows on the line.
import { draggable, label } from "../shared/chart.js";
import { svg } from "../shared/elements.js";
import { around, along as boxesAlong, settle } from "./labels.js";
import { ACROSS, LEAST, MOST, turnOf } from "./numbers.js";

const UNIT = 46; // how long a 1 is, always: another key never seems to shrink
const [X, Y] = [90, 34 + UNIT * MOST]; // where all arrows start
const [WIDTH, HEIGHT] = [X + UNIT * ACROSS + 66, Y + 10 - UNIT * LEAST];
const NEAR = 32; // of a tip, to take it
const FAR = 2 * WIDTH; // out of the picture
const EDGE = 8; // how near the picture's edge a shadow may end
const STEPS = {
  ArrowLeft: [-5, 0],
  ArrowRight: [5, 0],
  ArrowUp: [0, 0.25],
  ArrowDown: [0, -0.25],
};

/**
 * The picture: onselect(i) hears which key is pressed, onmove(which, up, right, press)
 * where a tip is dragged, onkey(which, turn, stretch) what the arrow keys ask for;
 * which is "key", the selected one, or "query".
 */
export function plane(text, { onselect, onmove, onkey }) {
  /** @type {(tip: number[]) => any} */
  const placeOf = ([up, right]) => [X + UNIT * right, Y - UNIT * up];
  const axis = svg("path", { class: "gb-axis" });
  const band = svg("path", { class: "gb-band" });
  const drop = svg("path", { class: "gb-drop" });
  const others = svg("path", { class: "gb-drop gb-faint" }); // of the other keys
  const thin = svg("path", { class: "gb-band gb-thin" }); // their shadows
  const cut = svg("path", { class: "gb-cut" }); // where a shadow leaves the picture
  const corner = svg("path", { class: "gb-corner" }); // a right angle
  const shadow = label(0, 0, "", "gb-size");
  const keys = text.keys.map((name) => arrow("gb-key", name));
  const query = arrow("gb-query", text.query);
  const handles = { query: handle("query"), key: handle("key") };
  const node = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", class: "gb-plane" },
    svg("rect", {
      class: "gb-ground",
      x: X,
      y: Y - UNIT * MOST,
      width: UNIT * ACROSS,
      height: UNIT * (MOST - LEAST),
    }),
    ...[axis, band, thin, cut, others, ...keys.map((one) => one.node), query.node],
    ...[corner, drop, shadow, handles.query.node, handles.key.node],
  );

  let tips = []; // of the keys, then the query's
  let [words, blocked] = [[], []]; // in the picture, and what they keep clear of
  let [presses, held] = [0, "key"];
  let from = [0, 0]; // how far the tip is from the pointer
  draggable(node, drag, (x, y) => {
    const places = tips.map(placeOf);
    const far = places.map((tip) => Math.hypot(tip[0] - x, tip[1] - y));
    const nearest = far.indexOf(Math.min(...far));
    if (far[nearest] > NEAR) return false; // beside them all
    presses += 1;
    from = [places[nearest][0] - x, places[nearest][1] - y];
    held = nearest < keys.length ? "key" : "query";
    if (held === "key") onselect(nearest);
    handles[held].node.focus({ preventScroll: true });
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
        ...{ class: "gb-handle", "data-of": which, role: "slider", tabindex: 0 },
        ...{ "aria-valuemin": 0, "aria-valuemax": 180 },
        onkeydown: (event) => press(which, event),
      },
      svg("circle", { r: NEAR, class: "gb-reach" }),
      svg("circle", { r: which === "key" ? 8 : 6, class: "gb-knob" }),
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

  /** Draw the arrows and the keys' shadows; said has the words of both handles. */
  function draw(now, shadows, said) {
    const { selected } = now;
    tips = [...now.tips, now.query];
    handles.key.set(now.tips[selected], said.key);
    handles.query.set(now.query, said.query);
    node.setAttribute("aria-label", `${text.title}. ${said.key.words}`);
    const turn = (turnOf(now.query) * Math.PI) / 180;
    /** @type {[number, number]} */
    const along = [Math.sin(turn), -Math.cos(turn)]; // one pixel along the query
    /** @type {(i: number, part?: number) => any} */
    const foot = (i, part = 1) =>
      along.map((step, n) => [X, Y][n] + part * step * UNIT * shadows[i]);
    const [overX, overY] = along.map((part) => FAR * part);
    axis.setAttribute("d", `M${X - overX} ${Y - overY}L${X + overX} ${Y + overY}`);
    const fall = (i) => `M${placeOf(tips[i]).join(" ")}L${foot(i).join(" ")}`;
    const rest = keys.map((_, i) => i).filter((i) => i !== selected);
    others.setAttribute("d", rest.map(fall).join(""));
    drop.setAttribute("d", fall(selected));
    const shade = (i) => `M${X} ${Y}L${foot(i).join(" ")}`;
    thin.setAttribute("d", rest.map(shade).join(""));
    band.setAttribute("d", shade(selected));
    const end = foot(selected, insideOf(foot(selected)));
    const isCut = `${end}` !== `${foot(selected)}`;
    cut.setAttribute("d", isCut ? breakAt(end, along) : "");
    drawCorner(now.tips[selected], foot(selected), along);
    const side = turnOf(now.tips[selected]) * (Math.PI / 180) >= turn ? 1 : -1;
    shadow.textContent = said.shown;
    keys.forEach(({ node: one, set }, i) => {
      set(UNIT * tips[i][1], UNIT * tips[i][0]);
      one.setAttribute("aria-current", `${i === selected}`);
    });
    query.set(UNIT * now.query[1], UNIT * now.query[0]);
    const past = ([up, right]) =>
      right > Math.abs(up) / 2 ? [1, 0] : [0, up < 0 ? 1 : -1];
    const beside = turn < 0.4 ? [-1, 0] : past(now.query);
    words = [
      { node: query.word, at: placeOf(now.query), toward: beside, gap: 12 },
      ...keys.map(({ word }, i) => {
        const gap = i === selected ? 13 : 8;
        return { node: word, at: placeOf(tips[i]), toward: past(tips[i]), gap };
      }),
      {
        node: shadow,
        at: end,
        toward: [-side * Math.cos(turn), -side * Math.sin(turn)],
      },
    ].map((word) => ({ gap: 14, letters: word.node.textContent.length, ...word }));
    blocked = [
      ...tips.map((tip, i) => around(placeOf(tip), i < keys.length ? 8 : 12)),
      ...tips.flatMap((tip) => boxesAlong([X, Y], placeOf(tip), 4)),
      ...boxesAlong([X, Y], end, 11),
      ...boxesAlong(foot(selected), placeOf(tips[selected]), 2),
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

/** How much of the way from the start to a place lies in the picture, 1 at most. */
function insideOf([x, y]) {
  const part = (from, to, end) =>
    to > end - EDGE
      ? (end - EDGE - from) / (to - from)
      : to < EDGE
        ? (from - EDGE) / (from - to)
        : 1;
  return Math.min(part(X, x, WIDTH), part(Y, y, HEIGHT));
}

/** Two slanted strokes across the line: it goes on beyond the picture. */
function breakAt([x, y], [dx, dy]) {
  const back = Math.sign((x - X) * dx + (y - Y) * dy);
  return [14, 22]
    .map((far) => [x - back * far * dx, y - back * far * dy])
    .map(([atX, atY]) => {
      const [a, b] = [12 * dy + 4 * dx, 4 * dy - 12 * dx];
      return `M${atX - a} ${atY - b}L${atX + a} ${atY + b}`;
    })
    .join("");
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
