// What a key-value cache takes in bytes, for the shapes of real models.

/** What divides n, from 1 to n. */
export function divisors(n) {
  return Array.from({ length: n }, (_, i) => i + 1).filter((k) => n % k === 0);
}

/** The factors of a token's bytes; the 2 is one key and one value. */
export function tokenFactors(shape, n_key_value_heads, bytes_each) {
  return [2, shape.n_layers, n_key_value_heads, shape.d_head, bytes_each];
}

/** The parameters with so many key–value heads: W_k and W_v have their width. */
export function weights(shape, n_key_value_heads) {
  const rows = shape.n_heads * shape.d_head + Number(shape.has_biases);
  const ofHead = 2 * shape.n_layers * rows * shape.d_head;
  return shape.parameters + (n_key_value_heads - shape.n_key_value_heads) * ofHead;
}

/** 1.5, 2 for 1.5 MiB: at most two decimals, and the power of 1,024. */
export function amount(bytes) {
  let power = 0;
  for (; bytes >= 1024 && power < 4; power++) bytes /= 1024;
  return [Math.floor(100 * bytes + 0.5) / 100, power];
}
