"""The merges that a text needs, and its cut with them, one merge after the other."""

from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from ...kernels.tokenization import Pair, merge_pair
from ...models.tokenizer import Tokenizer, load_gpt2_tokenizer, split_words

EXAMPLES = {
    "english": "Attention is all you need",
    "chinese": "我喜欢学习",
    "capitals": "attention Attention ATTENTION",
    "untrained": "untrained untrained",
    "numbers": "870+871 380+381",
    "thumbs": "👍 👍🏽",
}


class Step(NamedTuple):
    """What was merged last, if anything, and all tokens after it."""

    pair: Pair | None
    tokens: list[bytes]


@cache
def gpt2() -> Tokenizer:
    """Return GPT-2's tokenizer, read once."""
    return load_gpt2_tokenizer()


def merge_steps(text: str) -> list[Step]:
    """Merge a text's bytes, the earliest learned pair first, in all words at once."""
    merges = gpt2().merges
    words = [tuple(bytes([b]) for b in word.encode()) for word in split_words(text)]
    steps = [Step(None, sum(map(list, words), []))]
    while known := {p for word in words for p in pairwise(word) if p in merges}:
        pair = min(known, key=merges.__getitem__)
        words = [merge_pair(word, pair) for word in words]
        steps.append(Step(pair, sum(map(list, words), [])))
    return steps


def needed(texts: list[str]) -> dict[str, Any]:
    """Return the merges that cut these texts: the place and both ids of each."""
    merges, ids = gpt2().merges, gpt2().ids
    pairs = {step.pair for text in texts for step in merge_steps(text)[1:]}
    ordered = sorted(pairs, key=merges.__getitem__)
    rows = [[merges[pair], *(ids[part] for part in pair)] for pair in ordered]
    return {"texts": texts, "merges": rows}
