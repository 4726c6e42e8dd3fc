"""How well does the model of Tang poems predict? python -m training.poems.measure

Prints its loss on the poems that it was trained on and on those held out, beside two
baselines that read nothing: equal shares, and each character's share of the poems.
"""

import math

import numpy as np
from glassbox import cross_entropy, predict_tokens
from glassbox.models.poems import (
    BOUNDARY,
    CONTEXT,
    MODELS,
    UNKNOWN,
    character_ids,
    load_poem_model,
    mark_unknown,
)

from training.poems.data import read_poems

UNKNOWN_ID = 1
PUNCTUATION = "，。？！：、"


def split_poems():
    """Return the texts to train on and those held out, every tenth poem."""
    texts = ["".join(poem.lines) for poem in read_poems()]
    held_out = texts[4::10]
    return [text for text in texts if text not in held_out], held_out


def text_ids(text, vocabulary):
    """Return a poem's ids, with the boundary before and after it."""
    known = mark_unknown(text, vocabulary)
    return character_ids(BOUNDARY + known + BOUNDARY, vocabulary)


def windows(texts, vocabulary, step=CONTEXT):
    """Cut poems into rows of CONTEXT + 1 ids, one every step; the rest is unknown.

    All but the last id of a row are the input, all but the first the targets. With
    step = CONTEXT each character is a target once.
    """
    rows = []
    for text in texts:
        ids = text_ids(text, vocabulary)
        for start in range(0, max(1, len(ids) - 1 - (CONTEXT - step)), step):
            row = ids[start : start + CONTEXT + 1]
            rows.append(row + [UNKNOWN_ID] * (CONTEXT + 1 - len(row)))
    return np.array(rows)


def mean_loss(logits, targets):
    """Return the loss in nats per character; unknown characters do not count."""
    return cross_entropy(logits, targets, mask=targets != UNKNOWN_ID)


def unigram_shares(texts, vocabulary):
    """Return each character's share of the texts, one occurrence added to each."""
    ids = [i for text in texts for i in text_ids(text, vocabulary)[1:]]
    counts = np.bincount(ids, minlength=len(vocabulary)) + 1.0
    counts[UNKNOWN_ID] = 1e-3  # never a target
    return counts / counts.sum()


def measure(model):
    """Return the card's figures, by name."""
    vocabulary, (trained_on, held_out) = model.vocabulary, split_poems()
    shares = unigram_shares(trained_on, vocabulary)
    rows = windows(held_out, vocabulary)
    inputs, targets = rows[:, :-1], rows[:, 1:]
    logits = predict_tokens(inputs, model.parameters).output
    alone = np.broadcast_to(np.log(shares), logits.shape)
    marks = [i for i, c in enumerate(vocabulary) if c in PUNCTUATION + BOUNDARY]
    words = np.where(np.isin(targets, marks), UNKNOWN_ID, targets)
    seen = windows(trained_on, vocabulary)
    n_unknown = sum(mark_unknown(t, vocabulary).count(UNKNOWN) for t in held_out)
    return {
        "equal shares": math.log(len(vocabulary)),
        "shares of the characters": mean_loss(alone, targets),
        "model, held-out poems": mean_loss(logits, targets),
        "model, training poems": mean_loss(
            predict_tokens(seen[:, :-1], model.parameters).output, seen[:, 1:]
        ),
        "shares, without punctuation": mean_loss(alone, words),
        "model, without punctuation": mean_loss(logits, words),
        "unknown among held-out characters": n_unknown / len("".join(held_out)),
    }


if __name__ == "__main__":
    for name, value in measure(load_poem_model()).items():
        print(f"{name}: {value:.3f}")
    size = (MODELS / "tang_poems.safetensors").stat().st_size
    print(f"bytes: {size}")
