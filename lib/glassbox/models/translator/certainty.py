"""How sure the translator is of what it writes, for many dates at once."""

from collections.abc import Sequence

import numpy as np

from ...kernels.probability import softmax
from ...machine.parameters import TokenModelParameters
from .decoding import greedy_steps
from .tokens import END_ID, target_text


def how_sure(
    model: TokenModelParameters, sources: Sequence[str]
) -> tuple[list[str], np.ndarray]:
    """Translate dates, and multiply the probabilities of the tokens of each.

    Parameters
    ----------
    model : TokenModelParameters
        As `load_translator` gives it, in NumPy.
    sources : sequence of str
        The dates as people wrote them.

    Returns
    -------
    list of str, array (n_sources,)
        The texts, and the probability of each whole answer, its end too.

    Raises
    ------
    ValueError
        As `pad_sources`.

    Source
    ------
    Chapter: train_a_translator.

    >>> from glassbox.models.translator import load_translator
    >>> texts, sure = how_sure(load_translator(), ["2/31/2024"])
    >>> texts, sure.round(2)
    (['2024-02-31'], array([0.57]))
    """
    sure, ended, columns = np.ones(len(sources)), np.zeros(len(sources), bool), []
    for logits, read in greedy_steps(model, sources):
        likeliest = softmax(logits[:, 0]).max(axis=-1)
        sure = np.where(ended, sure, sure * likeliest)
        ended |= read[:, 0] == END_ID
        columns.append(read)
    return [target_text(row) for row in np.concatenate(columns, axis=1)], sure
