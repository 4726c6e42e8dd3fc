"""Attention heat map: who reads whom, in each layer and head."""

from pathlib import Path
from typing import Any

import numpy as np
import traitlets

from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import Numbers, TextList, WholeNumber, checked_together, require

AXES = ("n_layers", "n_heads", "n_queries", "n_keys")
MOST = (6, 12, 64, 64)
ROUNDED_FROM = 25_000  # so many numbers travel exactly; beyond, each as one byte
A_CELL = {"type": "array", "maxItems": 2}
A_CELL["items"] = {"type": "integer", "minimum": 0, "maximum": MOST[2] - 1}
OVERSHOOT = 1e-5  # how far above 1 a sum in float32 may come out
WIDEST = 12  # tokens on a side of the table on paper


class WeightMaps(traitlets.TraitType):
    """Weights from 0 to 1 with the axes layer, head, query, key; leading ones added."""

    def validate(self, obj: Any, value: Any) -> np.ndarray:
        if hasattr(value, "detach"):  # a tensor, perhaps with a gradient
            value = value.detach().cpu().double().numpy()
        try:
            weights = np.array(value, dtype=np.float64)
        except (TypeError, ValueError):
            raise traitlets.TraitError(
                f"{self.name} must be an array of numbers; got {type(value).__name__}"
            ) from None
        rule = f"{self.name} must have the shape (n_queries, n_keys), with n_heads or "
        rule += "n_layers, n_heads before it"
        require(weights.ndim in (2, 3, 4), rule, weights.shape)
        weights = weights.reshape((1,) * (4 - weights.ndim) + weights.shape)
        for axis, most, size in zip(AXES, MOST, weights.shape, strict=True):
            require(1 <= size <= most, f"{axis} must be 1 to {most}", size)
        outside = ~((weights >= 0) & (weights <= 1 + OVERSHOOT))  # nan is outside, too
        if outside.any():
            place = np.unravel_index(outside.argmax(), weights.shape)
            where = "in layer {}, head {}, query {}, key {}".format(*place)
            raise traitlets.TraitError(
                f"{self.name} must be from 0 to 1; got {weights[place]} {where}"
            )
        return np.minimum(weights, 1)


def packed(weights: np.ndarray, widget: Any) -> dict[str, Any]:
    """Return weights as the page gets them: few as float32, many as bytes of 1/255.

    Of bytes the page could not tell a row's sum. It is 1, or 0 in a masked row, unless
    the sums are sent.
    """
    shape = list(weights.shape)
    if weights.size <= ROUNDED_FROM:
        values = weights.astype("<f4").tobytes()
        return {"shape": shape, "bits": 32, "values": values, "sums": b""}
    totals = weights.sum(-1)
    usual = np.isclose(totals, 1, rtol=0, atol=5e-5) | (totals == 0)
    return {
        "shape": shape,
        "bits": 8,
        "values": np.round(255 * weights).astype(np.uint8).tobytes(),
        "sums": b"" if usual.all() else totals.astype("<f4").tobytes(),
    }


class AttentionHeatMap(GlassBoxWidget):
    """Attention weights, tokens by tokens: point, pin, choose the layer and the head.

    Parameters
    ----------
    weights : array or tensor, shape ([[n_layers,] n_heads,] n_queries, n_keys)
        Numbers from 0 to 1: up to 6 layers, 12 heads, 64 queries and 64 keys. A row
        sums to 1, or to 0 if it is masked; where it does not, the page says so.
    query_tokens, key_tokens : lists of strings
        A name for each row and each column; without key_tokens they are the same.
    layer, head : int
        Which map is shown first, counted from 0. The page counts from 1.
    pinned : list of two int
        The query and the key of a cell that stays in view; none by default.
    stretch : bool
        Whether the full color is the largest weight of the map instead of 1.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: scaled_dot_product_attention.

    >>> AttentionHeatMap([[1, 0, 0], [0.3, 0.7, 0]], ["a", "b"], ["x", "y", "z"])
    AttentionHeatMap(1 layer, 1 head, 2 queries, 3 keys)
    """

    _folder = Path(__file__).parent
    _state = ("weights", "query_tokens", "key_tokens",
              "layer", "head", "pinned", "stretch")  # fmt: skip

    weights = WeightMaps().tag(sync=True, to_json=packed)
    query_tokens = TextList().tag(sync=True, rule=None)
    key_tokens = TextList().tag(sync=True, rule=None)
    layer = WholeNumber(0).tag(sync=True, least=0, most=MOST[0] - 1)
    head = WholeNumber(0).tag(sync=True, least=0, most=MOST[1] - 1)
    pinned = Numbers([]).tag(sync=True, rule=A_CELL)
    stretch = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        weights: Any,
        query_tokens: Any,
        key_tokens: Any = None,
        *,
        layer: int = 0,
        head: int = 0,
        pinned: Any = (),
        stretch: bool = False,
    ) -> None:
        super().__init__(
            weights=weights,
            query_tokens=query_tokens,
            key_tokens=query_tokens if key_tokens is None else key_tokens,
            layer=layer,
            head=head,
            pinned=pinned,
            stretch=stretch,
        )

    _check = checked_together(*_state)

    def fits(
        self,
        *,
        weights: np.ndarray,
        layer: int,
        head: int,
        pinned: list[float],
        **tokens: Any,
    ) -> None:
        """Refuse tokens, a layer, a head or a cell that the weights do not have."""
        n_layers, n_heads, n_queries, n_keys = weights.shape
        for name, size in (("query_tokens", n_queries), ("key_tokens", n_keys)):
            came = len(tokens[name])
            require(came == size, f"{name} must be {size}, as weights has", came)
        for name, index, size in (("layer", layer, n_layers), ("head", head, n_heads)):
            require(0 <= index < size, f"{name} must be from 0 to {size - 1}", index)
        inside = len(pinned) == 2 and all(
            n == int(n) and 0 <= n < size
            for n, size in zip(pinned, (n_queries, n_keys), strict=True)
        )
        rule = f"pinned must be a query below {n_queries} and a key below {n_keys}"
        require(inside or not pinned, f"{rule}, or []", pinned)

    def __repr__(self) -> str:
        names = zip(("layer", "head", "query", "key"), self.weights.shape, strict=True)
        return f"{type(self).__name__}({', '.join(_count(*each) for each in names)})"

    def describe(self) -> str:
        n_layers, n_heads, n_queries, n_keys = self.weights.shape
        shown = self.weights[self.layer, self.head]
        many = "_in_many" if n_layers > 1 else "_of_heads" if n_heads > 1 else ""
        caption = self.text(
            f"fallback.caption{many}",
            layer=self.layer + 1,
            n_layers=n_layers,
            head=self.head + 1,
            n_heads=n_heads,
        )
        if max(n_queries, n_keys) <= WIDEST:
            header = [self.text("corner"), *self.key_tokens]
            rows = [[f"{weight:.4f}" for weight in row] for row in shown]
        else:
            header = [
                self.text(f"fallback.{name}") for name in ("query", "key", "weight")
            ]
            nothing = [self.text("fallback.none"), "0"]
            largest = shown.argmax(-1)
            rows = [
                [self.key_tokens[key], f"{row[key]:.4f}"] if row[key] else nothing
                for row, key in zip(shown, largest, strict=True)
            ]
        rows = [[q, *row] for q, row in zip(self.query_tokens, rows, strict=True)]
        return table(caption, header, rows) + paragraph(self.text("fallback.note"))


def _count(name: str, number: int) -> str:
    plural = {"query": "queries"}.get(name, f"{name}s")
    return f"{number} {name if number == 1 else plural}"
