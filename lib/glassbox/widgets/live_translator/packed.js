// The model as a page gets it, in half precision; and the likeliest of its tokens.

/** The number that 16 bits stand for in half precision (IEEE 754). */
export function half(bits) {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const size = exponent
    ? (1024 + fraction) * 2 ** (exponent - 25)
    : fraction * 2 ** -24;
  return (bits >> 15 ? -1 : 1) * (exponent < 31 ? size : fraction ? NaN : Infinity);
}

/** The model as the kernels want it; an array came as its shape and where it starts. */
export function unpack({ structure, values }) {
  const row = (start, length) =>
    Array.from({ length }, (_, j) => half(values.getUint16(2 * (start + j), true)));
  return JSON.parse(structure, (_, part) => {
    if (!part?.shape) return part;
    const { start, shape } = part;
    const [length, width] = shape;
    if (!width) return row(start, length);
    return Array.from({ length }, (_, i) => row(start + i * width, width));
  });
}

/** The place of the largest number, the lowest among equals. */
export function largest(row) {
  return row.indexOf(Math.max(...row));
}
