"""The numbers that the chapter on rotary positions tells are those that it computes."""

import re
from pathlib import Path

import numpy as np
import pytest
from chapter_solutions import read
from glassbox import rotary_embedding, sinusoidal_positions
from glassbox.models.copy_back import (
    accuracy_by_position,
    average_hands,
    copy_back,
    exam,
    load_copy_back,
    load_record,
    score_by_pair,
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
    return accuracy_by_position(load_copy_back(name), n, **told)


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
    form = r"^ *(\d+) of +\d+ pairs +(.*)$"
    lines = {int(n): line for n, line in found("rotary-speeds-run", form)}
    assert lines[1].startswith("3: 1.000, 47: 1.000")
    assert f"(28 comes close, with {np.cos(28 - 3):.3f}.)" in TEXT
    assert 44 / (2 * np.pi) == pytest.approx(7, abs=0.01)
    assert lines[2].startswith("3: 2.000, 66: 1.986")
    assert lines[4].startswith("3: 4.000, 66: 3.792")
    assert "at 66, together they score 1.986 out of 2" in TEXT
    assert "only to 3.792 of 4" in TEXT
    best = re.findall(r"(\d+):", lines[64])
    assert set(best) == {"2", "3", "4"}  # no far distance comes close
    # 2,048 tokens at the slowest of 64 speeds
    turned = np.degrees(2048 * 10_000.0 ** (-126 / 128))
    assert f"turns by only {turned:.0f}° in 2,048 tokens" in TEXT


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
    assert "Rotary falls in two steps, near 35 and near 40." in TEXT
    assert np.abs(rotary[35:40] - 0.6).max() < 0.07
    assert rotary[41:].max() < 0.15
    weights = copy_back(exam(64), load_copy_back("rotary")).weights.mean(axis=(0, 1))
    at_35 = [weights[p, p - 35] for p in range(35, 40)]
    np.testing.assert_allclose(at_35, 0.2, atol=0.035)  # a fifth
    for p in range(40, 64):
        assert weights[p, : p + 1][::-1].argmax() in (40, 41, 47, 53)


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
        return np.nanmean(accuracy_by_position(moved, 32))

    assert rate(near) == 1
    assert rate(far) == np.nanmean(copied("sinusoids", 32, first=1000))
    assert f"and {rate(np.where(fast, far, near)):.2f} come out right" in TEXT
    assert f"and it is {rate(np.where(fast, near, far)):.2f}." in TEXT
    third, fourth = 10_000.0 ** (-np.array([2, 3]) / 16)
    assert 31 * third > 2 * np.pi > 31 * fourth  # full circle within 32 positions
    second = 10_000.0 ** (-1 / 16)
    assert f"are 1, {second:.2f} and {third:.2f} radians per position" in TEXT


def test_the_last_token_looks_seven_and_eight_turns_too_far():
    seen = dict(found("rotary-look-run", r"^distance +(\d+): ([\d.]+) of the weight$"))
    assert list(seen) == ["3", "47", "53", "54"]
    assert float(seen["3"]) < 0.05
    assert "It looks 47 back, and 53" in TEXT
    np.testing.assert_allclose(3 + 2 * np.pi * np.array([7, 8]), [47, 53], atol=0.3)


def test_pair_2_sinks_and_rises_again():
    heads = score_by_pair(load_copy_back("rotary"), range(64))
    parts = heads[2]
    assert heads.sum(axis=1).max(axis=1).argmax() == 2
    assert (heads.sum(axis=1)[:, :41].argmax(axis=1) == 3).all()
    assert parts[1, 16:23].max() < -5
    assert (parts[1, 38:] > 0).all()
    assert parts[1].argmax() == 51
    assert parts[1].argmin() == 20
    assert "it is lowest at 20, in the middle of them" in TEXT
    assert "half a turn later, at 51" in TEXT
    within = np.argsort(-parts[0, :32])[:5]
    assert set(within) == {3, 9, 16, 22, 28}  # 22 as high as 3, the others nearly
    assert parts[0, 22] == pytest.approx(parts[0, 3], abs=0.05)
    assert parts[0, [9, 16, 28]].min() > 0.93 * parts[0, 3]
    assert 0.4 > abs(parts[1, 35]) and parts[1, 41] > 3
    assert f"takes {-parts[1, 22]:.1f} off at 22" in TEXT
    for d in (41, 47):
        assert parts.sum(axis=0)[d] > parts.sum(axis=0)[3]
    assert parts.sum(axis=0)[:32].argmax() == 3
    assert parts.sum(axis=0).argmax() == 47
    assert np.abs(parts[2:]).max() < 1
    widget = np.cos(44 * 10_000.0 ** (-1 / 4))
    assert f"falls from 1 to −{-widget:.2f} there" in TEXT


def test_what_each_pair_adds_is_printed():
    parts = score_by_pair(load_copy_back("rotary"), range(64))[2]
    rows = dict(found("rotary-hands-run", r"^(distance|pair \d|all four) +(.*)$"))
    some = [int(d) for d in rows.pop("distance").split()]
    curves = parts[0], parts[1], parts.sum(axis=0)
    for row, curve in zip(rows.values(), curves, strict=True):
        assert row.split() == [f"{curve[d]:.1f}" for d in some]


def test_a_pair_of_the_trained_head_is_a_cosine_made_from_its_average_hands():
    both = average_hands(load_copy_back("rotary"))[:, 2] / 8**0.25
    shown = [
        f"({', '.join(f'{x:g}' for x in hand.round(3))})".replace("-", "−")
        for hand in both[:, 0]
    ]
    assert f"Pair 1 of the query is {shown[0]}." in TEXT
    assert f"Pair 1 of the key is {shown[1]}, with the length" in TEXT
    (size, other), (start, behind) = (
        np.linalg.norm(both[:, 0], axis=-1),
        np.arctan2(both[:, 0, 1], both[:, 0, 0]),
    )
    assert f"Its length is {size:.2f} and its angle is {start:.2f} radians" in TEXT
    assert f"the length {other:.2f} and the angle −{-behind:.2f}" in TEXT
    assert f"d + {start - behind:.2f}$" in TEXT
    assert f"d - {2 * np.pi - start + behind:.2f}$" in TEXT
    assert f"$${size:.2f} \\cdot {other:.2f} \\cos(" in TEXT
    assert f"= {size * other:.1f} " in TEXT
    sizes = np.linalg.norm(both[:, 1], axis=-1).prod()
    starts = np.arctan2(both[:, 1, 1], both[:, 1, 0])
    told = f"{sizes:.1f} \\cos(0.1\\,d + {starts[0] - starts[1]:.2f})$"
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
        score_by_pair(load_copy_back("rotary"), range(64), **told)[2].sum(axis=0)
        for told in ways
    ]
    assert [head.argmax() for head in heads] == [47, 6, 3]
    assert f"pulls 47 down with it, to {heads[2][47]:.1f}." in TEXT
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
