"""The numbers that the chapter inside a model tells are those that it computes."""

import contextlib
import io
import re
from pathlib import Path

import glassbox
import numpy as np
import pytest
from chapter_solutions import read
from glassbox import (
    causal_mask,
    merge_heads,
    rotary_embedding,
    scaled_dot_product_attention,
    split_heads,
)
from glassbox.models import induction
from glassbox.models.smollm2 import load_induction_record
from glassbox.models.smollm2.runs import load_runs

ROOT = Path(__file__).resolve().parents[2]
CELLS = {c.id: c for c in read(ROOT / "chapters" / "inside_a_model.ipynb")}
TEXT = "\n".join(c.source for c in CELLS.values() if c.cell_type == "markdown")
ONE, TWO = induction.load_induction(1), induction.load_induction(2)
IDS, PERIODS = induction.repeated_texts()
REAL = load_induction_record()
HEADS = "previous", "induction"  # what a head of layer 1, of layer 2 is scored for


def printed(name):
    return "".join(o.get("text", "") for o in CELLS[name].outputs)


def guesses(text, cut=()):
    model = induction.without_heads(TWO, cut)
    logits = induction.attention_only(induction.letter_ids(text), model).logits
    return "".join(induction.LETTERS[i] for i in logits.argmax(axis=-1))


def test_dogcat_is_continued_from_the_second_round_on():
    reads, one, two = (x.split()[-1] for x in printed("inside-dogcat").splitlines())
    again = slice(6, len(reads) - 1)  # guesses whose answer is known and repeats
    truth = reads[7:]
    assert len(truth) == 11 and two[again] == truth
    assert sum(a == b for a, b in zip(one[again], truth, strict=True)) == 6
    assert (
        "eleven letters repeat" in TEXT
        and "How often does each get them right?" in TEXT
    )
    assert "76,800 texts" in TEXT and 1200 * 64 == 76_800


def test_both_exams_are_told_as_printed():
    assert "100% of repeated" in printed("inside-right")
    assert " 58% of repeated" in printed("inside-right")
    assert "guesses 58 % of the repeated" in TEXT and "chance, which is 4 %" in TEXT
    found = re.findall(r"follower +(\d+)%, .* ago +(\d+)%", printed("inside-jump"))
    assert found == [("4", "62"), ("87", "6")]
    assert "the follower in 4 % of the texts" in TEXT
    assert "longest ago in 62 %" in TEXT and "the follower in 87 %" in TEXT


def test_the_letter_seen_longest_ago_is_the_right_one_in_every_text():
    for ids, period in zip(IDS, PERIODS, strict=True):
        for n in range(period + 1, len(ids)):
            last = {letter: place for place, letter in enumerate(ids[:n])}
            assert min(last, key=last.get) == ids[n]


def test_the_heads_scores_and_cuts_are_told_as_printed():
    rows = re.findall(
        r"^(\d\.\d) +([\d.]+) +([\d.]+)$", printed("inside-scores-run"), re.M
    )
    assert [name for name, *_ in rows] == induction.head_names(2)
    assert rows[0][1] == "0.85" and "with 0.85 of its weight" in TEXT
    assert (rows[2][2], rows[3][2]) == ("0.94", "0.65") and "0.65 to 0.94" in TEXT
    left = dict(re.findall(r"without (.+?) *: +(\d+)%", printed("inside-cut")))
    told = {"1.1": "34", "1.2": "99", "2.1": "46", "2.2": "75", "2.1 2.2": "6"}
    assert left == told
    assert "only 34 % are left" in TEXT and "Both 0.65 and 75 % were averages" in TEXT


def test_the_heads_of_layer_2_share_the_alphabet():
    lines = printed("inside-letters").splitlines()
    by_second, by_first = (set(line.split(": ")[1].split()) for line in lines)
    assert by_first | by_second == set(induction.LETTERS)
    assert by_first & by_second == {"l"}
    assert len(by_first - by_second) == 16 and "copies 16 letters" in TEXT
    assert len(by_second - by_first) == 9 and "head 2.2 nine others" in TEXT


def test_the_parts_of_a_logit_add_up_and_the_guess_without_1_1_is_d():
    adds = dict(re.findall(r"^(\S+) +adds +(\S+)$", printed("inside-parts"), re.M))
    total = float(re.search(r"logit of a: ([\d.]+)", printed("inside-parts"))[1])
    # five parts of two decimals
    assert sum(map(float, adds.values())) == pytest.approx(total, abs=0.03)
    assert f"{adds['2.1']} of {total:.2f}" in TEXT and adds["1.1"] == "-0.02"
    assert guesses("dogcatdogc")[-1] == "a"
    assert guesses("dogcatdogc", ["1.1"])[-1] == "d"
    weights = induction.attention_only(induction.letter_ids("dogcatdogc"), TWO).weights
    assert weights[0][0, -1].argmax() == 8  # the prediction: 1.1 looks at the g


