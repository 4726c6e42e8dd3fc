"""The book's model: what is shipped, what its card claims, what it may see."""

import math
import re

import numpy as np
import pytest
from glassbox import load_parameters, log_softmax, map_arrays, predict_tokens
from glassbox.models.book_writer import (
    BOUNDARY,
    CONTEXT,
    MODELS,
    book_words,
    continue_texts,
    cut_text,
    held_out_ids,
    load_book_writer,
    next_token_logits,
    not_words,
    repeated,
)

from training.book_writer.data import read_paragraphs
from training.book_writer.measure import measure, paragraph_ids, windows
from training.book_writer.train import find_tokens
from training.book_writer.words import SETTINGS, count, known_words

WEIGHTS = MODELS / "book_writer.safetensors"
CARD = (MODELS / "book_writer.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def model():
    return load_book_writer()


def on_card(name):
    """Return the number in the card's row of that name."""
    value = re.search(rf"^\| {re.escape(name)} \| ([\d.,]+)", CARD, re.MULTILINE)
    return float(value[1].replace(",", ""))


def test_the_weights_are_small_and_in_half_precision(model):
    arrays = []
    map_arrays(load_parameters(WEIGHTS), arrays.append)
    assert {array.dtype.name for array in arrays} == {"float16"}
    assert WEIGHTS.stat().st_size == on_card("bytes") <= 300_000
    assert sum(array.size for array in arrays) == on_card("parameters")
    assert len(model.tokens) == on_card("vocabulary") == len(model.parameters.table)


@pytest.mark.slow
def test_the_cards_figures_are_those_of_the_shipped_weights(model):
    for name, value in measure(model).items():
        # The card rounds to two decimals.
        assert abs(on_card(name) - value) <= 0.005 + 1e-9


def test_the_tokens_are_those_that_the_script_finds(model):
    trained_on, held_out = read_paragraphs()
    assert model.tokens == find_tokens(trained_on + held_out)
    assert f"{len(trained_on):,} of the {len(trained_on + held_out):,} para" in CARD


def test_held_out_paragraphs_are_apart_and_shipped_as_they_are(model):
    trained_on, held_out = read_paragraphs()
    assert not set(trained_on) & set(held_out)
    shipped = (MODELS / "held_out.txt").read_text(encoding="utf-8").splitlines()
    assert shipped == held_out
    ids = held_out_ids(model)
    assert ids.shape == (50, 45) and not ids[:, 0].any()
    text = BOUNDARY + BOUNDARY.join(held_out)
    assert all("".join(model.tokens[v] for v in row) in text for row in ids)


def test_a_text_is_cut_into_tokens_that_are_the_text(model):
    text = BOUNDARY.join(read_paragraphs()[1])
    cut = [model.tokens[v] for v in cut_text(text, model.tokens)]
    assert "".join(cut) == text
    with pytest.raises(ValueError, match="known tokens; got '月'"):
        cut_text("a月", model.tokens)


def test_windows_make_each_token_a_target_once(model):
    ids = paragraph_ids(read_paragraphs()[1], model.tokens)
    rows = windows(ids)
    np.testing.assert_array_equal(rows[:, 1:].ravel(), ids[1 : 1 + rows[:, 1:].size])


def test_of_a_long_text_the_end_alone_is_read(model):
    ids = cut_text("a" * 200, model.tokens)
    long = next_token_logits(model, "a" * 200)
    end = predict_tokens(ids[-CONTEXT:], model.parameters).output[-1]
    np.testing.assert_array_equal(long, end)


def test_texts_written_together_are_those_written_alone(model):
    openings = held_out_ids(model)[:3, :4]
    together = continue_texts(model, openings, 6, None, temperature=0)
    for opening, row in zip(openings, together, strict=True):
        ids = opening.tolist()
        for _ in range(6):
            logits = predict_tokens(ids, model.parameters).output[-1]
            ids.append(int(log_softmax(logits).argmax()))
        assert ids == row.tolist()


def test_repeated_counts_a_run_from_its_second_time_on():
    assert repeated([1, 2, 3, 4], 2) == 0
    assert repeated([1] * 5, 2) == 0.75
    assert repeated([1, 2, 9, 1, 2], 2) == 0.25


@pytest.mark.parametrize("name", SETTINGS)
def test_as_many_words_as_recorded_are_none(model, name):
    n, wrong = count(model, SETTINGS[name], np.random.default_rng(1), n_texts=40)
    all_words, all_wrong = not_words()["counts"][name]
    share = all_wrong / all_words
    # four standard errors of a share, doubled: words of one text hang together
    assert abs(wrong / n - share) < 8 * math.sqrt(share * (1 - share) / n)


def test_the_words_that_are_shipped_are_the_book_s():
    assert book_words() == sorted(known_words())
