"""The key-value cache: which keys are computed again, and what keeping them costs."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import traitlets

from .._base import (
    AS_TEXT,
    GlassBoxWidget,
    TextList,
    WholeNumber,
    checked_together,
    paragraph,
    require,
    table,
)
from .numbers import (
    AGAIN,
    KEPT,
    MODELS,
    NEW,
    SHAPES,
    amount,
    computed,
    count_kinds,
    row_kinds,
    token_factors,
)

SENTENCE = "the old clock in the hall still keeps the time of the town"
MOST, LONGEST = 13, 8  # tokens, and the characters of one
FARTHEST = 131_072
BYTES = (4, 2, 1)
UNITS = ("bytes", "kib", "mib", "gib", "tib")


class KeyValueCache(GlassBoxWidget):
    """Write token by token, with or without a cache; what the cache takes in memory.

    Sources: Shazeer 2019 (writing step by step, one shared key–value head); Ainslie et
    al. 2023 (several).

    Parameters
    ----------
    tokens : list of str
        2 to 13 tokens of up to 8 characters.
    written : int
        How many of them are written: step 5 makes the fifth token's key and value.
    keep : bool
        Whether keys and values are kept from one step to the next.
    model : "poems", "gpt2" or "llama"
        Whose shape the memory is worked out for: this book's poem model, GPT-2 small
        or Llama 3 8B.
    n_key_value_heads : int, optional
        A divisor of the model's n_heads; the model's own if left out.
    bytes_each : 4, 2 or 1
        The bytes of one number.
    n_tokens : int
        1 to 131,072 tokens in the cache.
    view : "steps" or "memory"
        The steps, with the memory folded under them; or the memory alone.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: writing_costs.

    >>> KeyValueCache(written=5, keep=True)
    KeyValueCache(written=5, keep=True, model='llama')
    """

    _folder = Path(__file__).parent
    _state = (
        "tokens",
        "written",
        "keep",
        "model",
        "n_key_value_heads",
        "bytes_each",
        "n_tokens",
        "view",
    )

    tokens = TextList(SENTENCE.split()).tag(sync=True)
    written = WholeNumber(6, least=1, most=MOST).tag(sync=True)
    keep = traitlets.Bool(False).tag(sync=True)
    model = traitlets.Enum(tuple(MODELS), "llama").tag(sync=True)
    n_key_value_heads = WholeNumber(least=1).tag(sync=True)
    bytes_each = traitlets.Enum(BYTES, 2).tag(sync=True)
    n_tokens = WholeNumber(8_192, least=1, most=FARTHEST).tag(sync=True)
    view = traitlets.Enum(("steps", "memory"), "steps").tag(sync=True)
    shapes = traitlets.Dict(SHAPES, read_only=True).tag(sync=True, **AS_TEXT)

    def __init__(self, tokens: Sequence[str] | None = None, **state: Any) -> None:
        given = {} if tokens is None else {"tokens": tokens}
        own = MODELS.get(state.get("model", "llama"), MODELS["llama"])
        heads = {"n_key_value_heads": own.n_key_value_heads}
        super().__init__(**(heads | given | state))

    @staticmethod
    def fits(tokens: list, written: int, model: str, n_key_value_heads: int) -> None:
        """Refuse a state whose parts do not fit each other."""
        rule = f"tokens must be 2 to {MOST} tokens"
        require(2 <= len(tokens) <= MOST, rule, len(tokens))
        for token in tokens:
            rule = f"a token must have 1 to {LONGEST} characters"
            require(1 <= len(token) <= LONGEST, rule, repr(token))
        rule = f"written must be at most {len(tokens)}, the number of tokens"
        require(written <= len(tokens), rule, written)
        n_heads = MODELS[model].n_heads
        rule = f"n_key_value_heads must divide {model}'s {n_heads} heads"
        require(n_heads % n_key_value_heads == 0, rule, n_key_value_heads)

    _check = checked_together("tokens", "written", "model", "n_key_value_heads")

    def __repr__(self) -> str:
        names = ("written", "keep", "model")
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__name__}({values})"

    def describe(self) -> str:
        memory = self._describe_memory()
        return memory if self.view == "memory" else self._describe_steps() + memory

    def _describe_steps(self) -> str:
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

    def _describe_memory(self) -> str:
        shape = MODELS[self.model]
        factors = token_factors(shape, self.n_key_value_heads, self.bytes_each)
        each, weights = math.prod(factors), shape.parameters * self.bytes_each
        written_out = {
            "factors": " × ".join(map(str, factors)),
            "each": each,
            "size": self._size(each),
        }
        return paragraph(
            self.text(
                "fallback.memory",
                **written_out,
                model=self.text(f"models.{self.model}"),
                n=self.n_tokens,
                total=self._size(each * self.n_tokens),
                weights=self._size(weights),
            )
        )

    def _size(self, n_bytes: int) -> str:
        number, power = amount(n_bytes)
        return self.text(f"units.{UNITS[power]}", amount=number)
