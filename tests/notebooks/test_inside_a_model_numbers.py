"""The numbers that the chapter inside a model tells are those that it computes."""

import contextlib
import io
import re
from pathlib import Path

import glassbox as gb
import numpy as np
import pytest
from chapter_solutions import read
from glassbox.models import induction
from glassbox.models.smollm2 import load_induction_record

ROOT = Path(__file__).resolve().parents[2]
CELLS = {c.id: c for c in read(ROOT / "chapters" / "inside_a_model.ipynb")}
TEXT = "\n".join(c.source for c in CELLS.values() if c.cell_type == "markdown")
TEXT = TEXT.replace("\N{NO-BREAK SPACE}", " ")
ONE, TWO = induction.load_induction(1), induction.load_induction(2)
IDS, PERIODS = induction.repeated_texts()
REAL = load_induction_record()
HEADS = "previous", "induction"  # what a head of layer 1, of layer 2 is scored for


def printed(name):
    return "".join(o.get("text", "") for o in CELLS[name].outputs)


def drawn(name):
    """Return what a drawing says it shows."""
    data = (o.get("data", {}) for o in CELLS[name].outputs)
    return "".join(one.get("text/plain", "") for one in data)


def barred(name):
    """Return the bars of a drawing, name by name."""
    rows = drawn(name).removesuffix(".").split("; ")
    rows[0] = rows[0].split(". ")[-1]
    return dict(row.split(": ") for row in rows)


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
    asked = (ROOT / "assets/predictions/inside_a_model.en.json").read_text("utf-8")
    assert "missed five of eleven" in asked and len(truth) - 6 == 5
    assert "eleven letters repeat" in TEXT and "How often is each right?" in TEXT
    assert "76,800 texts" in TEXT and 1200 * 64 == 76_800
    arrays = [TWO.table, TWO.head, *(m for layer in TWO.layers for m in layer)]
    assert f"has {sum(m.size for m in arrays):,} numbers" in TEXT


def test_both_exams_are_told_as_printed():
    assert "100% of repeated" in printed("inside-right")
    assert " 58% of repeated" in printed("inside-right")
    assert "gets 58 % of the repeated" in TEXT and "chance, which is 4 %" in TEXT
    found = re.findall(r"follower +(\d+)%, oldest +(\d+)%", printed("inside-jump"))
    assert found == [("4", "62"), ("87", "6")]
    assert "the follower in 4 % of the texts" in TEXT
    assert "oldest letter in 62 %" in TEXT and "the follower in 87 %" in TEXT


def test_two_layers_miss_the_follower_only_after_a_jump_shorter_than_any_round():
    ids, follower, _ = induction.texts_that_jump()
    logits = induction.attention_only(ids, TWO).logits[:, -1]
    stood = (ids[:, :-1] == ids[:, -1:]).argmax(axis=1)
    missed = logits.argmax(axis=-1) != follower
    assert missed.any() and (9 - stood[missed]).max() == 5 < induction.SHORTEST
    assert f"two layers miss jumps of {(9 - stood[missed]).min()} to 5\n" in TEXT
    assert "only where a letter comes back within five places" in TEXT


def test_the_example_of_a_jump_is_the_exam_s_first_text():
    ids, follower, oldest = (one[0] for one in induction.texts_that_jump(1))
    said = induction.attention_only(ids[None], ONE).logits[0, -1].argmax()
    assert f"after *{''.join(induction.LETTERS[i] for i in ids)}*" in TEXT
    assert f"says *{induction.LETTERS[follower]}*, the follower" in TEXT
    assert f"it says *{induction.LETTERS[said]}*, the second oldest" in TEXT
    assert ids[0] == oldest and ids[1] == said
    assert "came after the first *s*" in TEXT and induction.LETTERS[ids[-1]] == "s"


def test_the_letter_seen_longest_ago_is_the_right_one_in_every_text():
    for ids, period in zip(IDS, PERIODS, strict=True):
        for n in range(period + 1, len(ids)):
            last = {letter: place for place, letter in enumerate(ids[:n])}
            assert min(last, key=last.get) == ids[n]


