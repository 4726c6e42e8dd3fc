"""Inside a model: layers of attention guess letters, and every head can be cut."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import traitlets

from ...kernels.probability import softmax
from ...models.induction import (
    LENGTH,
    LETTERS,
    LONGEST,
    N_HEADS,
    SHORTEST,
    Inside,
    attention_only,
    head_names,
    letter_ids,
    load_induction,
    without_heads,
)
from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import WholeNumber
from .numbers import packed, period_of
from .traits import HEADS, HeadNames, LetterText

SEEDS = 2**31
_SHOWN = ("at", "head", "off", "layers")
_COLUMNS = ("position", "letter", "guess", "verdict")
FIRST = "dogcatdogcatdogcatdogcat"
STAGES = ("before", "middle", "end")  # of the layers
TOP = 3  # guesses that are told for each layer


class InsideAModel(GlassBoxWidget):
    """What a model of attention layers guesses after each letter, and how.

    Parameters
    ----------
    content : str
        What it reads: 2 to 24 small letters; spaces are left out.
    at : int
        The position that is looked at, from 0; if there are fewer letters, the last.
    head : "1.1", "1.2", "2.1" or "2.2"
        Whose weights are drawn: its layer and its number in it, from 1. If the model
        has no such layer, the head of this number in the last one.
    off : list of heads
        They are cut: what they find is not added. Heads that it lacks don't count.
    layers : 1 or 2
        Which of two models reads: each was trained in the same way.
    guess : int
        What the reader expects a cut to leave right from round 2 on; -1: nothing yet.
    period : int
        6 to 12: after how many letters the page's own random texts begin again.
    seed : int
        Which of the random texts came last.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: inside_a_model.

    >>> InsideAModel("tiger tiger ti", at=6, off=["1.1"])
    InsideAModel('tigertigerti', at=6, head='2.1', off=['1.1'], layers=2)
    """

    _folder = Path(__file__).parent
    _state = ("content", "at", "head", "off", "layers", "guess", "period", "seed")

    model = traitlets.Dict(read_only=True).tag(sync=True)
    single = traitlets.Dict(read_only=True).tag(sync=True)
    content = LetterText(FIRST).tag(sync=True)
    at = WholeNumber(9, least=0, most=LENGTH - 1).tag(sync=True)
    head = traitlets.Enum(HEADS, "2.1").tag(sync=True)
    off = HeadNames(()).tag(sync=True)
    layers = WholeNumber(2, least=1, most=2).tag(sync=True)
    guess = WholeNumber(-1, least=-1, most=LENGTH).tag(sync=True)
    period = WholeNumber(6, least=SHORTEST, most=LONGEST).tag(sync=True)
    seed = WholeNumber(0, least=0, most=SEEDS - 1).tag(sync=True)

    def __init__(
        self,
        content: str = FIRST,
        *,
        at: int = 9,
        head: str = "2.1",
        off: Sequence[str] = (),
        layers: int = 2,
        guess: int = -1,
        period: int = 6,
        seed: int = 0,
    ) -> None:
        super().__init__(
            content=content, at=at, head=head, off=off, layers=layers, guess=guess,
            period=period, seed=seed,
        )  # fmt: skip

    @traitlets.default("model")
    def _first_model(self) -> dict:
        return packed(load_induction(2))

    @traitlets.default("single")
    def _first_single(self) -> dict:
        return packed(load_induction(1))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in _SHOWN)
        return f"{type(self).__name__}({self.content!r}, {shown})"

    def describe(self) -> str:
        model, ids = load_induction(self.layers), letter_ids(self.content)
        off = [name for name in self.off if name in head_names(self.layers)]
        inside = attention_only(ids, without_heads(model, off))
        guesses = [LETTERS[i] for i in inside.logits.argmax(axis=-1)]
        truth = [*self.content[1:], None]
        rows = [
            [f"{place}", letter, guess, self._verdict(guess, right)]
            for place, (letter, guess, right) in enumerate(
                zip(self.content, guesses, truth, strict=True)
            )
        ]
        header = [self.text(f"fallback.{name}") for name in _COLUMNS]
        caption = self.text("fallback.caption", n=self.layers, content=self.content)
        right = [guess == after for guess, after in zip(guesses, truth, strict=True)]
        told = [self._counted(right[:-1]), self._looked(inside)]
        at = min(self.at, len(ids) - 1)
        told += [
            self._said(name, softmax(vectors[at] @ model.head))
            for name, vectors in zip(STAGES, inside.stream, strict=False)
        ]
        if off:
            told.insert(0, self.text("fallback.off", heads=", ".join(off)))
        return table(caption, header, rows) + paragraph(" ".join(told))

    def _verdict(self, guess: str, right: str | None) -> str:
        key = "open" if right is None else "right" if guess == right else "wrong"
        return self.text(f"verdict.{key}")

    def _counted(self, right: list[bool]) -> str:
        period = period_of(self.content)
        if period is None:
            return self.text("fallback.all", right=sum(right), n=len(right))
        first, later = right[:period], right[period:]
        return self.text(
            "fallback.rounds",
            first=sum(first),
            of_first=len(first),
            later=sum(later),
            of_later=len(later),
        )

    def _looked(self, inside: Inside) -> str:
        at = min(self.at, len(self.content) - 1)
        layer, head = divmod(HEADS.index(self.head), N_HEADS)
        layer = min(layer, self.layers - 1)
        weights = inside.weights[layer][head, at]
        most = int(weights.argmax())
        return self.text(
            "fallback.looks",
            letter=self.content[at],
            at=at,
            head=f"{layer + 1}.{head + 1}",
            most=self.content[most],
            place=most,
            weight=f"{weights[most]:.2f}",
        )

    def _said(self, name: str, probabilities: np.ndarray) -> str:
        best = (-probabilities).argsort(kind="stable")[:TOP]
        guesses = ", ".join(
            f"{LETTERS[i]} {100 * probabilities[i]:.0f}\N{NO-BREAK SPACE}%"
            for i in best
        )
        return self.text(
            "fallback.says", layer=self.text(f"layers.{name}"), guesses=guesses
        )
