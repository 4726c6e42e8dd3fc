// The numbers of "choose the next token": what each way of cutting leaves, and draws.
import { sum } from "../kernels/arrays.js";
import { log_softmax, softmax } from "../kernels/probability.js";
import { keep_top_k, keep_top_p } from "../kernels/sampling.js";

const COUNTED = 50; // tokens that one mistake takes for the vocabulary

/** One context's logits, as numbers: stored as float32, row after row. */
export function rowOf({ shape: [, n_tokens], values }, context) {
  return Array.from({ length: n_tokens }, (_, v) =>
    values.getFloat32(4 * (context * n_tokens + v), true),
  );
}

/** The ids by falling logit, the lowest first on ties: T does not change this order. */
export function ranked(logits) {
  return logits.map((_, v) => v).sort((a, b) => logits[b] - logits[a] || a - b);
}

/** Scores with top-k and top-p applied, and how many tokens each leaves. */
function cut(scores, top_k, top_p) {
  const left = (row) => row.filter(Number.isFinite).length;
  const first = top_k === null ? scores : keep_top_k(scores, top_k);
  const both = top_p === null ? first : keep_top_p(first, top_p);
  return { scores: both, after_k: left(first), remain: left(both) };
}

/** The same cut, made on shares: those that go are set to 0, the rest divided. */
function cutShares(shares, order, top_k, top_p) {
  const first = order.slice(0, top_k ?? order.length);
  const total = sum(first.map((v) => shares[v]));
  let held = 0;
  const kept = first.filter((v, i) => {
    const stays = top_p === null || top_p === 1 || i === 0 || held < top_p;
    held += shares[v] / total;
    return stays;
  });
  const mass = sum(kept.map((v) => shares[v]));
  const after = shares.map(() => 0);
  for (const v of kept) after[v] = shares[v] / mass;
  return after;
}

/** Everything that is shown: shares before and after, and what a mistake does. */
export function measure(logits, order, { temperature, top_k: wanted, top_p, cutting }) {
  const top_k = temperature === 0 ? 1 : wanted; // greedy: the lowest id on ties
  const scores = log_softmax(logits, { temperature });
  const all = softmax(scores);
  const right = cut(scores, top_k, top_p);
  const share = softmax(right.scores); // = next_token_probabilities(logits, ...)
  const cut_after = cutShares(all, order, top_k, top_p);

  // Two mistakes start from other scores.
  let found = right;
  let before = all;
  if (cutting === "nucleus_first") found = cut(log_softmax(logits), top_k, top_p);
  if (cutting === "top_50") {
    const counted = keep_top_k(scores, COUNTED);
    found = cut(counted, top_k, top_p);
    before = softmax(counted);
  }
  const { after_k, remain } = found;
  const kept = new Set(order.slice(0, remain));
  const shares_with = (other) =>
    softmax(
      logits.map((z, v) => (kept.has(v) ? z : other)),
      { temperature },
    );
  const after = {
    minus_infinity: () => share,
    shares: () => cut_after,
    zero: () => shares_with(0),
    not_renormalised: () => all.map((p, v) => (kept.has(v) ? p : 0)),
    nucleus_first: () => shares_with(-Infinity),
    top_50: () => softmax(found.scores),
  }[cutting]();
  const held = (shares, from, to = order.length) =>
    sum(order.slice(from, to).map((v) => shares[v]));
  const total = sum(after);
  const wrong = {
    zero: () => held(after, remain),
    not_renormalised: () => total,
    nucleus_first: () => held(all, 0, remain) / held(all, 0, after_k),
    top_50: () => held(all, 0, COUNTED),
  }[cutting];
  return {
    all,
    before,
    after,
    after_k,
    remain,
    mass: held(before, 0, remain),
    total,
    right_remain: right.remain,
    gap: Math.max(largestGap(after, share), largestGap(before, all)),
    measured: wrong ? wrong() : largestGap(cut_after, share),
  };
}

function largestGap(a, b) {
  return a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);
}

/**
 * As sample draws, for many random numbers: counts by id, and the last id drawn. Id
 * n_tokens is "no token": shares that miss 1 leave a part of [0, 1) to nobody.
 */
export function tally(shares, uniforms) {
  const cumulative = [];
  let held = 0;
  for (const share of shares) {
    held += share;
    cumulative.push(held);
  }
  if (held < 1 - 1e-9) cumulative.push(1);
  const counts = Array(shares.length + 1).fill(0);
  let last = -1;
  for (const u of uniforms) {
    last = firstAbove(u * cumulative.at(-1), cumulative);
    counts[last] += 1;
  }
  return { counts, last };
}

/** Where a rising row first passes a mark, by halving. */
function firstAbove(mark, rising) {
  let low = 0;
  let high = rising.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rising[middle] > mark) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** What each slider goes through; null cuts nothing. */
export function valuesOf(name, n_tokens) {
  if (name === "temperature") return [0, ...twoDigits(5, 2000).map((n) => n / 100)];
  if (name === "top_k") return [...twoDigits(1, n_tokens - 1), null];
  return [...Array.from({ length: 100 }, (_, i) => i / 100), null];
}

/** Whole numbers of at most two digits before their zeros: 5 ... 99, 100, 110 ... */
function twoDigits(low, high) {
  const numbers = Array.from({ length: high - low + 1 }, (_, i) => low + i);
  return numbers.filter((n) => Number(n.toPrecision(2)) === n);
}
