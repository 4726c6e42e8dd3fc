// The arrays that a part gives, with their tokens.
import { svg } from "../shared/elements.js";
import { fixed } from "../shared/format.js";

const WIDTH = 340;
const NAMES = 36; // where rows begin, after their tokens
const LEVELS = 10; // of a vector's numbers, on either side of 0
const MOST = 17; // numbered rows that are drawn; of more, the first
const LINE = 9; // tokens in a line
const TOP = 18; // of a matrix, below its columns' names

/** The example that fits the lengths; live if its numbers are of these sizes. */
export function exampleOf({ facts, ...state }) {
  const fitting = facts.examples.filter(
    ({ source, written }) =>
      source.length === state.n_source && written.length === state.n_target,
  );
  const isFollowed = ({ name }) => name === state.follow;
  const example = fitting.find(isFollowed) ?? fitting[0];
  const sizes = Object.entries(facts.followed[example?.name] ?? {});
  const isLive = sizes.length > 0 && sizes.every(([name, n]) => state[name] === n);
  return example && { ...example, isLive };
}

/** The tokens of one side as they are shown. */
export function tokensOf(side, state, example, text) {
  const n = side === "source" ? state.n_source : state.n_target;
  const length = Math.min(n, MOST);
  const tokens = example ? example[side] : Array.from({ length }, (_, i) => i + 1);
  return tokens.map((token) => signOf(token, text));
}

export function signOf(token, { signs: { start, end, space } }) {
  const signs = { "": start, "<start>": start, "<end>": end, " ": space };
  return signs[token] ?? `${token}`;
}

/**
 * The picture of a part: its children, its height and its grid, if it has numbers:
 * bands, [row, y, height] each, and columns of one width. marks: { rows, column }.
 * Of sizes that nobody has trained, there are tokens alone.
 */
export function flowPicture(part, state, example, text, marks) {
  const { kind, shapes } = state.facts.parts[part];
  const [[n]] = Object.values(shapes).slice(-1);
  const side = n === "n_source" ? "source" : "written";
  const rows = tokensOf(side, state, example, text);
  const ids = example?.ids?.[side] ?? [];
  if (part === "target_tokens") return chips([...rows, "?"], ids, true);
  if (kind === "tokens") return chips(rows, ids);
  if (!example?.isLive) return { children: [], height: 1 };
  const step = Math.max(9, Math.min(28, Math.floor(204 / rows.length)));
  const bands = rows.map((_, row) => [row, TOP + row * step, step - 2]);
  const numbers = numbersOf(part, example);
  const asked = shapes.key_value?.[1] === "n_source" ? "source" : "written";
  const signs = shapes.key_value
    ? tokensOf(asked, state, example, text)
    : numbers[0].length === example.targets.length
      ? example.targets.map((token) => signOf(token, text))
      : numbers[0].map((_, j, { length }) => (j && j < length - 1 ? "" : `${j + 1}`));
  const columns = signs.length;
  const width = Math.min(60, (WIDTH - NAMES) / columns);
  const grid = { bands, x: NAMES, width, columns };
  const children = [
    ...headings(signs, width),
    ...names(bands, rows, marks),
    ...cells(numbers, grid),
    ...frames(marks, bands, width, columns),
  ];
  if (rows.length < 5 && width > 17 && /attention|softmax/.test(kind))
    children.push(...values(example.weights[part], numbers, grid));
  const height = TOP + rows.length * step + 3;
  if (part !== "softmax") return { children, height, grid };
  const written = chips([...rows, signs[marks.column]], [], true);
  const place = { transform: `translate(0 ${height + 8})` };
  children.push(svg("g", place, ...written.children));
  return { children, height: height + 8 + written.height, grid };
}

/** The larger numbers of a matrix of few rows, as .33. */
function values(rows, numbers, { bands, x, width }) {
  return rows.flatMap((row, i) =>
    row.flatMap((value, j) => {
      if (value < 0.095) return [];
      const [, y, height] = bands[i];
      const digits = fixed(value, 2).replace(/^0|\.00$/g, "");
      const shade = numbers[i][j] > 0.7 ? "gb-light" : "";
      return label(digits, x + (j + 0.5) * width, y + height / 2 + 3, "middle", {
        class: `gb-value ${shade}`,
      });
    }),
  );
}

/** A part's numbers as colors; weights are raised to 0.75, so that small ones show. */
function numbersOf(part, { weights, vectors }) {
  const shade = (value) => (part === "linear" ? value / 5 : value ** 0.75);
  return (
    weights[part]?.map((row) => row.map(shade)) ??
    vectors[part].map((row) => [...row].map((letter) => levelOf(letter) / LEVELS))
  );
}

/** A letter's level: k is 0. */
function levelOf(letter) {
  return letter.charCodeAt(0) - 107;
}

/** The number that a vector's letter stands for. */
export function numberOf(letter) {
  return 0.3 * levelOf(letter);
}

/** The number that is shown in full color. */
export function mostOf(part, kind) {
  return part === "linear" ? 5 : /softmax|attention/.test(kind) ? 1 : 3;
}

function label(words, x, y, anchor, more = {}) {
  const height = words === "␣" ? y - 3 : y; // it hangs below the line
  return svg("text", { x, y: height, "text-anchor": anchor, ...more }, words);
}

/** The names of a matrix's columns. */
function headings(columns, width) {
  return columns.map((name, j) => {
    const small = name.length > 2 || width < 10 ? { class: "gb-small" } : {};
    return label(name, NAMES + (j + 0.5) * width, 12, "middle", small);
  });
}

function names(bands, rows, marks) {
  return bands.map(([i, y, height]) =>
    label(rows[i], NAMES - 5, y + height / 2 + (height > 9 ? 4 : 3), "end", {
      class: `${height > 9 ? "" : "gb-small"} ${marks.rows.includes(i) ? "gb-marked" : ""}`,
      "data-token": rows[i],
    }),
  );
}

/** A frame around each row that is marked, or around its cell in the marked column. */
function frames({ rows, column }, bands, width, columns) {
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
function chips(tokens, ids, hasNext) {
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

/** A cell for each number, from −1 to 1. */
function cells(numbers, { bands, x, width, columns }) {
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
      class: Number(level) < 0 ? "gb-below" : "gb-above",
      "fill-opacity": Math.abs(Number(level)) / 20,
      d,
    }),
  );
  return [...drawn, svg("path", { class: "gb-outline", d: lines.join("") })];
}

function square(x, y, width, height) {
  return `M${x.toFixed(1)} ${y}h${width.toFixed(1)}v${height}h${-width.toFixed(1)}z`;
}
