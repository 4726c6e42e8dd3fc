"""Dates to year-month-day: a small encoder-decoder, from its data to its decoding.

A date is written in one of six formats, Chinese or English; the model writes it as
year-month-day. Its card is date_translator.md in this folder.
"""

from .beams import Hypothesis, beam_search
from .dates import (
    FIRST_DAY,
    FORMATS,
    LAST_DAY,
    draw_pairs,
    training_days,
    unseen_days,
    write_date,
)
from .decoding import (
    Translation,
    exact_share,
    translate,
    translate_all,
)
from .model import load_translator, new_translator
from .tokens import (
    END_ID,
    LONGEST_SOURCE,
    LONGEST_TARGET,
    PAD_ID,
    SOURCE_TOKENS,
    START_ID,
    TARGET_TOKENS,
    pad_sources,
    source_ids,
    target_ids,
    target_text,
)
from .training import (
    Batch,
    Step,
    learning_rate,
    make_batch,
    predict_batch,
    training_steps,
)

__all__ = [
    "END_ID",
    "FIRST_DAY",
    "FORMATS",
    "LAST_DAY",
    "LONGEST_SOURCE",
    "LONGEST_TARGET",
    "PAD_ID",
    "SOURCE_TOKENS",
    "START_ID",
    "TARGET_TOKENS",
    "Batch",
    "Hypothesis",
    "Step",
    "Translation",
    "beam_search",
    "draw_pairs",
    "exact_share",
    "learning_rate",
    "load_translator",
    "make_batch",
    "new_translator",
    "pad_sources",
    "predict_batch",
    "source_ids",
    "target_ids",
    "target_text",
    "training_days",
    "training_steps",
    "translate",
    "translate_all",
    "unseen_days",
    "write_date",
]
