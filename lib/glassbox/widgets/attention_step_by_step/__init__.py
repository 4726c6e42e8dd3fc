"""Attention, step by step: small queries, keys and values, all numbers editable."""

from pathlib import Path
from typing import Any

import numpy as np
import traitlets

from ...kernels.attention import scaled_dot_product_attention
from .._base import (
    GlassBoxWidget,
    TextList,
    WholeNumber,
    is_finite_number,
    listed,
    paragraph,
    table,
)

MOST = 5  # rows and columns of a matrix: what a phone shows side by side
LARGEST = 1000
STAGES = ("products", "scores", "masked", "weights", "output")
CAPTIONS = (
    "1. Q Kᵀ: each query meets each key",
    "2. divided by √d_k: the scores",
    "3. mask: −∞ where a query may not attend",
    "4. softmax of each row: the weights",
    "5. times V: the output",
)


class Matrix(traitlets.TraitType):
    """Rows of finite numbers, all as long as each other; an array is accepted."""

    def validate(self, obj: Any, value: Any) -> list[list[float]]:
        rows = [listed(row) for row in listed(value) or []]
        if not rows or None in rows or len({len(row) for row in rows}) > 1:
            raise traitlets.TraitError(
                f"{self.name} must be a matrix, rows of as many columns; got {value!r}"
            )
        shape = len(rows), len(rows[0])
        if not all(1 <= size <= MOST for size in shape):
            raise traitlets.TraitError(
                f"{self.name} must have 1 to {MOST} rows and columns; got {shape}"
            )
        return [[self.checked(entry) for entry in row] for row in rows]

    def checked(self, entry: Any) -> float:
        if not is_finite_number(entry) or abs(entry) > LARGEST:
            raise traitlets.TraitError(
                f"{self.name} must hold numbers from {-LARGEST} to {LARGEST}; "
                f"got {entry!r}"
            )
        return float(entry)


class MaskMatrix(Matrix):
    """Rows of True = may attend and False = may not."""

    def checked(self, entry: Any) -> bool:
        if not isinstance(entry, bool):
            raise traitlets.TraitError(
                f"{self.name} must be boolean, True = may attend; got {entry!r}"
            )
        return entry


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

    query = Matrix().tag(sync=True)
    key = Matrix().tag(sync=True)
    value = Matrix().tag(sync=True)
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
            key_tokens = tokens if is_same else numbered("key", n_keys)
        super().__init__(
            query=query,
            key=key,
            value=value,
            mask=[[True] * n_keys] * n_queries if mask is None else mask,
            tokens=numbered("query", n_queries) if tokens is None else tokens,
            key_tokens=key_tokens,
            step=step,
        )

    @traitlets.validate(*_state)
    def _check(self, proposal: Any) -> Any:
        state = {name: getattr(self, name) for name in self._state}
        state[proposal.trait.name] = proposal.value
        _check_fit(**state)
        return proposal.value

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
        given = {"Q: queries": self.query, "K: keys": self.key, "V: values": self.value}
        stages = dict(zip(CAPTIONS, self.stages().values(), strict=True))
        tables = ""
        for caption, matrix in (given | stages).items():
            names = self.key_tokens if caption[0] in "KV" else self.tokens
            columns = numbered("column", len(matrix[0]))
            rows = [
                [name, *(f"{x:.3f}".replace("-inf", "−∞") for x in row)]
                for name, row in zip(names, matrix, strict=True)
            ]
            header = ["", *(self.key_tokens if caption[0] in "1234" else columns)]
            tables += table(caption, header, rows)
        pairs = zip(self.tokens, self.mask, strict=True)
        if empty := ", ".join(name for name, row in pairs if not any(row)):
            tables += paragraph(
                f"May attend to nothing, so weights and output are 0: {empty}."
            )
        return tables


def numbered(name: str, count: int) -> list[str]:
    """Return "key 1", "key 2" …"""
    return [f"{name} {i + 1}" for i in range(count)]


def _check_fit(
    *, query: list, key: list, value: list, mask: list, step: int, **names: list
) -> None:
    """Refuse a state whose parts do not fit each other."""
    n_queries, n_keys, d_k = len(query), len(key), len(query[0])
    tokens, key_tokens = len(names["tokens"]), len(names["key_tokens"])
    want, shape = (n_queries, n_keys), np.shape(mask)
    for holds, rule, came in (
        (len(key[0]) == d_k, f"key must have d_k = {d_k} columns", len(key[0])),
        (len(value) == n_keys, f"value must have a row a key, {n_keys}", len(value)),
        (shape == want, f"mask must have shape {want}", shape),
        (tokens == n_queries, f"tokens must have {n_queries} entries", tokens),
        (key_tokens == n_keys, f"key_tokens must have {n_keys} entries", key_tokens),
        (0 <= step <= len(STAGES), f"step must be from 0 to {len(STAGES)}", step),
    ):
        if not holds:
            raise traitlets.TraitError(f"{rule}; got {came}")
