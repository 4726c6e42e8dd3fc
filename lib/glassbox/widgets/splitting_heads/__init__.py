"""Splitting heads: one number followed through the split, the look-up and the merge."""

from pathlib import Path
from typing import Any

import numpy as np
import traitlets

from ...machine.parameters import AttentionParameters
from .._base import (
    GlassBoxWidget,
    Numbers,
    TextList,
    WholeNumber,
    checked_together,
    paragraph,
    require,
    table,
)
from .numbers import draw_weights, run_stages

MOST_TOKENS = 4
MOST_HEADS = 4
WIDTHS = (2, 8)  # d_model, at least and at most
LARGEST = 100
SEEDS = 1000
PROJECTIONS = {"query": "Q", "key": "K", "value": "V"}
# In order; w_in is w_q, w_k or w_v, head is Q, K or V split, found the heads' outputs.
STAGES = "x w_in projection head weights found merged w_o output".split()


class Place(Numbers):
    """Head, row and column: three whole numbers of at least 0."""

    def validate(self, obj: Any, value: Any) -> list[int]:
        numbers = super().validate(obj, value)
        if len(numbers) != 3 or any(n < 0 or n != int(n) for n in numbers):
            raise traitlets.TraitError(
                f"{self.name} must be a head, a row and a column, counted from 0; "
                f"got {value!r}"
            )
        return [int(n) for n in numbers]


