// Layer, batch and root-mean-square norm, as in kernels/normalization.py.
import { map_entries, mean_of } from "./arrays.js";

/**
 * y = gamma (x - mu) / sqrt(sigma^2 + eps) + beta; axis says who shares mu and sigma.
 * @param {any[]} x
 * @param {{
 *   axis?: number | number[], gamma?: number[], beta?: number[], eps?: number,
 * }} [options]
 */
export function layer_norm(x, { axis = -1, ...options } = {}) {
  return normalise(x, shared_statistics(x, axis), options);
}

/** The same with one mu and sigma a feature, over all else: the batch's, or given ones. */
export function batch_norm(
  x,
  { running_mean = null, running_var = null, mask = null, ...options } = {},
) {
  if (!running_mean !== !running_var) {
    throw new RangeError(
      "running_mean and running_var must be given together; got one",
    );
  }
  const { mean, variance } = running_mean
    ? { mean: running_mean, variance: running_var }
    : batch_statistics(x, { mask });
  const statistics = (place) => ({
    mean: mean[place.at(-1)],
    variance: variance[place.at(-1)],
  });
  return normalise(x, statistics, options);
}

/** Each feature's mean and population variance over all else, of the unmasked. */
export function batch_statistics(x, { mask = null } = {}) {
  const columns = [];
  map_entries(x, (value, place) => {
    const column = (columns[place.at(-1)] ??= []);
    if (!mask || place.slice(0, -1).reduce((part, i) => part[i], mask))
      column.push(value);
  });
  const found = columns.map(mean_and_variance);
  return {
    mean: found.map((one) => one.mean),
    variance: found.map((one) => one.variance),
  };
}

/** y = gamma x / sqrt(mean(x^2) + eps): no mean is taken off. */
export function rms_norm(x, options = {}) {
  if (Array.isArray(x[0])) return x.map((row) => rms_norm(row, options));
  const mean_square = mean_of(x.map((value) => value * value));
  return normalise(x, () => ({ mean: 0, variance: mean_square }), options);
}

/** Normalise each entry by what statistics says of its place; gamma, beta by feature. */
function normalise(x, statistics, { gamma = null, beta = null, eps = 1e-5 } = {}) {
  if (!(eps >= 0)) throw new RangeError(`eps must be at least 0; got ${eps}`);
  return map_entries(x, (value, place) => {
    const { mean, variance } = statistics(place);
    const normalised = (value - mean) / Math.sqrt(variance + eps);
    const scaled = gamma ? gamma[place.at(-1)] * normalised : normalised;
    return beta ? scaled + beta[place.at(-1)] : scaled;
  });
}

/** Group the entries whose places differ on the axes alone; find a place's mu, sigma^2. */
export function shared_statistics(x, axis) {
  let depth = 0;
  for (let part = x; Array.isArray(part); part = part[0]) depth += 1;
  const one = depth === 1 && mean_and_variance(x);
  if (one) return () => one; // a single row, quickly
  const axes = [axis].flat().map((a) => (a < 0 ? a + depth : a));
  const group = (place) => place.filter((_, a) => !axes.includes(a)).join();
  const values = {};
  map_entries(x, (value, place) => (values[group(place)] ??= []).push(value));
  const found = Object.fromEntries(
    Object.entries(values).map(([name, row]) => [name, mean_and_variance(row)]),
  );
  return (place) => found[group(place)];
}

export function mean_and_variance(row) {
  const mean = mean_of(row);
  return { mean, variance: mean_of(row.map((x) => (x - mean) * (x - mean))) };
}
