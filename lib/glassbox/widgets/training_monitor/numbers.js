// The numbers of the training monitor: the record read, smoothed and thinned.

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
    let [total, count] = [0, 0];
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
  let [low, high] = [0, numbers.length];
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
  const width = (points.at(-1)[0] - points[0][0]) / columns;
  const kept = [];
  let [column, low, high, gap] = [-1, null, null, null];
  function close() {
    if (low) kept.push(...(low === high ? [low] : [low, high].sort((a, b) => a[0] - b[0])));
    if (gap) kept.push(gap);
    [low, high, gap] = [null, null, null];
  }
  for (const point of points) {
    const its = Math.min(columns - 1, Math.floor((point[0] - points[0][0]) / width));
    if (its !== column || gap) close();
    column = its;
    if (!Number.isFinite(point[1])) {
      gap = point;
      continue;
    }
    if (!low || point[1] < low[1]) low = point;
    if (!high || point[1] > high[1]) high = point;
  }
  close();
  return kept;
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

/**
 * When steps arrive, and how long the rest may take. Nothing is heard at first, as in a
 * page without a kernel; after a while of silence it forgets, and calls onsilence.
 */
export function arrivalClock(onsilence) {
  let [heard, known, wanted, timer] = [[], null, 0, 0];
  function hear(number, n_steps) {
    const isNews = known !== null && number !== known;
    if (number < known) heard = []; // a new record
    [known, wanted] = [number, n_steps];
    if (!isNews) return;
    const now = performance.now();
    const waited = heard.length ? now - heard.at(-1)[0] : 0;
    heard = [...heard, [now, number]].slice(-30);
    clearTimeout(timer);
    timer = setTimeout(() => {
      heard = [];
      onsilence();
    }, Math.max(5000, 4 * waited));
  }
  /** Milliseconds a step. */
  function pace() {
    if (heard.length < 2) return 0;
    const [[start, first], [end, last]] = [heard[0], heard.at(-1)];
    return (end - start) / (last - first);
  }
  const secondsLeft = () => Math.ceil(pace() * (wanted - known) / 1000);
  return {
    hear, secondsLeft, isHeard: () => heard.length > 0, stop: () => clearTimeout(timer),
  };
}
