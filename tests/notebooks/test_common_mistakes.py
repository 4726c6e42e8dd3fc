"""Each sentence in circulation is shown to break, and what is right to hold."""

import re
from pathlib import Path

import numpy as np
import pytest
from chapter_solutions import read

CHAPTERS = Path(__file__).resolve().parents[2] / "chapters"
CELLS = {cell.id: cell for cell in read(CHAPTERS / "common_mistakes.ipynb")}
TEXT = "\n".join(c.source for c in CELLS.values() if c.cell_type == "markdown")


def lines(name):
    """Return what a demonstration printed: for each line its numbers."""
    text = "".join(o.get("text", "") for o in CELLS[f"mistakes-{name}-run"].outputs)
    number = r"(?<![\w.])-?(?:\d[\d,]*\.?\d*(?:e[+-]?\d+)?|inf|nan)"
    after = (re.sub(r"^.*:", "", line) for line in text.splitlines())
    return [
        np.array([float(n.replace(",", "")) for n in re.findall(number, line)])
        for line in after
    ]


def test_every_sentence_has_its_symptom_its_cell_and_its_chapter():
    slugs = re.findall(r'<a id="([^"]+)">', TEXT)
    assert len(slugs) == len(set(slugs)) >= 30
    for slug in slugs:
        assert CELLS[f"mistakes-{slug}-run"].outputs
        truth = CELLS[f"mistakes-{slug}-why"].source
        chapter = re.search(r"See \[[^]]+\]\((\w+\.ipynb)\)", truth)
        assert chapter and (CHAPTERS / chapter[1]).is_file(), slug
    asked = set(re.findall(r'href="#([^"]+)"', TEXT))
    assert asked and asked <= set(slugs)


@pytest.mark.parametrize("name", ["whole-array", "zeros-after"])
def test_wrong_rows_do_not_sum_to_1(name):
    wrong, right = lines(name)
    assert wrong.min() < 0.5
    np.testing.assert_array_equal(right, 1)


def test_what_turns_to_nan_or_infinity():
    wrong, right = lines("one-maximum")
    assert np.isnan(wrong).all() and right.sum() == pytest.approx(1)
    assert np.isnan(lines("inverted")[-1]).all()
    plain, kernel = lines("log-zero")
    assert np.isinf(plain[1]) and kernel[1] == -1000
    filled, kernel, half = lines("finite-fill")
    assert filled.tolist() == [0.5, 0.5] and not kernel.any() and np.isinf(half[0])


def test_softmax_reads_differences_and_never_amplifies():
    scores, doubled, moved = lines("only-order")
    assert abs(scores - doubled).max() > 0.1 and (scores == moved).all()
    most, *slopes = lines("amplifies")
    assert most[-1] <= 0.5
    assert slopes[0][-1] > slopes[1][-1] > slopes[2][-1]


def test_a_second_softmax_keeps_the_loss_up():
    (wrong,), (right,) = lines("probabilities-in")
    assert wrong > 0.5 and right == 0


def test_what_attention_reads():
    same, away = lines("near-one")
    assert same[0] < away[0] and same[1] > away[1]
    (narrow,), (right,) = lines("sqrt-d-model")
    assert narrow < 0.5 and right == pytest.approx(1, abs=0.05)
    assert lines("itself")[0].min() > 0.5
    (plain,), (causal,) = lines("order")
    assert plain == 0 < causal
    assert min(row.max() for row in lines("meaning")) == 1
    source, zeros = lines("source-only")
    assert source.any() and not zeros.any()
    forgotten, masked = lines("padding")
    assert forgotten[3:].sum() > 0.5 and not masked[3:].any()


def test_heads_share_what_there_is():
    assert len({numbers[-1] for numbers in lines("more-heads")}) == 1
    wrong, right = lines("reshape")
    assert wrong.tolist() == [0, 1, 2, 3, 4, 5]
    assert right.tolist() == [0, 1, 4, 5, 8, 9]
    text = CELLS["mistakes-batch-or-heads-run"].outputs[0].text
    assert [line.split()[-1] for line in text.splitlines()] == ["False", "True"]


def test_norms_and_skip_paths():
    features, both = (numbers[-1] for numbers in lines("wrong-axes"))
    assert features == 0 < both
    (n,), (n_1,), (inside,), (outside,) = lines("n-minus-one")
    assert (n, n_1, inside, outside) == (1.732, 1.5, 0.235, 1.693)
    first, second = lines("undo")
    assert first.tolist() == [22, 5, 6, 8] and abs(second[0] - 1) < 0.1
    assert second[3] > 15  # it was 4
    assert lines("bounds")[0] > 1
    post, pre = lines("pre-post")
    assert (post == 1).all() and pre.min() > 5
    (plain,), (skip,) = lines("explosion")
    assert skip > 1e9 * plain


def test_targets_and_what_is_cut():
    (bare,), others, everyone = lines("smoothing")
    assert bare < 0 and others.sum() == pytest.approx(1) == everyone.sum()
    to_zero, to_infinity, (left,) = lines("cut-to-zero")
    assert to_zero[2:].min() > 0 and not to_infinity[2:].any() and left < 1
    (top,), (of_all,), (of_kept,) = lines("of-what")
    assert of_all < top < 1 < of_kept  # in percent
    (tiny,), (one,) = lines("small-floats")
    assert tiny == pytest.approx(1.1e-10) and one == 1
