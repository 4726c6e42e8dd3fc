"""Choose the next token: a small language model writes as the reader sets it."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import traitlets

from ...models.book_writer import BookWriter, load_book_writer, repeated
from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import Number, TextList, WholeNumber, checked_together, require
from .numbers import Ids, Writer, book_words, cut_text, offer, packed, shown, strangers

MOST_TEMPERATURE = 2.0
SEEDS = 1000
SHOWN = 6  # tokens, and one row for all others
MOSTLY = 0.99  # of the chance
OPENINGS = ("Attention is", "The model", "Each token")


class ChooseNextToken(GlassBoxWidget):
    """A text that grows: see the candidates, set T, top-k and top-p, and draw.

    Parameters
    ----------
    model : BookWriter
        Without it, `load_book_writer()`.
    openings : list of 1 to 4 strings
        How the text may begin, at most 12 tokens each.
    opening : int
        Which of them is shown.
    written : list of int
        The ids that were written after it, at most 200.
    temperature : float
        From 0, which takes the likeliest, to 2.
    top_k : int of at least 1, or None
    top_p : float from 0 to 1, or None
    draws : int
        How many random numbers are used up.
    seed : int
        0 to 999: which random numbers the draws use.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: choosing_the_next_token.

    >>> ChooseNextToken(temperature=0.7, top_p=0.9)
    ChooseNextToken('Attention is', 0 written, temperature=0.7, top_k=None, top_p=0.9)
    """

    _folder = Path(__file__).parent
    _state = ("model", "openings", "opening", "written", "temperature", "top_k",
              "top_p", "draws", "seed")  # fmt: skip

    model = Writer().tag(sync=True, to_json=packed)
    openings = TextList().tag(sync=True, rule=None)
    opening = WholeNumber(0, least=0).tag(sync=True, below="openings")
    written = Ids(()).tag(sync=True)
    temperature = Number(1.0).tag(sync=True, least=0, most=MOST_TEMPERATURE)
    top_k = WholeNumber(None, allow_none=True, least=1).tag(sync=True)
    top_p = Number(None, allow_none=True).tag(sync=True, least=0, most=1)
    draws = WholeNumber(0, least=0).tag(sync=True)
    seed = WholeNumber(0, least=0, most=SEEDS - 1).tag(sync=True)

    def __init__(
        self,
        model: BookWriter | None = None,
        *,
        openings: Sequence[str] = OPENINGS,
        opening: int = 0,
        written: Sequence[int] = (),
        temperature: float = 1.0,
        top_k: int | None = None,
        top_p: float | None = None,
        draws: int = 0,
        seed: int = 0,
    ) -> None:
        super().__init__(
            model=load_book_writer() if model is None else model,
            openings=openings,
            opening=opening,
            written=written,
            temperature=temperature,
            top_k=top_k,
            top_p=top_p,
            draws=draws,
            seed=seed,
        )

    _check = checked_together(
        "model", "openings", "opening", "written", "temperature", "top_p"
    )

    def fits(
        self,
        *,
        model: BookWriter,
        openings: list[str],
        opening: int,
        written: list[int],
        temperature: float,
        top_p: float | None,
    ) -> None:
        """Refuse a state whose parts do not fit each other."""
        require(1 <= len(openings) <= 4, "openings must be 1 to 4", len(openings))
        for text in openings:
            try:
                n = len(cut_text(text, model.tokens))
            except ValueError as error:
                words = str(error).replace("text", "openings", 1)
                raise traitlets.TraitError(words) from None
            require(n <= 12, "openings must have at most 12 tokens each", n)
        rule = f"opening must be from 0 to {len(openings) - 1}"
        require(opening < len(openings), rule, opening)
        rule = f"written must be ids from 0 to {len(model.tokens) - 1}"
        require(max(written, default=0) < len(model.tokens), rule, max([0, *written]))
        rule = f"temperature must be from 0 to {MOST_TEMPERATURE:g}"
        require(0 <= temperature <= MOST_TEMPERATURE, rule, f"{temperature:g}")
        rule = "top_p must be from 0 to 1, or None"
        require(top_p is None or 0 <= top_p <= 1, rule, top_p)

    def __repr__(self) -> str:
        top_p = None if self.top_p is None else f"{self.top_p:g}"
        return (
            f"{type(self).__name__}({self.openings[self.opening]!r}, "
            f"{len(self.written)} written, temperature={self.temperature:g}, "
            f"top_k={self.top_k}, top_p={top_p})"
        )

    def describe(self) -> str:
        opening = self.openings[self.opening]
        settings = self.temperature, self.top_k, self.top_p
        model, after = offer(self.model, opening, self.written, *settings)
        order, kept = np.argsort(-model, kind="stable"), after > 0
        rows = [
            [self._named(v), f"{model[v]:.4f}", self._share(after[v])]
            for v in order[:SHOWN]
        ]
        rest = order[SHOWN:]
        share = self._share(after[rest].sum())
        others = self.text("others", n=rest.size, count=f"{rest.size}")
        rows.append([others, f"{model[rest].sum():.4f}", share])
        columns = ("token", "model", "after")
        header = [self.text(f"columns.{name}") for name in columns]
        tokens = [f" {self.model.tokens[0]} ", *self.model.tokens[1:]]
        text = opening + "".join(tokens[v] for v in self.written)
        strange, n_words = strangers(text, book_words())
        share = repeated(self.written, 3) if len(self.written) > 2 else 0
        marks = (
            self.text("same", share=f"{100 * share:.0f}"),
            self.text("strange", n=len(strange), all=f"{n_words}"),
        )
        caption = self.text(
            "fallback.caption",
            temperature=f"{self.temperature:g}",
            top_k=self.text("off") if self.top_k is None else f"{self.top_k}",
            top_p=self.text("off") if self.top_p is None else f"{self.top_p:g}",
        )
        held = 1 + int((np.cumsum(after[order]) < MOSTLY).sum())
        summary = self.text(
            "uncut" if kept.all() else "summary",
            n=int(kept.sum()),
            count=f"{kept.sum()}",
            all=f"{kept.size}",
            mass=f"{model[kept].sum():.4f}",
            held=f"{held}",
        )
        written = f"{self.text('fallback.text', text=text)} {' '.join(marks)}"
        return paragraph(written) + table(caption, header, rows) + paragraph(summary)

    def _named(self, v: int) -> str:
        """Return a token with its space seen, and its boundary named."""
        token = self.model.tokens[v]
        return self.text("end") if v == 0 else shown(token)

    def _share(self, share: float) -> str:
        if 0 < share < 0.00005:
            return "≈0"
        return f"{share:.4f}" if share else self.text("cut")
