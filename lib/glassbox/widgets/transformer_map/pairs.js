// Two rows of equal tokens, enlarged: of the date with its comma, and without.
import { fixed } from "../shared/format.js";
import { cells, label, levelOf, signOf, WIDTH } from "./cells.js";

const SIDE = 14; // where the strips begin, after their token
const PITCH = 104; // from one pair to the next
const MOST = 5; // levels, 1.5 in numbers: a difference in full color

/** The places of the two rows that a part compares, if it does. */
export function pairOf(part, example) {
  return example?.isLive && example.near && part in example.near ? example.pair : null;
}

/** The dates whose pairs stand side by side. */
function compared({ facts }, example) {
  if (example.name === "yours") return [example];
  const names =
    example.name === "exchanged" ? ["no_comma", "exchanged"] : ["comma", "no_comma"];
  return names.map((name) => facts.examples.find((one) => one.name === name));
}

/** The pairs from x on, one above the other; [] where a part compares none. */
export function pairsPicture(part, state, example, text, x) {
  if (!pairOf(part, example)) return [];
  return compared(state, example).flatMap((one, i) => {
    const [first, second] = one.pair.map((place) =>
      [...one.vectors[part][place]].map((letter) => levelOf(letter) / 10),
    );
    const apart = first.map((level, j) => (10 * Math.abs(level - second[j])) / MOST);
    const top = 14 + i * PITCH;
    const left = x + SIDE;
    const width = (WIDTH - left) / first.length;
    const grid = { x: left, width, columns: first.length };
    const both = { ...grid, bands: [14, 30].map((y, row) => [row, top + y, 14]) };
    const below = { ...grid, bands: [[0, top + 62, 10]] };
    const isFollowed = one.name === example.name ? { class: "gb-marked" } : {};
    const sign = signOf(one.source[one.pair[0]], text);
    return [
      label(
        text.followed[one.name] ?? text.pair.own,
        left,
        top + 9,
        "start",
        isFollowed,
      ),
      ...[25, 41].map((y) => label(sign, left - 4, top + y, "end")),
      ...cells([first, second], both),
      label(text.pair.difference, left, top + 57, "start", { class: "gb-small" }),
      ...cells([apart], below, ["", "gb-apart"]),
      label(
        text.pair.similarity({ value: fixed(one.near[part], 2) }),
        left,
        top + 84,
        "start",
        { class: "gb-alike", "data-pair": one.name },
      ),
    ];
  });
}
