// Learning merges from a text's words. Python's learning.py says the same.
import { mergePair } from "../kernels/tokenization.js";

/** A text's different words in letters, and how often each occurs. */
export function readWords(text) {
  const words = new Map();
  for (const word of text.split(" ").filter(Boolean)) {
    words.set(word, (words.get(word) ?? 0) + 1);
  }
  return [...words].map(([word, times]) => ({ tokens: [...word], times }));
}

/** Every pair of neighbors with its count, the most frequent first. */
export function countPairs(words) {
  const counts = new Map();
  for (const { tokens, times } of words) {
    for (let i = 1; i < tokens.length; i++) {
      const pair = [tokens[i - 1], tokens[i]];
      const key = pair.join(" "); // no token has a space
      const before = counts.get(key)?.count ?? 0;
      counts.set(key, { pair, count: before + times });
    }
  }
  return [...counts.values()].sort((a, b) => b.count - a.count); // ties: met first
}

/** The words with a pair joined in all of them. */
export function joined(words, pair) {
  return words.map(({ tokens, times }) => ({ tokens: mergePair(tokens, pair), times }));
}

/** The words at first and after each merge, and how often that pair stood there. */
export function replay(text, merges) {
  const steps = [{ words: readWords(text), count: 0 }];
  for (const pair of merges) {
    const { words } = steps.at(-1);
    const found = countPairs(words).find(
      (one) => one.pair[0] === pair[0] && one.pair[1] === pair[1],
    );
    steps.push({ words: joined(words, pair), count: found?.count ?? 0 });
  }
  return steps;
}

/** How many tokens all words make. */
export function countTokens(words) {
  return words.reduce((sum, { tokens, times }) => sum + times * tokens.length, 0);
}

/** How many tokens are left, at first and after each of n most frequent pairs. */
export function greedyCounts(text, n) {
  let words = readWords(text);
  const counts = [countTokens(words)];
  while (counts.length <= n) {
    const [first] = countPairs(words);
    if (!first) break;
    words = joined(words, first.pair);
    counts.push(countTokens(words));
  }
  return counts;
}
