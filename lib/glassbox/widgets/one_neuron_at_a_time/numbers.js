// The numbers of the widget one neuron at a time: units, sum, target, error.
import { linear, relu } from "../kernels/position_wise.js";
import { formatNumber, formatShort } from "../shared/format.js";

export const EDGE = 3; // the picture shows x and y from -3 to 3
export const GRID = Array.from({ length: 121 }, (_, i) => (i - 60) / 20);
export const TARGETS = {
  absolute: Math.abs,
  tent: (x) => Math.max(0, 2 - 2 * Math.abs(x)),
  step: (x) => (x < 0 ? 0 : 1),
  square: (x) => (x * x) / 3,
  wave: (x) => 2 * Math.sin(2 * x),
};

/** The feed-forward layer's output for each x, a token of one feature. */
export function curve({ w_1, b_1, w_2, b_2 }, xs) {
  const tokens = xs.map((x) => [x]); // (n, 1)
  const hidden = relu(linear(tokens, [w_1], b_1)); // (n, n_units)
  const column = w_2.map((w) => [w]); // (n_units, 1)
  return linear(hidden, column, [b_2]).map(([y]) => y);
}

/** Each unit at x: before the ReLU, after it, what it adds; where it bends. */
export function unitsAt({ w_1, b_1, w_2 }, x) {
  return w_1.map((w, i) => {
    const before = x * w + b_1[i];
    const hidden = relu(before);
    const knee = w === 0 ? NaN : -b_1[i] / w;
    const reach = Math.max(w * EDGE, -w * EDGE) + b_1[i]; // largest in the picture
    return { before, hidden, adds: hidden * w_2[i], knee, dead: reach <= 0 };
  });
}

/** What unit i adds for each x. */
export function unitCurve({ w_1, b_1, w_2 }, i, xs) {
  return xs.map((x) => relu(x * w_1[i] + b_1[i]) * w_2[i]);
}

/** The mean of the squared gaps to the target, over GRID; nan without a target. */
export function meanSquaredError(state) {
  const wanted = TARGETS[state.target];
  if (!wanted) return NaN;
  const ys = curve(state, GRID);
  return ys.reduce((sum, y, i) => sum + (y - wanted(GRID[i])) ** 2, 0) / GRID.length;
}

const DEPENDENT = 1e-6; // of a column that others give already, nearly: what's left of it

/** The w_2 and b_2 with the least mean squared error, as in __init__.py; the knees stay. */
export function bestSecondLayer({ w_1, b_1, target }) {
  const units = w_1.map((w, i) => GRID.map((x) => Math.max(0, x * w + b_1[i])));
  const columns = [GRID.map(() => 1), ...units]; // b_2 is the weight of the ones
  const kept = []; // each column that the ones before it don't give, and its direction
  columns.forEach((column, at) => {
    let rest = column;
    const parts = [];
    for (const { direction } of kept) {
      parts.push(dot(direction, rest));
      rest = minus(rest, direction, parts.at(-1));
    }
    const size = Math.sqrt(dot(rest, rest));
    if (size <= DEPENDENT * Math.sqrt(dot(column, column))) return;
    kept.push({ at, parts, size, direction: rest.map((value) => value / size) });
  });
  let gap = GRID.map(TARGETS[target]);
  const wanted = kept.map(({ direction }) => {
    const part = dot(direction, gap);
    gap = minus(gap, direction, part);
    return part;
  });
  const weights = columns.map(() => 0); // the last one first: the others don't need it
  for (let i = kept.length - 1; i >= 0; i -= 1) {
    const weight = wanted[i] / kept[i].size;
    weights[kept[i].at] = weight;
    kept[i].parts.forEach((part, k) => {
      wanted[k] -= weight * part;
    });
  }
  return { w_2: weights.slice(1), b_2: weights[0] };
}

function dot(a, b) {
  return a.reduce((sum, value, i) => sum + value * b[i], 0);
}

function minus(a, b, times) {
  return a.map((value, i) => value - times * b[i]);
}

/** A new unit: silent, with its knee in the middle of the widest stretch without one. */
export function newUnit(units) {
  const places = corners(units);
  const widths = places.slice(1).map((right, i) => right - places[i]);
  const widest = Math.max(...widths);
  const at = widths.findIndex((width) => width > widest - 1e-9);
  const knee = Math.round(20 * (places[at] + widest / 2)) / 20;
  return { w_1: 1, b_1: -knee || 0, w_2: 0 };
}

/** Where the sum may bend, from edge to edge: a line between these draws it exactly. */
export function corners(units) {
  const inside = units.map((unit) => unit.knee).filter((knee) => Math.abs(knee) < EDGE);
  return [-EDGE, ...inside.sort((a, b) => a - b), EDGE];
}

/** The layers that the buttons set. */
export const PRESETS = {
  hinge: { w_1: [1], b_1: [0], w_2: [1], b_2: 0, target: "none" },
  absolute: { w_1: [1, -1], b_1: [0, 0], w_2: [1, 1], b_2: 0, target: "absolute" },
  line: { w_1: [1, -1], b_1: [0, 0], w_2: [1, -1], b_2: 0, target: "none" },
  dead: { w_1: [1, -1], b_1: [1, -4], w_2: [1, 2], b_2: 0, target: "none" },
};

/** Up to four decimals, none that are 0 at the end. */
export function short(x) {
  const size = Math.abs(x);
  const fits = size < 1e6 && (size === 0 || size >= 0.00005);
  return fits ? formatShort(x) : formatNumber(x);
}

/** 0.5 or (−0.5): what follows a sign of multiplication. */
export function factor(x) {
  return x < 0 ? `(${short(x)})` : short(x);
}

/** + 0.5 or − 0.5: what is added to a sum. */
export function term(x) {
  return `${x < 0 ? "−" : "+"} ${short(Math.abs(x))}`;
}
