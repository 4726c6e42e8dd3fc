"""Byte-pair encoding: the paper's own example, and what holds for every text."""

from collections import Counter

import numpy as np
import pytest
from glassbox import apply_merges, merge_pair, most_frequent_pair, train_bpe

LOW = {"low": 1, "lower": 1, "lowest": 1}


def random_words(seed, letters="abc", n=40):
    rng = np.random.default_rng(seed)
    drawn = ("".join(rng.choice(list(letters), rng.integers(1, 9))) for _ in range(n))
    return Counter(drawn)


def test_the_chapter_s_three_words_give_three_merges():
    assert train_bpe(LOW, 3) == [("l", "o"), ("lo", "w"), ("low", "e")]


def test_the_paper_s_example_gives_the_paper_s_merges():
    # Sennrich et al. 2016, algorithm 1; </w> is one token at each word's end.
    words = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
    ended = {(*word, "</w>"): times for word, times in words.items()}
    merges = train_bpe(ended, 4)
    assert [a + b for a, b in merges] == ["es", "est", "est</w>", "lo"]


def test_counts_are_weighted_by_how_often_a_word_occurs():
    assert most_frequent_pair({tuple("ab"): 3, tuple("cd"): 1, tuple("cde"): 1}) == (
        "a",
        "b",
    )
    assert most_frequent_pair({tuple("ab"): 1, tuple("cd"): 1, tuple("cde"): 1}) == (
        "c",
        "d",
    )


def test_ties_go_to_the_pair_that_is_met_first():
    assert most_frequent_pair({tuple("xyz"): 2, tuple("ab"): 2}) == ("x", "y")


def test_where_every_word_is_one_token_there_is_no_pair():
    assert most_frequent_pair({("a",): 3, ("bc",): 1}) is None
    assert most_frequent_pair({}) is None
    assert train_bpe({"ab": 1}, 5) == [("a", "b")]
    assert train_bpe({"": 2}, 5) == []


@pytest.mark.parametrize(
    ("tokens", "merged"),
    [
        ("aaa", ("aa", "a")),
        ("aaaa", ("aa", "aa")),
        ("baab", ("b", "aa", "b")),
        ("aba", ("a", "b", "a")),
        ("a", ("a",)),
        ("", ()),
    ],
)
def test_a_pair_is_joined_from_the_left_and_never_twice(tokens, merged):
    assert merge_pair(tokens, ("a", "a")) == merged


@pytest.mark.parametrize("seed", range(20))
def test_cutting_a_training_word_gives_what_training_made_of_it(seed):
    words = random_words(seed)
    merges = train_bpe(words, 12)
    cut = {tuple(word): tuple(word) for word in words}
    for pair in merges:
        cut = {word: merge_pair(tokens, pair) for word, tokens in cut.items()}
    for word, tokens in cut.items():
        assert apply_merges(word, merges) == tokens


@pytest.mark.parametrize("seed", range(20))
def test_joined_again_the_tokens_are_the_word(seed):
    merges = train_bpe(random_words(seed), 12)
    for word in random_words(seed + 100, "abcd"):
        assert "".join(apply_merges(word, merges)) == word


def test_a_list_of_merges_and_a_mapping_to_their_places_cut_alike():
    merges = train_bpe(random_words(3), 12)
    places = {pair: place for place, pair in enumerate(merges)}
    for word in random_words(4):
        assert apply_merges(word, merges) == apply_merges(word, places)


def test_the_earliest_merge_wins_wherever_it_stands():
    assert apply_merges("abc", [("b", "c"), ("a", "b")]) == ("a", "bc")
    assert apply_merges("abc", [("a", "b"), ("b", "c")]) == ("ab", "c")


def test_bytes_are_merged_as_letters_are():
    word = tuple(bytes([byte]) for byte in "〇".encode())
    assert merge_pair(word, word[:2]) == (b"\xe3\x80", b"\x87")


def test_the_words_are_left_as_they_are():
    words = {tuple("low"): 2, tuple("lower"): 1}
    train_bpe(words, 3)
    assert words == {tuple("low"): 2, tuple("lower"): 1}


@pytest.mark.parametrize(("n", "error"), [(-1, ValueError), (1.5, TypeError)])
def test_a_wrong_number_of_merges_is_refused(n, error):
    with pytest.raises(error, match="n_merges must be an integer of at least 0"):
        train_bpe(LOW, n)
