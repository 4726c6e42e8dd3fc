"""Token merges: type a text and watch GPT-2's merges cut it, one merge at a time."""

import json
from pathlib import Path
from typing import Any

import traitlets

from ...models.tokenizer import MERGES, as_text
from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._rules import text_rule
from .._traits import WholeNumber, require
from .merges import EXAMPLES, gpt2, merge_steps, needed

LONGEST = 120  # characters of a text
LIBRARY = Path(__file__).parents[2]


class ShortText(traitlets.Unicode):
    """A text of at least one character."""

    def __init__(self, default: str, *, longest: int) -> None:
        super().__init__(default)
        self.longest = longest

    def validate(self, obj: Any, value: Any) -> str:
        text = super().validate(obj, value)
        rule = f"{self.name} must have from 1 to {self.longest} characters"
        require(1 <= len(text) <= self.longest, rule, len(text))
        rule = f"{self.name} must be Unicode text"
        require(not any("\ud800" <= c <= "\udfff" for c in text), rule, repr(text))
        return text

    def rule(self) -> dict[str, Any]:
        return text_rule(self.longest, least=1)


class TokenMerges(GlassBoxWidget):
    """Type any text, and step through the merges that cut it into GPT-2's tokens.

    The widget carries the merges that its examples need. All 50,000 come once the
    reader types another text: Python sends them, and a built page has them as a script.

    Parameters
    ----------
    content : str
        The text: 1 to 120 characters of any kind.
    step : int or None
        How many merges are shown; None, or more than the text needs, is all.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: tokens.

    >>> TokenMerges("attention, Attention", step=3)
    TokenMerges('attention, Attention', step=3)
    """

    _folder = Path(__file__).parent
    _state = ("content", "step")

    content = ShortText(EXAMPLES["english"], longest=LONGEST).tag(sync=True)
    step = WholeNumber(None, allow_none=True, least=0).tag(sync=True)
    merges = traitlets.Dict().tag(sync=True)
    examples = traitlets.Dict(EXAMPLES).tag(sync=True)
    # As in RealModel: the file that comes when it is wanted, or a script's address.
    rest = traitlets.Unicode(MERGES.relative_to(LIBRARY).as_posix()).tag(sync=True)

    def __init__(
        self, content: str = EXAMPLES["english"], *, step: int | None = None
    ) -> None:
        super().__init__(content=content, step=step)
        self.on_msg(self._answer)

    @traitlets.default("merges")
    def _needed_at_first(self) -> dict[str, Any]:
        return needed([*EXAMPLES.values(), self.content])

    def _answer(self, _: Any, content: Any, buffers: Any) -> None:
        if content == {"ask": "rest"}:
            self.send({"rest": json.dumps(MERGES.read_text("ascii"))})

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.content!r}, step={self.step})"

    def describe(self) -> str:
        steps = merge_steps(self.content)
        at = len(steps) - 1 if self.step is None else min(self.step, len(steps) - 1)
        rows = [
            [
                self.text("fallback.token", token=as_text(token)),
                f"{gpt2().ids[token]}",
                self.text("fallback.bytes", bytes=token.hex(" ").upper()),
            ]
            for token in steps[at].tokens
        ]
        place = {"step": f"{at}", "steps": f"{len(steps) - 1}"}
        caption = self.text("fallback.caption", content=self.content, **place)
        header = [self.text(f"fallback.{name}_head") for name in ("token", "id", "hex")]
        counts = {
            "n": f"{len(rows)}",
            "characters": f"{len(self.content)}",
            "bytes": f"{len(self.content.encode())}",
        }
        counted = self.text("fallback.counted", **counts)
        return table(caption, header, rows) + paragraph(counted)
