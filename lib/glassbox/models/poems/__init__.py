"""A small language model that has read Tang poems, and what it needs to be asked.

Its card, tang_poems.md in this folder, says what it has read and how little that is.
"""

from .model import (
    BOUNDARY,
    CONTEXT,
    METRE,
    MODELS,
    OPENINGS,
    UNKNOWN,
    PoemModel,
    character_ids,
    load_poem_model,
    mark_unknown,
    next_character_logits,
    opening_logits,
)
from .words import ENGLISH, GLOSSES, in_english

__all__ = [
    "BOUNDARY",
    "CONTEXT",
    "ENGLISH",
    "GLOSSES",
    "METRE",
    "MODELS",
    "OPENINGS",
    "UNKNOWN",
    "PoemModel",
    "character_ids",
    "in_english",
    "load_poem_model",
    "mark_unknown",
    "next_character_logits",
    "opening_logits",
]
