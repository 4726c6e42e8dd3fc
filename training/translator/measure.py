"""How good is the date translator? python -m training.translator.measure

Prints the tables of its card: the share of exact translations per format over all the
days that it was not trained on, every failure among them, and what it makes of inputs
that it was not made for.
"""

import numpy as np
from glassbox import map_arrays, softmax
from glassbox.models.translator import (
    FORMATS,
    load_translator,
    translate,
    translate_all,
    unseen_days,
    write_date,
)
from glassbox.models.translator.model import MODEL

FOREIGN = {  # input: what it means
    "Nov 21, 2026": "2026-11-21",
    "21 November 2026": "2026-11-21",
    "2026/11/21": "2026-11-21",
    "21/11/2026": "2026-11-21",
    "November 21, 1949": "1949-11-21",
    "November 21, 2100": "2100-11-21",
    "February 31, 2026": "no such day",
    "November 2026": "no day given",
}
AT_ONCE = 500


def size_rows(model):
    """Return parameters and bytes as rows of a table."""
    sizes = []
    map_arrays(model, lambda x: sizes.append(x.size))
    return [f"| parameters | {sum(sizes):,} |", f"| bytes | {MODEL.stat().st_size:,} |"]


def accuracy_rows(model):
    """Translate every unseen day in every format; return rows and the failures."""
    rows, failures, days = [], [], unseen_days()
    for name in FORMATS:
        for zero in "〇零" if name == "Chinese numerals" else "〇":
            sources = [write_date(day, name, zero=zero) for day in days]
            found = []
            for start in range(0, len(days), AT_ONCE):
                found += translate_all(model, sources[start : start + AT_ONCE])
            wrong = [
                f"| {source} | {text} |"
                for source, text, day in zip(sources, found, days, strict=True)
                if text != day.isoformat()
            ]
            failures += wrong
            label = f"{name}, {zero}" if name == "Chinese numerals" else name
            exact = 1 - len(wrong) / len(days)
            rows.append(f"| {label} | {len(days):,} | {len(wrong)} | {exact:.2%} |")
    return rows, failures


def foreign_rows(model):
    """Return what it writes of inputs that it was not made for, and how sure it is."""
    rows = []
    for source, meaning in FOREIGN.items():
        found = translate(model, source)
        shares = np.max(softmax(found.logits), axis=-1)
        rows.append(f"| {source} | {meaning} | {found.text} | {shares.min():.2f} |")
    return rows


if __name__ == "__main__":
    model = load_translator()
    rows, failures = accuracy_rows(model)
    print("\n".join([*size_rows(model), *rows, *failures, *foreign_rows(model)]))
