"""How much of what the book's model draws is a word?

    python -m training.book_writer.words

Draws many texts at each setting and counts the words that do not appear in the book.
Writes the counts, with the seed, into not_words.json beside the model, and the words
of the book into book_words.txt.
"""

import json
import re

import numpy as np
from glassbox.models.book_writer import MODELS, continue_texts, load_book_writer

from training.book_writer.data import SENTENCES

SEED, TEXTS, TOKENS = 0, 500, 60
SETTINGS = {
    "T = 1.5": {"temperature": 1.5},
    "T = 1": {},
    "top-k 20": {"top_k": 20},
    "top-p 0.9": {"top_p": 0.9},
    "top-p 0.75": {"top_p": 0.75},
}


def words_of(text):
    """Return a text's words, in small letters."""
    return re.findall(r"[a-z]+", text.lower())


def known_words():
    """Return the words of the book, each once."""
    return set(words_of(SENTENCES.read_text(encoding="utf-8")))


def count(model, setting, rng, n_texts=TEXTS):
    """Return how many words the model draws, and how many are not in the book."""
    known = known_words()
    start = np.zeros((n_texts, 1), dtype=int)  # the boundary
    ids = continue_texts(model, start, TOKENS, rng, **setting)
    drawn = []
    for row in ids:
        text = "".join(model.tokens[v] for v in row)
        drawn += words_of(text)[:-1]  # the last may be cut
    return len(drawn), sum(word not in known for word in drawn)


def measure(model):
    """Return the record: what was drawn, and the two counts of each setting."""
    rng = np.random.default_rng(SEED)
    counts = {name: count(model, how, rng) for name, how in SETTINGS.items()}
    return {"seed": SEED, "texts": TEXTS, "tokens": TOKENS, "counts": counts}


if __name__ == "__main__":
    record = measure(load_book_writer())
    path = MODELS / "not_words.json"
    path.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
    listed = "\n".join(sorted(known_words())) + "\n"
    (MODELS / "book_words.txt").write_text(listed, encoding="utf-8")
    print(record)
