// Positions that only a lookup sees, as in kernels/relative_positions.py.

const LAYOUTS = ["interleaved", "half_split"];

/**
 * Each pair (a, b) of a row at position p becomes (a cos(p t) - b sin(p t), a sin(p t) +
 * b cos(p t)) with t = base^(-2i / d); without positions, rows stand at 0, 1, 2, ….
 */
export function rotary_embedding(x, options = {}) {
  const { positions, base = 10000, layout = "interleaved" } = options;
  const d = x[0]?.length ?? 0;
  check_pairs(d, base, layout);
  if (positions && positions.length !== x.length) {
    throw new RangeError(
      `positions must be as many as the rows of x; got ${positions.length} and ${x.length}`,
    );
  }
  const scales = Array.from({ length: d / 2 }, (_, i) => base ** ((2 * i) / d));
  const isSplit = layout === "half_split";
  return x.map((row, n) => {
    const turned = row.slice();
    scales.forEach((scale, i) => {
      const [first, second] = isSplit ? [i, i + d / 2] : [2 * i, 2 * i + 1];
      const angle = (positions?.[n] ?? n) / scale;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      turned[first] = row[first] * cos - row[second] * sin;
      turned[second] = row[first] * sin + row[second] * cos;
    });
    return turned;
  });
}

function check_pairs(d, base, layout) {
  if (d % 2) {
    throw new RangeError(
      `x must have an even number of features, its last axis; got ${d}`,
    );
  }
  if (!(base > 0)) throw new RangeError(`base must be positive; got ${base}`);
  if (!LAYOUTS.includes(layout)) {
    const known = LAYOUTS.map((name) => `"${name}"`).join(" or ");
    throw new RangeError(`layout must be ${known}; got ${layout}`);
  }
}
