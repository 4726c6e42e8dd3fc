// The numbers of "choose the next token": the model out of bytes, and what it offers.
import { sum } from "../kernels/arrays.js";
import { softmax } from "../kernels/probability.js";
import { next_token_probabilities, sample } from "../kernels/sampling.js";
import { predict_tokens } from "../kernels/token_model.js";
import { mulberry32 } from "../shared/random.js";

const SEEDS = 1000; // as in __init__.py
const TEMPERATURES = 21; // from 0 to 2
const MOSTLY = 0.99; // of the chance, as in __init__.py
const LARGE = [30, 40, 50, 100, 200]; // of top-k, after 1 to 20

/** The parameters as the kernels want them; an array came as its place and its step. */
export function unpack({ structure, values }) {
  const number = (start, i, width) =>
    width === 1 ? values.getInt8(start + i) : values.getInt16(start + 2 * i, true);
  return JSON.parse(structure, (_, part) => {
    if (!part?.shape) return part;
    const [n, columns] = part.shape;
    const row = (from, length, width) =>
      Array.from({ length }, (_, i) => number(part.start, from + i, width) * part.step);
    if (columns === undefined) return row(0, n, 2);
    return Array.from({ length: n }, (_, i) => row(i * columns, columns, 1));
  });
}

/** A text's ids: from the left, the longest token that fits each time; ␣ is a space. */
export function cutText(words, tokens) {
  const text = words.replaceAll(" ", "␣");
  const ids = [];
  for (let at = 0; at < text.length; ) {
    let found = -1;
    tokens.forEach((token, v) => {
      const isLonger = found < 0 || token.length > tokens[found].length;
      if (isLonger && text.startsWith(token, at)) found = v;
    });
    if (found < 0) throw new RangeError(`no token fits ${text.slice(at)}`);
    ids.push(found);
    at += tokens[found].length;
  }
  return ids;
}

/** The scores of every token as the next one. */
export function nextLogits(parameters, ids, context) {
  return predict_tokens(ids.slice(-context), parameters, { last: true }).output[0];
}

/** What the model says of each token, what it is drawn with, and the order of both. */
export function offer(logits, { temperature, top_k: wanted, top_p }) {
  const top_k = temperature === 0 ? 1 : wanted; // greedy: the lowest id on ties
  const model = softmax(logits);
  const after = next_token_probabilities(logits, { temperature, top_k, top_p });
  const order = model.map((_, v) => v).sort((a, b) => logits[b] - logits[a] || a - b);
  const kept = order.filter((v) => after[v] > 0);
  const [remain, mass] = [kept.length, sum(kept.map((v) => model[v]))];
  return { model, after, order, remain, mass, held: enough(kept, after) };
}

/** How many of these, the likeliest first, hold nearly all of the chance. */
function enough(kept, after) {
  let held = 0;
  const last = kept.findIndex((v) => (held += after[v]) >= MOSTLY);
  return last < 0 ? kept.length : last + 1;
}

/** The random number of draw number `draws`, counted from 0. */
export function markOf(seed, draws) {
  const random = mulberry32(seed);
  for (let i = 0; i < draws; i += 1) random();
  return random();
}

/**
 * The token that draw number `draws`, counted from 0, takes: the kernel sample, where
 * the pieces lie end to end in this order, the largest first.
 */
export function drawn({ after, order }, seed, draws) {
  const row = order.map((v) => after[v]);
  return order[sample(row, () => markOf(seed, draws))];
}

/** Which ids lie in a run of three that stood before, and the fraction of such runs. */
export function repeats(ids) {
  const known = new Set();
  const marked = new Set();
  const runs = ids.slice(2).map((_, i) => ids.slice(i, i + 3).join());
  runs.forEach((run, i) => {
    if (known.has(run)) for (const k of [0, 1, 2]) marked.add(i + k);
    known.add(run);
  });
  return { marked, share: runs.length ? 1 - known.size / runs.length : 0 };
}

/**
 * Where the words lie that are not known, and how many words there are. A word that
 * ends with the text may still grow: it does not count.
 */
export function strangers(text, known) {
  const found = [...text.toLowerCase().matchAll(/[a-z]+/g)]
    .map((match) => [match.index, match.index + match[0].length])
    .filter(([, end]) => end < text.length);
  const isStrange = ([from, to]) => !known.has(text.slice(from, to).toLowerCase());
  return { places: found.filter(isStrange), count: found.length };
}

/** A seed by chance, other than this one. */
export function anotherSeed(seed) {
  return (seed + 1 + Math.floor(Math.random() * (SEEDS - 1))) % SEEDS;
}

/** What each slider goes through; null cuts nothing. */
export function valuesOf(name) {
  if (name === "temperature")
    return Array.from({ length: TEMPERATURES }, (_, i) => i / 10);
  if (name === "top_k")
    return [...Array.from({ length: 20 }, (_, i) => i + 1), ...LARGE, null];
  return [...Array.from({ length: 20 }, (_, i) => i / 20), 0.99, null];
}
