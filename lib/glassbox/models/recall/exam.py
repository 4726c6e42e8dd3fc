"""The exam of the chapter why_attention: which tokens come back from a context."""

import numpy as np

VOCABULARY, N_TOKENS = 8, 20


def sentences() -> np.ndarray:
    """Return the exam's 5,000 sentences of 20 random tokens, each one of 8 kinds.

    Returns
    -------
    array of integers, shape (5000, 20)
        The same ones every time: seed 1.

    Source
    ------
    Chapter: why_attention.

    >>> sentences().shape
    (5000, 20)
    """
    return np.random.default_rng(1).integers(VOCABULARY, size=(5000, N_TOKENS))


def one_hot(tokens: np.ndarray) -> np.ndarray:
    """Return each token as a vector with a single 1, the first tokens first.

    Parameters
    ----------
    tokens : array of integers, shape (n_sentences, n_tokens)
        The sentences.

    Returns
    -------
    array, shape (n_tokens, n_sentences, vocabulary)
        In the order in which a recurrent network reads.

    Source
    ------
    Chapter: why_attention.

    >>> one_hot(np.array([[0, 2]])).shape
    (2, 1, 8)
    """
    return np.eye(VOCABULARY)[tokens.T]


def fading_matrices(width: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw a recurrent network's matrices, so that a word fades by a tenth a step.

    w is scaled until the largest of its eigenvalues has the size 0.9.

    Parameters
    ----------
    width : int
        How many numbers a state has.

    Returns
    -------
    u : array, shape (vocabulary, width)
        For the word that is read.
    w : array, shape (width, width)
        For the state before it.

    Source
    ------
    Jaeger 2001, section 2. Chapter: why_attention.

    >>> u, w = fading_matrices(16)
    >>> u.shape, np.abs(np.linalg.eigvals(w)).max().round(3)
    ((8, 16), np.float64(0.9))
    """
    draw = np.random.default_rng(0).normal
    w, u = draw(size=(width, width)), draw(size=(VOCABULARY, width)) / 10
    return u, w * (0.9 / np.abs(np.linalg.eigvals(w)).max())


def recovered(contexts: np.ndarray, tokens: np.ndarray) -> np.ndarray:
    """Return how often each token of a sentence can be read off a context.

    A linear map from the context to the tokens is fitted by least squares on the first
    3 in 5 sentences; its answers are counted on the others.

    Parameters
    ----------
    contexts : array, shape (n_sentences, width) or (n_sentences, n_tokens, width)
        One context for all tokens of a sentence, or a context for each.
    tokens : array of integers, shape (n_sentences, n_tokens)
        The sentences.

    Returns
    -------
    array, shape (n_tokens,)
        The part of right answers; the last token of the sentence comes first.

    Source
    ------
    Jaeger 2001, section 2 (there for numbers, not for tokens). Chapter: why_attention.

    >>> tokens = np.array([[0, 1], [1, 0], [0, 0], [1, 1], [0, 1]])
    >>> recovered(tokens * 1.0, tokens)
    array([1., 1.])
    """
    n_fitted = len(tokens) * 3 // 5
    each = np.broadcast_to(
        contexts[:, None] if contexts.ndim == 2 else contexts,
        (*tokens.shape, contexts.shape[-1]),
    )
    parts = []
    for place in range(tokens.shape[1]):
        x = np.insert(each[:, place], 0, 1.0, axis=1)
        wanted = np.eye(tokens.max() + 1)[tokens[:, place]]
        fit = np.linalg.lstsq(x[:n_fitted], wanted[:n_fitted], rcond=1e-8)[0]
        right = (x[n_fitted:] @ fit).argmax(axis=1) == tokens[n_fitted:, place]
        parts.append(right.mean())
    return np.array(parts[::-1])
