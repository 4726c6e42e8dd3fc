// What a key-value cache saves, counted cell by cell.

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
