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
