// Where the parts of a pre-norm machine stand. Heights are counted from the ground up.

export const WIDTH = 400;
export const HEIGHT = 514;
const HALF = 80; // half a box's width
const BOX = 30; // heights
const STRIP = 28;
const PLAIN = 22; // of a box that is no switch
const PITCH = 108; // from one sublayer to the next
const FIRST = 100; // where the first one begins
const MIDDLES = { encoder: 98, decoder: 302 };

/**
 * Boxes are { part, x, y, width, height }, with a name where the text has another one;
 * plain boxes are no switches. Frames go around what stands twice.
 */
export function plan() {
  const boxes = [];
  const plain = [];
  const frames = [];
  const paths = [];
  const words = [];
  const up = (height) => HEIGHT - height;

  function place(part, left, foot, width, height, name) {
    boxes.push({ part, name, x: left, y: up(foot + height), width, height });
  }
  /** A box that is no switch, with its word. */
  function placePlain(word, middle, foot) {
    const [x, y] = [middle - HALF, up(foot + PLAIN)];
    plain.push({ word, x, y, width: 2 * HALF, height: PLAIN });
    words.push({ word, x: middle, y: up(foot + 6), isNamed: true });
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
    arrow("", [middle, 17], [middle, 25]);
    placePlain("embedding", middle, 25);
    arrow("", [middle, 47], [middle, 55]);
    place("positions", left, 55, 2 * HALF, STRIP);
    let from = 55 + STRIP;
    sublayers.forEach((parts, i) => {
      const foot = FIRST + i * PITCH;
      arrow("", [middle, from], [middle, foot + 6]);
      place("norms", left, foot + 6, 2 * HALF, STRIP);
      const wide = parts.length > 1 ? 102 : 2 * HALF;
      place(parts[0], left, foot + 38, wide, BOX);
      if (parts[1]) place(parts[1], left + wide + 4, foot + 38, 54, BOX);
      arrow("", [middle, foot + 34], [middle, foot + 38]);
      arrow("", [middle, foot + 68], [middle, foot + 74]);
      place("skips", middle - 50, foot + 74, 100, STRIP);
      const bend = middle + out * (HALF + 8);
      const [branch, join] = [foot - 1, foot + 74 + STRIP / 2];
      const end = middle + out * 50;
      arrow("skips", [middle, branch], [bend, branch], [bend, join], [end, join]);
      from = foot + 74 + STRIP;
    });
    const foot = FIRST + sublayers.length * PITCH + 6;
    // The frame holds the sublayers, not what is below the first or above the last.
    const y = up(from + 4);
    const x = middle - HALF - (out < 0 ? 13 : 6);
    frames.push({ x, y, width: 2 * HALF + 19, height: up(FIRST - 7) - y });
    words.push({ word: "twice", x: middle - out * 67, y: y + 23, isTitle: true });
    arrow("", [middle, from], [middle, foot]);
    place("norms", left, foot, 2 * HALF, STRIP, "final_norm");
    return foot + STRIP;
  }

  const memory = column("encoder", "source", [["self_attention"], ["feed_forward"]]);
  const sublayers = [["self_attention", "mask"], ["cross_attention"], ["feed_forward"]];
  const top = column("decoder", "target", sublayers);
  const over = memory + 12;
  const into = FIRST + PITCH + 38 + BOX / 2;
  const { encoder, decoder } = MIDDLES;
  const way = [
    [encoder, memory],
    [encoder, over],
    [200, over],
    [200, into],
    [decoder - HALF, into],
  ];
  arrow("cross_attention", ...way);
  words.push({ word: "memory", x: encoder, y: up(over + 8) });
  words.push({ word: "encoder", x: encoder, y: up(over + 44), isTitle: true });
  arrow("", [decoder, top], [decoder, top + 9]);
  placePlain("head", decoder, top + 9);
  arrow("", [decoder, top + 9 + PLAIN], [decoder, top + 17 + PLAIN]);
  words.push({ word: "next", x: decoder, y: up(top + 21 + PLAIN) });
  words.push({ word: "decoder", x: 180, y: up(top + 14), isTitle: true });
  return { boxes, plain, frames, paths, words };
}