def test_the_note_is_missed_in_the_keys_alone():
    form = r"^not in the (\w+) *: ([\d.]+) on the a, says (\w)$"
    found = re.findall(form, printed("inside-through"), re.M)
    assert [(part, says) for part, _, says in found] == [
        ("queries", "a"), ("keys", "d"), ("values", "a"),
    ]  # fmt: skip
    on_a = [float(weight) for _, weight, _ in found]
    assert min(on_a[0], on_a[2]) > 0.9 and on_a[1] == 0.04
    assert "has only 0.04 for the *a*, and the guess is *d*" in TEXT


def test_all_models_learn_it_suddenly_and_both_heads_at_once():
    record = induction.load_record()
    steps = np.array(record["steps"])
    for curves in record["2"]:
        half = steps[np.argmax(np.array(curves["later"]) > 0.5)]
        assert half in (300, 325)
        assert curves["later"][-1] == 1
        starts = [steps[np.argmax(np.array(curves[k]) > 0.3)] for k in HEADS]
        assert abs(starts[0] - starts[1]) <= 50
    assert "step 300 or 325" in TEXT
    first = np.array(record["2"][0]["later"])
    assert first[steps <= 200].max() < 0.2 and first[steps == 400] > 0.99
    told = "at step 225 the model guesses 21 % of the repeated letters, and at step 325"
    assert f"{told} it guesses 92 %" in TEXT
    assert [round(100 * first[steps == n].item()) for n in (225, 325)] == [21, 92]


def test_the_lenses_are_told_as_printed():
    inside = induction.attention_only(induction.letter_ids("dogcatdogc"), TWO)
    logits = inside.stream[1][-1] @ TWO.head
    chances = np.exp(logits) / np.exp(logits).sum()
    assert induction.LETTERS[chances.argmax()] == "u"
    assert f"*u* with {chances.max():.0%}".replace("%", " %") in TEXT
    there = inside.stream[1][4] @ TWO.head  # at the a, which has the note
    chances = np.exp(there) / np.exp(there).sum()
    assert induction.LETTERS[there.argmax()] == "u" and round(chances.max(), 2) == 0.1
    assert "it says *u* again, with 10 %, and nothing of a *c*" in TEXT
    assert chances[induction.LETTERS.index("c")] < 0.04  # as by chance
    folds = re.findall(r"```python\n(.*?)```", CELLS["inside-lens-told"].source, re.S)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(*folds, {"gb": glassbox})
    assert f"```\n{out.getvalue()}```" in TEXT
    assert [line.split()[3] for line in out.getvalue().splitlines()] == [
        "万",
        "万",
        "里",
    ]
    places = {}
    *lines, zebra = printed("inside-lens-real").splitlines()
    assert zebra == "zebra is among the first three after layer 30"
    for line in lines:
        key, _, place = re.match(r"(\S+) +(\S+) +from layer (\d+),", line).groups()
        places[key] = int(place)
    assert places.keys() == load_runs().keys() and len(places) == 12
    assert sum(place == 30 for place in places.values()) == 6
    assert min(places.values()) == 24 and places["repeated"] == 30
    assert sum(place == 24 for place in places.values()) == 2
    assert "In six of the twelve" in TEXT and "no other before layer 24" in TEXT


