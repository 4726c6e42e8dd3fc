"""The numbers that the chapter on rotary positions tells are those that it computes."""

import re
from pathlib import Path

import numpy as np
import pytest
from chapter_solutions import read
from glassbox import rotary_embedding, sinusoidal_positions
from glassbox.models.copy_back import (
    copy_back,
    exam,
    load_copy_back,
    load_record,
    score_by_hand,
    sit_exam,
)
from glassbox.widgets import RotaryDials

ROOT = Path(__file__).resolve().parents[2]
CELLS = {c.id: c for c in read(ROOT / "chapters" / "rotary_positions.ipynb")}
EXAM = "rotary-exam-run"
TEXT = "\n".join(c.source for c in CELLS.values() if c.cell_type == "markdown")


def printed(name):
    return "".join(o.get("text", "") for o in CELLS[name].outputs)


def found(name, form):
    return re.findall(form, printed(name), re.MULTILINE)


def copied(name, n, **told):
    """Return a model's right answers at each position of texts of n tokens."""
    return sit_exam(load_copy_back(name), n, **told)


def rates():
    form = r"^(?!tokens)(\w+) +([\d.]+) +([\d.]+) +([\d.]+)$"
    return {one: tuple(map(float, rest)) for one, *rest in found(EXAM, form)}


def test_the_first_screen_opens_five_apart_and_ten_places_keep_the_score():
    opened = RotaryDials()
    assert "a key three tokens back; this key stands five back. Press +10" in TEXT
    query, key = np.array(opened.query), np.array(opened.key)

    def score(m, n):
        q, k = (rotary_embedding(x[None], [p])[0] for x, p in ((query, m), (key, n)))
        return q @ k

    at = opened.query_position, opened.key_position
    assert at == (10, 5)
    assert score(20, 15) == pytest.approx(score(*at))
    assert score(63, 60) == pytest.approx(4)
    assert max(score(63, n) for n in range(64) if n != 60) < 3.8


def test_added_positions_give_three_scores_and_turned_ones_a_single_score():
    added = found("rotary-added", r"score +(-?[\d.]+)$")
    assert f"get {added[0]}, {added[1]} and {added[2]}" in TEXT
    assert len(set(added)) == 3
    turned = found("rotary-turned", r"^key at +\d+: +(-?[\d.]+) +(-?[\d.]+)$")
    assert len(turned) == 3
    assert len({score for line in turned for score in line}) == 1


def test_hands_come_round_where_the_text_says():
    lines = dict(found("rotary-speeds-run", r"^(pair 1|pairs 1, 2|all four) +(.*)$"))
    assert lines["pair 1"].startswith("3: 1.000, 47: 1.000")
    assert 44 / (2 * np.pi) == pytest.approx(7, abs=0.01)
    assert lines["pairs 1, 2"].startswith("3: 2.000, 66: 1.986")
    assert lines["all four"].startswith("3: 4.000, 66: 3.792")
    assert "at 66, together they score 1.986 out of 2" in TEXT
    assert "to 3.792 of 4" in TEXT


def test_what_five_models_copy_is_told():
    told = rates()
    for name in ("sinusoids", "learned", "rotary"):
        short, middle, long = told[name]
        assert short == 1
        assert 0.45 < middle < 0.65  # about half
        assert 0.15 < long < 0.25  # a fifth
    assert set(told) == {"sinusoids", "learned", "rotary"}


def test_what_alibi_and_the_mask_alone_copy_is_told():
    lengths = (32, 64, 256)
    alibi, none = (
        [f"{np.nanmean(copied(name, n)):.2f}" for n in lengths]
        for name in ("alibi", "none")
    )
    assert set(alibi) == {"0.22"}
    assert "it has the same 0.22 at every length" in TEXT
    assert f"gets {none[0]}, {none[1]} and {none[2]}" in TEXT


def test_learned_positions_fail_at_once_and_the_others_soon_after():
    right = {name: copied(name, 64) for name in ("rotary", "sinusoids", "learned")}
    for rate in right.values():
        assert np.nanmin(rate[:32]) == 1
    assert right["learned"][32] < 0.2
    for name in ("rotary", "sinusoids"):
        assert right[name][32:34].mean() > 0.9
        assert right[name][41:].mean() < 0.3
    sinusoids, rotary = right["sinusoids"], right["rotary"]
    assert sinusoids[34] < 0.5
    assert f"come back once, to {sinusoids[53]:.2f} at 53" in TEXT
    assert sinusoids[35:].argmax() + 35 == 53
    assert np.abs(rotary[35:40] - 0.6).max() < 0.07
    assert rotary[41:].max() < 0.15


