// Where boxes stand and arrows run. Heights are counted from the ground up.

export const WIDTH = 400;
export const HEIGHT = 604;
const HALF = 76; // half a box's width
const WIDE = 90; // and of one that has words in it
const BOX = 40; // heights
const STRIP = 28;
const PITCH = 106; // from one sub-layer to the next
const FIRST = 132; // the first one's foot, above the ground

/** Boxes and cards are [x, y, width, height]. */
export function drawing({ norm }, parts) {
  const boxes = {};
  const cards = [];
  const arrows = [];
  const pre = norm === "pre";

  function place(part, middle, foot, height) {
    boxes[part] = [middle - HALF, HEIGHT - foot - height, 2 * HALF, height];
  }
  function arrow(from, to, ...points) {
    const path = points.map(([x, height]) => `${x} ${HEIGHT - height}`).join("L");
    arrows.push({ from, to, path: `M${path}` });
  }
  /** A column from its tokens to what reads its last layer; blocks: [sub-layer, norm]. */
  function column(middle, side, tokens, embedding, blocks, final, reader) {
    boxes[tokens] = [middle - WIDE, HEIGHT - 40, 2 * WIDE, 40];
    place(embedding, middle, 52, 40);
    arrow(tokens, embedding, [middle, 40], [middle, 52]);
    let before = embedding;
    let from = 92; // the height from which the next arrow starts
    blocks.forEach(([sublayer, part], i) => {
      const foot = FIRST + i * PITCH;
      const branch = foot - 11;
      const box = pre ? foot + STRIP + 7 : foot;
      const strip = pre ? foot : foot + BOX + 7;
      place(sublayer, middle, box, BOX);
      place(part, middle, strip, STRIP);
      arrow(before, pre ? part : sublayer, [middle, from], [middle, foot]);
      arrow(
        pre ? part : sublayer,
        pre ? sublayer : part,
        [middle, pre ? strip + STRIP : box + BOX],
        [middle, pre ? box : strip],
      );
      const join = pre ? foot + BOX + STRIP + 22 : strip + STRIP / 2;
      const edge = middle + side * (pre ? 7 : HALF);
      const bend = middle + side * (HALF + 13);
      const sum = pre ? sublayer : part; // adds what went around it
      arrow(before, sum, [middle, branch], [bend, branch], [bend, join], [edge, join]);
      if (pre) {
        arrow(sublayer, sublayer, [middle, box + BOX], [middle, join - 7]);
        const circle = "a7 7 0 1 1 14 0a7 7 0 1 1-14 0h14m-7-7v14";
        const path = `M${middle - 7} ${HEIGHT - join}${circle}`;
        arrows.push({ from: sum, to: sum, path, isSum: true });
      }
      from = pre ? join + 7 : strip + STRIP;
      before = sum;
    });
    const top = FIRST + (blocks.length - 1) * PITCH + 101;
    const inner = side * 6; // the card reaches further out than in
    cards.push([middle - HALF - 14 + inner, HEIGHT - top, 2 * HALF + 28, top - 104]);
    if (parts.includes(final)) {
      place(final, middle, top + 11, STRIP);
      arrow(before, final, [middle, from], [middle, top + 11]);
      before = final;
      from = top + 11 + STRIP;
    }
    place(reader, middle, top + 52, 32);
    arrow(before, reader, [middle, from], [middle, top + 52]);
    return top;
  }

  const left = 102;
  const right = 298;
  const memory =
    68 +
    column(
      left,
      -1,
      "source_tokens",
      "source_embedding",
      [
        ["encoder_self_attention", "encoder_norm_1"],
        ["encoder_feed_forward", "encoder_norm_2"],
      ],
      "encoder_final_norm",
      "memory",
    );
  const top = column(
    right,
    1,
    "target_tokens",
    "target_embedding",
    [
      ["masked_self_attention", "decoder_norm_1"],
      ["cross_attention", "decoder_norm_2"],
      ["decoder_feed_forward", "decoder_norm_3"],
    ],
    "decoder_final_norm",
    "linear",
  );
  const [x, y, , height] = boxes.cross_attention;
  const into = HEIGHT - y - height / 2;
  arrow(
    "memory",
    "cross_attention",
    [left + HALF, memory],
    [200, memory],
    [200, into],
    [x, into],
  );
  place("softmax", right, top + 96, 32);
  arrow("linear", "softmax", [right, top + 84], [right, top + 96]);
  arrow("softmax", "next_token", [right, top + 128], [right, top + 139]);
  // What is written is read again.
  const edge = WIDTH - 3;
  const up = HEIGHT - 12;
  const back = [
    [edge - 28, up],
    [edge, up],
    [edge, 20],
    [right + WIDE, 20],
  ];
  arrow("next_token", "target_tokens", ...back);
  return { boxes, cards, arrows };
}

/** The parts that a part takes from. */
export function neighbours(part, { arrows }) {
  return arrows
    .filter(({ to, from }) => to === part && from !== part)
    .map((one) => one.from);
}
