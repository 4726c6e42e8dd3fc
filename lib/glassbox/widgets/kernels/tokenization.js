// Byte-pair encoding. Names and meaning are those of kernels/tokenization.py.

/** A word's tokens with this pair joined wherever it stands, from the left. */
export function mergePair(tokens, [left, right], joined = left + right) {
  const merged = [];
  for (let i = 0; i < tokens.length; i++) {
    const found = tokens[i] === left && tokens[i + 1] === right;
    merged.push(found ? joined : tokens[i]);
    if (found) i++;
  }
  return merged;
}
