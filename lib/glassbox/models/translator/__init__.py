"""Dates to year-month-day: a small encoder-decoder, from its data to its decoding.

A date is written in one of six formats, Chinese or English; the model writes it as
year-month-day. Its card is date_translator.md in this folder.
"""

from .beams import Hypothesis, beam_search
from .certainty import how_sure
from .date_batches import (
    PARTS,
    DateBatch,
    date_batch,
    source_parts,
    unseen_dates,
)
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
from .digits import digit_examples
from .interventions import count_without_head, translate_without, without_head
from .model import load_translator, new_translator
from .reading import (
    WRITTEN,
    decoder_vectors,
    even_weight,
    right_parts,
    weight_on_parts,
    write_dates,
)
from .record import RUN, load_run, recorded_steps
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
    EPSILON,
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
    "EPSILON",
    "LONGEST_TARGET",
    "PAD_ID",
    "PARTS",
    "RUN",
    "SOURCE_TOKENS",
    "START_ID",
    "TARGET_TOKENS",
    "WRITTEN",
    "Batch",
    "DateBatch",
    "Hypothesis",
    "Step",
    "Translation",
    "beam_search",
    "count_without_head",
    "date_batch",
    "decoder_vectors",
    "digit_examples",
    "draw_pairs",
    "even_weight",
    "exact_share",
    "how_sure",
    "learning_rate",
    "load_run",
    "load_translator",
    "make_batch",
    "new_translator",
    "pad_sources",
    "predict_batch",
    "recorded_steps",
    "right_parts",
    "source_ids",
    "source_parts",
    "target_ids",
    "target_text",
    "training_days",
    "training_steps",
    "translate",
    "translate_all",
    "translate_without",
    "unseen_dates",
    "unseen_days",
    "weight_on_parts",
    "without_head",
    "write_date",
    "write_dates",
]
