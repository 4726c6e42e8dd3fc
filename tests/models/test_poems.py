"""The model of Tang poems: what is shipped, what its card claims, what it may see."""

import re

import numpy as np
import pytest
import torch
from glassbox import (
    load_parameters,
    log_softmax,
    map_arrays,
    predict_tokens,
    softmax,
)
from glassbox.models.poems import (
    BOUNDARY,
    CONTEXT,
    METRE,
    MODELS,
    OPENINGS,
    UNKNOWN,
    character_ids,
    load_poem_model,
    mark_unknown,
    next_character_logits,
    opening_logits,
)

from training.poems.measure import PUNCTUATION, measure, split_poems, text_ids, windows
from training.poems.train import find_vocabulary

WEIGHTS = MODELS / "tang_poems.safetensors"
CARD = (MODELS / "tang_poems.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def model():
    return load_poem_model()


@pytest.fixture(scope="module")
def measured(model):
    return measure(model)


def on_card(name):
    """Return the number in the card's row of that name."""
    value = re.search(rf"^\| {re.escape(name)} \| ([\d.,]+)", CARD, re.MULTILINE)
    return float(value[1].replace(",", ""))


def test_the_weights_are_small_and_in_half_precision():
    arrays = []
    map_arrays(load_parameters(WEIGHTS), arrays.append)
    assert {array.dtype.name for array in arrays} == {"float16"}
    assert WEIGHTS.stat().st_size <= 300_000
    assert WEIGHTS.stat().st_size == on_card("bytes")
    assert sum(array.size for array in arrays) == on_card("parameters")


def test_the_model_computes_in_double_precision_with_the_files_numbers(model):
    half = load_parameters(WEIGHTS).table
    assert model.parameters.table.dtype == np.float64
    np.testing.assert_array_equal(model.parameters.table, half)
    assert next_character_logits(model, "床前").dtype == np.float64


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "equal shares",
        "shares of the characters",
        "model, held-out poems",
        "model, training poems",
        "shares, without punctuation",
        "model, without punctuation",
        "unknown among held-out characters",
    ],
)
def test_the_cards_figures_are_those_of_the_shipped_weights(measured, name):
    # The card rounds to two decimals.
    assert abs(on_card(name) - measured[name]) <= 0.005 + 1e-9


@pytest.mark.slow
def test_the_model_learnt_more_than_its_baselines(measured):
    learnt = measured["model, held-out poems"]
    by_shares = measured["shares of the characters"]
    assert measured["equal shares"] > by_shares > learnt + 0.3


@pytest.mark.slow
def test_the_loss_is_the_mean_over_held_out_characters_one_by_one(model, measured):
    vocabulary, losses = model.vocabulary, []
    for text in split_poems()[1]:
        ids = text_ids(text, vocabulary)
        for start in range(0, len(ids) - 1, CONTEXT):
            row = ids[start : start + CONTEXT + 1]
            logits = predict_tokens(row[:-1], model.parameters).output
            known = [i for i, t in enumerate(row[1:]) if t != 1]
            surprise = -log_softmax(logits)[known, np.array(row[1:])[known]]
            losses.extend(surprise)
    # The same sum in another order.
    np.testing.assert_allclose(
        np.mean(losses), measured["model, held-out poems"], rtol=1e-10
    )


def test_every_known_character_of_a_poem_is_a_target_once(model):
    texts = split_poems()[1]
    targets = windows(texts, model.vocabulary)[:, 1:]
    drawn = np.bincount(targets.ravel(), minlength=len(model.vocabulary))
    stream = [i for text in texts for i in text_ids(text, model.vocabulary)[1:]]
    expected = np.bincount(stream, minlength=len(model.vocabulary))
    np.testing.assert_array_equal(np.delete(drawn, 1), np.delete(expected, 1))


def test_held_out_poems_share_no_line_with_those_trained_on():
    trained_on, held_out = split_poems()
    assert (len(trained_on), len(held_out)) == (282, 31)

    def verses(texts):
        parts = re.split(f"[{PUNCTUATION}]", "，".join(texts))
        return {part for part in parts if len(part) >= 5}

    assert len(verses(held_out)) > 250
    assert not verses(held_out) & verses(trained_on)


