// The gate of a feed-forward layer of today, as in kernels/gated.py.
import { map_entries } from "./arrays.js";

/** x sigmoid(x) = x / (1 + exp(-x)). */
export function silu(x) {
  return map_entries(x, (value) => {
    const small = Math.exp(-Math.abs(value)); // it can't overflow
    return (value * (value >= 0 ? 1 : small)) / (1 + small);
  });
}
