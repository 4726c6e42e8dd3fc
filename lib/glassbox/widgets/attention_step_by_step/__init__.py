"""Attention, step by step: small queries, keys and values, all numbers editable."""

from pathlib import Path
from typing import Any

import numpy as np
import traitlets

from ...kernels.attention import scaled_dot_product_attention
from .._base import (
    GlassBoxWidget,
    Numbers,
    TextList,
    WholeNumber,
    checked_together,
    listed,
    paragraph,
    require,
    table,
)

MOST = 5  # rows and columns of a matrix: what a phone shows side by side
LARGEST = 1000
GIVEN = ("query", "key", "value")
STAGES = ("products", "scores", "masked", "weights", "output")


class MaskMatrix(traitlets.TraitType):
    """Rows of True = may attend and False = may not; a boolean array is accepted."""

    def validate(self, obj: Any, value: Any) -> list[list[bool]]:
        rows = [listed(row) for row in listed(value) or []]
        for entry in (entry for row in rows for entry in row or [row]):
            rule = f"{self.name} must be boolean, True = may attend"
            require(isinstance(entry, bool), rule, repr(entry))
        even = len({len(row) for row in rows}) == 1
        require(even, f"{self.name} must have rows of one length", repr(value))
        return rows


class AttentionStepByStep(GlassBoxWidget):
    """Follow Q, K and V through scaled dot-product attention, one step at a time.

    Parameters
    ----------
    query : array or nested list, shape (n_queries, d_k)
    key : array or nested list, shape (n_keys, d_k)
    value : array or nested list, shape (n_keys, d_v)
        1 to 5 rows and columns of numbers from -1000 to 1000.
    mask : boolean array or nested list, shape (n_queries, n_keys), optional
        True = may attend; all may if left out.
    tokens : list of n_queries strings, optional
        A name for each query; "query 1" … if left out.
    key_tokens : list of n_keys strings, optional
        If left out: the tokens, given as many keys as queries; else "key 1" ….
    step : int
        0 to 5: how many stages are filled in. 1 Q K^T, 2 / sqrt(d_k), 3 mask,
        4 softmax, 5 times V.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: scaled_dot_product_attention.

    >>> AttentionStepByStep([[1, 0, 2]], [[1, 1, 0], [0, 2, 1]], [[5], [3]])
    AttentionStepByStep(n_queries=1, n_keys=2, d_k=3, d_v=1, step=1)
    """

    _folder = Path(__file__).parent
    _state = ("query", "key", "value", "mask", "tokens", "key_tokens", "step")

    query = Numbers(axes=2, most=LARGEST).tag(sync=True)
    key = Numbers(axes=2, most=LARGEST).tag(sync=True)
    value = Numbers(axes=2, most=LARGEST).tag(sync=True)
    mask = MaskMatrix().tag(sync=True)
    tokens = TextList().tag(sync=True)
    key_tokens = TextList().tag(sync=True)
    step = WholeNumber(1).tag(sync=True)

    def __init__(
        self,
        query: Any,
        key: Any,
        value: Any,
        mask: Any = None,
        *,
        tokens: Any = None,
        key_tokens: Any = None,
        step: int = 1,
    ) -> None:
        n_queries, n_keys = (len(listed(rows) or []) for rows in (query, key))
        if key_tokens is None:
            is_same = tokens is not None and n_keys == n_queries
            key_tokens = tokens if is_same else self._numbered("names.key", n_keys)
        if tokens is None:
            tokens = self._numbered("names.query", n_queries)
        super().__init__(
            query=query,
            key=key,
            value=value,
            mask=[[True] * n_keys] * n_queries if mask is None else mask,
            tokens=tokens,
            key_tokens=key_tokens,
            step=step,
        )

    _check = checked_together(*_state)

    def fits(
        self,
        *,
        query: list,
        key: list,
        value: list,
        mask: list,
        tokens: list,
        key_tokens: list,
        step: int,
    ) -> None:
        """Refuse matrices that can't be shown, or don't fit each other."""
        for name, matrix in zip(GIVEN, (query, key, value), strict=True):
            shape = np.shape(matrix)
            small = len(shape) == 2 and all(1 <= size <= MOST for size in shape)
            require(small, f"{name} must have 1 to {MOST} rows and columns", shape)
        n_queries, n_keys, d_k = len(query), len(key), len(query[0])
        want, shape = (n_queries, n_keys), np.shape(mask)
        require(len(key[0]) == d_k, f"key must have d_k = {d_k} columns", len(key[0]))
        require(
            len(value) == n_keys, f"value must have a row a key, {n_keys}", len(value)
        )
        require(shape == want, f"mask must have shape {want}", shape)
        for name, names, size in (
            ("tokens", tokens, n_queries),
            ("key_tokens", key_tokens, n_keys),
        ):
            require(len(names) == size, f"{name} must have {size} entries", len(names))
        rule = f"step must be from 0 to {len(STAGES)}"
        require(0 <= step <= len(STAGES), rule, step)

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}(n_queries={len(self.query)}, "
            f"n_keys={len(self.key)}, d_k={len(self.key[0])}, "
            f"d_v={len(self.value[0])}, step={self.step})"
        )

    def stages(self) -> dict[str, np.ndarray]:
        """Return the five stages' matrices by name."""
        query, key, value = map(np.array, (self.query, self.key, self.value))
        mask = np.array(self.mask)
        output, weights, scores = scaled_dot_product_attention(query, key, value, mask)
        products = scaled_dot_product_attention(query, key, value, scale=1.0).scores
        masked = np.where(mask, scores, -np.inf)
        every = (products, scores, masked, weights, output)
        return dict(zip(STAGES, every, strict=True))

    def describe(self) -> str:
        tables = ""
        for name in GIVEN:
            matrix = getattr(self, name)
            names = self.tokens if name == "query" else self.key_tokens
            columns = self._numbered("fallback.column", len(matrix[0]))
            tables += _table(self.text(f"given.{name}"), names, columns, matrix)
        for name, matrix in self.stages().items():
            columns = self.key_tokens
            if name == "output":
                columns = self._numbered("fallback.column", len(matrix[0]))
            caption = self.text(f"fallback.{name}")
            tables += _table(caption, self.tokens, columns, matrix)
        pairs = zip(self.tokens, self.mask, strict=True)
        if empty := [name for name, row in pairs if not any(row)]:
            names = self.text("separator").join(empty)
            tables += paragraph(self.text("fallback.nothing", names=names))
        return tables

    def _numbered(self, key: str, count: int) -> list[str]:
        """Return "key 1", "key 2" …"""
        return [self.text(key, n=i + 1) for i in range(count)]


def _table(caption: str, names: list[str], columns: list[str], matrix: Any) -> str:
    rows = [
        [name, *(f"{x:.3f}".replace("-inf", "−∞") for x in row)]
        for name, row in zip(names, matrix, strict=True)
    ]
    return table(caption, ["", *columns], rows)
