// A number's colour, mixed by the page's style.

/** A cell's colour for a part from -1 to 1: perceptually even, in either theme. */
export function colour(part) {
  const end = part < 0 ? "var(--gb-negative)" : "var(--gb-accent)";
  const weight = (100 * Math.min(1, Math.abs(part))).toFixed(1);
  return `color-mix(in oklab, ${end} ${weight}%, var(--gb-surface))`;
}
