// Where the parts of a pre-norm machine stand. Heights are counted from the ground up.

export const WIDTH = 400;
export const HEIGHT = 486;
const HALF = 80; // half a box's width
const BOX = 32; // heights
const STRIP = 30;
const PITCH = 115; // from one sublayer to the next
const FIRST = 72; // where the first one begins
const MIDDLES = { encoder: 98, decoder: 302 };

/** Boxes are { part, x, y, width, height }; paths { part, path, isArrow }; words. */
export function plan() {
  const boxes = [];
  const paths = [];
  const words = [];
  const up = (height) => HEIGHT - height;

  function place(part, left, foot, width, height) {
    boxes.push({ part, x: left, y: up(foot + height), width, height });
  }
  /** An arrow through points; part: whose path it is, as it is cut with it. */
  function arrow(part, ...points) {
    const path = points.map(([x, height]) => `${x} ${up(height)}`).join("L");
    paths.push({ part, path: `M${path}` });
  }
  /** A column from its tokens to its final norm; returns the height of its top. */
  function column(side, tokens, sublayers) {
    const middle = MIDDLES[side];
    const left = middle - HALF;
    const out = side === "encoder" ? -1 : 1;
    words.push({ word: tokens, x: middle, y: up(4) });
    arrow("", [middle, 18], [middle, 28]);
    place("positions", left, 28, 2 * HALF, STRIP);
    let from = 28 + STRIP;
    sublayers.forEach((parts, i) => {
      const foot = FIRST + i * PITCH;
      arrow("", [middle, from], [middle, foot + 6]);
      place("norms", left, foot + 6, 2 * HALF, STRIP);
      const wide = parts.length > 1 ? 102 : 2 * HALF;
      place(parts[0], left, foot + 40, wide, BOX);
      if (parts[1]) place(parts[1], left + wide + 4, foot + 40, 54, BOX);
      arrow("", [middle, foot + 36], [middle, foot + 40]);
      arrow("", [middle, foot + 72], [middle, foot + 79]);
      place("skips", middle - 50, foot + 79, 100, STRIP);
      const bend = middle + out * (HALF + 10);
      const [branch, join] = [foot - 2, foot + 79 + STRIP / 2];
      const end = middle + out * 50;
      arrow("skips", [middle, branch], [bend, branch], [bend, join], [end, join]);
      from = foot + 79 + STRIP;
    });
    const foot = FIRST + sublayers.length * PITCH + 2;
    arrow("", [middle, from], [middle, foot]);
    place("norms", left, foot, 2 * HALF, STRIP);
    return foot + STRIP;
  }

  const memory = column("encoder", "source", [["self_attention"], ["feed_forward"]]);
  const sublayers = [["self_attention", "mask"], ["cross_attention"], ["feed_forward"]];
  const top = column("decoder", "target", sublayers);
  const over = memory + 12;
  const into = FIRST + PITCH + 40 + BOX / 2;
  const { encoder, decoder } = MIDDLES;
  const way = [
    [encoder, memory],
    [encoder, over],
    [200, over],
    [200, into],
    [decoder - HALF, into],
  ];
  arrow("cross_attention", ...way);
  words.push({ word: "memory", x: encoder, y: up(over + 7) });
  words.push({ word: "encoder", x: encoder, y: up(over + 40), isTitle: true });
  arrow("", [decoder, top], [decoder, top + 10]);
  words.push({ word: "next", x: decoder, y: up(top + 15) });
  words.push({ word: "decoder", x: 166, y: up(top - 12), isTitle: true });
  return { boxes, paths, words };
}
