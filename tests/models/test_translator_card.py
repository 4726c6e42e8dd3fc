"""The translator's card says what is measured, to the digit."""

import pytest
from glassbox.models.translator import load_translator, training_days, unseen_days
from glassbox.models.translator.model import MODEL

from training.translator.measure import accuracy_rows, foreign_rows, size_rows

CARD = MODEL.with_suffix(".md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_every_row_that_is_measured_stands_in_the_card_and_no_other_failure():
    model = load_translator()
    rows, failures = accuracy_rows(model)
    measured = [*size_rows(model), *rows, *failures, *foreign_rows(model)]
    assert [row for row in measured if row not in CARD.splitlines()] == []
    listed = CARD.split("All of the failures:")[1].split("## Limits")[0]
    table = [line for line in listed.splitlines() if line.startswith("|")]
    assert table[2:] == failures


def test_the_card_counts_the_days():
    n_unseen, n_days = len(unseen_days()), len(unseen_days()) + len(training_days())
    assert f"{n_unseen:,} of {n_days:,}" in CARD
