// The numbers of the widget text surprise: what each token cost, and the mean so far.
import { sum } from "../kernels/arrays.js";

/** The tokens' surprises in nats; up to a place their mean, and e raised to it. */
export function measure({ shares, chosen }) {
  const costs = shares.map((share) => -Math.log(share) + 0);
  const mean = sum(costs.slice(0, chosen + 1)) / (chosen + 1);
  return { costs, mean, perplexity: Math.exp(mean) };
}

/** What was likeliest at a place, and what came if it isn't among them. */
export function candidates(state) {
  const { tokens, shares, ranks, likeliest, likeliest_shares, chosen } = state;
  const n = likeliest_shares[chosen].length;
  const first = likeliest_shares[chosen].map((share, i) => {
    const token = likeliest[n * chosen + i];
    return { token, share, rank: i + 1, came: token === tokens[chosen] };
  });
  if (first.some(({ came }) => came)) return first;
  const [token, share, rank] = [tokens[chosen], shares[chosen], ranks[chosen]];
  return [...first, { token, share, rank, came: true }];
}
