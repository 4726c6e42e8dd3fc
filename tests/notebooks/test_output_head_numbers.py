"""The numbers that the output-head chapter tells are those that its cells compute."""

import re
from pathlib import Path

import numpy as np
import pytest
from chapter_solutions import read, solutions
from glassbox import cross_entropy, log_softmax, smooth_labels, softmax
from glassbox.models import poems
from glassbox.widgets import VectorToWord
from glassbox.widgets.vector_to_word import LARGEST, ROWS, WORDS

ROOT = Path(__file__).resolve().parents[2]
PATH = ROOT / "chapters" / "output_head.ipynb"
CELLS = {cell.id: cell for cell in read(PATH)}
TEXT = "\n".join(c.source for c in CELLS.values() if c.cell_type == "markdown")


@pytest.fixture(scope="module")
def names():
    """What the chapter's cells define, as they stand in it."""
    defined = {}
    for name, cell in CELLS.items():
        if cell.cell_type == "code" and name != "head-setup":
            exec(compile(cell.source, name, "exec"), defined)
    return defined


def printed(name):
    outputs = CELLS[name].outputs
    return "".join(o.get("text", "") for o in outputs)


def test_the_chapter_s_words_and_rows_are_the_widget_s(names):
    assert tuple(names["words"]) == WORDS
    np.testing.assert_array_equal(names["rows"], ROWS)
    for word, row in zip(WORDS, names["rows"], strict=True):
        told = " | ".join(f"{n:.0f}".replace("-", "−") for n in row)
        assert f"| {word} | {told} |" in TEXT


def test_the_pencil_s_numbers(names):
    logits = names["rows"] @ names["h"]
    assert logits.tolist() == [5, 3, 4, -3]
    powers = np.exp(logits)
    listed = " and ".join(", ".join(f"{x:.4f}" for x in powers).rsplit(", ", 1))
    assert f"exponentials are {listed}, with the sum {powers.sum():.4f}." in TEXT
    assert np.abs(names["h"]).max() > LARGEST  # the widget can't be asked
    p = powers / powers.sum()
    costs = -np.log(p)
    assert f"{powers[2]:.4f} / {powers.sum():.4f} = {p[2]:.4f}" in TEXT
    assert f"*Glass* cost {costs[2]:.2f} nats." in TEXT
    assert f"would have cost {costs[0]:.2f} nats, exactly 1 less" in TEXT
    assert costs[2] - costs[0] == pytest.approx(1, abs=1e-12)  # float64 rounding


def test_glass_can_t_be_brought_below_1_by_the_vector_alone(names):
    best = names["highest"](names["rows"])
    assert best.argmin() == 2 and best[2] < 1 / 3
    assert -np.log(best[2]) > np.log(3) > 1
    assert rf"$-\ln \frac{{1}}{{3}}$ is {np.log(3):.2f}." in TEXT
    assert f"{len(names['places']):,} of them" in TEXT
    assert VectorToWord().surprise() > 1
    moved = VectorToWord([2, 1], rows=[*ROWS[:2], (2, 0), ROWS[3]])
    assert moved.surprise() < 1  # one number in its row is enough


def test_training_moves_the_row_of_glass_out(names):
    steps = re.findall(r"surprise ([\d.]+)", printed("head-train-run"))
    assert f"surprise falls from {steps[0]} to {steps[-1]}." in TEXT
    assert len(steps) == 6 and "comes six times" in TEXT
    best = names["highest"](names["trained"])
    first = names["highest"](names["rows"])
    told = f"gave *glass* more than {first[2]:.3f}; now there are some that give it "
    assert f"{told}{best[2]:.3f}." in TEXT
    told = f"highest on the same pairs falls from {first[0]:.3f} to {best[0]:.3f}."
    assert told in TEXT
    h, p = names["h"], softmax(names["rows"] @ names["h"])
    step = 1e-6
    for word in range(4):
        more = names["rows"].copy()
        more[word, 0] += step
        slope = (np.log(p[2]) - log_softmax(more @ h)[2]) / step
        # a difference of 1e-6 in place of a slope
        expected = (p[word] - (word == 2)) * h[0]
        assert slope == pytest.approx(expected, abs=1e-5)
    for k in range(2):
        more = h + step * np.eye(2)[k]
        slope = (np.log(p[2]) - log_softmax(names["rows"] @ more)[2]) / step
        expected = (p @ names["rows"] - names["rows"][2])[k]  # as the text's formula
        assert slope == pytest.approx(expected, abs=1e-5)


def test_the_geometric_mean_of_the_text_is_that_of_1_and_9():
    assert "for 1 and 9, the two are 3 and 5." in TEXT
    assert np.sqrt(1 * 9) == 3 and (1 + 9) / 2 == 5


