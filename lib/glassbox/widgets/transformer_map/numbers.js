// The map's arithmetic, as in facts.py.

/** A model's parts in the data's order; pre-norm, and PyTorch's, has final norms. */
export function partsOf({ facts, norm, form }) {
  const final = norm === "pre" || form === "pytorch";
  const parts = Object.keys(facts.parts).filter(
    (part) => final || !part.includes("final"),
  );
  if (norm === "pre") {
    parts.forEach((part, i) => {
      if (part.includes("_norm_")) parts.splice(i - 1, 2, part, parts[i - 1]);
    });
  }
  return parts;
}

/** The parts where Next stops; the others are told with these. */
export function walkOf(state) {
  const isTold = /norm|target_embedding|decoder_feed|linear/;
  return partsOf(state).filter((part) => !isTold.test(part));
}

/** How often a part stands in the model. */
export function copies(part, { facts, n_layers }) {
  const { kind } = facts.parts[part];
  const inLayers = ["attention", "feed_forward", "norm"].includes(kind);
  return inLayers && !part.includes("final") ? n_layers : 1;
}

/** The products that add up to the parameters of one copy of a part. */
export function termsOf(part, { facts: { parts, terms }, form }) {
  const { kind, terms: own = kind } = parts[part];
  const biases = kind === "attention" && form === "pytorch" ? terms.biases : [];
  return [...(terms[own] ?? []), ...biases];
}

/** The parameters of one copy of a part, shared ones included. */
export function count(part, state) {
  const product = ([factor, ...names]) =>
    names.reduce((result, name) => result * state[name], factor);
  return termsOf(part, state).reduce((sum, term) => sum + product(term), 0);
}

/** Whether, with tied tables, a part has the table of one before it. */
export function isShared(part, { source_vocabulary_size, vocabulary_size }) {
  const isOne = source_vocabulary_size === vocabulary_size;
  return part === "linear" || (part === "target_embedding" && isOne);
}

/** The parameters of these parts, every layer's; tied: one table for a vocabulary. */
export function countAll(parts, state, tied) {
  return parts
    .filter((part) => !tied || !isShared(part, state))
    .reduce((sum, part) => sum + count(part, state) * copies(part, state), 0);
}
