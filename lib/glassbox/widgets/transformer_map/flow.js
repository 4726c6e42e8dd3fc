// The arrays that a part gives, with their tokens.
import {
  cells,
  chips,
  frames,
  headings,
  LINE,
  levelOf,
  NAMES,
  names,
  signOf,
  stacked,
  values,
  WIDTH,
} from "./cells.js";
import { pairsOf, pairsPicture } from "./pairs.js";
import { barsPicture, headsPicture, listPicture, rowsPicture } from "./under.js";

const LEVELS = 10; // of a vector's numbers, on either side of 0
const MOST = 17; // numbered rows that are drawn; of more, the first
const NARROW = { caption: 208, year: 124 }; // a matrix's right edge, beside its rows
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
  if (kind === "tokens") return tokensPicture(part, state, example, text, rows, ids);
  if (!example?.isLive) return { children: [], height: 1 };
  const isLow = rows.length < 5 && example.weights[part]; // more stands below it
  const room = part === "softmax" ? 76 : isLow ? 84 : 204;
  const step = Math.max(9, Math.min(28, Math.floor(room / rows.length)));
  const bands = rows.map((_, row) => [row, TOP + row * step, step - 2]);
  const numbers = numbersOf(part, example);
  const asked = shapes.key_value?.[1] === "n_source" ? "source" : "written";
  const signs = shapes.key_value
    ? tokensOf(asked, state, example, text)
    : numbers[0].length === example.targets.length
      ? example.targets.map((token) => signOf(token, text))
      : numbers[0].map((_, j, { length }) => (j && j < length - 1 ? "" : `${j + 1}`));
  const columns = signs.length;
  const edge = NARROW[pairsOf(part, example)] ?? WIDTH;
  const pairs = pairsPicture(part, state, example, text, edge + 8);
  const width = Math.min(60, (edge - NAMES) / columns);
  const grid = { bands, x: NAMES, width, columns };
  const children = [
    ...headings(signs, width),
    ...names(bands, rows, marks),
    ...cells(numbers, grid),
    ...frames(marks, bands, width, columns),
    ...pairs,
  ];
  const known = example.weights[part];
  const [i] = marks.rows;
  if (isLow && width > 17 && part !== "linear")
    children.push(...values(known, numbers, grid));
  else if (known && !isLow)
    children.push(...values([known[i]], [numbers[i]], { ...grid, bands: [bands[i]] }));
  const height = Math.max(TOP + rows.length * step + 3, pairs.length ? 214 : 0);
  const drawn = { children, height, grid };
  const last = rows.at(-1);
  if (example.all && rows.length < 5)
    return stacked(drawn, headsPicture(example.all, last, grid, text));
  if (part !== "softmax") return drawn;
  const written = chips([...rows, signs[marks.column]].slice(-LINE), [], true);
  const [scores, shares] = ["linear", "softmax"].map((one) => example.weights[one]);
  const bars = barsPicture(scores.at(-1), shares.at(-1), last, grid, text);
  return stacked(stacked(drawn, bars), written);
}

/** Tokens with their numbers, and the list that the numbers are from. */
function tokensPicture(part, state, example, text, rows, ids) {
  const isTarget = part === "target_tokens";
  const drawn = chips(isTarget ? [...rows, "?"] : rows, ids, isTarget);
  if (!example?.isLive) return drawn;
  const { symbols } = state.facts;
  const list = (isTarget ? example.targets : symbols).map((sign) => signOf(sign, text));
  if (!isTarget)
    return drawn.height > 112
      ? drawn
      : stacked(drawn, listPicture(list, ids, 8, text.under.source));
  const levels = numbersOf("target_embedding", example);
  const withList = stacked(drawn, listPicture(list, ids, 7, text.under.target));
  return rows.length > 4
    ? withList
    : stacked(withList, rowsPicture(levels, rows, text));
}

/** A part's numbers as colors; weights are raised to 0.6, so that small ones show. */
function numbersOf(part, { weights, vectors }) {
  const shade = (value) => (part === "linear" ? value / 5 : value ** 0.6);
  return (
    weights[part]?.map((row) => row.map(shade)) ??
    vectors[part].map((row) => [...row].map((letter) => levelOf(letter) / LEVELS))
  );
}

/** The number that is shown in full color. */
export function mostOf(part, kind) {
  return part === "linear" ? 5 : /softmax|attention/.test(kind) ? 1 : 3;
}
