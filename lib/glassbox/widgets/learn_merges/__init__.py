"""Learn merges: choose which pair of neighbors to join, and see what the words become.

The rule takes the most frequent pair; the reader may take another.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import traitlets

from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._rules import text_rule
from .._traits import checked_together, listed, require
from ..token_merges import ShortText
from .learning import count_pairs, count_tokens, joined, read_words

LONGEST = 48  # characters of a text
EXAMPLES = {
    "low": "low lower lowest",
    "the": "the the her her he this this over over",
}


class Merges(traitlets.TraitType):
    """Pairs of tokens, in the order in which they are joined."""

    default_value = ()

    def validate(self, obj: Any, value: Any) -> list[list[str]]:
        rule = f"{self.name} must be a list of pairs of tokens"
        pairs = [listed(pair) for pair in listed(value) or []]
        require(listed(value) is not None, rule, repr(value))
        for pair in pairs:
            fits = pair and len(pair) == 2 and all(isinstance(t, str) for t in pair)
            require(fits, rule, repr(pair))
        return pairs

    def rule(self) -> dict[str, Any]:
        pair = {
            "type": "array",
            "minItems": 2,
            "maxItems": 2,
            "items": text_rule(LONGEST),
        }
        return {"type": "array", "maxItems": LONGEST, "items": pair}


class LearnMerges(GlassBoxWidget):
    """Choose the pair of neighbors to join next, and watch the words' tokens.

    Parameters
    ----------
    content : str
        Words with spaces between them, 1 to 48 characters; one that comes twice
        counts twice.
    merges : list of pairs of tokens
        The pairs that are joined, in this order; each must stand in the words when
        its turn comes.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: tokens.

    >>> LearnMerges(merges=[("l", "o"), ("lo", "w")])
    LearnMerges('low lower lowest', merges=[['l', 'o'], ['lo', 'w']])
    """

    _folder = Path(__file__).parent
    _state = ("content", "merges")

    content = ShortText(EXAMPLES["low"], longest=LONGEST).tag(sync=True)
    merges = Merges().tag(sync=True)
    examples = traitlets.Dict(EXAMPLES).tag(sync=True)

    def __init__(
        self, content: str = EXAMPLES["low"], *, merges: Sequence = ()
    ) -> None:
        super().__init__(content=content, merges=merges)

    @staticmethod
    def fits(content: str, merges: list) -> None:
        words = read_words(content)
        require(words, "content must have a word", repr(content))
        for number, (left, right) in enumerate(merges, start=1):
            found = dict(count_pairs(words)).get((left, right))
            rule = f"merge {number} must join neighbors in the words"
            require(found, rule, f"{left} + {right}")
            words = joined(words, (left, right))

    _check = checked_together("content", "merges")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.content!r}, merges={self.merges})"

    def describe(self) -> str:
        words = read_words(self.content)
        rows = [["0", "", "", f"{count_tokens(words)}"]]
        for number, (left, right) in enumerate(self.merges, start=1):
            count = dict(count_pairs(words))[left, right]
            words = joined(words, (left, right))
            pair = self.text("fallback.pair", left=left, right=right)
            rows.append([f"{number}", pair, f"{count}", f"{count_tokens(words)}"])
        header = [
            self.text(f"fallback.{name}_head")
            for name in ("merge", "pair", "count", "tokens")
        ]
        caption = self.text("fallback.caption", content=self.content)
        cut = self.text("fallback.cut", words="; ".join(map(" ".join, words)))
        most = count_pairs(words)[:1]
        (left, right), count = most[0] if most else (("", ""), 0)
        pair = {"left": left, "right": right, "count": f"{count}"}
        after = self.text("fallback.next", **pair) if most else self.text("done")
        return table(caption, header, rows) + paragraph(cut) + paragraph(after)
