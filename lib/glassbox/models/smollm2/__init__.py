"""SmolLM2-135M-Instruct, a real language model; an optional package carries its file.

Its card, smollm2.md in this folder, says what it is and how it comes here.
"""

import json
from pathlib import Path
from typing import Any

from .file import INSTALL, ModelFile, find_smollm2, read_model_file, to_parameters
from .induction import INDUCTION, Cut, InductionRecord, load_induction_record
from .model import SmolLM2, load_smollm2, write_on
from .tokens import (
    END_OF_TURN,
    SYSTEM,
    TURN,
    SmolLM2Tokenizer,
    chat_ids,
    split_digits,
    to_tokenizer,
)

PUT_BACK = Path(__file__).parent / "put_back.json"


def load_put_back() -> dict[str, Any]:
    """Return what the model says with one part as it was in 2017, or with a mistake.

    Returns
    -------
    dict
        "prompts": a text and its answer for each of four runs. "parts" and "mistakes":
        for each, by the run's name, largest_change of a logit of the next token and the
        answer's probability, right; and the eight tokens written after "japan".

    Source
    ------
    training/smollm2/put_back.py made it. Chapter: a_real_model.

    >>> load_put_back()["parts"]["as it is"]["right"]["japan"]
    0.703
    """
    return json.loads(PUT_BACK.read_text(encoding="utf-8"))


def right_answers(changes: dict[str, Any]) -> dict[str, dict[str, float]]:
    """Return how probable each prompt's answer is for each of the recorded changes.

    Parameters
    ----------
    changes : dict
        The "parts" or the "mistakes" of `load_put_back`.

    Returns
    -------
    dict
        A row for each change: from each answer, a word, to its probability.

    Source
    ------
    Chapter: a_real_model.

    >>> right_answers(load_put_back()["parts"])["as it is"]["Tokyo"]
    0.703
    """
    prompts = load_put_back()["prompts"]
    return {
        change: {prompts[key][1].strip(): p for key, p in told["right"].items()}
        for change, told in changes.items()
    }


__all__ = [
    "END_OF_TURN",
    "INDUCTION",
    "INSTALL",
    "PUT_BACK",
    "SYSTEM",
    "TURN",
    "Cut",
    "InductionRecord",
    "ModelFile",
    "SmolLM2",
    "SmolLM2Tokenizer",
    "chat_ids",
    "find_smollm2",
    "load_induction_record",
    "load_put_back",
    "load_smollm2",
    "read_model_file",
    "right_answers",
    "split_digits",
    "to_parameters",
    "to_tokenizer",
    "write_on",
]