def test_the_two_heads_of_one_layer_make_a_clock():
    ids, *_ = induction.texts_that_jump()
    parts = induction.parts_of_logits(ids, ONE)
    adds = (parts["1.1"] + parts["1.2"])[:, -1]
    both = np.take_along_axis(adds, ids, axis=1).mean(axis=0)[:9].tolist()
    assert both[:7] == sorted(both[:7], reverse=True)  # three back and farther
    assert max(both[7:]) < both[5] and both[1] - both[2] < 0.3
    assert "from three back on, the longer a letter has waited" in TEXT
    for cut in ("1.1", "1.2"):  # neither head can do it alone
        model = induction.without_heads(ONE, [cut])
        logits = induction.attention_only(IDS, model).logits
        assert induction.right_answers(logits, IDS, PERIODS)[1] < 0.2


def test_each_letter_s_query_fits_its_own_note_best_and_no_letter_s_own_key():
    w1, w2 = TWO.layers
    first = slice(24)
    queries = TWO.table @ w2.w_q[:, first]
    note = TWO.table @ w1.w_v[:, first] @ w1.w_o[first]
    match = queries @ (note @ w2.w_k[:, first]).T
    assert (match.argmax(axis=1) == np.arange(26)).all()
    assert "own note is best: 26 of 26" in printed("inside-note")
    assert "letter's own note for 26 of 26" in drawn("inside-note")
    assert "for 26 of 26 letters" in TEXT
    plain = queries @ (TWO.table @ w2.w_k[:, first]).T  # without notes, nothing fits
    assert not (plain.argmax(axis=1) == np.arange(26)).any()


def test_the_heads_scores_and_cuts_are_told_as_printed():
    form = r"^(\d\.\d) +([\d.]+) +([\d.]+) +([\d.]+)$"
    found = re.findall(form, printed("inside-scores-run"), re.M)
    itself = {name: own for name, own, *_ in found}
    rows = [(name, *scores) for name, _, *scores in found]
    assert [name for name, *_ in rows] == induction.head_names(2)
    assert f"gave {itself['1.2']} of its weight to the letter itself" in TEXT
    assert rows[0][1] == "0.85" and "with 0.85 of its weight" in TEXT
    assert (rows[2][2], rows[3][2]) == ("0.94", "0.65") and "0.65 against 0.94" in TEXT
    left = {name: part.split()[0] for name, part in barred("inside-cut").items()}
    told = {"1.1": "34", "1.2": "99", "2.1": "46", "2.2": "75", "2.1 2.2": "6"}
    assert left == {"none": "100"} | told
    assert "Without head 2.1, 46 % are still right" in TEXT
    assert "only 34 % are left" in TEXT and "Both 0.65 and 75 % were averages" in TEXT
    assert "almost back at chance: 6 %" in TEXT


def kept_letters():
    """Return the letters that are right without 2.1, and without 2.2."""
    found = re.findall(r"^right without 2\.\d: ([a-z]+)$", TEXT, re.M)
    return [set(letters) for letters in found]


def test_the_heads_of_layer_2_share_the_alphabet():
    by_second, by_first = kept_letters()
    assert by_first | by_second == set(induction.LETTERS)
    assert by_first & by_second == {"l"}
    assert len(by_first - by_second) == 16 and "2.1 alone copies 16" in TEXT
    assert len(by_second - by_first) == 9 and "2.2 alone nine" in TEXT


def test_what_a_head_writes_for_a_letter_is_what_it_copies():
    layer, own = TWO.layers[1], []
    for part in (slice(24), slice(24, 48)):
        writes = TWO.table @ layer.w_v[:, part] @ layer.w_o[part] @ TWO.head
        own.append(dict(zip(induction.LETTERS, np.diag(writes), strict=True)))
    for name, copied, other in zip(("2.1", "2.2"), own, own[::-1], strict=True):
        more = " ".join(one for one in induction.LETTERS if copied[one] > other[one])
        assert f"head {name} adds more for {more}" in drawn("inside-copied")
    by_second, by_first = (letters - {"l"} for letters in kept_letters())
    for numbers, copied in zip(own, (by_first, by_second), strict=True):
        others = set(induction.LETTERS) - copied - {"l"}
        assert min(map(numbers.get, copied)) > 7 > 2 > max(map(numbers.get, others))


def test_head_1_2_looks_at_the_letter_itself_and_is_hardly_missed():
    weights = induction.attention_only(IDS, TWO).weights[0][:, 1]
    on_itself = np.diagonal(weights, axis1=-2, axis2=-1).mean()
    assert f"gave {on_itself:.2f} of its weight to the letter itself" in TEXT
    assert barred("inside-cut")["1.2"].startswith("99")