class SplittingHeads(GlassBoxWidget):
    """One number on its way from (n, d_model) through the heads and back.

    Parameters
    ----------
    x : array or nested list, shape (n, d_model)
        1 to 4 tokens of 2 to 8 numbers, each from -100 to 100.
    n_heads : int
        1 to 4; it divides d_model.
    seed : int
        0 to 999: which weights.
    tokens : list of n strings, optional
        A name for each token; "a", "b", … if left out.
    projection : "query", "key" or "value"
        Which of Q, K and V is followed.
    transpose : bool
        False shows the mistake: a reshape to (n_heads, n, d_head) alone.
    stage : str
        The stage of the chosen number: "x", "w_in", "projection", "head", "weights",
        "found", "merged", "w_o" or "output".
    place : list of three indices
        Its head, row and column there; head 0 where there are no heads.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: multi_head_attention.

    >>> SplittingHeads([[1, 0, 2, -1], [0, 1, 1, 0], [2, 1, 0, 1]], n_heads=2)
    SplittingHeads((3, 4), n_heads=2, seed=0)
    """

    _folder = Path(__file__).parent
    _state = tuple("x n_heads seed tokens projection transpose stage place".split())

    x = Numbers(axes=2, most=LARGEST).tag(sync=True)
    n_heads = WholeNumber(2).tag(sync=True)
    seed = WholeNumber(0, least=0, most=SEEDS - 1).tag(sync=True)
    tokens = TextList().tag(sync=True)
    projection = traitlets.Enum(tuple(PROJECTIONS), "query").tag(sync=True)
    transpose = traitlets.Bool(True).tag(sync=True)
    stage = traitlets.Enum(STAGES, "projection").tag(sync=True)
    place = Place().tag(sync=True)

    def __init__(
        self, x: Any, n_heads: int = 2, *, seed: int = 0, tokens: Any = None, **state
    ) -> None:
        named = {} if tokens is None else {"tokens": tokens}
        super().__init__(x=x, n_heads=n_heads, seed=seed, **named, **state)

    @traitlets.default("tokens")
    def _letters(self) -> list[str]:
        return list("abcd"[: len(self.x)])

    @traitlets.default("place")
    def _last_of_the_second_token(self) -> list[int]:
        if not np.size(self.x):
            return [0, 0, 0]  # such an x is refused below, and with its own reason
        return [0, min(1, len(self.x) - 1), len(self.x[0]) - 1]

    _check = checked_together(*_state)

    def fits(
        self, *, x: list, n_heads: int, tokens: list, stage: str, place: list, **_: Any
    ) -> None:
        """Refuse a state whose parts do not fit each other."""
        n = len(x)
        require(1 <= n <= MOST_TOKENS, f"x must have 1 to {MOST_TOKENS} tokens", n)
        d_model = len(x[0])
        least, most = WIDTHS
        rule = f"x must have {least} to {most} numbers a token"
        require(least <= d_model <= most, rule, d_model)
        rule = f"n_heads must be 1 to {MOST_HEADS} and divide d_model = {d_model}"
        divides = 1 <= n_heads <= MOST_HEADS and d_model % n_heads == 0
        require(divides, rule, n_heads)
        require(len(tokens) == n, f"tokens must have {n} entries", len(tokens))
        square, split = (1, d_model, d_model), (n_heads, n, d_model // n_heads)
        others = {"w_in": square, "w_o": square, "head": split, "found": split}
        shape = {**others, "weights": (n_heads, n, n)}.get(stage, (1, n, d_model))
        inside = all(i < size for i, size in zip(place, shape, strict=True))
        require(inside, f"place must lie in {stage}, of shape {shape}", place)

    def __repr__(self) -> str:
        shape = np.shape(self.x)
        mistake = "" if self.transpose else ", transpose=False"
        heads = f"n_heads={self.n_heads}, seed={self.seed}{mistake}"
        return f"{type(self).__name__}({shape}, {heads})"

    def parameters(self) -> AttentionParameters:
        """Return the projections, for the kernels."""
        weights = draw_weights(self.seed, len(self.x[0]))
        return AttentionParameters(self.n_heads, *weights)

    def stages(self) -> dict[str, np.ndarray]:
        """Return every stage as an array (heads, rows, columns); 1 head if none yet."""
        return run_stages(
            np.array(self.x), self.parameters(), self.projection, self.transpose
        )

    def describe(self) -> str:
        stages = self.stages()
        letter = PROJECTIONS[self.projection]
        whole = [self._whole(stage, stages) for stage in ("x", "projection")]
        by_head = [
            self._of_head(head, stage, stages)
            for head in range(self.n_heads)
            for stage in ("head", "weights")
        ]
        whole_again = [self._whole(stage, stages) for stage in ("merged", "output")]
        head, row, column = self.place
        words = self.text(
            "fallback.split" if self.transpose else "fallback.mistake",
            letter=letter,
            shape=f"{stages['projection'][0].shape}",
            heads=f"{stages['head'].shape}",
            stage=self.stage,
            head=head,
            row=row,
            column=column,
            value=f"{stages[self.stage][head, row, column]:.4f}",
        )
        return "".join([*whole, *by_head, *whole_again]) + paragraph(words)

    def _whole(self, stage: str, stages: dict[str, np.ndarray]) -> str:
        """Return the table of a stage outside of the heads: a row a token."""
        (rows,) = stages[stage]
        name, shape = self._name(stage), f"{rows.shape}"
        caption = self.text("fallback.matrix", name=name, shape=shape)
        return _matrix(caption, self.tokens, rows)

    def _of_head(self, head: int, stage: str, stages: dict[str, np.ndarray]) -> str:
        """Return the table of a stage in one head, whose rows may mix the tokens."""
        rows = stages[stage][head]
        name, shape = self._name(stage), f"{rows.shape}"
        caption = self.text("fallback.of_head", head=head, name=name, shape=shape)
        labels = [self.text("fallback.row", row=i) for i in range(len(rows))]
        return _matrix(caption, labels, rows)

    def _name(self, stage: str) -> str:
        if stage in ("projection", "head"):
            return PROJECTIONS[self.projection]
        return self.text(f"names.{stage}")


def _matrix(caption: str, labels: list[str], rows: np.ndarray) -> str:
    columns = ["", *(str(j) for j in range(rows.shape[1]))]
    cells = [
        [label, *(f"{y:.4f}" for y in row)]
        for label, row in zip(labels, rows, strict=True)
    ]
    return table(caption, columns, cells)