def test_the_poem_s_surprises_and_perplexity(names):
    every, targets = names["every"], names["targets"]
    p = names["p"] = every[np.arange(len(names["poem"])), targets]
    assert poems.in_english(names["poem"][4:6]) == "daybreak,"
    cost = -np.log(p)
    comma = names["model"].vocabulary.index("，")
    assert every[4].argmax() == comma
    told = f"costs {cost[4]:.2f} nats, because a comma was expected there, with a "
    assert f"{told}probability of {every[4, comma]:.2f}." in TEXT
    assert f"one place later, it costs only {cost[5]:.2f}." in TEXT
    strip = re.findall(r"^\| (?:likeliest|target) \|(.*)\|$", TEXT, re.M)
    likeliest, right = ([cell.split()[0] for cell in row.split("|")] for row in strip)
    found = [names["model"].vocabulary[i] for i in every[:4].argmax(axis=1)]
    assert likeliest == ["(end)", *found[1:]] and found[0] == poems.BOUNDARY
    assert right == list(names["poem"][:4])
    marks = np.isin(list(names["poem"]), ["，", "。"])
    assert f"The other three marks cost {cost[marks][1:].max():.2f} at most" in TEXT
    assert f"no word less than {cost[~marks].min():.2f}." in TEXT
    assert printed("head-text-run") == f"{every.shape} becomes {p.shape}\n"
    fallback = names["TextSurprise"](
        names["poem"], every, names["model"].vocabulary, english=names["english"]
    ).fallback
    assert re.findall(r"<td>(\d+\.\d\d)</td><td>\D", fallback) == [
        f"{one:.2f}" for one in cost
    ]
    assert f"The mean of these {len(cost)} " in TEXT
    size = len(names["model"].vocabulary)
    perplexity = f"{np.exp(cost.mean()):.0f}"
    assert f"perplexity is {perplexity}." in TEXT
    assert f"{perplexity} equally likely tokens, instead of {size:,}" in TEXT
    card = (Path(poems.__file__).parent / "tang_poems.md").read_text("utf-8")
    (told,) = set(re.findall(r"on all 31 poems .*? is ([\d.]+) nats", TEXT))
    assert told in card
    assert f"a perplexity of {np.exp(float(told)):.0f}." in TEXT


def test_the_base_model_is_counted_as_the_text_says(names):
    parts, total, table = names["parts"], names["total"], names["V"] * names["d_model"]
    encoder, _, one, *_ = parts.values()
    assert f"{one / 1e6:.1f}" == f"{encoder / 1e6:.1f}" == "18.9"
    assert f"has {total / 1e6:.1f} million parameters" in TEXT
    assert f"with three tables it would have {(total + 2 * table) / 1e6:.1f}." in TEXT
    rows = (65e6 - (total - table)) / names["d_model"]
    told = f"Without the table there are {(total - table) / 1e6:.1f} million"
    assert told in TEXT
    assert f"about {round(rows, -2):,.0f} rows" in TEXT


def test_folds_that_need_torch_print_what_they_say(names, capsys):
    pytest.importorskip("torch")
    codes = [code for code in solutions(PATH) if "import torch" in code]
    said = []
    for code in codes:
        exec(code, dict(names))
        said.append(capsys.readouterr().out)
    assert len(codes) == 2
    assert said[0].count("0.000000000000") == 2
    loss = re.findall(r"\d\.\d{6}", said[1])
    assert loss[0] == loss[1] == loss[2] and loss[3] == loss[4]
    assert f"It prints {loss[0]} for PyTorch and for *all*" in TEXT
    assert f"and {loss[3]} for *others*" in TEXT


def test_the_lowest_smoothed_losses_are_the_entropies(names):
    (lowest,) = re.findall(r"([\d.]+) nats", printed("head-smooth-run"))
    q = smooth_labels(2, 5, 0.1)
    assert lowest == f"{cross_entropy(np.log(q)[None], q[None]):.3f}"
    assert f"weighted by $q$ itself: {lowest} nats." in TEXT
    assert f"The smoothed loss is lowest at {q[2]:g}." in TEXT
    assert f"a probability of {q[0]:g} each, exactly their target" in TEXT
    theirs = smooth_labels(2, 5, 0.1, convention="all")
    told = f"which is {theirs[2]:g} here, and each other gets ε / V = {theirs[0]:g}."
    assert told in TEXT


def test_the_mistakes_are_told_as_they_come_out():
    told = printed("head-mistakes-run").splitlines()
    (cost,) = re.findall(r"1\. ([\d.]+)", told[0])
    assert cost == f"{-np.log(np.e / (np.e + 3)):.2f}"
    assert rf"still pays $-\ln \frac{{e}}{{e + 3}}$ = {cost} nats" in TEXT
    assert told[1:3] == ["2. inf", "3. nan"]
    assert told[3] == "4. sum -3.02"


def test_the_bowl_leads_at_first_and_never_with_the_solution_s_row(names, capsys):
    assert names["highest"](names["five"])[4] > 0.5
    whole = [[a, b] for a in range(-3, 4) for b in range(-3, 4) if a or b]
    new = [row for row in whole if row not in names["rows"].tolist()]
    fives = [np.vstack([names["rows"], row]) for row in new]
    low = [names["highest"](five)[4] <= 1 / 3 + 1e-9 for five in fives]
    assert [row for row, is_low in zip(new, low, strict=True) if is_low] == [[0, 1]]
    (code,) = (code for code in solutions(PATH) if "bowl = " in code)
    exec(code, dict(names))
    said = capsys.readouterr().out
    (best,) = re.findall(r"bowl: ([\d.]+)", said)
    assert "row: allowed" in said and float(best) <= 1 / 3 + 5e-4  # three decimals
    for refused in ("0.0, 0.5", "0.0, 0.0", "1.0, 0.0"):
        exec(code.replace("0.0, 1.0", refused), dict(names))
        assert "row: not allowed" in capsys.readouterr().out
