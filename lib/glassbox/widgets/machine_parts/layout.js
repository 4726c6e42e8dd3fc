// Where the parts of a pre-norm machine stand. Heights are counted from the ground up.

export const ENCODER = 15; // steps of the encoder; then come the decoder's
export const WIDTH = 400;
export const HEIGHT = 522;
const HALF = 84; // half a box's width
const BOX = 30; // heights
const STRIP = 28;
const PLAIN = 26; // of a box that is no switch
const MASK = 46; // the mask's width
const PITCH = 108; // from one sublayer to the next
const FIRST = 104; // where the first one begins
const MIDDLES = { encoder: 98, decoder: 302 };

/**
 * Boxes are { part, steps, x, y, width, height }, with a name where the text has another
 * one; steps are their places in the walk, a place for each layer. Frames go around
 * what stands twice.
 */
export function plan() {
  const boxes = [];
  const frames = [];
  const paths = [];
  const words = [];
  const up = (height) => HEIGHT - height;

  function place(part, steps, left, foot, width, height, name = part) {
    boxes.push({ part, name, steps, x: left, y: up(foot + height), width, height });
  }
  /** An arrow through points; part: whose path it is, as it is cut with it. */
  function arrow(part, ...points) {
    const path = points.map(([x, height]) => `${x} ${up(height)}`).join("L");
    paths.push({ part, path: `M${path}` });
  }
  /** A column from its tokens, at a step, to its final norm; returns its height. */
  function column(side, tokens, step, sublayers) {
    const middle = MIDDLES[side];
    const left = middle - HALF;
    const out = side === "encoder" ? -1 : 1;
    const long = 3 * sublayers.length; // steps of one layer
    words.push({ word: tokens, x: middle, y: up(4) });
    arrow("", [middle, 17], [middle, 25]);
    place("embedding", [step], left, 25, 2 * HALF, PLAIN);
    arrow("", [middle, 51], [middle, 59]);
    place(`${tokens}_positions`, [step + 1], left, 59, 2 * HALF, STRIP, "positions");
    let from = 59 + STRIP;
    sublayers.forEach((parts, i) => {
      const foot = FIRST + i * PITCH;
      const [first, second, third] = [2, 3, 4].map((k) => {
        const low = step + 3 * i + k;
        return [low, low + long];
      });
      arrow("", [middle, from], [middle, foot + 6]);
      place("norms", first, left, foot + 6, 2 * HALF, STRIP);
      const wide = 2 * HALF - (parts[1] ? MASK + 4 : 0);
      place(parts[0], second, left, foot + 38, wide, BOX);
      if (parts[1]) place(parts[1], second, left + wide + 4, foot + 38, MASK, BOX);
      arrow("", [middle, foot + 34], [middle, foot + 38]);
      arrow("", [middle, foot + 68], [middle, foot + 74]);
      place("skips", third, middle - 50, foot + 74, 100, STRIP);
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
    place("final_norms", [step + 2 + 2 * long], left, foot, 2 * HALF, STRIP);
    return foot + STRIP;
  }

  const two = [["self_attention"], ["feed_forward"]];
  const memory = column("encoder", "source", 1, two);
  const sublayers = [["self_attention", "mask"], ["cross_attention"], ["feed_forward"]];
  const top = column("decoder", "target", 16, sublayers);
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
  place("head", [37], decoder - HALF, top + 9, 2 * HALF, PLAIN);
  arrow("", [decoder, top + 9 + PLAIN], [decoder, top + 17 + PLAIN]);
  words.push({ word: "next", x: decoder, y: up(top + 21 + PLAIN) });
  words.push({ word: "decoder", x: 180, y: up(top + 14), isTitle: true });
  return { boxes, frames, paths, words };
}
