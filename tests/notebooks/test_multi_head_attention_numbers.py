"""The numbers of a real model's heads in the text are those that the widget shows."""

from pathlib import Path

import pytest
from chapter_solutions import read
from glassbox import encode_tokens
from glassbox.models.translator import load_translator, source_ids

CHAPTERS = Path(__file__).resolve().parents[2] / "chapters"
CELLS = read(CHAPTERS / "multi_head_attention.ipynb")
TEXT = "\n".join(cell.source for cell in CELLS if cell.cell_type == "markdown")
DATE = "November 21, 2026"


@pytest.fixture(scope="module")
def year():
    """What the year's digits read in each head: (heads, 4 queries, 17 keys)."""
    assert f'date = "{DATE}"' in "\n".join(cell.source for cell in CELLS)
    weights = encode_tokens(source_ids(DATE), load_translator())[1][0]
    return weights[:, -4:]


def span(weights):
    return f"{weights.min():.2f} to {weights.max():.2f}"


def test_what_each_head_looks_at_is_as_the_text_says(year):
    at = DATE.rindex("0")
    on_zero = year[3, :, at]
    assert f"of its weight to the 0, from {span(on_zero)}" in TEXT
    others = year[3].copy()
    others[:, at] = 0
    assert (others.max(axis=1) < on_zero / 2).all()  # one column stands out
    assert f"four digits get {span(year[2, :, -4:].sum(axis=1))} together" in TEXT
    spaces = [i for i, character in enumerate(DATE) if character == " "]
    on_spaces = year[0][:, spaces]
    assert f"at the two spaces, with {span(on_spaces.sum(axis=1))}." in TEXT
    assert (on_spaces.max(axis=1) == year[0].max(axis=1)).all()
    assert (on_spaces.sum(axis=1) > 2 * 2 / len(DATE)).all()  # more than equal weights
    n = len(DATE)
    assert f"they would get 4 / {n} = {4 / n:.2f}" in TEXT
    numbers = [i for i, c in enumerate(DATE) if i > len("November") and c != " "]
    assert year[1][:, numbers].sum(axis=1).min() > 0.7  # the day, its comma, the year