def test_smollm2_s_heads_and_cuts_are_told_as_recorded():
    shown = printed("inside-real-heads")
    assert "head 17.1: 0.88" in shown and "head 19.7: 0.89" in shown
    assert "19.7 without 17.1: 0.25" in shown and "falls to 0.25" in TEXT
    assert REAL.induction[:17].max() <= 0.04 < REAL.induction[17].max()
    best = {
        layer + 1 for layer, _ in zip(*np.nonzero(REAL.induction >= 0.3), strict=True)
    }
    assert (min(best), max(best)) == (18, 25) and "layers 18 to 25" in TEXT
    rows = re.findall(
        r"^ *(\d+) (\w+) +(\d+)% +([\d.]+)$", printed("inside-real-cut"), re.M
    )
    table = {(which, int(n)): (int(right), loss) for n, which, right, loss in rows}
    assert table["none", 0] == (60, "4.57") and table["previous", 1] == (6, "4.62")
    assert table["induction", 10] == (0, "4.65")
    assert "6 % are right instead of 60 %" in TEXT
    form = r"^ *(3|10) (random|same layers) +(.*)$"
    draws = {
        (which, int(n)): [int(x) for x in re.findall(r"(\d+)%", line)]
        for n, which, line in re.findall(form, printed("inside-real-cut"), re.M)
    }
    assert all(45 < x < 55 for n in (3, 10) for x in draws["same layers", n])
    assert draws["random", 3][:2] == [16, 20] and min(draws["random", 3][2:]) > 40
    assert min(draws["random", 10]) > 40 and "which leave 16 and 20 %" in TEXT
    random = [c for c in REAL.cuts if c.which == "random" and len(c.heads) == 3]
    worst, second, *_ = sorted(random, key=lambda cut: cut.right)
    assert (1, 4) in worst.heads and (1, 5) in second.heads  # 2.5 and 2.6
    alone = np.sort(REAL.alone, axis=None)[::-1]
    assert f"grow by {alone[0]} nats" in TEXT and REAL.alone[16, 0] == alone[1]
    assert f"17.1 comes second, with {alone[1]}" in TEXT
    layer, head = np.unravel_index(REAL.alone.argmax(), REAL.alone.shape)
    assert (layer + 1, head + 1) == (2, 5) and "2.5 scores low in both" in TEXT
    assert max(REAL.previous[layer, head], REAL.induction[layer, head]) < 0.15


def test_a_head_may_look_at_the_right_place_for_nothing():
    text = "gowned" * 4
    weights = induction.attention_only(induction.letter_ids(text), TWO).weights[1]
    scores = induction.induction_score(weights[None], induction.letter_ids(text)[None])
    assert [f"{one:.2f}" for one in scores] == ["0.95", "0.91"]
    assert f"Type *{text}*" in TEXT and "with 0.95 of its weight" in TEXT
    assert "head 2.2 with 0.91" in TEXT
    known = slice(6, len(text) - 1)
    for cut, right in (([], 17), (["2.1"], 17), (["2.2"], 3)):
        same = zip(guesses(text, cut)[known], text[7:], strict=True)
        assert sum(a == b for a, b in same) == right
    assert "all 17 guesses stay right" in TEXT


def test_the_sink_and_the_mistakes_are_told_as_printed():
    assert "layer 24: 87% of the weight, values 2.4 long, others 19.5" in printed(
        "inside-sink"
    )
    assert "87 % of the weight" in TEXT and "an eighth as long" in TEXT
    assert 19.5 / 2.4 == pytest.approx(8, abs=0.5)
    assert "0.94 on the a after it" in printed("inside-mistakes-run")
    assert "right: 93%" in printed("inside-mistakes-run")
    assert "93 % are still right" in TEXT


def test_the_average_in_place_of_zeros_gives_the_same_to_three_points():
    inside = induction.attention_only(IDS, TWO)
    for name in induction.head_names(2):
        part = head_output(inside, name)
        means = part.mean(axis=(0, 1))
        _, zero = induction.right_answers(
            induction.attention_only(IDS, induction.without_heads(TWO, [name])).logits,
            IDS, PERIODS,
        )  # fmt: skip
        _, mean = induction.right_answers(with_mean(name, means), IDS, PERIODS)
        assert abs(zero - mean) < 0.03
    assert "the same to within three points" in TEXT


def head_output(inside, name):
    """Return what a head adds to the stream, (n_texts, n, d_model)."""
    layer, head = (int(part) - 1 for part in name.split("."))
    own = slice(24 * head, 24 * head + 24)
    values = inside.stream[layer] @ TWO.layers[layer].w_v[:, own]
    return inside.weights[layer][:, head] @ values @ TWO.layers[layer].w_o[own]


def with_mean(name, mean):
    """Return the logits where a head adds the same vector everywhere."""
    layer = int(name[0]) - 1
    cut = induction.without_heads(TWO, [name])
    if layer == 1:
        return induction.attention_only(IDS, cut).logits + mean @ TWO.head
    x = induction.attention_only(IDS, cut).stream[1] + mean  # what layer 2 reads
    return of_vectors(x, cut._replace(layers=cut.layers[1:]))


def of_vectors(x, model):
    """Do as attention_only, on vectors instead of letters."""
    for w in model.layers:
        q, k, v = (split_heads(x @ m, 2) for m in w[:3])
        q, k = rotary_embedding(q), rotary_embedding(k)
        found = scaled_dot_product_attention(q, k, v, causal_mask(x.shape[-2]))
        x = x + merge_heads(found.output) @ w.w_o
    return x @ model.head
