// The residual connection, as in kernels/residual.py.

/** y = x + f(x), entry by entry: the lengths must agree. */
export function residual_connection(x, sublayer_output) {
  if (x.length !== sublayer_output.length) {
    const lengths = `${x.length} and ${sublayer_output.length}`;
    throw new RangeError(
      `x and sublayer_output must have the same shape; got ${lengths}`,
    );
  }
  return x.map((value, i) =>
    Array.isArray(value)
      ? residual_connection(value, sublayer_output[i])
      : value + sublayer_output[i],
  );
}
