"""The numbers of the training monitor, as its page computes them, too."""

import math

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
