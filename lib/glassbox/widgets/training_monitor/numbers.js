// The numbers of the training monitor: the record read, smoothed and thinned.

/** Everything that is known of a training, from the model's traits. */
export function readTraining(traits) {
  const { n_steps, record, exact, held_out, levels, samples, written } = traits;
  const steps = readRecord(record);
  const window = smoothingWindow(n_steps);
  return {
    n_steps,
    window,
    steps,
    numbers: steps.map(({ number }) => number),
    smooth: smoothedLosses(steps, window),
    shares: exact, // pairs of a step and the share that was measured after it
    measured: exact.map(([number]) => number),
    held: held_out ?? [], // pairs of a step and the loss on what it doesn't train on
    levels: levels ?? [], // pairs of a name and a loss to compare with
    diverged: divergedFrom(steps), // a place in steps, or -1
    samples: samples ?? [], // pairs of a source and what is right
    written: written ?? [], // pairs of a step and the texts that it wrote then
    moments: samples?.length ? written.map(([number]) => number) : [],
  };
}

/** The steps that were shown, in order; a learning rate of nan marks the others. */
export function readRecord(view) {
  const steps = [];
  for (let at = 0; at + 8 <= (view?.byteLength ?? 0); at += 8) {
    const rate = view.getFloat32(at + 4, true);
    if (Number.isNaN(rate)) continue;
    steps.push({ number: at / 8 + 1, loss: view.getFloat32(at, true), rate });
  }
  return steps;
}

/** The last step at or before this one, and what was measured by then; null if none. */
export function stepAt({ steps, numbers, smooth, shares, measured, held }, number) {
  if (!steps.length) return null;
  const place = placeOf(numbers, number);
  const last = shares[placeOf(measured, numbers[place])];
  const exact = last?.[0] <= numbers[place] ? last : null;
  const lastHeld = held.findLast(([at]) => at <= numbers[place]) ?? null;
  return { ...steps[place], smooth: smooth[place], exact, held: lastHeld };
}

/** How many steps the smoothed loss is the mean of. */
export function smoothingWindow(n_steps) {
  return Math.max(5, Math.floor(n_steps / 45));
}

/** For each step the mean of the finite losses among the last window; else nan. */
export function smoothedLosses(steps, window) {
  let first = 0;
  return steps.map(({ number, loss }, i) => {
    if (!Number.isFinite(loss)) return NaN;
    while (steps[first].number <= number - window) first += 1;
    let total = 0;
    let count = 0;
    for (let j = first; j <= i; j += 1) {
      if (!Number.isFinite(steps[j].loss)) continue;
      total += steps[j].loss;
      count += 1;
    }
    return total / count;
  });
}

/** The place of the first step from which on no loss is finite, or -1. */
export function divergedFrom(steps) {
  const from = steps.findLastIndex(({ loss }) => Number.isFinite(loss)) + 1;
  return from < steps.length ? from : -1;
}

/** The place of the last of these sorted numbers that is at most x; at least 0. */
export function placeOf(numbers, x) {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= x) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/**
 * Of points [x, y], x rising, the lowest and the highest of each of so many columns, as
 * they follow; a gap, where y is not finite, stays one.
 */
export function thinned(points, columns) {
  if (points.length <= 2 * columns) return points;
  const start = points[0][0];
  const width = (points.at(-1)[0] - start) / columns;
  const kept = [];
  let column = -1;
  let low = null; // of the column so far
  let high = null;
  let gap = null;
  function close() {
    if (low) {
      const both = [low, high].sort((a, b) => a[0] - b[0]);
      kept.push(...(low === high ? [low] : both));
    }
    if (gap) kept.push(gap);
    low = high = gap = null;
  }
  for (const point of points) {
    const [x, y] = point;
    const its = Math.min(columns - 1, Math.floor((x - start) / width));
    if (its !== column || gap) close();
    column = its;
    if (!Number.isFinite(y)) {
      gap = point;
      continue;
    }
    if (!low || y < low[1]) low = point;
    if (!high || y > high[1]) high = point;
  }
  close();
  return kept;
}

/** Where a step lies on an axis from step 1 to n: from 0 to 1. */
export function partOf(number, n, isLog) {
  return isLog ? Math.log(number) / (Math.log(n) || 1) : (number - 1) / (n - 1 || 1);
}

/** The step that lies at this part of the axis. */
export function stepFrom(part, n, isLog) {
  return Math.round(isLog ? n ** part : 1 + part * (n - 1));
}

/** The one of these steps that is nearest in proportion. */
export function nearest(moments, number) {
  const far = moments.map((moment) => Math.abs(Math.log(moment / number)));
  return moments[far.indexOf(Math.min(...far))];
}

/** The numbers of a logarithmic axis below n: 1, 3, 10, 30 and so on. */
export function powers(n) {
  const all = Array.from({ length: 9 }, (_, i) => (i % 2 ? 3 : 1) * 10 ** (i >> 1));
  return all.filter(
    (number) => number < n && (n <= 1000 || !`${number}`.startsWith("3")),
  );
}

/** Round numbers from low to high, about so many. */
export function ticks(low, high, about) {
  const rough = (high - low) / about || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((n) => n * power >= rough * 0.79);
  const found = [];
  for (let n = Math.ceil(low / step); n * step <= high * 1.000001; n += 1) {
    found.push(Number((n * step).toPrecision(12)));
  }
  return found;
}

/** The steps of the table: at most 40 of those that were measured, and the last one. */
export function numbersToList(measured, last) {
  const every = Math.ceil(measured.length / 40) || 1;
  const listed = measured.filter((_, i) => (measured.length - 1 - i) % every === 0);
  return last === undefined || listed.at(-1) === last ? listed : [...listed, last];
}
