// How the heat map reads the weights that Python packed for it.

/** One map's weights, row after row: stored as bytes of 1/255, or as float32. */
export function mapOf({ shape, bits, values }, layer, head) {
  const [, n_heads, n_queries, n_keys] = shape;
  const size = n_queries * n_keys;
  const start = (layer * n_heads + head) * size;
  return Float64Array.from({ length: size }, (_, k) =>
    bits === 8
      ? values.getUint8(start + k) / 255
      : values.getFloat32(4 * (start + k), true),
  );
}

/** A row's sum. Bytes are too coarse to add up: unless the sums came too, it is 1. */
export function rowSum({ shape, bits, sums }, layer, head, i, row) {
  if (bits !== 8) return row.reduce((sum, weight) => sum + weight, 0);
  const [, n_heads, n_queries] = shape;
  const at = (layer * n_heads + head) * n_queries + i;
  return sums.byteLength ? sums.getFloat32(4 * at, true) : Number(row.some(Boolean));
}

/** The keys of the largest weights, the largest first. */
export function largestKeys(row, count) {
  return [...row.keys()].sort((a, b) => row[b] - row[a]).slice(0, count);
}

/** The query and the key of a map's largest weight. */
export function largestCell(values, n_keys) {
  const k = values.indexOf(Math.max(...values));
  return [Math.floor(k / n_keys), k % n_keys];
}
