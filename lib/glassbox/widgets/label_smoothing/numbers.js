// The numbers of label smoothing: the loss against the confidence.
import { cross_entropy } from "../kernels/output_head.js";

/** What a model predicts that is so sure of the target, and of the others equally. */
export function prediction(confidence, { vocabulary_size, target }) {
  return Array.from({ length: vocabulary_size }, (_, v) =>
    v === target ? confidence : (1 - confidence) / (vocabulary_size - 1),
  );
}

/** The cross-entropy with a target distribution, in nats; the logits are log shares. */
export function loss(confidence, shares, state) {
  return cross_entropy([prediction(confidence, state).map(Math.log)], [shares]);
}
