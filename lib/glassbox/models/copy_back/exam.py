"""The exam of the chapter rotary_positions: which tokens are copied rightly."""

import numpy as np

VOCABULARY, BACK = 16, 3
N_ANSWERED = 5120  # tokens of an exam, whatever its length


def exam(n_tokens: int) -> np.ndarray:
    """Return random sentences of a length: the shorter they are, the more of them.

    Parameters
    ----------
    n_tokens : int
        How long each is.

    Returns
    -------
    array of integers, shape (5120 // n_tokens, n_tokens)
        Ids below 16; the same ones every time: seed 1.

    Source
    ------
    Chapter: rotary_positions.

    >>> exam(32).shape, exam(256).shape
    ((160, 32), (20, 256))
    """
    shape = (N_ANSWERED // n_tokens, n_tokens)
    return np.random.default_rng(1).integers(VOCABULARY, size=shape)


def right_answers(logits: np.ndarray, token_ids: np.ndarray) -> np.ndarray:
    """Return how often a model copies rightly, at each position.

    Parameters
    ----------
    logits : array, shape (n_sentences, n_tokens, vocabulary)
        What the model answers at each token; the largest logit counts.
    token_ids : array of integers, shape (n_sentences, n_tokens)
        What it has read.

    Returns
    -------
    array, shape (n_tokens,)
        The part of right answers; nan where no token stands three back.

    Source
    ------
    Chapter: rotary_positions.

    >>> always_2 = np.eye(3)[[[2, 2, 2, 2, 2]]]
    >>> right_answers(always_2, np.array([[2, 0, 2, 1, 1]]))
    array([nan, nan, nan,  1.,  0.])
    """
    right = logits.argmax(axis=-1)[:, BACK:] == token_ids[:, :-BACK]
    return np.concatenate([np.full(BACK, np.nan), right.mean(axis=0)])
