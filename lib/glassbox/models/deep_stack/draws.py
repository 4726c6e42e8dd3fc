"""What many draws of the weights have in common: one alone can be far off."""

from collections.abc import Sequence

import numpy as np

from .signals import draw_stack, run_stack

DRAWS = 50


def run_many(
    rule: str, depth: int, forms: Sequence[tuple[bool, str]], draws: int = DRAWS
) -> np.ndarray:
    """Run stacks with different random weights, and return the quartiles.

    Parameters
    ----------
    rule : "default" or "he"
        How large the weights are.
    depth : int
        1 to 100 layers.
    forms : sequence of pairs
        Whether there are skip paths, and the norm: "none", "post" or "pre".
    draws : int
        How many stacks, with the seeds 0, 1, ... All forms get the same weights.

    Returns
    -------
    array, shape (forms, 3, 3)
        Of x at the output, of the gradient at the input, and of the gradient before the
        last layer: a quarter of the sizes lies below the first number, half below the
        second, which is the median, and a quarter above the third.

    Source
    ------
    Chapter: residual_connection.

    >>> plain, skip = run_many("he", 3, [(False, "none"), (True, "post")], draws=5)
    >>> plain.shape, skip[0].round(3).tolist()
    ((3, 3), [1.0, 1.0, 1.0])
    """
    found = []
    for seed in range(draws):
        stack = draw_stack(seed, rule)
        runs = [run_stack(stack, depth, *form) for form in forms]
        found.append([(x[-1], back[0], back[-2]) for x, back in runs])
    return np.moveaxis(np.quantile(found, [0.25, 0.5, 0.75], axis=0), 0, -1)
