"""What drawings of probabilities share: tokens, numbers, a strip cut into parts."""

import math
from collections.abc import Sequence

import numpy as np

from ._svg import Sheet

MOST = 6  # tokens: there are no more colors
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def checked(scores: Sequence[float], tokens: Sequence[str]) -> np.ndarray:
    """Return the scores as an array, or say what they may be."""
    z = np.asarray(scores, float)
    if z.ndim != 1 or not 2 <= len(z) <= MOST or not np.isfinite(z).all():
        raise ValueError(f"scores must be 2 to {MOST} finite numbers; got {scores!r}")
    if len(tokens) != len(z):
        raise ValueError(f"{len(z)} scores need as many tokens; got {len(tokens)}")
    return z


def cuts(probabilities: np.ndarray, left: float, right: float) -> list[float]:
    """Return where a strip from left to right is cut, its two ends included."""
    ends = np.cumsum(probabilities) / np.sum(probabilities)
    return [left, *(left + (right - left) * ends)]


def draw_strip(sheet: Sheet, at: Sequence[float], y: float, height: float) -> None:
    """Draw a strip's parts side by side, a hair apart."""
    for part, (start, end) in enumerate(zip(at, at[1:], strict=False), start=1):
        gap = min(1.5, (end - start) / 3) if part < len(at) - 1 else 0
        sheet.rectangle(start, y, end - start - gap, height, str(part))


def short(value: float) -> str:
    """Return a number in few signs, as one reads it.

    >>> short(-20.2874), short(0), short(162754.79), short(0.09), short(0.00674)
    ('−20.29', '0.00', '162,755', '0.09', '0.0067')
    """
    size = abs(value)
    if size and not 0.0001 <= size < 999_999.5:
        return power(math.copysign(1, value), math.log10(size))
    decimals = 0 if size >= 1000 else 1 if size >= 100 else 2
    if 0 < size < 0.1 and abs(value - round(value, 2)) > 1e-9:
        decimals = 4
    return f"{value:,.{decimals}f}".replace("-", "−")


def exponential(z: float) -> str:
    """Return e to the z in few signs, though it may be beyond the computer's numbers.

    >>> exponential(3.01), exponential(1000), exponential(-30)
    ('20.29', '2.0·10⁴³⁴', '9.4·10⁻¹⁴')
    """
    return short(math.exp(z)) if -9 < z < 13 else power(1, z / math.log(10))


def power(sign: float, logarithm: float) -> str:
    """Return a number as 2.0·10⁴³⁴, from its sign and its logarithm to the base 10."""
    exponent = math.floor(logarithm)
    first = f"{10 ** (logarithm - exponent):.1f}"
    if first == "10.0":
        first, exponent = "1.0", exponent + 1
    minus = "−" if sign < 0 else ""
    return f"{minus}{first}·10{str(exponent).translate(SUPERSCRIPTS)}"


def percent(probability: float, decimals: int) -> str:
    """Return a probability in percent.

    >>> percent(0.50277, 2), percent(0.50277, 0), percent(1e-9, 2)
    ('50.28 %', '50 %', '<0.01 %')
    """
    least = 10.0**-decimals
    if 0 < 100 * probability < least / 2:
        return f"<{least:.{decimals}f} %"
    return f"{100 * probability:.{decimals}f} %"