def test_a_text_moved_on_is_the_same_for_rotary_alone():
    form = r"^(\w+) +from position +(\d+): ([\d.]+) right$"
    rows = {
        name: (first, rate) for name, first, rate in found("rotary-moved-run", form)
    }
    assert rows["rotary"] == ("1000", "1.00")
    assert float(rows["sinusoids"][1]) < 0.7
    assert float(rows["learned"][1]) < 0.2
    assert f"Sinusoids still get {rows['sinusoids'][1]}, thanks" in TEXT


def test_it_is_the_fast_sinusoids_that_carry_over():
    sinusoids, places = load_copy_back("sinusoids"), sinusoidal_positions(1032, 32)
    near, far, fast = places[:32], places[1000:], np.arange(32) < 6  # three pairs

    def rate(rows):
        moved = sinusoids._replace(scheme="learned", places=rows)
        return np.nanmean(sit_exam(moved, 32))

    assert rate(near) == 1
    assert rate(far) == np.nanmean(copied("sinusoids", 32, first=1000))
    assert f"and {rate(np.where(fast, far, near)):.2f} come out right" in TEXT
    assert f"and it is {rate(np.where(fast, near, far)):.2f}." in TEXT
    third, fourth = 10_000.0 ** (-np.array([2, 3]) / 16)
    assert 31 * third > 2 * np.pi > 31 * fourth  # full circle within 32 positions


def test_the_last_token_looks_seven_and_eight_turns_too_far():
    seen = dict(found("rotary-look-run", r"^distance +(\d+): ([\d.]+) of the weight$"))
    assert list(seen) == ["3", "47", "53", "54"]
    assert float(seen["3"]) < 0.05
    assert "It looks 47 back, and 53" in TEXT
    np.testing.assert_allclose(3 + 2 * np.pi * np.array([7, 8]), [47, 53], atol=0.3)


def test_pair_2_sinks_and_rises_again():
    heads = score_by_hand(load_copy_back("rotary"), range(64))
    parts = heads[2]
    assert heads.sum(axis=1).max(axis=1).argmax() == 2
    assert (heads.sum(axis=1)[:, :41].argmax(axis=1) == 3).all()
    assert parts[1, 16:23].max() < -5
    assert (parts[1, 38:] > 0).all()
    assert parts[1].argmax() == 51
    assert parts[1].argmin() == 20
    assert "low point of pair 2 at 20" in TEXT
    assert "half a turn later, at 51" in TEXT
    assert parts.sum(axis=0)[:32].argmax() == 3
    assert parts.sum(axis=0).argmax() == 47
    assert np.abs(parts[2:]).max() < 1
    widget = np.cos(44 * 10_000.0 ** (-1 / 4))
    assert f"falls from 1 to −{-widget:.2f} there" in TEXT


def test_a_pair_of_the_trained_head_is_a_cosine_made_from_its_average_hands():
    form = r"^([qk]), pair (\d): \(.*\) (\S+) +(\S+)$"
    hands = {
        (name, int(pair)): (float(size), float(angle))
        for name, pair, size, angle in found("rotary-hands-run", form)
    }
    parts, d = score_by_hand(load_copy_back("rotary"), range(64))[2], np.arange(64)
    for pair, speed in ((1, 1), (2, 0.1)):
        (a, starts), (b, other) = hands["q", pair], hands["k", pair]
        own = a * b / np.sqrt(8) * np.cos(speed * d + starts - other)
        # lengths and angles are printed with two decimals
        np.testing.assert_allclose(own, parts[pair - 1], atol=0.12)
    (a, starts), (b, other) = hands["q", 1], hands["k", 1]
    assert f"It started at {starts} and the key’s at −{-other}" in TEXT
    assert f"d + {starts - other:.2f}$" in TEXT
    assert f"d - {2 * np.pi - starts + other:.2f}$" in TEXT
    assert rf"\frac{{{a} \cdot {b}}}{{\sqrt{{8}}}}" in TEXT
    assert f"= {a * b / 8**0.5:.1f} " in TEXT
    (a, starts), (b, other) = hands["q", 2], hands["k", 2]
    told = f"{a * b / 8**0.5:.1f} \\cos(0.1\\,d + {starts - other:.2f})$"
    assert told in TEXT


