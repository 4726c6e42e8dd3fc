"""The key-value cache: which keys are computed again, and which are kept."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import traitlets

from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import TextList, WholeNumber, checked_together, require
from .numbers import AGAIN, KEPT, NEW, computed, count_kinds, row_kinds

SENTENCE = "the old clock in the hall still keeps the time of the town"
MOST, LONGEST = 13, 8  # tokens, and the characters of one


class KeyValueCache(GlassBoxWidget):
    """Write token by token, with or without a cache.

    Source: Shazeer 2019 (writing step by step).

    Parameters
    ----------
    tokens : list of str
        2 to 13 tokens of up to 8 characters.
    written : int
        How many of them are written: step 5 makes the fifth token's key and value.
    keep : bool
        Whether keys and values are kept from one step to the next.
    compared : bool
        Whether the total of the other way is told as well; the switch turns it on.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: writing_costs.

    >>> KeyValueCache(written=5, keep=True)
    KeyValueCache(written=5, keep=True)
    """

    _folder = Path(__file__).parent
    _state = ("tokens", "written", "keep", "compared")

    tokens = TextList(SENTENCE.split()).tag(sync=True, rule=None)
    written = WholeNumber(6, least=1, most=MOST).tag(sync=True, up_to="tokens")
    keep = traitlets.Bool(False).tag(sync=True)
    compared = traitlets.Bool(False).tag(sync=True)

    def __init__(self, tokens: Sequence[str] | None = None, **state: Any) -> None:
        given = {} if tokens is None else {"tokens": tokens}
        super().__init__(**(given | state))

    @staticmethod
    def fits(tokens: list, written: int) -> None:
        """Refuse a state whose parts do not fit each other."""
        rule = f"tokens must be 2 to {MOST} tokens"
        require(2 <= len(tokens) <= MOST, rule, len(tokens))
        for token in tokens:
            rule = f"a token must have 1 to {LONGEST} characters"
            require(1 <= len(token) <= LONGEST, rule, repr(token))
        rule = f"written must be at most {len(tokens)}, the number of tokens"
        require(written <= len(tokens), rule, written)

    _check = checked_together("tokens", "written")

    def __repr__(self) -> str:
        names = ("written", "keep")
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__name__}({values})"

    def describe(self) -> str:
        rows = []
        for step in range(1, self.written + 1):
            row = row_kinds(step, self.keep)
            so_far = computed(count_kinds(step, self.keep))
            counts = [row.count(kind) for kind in (NEW, AGAIN, KEPT)]
            step_name = self.text(
                "fallback.row", step=step, token=self.tokens[step - 1]
            )
            rows.append([step_name, *(f"{n}" for n in (*counts, so_far))])
        names = ("step", "new", "again", "kept", "so_far")
        header = [self.text(f"fallback.{name}") for name in names]
        kept = "with" if self.keep else "without"
        caption = self.text(f"fallback.caption.{kept}")
        totals = [computed(count_kinds(self.written, keep)) for keep in (False, True)]
        both = dict(zip(("without", "with_cache"), totals, strict=True))
        compared = self.text("fallback.compared", n=self.written, **both)
        return table(caption, header, rows) + paragraph(compared)