def test_the_vocabulary_is_that_of_the_poems_trained_on(model):
    assert model.vocabulary == find_vocabulary(split_poems()[0])
    assert model.vocabulary[:2] == BOUNDARY + UNKNOWN
    assert len(set(model.vocabulary)) == len(model.vocabulary)
    assert model.parameters.table.shape[0] == len(model.vocabulary)
    assert len(model.vocabulary) == on_card("vocabulary")


def test_numpy_and_torch_give_the_same_logits(model):
    ids = character_ids(BOUNDARY + "春眠不觉", model.vocabulary)
    in_torch = map_arrays(model.parameters, torch.tensor)
    expected = predict_tokens(torch.tensor(ids), in_torch).output
    actual = predict_tokens(ids, model.parameters).output
    # Both in float64; sums in another order, over logits below 30.
    np.testing.assert_allclose(actual, expected.numpy(), rtol=0, atol=1e-10)


def test_no_position_sees_what_comes_after_it(model):
    ids = character_ids(BOUNDARY + "床前明月光，", model.vocabulary)
    before = predict_tokens(ids, model.parameters)
    for changed in range(1, len(ids)):
        other = ids[:changed] + [ids[changed] + 1] + ids[changed + 1 :]
        after = predict_tokens(other, model.parameters).output
        # A longer look-up may sum in another order: rounding, nothing more.
        np.testing.assert_allclose(
            after[:changed], before.output[:changed], rtol=0, atol=1e-12
        )
        assert np.max(np.abs(after[changed] - before.output[changed])) > 1e-3
    for weights in before.weights:
        assert not np.triu(weights, 1).any()


def test_the_last_position_is_what_the_loader_gives(model):
    ids = character_ids("¶国破山河", model.vocabulary)
    expected = predict_tokens(ids, model.parameters).output[4]
    np.testing.assert_array_equal(next_character_logits(model, "国破山河"), expected)


def test_only_the_end_of_a_long_text_is_read(model):
    text = "白日依山尽，黄河入海流。" * 6  # with the boundary one more than CONTEXT
    assert len(text) == CONTEXT
    ids = character_ids(BOUNDARY + text, model.vocabulary)
    expected = predict_tokens(ids[METRE:], model.parameters).output[-1]
    np.testing.assert_array_equal(next_character_logits(model, text), expected)
    whole = predict_tokens(ids[:-1], model.parameters).output[-1]
    np.testing.assert_array_equal(next_character_logits(model, text[:-1]), whole)


def test_a_poem_may_be_asked_for_its_first_character(model):
    logits = next_character_logits(model, "")
    assert logits.shape == (len(model.vocabulary),)
    marks = character_ids("，。？", model.vocabulary)
    assert softmax(logits)[marks].sum() < 0.02  # a fifth of all characters elsewhere


def test_the_model_has_learnt_the_metre(model):
    def share_of_marks(text):
        marks = character_ids("，。？", model.vocabulary)
        return softmax(next_character_logits(model, text))[marks].sum()

    for verse, line in [(5, "白日依山□，□河入□□。"), (7, "□□□□□□□，□□□□□□□。")]:
        line = "".join("山" if c == UNKNOWN else c for c in line)
        within = [share_of_marks(line + line[:n]) for n in range(verse)]
        assert share_of_marks(line + line[:verse]) > 0.5 > 0.2 > max(within)


def test_an_unknown_character_is_named_with_the_way_out(model):
    with pytest.raises(ValueError, match=r"characters that .* knows; got 鑫 A \(mark"):
        next_character_logits(model, "鑫明A鑫")
    marked = mark_unknown("鑫明A鑫", model.vocabulary)
    assert marked == "□明□□"
    assert np.isfinite(next_character_logits(model, marked)).all()


def test_a_real_character_is_always_likelier_than_the_unknown_mark(model):
    for logits in opening_logits(model).values():
        shares = np.exp(logits - logits.max())
        assert shares[1] / shares.sum() < 1e-3


def test_the_openings_are_poems_seen_and_held_out(model):
    trained_on, held_out = split_poems()
    logits = opening_logits(model)
    assert tuple(logits) == OPENINGS
    for opening in OPENINGS:
        np.testing.assert_array_equal(
            logits[opening], next_character_logits(model, opening)
        )
        assert sum(t.startswith(opening) for t in trained_on + held_out) == 1
    unseen = [o for o in OPENINGS if any(t.startswith(o) for t in held_out)]
    assert len(unseen) == 3


def test_a_missing_model_is_called_missing(tmp_path):
    with pytest.raises(FileNotFoundError):
        load_poem_model(tmp_path)