def test_the_parts_of_a_logit_add_up_and_the_guess_without_1_1_is_d():
    adds = {k: v.replace("−", "-") for k, v in barred("inside-parts").items()}
    total = float(adds.pop("logit"))
    # five parts of two decimals
    assert sum(map(float, adds.values())) == pytest.approx(total, abs=0.03)
    assert f"{adds['2.1']} of {total:.2f}" in TEXT and adds["1.1"] == "-0.02"
    assert "Head 1.1 adds −0.02" in TEXT
    assert guesses("dogcatdogc")[-1] == "a"
    assert guesses("dogcatdogc", ["1.1"])[-1] == "d"
    weights = induction.attention_only(induction.letter_ids("dogcatdogc"), TWO).weights
    assert weights[0][0, -1].argmax() == 8  # the prediction: 1.1 looks at the g


def test_the_note_is_missed_in_the_keys_alone():
    form = r"^not in its (\w+) *: ([\d.]+) on a, says (\w)$"
    found = re.findall(form, printed("inside-through"), re.M)
    assert [(part, says) for part, _, says in found] == [
        ("queries", "a"), ("keys", "w"), ("values", "a"),
    ]  # fmt: skip
    on_a = [float(weight) for _, weight, _ in found]
    assert min(on_a[0], on_a[2]) > 0.9 and on_a[1] == 0.04
    assert "has only 0.04 for the *a*, and the model says *w*, a letter" in TEXT


@pytest.mark.parametrize(
    "name",
    [
        "inside-jump-told",
        "inside-copied-told",
        "inside-lens-told",
        "inside-real-cut-told",
    ],
)
def test_what_a_fold_prints_is_what_its_code_prints(name):
    (code,) = re.findall(r"```python\n(.*?)```", CELLS[name].source, re.S)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(
            code,
            {
                "np": np,
                "gb": gb,
                "induction": induction,
                "real": REAL,
                "two": TWO,
                "one": ONE,
                "ids": IDS,
                "periods": PERIODS,
                "ids_j": induction.texts_that_jump()[0],
                "follower": induction.texts_that_jump()[1],
            },
        )
    assert f"```text\n{out.getvalue()}```" in TEXT


def test_all_models_learn_the_trick_of_one_layer_first_and_drop_it():
    record = induction.load_record()
    steps = record["steps"]
    for curves in record["2"]:
        oldest, follower = curves["oldest"], curves["follower"]
        top = int(np.argmax(oldest))
        assert steps[top] in (200, 225) and oldest[top] > 0.35
        assert follower[top] < 0.1 and curves["previous"][top] < 0.1
        assert max(oldest[steps.index(400) :]) < 0.1
        assert min(follower[steps.index(600) :]) > 0.7
    first, at = record["2"][0], steps.index(225)
    assert f"after {100 * first['oldest'][at]:.0f} % of the jumps" in TEXT
    assert f"and {100 * first['later'][at]:.0f} % of the repeated letters" in TEXT
    assert "By step 225" in TEXT


def test_the_oldest_letter_of_a_text_that_repeats_is_the_one_that_followed():
    for ids, period in zip(IDS, PERIODS, strict=True):
        n = period + 2  # the second letter again is the last one read
        oldest = min(set(ids[:n]), key=lambda one: np.flatnonzero(ids[:n] == one)[-1])
        assert oldest == ids[2]


def test_all_models_learn_it_suddenly_and_both_heads_at_once():
    record = induction.load_record()
    steps = np.array(record["steps"])
    for curves in record["2"]:
        half = steps[np.argmax(np.array(curves["later"]) >= 0.5)]
        assert half in (300, 325)
        starts = [steps[np.argmax(np.array(curves[k]) > 0.3)] for k in HEADS]
        assert abs(starts[0] - starts[1]) <= 50
    assert "around step 300, both kinds of head rise together" in TEXT
    first = record["2"][0]
    drawn_at = re.findall(r"at 0.5 by step (\d+)", drawn("inside-learns"))
    assert [int(n) for n in drawn_at] == [
        steps[np.argmax(np.array(first[k]) >= 0.5)] for k in ("later", *HEADS)
    ]


