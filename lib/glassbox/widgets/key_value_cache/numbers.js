// What a key-value cache saves, counted cell by cell, and what it costs in bytes.

/** Where each token's key and value come from in one step, oldest first. */
export function rowKinds(step, keep) {
  return [...Array(step - 1).fill(keep ? "kept" : "again"), "new"];
}

/** How many keys of all steps so far were new, computed again, or kept. */
export function countKinds(written, keep) {
  const found = { new: 0, again: 0, kept: 0 };
  for (let step = 1; step <= written; step++) {
    for (const kind of rowKinds(step, keep)) found[kind] += 1;
  }
  return found;
}

/** How many of these keys were computed. */
export function computed(kinds) {
  return kinds.new + kinds.again;
}

/** How many keys one step computes. */
export function computedIn(step, keep) {
  return rowKinds(step, keep).filter((kind) => kind !== "kept").length;
}

/** How many keys each step computes, as a sum, a long one cut: 1 + 2 + 3 + … + 9. */
export function sumOf(written, keep) {
  const terms = Array.from({ length: written }, (_, i) => `${computedIn(i + 1, keep)}`);
  const shown = written > 6 ? [...terms.slice(0, 3), "…", terms.at(-1)] : terms;
  return shown.join(" + ");
}

/** What divides n, from 1 to n. */
export function divisors(n) {
  return Array.from({ length: n }, (_, i) => i + 1).filter((k) => n % k === 0);
}

/** The factors of a token's bytes; the 2 is one key and one value. */
export function tokenFactors(shape, n_key_value_heads, bytes_each) {
  return [2, shape.n_layers, n_key_value_heads, shape.d_head, bytes_each];
}

/** 1.5, 2 for 1.5 MiB: at most two decimals, and the power of 1,024. */
export function amount(bytes) {
  let power = 0;
  for (; bytes >= 1024 && power < 4; power++) bytes /= 1024;
  return [Math.floor(100 * bytes + 0.5) / 100, power];
}
