// The numbers of the widget layer costs: Table 1 of Vaswani et al. 2017, counted whole.
export const LAYERS = [
  "self_attention",
  "recurrent",
  "lstm",
  "convolutional",
  "restricted",
];
export const FIRST = LAYERS.slice(0, 3); // the others stand under "more"
export const COLUMNS = ["operations", "steps", "path"];
export const PICTURES = COLUMNS.slice(0, 2);
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
 * Each layer's multiplications, steps that wait and longest path. A path takes one layer
 * at least, and no neighborhood is wider than the sequence.
 */
export function costs({ n, d, kernel_width, neighborhood }) {
  const read = Math.min(neighborhood, n);
  const dilated = Math.max(1, Math.log(n) / Math.log(kernel_width));
  const square = n * d * d;
  return {
    self_attention: { operations: 4 * square + 2 * n * n * d, steps: 1, path: 1 },
    recurrent: { operations: 2 * square, steps: n, path: n },
    lstm: { operations: 8 * square, steps: n, path: n },
    convolutional: { operations: kernel_width * square, steps: 1, path: dilated },
    restricted: { operations: 4 * square + 2 * read * n * d, steps: 1, path: n / read },
  };
}
