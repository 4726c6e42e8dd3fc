// The map's arithmetic, on the facts that facts.py gives: each part's shapes, and what
// its parameters are products of.

/** A model's parts; pre-norm, and PyTorch's in any case, has final norms. */
export function partsOf({ facts, norm, form }) {
  const final = norm === "pre" || form === "pytorch";
  return Object.keys(facts.parts).filter((part) => final || !part.includes("final"));
}

/** How often a part stands in the model. */
export function copies(part, { facts, n_layers }) {
  const { kind } = facts.parts[part];
  const inLayers = ["attention", "feed_forward", "norm"].includes(kind);
  return inLayers && !part.includes("final") ? n_layers : 1;
}

/** The products that add up to the parameters of one copy of a part. */
export function termsOf(part, { facts: { parts, terms }, form }) {
  const { kind } = parts[part];
  const biases = kind === "attention" && form === "pytorch" ? terms.biases : [];
  return [...(terms[kind] ?? []), ...biases];
}

/** The parameters of one copy of a part, shared ones included. */
export function count(part, state) {
  const product = ([factor, ...names]) =>
    names.reduce((result, name) => result * state[name], factor);
  return termsOf(part, state).reduce((sum, term) => sum + product(term), 0);
}

/** Whether, with tied tables, a part has the source embedding's. */
export function isShared(part) {
  return part === "target_embedding" || part === "linear";
}

/** The parameters of these parts, every layer's; tied: one table in three places. */
export function countAll(parts, state, tied) {
  return parts
    .filter((part) => !tied || !isShared(part))
    .reduce((sum, part) => sum + count(part, state) * copies(part, state), 0);
}
