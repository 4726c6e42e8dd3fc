"""The card of the models of attention alone: each figure, measured anew."""

import re

import numpy as np
import pytest
from glassbox.models import induction
from glassbox.models.induction import (
    LETTERS,
    RECORD,
    attention_only,
    induction_score,
    letter_ids,
    load_induction,
    path_of,
    previous_score,
    repeated_texts,
    right_answers,
    texts_that_jump,
    without_heads,
)

CARD = (induction.FOLDER / "induction.md").read_text("utf-8")
IDS, PERIODS = repeated_texts()
# Half a unit of the card's third digit. No guess turns with float64's rounding: the
# two largest logits are nowhere closer than 5e-5, with heads cut or without.
CLOSE = 0.0005 + 1e-9
D_HEAD, HEADS = 24, [(0, 0), (0, 1), (1, 0), (1, 1)]
ALL_CUT = [("1", "none"), ("1", "1.1"), ("1", "1.2")]
ALL_CUT += [("2", name) for name in ("none", "1.1", "1.2", "2.1", "2.2", "2.1 and 2.2")]


def told(*cells):
    """Return the numbers in the card's row that begins with these cells."""
    begin = re.escape("| " + " | ".join(cells) + " |")
    (row,) = re.findall(rf"^{begin} (.+) \|$", CARD, re.M)
    return [float(cell.replace(",", "")) for cell in row.split(" | ")]


def copied(model, layer, head):
    """Return what each letter's logit gets when a head looks at that letter alone."""
    own = slice(D_HEAD * head, D_HEAD * head + D_HEAD)
    of = model.layers[layer]
    return np.diag(model.table @ of.w_v[:, own] @ of.w_o[own] @ model.head)


def jumps(model):
    """Read a round, jump into its middle: is the guess the follower, or the oldest?"""
    ids, follower, oldest = texts_that_jump()
    guess = attention_only(ids, model).logits[:, -1].argmax(axis=-1)
    return [np.mean(guess == follower), np.mean(guess == oldest)]


@pytest.mark.parametrize(("n_layers", "name"), ALL_CUT)
def test_the_card_tells_what_is_right_with_heads_cut(n_layers, name):
    cut = [] if name == "none" else name.split(" and ")
    model = without_heads(load_induction(int(n_layers)), cut)
    first, later = right_answers(attention_only(IDS, model).logits, IDS, PERIODS)
    assert told(n_layers, name) == [pytest.approx(later, abs=CLOSE)]
    assert first < 0.07  # 0.04 of 26 letters is a guess


@pytest.mark.parametrize(("layer", "head"), HEADS)
def test_the_card_tells_each_head_s_scores(layer, head):
    weights = attention_only(IDS, load_induction()).weights[layer]
    scores = previous_score(weights)[head], induction_score(weights, IDS)[head]
    np.testing.assert_allclose(told(f"{layer + 1}.{head + 1}"), scores, atol=CLOSE)


def test_the_heads_of_layer_2_share_the_alphabet_as_the_card_says():
    model = load_induction()
    mine, others = copied(model, 1, 0), copied(model, 1, 1)
    said = "".join(re.findall(r"\b[a-z]\b", re.search(r"copies ([^.]+),", CARD)[1]))
    assert said == "".join(np.array([*LETTERS])[mine > others])
    # They are apart by far: a letter has one head that copies it.
    assert (np.maximum(mine, others) > 6).all()
    assert (np.minimum(mine, others) < 3).all()


def test_2_1_looks_at_letters_that_it_does_not_copy_and_is_not_missed_there():
    rng, model = np.random.default_rng(7), load_induction()
    ids = np.stack(
        [np.tile(rng.permutation(letter_ids("degnopuw")), 3) for _ in range(50)]
    )
    periods = np.full(len(ids), 8)
    weights = attention_only(ids, model).weights[1]
    assert induction_score(weights, ids)[0] > 0.9
    for head, smallest, largest in ((0, 1.0, 1.0), (1, 0.0, 0.4)):
        logits = attention_only(ids, without_heads(model, [f"2.{head + 1}"])).logits
        assert smallest <= right_answers(logits, ids, periods)[1] <= largest


def test_after_a_jump_two_layers_say_who_followed_and_one_says_the_oldest():
    found = np.stack([jumps(load_induction(n_layers)) for n_layers in (1, 2)], axis=1)
    names = "the letter that followed", "the letter read longest ago"
    np.testing.assert_allclose([told(name) for name in names], found, atol=CLOSE)


def test_the_letter_read_longest_ago_is_always_the_next_one():
    for ids, period in zip(IDS, PERIODS, strict=True):
        for n in range(period, len(ids)):
            last = {letter: place for place, letter in enumerate(ids[:n])}
            assert min(last, key=last.get) == ids[n]


def test_the_card_counts_the_numbers_and_the_files_are_small():
    for n_layers in (1, 2):
        model = load_induction(n_layers)
        n_numbers = model.table.size + model.head.size
        n_numbers += sum(x.size for layer in model.layers for x in layer)
        assert told(f"`induction_{n_layers}_layers`") == [n_layers, n_numbers]
    assert sum(path_of(n).stat().st_size for n in (1, 2)) < 70_000
    assert RECORD.stat().st_size < 16_000


def test_rounds_longer_than_those_of_training_are_guessed_in_part():
    rng, parts = np.random.default_rng(9), []
    for period in (16, 18, 20, 24):
        rounds = [rng.permutation(26)[:period] for _ in range(50)]
        ids, periods = np.tile(rounds, 2), np.full(50, period)
        logits = attention_only(ids, load_induction()).logits
        parts.append(right_answers(logits, ids, periods)[1])
    said = re.search(r"some\n(\S+) to (\S+) are\sright", CARD).groups()
    assert [round(min(parts), 1), round(max(parts), 1)] == [float(x) for x in said]
