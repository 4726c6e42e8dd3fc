"""Compare what came with what should have come, and put it into words."""

from typing import Any

import numpy as np
from array_api_compat import is_torch_array

from ...words import fill
from ...words import translated as _
from .run import Outcome, TimeIsUp, message

# Wide enough for a solution that computes in float32, whose relative rounding error
# is 6e-8 a step; every known mistake is wrong by far more.
RELATIVE, ABSOLUTE = 1e-5, 1e-6


def as_array(value: Any) -> np.ndarray:
    """Return a learner's result, a tensor or a plain number too, as an array."""
    if is_torch_array(value):
        return value.detach().cpu().numpy()
    return np.asarray(value)


def same(got: Outcome, other: Outcome) -> bool:
    """Tell whether two calls gave the same values, nan for nan, or the same error."""
    if got.error or other.error:
        return bool(got.error and other.error) and (
            message(got.error) == message(other.error)
        )
    a, b = as_array(got.value), as_array(other.value)
    return a.shape == b.shape and bool(
        np.allclose(a, b, rtol=RELATIVE, atol=ABSOLUTE, equal_nan=True)
    )


def is_right(got: Outcome, expected: Outcome) -> bool:
    """Tell whether got is what the reference gave; of an error, its type counts."""
    if trouble(got):
        return False
    if expected.error:
        return isinstance(got.error, type(expected.error))
    return same(got, expected)


def trouble(got: Outcome) -> str:
    """Say what went wrong besides the values; "" where nothing did."""
    if isinstance(got.error, TimeIsUp):
        return _(
            "Your function did not come to an end and was stopped. "
            "Look at its loops: which line makes the condition false?"
        )
    if isinstance(got.error, SystemExit):
        return _("Your function called exit(), which would close the notebook.")
    if isinstance(got.error, RecursionError):
        return _(
            "Your function calls itself without end (RecursionError). "
            "For which input should it stop?"
        )
    if got.error:
        return ""  # an ordinary error may be a known mistake, or even be asked for
    if got.changed_input:
        form = _(
            "Your function writes into its input: {name} is no longer what it was. "
            "Look for +=, -=, /=, out= and {name}[...] = on an array that you were "
            "given; work on a copy instead."
        )
        return fill(form, name=got.changed_input)
    return _wrong_type(got.value)


def _wrong_type(value: Any) -> str:
    if value is None:
        return _("Your function returned None. Did you forget `return`?")
    kind = type(value).__name__
    if isinstance(value, (list, tuple)):
        form = _(
            "Your function returned a {kind}, not an array. "
            "Turn it into one with np.array(...)."
        )
        return fill(form, kind=kind)
    if not is_torch_array(value) and not isinstance(
        value, (np.ndarray, np.generic, float, int)
    ):
        form = _("Your function returned a {kind}, not an array of numbers.")
        if kind[0] in "aeiou":
            form = _("Your function returned an {kind}, not an array of numbers.")
        return fill(form, kind=kind)
    dtype = as_array(value).dtype
    if dtype.kind in "iub":
        form = _(
            "Your result has dtype {dtype}, which has no room for fractions. "
            "np.zeros_like and np.empty_like copy the dtype of whole-number input: "
            "give them dtype=float."
        )
        return fill(form, dtype=str(dtype))
    if dtype.kind != "f":
        form = _("Your result has dtype {dtype}, not real numbers.")
        return fill(form, dtype=str(dtype))
    return ""
