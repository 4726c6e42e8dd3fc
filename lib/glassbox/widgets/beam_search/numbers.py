"""The numbers of beam search: which texts are compared at each step, and which stay."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

MOST_STEPS = 3  # by then every search over the tree has ended: a test holds it


def branch(word: str, p: float, *after: dict[str, Any]) -> dict[str, Any]:
    """Return a word with its probability, and what may come after it."""
    return {"word": word, "p": p, "after": list(after)}


def end(p: float) -> dict[str, Any]:
    return branch(".", p)


TREE = [  # after "The tea"; the probabilities are chosen, not a model's
    branch(
        "is", 0.5,
        branch("hot", 0.4, end(0.6), branch("today", 0.4, end(1.0))),
        branch("ready", 0.34, end(0.8), branch("now", 0.2, end(1.0))),
        branch("cold", 0.26, end(0.5), branch("again", 0.5, end(1.0))),
    ),
    branch(
        "smells", 0.32,
        branch("good", 0.9, end(0.6), branch("today", 0.4, end(1.0))),
        branch("fine", 0.1, end(1.0)),
    ),
    end(0.18),
]  # fmt: skip


class Text(NamedTuple):
    """A text that is compared at a step."""

    words: tuple[str, ...]
    p: float  # the product so far
    last: float  # the probability of its last word
    parent: int  # its place among the texts of the step before
    after: Sequence[Mapping[str, Any]]  # empty where it has ended
    kept: bool = False

    def score(self, per_token: bool) -> float:
        return math.log(self.p) / len(self.words) if per_token else self.p


def search(width: int, per_token: bool, steps: int) -> list[list[Text]]:
    """Return the texts that each step compares, in the tree's order."""
    beam, columns = [(0, Text((), 1.0, 1.0, 0, TREE))], []
    while len(columns) < steps and any(one.after for _, one in beam):
        texts = []
        for place, one in beam:
            if not one.after:
                texts.append(one._replace(parent=place))
            for way in one.after:
                words = (*one.words, way["word"])
                p = one.p * way["p"]
                texts.append(Text(words, p, way["p"], place, way["after"]))
        ranked = sorted(texts, key=lambda one: -one.score(per_token))[:width]
        columns.append([one._replace(kept=one in ranked) for one in texts])
        beam = [(i, one) for i, one in enumerate(columns[-1]) if one.kept]
    return columns


def best(column: Sequence[Text], per_token: bool) -> Text:
    """Return the text that wins."""
    return max(column, key=lambda one: one.score(per_token))
