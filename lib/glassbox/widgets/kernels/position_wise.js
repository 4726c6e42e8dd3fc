// What each position does alone, as in kernels/position_wise.py.
import { map_entries, matmul } from "./arrays.js";
import { residual_connection } from "./residual.js";

/** x W + b, with W as rows of d_in and columns of d_out. */
export function linear(x, weight, bias) {
  const product = matmul(x, weight);
  return bias ? product.map((row) => residual_connection(row, bias)) : product;
}

export function relu(x) {
  return map_entries(x, (value) => Math.max(0, value));
}

/** x Phi(x), or GPT-2's approximation of it: { approximate: "tanh" }. */
export function gelu(x, { approximate = "none" } = {}) {
  if (approximate !== "none" && approximate !== "tanh") {
    throw new RangeError(`approximate must be "none" or "tanh"; got ${approximate}`);
  }
  return map_entries(x, (v) => {
    const inner = Math.sqrt(2 / Math.PI) * (v + 0.044715 * v * v * v);
    return (
      (v * (1 + (approximate === "tanh" ? Math.tanh(inner) : erf(v / Math.SQRT2)))) / 2
    );
  });
}

/** The error function by its series exp(-x^2) (x + 2 x^3 / 3 + 4 x^5 / 15 + ...). */
function erf(x) {
  if (Math.abs(x) > 6) return Math.sign(x); // 1 to the last bit
  let [term, total] = [x, x];
  for (let n = 1; n < 200; n += 1) {
    term *= (2 * x * x) / (2 * n + 1);
    total += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * total;
}

/** max(0, x W_1 + b_1) W_2 + b_2. */
export function feed_forward(x, { w_1, b_1, w_2, b_2, activation = "relu" }) {
  const widened = linear(x, w_1, b_1);
  const bent =
    activation === "relu"
      ? relu(widened)
      : gelu(widened, { approximate: activation === "gelu_tanh" ? "tanh" : "none" });
  return linear(bent, w_2, b_2);
}
