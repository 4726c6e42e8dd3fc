"""The models that write shopping lists: trained again they come out the same."""

import json

import glassbox as gb
import numpy as np
import pytest
import torch
from glassbox.models.shopping import (
    MODELS,
    NAMES,
    TEXTS,
    WORDS,
    every_logits,
    load_shopping_models,
    next_word_logits,
)

from training.shopping.train import lessons, train

CARD = (MODELS / "shopping.md").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_script_trains_the_models_that_are_there(name):
    answers, real, given = lessons()
    model, losses = train(*given[name], answers, real)
    stored = load_shopping_models()[name]
    # 200 steps let differences in the last bit grow; the losses are stored to 4 digits.
    np.testing.assert_allclose(losses, stored.losses, rtol=0.02, atol=1e-4)
    logits = every_logits(given[name][0], model, given[name][1] & real)
    found = every_logits(given[name][0].numpy(), stored.parameters, masks(stored, real))
    theirs = torch.softmax(logits, dim=-1).detach().numpy()
    np.testing.assert_allclose(gb.softmax(found), theirs, atol=0.02)


def masks(model, real):
    causal = gb.causal_mask(real.shape[-1])
    return (~causal if model.inverted else causal) & real.numpy()


@pytest.mark.parametrize("name", NAMES)
def test_the_card_tells_each_loss_and_the_number_of_parameters(name):
    model = load_shopping_models()[name]
    assert f"{model.losses[-1]:.4f}" in CARD
    sizes = []
    gb.map_arrays(model.parameters, lambda x: sizes.append(x.size))
    assert f"{sum(sizes):,} numbers" in CARD
    floor = len(TEXTS) * np.log(len(TEXTS)) / sum(map(len, TEXTS))
    assert f"{floor:.4f}" in CARD
    assert json.loads((MODELS / "losses.json").read_text()).keys() == set(NAMES)


def test_the_right_model_repeats_every_list_and_reads_no_later_word():
    right = load_shopping_models()["right"]
    for text in TEXTS:
        for t in range(text.index(":"), len(text) - 1):
            words = ["[start]", *text[: t + 1]]
            assert WORDS[next_word_logits(right, words).argmax()] == text[t + 1]
    ids = [WORDS.index(word) for word in ["[start]", *TEXTS[-1]]]
    logits = every_logits(ids, right.parameters, gb.causal_mask(len(ids)))
    changed = every_logits([*ids[:-1], 4], right.parameters, gb.causal_mask(len(ids)))
    assert np.array_equal(logits[:-1], changed[:-1])


@pytest.mark.parametrize("words", [[], ["[start]", "beer", "tea"]])
def test_words_it_does_not_know_are_refused(words):
    model = load_shopping_models()["right"]
    with pytest.raises(ValueError, match=r"words must be some of \[pad\] .*; got"):
        next_word_logits(model, words)
