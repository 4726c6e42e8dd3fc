"""Cache size: what a model's keys and values take in memory, factor by factor."""

import math
from pathlib import Path
from typing import Any

import traitlets

from .._base import AS_TEXT, GlassBoxWidget
from .._html import paragraph
from .._traits import WholeNumber, checked_together, require
from .numbers import MODELS, SHAPES, amount, token_factors, weights

FARTHEST = 131_072
BYTES = (4, 2, 1)
TEXTS = (1, 10, 50)
UNITS = ("bytes", "kib", "mib", "gib", "tib")


class CacheSize(GlassBoxWidget):
    """Work out a cache's bytes from a model's shape, and make it smaller by sharing.

    Sources: Shazeer 2019 (one shared key–value head); Ainslie et al. 2023 (several).

    Parameters
    ----------
    model : "poems", "gpt2" or "llama"
        Whose shape it is worked out for: this book's poem model, GPT-2 small or
        Llama 3 8B.
    n_key_value_heads : int, optional
        A divisor of the model's n_heads; the model's own if left out.
    bytes_each : 4, 2 or 1
        The bytes of one number.
    n_tokens : int
        1 to 131,072 tokens in the cache.
    n_texts : 1, 10 or 50
        How many texts of that length the model writes at the same time.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: writing_costs.

    >>> CacheSize(model="gpt2", n_tokens=16)
    CacheSize(model='gpt2', n_key_value_heads=12, bytes_each=2, n_tokens=16, n_texts=1)
    """

    _folder = Path(__file__).parent
    _state = ("model", "n_key_value_heads", "bytes_each", "n_tokens", "n_texts")

    model = traitlets.Enum(tuple(MODELS), "llama").tag(sync=True)
    n_key_value_heads = WholeNumber(least=1).tag(sync=True, most=128)
    bytes_each = traitlets.Enum(BYTES, 2).tag(sync=True)
    n_tokens = WholeNumber(8_192, least=1, most=FARTHEST).tag(sync=True)
    n_texts = traitlets.Enum(TEXTS, 1).tag(sync=True)
    shapes = traitlets.Dict(SHAPES, read_only=True).tag(sync=True, **AS_TEXT)

    def __init__(self, **state: Any) -> None:
        own = MODELS.get(state.get("model", "llama"), MODELS["llama"])
        heads = {"n_key_value_heads": own.n_key_value_heads}
        super().__init__(**(heads | state))

    @staticmethod
    def fits(model: str, n_key_value_heads: int) -> None:
        """Refuse a number of heads that do not share evenly."""
        n_heads = MODELS[model].n_heads
        rule = f"n_key_value_heads must divide {model}'s {n_heads} heads"
        require(n_heads % n_key_value_heads == 0, rule, n_key_value_heads)

    _check = checked_together("model", "n_key_value_heads")

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._state)
        return f"{type(self).__name__}({values})"

    def describe(self) -> str:
        shape = MODELS[self.model]
        factors = token_factors(shape, self.n_key_value_heads, self.bytes_each)
        each = math.prod(factors)
        parameters = weights(shape, self.n_key_value_heads)
        total = each * self.n_tokens
        several = ""
        if self.n_texts > 1:
            size = self._size(total * self.n_texts)
            several = self.text("fallback.texts", texts=self.n_texts, total=size)
        return paragraph(
            self.text(
                "fallback.memory",
                factors=" × ".join(map(str, factors)),
                each=self._each(each),
                model=self.text(f"models.{self.model}"),
                n=self.n_tokens,
                total=self._size(total),
                weights=self._size(parameters * self.bytes_each),
            )
        ) + (paragraph(several) if several else "")

    def _each(self, n_bytes: int) -> str:
        """Below 1,024 the bytes are not said twice."""
        name = "each" if n_bytes >= 1024 else "each_small"
        return self.text(name, n=n_bytes, size=self._size(n_bytes))

    def _size(self, n_bytes: int) -> str:
        number, power = amount(n_bytes)
        return self.text(f"units.{UNITS[power]}", amount=number)
