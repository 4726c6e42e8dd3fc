// Random numbers that the page and Python draw alike: the same seed, the same numbers.

/** The generator mulberry32: uniform in [0, 1), the same bits in Python. */
export function mulberry32(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Numbers of mean 0 and variance 1 by Box and Muller, two from two. */
export function standard_normals(seed, count) {
  const next = mulberry32(seed);
  const drawn = new Float64Array(count + (count % 2));
  for (let i = 0; i < drawn.length; i += 2) {
    const radius = Math.sqrt(-2 * Math.log(1 - next())); // 1 - next() is never 0
    const angle = 2 * Math.PI * next();
    drawn[i] = radius * Math.cos(angle);
    drawn[i + 1] = radius * Math.sin(angle);
  }
  return drawn.subarray(0, count);
}
