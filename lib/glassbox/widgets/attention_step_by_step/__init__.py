"""Attention, step by step: small queries, keys and values, all numbers editable."""

from pathlib import Path
from typing import Any

import numpy as np
import traitlets

from ...kernels.attention import scaled_dot_product_attention
from ...kernels.probability import softmax
from .._base import GlassBoxWidget
from .._html import table
from .._traits import Numbers, TextList, WholeNumber, checked_together, listed, require

MOST = 5  # rows and columns of a matrix: what a phone shows side by side
LARGEST = 1000
GIVEN = ("query", "key", "value")
VIEWS = ("both", "lookup", "steps")
STAGES = ("products", "scores", "weights", "output")


class AttentionStepByStep(GlassBoxWidget):
    """Follow Q, K and V through scaled dot-product attention, all tables in sight.

    Parameters
    ----------
    query : array or nested list, shape (n_queries, d_k)
    key : array or nested list, shape (n_keys, d_k)
    value : array or nested list, shape (n_keys, d_v)
        1 to 5 rows and columns of numbers from -1000 to 1000.
    tokens : list of n_queries strings, optional
        A name for each query; "query 1" … if left out.
    key_tokens : list of n_keys strings, optional
        If left out: the tokens, given as many keys as queries; else "key 1" ….
    features : list of d_k strings, optional
        What each column of query and key stands for; "1", "2" … if left out.
    value_features : list of d_v strings, optional
        The same for the columns of value, and of the output.
    chosen : int
        Which query the first picture looks up, counted from 0.
    view : "both", "lookup" or "steps"
        One query's lookup and, under "More", the steps of all queries; or one of them.

    Of the steps the traits `columns` and `alone` say, both False at first, whether the
    softmax runs down the columns, a mistake, and whether only the first query asks.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: scaled_dot_product_attention.

    >>> AttentionStepByStep([[1, 0, 2]], [[1, 1, 0], [0, 2, 1]], [[5], [3]])
    AttentionStepByStep(n_queries=1, n_keys=2, d_k=3, d_v=1)
    """

    _folder = Path(__file__).parent
    _fitting = (
        *("query", "key", "value", "tokens", "key_tokens"),
        *("features", "value_features", "chosen"),
    )
    _state = (*_fitting, "columns", "alone")
    view = traitlets.Enum(VIEWS, VIEWS[0]).tag(sync=True)

    query = Numbers(axes=2, most=LARGEST).tag(sync=True)
    key = Numbers(axes=2, most=LARGEST).tag(sync=True)
    value = Numbers(axes=2, most=LARGEST).tag(sync=True)
    tokens = TextList().tag(sync=True)
    key_tokens = TextList().tag(sync=True)
    features = TextList().tag(sync=True)
    value_features = TextList().tag(sync=True)
    chosen = WholeNumber(0).tag(sync=True, least=0, below="query")
    columns = traitlets.Bool(False).tag(sync=True)
    alone = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        query: Any,
        key: Any,
        value: Any,
        *,
        tokens: Any = None,
        key_tokens: Any = None,
        features: Any = (),
        value_features: Any = (),
        chosen: int = 0,
        view: str = "both",
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
            tokens=tokens,
            key_tokens=key_tokens,
            features=features,
            value_features=value_features,
            chosen=chosen,
            view=view,
        )

    _check = checked_together(*_fitting)

    def fits(
        self,
        *,
        query: list,
        key: list,
        value: list,
        tokens: list,
        key_tokens: list,
        features: list,
        value_features: list,
        chosen: int,
    ) -> None:
        """Refuse matrices that can't be shown, or don't fit each other."""
        for name, matrix in zip(GIVEN, (query, key, value), strict=True):
            shape = np.shape(matrix)
            small = len(shape) == 2 and all(1 <= size <= MOST for size in shape)
            require(small, f"{name} must have 1 to {MOST} rows and columns", shape)
        n_queries, n_keys, d_k = len(query), len(key), len(query[0])
        require(len(key[0]) == d_k, f"key must have d_k = {d_k} columns", len(key[0]))
        require(
            len(value) == n_keys, f"value must have a row a key, {n_keys}", len(value)
        )
        for name, names, size in (
            ("tokens", tokens, n_queries),
            ("key_tokens", key_tokens, n_keys),
            ("features", features or key[0], d_k),
            ("value_features", value_features or value[0], len(value[0])),
        ):
            require(len(names) == size, f"{name} must have {size} entries", len(names))
        rule = f"chosen must be from 0 to {n_queries - 1}"
        require(0 <= chosen < n_queries, rule, chosen)

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}(n_queries={len(self.query)}, "
            f"n_keys={len(self.key)}, d_k={len(self.key[0])}, "
            f"d_v={len(self.value[0])})"
        )

    def stages(self) -> dict[str, np.ndarray]:
        """Return the four stages' matrices by name: a row for each query that asks."""
        query, key, value = map(np.array, (self.query, self.key, self.value))
        query = query[:1] if self.alone else query
        output, weights, scores = scaled_dot_product_attention(query, key, value)
        if self.columns:
            weights = softmax(scores, axis=0)
            output = weights @ value
        products = scaled_dot_product_attention(query, key, value, scale=1.0).scores
        every = (products, scores, weights, output)
        return dict(zip(STAGES, every, strict=True))

    def describe(self) -> str:
        tables = ""
        for name in GIVEN:
            matrix = getattr(self, name)
            names = self.tokens if name == "query" else self.key_tokens
            columns = self._columns(name)
            tables += _table(self.text(f"given.{name}"), names, columns, matrix)
        for name, matrix in self.stages().items():
            columns = self.key_tokens
            if name == "output":
                columns = self._columns("value")
            caption = self.text(f"fallback.{name}")
            tables += _table(caption, self.tokens[: len(matrix)], columns, matrix)
        return tables

    def _columns(self, name: str) -> list[str]:
        """Return the names of the columns of query, key or value."""
        names = self.value_features if name == "value" else self.features
        size = len(getattr(self, name)[0])
        return names or self._numbered("column", size)

    def _numbered(self, key: str, count: int) -> list[str]:
        """Return "key 1", "key 2" …"""
        return [self.text(key, n=i + 1) for i in range(count)]


def _table(caption: str, names: list[str], columns: list[str], matrix: Any) -> str:
    rows = [
        [name, *(f"{x:.3f}" for x in row)]
        for name, row in zip(names, matrix, strict=True)
    ]
    return table(caption, ["", *columns], rows)
