"""How well does the book's model predict? python -m training.book_writer.measure

Prints its loss on the paragraphs that it was trained on and on those held out, beside
two baselines that read nothing: equal shares, and each token's share of the text.
"""

import math

import numpy as np
from glassbox import cross_entropy, predict_tokens
from glassbox.models.book_writer import (
    BOUNDARY,
    CONTEXT,
    MODELS,
    cut_text,
    load_book_writer,
)

from training.book_writer.data import read_paragraphs


def paragraph_ids(paragraphs, tokens):
    """Return all paragraphs as one row of ids, the boundary before and after each."""
    return np.array(cut_text(BOUNDARY + BOUNDARY.join(paragraphs) + BOUNDARY, tokens))


def windows(ids):
    """Cut a row of ids into rows of CONTEXT + 1, each beginning where the last ends.

    All but the last id of a row are the input, all but the first the targets.
    """
    starts = range(0, len(ids) - CONTEXT, CONTEXT)
    return np.array([ids[start : start + CONTEXT + 1] for start in starts])


def mean_loss(logits, targets):
    """Return the loss in nats per token."""
    return cross_entropy(logits, targets)


def shares_of_tokens(ids, vocabulary_size):
    """Return each token's share of the text, one occurrence added to each."""
    counts = np.bincount(ids, minlength=vocabulary_size) + 1.0
    return counts / counts.sum()


def measure(model):
    """Return the card's figures, by name."""
    seen, held_out = [paragraph_ids(part, model.tokens) for part in read_paragraphs()]
    alone = np.log(shares_of_tokens(seen, len(model.tokens)))
    found = {"equal shares": math.log(len(model.tokens))}
    rows = windows(held_out)
    baseline = np.broadcast_to(alone, (*rows[:, 1:].shape, len(alone)))
    found["shares of the tokens"] = mean_loss(baseline, rows[:, 1:])
    for name, part in {"held-out": held_out, "training": seen}.items():
        rows = windows(part)
        logits = predict_tokens(rows[:, :-1], model.parameters).output
        found[f"model, {name} paragraphs"] = mean_loss(logits, rows[:, 1:])
    return found


if __name__ == "__main__":
    for name, value in measure(load_book_writer()).items():
        print(f"{name}: {value:.3f}")
    size = (MODELS / "book_writer.safetensors").stat().st_size
    print(f"bytes: {size}")
