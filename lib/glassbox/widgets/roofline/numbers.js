// How long a step waits for its weights, and how long it computes: two lines.

export const MOST = 2048; // tokens in a step
/** What the slider goes through: the powers of 2. */
export const STOPS = Array.from({ length: 12 }, (_, power) => 2 ** power);
const OPERATIONS = 2; // for each parameter and token: a product and a sum

/**
 * What a step with n tokens takes, in milliseconds: fetching, computing, and
 * the larger one. On a machine that was measured, in times of one token: that is
 * all fetching, and the longest row all computing.
 */
export function stepTimes({ machine, n, billions, bytes_each }, { cards, measured }) {
  const times = { fetching: 0, computing: 0 };
  if (machine in measured) {
    const { rows, time } = measured[machine];
    times.fetching = time[0];
    times.computing = (n * time.at(-1)) / rows.at(-1);
  } else {
    const { operations, bytes } = cards[machine];
    times.fetching = (1e3 * billions * 1e9 * bytes_each) / bytes;
    times.computing = (1e3 * OPERATIONS * billions * 1e9 * n) / operations;
  }
  return { ...times, whole: Math.max(times.fetching, times.computing) };
}

/** The measured number of rows that is nearest on a logarithmic axis. */
export function nearestRow(n, { rows }) {
  const far = (row) => Math.abs(Math.log(row / n));
  return rows.reduce((best, row) => (far(row) < far(best) ? row : best));
}

/** For how many tokens computing takes as long as fetching. */
export function kneeOf(state, data) {
  const { fetching, computing } = stepTimes({ ...state, n: 1 }, data);
  return fetching / computing;
}
