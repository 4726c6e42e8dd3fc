// The numbers of the widget LayerNorm by hand, and how they are written.
import { layer_norm, mean_and_variance } from "../kernels/normalization.js";
import { formatNumber, formatShort } from "../shared/format.js";

/** Every number that the widget shows. */
export function steps({ x, gamma, beta, eps, other }) {
  const { mean, variance } = mean_and_variance(x);
  const deviation = x.map((value) => value - mean);
  const y = layer_norm(x, { gamma, beta, eps });
  const normalised = layer_norm(x, { eps });
  const others = mean_and_variance(other);
  const other_y = other.length ? layer_norm(other, { gamma, beta, eps }) : [];
  return {
    x,
    gamma,
    beta,
    other,
    mean,
    variance,
    deviation,
    y,
    other_y,
    square: deviation.map((d) => d * d),
    root: Math.sqrt(variance + eps),
    other_mean: others.mean,
    other_root: Math.sqrt(others.variance + eps),
    normalised,
    spread: mean_and_variance(normalised).variance,
    gap: y.map((value, i) => value - x[i]),
    other_gap: other_y.map((value, i) => value - other[i]),
  };
}

/** Whether a token is back, up to rounding. */
export function isBack(gap, x) {
  return gap.every((value, i) => Math.abs(value) <= 1e-9 * Math.max(1, Math.abs(x[i])));
}

/** Whether two rows are the same in the digits that are shown. */
export function isAlike(row, other) {
  return row.every((value, i) => Math.abs(value - other[i]) < 0.00005);
}

/** As many digits as a cell has room for; in a gap, rounding errors are not shown. */
export function formatCell(x, isGap) {
  const size = Math.abs(x);
  if (isGap && size < 0.00005) return "0";
  if (!(size < 1e6) || (size > 0 && size < 0.00005)) return formatNumber(x);
  return formatShort(Number(x.toPrecision(5)));
}

/** 22 + 5 + (−6) */
export function sumOf(values) {
  const terms = values.map((x) => (x < 0 ? `(${formatShort(x)})` : formatShort(x)));
  return terms.join(" + ");
}
