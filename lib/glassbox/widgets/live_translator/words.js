// What the live translator says.
export const STRINGS = {
  en: {
    title: "Live translator",
    field: "A date, as you write it",
    empty: "Type at least one character.",
    long: (n, most) => `At most ${most} characters; these are ${n}.`,
    unknown: (sign, code, known) => `“${sign}” (${code}) is unknown. The formats use only ${known}`,
    stale: "Your last good date. ",
    examples: "Six formats",
    never_seen: "Never trained on",
    reads: ["Source, as this step reads it (cross-attention)",
      "Translation, as this step reads it (self-attention)"],
    go: ["Start", "Back", "Play", "Next", "End"],
    step: "Step",
    layer: "Layer",
    head: "Head",
    edit: ["Undo", "Reset"],
    signs: { "^": "start", $: "end", " ": "␣" },
    nothing: "Nothing is written. What comes first?",
    wrote: (step, sign, share) => `Step ${step} writes “${sign}” (${share} %). `,
    chose: (sign, share) => `You chose it: the model would write “${sign}” (${share} %). `,
    looks: (sign, place, share, own, other) => `It looks most at “${sign}”, character ${place} ` +
      `(${share}), and back at “${own}” (${other}).`,
    shares: (step) => `Step ${step}: each token’s share, in %.`,
    free: "Pick another token to write it instead.",
    chosen: (list) => `Chosen by you: ${list}. Kept as you edit the date; pick it again to free it.`,
    choice: (sign, step) => `“${sign}” at step ${step}`,
    product: (step, n, share, least, lowest) => `${step} of ${n} steps: probability ${share} %, the product ` +
      `of the shares. Least sure: step ${least} (${lowest} %). The page does not know the true date.`,
    maps: ["Cross-attention: step ↓ source →", "Self-attention: step ↓ token →"],
  },
};
