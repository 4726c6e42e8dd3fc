// The numbers of the widget layer costs: Table 1 of Vaswani et al. 2017.
export const LAYERS = ["self_attention", "recurrent", "convolutional", "restricted"];
export const LONGEST = 65536;
/** What the sliders go through: four steps from a power of 2 to the next. */
export const LENGTHS = quarterPowers(0, 16);
export const WIDTHS = quarterPowers(3, 14);

function quarterPowers(low, high) {
  const steps = Array.from({ length: 4 * (high - low) + 1 }, (_, i) =>
    Math.floor(2 ** (low + i / 4) + 0.5),
  );
  return [...new Set(steps)];
}

/**
 * Each layer's operations, sequential operations and longest path. A path takes one
 * layer at least, and no neighbourhood is wider than the sequence.
 */
export function costs({ n, d, kernel_width, neighbourhood }) {
  const read = Math.min(neighbourhood, n);
  const dilated = Math.max(1, Math.log(n) / Math.log(kernel_width));
  return {
    self_attention: { operations: n * n * d, steps: 1, path: 1 },
    recurrent: { operations: n * d * d, steps: n, path: n },
    convolutional: { operations: kernel_width * n * d * d, steps: 1, path: dilated },
    restricted: { operations: read * n * d, steps: 1, path: n / read },
  };
}
