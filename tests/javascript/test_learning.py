"""The page's way of learning merges against Python's, and that against the kernels."""

import json
import subprocess
from pathlib import Path

import pytest
from glassbox import train_bpe
from glassbox.kernels.tokenization import most_frequent_pair
from glassbox.widgets.learn_merges import EXAMPLES
from glassbox.widgets.learn_merges.learning import (
    count_pairs,
    count_tokens,
    joined,
    read_words,
)

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "lib/glassbox/widgets/learn_merges/learning.js"
TEXTS = [*EXAMPLES.values(), "zzz zzzz", "a", " aab  ab aab ", "naïve 我喜欢 我喜"]
RUN = """
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const { readWords, countPairs, countTokens, greedyCounts, replay } = await import(
  pathToFileURL(process.argv[1])
);
const results = JSON.parse(readFileSync(0, "utf8")).map(([text, merges]) => ({
  words: readWords(text).map(({ tokens, times }) => [tokens, times]),
  steps: replay(text, merges).map(({ words, count }) => ({
    words: words.map(({ tokens, times }) => [tokens, times]),
    pairs: countPairs(words).map(({ pair, count }) => [pair, count]),
    tokens: countTokens(words),
    count,
  })),
  greedy: greedyCounts(text, 5),
}));
console.log(JSON.stringify(results));
"""


def merges_of(text, take):
    """Learn up to five merges, each time taking the pair that stands at a place."""
    words, merges = read_words(text), []
    while len(merges) < 5 and (pairs := count_pairs(words)):
        merges.append(pairs[take % len(pairs)][0])
        words = joined(words, merges[-1])
    return merges


GIVEN = [(text, merges_of(text, take)) for text in TEXTS for take in (0, 1, -1)]


@pytest.fixture(scope="module")
def results(node):
    """What the page's script makes of each text and its merges."""
    command = [node, "--input-type=module", "--eval", RUN, str(SCRIPT)]
    done = subprocess.run(
        command, input=json.dumps(GIVEN), capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def plain(words):
    return [[list(word), times] for word, times in words.items()]


def test_words_pairs_and_tokens_are_python_s_after_each_merge(results):
    for (text, merges), found in zip(GIVEN, results, strict=True):
        words, count = read_words(text), 0
        assert found["words"] == plain(words)
        for pair, step in zip([*merges, None], found["steps"], strict=True):
            assert step["words"] == plain(words)
            pairs = [[list(one), n] for one, n in count_pairs(words)]
            assert step["pairs"] == pairs
            assert step["tokens"] == count_tokens(words)
            assert step["count"] == count
            if pair:
                count = dict(count_pairs(words))[pair]
                words = joined(words, pair)


def test_the_first_pair_is_the_one_that_the_kernels_learn(results):
    for (text, _), found in zip(GIVEN, results, strict=True):
        words = read_words(text)
        counts = [count_tokens(words)]
        for pair in train_bpe({word: n for word, n in words.items()}, 5):
            assert count_pairs(words)[0][0] == most_frequent_pair(words) == pair
            words = joined(words, pair)
            counts.append(count_tokens(words))
        assert found["greedy"] == counts
