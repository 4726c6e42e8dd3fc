// What stands below the picture of a step that has few numbers of its own.
import { svg } from "../shared/elements.js";
import { fixed } from "../shared/format.js";
import { cells, label, NAMES, values, WIDTH } from "./cells.js";

const HEAD = 15; // below a heading
const BAR = 38; // the height of a probability of 1

function heading(words) {
  return label(words, 0, 9, "start", { class: "gb-heading" });
}

/** Every token that there is, with its number; those that are used are filled. */
export function listPicture(tokens, used, columns, about) {
  const [wide, high] = [WIDTH / columns, 18];
  const children = tokens.flatMap((token, id) => {
    const x = (id % columns) * wide;
    const y = HEAD + Math.floor(id / columns) * high;
    const isUsed = used.includes(id) ? "gb-used" : "";
    const box = { x: x + 1, y: y + 1, width: wide - 2, height: high - 2, rx: 3 };
    const middle = y + high / 2 + 4;
    return [
      svg("rect", { ...box, class: isUsed }),
      label(token, x + 4, middle, "start", {
        class: `${isUsed} ${token.length > 2 ? "gb-tiny" : ""}`,
      }),
      label(`${id}`, x + wide - 4, middle, "end", { class: "gb-id gb-count" }),
    ];
  });
  const height = HEAD + Math.ceil(tokens.length / columns) * high;
  return { children: [heading(about({ n: tokens.length })), ...children], height };
}

/** The rows that the tokens become. */
export function rowsPicture(numbers, tokens, text) {
  const bands = tokens.map((_, i) => [i, HEAD + i * 18, 16]);
  const columns = numbers[0].length;
  const grid = { bands, x: NAMES, width: (WIDTH - NAMES) / columns, columns };
  const children = [
    heading(text.under.rows({ n: columns })),
    ...bands.map(([i, y]) => label(tokens[i], NAMES - 5, y + 12, "end")),
    ...cells(numbers, grid),
  ];
  return { children, height: HEAD + tokens.length * 18 };
}

/** Where the last row looks in each head; all has the mean first. */
export function headsPicture(all, token, { width, columns }, text) {
  const rows = all.slice(1).map((one) => one.at(-1));
  const bands = rows.map((_, i) => [i, HEAD + i * 19, 17]);
  const grid = { bands, x: NAMES, width, columns };
  const shades = rows.map((row) => row.map((value) => value ** 0.6));
  const children = [
    heading(text.under.heads({ row: token })),
    ...bands.map(([i, y]) =>
      label(text.switched.head({ head: i + 1 }), NAMES - 4, y + 12, "end", {
        class: "gb-small",
      }),
    ),
    ...cells(shades, grid),
    ...(width > 17 ? values(rows, shades, grid) : []),
  ];
  return { children, height: HEAD + rows.length * 19 };
}

/** What the last row's scores become: a bar for each probability. */
export function barsPicture(scores, shares, token, { x, width }, text) {
  const ground = HEAD + 12 + BAR;
  const bars = shares.flatMap((share, j) => {
    const middle = x + (j + 0.5) * width;
    const high = share * BAR;
    const box = { x: middle - 7, y: ground - high, width: 14, height: high };
    const number = share < 0.005 ? "" : fixed(share, 2).replace(/^0/, "");
    return [
      svg("rect", { ...box, class: "gb-bar", "data-value": share }),
      label(number, middle, ground - high - 3, "middle"),
      label(fixed(scores[j], 1), middle, ground + 12, "middle", {
        class: `gb-small ${j % 2 ? "gb-lower" : ""}`,
      }),
    ];
  });
  const line = svg("path", { class: "gb-outline", d: `M${x} ${ground}H${WIDTH}` });
  const score = label(text.under.score, x - 5, ground + 12, "end", {
    class: "gb-small",
  });
  const children = [heading(text.under.bars({ row: token })), line, ...bars, score];
  return { children, height: ground + 24 };
}
