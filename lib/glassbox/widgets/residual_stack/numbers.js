// The numbers of the widget residual stack: its weights, drawn, a vector on its way up
// through the layers, and a gradient on its way back.
import { mean_and_variance } from "../kernels/normalization.js";
import { residual_connection } from "../kernels/residual.js";
import { mulberry32 } from "../shared/random.js";

const WIDTH = 64;
export const DEEPEST = 100;
const EPS = 1e-5;
// Variances of w_1 and w_2, times WIDTH. PyTorch's linear layer has 1/3. He's
// initialization doubles the variance before a ReLU, which throws half away; after it
// 1 is enough.
const VARIANCES = { default: [1 / 3, 1 / 3], he: [2, 1] };

/** An input and a direction of root mean square 1, and 100 layers' weights. */
export function drawStack(seed, initialization) {
  const next = mulberry32(seed);
  const draw = (count, variance) => {
    const bound = Math.sqrt(3 * variance); // uniform in ±bound has this variance
    const drawn = new Float64Array(count);
    for (let i = 0; i < count; i += 1) drawn[i] = (2 * next() - 1) * bound;
    return drawn;
  };
  const matrices = () =>
    VARIANCES[initialization].map((variance) => draw(WIDTH * WIDTH, variance / WIDTH));
  const scaled = (row) => row.map((value) => value / size(row));
  const x = scaled(draw(WIDTH, 1));
  const direction = scaled(draw(WIDTH, 1));
  return { x, direction, layers: Array.from({ length: DEEPEST }, matrices) };
}

/**
 * Forward, then backward: the sizes (root mean squares) after 0, 1, … layers, of x
 * and of the gradient of direction · output.
 */
export function runStack({ x, direction, layers }, { depth, residual, norm }) {
  const sizes = [size(x)];
  const steps = [];
  let state = x;
  for (const [w_1, w_2] of layers.slice(0, depth)) {
    const branch = norm === "pre" ? layerNorm(state) : same(state);
    const hidden = product(branch.output, w_1).map((value) => Math.max(value, 0));
    const f_x = product(hidden, w_2);
    const sum = residual ? residual_connection(state, f_x) : f_x;
    const after = norm === "post" ? layerNorm(sum) : same(sum);
    state = after.output;
    sizes.push(size(state));
    steps.push((gradient) => {
      const at_sum = after.back(gradient);
      const at_hidden = productBack(at_sum, w_2).map((g, i) => (hidden[i] > 0 ? g : 0));
      const through_f = branch.back(productBack(at_hidden, w_1));
      return residual ? residual_connection(at_sum, through_f) : through_f;
    });
  }
  let gradient = norm === "pre" ? layerNorm(state).back(direction) : direction;
  const gradients = [size(gradient)];
  for (const back of steps.reverse()) {
    gradient = back(gradient);
    gradients.unshift(size(gradient));
  }
  return { sizes, gradients };
}

/** A row normalised, and the way back: the gradient without its mean and its part along y. */
function layerNorm(row) {
  const { mean, variance } = mean_and_variance(row);
  const deviation = Math.sqrt(variance + EPS);
  const output = row.map((value) => (value - mean) / deviation);
  const back = (gradient) => {
    const average = gradient.reduce((sum, g) => sum + g, 0) / row.length;
    const along = gradient.reduce((sum, g, i) => sum + g * output[i], 0) / row.length;
    return gradient.map((g, i) => (g - average - along * output[i]) / deviation);
  };
  return { output, back };
}

function same(row) {
  return { output: row, back: (gradient) => gradient };
}

/** row @ w, and a gradient back through it: gradient @ w.T; w is stored row by row. */
function product(row, w) {
  const output = new Float64Array(WIDTH);
  for (let i = 0; i < WIDTH; i += 1) {
    const value = row[i];
    if (value === 0) continue; // what the ReLU cut
    const start = i * WIDTH;
    for (let j = 0; j < WIDTH; j += 1) output[j] += value * w[start + j];
  }
  return output;
}

function productBack(gradient, w) {
  const output = new Float64Array(WIDTH);
  for (let i = 0; i < WIDTH; i += 1) {
    const start = i * WIDTH;
    let sum = 0;
    for (let j = 0; j < WIDTH; j += 1) sum += gradient[j] * w[start + j];
    output[i] = sum;
  }
  return output;
}

function size(row) {
  return Math.sqrt(row.reduce((sum, value) => sum + value * value, 0) / row.length);
}
