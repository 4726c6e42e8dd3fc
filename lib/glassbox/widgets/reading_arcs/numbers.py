"""The numbers of the reading arcs: where each step of a translation looks."""

import datetime
from typing import Any

import numpy as np

from ...machine.parameters import TokenModelParameters
from ...models.translator import FIRST_DAY, FORMATS, LAST_DAY, write_date
from ..live_translator.numbers import WrittenStep, packed

DAY = datetime.date(2026, 11, 21)
EXAMPLES = {
    "learned": [write_date(DAY, name) for name in reversed(FORMATS)],
    "zeros": ["03/04/2025"],  # in training it is 3/4/2025
    "absent": ["February 31, 2026"],
}


def mean_weights(step: WrittenStep) -> np.ndarray:
    """Return the cross-attention of the last layer, the mean of its heads.

    Parameters
    ----------
    step : WrittenStep
        What `translation_steps` returns for one written character.

    Returns
    -------
    numpy.ndarray, (n_source,)
        One weight for each character of the source; they sum to 1.
    """
    return step.cross_attention[-1].mean(axis=0)


def packed_with_examples(model: TokenModelParameters, widget: Any) -> dict[str, Any]:
    """Return the model as the page gets it, with its years and other examples."""
    examples = list(EXAMPLES.items())  # a stored page would sort names
    years = [f"{day.year}" for day in (FIRST_DAY, LAST_DAY)]  # of training
    return packed(model, widget) | {"examples": examples, "years": years}
