"""Dates and one character of their answers: what a single layer can learn."""

import datetime

import numpy as np

from ...kernels.embedding import one_hot
from ...kernels.output_head import smooth_labels
from .dates import draw_pairs
from .tokens import SOURCE_TOKENS, TARGET_TOKENS, pad_sources, target_ids
from .training import EPSILON


def digit_examples(
    days: list[datetime.date], place: int, n_examples: int = 500
) -> tuple[np.ndarray, np.ndarray]:
    """Draw dates, and give what is wanted at one place of their answers.

    Parameters
    ----------
    days : list of datetime.date
        To draw from, with seed 0.
    place : int
        Of the character in year-month-day, counted from 0.
    n_examples : int
        How many to draw.

    Returns
    -------
    x, array (n_examples, 55 * longest)
        A one-hot row of 55 characters for each place of the longest date drawn, one
        after the other. The longest format has 18 places, so 990 numbers.
    wanted, array (n_examples, 13)
        The smoothed label: 0.95 for the right token, 0.05 shared by the others.

    Source
    ------
    Chapter: train_a_translator.

    >>> from glassbox.models.translator import unseen_days
    >>> x, wanted = digit_examples(unseen_days(), 6)
    >>> x.shape, wanted.shape, float(wanted[0].max())
    ((500, 990), (500, 13), 0.95)
    """
    pairs = draw_pairs(days, n_examples, np.random.default_rng(0))
    ids, _ = pad_sources([source for source, _ in pairs])
    right = [target_ids(target)[place] for _, target in pairs]
    x = one_hot(ids, len(SOURCE_TOKENS)).reshape(n_examples, -1)
    return x, smooth_labels(right, len(TARGET_TOKENS), EPSILON)
