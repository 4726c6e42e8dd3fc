// How pairs of components turn from one position to another: dials, and what they say.
import { element, write } from "../shared/elements.js";
import { fixed, formatNumber, formatPlain, formatShort } from "../shared/format.js";
import { dial } from "./dial.js";
import { pairOf, pairsShown, stepAngles, turn } from "./numbers.js";

/** set(table, position, state) shows the turns from a position to that k steps on. */
export function turns(text) {
  const title = element("div", { class: "gb-title" });
  const note = element("p", { class: "gb-meaning", "data-words": "turned" });
  const dials = Array.from({ length: 3 }, dial);
  const circles = dials.map(({ node }) => node);
  const children = [title, element("div", { class: "gb-circles" }, ...circles)];

  function set(table, position, { d_model, steps, pair, base }) {
    const [from, to] = [table[position], table[position + steps]];
    const second = `${position + steps}`;
    title.textContent = text.turns.title({ position: `${position}`, second });
    const shown = pairsShown(d_model, pair);
    dials.forEach((one, n) => {
      one.node.hidden = shown[n] === null;
      if (shown[n] !== null) paint(one, shown[n], from, to, { steps, base });
    });
    const turned = turn(from, steps, base);
    const worst = Math.max(...turned.map((x, j) => Math.abs(x - to[j])));
    const difference = formatNumber(worst);
    write(note, text.turns.note({ steps: formatShort(steps), second, difference }));
    note.dataset.value = `${worst}`;
  }
  function paint({ picture, lines, ...hands }, i, from, to, { steps, base }) {
    const angle = stepAngles(from.length, base)[i];
    const round = (2 * Math.PI) / angle;
    const pairs = [pairOf(from, i), pairOf(to, i)];
    hands.set(...pairs, steps * angle);
    const [before, after] = pairs.map((pair) => pairInWords(text, pair));
    const components = { first: `${2 * i}`, second: `${2 * i + 1}` };
    const said = text.turns.said({ ...components, before, after });
    picture.setAttribute("aria-label", said);
    const words = [
      [text.turns.pair({ pair: `${i}` }), i],
      [turned(steps * angle), steps * angle],
      [text.turns.round({ n: count(round) }), round],
    ];
    lines.forEach((line, k) => {
      write(line, words[k][0]);
      line.dataset.value = words[k][1];
    });
  }
  /** In degrees, and in laps once there is a whole one. */
  function turned(angle) {
    const laps = angle / (2 * Math.PI);
    if (Math.abs(laps) >= 1) return text.turns.laps({ laps: fixed(laps, 2) });
    return text.turns.all_steps({ angle: degrees(angle) });
  }
  /** 57.3°, and 0.0072° for a slow pair: two digits that are not 0. */
  function degrees(angle) {
    const turned = (180 * angle) / Math.PI;
    const small = turned && Math.abs(turned) < 1;
    const decimals = small ? turned.toPrecision(2).split(".")[1].length : 1;
    return text.turns.degrees({ angle: fixed(turned, decimals) });
  }
  return { children, note, set };
}

/** Two numbers, such as a sine and its cosine. */
export function pairInWords(text, pair) {
  const [first, second] = pair.map((x) => formatNumber(x));
  return text.both({ first, second });
}

/** 6.28, and 47,120 for a slow pair. */
function count(n) {
  return n < 100 ? fixed(n, 2) : formatPlain(Math.round(n));
}
