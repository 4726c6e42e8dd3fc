"""Beam search: several beginnings of a translation are kept, not only the likeliest."""

from typing import NamedTuple

from ...kernels._arrays import checked_size
from ...kernels.probability import log_softmax
from ...machine.parameters import TokenModelParameters
from ...machine.token_model import decode_tokens, encode_tokens
from .tokens import END_ID, LONGEST_TARGET, START_ID, source_ids, target_text


class Hypothesis(NamedTuple):
    """A translation that a beam search kept, and the log of its probability."""

    text: str
    log_probability: float  # nats


def beam_search(
    model: TokenModelParameters, source: str, *, n_beams: int = 4
) -> list[Hypothesis]:
    """Keep the likeliest beginnings at each step instead of the likeliest token.

    Equation: log P(y) = sum_i log P(y_i | y_1 ... y_(i - 1), source)

    Parameters
    ----------
    model : TokenModelParameters
    source : str
        The date as a person wrote it.
    n_beams : int
        How many beginnings are kept; 1 is `translate`.

    Returns
    -------
    list of Hypothesis
        n_beams translations, the likeliest first. Their lengths are not weighed
        against each other, as every date has ten characters.

    Raises
    ------
    TypeError, ValueError
        As `source_ids`, or if n_beams is not an integer of at least 1.

    Source
    ------
    Sutskever et al. 2014, section 3.2. Chapter: train_a_translator.

    >>> from glassbox.models.translator import load_translator
    >>> [h.text for h in beam_search(load_translator(), "11/21/2026", n_beams=1)]
    ['2026-11-21']
    """
    n_beams = checked_size(n_beams, "n_beams", smallest=1)
    memory = encode_tokens(source_ids(source), model).output
    beams = [([START_ID], 0.0)]
    for _ in range(LONGEST_TARGET):
        longer = []
        for ids, total in beams:
            if ids[-1] == END_ID:
                longer.append((ids, total))
                continue
            logits = decode_tokens(ids, memory, model).output[-1]
            log_shares = log_softmax(logits).tolist()
            longer += [([*ids, i], total + x) for i, x in enumerate(log_shares)]
        beams = sorted(longer, key=lambda beam: -beam[1])[:n_beams]
    return [Hypothesis(target_text(ids[1:]), total) for ids, total in beams]
