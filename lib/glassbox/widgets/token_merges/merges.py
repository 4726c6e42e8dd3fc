"""The merges that the page carries, and a text's own, one after the other."""

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from ...kernels.tokenization import Pair, merge_pair
from ...models.tokenizer import Tokenizer, load_gpt2_tokenizer, pack_merges, split_words

LAST = 50_000  # after all merges
CARRIED = 20_000  # of GPT-2's merges, from the first: a page is to stay light
FEW = 2000  # a second widget on a page carries no more
EXAMPLES = {
    "english": "Attention is all you need",
    "chinese": "我喜欢学习",
    "capitals": "attention Attention ATTENTION",
    "untrained": "untrained untrained",
    "numbers": "870+871 380+381",
    "thumbs": "👍 👍🏽",
}
WORDS = Path(__file__).with_name("words.txt")  # of the chapter, those in pieces
LINES = (  # what the chapter cuts whole
    "attention, Attention. ATTENTION",
    "2026-11-21 380+381 870+871 1234 12345",
    "    return x",
    "for i in range(10): print(i)",
)


class Step(NamedTuple):
    """What was merged last, if anything, and all tokens after it."""

    pair: Pair | None
    tokens: list[bytes]


def merge_steps(text: str, first: int = CARRIED) -> list[Step]:
    """Merge a text's bytes, the earliest learned pair first, in all words at once."""
    merges = carried(first).merges
    words = [tuple(bytes([b]) for b in word.encode()) for word in split_words(text)]
    steps = [Step(None, sum(map(list, words), []))]
    while known := {p for word in words for p in pairwise(word) if p in merges}:
        pair = min(known, key=merges.__getitem__)
        words = [merge_pair(word, pair) for word in words]
        steps.append(Step(pair, sum(map(list, words), [])))
    return steps


@cache
def known_words() -> list[str]:
    """Return the words, with a space before them or none, that come out as GPT-2's."""
    words = WORDS.read_text("utf-8").split()
    texts = [*EXAMPLES.values(), *LINES, *words, *(f" {word}" for word in words)]
    parts = {part for text in texts for part in split_words(text)}
    return sorted(parts | {f"{space}{n}" for n in range(1000) for space in ("", " ")})


@cache
def carried(first: int = CARRIED) -> Tokenizer:
    """Return GPT-2's tokenizer with its first merges, and those that words need."""
    whole = load_gpt2_tokenizer()
    merges = {p: place for p, place in whole.merges.items() if place < first}
    for word in known_words():
        for token in whole.cut(word):
            merges |= needed(token, whole)
    return Tokenizer(merges, whole.tokens, whole.ids)


def needed(token: bytes, whole: Tokenizer) -> dict[Pair, int]:
    """Return the merges that a token is made by, with their places."""
    tokens = tuple(bytes([byte]) for byte in token)
    found = {}
    while len(tokens) > 1:
        pair = min(pairwise(tokens), key=lambda p: whole.merges.get(p, LAST))
        found[pair] = whole.merges[pair]
        tokens = merge_pair(tokens, pair)
    return found


def packed(first: int = CARRIED) -> dict[str, Any]:
    """Return the merges as the page reads them, and the words whose pieces are all."""
    tokenizer = carried(first)
    early = [pair for pair, place in tokenizer.merges.items() if place < first]
    later = [
        [place, *(tokenizer.ids[part] for part in pair)]
        for pair, place in sorted(tokenizer.merges.items(), key=lambda item: item[1])
        if place >= first
    ]
    whole = [word for word in known_words() if len(tokenizer.cut(word)) > 1]
    return {"first": pack_merges(early), "later": later, "whole": whole}
