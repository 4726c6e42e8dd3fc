// The three keys around one query, which lies level: every length is true, and so is
// every angle to the query. Each key's shadow falls on the query's line.
import { draggable, label } from "../shared/chart.js";
import { element, svg } from "../shared/elements.js";
import { formatShort } from "../shared/format.js";
import { LENGTH, MOST, widest } from "./numbers.js";

const REACH = 252; // how long the longest key is drawn; to the left there is half of it
const UNIT = REACH / (MOST * LENGTH); // one scale: it never changes under the hand
const [X, Y] = [135, 284]; // where all arrows start
const [WIDTH, HEIGHT] = [396, 354];
const ROW = 16; // from one shadow to the next
const LINE = 19; // from one name to the next
const BESIDE = 32; // from a head to its name, outside the ring
const NEAR = 22; // a key's head is taken hold of from so far away
const STEP = 5; // degrees that an arrow key turns

/**
 * The picture; draw(found) draws what was measured. onturn(i, degrees, press) hears that
 * the key at i is to be turned; press is new whenever the reader takes hold anew.
 */
export function fan(text, onturn) {
  const axis = svg("path", { class: "gb-axis" });
  const [most, behind] = [Math.floor(REACH / UNIT), Math.floor(REACH / 2 / UNIT)];
  const ends = [-behind, most].map((n) =>
    label(X + UNIT * n, Y - 9, formatShort(n), "gb-end"),
  );
  const arcs = Array.from({ length: MOST }, (_, n) => n + 1).flatMap((times) => {
    const radius = UNIT * LENGTH * times;
    const [x, y] = [X + radius * Math.SQRT1_2, Y - radius * Math.SQRT1_2];
    const words = text.times({ times: formatShort(times) });
    return [
      svg("path", { class: "gb-arc", d: arc(radius) }),
      label(x, y + 4, words, "gb-end"),
    ];
  });
  const query = svg("path", { class: "gb-query" });
  const keys = text.keys.map((name, i) => {
    const head = svg(
      "g",
      {
        class: "gb-head",
        role: "slider",
        tabindex: 0,
        "data-field": `angle-${i}`,
        "aria-label": text.angle({ name }),
        "aria-valuemin": 0,
        "aria-valuemax": 180,
        onkeydown: (event) => onkeydown(event, i),
        ontouchstart: (event) => event.preventDefault(), // the page stays where it is
      },
      svg("circle", { r: NEAR, class: "gb-hold" }),
      svg("circle", { r: 7 }),
    );
    const drop = svg("path", { class: "gb-drop" });
    const band = svg("path", { class: "gb-band" });
    const line = svg("path", { class: "gb-key" });
    const [at, row] = [
      label(0, 0, name, "gb-name"),
      label(4, shadowAt(i) + 5, name, "gb-row"),
    ];
    return { head, drop, band, line, at, row };
  });
  const all = (part) => keys.map((one) => one[part]);
  const start = label(X, Y + 17, text.query, "gb-from");
  const node = svg(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "group",
      class: "gb-fan",
      "aria-label": text.picture,
    },
    ...[axis, ...ends, ...arcs, ...all("drop"), ...all("band"), ...all("row")],
    ...[...all("line"), query, start, ...all("at"), ...all("head")],
  );
  let [angles, lengths] = [[], []];
  let heads = [];
  let held = 0;
  let press = 0;

  function onkeydown(event, i) {
    const { key, ctrlKey, altKey, metaKey } = event;
    if (ctrlKey || altKey || metaKey) return;
    const wider = (Math.floor(angles[i] / STEP + 1e-6) + 1) * STEP;
    const closer = (Math.ceil(angles[i] / STEP - 1e-6) - 1) * STEP;
    const turns = {
      ArrowUp: wider,
      ArrowLeft: wider,
      ArrowDown: closer,
      ArrowRight: closer,
      Home: 0,
      End: widest(lengths[i]),
    };
    if (!(key in turns)) return;
    event.preventDefault();
    onturn(i, Math.max(0, Math.min(widest(lengths[i]), turns[key])), "keys");
  }
  function turnTo(x, y) {
    const degrees = (Math.atan2(Math.max(0, Y - y), x - X) * 180) / Math.PI;
    onturn(held, Math.min(widest(lengths[held]), Math.round(degrees)), press);
  }
  draggable(node, turnTo, (x, y) => {
    const far = heads.map(([a, b]) => Math.hypot(a - x, b - y));
    held = far.lastIndexOf(Math.min(...far));
    if (far[held] > NEAR) return false;
    press += 1;
    keys[held].head.focus({ preventScroll: true });
  });

  function draw({ angle, length, shadow, query: size }) {
    query.setAttribute("d", arrow(X + UNIT * size[0]));
    [angles, lengths] = [angle, length];
    const high = (i) => Math.sqrt(Math.max(0, length[i] ** 2 - shadow[i] ** 2));
    heads = shadow.map((part, i) => [X + UNIT * part, Y - UNIT * high(i)]);
    keys.forEach(({ head, drop, band, line }, i) => {
      const [x, y] = heads[i];
      line.setAttribute("d", `M${X} ${Y}L${x} ${y}`);
      drop.setAttribute("d", `M${x} ${y}V${shadowAt(i)}`);
      band.setAttribute("d", `M${X} ${shadowAt(i)}H${x}`);
      band.toggleAttribute("data-behind", x < X);
      head.setAttribute("transform", `translate(${x} ${y})`);
      const degrees = Math.round(angle[i]);
      head.setAttribute("aria-valuenow", degrees);
      head.setAttribute("aria-valuetext", text.degrees({ degrees }));
    });
    putNames(length.map((long) => 1 + BESIDE / (UNIT * long)));
  }
  /** The axis and its ticks, 1 apart; the last one on either side has its number. */
  function drawAxis() {
    const ticks = Array.from({ length: behind + most + 1 }, (_, n) => {
      const [x, high] = [X + UNIT * (n - behind), n % (behind + most) ? 3 : 6];
      return `M${x} ${Y - high}V${Y + high}`;
    });
    axis.setAttribute("d", `M${X - REACH / 2} ${Y}H${X + REACH}${ticks.join("")}`);
  }
  /** Names beyond the heads, the lowest head first, so that none covers another. */
  function putNames(beyond) {
    const named = [];
    const order = heads.map((_, i) => i).sort((a, b) => heads[b][1] - heads[a][1]);
    for (const i of order) {
      const [x, y] = heads[i];
      const place = [
        Math.max(16, Math.min(WIDTH - 16, X + (x - X) * beyond[i])),
        Math.min(Y - 12, Y + (y - Y) * beyond[i] + 5),
      ];
      const isTaken = ([a, b]) =>
        Math.abs(a - place[0]) < 38 && Math.abs(b - place[1]) < LINE;
      while (named.some(isTaken)) place[1] -= 1;
      named.push(place);
      keys[i].at.setAttribute("x", place[0]);
      keys[i].at.setAttribute("y", place[1]);
    }
  }
  drawAxis();
  return { node: element("div", {}, node), draw };
}

/** How low the shadow of the key at i is drawn, below the query's line. */
function shadowAt(i) {
  return Y + 29 + ROW * i;
}

/** Around the start, from 120° to the query's line: how long a key is at × 1, × 2, …. */
function arc(radius) {
  return `M${X - radius / 2} ${Y - (radius * Math.sqrt(3)) / 2}A${radius} ${radius} 0 0 1 ${X + radius} ${Y}`;
}

/** An arrow from the start along the query's line. */
function arrow(x) {
  return `M${X} ${Y}H${x}M${x - 8} ${Y - 5}L${x} ${Y}L${x - 8} ${Y + 5}`;
}
