"""Learning merges from a text's words, in an order of the reader's own."""

from collections import Counter
from itertools import pairwise

from ...kernels.tokenization import Pair, merge_pair

Words = dict[tuple[str, ...], int]


def read_words(text: str) -> Words:
    """Return a text's different words in letters, and how often each occurs."""
    return dict(Counter(tuple(word) for word in text.split(" ") if word))


def count_pairs(words: Words) -> list[tuple[Pair, int]]:
    """Return every pair of neighbors with its count, the most frequent first."""
    counts: Counter[Pair] = Counter()
    for word, times in words.items():
        for pair in pairwise(word):
            counts[pair] += times
    return sorted(counts.items(), key=lambda item: -item[1])  # ties: met first


def joined(words: Words, pair: Pair) -> Words:
    """Return the words with a pair joined in all of them."""
    return {merge_pair(word, pair): times for word, times in words.items()}


def count_tokens(words: Words) -> int:
    """Return how many tokens all words make."""
    return sum(len(word) * times for word, times in words.items())
