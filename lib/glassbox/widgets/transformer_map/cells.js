// What pictures are made of: words, names of rows and columns, cells, tokens.
import { svg } from "../shared/elements.js";
import { fixed } from "../shared/format.js";

export const WIDTH = 340;
export const NAMES = 36; // where rows begin, after their tokens
export const LINE = 9; // tokens in a line

/** A picture with another below it. */
export function stacked(upper, lower, gap = 8) {
  const place = { transform: `translate(0 ${upper.height + gap})` };
  const children = [...upper.children, svg("g", place, ...lower.children)];
  return { ...upper, children, height: upper.height + gap + lower.height };
}

/** A token as it is shown. */
export function signOf(token, { signs: { start, end, space, pad } }) {
  const signs = { "": start, "<start>": start, "<end>": end, " ": space, "<pad>": pad };
  return signs[token] ?? `${token}`;
}

/** A word in a picture. */
export function label(words, x, y, anchor, more = {}) {
  const height = words === "␣" ? y - 3 : y; // it hangs below the line
  return svg("text", { x, y: height, "text-anchor": anchor, ...more }, words);
}

/** The names of a matrix's columns. */
export function headings(columns, width) {
  return columns.map((name, j) => {
    const size = name.length > 2 ? "gb-tiny" : width < 10 ? "gb-small" : "";
    return label(name, NAMES + (j + 0.5) * width, 12, "middle", { class: size });
  });
}

export function names(bands, rows, marks) {
  return bands.map(([i, y, height]) =>
    label(rows[i], NAMES - 5, y + height / 2 + (height > 9 ? 4 : 3), "end", {
      class: `${height > 9 ? "" : "gb-small"} ${marks.rows.includes(i) ? "gb-marked" : ""}`,
      "data-token": rows[i],
    }),
  );
}

/** A frame around each row that is marked, or around its cell in the marked column. */
export function frames({ rows, column }, bands, width, columns) {
  return rows.map((i) => {
    const [, y, height] = bands[i];
    const isRow = column < 0;
    return svg("rect", {
      class: "gb-mark",
      x: NAMES + (isRow ? 0 : column * width),
      y,
      width: isRow ? columns * width : width,
      height,
    });
  });
}

/** Tokens in lines, each over its number; the last may be what comes next. */
export function chips(tokens, ids, hasNext) {
  const wide = WIDTH / LINE;
  const high = ids.length ? 56 : 36;
  const children = tokens.flatMap((token, i) => {
    const x = (i % LINE) * wide;
    const y = Math.floor(i / LINE) * high;
    const middle = x + wide / 2;
    return [
      svg("rect", {
        class: hasNext && i === tokens.length - 1 ? "gb-next" : "",
        x: x + 2,
        y: y + 2,
        width: wide - 4,
        height: 30,
        rx: 4,
      }),
      label(token, middle, y + 22, "middle", {
        class: token.length > 1 ? "gb-word" : "gb-token",
      }),
      label(ids[i] ?? "", middle, y + 46, "middle", { class: "gb-id" }),
    ];
  });
  return { children, height: high * Math.ceil(tokens.length / LINE) };
}

/** The larger numbers of a matrix of few rows, as .33; a row alone has them large. */
export function values(rows, numbers, { bands, x, width }) {
  return rows.flatMap((row, i) =>
    row.flatMap((value, j) => {
      if (value < 0.095) return [];
      const [, y, height] = bands[i];
      const digits = fixed(value, 2).replace(/^0|\.00$/g, "");
      const shade = numbers[i][j] > 0.7 ? "gb-light" : "";
      const wide = width > 30 || !rows[1] ? "gb-roomy" : "";
      return label(digits, x + (j + 0.5) * width, y + height / 2 + 3, "middle", {
        class: `gb-value ${shade} ${wide}`,
      });
    }),
  );
}

/** A cell for each number, from −1 to 1; classes of what is below 0, and above. */
export function cells(numbers, grid, [below, above] = ["gb-below", "gb-above"]) {
  const { bands, x, width, columns } = grid;
  const paths = {}; // by level: one path has all of its cells
  const lines = bands.map(([i, y, height]) => {
    numbers[i].forEach((number, j) => {
      const level = Math.max(-20, Math.min(20, Math.round(20 * number)));
      paths[level] = (paths[level] ?? "") + square(x + j * width, y, width, height);
    });
    return square(x, y, columns * width, height);
  });
  const drawn = Object.entries(paths).map(([level, d]) =>
    svg("path", {
      class: Number(level) < 0 ? below : above,
      "fill-opacity": Math.abs(Number(level)) / 20,
      d,
    }),
  );
  return [...drawn, svg("path", { class: "gb-outline", d: lines.join("") })];
}

function square(x, y, width, height) {
  return `M${x.toFixed(1)} ${y}h${width.toFixed(1)}v${height}h${-width.toFixed(1)}z`;
}

/** A letter's level: k is 0. */
export function levelOf(letter) {
  return letter.charCodeAt(0) - 107;
}

/** The number that a vector's letter stands for. */
export function numberOf(letter) {
  return 0.3 * levelOf(letter);
}
