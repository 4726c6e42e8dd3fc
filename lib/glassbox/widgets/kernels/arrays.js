// What every kernel uses: sums, products of matrices, arrays in arrays. A row is an
// array of numbers, a matrix an array of rows.

export function mean_of(row) {
  return sum(row) / Math.max(row.length, 1);
}

/** Arrays in arrays, f(value, place) for each number; a place is its list of indices. */
export function map_entries(x, f, place = []) {
  return Array.isArray(x)
    ? x.map((part, i) => map_entries(part, f, [...place, i]))
    : f(x, place);
}

/** The sum, but 1 for 0: a row of -Infinity alone has the shares 0, not 0 / 0. */
export function nonzero_sum(row) {
  const total = sum(row);
  return total === 0 ? 1 : total;
}

export function sum(row) {
  return row.reduce((total, x) => total + x, 0);
}

/** (A B)_ij = sum_k a_ik b_kj. */
export function matmul(a, b) {
  if (a.some((row) => row.length !== b.length)) {
    throw new RangeError(
      `a must have as many columns as b has rows; got ${a[0].length} and ${b.length}`,
    );
  }
  const columns = transpose(b);
  return a.map((row) => columns.map((column) => dot(row, column)));
}

export function transpose(a) {
  return a.length ? a[0].map((_, j) => a.map((row) => row[j])) : [];
}

export function dot(a, b) {
  let total = 0;
  for (let i = 0; i < a.length; i += 1) total += a[i] * b[i];
  return total;
}

export function table_of(n_rows, n_columns, f) {
  return Array.from({ length: n_rows }, (_, i) =>
    Array.from({ length: n_columns }, (_, j) => f(i, j)),
  );
}
