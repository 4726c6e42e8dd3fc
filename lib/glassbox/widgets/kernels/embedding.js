// From tokens to vectors, as in kernels/embedding.py.

export function one_hot(token_ids, vocabulary_size) {
  return token_ids.map((id) => {
    check_id(id, vocabulary_size);
    return Array.from({ length: vocabulary_size }, (_, v) => (v === id ? 1 : 0));
  });
}

/** Each token's row of the table, times sqrt(d_model) if scaled. */
export function embed(token_ids, table, { scale = false } = {}) {
  return token_ids.map((id) => {
    check_id(id, table.length);
    return table[id].map((value) =>
      scale ? value * Math.sqrt(table[id].length) : value,
    );
  });
}

function check_id(id, vocabulary_size) {
  if (!Number.isInteger(id) || id < 0 || id >= vocabulary_size) {
    throw new RangeError(
      `token_ids must lie between 0 and vocabulary_size - 1 = ${vocabulary_size - 1}; got ${id}`,
    );
  }
}

/** sin and cos of pos / 10000^(2i / d_model), in turn. */
export function sinusoidal_positions(n_positions, d_model) {
  const scales = Array.from(
    { length: d_model },
    (_, j) => 10000 ** ((j - (j % 2)) / d_model),
  );
  return Array.from({ length: n_positions }, (_, position) =>
    scales.map((scale, j) => (j % 2 ? Math.cos : Math.sin)(position / scale)),
  );
}
