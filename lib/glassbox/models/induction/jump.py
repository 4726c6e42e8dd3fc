"""Another exam for the models of inside_a_model: texts that jump back."""

import numpy as np

from .exam import LONGEST, SHORTEST
from .model import LETTERS


def texts_that_jump(n_texts: int = 400) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Draw texts of different letters that go back to one of them, not the first.

    Parameters
    ----------
    n_texts : int
        How many; the same ones every time, seed 2.

    Returns
    -------
    ids, array of integers, shape (n_texts, 10)
        Nine letters, all different, and then one of them again: the second ... eighth.
    follower, array of integers, shape (n_texts,)
        What stood after that letter.
    oldest, array of integers, shape (n_texts,)
        The letter seen longest ago, which is the first.

    Source
    ------
    Chapter: inside_a_model.

    >>> ids, follower, oldest = texts_that_jump(1)
    >>> "".join(LETTERS[i] for i in ids[0]), LETTERS[follower[0]], LETTERS[oldest[0]]
    ('owuhqsygzs', 'y', 'o')
    """
    rng = np.random.default_rng(2)
    rounds = rng.permuted(np.tile(np.arange(len(LETTERS)), (n_texts, 1)), axis=1)
    n_letters = (SHORTEST + LONGEST) // 2
    rounds = rounds[:, :n_letters]
    texts, place = np.arange(n_texts), rng.integers(1, n_letters - 1, size=n_texts)
    ids = np.concatenate([rounds, rounds[texts, place][:, None]], axis=1)
    return ids, rounds[texts, place + 1], rounds[:, 0]
