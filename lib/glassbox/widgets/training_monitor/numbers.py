"""The numbers of the training monitor, as its page computes them, too."""

import math
from collections.abc import Mapping, Sequence
from numbers import Real
from typing import Any

from .._traits import is_finite_number

MOST_ROWS = 40  # of the table on paper


def smoothing_window(n_steps: int) -> int:
    """Return how many steps the smoothed loss is the mean of."""
    return max(5, n_steps // 45)


def smoothed_loss(
    steps: dict[int, tuple[float, float]], number: int, window: int
) -> float:
    """Return the mean loss of the last so many steps, those that are finite.

    It is nan where the step's own loss is not finite.
    """
    if not math.isfinite(steps[number][0]):
        return math.nan
    span = range(number - window + 1, number + 1)
    losses = [steps[n][0] for n in span if n in steps]
    finite = [loss for loss in losses if math.isfinite(loss)]
    return sum(finite) / len(finite)


def diverged_from(steps: dict[int, tuple[float, float]]) -> int | None:
    """Return the first step from which on no loss is finite, if there is one."""
    start = None
    for number in sorted(steps, reverse=True):
        if math.isfinite(steps[number][0]):
            break
        start = number
    return start


def numbers_to_list(measured: list[int], last: int) -> list[int]:
    """Return the table's steps: at most 40 of the measured ones, and the last one."""
    every = math.ceil(len(measured) / MOST_ROWS) or 1
    return sorted({*measured[::-1][::every], last})


def checked(step: Any, n_steps: int) -> tuple[int, float, float]:
    """Return a step's number, loss and learning rate, or refuse it."""
    try:
        number, loss, rate = step.number, step.loss, step.learning_rate
    except AttributeError:
        rule = "step must have a number, a loss and a learning_rate"
        raise TypeError(f"{rule}; got {step!r}") from None
    is_whole = is_finite_number(number) and number == int(number)
    if not is_whole or not 1 <= number <= n_steps:
        rule = f"step.number must be whole and from 1 to n_steps = {n_steps}"
        raise ValueError(f"{rule}; got {number!r}")
    if not isinstance(loss, Real) or isinstance(loss, bool):
        raise TypeError(f"step.loss must be a number; got {loss!r}")
    if not is_finite_number(rate):
        rule = "step.learning_rate must be a finite number"
        raise ValueError(f"{rule}; got {rate!r}")
    return int(number), float(loss), float(rate)


def named_levels(levels: Mapping[str, float]) -> list[list]:
    """Return losses to compare with as pairs of a name and a number."""
    for name, loss in levels.items():
        if not is_finite_number(loss):
            raise ValueError(f"levels must be finite; got {loss!r} for {name!r}")
    return [[str(name), float(loss)] for name, loss in levels.items()]


def texts_of(written: Sequence[str] | None, n_samples: int) -> list[str] | None:
    """Return what the model wrote, a text for each sample, or refuse it."""
    if written is None:
        return None
    texts = list(written)
    if len(texts) != n_samples or not all(isinstance(text, str) for text in texts):
        rule = f"written must be {n_samples} texts, one for each of the samples"
        raise ValueError(f"{rule}; got {written!r}")
    return texts
