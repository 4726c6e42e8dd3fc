"""The numbers of the live translator: weights in half precision, and its steps."""

import datetime
import json
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

import numpy as np
import traitlets
from array_api_compat import is_array_api_obj

from ...kernels.probability import softmax
from ...kernels.sampling import greedy
from ...machine.encoder_decoder import DecoderCache
from ...machine.parameters import TokenModelParameters, map_arrays
from ...machine.token_model import decode_tokens, encode_tokens
from ...models.translator import (
    END_ID,
    FORMATS,
    LONGEST_SOURCE,
    LONGEST_TARGET,
    SOURCE_TOKENS,
    START_ID,
    TARGET_TOKENS,
    source_ids,
    without_head,
    write_date,
)

SYMBOLS = "^$" + "".join(TARGET_TOKENS[2:])  # one sign a target token: ^ start, $ end
FREE = "?"  # a place of the prefix that is left to the model
MOST_NUMBERS = 200_000  # in the model: two bytes each in the page
# A day that training never draws, for the six formats; and what no format covers.
EXAMPLE_DAY = datetime.date(2034, 9, 5)
NEVER_SEEN = ("November 21 2026", "21/11/2026", "2026/11/21", "2/31/2026")


class HalfModel(traitlets.TraitType):
    """A date translator's parameters, rounded to half precision, in float64."""

    def validate(self, obj: Any, value: Any) -> TokenModelParameters:
        if type(value) is not TokenModelParameters:
            raise traitlets.TraitError(
                f"{self.name} must be TokenModelParameters; got {type(value).__name__}"
            )
        model = map_arrays(value, self._halved)
        count = sum(array.size for array in arrays_of(model))
        if count > MOST_NUMBERS:
            raise traitlets.TraitError(
                f"{self.name} must have at most {MOST_NUMBERS:,} numbers; got {count:,}"
            )
        for name, tokens in (("source", SOURCE_TOKENS), ("target", TARGET_TOKENS)):
            rows = getattr(model, f"{name}_table").shape[0]
            if rows != len(tokens):
                raise traitlets.TraitError(
                    f"{self.name} must have a {name} table of {len(tokens)} rows, one "
                    f"a token of the date translator; got {rows}"
                )
        try:
            translation_steps(model, "1")
        except (AttributeError, IndexError, TypeError, ValueError) as error:
            raise traitlets.TraitError(
                f"{self.name} must have parts that fit each other; got: {error}"
            ) from None
        return model

    def _halved(self, x: Any) -> np.ndarray:
        if hasattr(x, "detach"):  # a tensor, perhaps with a gradient
            x = x.detach().cpu().double().numpy()
        with np.errstate(over="ignore"):  # too large: inf, refused below
            half = np.asarray(x).astype(np.float16)
        if not np.isfinite(half).all():
            raise traitlets.TraitError(
                f"{self.name} must hold finite numbers, in half precision at most "
                f"65,504 in size; got {np.asarray(x)[~np.isfinite(half)][0]}"
            )
        return half.astype(np.float64)


class WrittenStep(NamedTuple):
    """One step of a translation: what it could write, what it wrote, where it looked.

    The weights come as [layer][head]: one share a token read.
    """

    logits: np.ndarray  # (13,)
    shares: np.ndarray  # (13,)
    token: int  # what was written
    likeliest: int  # what the model would write
    self_attention: list[np.ndarray]  # each (n_heads, n_read)
    cross_attention: list[np.ndarray]  # each (n_heads, n_source)


def translation_steps(
    model: TokenModelParameters,
    source: str,
    prefix: str = "",
    hidden: Sequence[int] = (),
    off: Sequence[Sequence[int]] = (),
    encoder_too: bool = False,
) -> list[WrittenStep]:
    """Translate as `translate` does; prefix may leave places free, and name any token.

    Characters may be hidden, as `translate_without` hides them, and heads taken out.

    >>> from glassbox.models.translator import load_translator
    >>> steps = translation_steps(load_translator(), "11/21/2026", "???7")
    >>> "".join(SYMBOLS[step.token] for step in steps)
    '2027-11-21$'
    """
    ids = source_ids(source)
    seen = ~np.isin(np.arange(len(ids)), hidden)[None] if len(hidden) else None
    memory, _ = encode_tokens(ids, model, seen if encoder_too else None)
    for layer, head in off:
        model = without_head(model, layer, head)
    cache, token, steps = DecoderCache(), START_ID, []
    while len(steps) < LONGEST_TARGET and (not steps or token != END_ID):
        logits, weights = decode_tokens(
            [token], memory, model, memory_mask=seen, cache=cache
        )
        likeliest = int(greedy(logits[0]))
        wanted = prefix[len(steps) : len(steps) + 1] or FREE
        token = likeliest if wanted == FREE else SYMBOLS.index(wanted)
        steps.append(
            WrittenStep(
                logits[0],
                softmax(logits[0]),
                token,
                likeliest,
                [layer.self_attention[:, 0] for layer in weights],
                [layer.cross_attention[:, 0] for layer in weights],
            )
        )
    return steps


def packed(model: TokenModelParameters, widget: Any) -> dict[str, Any]:
    """Return the model as the page gets it: its structure, and two bytes a number.

    Its vocabularies and the examples come along: the page knows no others.
    """
    sizes = iter(np.cumsum([0, *(array.size for array in arrays_of(model))]).tolist())
    values = [array.astype("<f2").tobytes() for array in arrays_of(model)]
    return {
        "structure": json.dumps(structure_of(model, sizes), separators=(",", ":")),
        "values": b"".join(values),
        "source_tokens": list(SOURCE_TOKENS),
        "symbols": SYMBOLS,
        "longest_source": LONGEST_SOURCE,
        "longest_target": LONGEST_TARGET,
        "examples": [write_date(EXAMPLE_DAY, name) for name in FORMATS],
        "never_seen": list(NEVER_SEEN),
    }


def structure_of(value: Any, places: Any) -> Any:
    """Return parameters in JSON's terms: an array as its shape and where it starts."""
    if is_dataclass(value):
        parts = ((f.name, getattr(value, f.name)) for f in fields(value))
        return {name: structure_of(part, places) for name, part in parts}
    if isinstance(value, tuple):
        return [structure_of(part, places) for part in value]
    if is_array_api_obj(value):
        return {"shape": list(value.shape), "start": next(places)}
    return value


def arrays_of(model: TokenModelParameters) -> list[np.ndarray]:
    """Return the model's arrays in the order of its fields."""
    found: list[np.ndarray] = []
    map_arrays(model, lambda x: found.append(x) or x)
    return found