def test_the_lens_is_told_as_the_widget_shows_it():
    inside = induction.attention_only(induction.letter_ids("dogcatdogc"), TWO)
    logits = inside.stream[1][-1] @ TWO.head
    chances = np.exp(logits) / np.exp(logits).sum()
    assert induction.LETTERS[chances.argmax()] == "u"
    assert f"*u* with {chances.max():.0%}".replace("%", " %") in TEXT
    assert round(float(gb.softmax(inside.logits[-1]).max()), 2) == 0.99
    assert "comes the *a*, with 99 %" in TEXT
    there = inside.stream[1][4] @ TWO.head  # at the a, which has the note
    chances = np.exp(there) / np.exp(there).sum()
    assert induction.LETTERS[there.argmax()] == "u" and round(chances.max(), 2) == 0.1
    assert "its panel says *u* again, with 10 %, and no *c* among" in TEXT
    assert induction.LETTERS.index("c") not in chances.argsort()[-3:]


def test_smollm2_s_heads_and_cuts_are_told_as_recorded():
    shown = drawn("inside-real-heads")
    assert "best are 17.1 0.88" in shown and "best are 19.7 0.89" in shown
    assert "with 0.88 of its weight" in TEXT and "followed with 0.89" in TEXT
    assert re.findall(r"is cut: 19.7 scores ([\d.]+)", TEXT) == ["0.89", "0.25", "0.88"]
    assert "12.2 0.86" in shown and "nearly as sharply, with 0.86" in TEXT
    assert REAL.induction[:17].max() < 0.1 < REAL.induction[17].max()  # empty squares
    assert "are all in layer 18 or later" in TEXT
    rows = barred("inside-real-cut")
    table = {name: row.replace("\N{NO-BREAK SPACE}", "").split(", ") for name, row in
             rows.items()}  # fmt: skip
    assert table["none"] == ["60%", "4.57"] and table["17.1"] == ["6%", "4.62"]
    assert table["10 induction heads"] == ["0%", "4.65"]
    assert "6 % are right instead of 60 %" in TEXT
    others = [int(table[f"10 others, draw {i}"][0][:-1]) for i in range(1, 6)]
    assert 60 - np.mean(others) == pytest.approx(11, abs=0.5)
    assert "ten others about 11 points" in TEXT
    assert table["19.5, another"][0] == "61%" and "layer 19 costs nothing" in TEXT
    assert "ln 49,152 = 10.8" in TEXT and round(np.log(49152), 1) == 10.8
    assert REAL.cuts[1].heads == ((16, 0),)  # the one that is called 17.1
    layer, head = np.unravel_index(REAL.alone.argmax(), REAL.alone.shape)
    assert (layer + 1, head + 1) == (2, 5) and "Head 2.5 is missed most" in TEXT
    assert max(REAL.previous[layer, head], REAL.induction[layer, head]) < 0.15


def test_a_head_may_look_at_the_right_place_for_nothing():
    text = "gowned" * 4
    assert f"Type *{text}*" in TEXT and text[9] == "n" and text[4] == "e"
    weights = induction.attention_only(induction.letter_ids(text), TWO).weights[1]
    assert weights[0, 9].argmax() == 4 and round(weights[0, 9, 4], 2) == 0.99
    assert "the *e*, with 0.99 of its weight" in TEXT
    parts = induction.parts_of_logits(induction.letter_ids(text), TWO)
    adds = [
        f"{parts[head][9, induction.LETTERS.index('e')]:.2f}" for head in ("2.1", "2.2")
    ]
    assert "2.1 adds {} to its logit, and head 2.2 adds {}".format(*adds) in TEXT
    known = slice(6, len(text) - 1)
    for cut, right in (([], 17), (["2.1"], 17), (["2.2"], 3)):
        same = zip(guesses(text, cut)[known], text[7:], strict=True)
        assert sum(a == b for a, b in same) == right
    assert "all 17 guesses stay right" in TEXT


def test_the_sink_and_the_mistakes_are_told_as_printed():
    assert "layer 24: 87% of the weight,\n  values 2.4 long, others 19.5" in printed(
        "inside-sink"
    )
    assert "layer 12: 25% of the weight,\n  values 9.3 long, others 6.7" in printed(
        "inside-sink"
    )
    assert "87 % of the weight" in TEXT and "an eighth as long" in TEXT
    assert 19.5 / 2.4 == pytest.approx(8, abs=0.5)
    assert "the a that follows:  0.94" in printed("inside-mistakes-run")
    assert "right: 93%" in printed("inside-mistakes-run")
    assert "93 % are still right" in TEXT
