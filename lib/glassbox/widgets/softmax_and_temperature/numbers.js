// The numbers of softmax and temperature: every step of it, and what is drawn.
import {
  entropy,
  exponents,
  softmax,
  softmax_jacobian,
} from "../kernels/probability.js";
import { mulberry32 } from "../shared/random.js";

/** Every number that the widget shows. */
export function steps(logits, temperature) {
  const maximum = Math.max(...logits);
  const scaled = exponents(logits, { temperature });
  const probability = softmax(logits, { temperature });
  const nats = entropy(probability);
  const slopes =
    temperature === 0 ? null : softmax_jacobian(probability, { temperature });
  return {
    shifted: logits.map((z) => z - maximum),
    scaled,
    exponential: scaled.map(Math.exp),
    probability,
    nats,
    bits: nats / Math.LN2,
    slopes,
  };
}

/** As the kernel sample draws, n_draws times: how often each entry, and which last. */
export function tally(probabilities, seed, n_draws) {
  const random = mulberry32(seed);
  let held = 0;
  const cumulative = probabilities.map((p) => {
    held += p;
    return held;
  });
  const counts = probabilities.map(() => 0);
  let last = -1;
  for (let i = 0; i < n_draws; i += 1) {
    const mark = random() * held;
    last = cumulative.findIndex((passed) => passed > mark);
    counts[last] += 1;
  }
  return { counts, last };
}
