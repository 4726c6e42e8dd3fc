// A block of numbers, (batch, token, feature), under each norm: its outputs, and who
// shares the mean that normalises the selected entry. A place is a list of three indices.
import { map_entries } from "../kernels/arrays.js";
import {
  batch_norm,
  layer_norm,
  mean_and_variance,
  rms_norm,
} from "../kernels/normalization.js";
import { formatNumber, formatShort } from "../shared/format.js";

/** Whether stored numbers normalise, and nobody's mean is taken. */
export function isFrozen({ kernel, inference }) {
  return kernel === "batch_norm" && inference;
}

/** The axes that the norm averages over. */
export function averagedAxes({ kernel, axes }) {
  return { layer_norm: axes, batch_norm: [0, 1], rms_norm: [2] }[kernel];
}

/** What marks the numbers taken together: RMSNorm takes no mean, but their squares. */
export function markOf({ kernel }) {
  return kernel === "rms_norm" ? "²" : "µ";
}

export function isSame(place, other) {
  return `${place}` === `${other}`;
}

export function isPadding([b, t], lengths) {
  return t >= lengths[b];
}

export function entryAt(block, [b, t, f]) {
  return block[b][t][f];
}

/** The block with the poke added to the selected entry. */
export function pokedBlock({ block, selected, poke }) {
  return map_entries(block, (x, place) => x + (isSame(place, selected) ? poke : 0));
}

/** The block's outputs under the chosen norm. */
export function outputs(x, { kernel, axes, lengths, use_mask, inference, ...running }) {
  const { running_mean, running_var } = running;
  if (kernel === "rms_norm") return rms_norm(x);
  if (kernel === "layer_norm") return layer_norm(x, { axis: axes });
  if (inference) return batch_norm(x, { running_mean, running_var });
  if (!use_mask) return batch_norm(x);
  const mask = x.map((sample, b) => sample.map((_, t) => !isPadding([b, t], lengths)));
  return batch_norm(x, { mask });
}

/** The Python call that gives them. */
export function pythonCall({ kernel, axes, use_mask, inference }) {
  if (kernel === "rms_norm") return "rms_norm(x)";
  if (kernel === "layer_norm") {
    const axis = axes.length > 1 ? `(${axes.join(", ")})` : axes[0];
    return `layer_norm(x, axis=${axis})`;
  }
  if (inference) return "batch_norm(x, running_mean=m, running_var=v)";
  return use_mask ? "batch_norm(x, mask=real)" : "batch_norm(x)";
}

/** Whether the selected entry's mean is made of the entry at this place, too. */
export function isShared(place, state) {
  const { kernel, use_mask, lengths, selected } = state;
  const isMasked = kernel === "batch_norm" && use_mask && isPadding(place, lengths);
  const over = averagedAxes(state);
  const isWithin = place.every(
    (i, axis) => i === selected[axis] || over.includes(axis),
  );
  return !isFrozen(state) && !isMasked && isWithin;
}

/** What normalises the selected entry, and how many entries that is made of. */
export function statistics(x, state) {
  const values = [];
  map_entries(x, (value, place) => {
    if (isShared(place, state)) values.push(value);
  });
  const count = values.length;
  if (!isFrozen(state)) return { ...mean_and_variance(values), count };
  const feature = state.selected[2];
  const { running_mean, running_var } = state;
  return { mean: running_mean[feature], variance: running_var[feature], count };
}

/** 0: the same token; 1, 2: earlier and later ones of its sample; 3: other samples. */
export function relation([b, t], [b0, t0]) {
  if (b !== b0) return 3;
  if (t === t0) return 0;
  return t < t0 ? 1 : 2;
}

/** How many outputs of each relation the poke changed, of how many, and how much. */
export function effects(changes, selected) {
  const sums = [0, 1, 2, 3].map(() => ({ total: 0, changed: 0, largest: 0 }));
  map_entries(changes, (change, place) => {
    const sum = sums[relation(place, selected)];
    sum.total += 1;
    if (change !== 0) sum.changed += 1;
    sum.largest = Math.max(sum.largest, Math.abs(change));
  });
  return sums;
}

/** As few digits as an input needs, six at most. */
export function formatInput(x) {
  return formatShort(Number(x.toPrecision(6)), 12);
}

/** With its sign; only no change at all is written 0. */
export function formatChange(change) {
  if (Math.abs(change) < 0.005) return change ? "≈0" : "0";
  return (change > 0 ? "+" : "") + formatNumber(change, 2);
}
