"""Byte-pair encoding: learn which neighbors to merge, then cut a text with it.

A token is a piece of text that can be joined with `+`: a string or bytes.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from ._arrays import checked_size

Token = str | bytes
Pair = tuple[Token, Token]


def most_frequent_pair(words: Mapping[tuple[Token, ...], int]) -> Pair | None:
    """Find the two neighbors that stand side by side most often.

    Parameters
    ----------
    words : mapping
        Each word as a tuple of tokens, and how often it occurs.

    Returns
    -------
    (left, right) or None
        Ties go to the pair that is met first; None where no word has two tokens.

    Source
    ------
    Sennrich et al. 2016, algorithm 1. Chapter: tokens.

    >>> most_frequent_pair({("l", "o", "w"): 1, ("l", "o", "w", "e", "r"): 1})
    ('l', 'o')
    """
    counts: Counter[Pair] = Counter()
    for word, times in words.items():
        for pair in pairwise(word):
            counts[pair] += times
    return max(counts, key=counts.__getitem__, default=None)


def merge_pair(tokens: Sequence[Token], pair: Pair) -> tuple[Token, ...]:
    """Join the two tokens of a pair wherever they stand side by side.

    Parameters
    ----------
    tokens : sequence of n tokens
    pair : (left, right)

    Returns
    -------
    tuple of at most n tokens
        Read from the left: a token that was joined is not joined again.

    Source
    ------
    Sennrich et al. 2016, algorithm 1. Chapter: tokens.

    >>> merge_pair(("l", "o", "w", "e", "r"), ("l", "o"))
    ('lo', 'w', 'e', 'r')
    >>> merge_pair("aaa", ("a", "a"))
    ('aa', 'a')
    """
    tokens, pair = tuple(tokens), tuple(pair)
    merged: list[Token] = []
    at = 0
    while at < len(tokens):
        found = tokens[at : at + 2] == pair
        merged.append(pair[0] + pair[1] if found else tokens[at])
        at += 2 if found else 1
    return tuple(merged)


def train_bpe(words: Mapping[Sequence[Token], int], n_merges: int) -> list[Pair]:
    """Learn merges: again and again, join the most frequent pair.

    Parameters
    ----------
    words : mapping
        Each word as a string, or as a sequence of tokens, and how often it occurs.
    n_merges : int
        How many merges to learn, 0 or more.

    Returns
    -------
    list of at most n_merges pairs
        In the order in which they were learned; fewer where every word is one token.

    Raises
    ------
    TypeError
        If n_merges is not an integer.
    ValueError
        If n_merges is negative.

    Source
    ------
    Sennrich et al. 2016, algorithm 1. Chapter: tokens.

    >>> train_bpe({"low": 1, "lower": 1, "lowest": 1}, 3)
    [('l', 'o'), ('lo', 'w'), ('low', 'e')]
    """
    n_merges = checked_size(n_merges, "n_merges", smallest=0)
    cut: Counter[tuple[Token, ...]] = Counter()
    for word, times in words.items():
        cut[tuple(word)] += times
    merges: list[Pair] = []
    while len(merges) < n_merges and (pair := most_frequent_pair(cut)):
        merges.append(pair)
        cut = {
            merge_pair(word, pair) if pair[0] in word else word: times
            for word, times in cut.items()
        }
    return merges


def apply_merges(
    tokens: Sequence[Token], merges: Iterable[Pair] | Mapping[Pair, int]
) -> tuple[Token, ...]:
    """Cut one word with learned merges, the earliest merge first.

    Parameters
    ----------
    tokens : string, or sequence of tokens
        The word, cut into its smallest pieces.
    merges : pairs in the order in which they were learned
        Or, for a long list, a mapping from each pair to its place in that order.

    Returns
    -------
    tuple of tokens
        Joined again, they are the word.

    Source
    ------
    Sennrich et al. 2016, section 3.2. Chapter: tokens.

    >>> apply_merges("lower", [("l", "o"), ("lo", "w"), ("low", "e")])
    ('lowe', 'r')
    """
    if not isinstance(merges, Mapping):
        merges = {pair: place for place, pair in enumerate(merges)}
    tokens = tuple(tokens)
    while known := [pair for pair in pairwise(tokens) if pair in merges]:
        tokens = merge_pair(tokens, min(known, key=merges.__getitem__))
    return tokens