def test_a_larger_base_helps_where_halved_positions_do_not():
    form = r"^(as trained|positions halved|base 160,000) +([\d.]+) right, looks (\d+)"
    rows = {
        name: (float(r), int(d)) for name, r, d in found("rotary-stretch-run", form)
    }
    assert rows["as trained"][1] == 47
    assert rows["positions halved"] == (0.08, 6)
    assert rows["base 160,000"] == (1.00, 3)
    assert "so the ring goes to 6, because 6 halved positions are 3" in TEXT
    ways = {}, {"stretch": 0.5}, {"base": 160_000}
    heads = [
        score_by_hand(load_copy_back("rotary"), range(64), **told)[2].sum(axis=0)
        for told in ways
    ]
    assert [head.argmax() for head in heads] == [47, 6, 3]
    assert f"takes 47 down with it, to {heads[2][47]:.1f}." in TEXT
    assert 160_000**-0.25 == pytest.approx(0.05)
    assert "to halve its speed to 0.05" in TEXT
    stretched = load_record()["tuning"]["stretched"]
    assert stretched[-1] < 0.07
    assert "squeezed by 8 for 256 tokens, it is still guessing after 200" in TEXT


def test_a_base_for_256_tokens_and_25_steps():
    def rate(name, base):
        return f"{np.nanmean(copied(name, 256, base=base)):.2f}"

    slower = 40_960_000
    before, after = rate("rotary", 10_000), rate("rotary", slower)
    assert f"from {before} to {after}, and 25 steps of training on 256" in TEXT
    assert f"tokens bring it to {rate('rotary_slower', slower)}." in TEXT
    longer = rate("rotary_longer", 10_000)
    assert float(longer) - float(before) < 0.03  # next to nothing
    assert 40_960_000**0.25 == pytest.approx(8 * 10_000**0.25)
    tuning = load_record()["tuning"]
    course = dict(zip(tuning["steps"], tuning["longer"], strict=True))
    assert course[200] > 0.99
    assert course[100] < 0.3
    assert "it takes about 200 to get there" in TEXT
    alone = [long for _, long in load_record()["slower"][1:]]
    assert f"gave {min(alone):.2f} to {max(alone):.2f}, so ours is" in TEXT
    assert max(alone) < float(after)


def test_layouts_agree_when_reordered_and_only_then():
    rows = dict(found("rotary-layout-run", r"^(.*?) +(-?[\d.]+ +-?[\d.]+)$"))
    own, reordered, as_it_was = (line.split() for line in rows.values())
    assert own == reordered
    assert own[0] == own[1] != as_it_was[0] == as_it_was[1]


def test_what_keys_have_in_common_carries_the_distance():
    form = r"^(\w+) +weights move ([\d.]+), ([\d.]+) right$"
    rows = {name: (float(m), float(r)) for name, m, r in found("rotary-bias-run", form)}
    assert rows["sinusoids"] == (0, 1)
    assert rows["rotary"][0] > 0.9
    assert f"The rotary model falls to {rows['rotary'][1]:.2f}." in TEXT
    ids = exam(32)
    model = load_copy_back("sinusoids")
    other = model._replace(b_k=model.b_k + 1)
    moved = copy_back(ids, model).weights - copy_back(ids, other).weights
    assert np.abs(moved).max() < 1e-12  # float64


def test_each_mistake_changes_what_should_stay():
    rows = found("rotary-mistakes-run", r"^ +\d+ +(\S+) +(\S+) +(\S+) +(\S+)$")
    right, *wrong = zip(*rows, strict=True)
    assert len(rows) == 3
    assert len(set(right)) == 1
    for one in wrong:
        assert len(set(one)) == 3


def test_the_bases_of_the_last_exercise_fail_as_its_solution_says():
    def rate(base):
        return np.nanmean(copied("rotary", 32, base=base))

    assert f"and {rate(1_000):.2f} come out right" in TEXT
    weights = copy_back(exam(32), load_copy_back("rotary"), base=1_000).weights
    assert weights[:, :, -1].mean(axis=(0, 1))[::-1].argmax() == 28
    assert 28 * 1_000**-0.25 == pytest.approx(50 * 0.1, abs=0.03)
    assert f"which leaves {rate(100_000_000):.2f}" in TEXT
    assert 1_000**-0.25 == pytest.approx(0.18, abs=0.003)
    assert 100_000_000**-0.25 == pytest.approx(0.01)
