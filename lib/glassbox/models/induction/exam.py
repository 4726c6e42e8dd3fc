"""Texts that repeat, and what heads and answers score on them."""

from collections.abc import Sequence

import numpy as np

from .model import LETTERS, head_names

LENGTH, SHORTEST, LONGEST = 24, 6, 12


def letter_ids(text: str) -> np.ndarray:
    """Return the numbers of a text's letters, a = 0 ... z = 25; spaces are left out.

    Parameters
    ----------
    text : str
        Small letters and spaces.

    Returns
    -------
    array of integers, shape (n,)

    Raises
    ------
    ValueError
        If the text has another sign, or no letter.

    Source
    ------
    Chapter: inside_a_model.

    >>> letter_ids("cab cab")
    array([2, 0, 1, 2, 0, 1])
    """
    letters = text.replace(" ", "")
    strange = sorted(set(letters) - set(LETTERS))
    if strange or not letters:
        got = f"got {''.join(strange)!r}" if strange else "got no letter"
        raise ValueError(f"a text must be of small letters a to z; {got}")
    return np.array([LETTERS.index(letter) for letter in letters])


def repeated_texts(n_texts: int = 200) -> tuple[np.ndarray, np.ndarray]:
    """Draw texts of 24 letters: some letters, all different, again and again.

    Parameters
    ----------
    n_texts : int
        How many; the same ones every time, seed 1.

    Returns
    -------
    ids, array of integers, shape (n_texts, 24)
    periods, array of integers, shape (n_texts,)
        After so many letters, 6 to 12, a text begins again.

    Source
    ------
    Olsson et al. 2022, "Architectural requirements" and appendix. Chapter:
    inside_a_model.

    >>> ids, periods = repeated_texts(1)
    >>> "".join(LETTERS[i] for i in ids[0]), int(periods[0])
    ('buhvrpyqzbuhvrpyqzbuhvrp', 9)
    """
    rng = np.random.default_rng(1)
    periods = rng.integers(SHORTEST, LONGEST + 1, size=n_texts)
    shuffled = rng.permuted(np.tile(np.arange(len(LETTERS)), (n_texts, 1)), axis=1)
    columns = np.arange(LENGTH) % periods[:, None]
    return np.take_along_axis(shuffled, columns, axis=1), periods


def right_answers(logits: np.ndarray, ids: np.ndarray, periods: np.ndarray) -> tuple:
    """Return how often the next letter is guessed: in the first round, and later.

    Parameters
    ----------
    logits : array, shape (n_texts, n, vocabulary)
        The largest one after each letter counts.
    ids, periods
        As `repeated_texts` returns them.

    Returns
    -------
    first, later : float
        The part of right guesses of letters that are new, and of letters that repeat
        (but for the first of these: nothing tells that the text begins again).

    Source
    ------
    Chapter: inside_a_model.

    >>> ids, periods = repeated_texts(3)
    >>> right_answers(np.eye(26)[ids], ids, periods)
    (0.0, 0.0)
    """
    right = logits[:, :-1].argmax(axis=-1) == ids[:, 1:]
    place = np.arange(1, ids.shape[1])  # of the letter that is guessed
    first, later = place < periods[:, None], place > periods[:, None]
    return float(right[first].mean()), float(right[later].mean())


def previous_score(weights: np.ndarray) -> np.ndarray:
    """Return how much each head looks at the token just before, on average.

    Parameters
    ----------
    weights : array, shape (n_texts, n_heads, n, n)
        A layer's attention weights.

    Returns
    -------
    array, shape (n_heads,)
        1 if a head looks there alone, at every position but the first.

    Source
    ------
    Olsson et al. 2022, section "Model analysis table". Chapter: inside_a_model.

    >>> previous_score(np.eye(5, k=-1)[None, None])
    array([1.])
    """
    before = np.diagonal(weights, offset=-1, axis1=-2, axis2=-1)
    return before.mean(axis=(0, 2))


def head_scores(weights: Sequence[np.ndarray], ids: np.ndarray) -> dict[str, tuple]:
    """Return where each head looks, on average, by its name.

    Parameters
    ----------
    weights : arrays, shape (n_texts, n_heads, n, n) each
        Every layer's attention weights.
    ids : array of integers, shape (n_texts, n)
        What was read.

    Returns
    -------
    dict of three floats
        The weight on the token itself, on the one before, and on what followed the
        same token earlier.

    Source
    ------
    Olsson et al. 2022, section "Model analysis table". Chapter: inside_a_model.

    >>> head_scores([np.eye(3)[None, None].repeat(2, axis=1)], np.zeros((1, 3), int))
    {'1.1': (1.0, 0.0, 1.0), '1.2': (1.0, 0.0, 1.0)}
    """
    names, found = iter(head_names(len(weights))), {}
    for layer in weights:
        itself = np.diagonal(layer, axis1=-2, axis2=-1).mean(axis=(0, 2))
        scores = itself, previous_score(layer), induction_score(layer, ids)
        for each in np.transpose(scores).tolist():
            found[next(names)] = tuple(each)
    return found


def induction_score(weights: np.ndarray, ids: np.ndarray) -> np.ndarray:
    """Return how much each head looks at what followed its own token earlier.

    Parameters
    ----------
    weights : array, shape (n_texts, n_heads, n, n)
        A layer's attention weights.
    ids : array of integers, shape (n_texts, n)
        What was read. Positions whose token is new don't count.

    Returns
    -------
    array, shape (n_heads,)
        1 if a head looks there alone.

    Source
    ------
    Olsson et al. 2022, section "Model analysis table". Chapter: inside_a_model.

    >>> induction_score(np.ones((1, 1, 5, 5)) / 5, np.array([[0, 1, 2, 0, 1]]))
    array([0.2])
    """
    n = ids.shape[1]
    same = ids[:, :, None] == ids[:, None, :]  # (n_texts, n, n): query, key
    earlier = same & (np.arange(n) < np.arange(n)[:, None])
    after = np.roll(earlier, 1, axis=2)  # the key that follows; none wraps around
    on_them = (weights * after[:, None]).sum(axis=-1)  # (n_texts, n_heads, n)
    counts = earlier.any(axis=2)[:, None]
    return np.where(counts, on_them, 0.0).sum(axis=(0, 2)) / counts.sum()
