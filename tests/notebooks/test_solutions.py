"""The folded solutions are right, and what stands in for an answer is told as such."""

import re
from functools import cache
from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pytest
from chapter_solutions import CALLED, read, solutions

matplotlib.use("Agg")

CHAPTERS = Path(__file__).resolve().parents[2] / "chapters"
NOTEBOOKS = sorted(CHAPTERS.glob("*.ipynb"))

# One worker has them all, and so runs each chapter once.
pytestmark = pytest.mark.xdist_group("solutions")
by_name = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def code_cells(path):
    """List the code of a chapter, less the set-up for Colab and what needs torch."""
    return [
        cell.source
        for cell in read(path)
        if cell.cell_type == "code"
        and not {"remove-cell", "torch"} & set(cell.metadata.get("tags", []))
    ]


@cache
def ran(path):
    """Run a chapter's cells, once, and return what they defined."""
    names = {}
    for code in code_cells(path):
        exec(compile(code, path.name, "exec"), names)
    plt.close("all")
    return names


@pytest.fixture
def names_after_running():
    """What a chapter's cells define, by path; after the test all is as it was.

    The names themselves are lent, not a copy: the chapter's functions look there.
    """
    lent = {}

    def names_after_running(path):
        lent[path] = dict(ran(path))
        return ran(path)

    yield names_after_running
    for path, before in lent.items():
        ran(path).clear()
        ran(path).update(before)


@by_name
def test_every_checked_exercise_has_a_solution_that_passes(
    path, capsys, names_after_running
):
    asked = {name for code in code_cells(path) for name in CALLED.findall(code)}
    names = names_after_running(path)
    solved = set()
    for code in solutions(path):
        capsys.readouterr()
        exec(compile(code, f"{path.stem}, a solution", "exec"), names)
        printed, called = capsys.readouterr().out, CALLED.findall(code)
        assert "✗" not in printed
        assert printed.count("✓") == len(called)
        solved |= set(called)
    assert asked
    assert solved == asked


@by_name
def test_every_exercise_has_a_cell_with_a_stub_that_is_told_as_not_started(
    path, capsys, names_after_running
):
    exercises = [code for code in code_cells(path) if CALLED.search(code)]
    names = names_after_running(path)
    for code in exercises:
        capsys.readouterr()
        exec(compile(code, path.name, "exec"), names)
        (name,) = CALLED.findall(code)
        told = capsys.readouterr().out
        assert told.startswith(f"○ {name}: not started.")


def test_the_softmax_chapter_s_fragile_function_breaks_as_its_solution_says(
    capsys, names_after_running
):
    path = CHAPTERS / "softmax_and_temperature.ipynb"
    names = names_after_running(path)
    (code,) = (code for code in solutions(path) if "fragile_softmax" in code)
    softmax, fragile = names["softmax"], names["fragile_softmax"]
    np.testing.assert_allclose(
        fragile(names["attempt"]), softmax(names["attempt"]), rtol=1e-12
    )  # the attempt given survives; 1e-12 allows for two orders of rounding
    exec(code, names)
    with np.errstate(invalid="ignore"):
        assert np.isnan(fragile(names["attempt"])).any()
    assert np.isfinite(softmax(names["attempt"])).all()


def test_the_softmax_chapter_s_leads_give_ninety_percent(names_after_running):
    path = CHAPTERS / "softmax_and_temperature.ipynb"
    names = names_after_running(path)
    (code,) = (code for code in solutions(path) if "lead" in code)
    exec(code, names)
    for temperature in (1.0, 0.5):
        lead = temperature * names["lead"]
        shares = names["softmax"](np.array([lead, 0.0]), temperature=temperature)
        assert shares[0] == pytest.approx(0.9, abs=1e-12)  # float64 rounding


def test_the_residual_chapter_s_forgetful_layer_forgets_as_its_solution_says(
    names_after_running,
):
    path = CHAPTERS / "residual_connection.ipynb"
    names = names_after_running(path)
    (code,) = (code for code in solutions(path) if "np.hstack" in code)
    relu, connect = names["relu"], names["residual_connection"]

    def layer(x):
        return connect(x, relu(x @ names["w_1"]) @ names["w_2"])

    anything = np.random.default_rng(0).normal(size=(50, 2))
    assert layer(names["two"]).any()  # the first attempt survives
    exec(code, names)
    assert not layer(anything).any()  # x - x is exactly 0


def test_the_attention_chapter_s_longer_cup_wins_from_the_factor_it_says(
    names_after_running,
):
    path = CHAPTERS / "scaled_dot_product_attention.ipynb"
    names = names_after_running(path)
    attention, key = names["scaled_dot_product_attention"], names["key"]

    def weights(factor):
        louder = key * np.array([[1], [factor], [1]])
        return attention(names["query"][:1], louder, names["value"]).weights[0]

    assert names["found"].weights[0].argmax() == 2  # the first attempt: tea still wins
    tie = weights(3.0)
    assert tie[1] == pytest.approx(tie[2], rel=1e-12)  # float64 rounding
    assert weights(2.999).argmax() == 2 and weights(3.001).argmax() == 1
    (code,) = (code for code in solutions(path) if "factor" in code)
    exec(code, names)
    assert names["found"].weights[0].argmax() == 1


def test_the_attention_chapter_s_other_weights_give_the_same_output(
    names_after_running,
):
    path = CHAPTERS / "scaled_dot_product_attention.ipynb"
    names = names_after_running(path)
    given, values = names["given"], names["four_values"]
    assert not np.allclose(names["other"] @ values, given @ values)  # first attempt
    (code,) = (code for code in solutions(path) if "other = " in code)
    exec(code, names)
    other = names["other"]
    assert (other > 0).all() and np.abs(other - given).max() > 0.1
    sums = [other.sum(), *(other @ values)]
    np.testing.assert_allclose(sums, [1, *(given @ values)], rtol=1e-12)  # float64
    three = np.column_stack([names["value"], np.ones(3)])
    assert np.linalg.matrix_rank(three) == 3  # of three nouns no other weights do


def test_the_heads_chapter_s_table_hides_the_broken_split(names_after_running):
    path = CHAPTERS / "multi_head_attention.ipynb"
    names = names_after_running(path)
    split, broken = names["split"], names["broken_split"]
    first = names["attempt"]
    assert not np.array_equal(broken(first, 2), split(first, 2))
    (code,) = (code for code in solutions(path) if "attempt = " in code)
    exec(code, names)
    table = names["attempt"]
    assert table.shape == (3, 4) and len(np.unique(table)) > 1
    np.testing.assert_array_equal(broken(table, 2), split(table, 2))


def test_the_masks_chapter_s_hole_passes_one_poke_and_not_all(
    capsys, names_after_running
):
    path = CHAPTERS / "decoder_masking.ipynb"
    names = names_after_running(path)
    (poke_all,) = (code for code in solutions(path) if "def peeking" in code)
    (break_it,) = (code for code in solutions(path) if "attempt" in code)
    leaks, x = names["leaks"], names["x"]

    def attend(x):
        return names["attend"](x, names["attempt"])

    assert leaks(attend, x)  # the first attempt is caught
    exec(poke_all, names)
    exec(break_it, names)
    assert not leaks(attend, x)
    assert names["peeking"](x, names["attempt"]) == pytest.approx(1 / 5)
    with_ones = names["scaled_dot_product_attention"](x, x, x, names["attempt"])
    np.testing.assert_allclose(with_ones.weights.sum(axis=-1), 1, atol=1e-12)  # float64


def test_the_cross_attention_chapter_s_read_character_is_not_needed(
    capsys, names_after_running
):
    path = CHAPTERS / "cross_attention.ipynb"
    names = names_after_running(path)
    write, read = names["write_without"], names["read"]
    assert names["found"].text == "2026-11-21"

    def fits(needless, spoiling):
        kept = write(needless) == "2026-11-21" and read[..., needless].max() > 0.9
        spoiled = write(spoiling)
        return kept and spoiled[:8] == "2026-11-" and spoiled[8:] != "21"

    assert not any(fits(10, other) or fits(2, other) for other in (10, 2))  # as given
    (code,) = (code for code in solutions(path) if "write_without" in code)
    pair = re.search(r"in \((\d+), (\d+)\):", code)
    assert fits(*map(int, pair.groups()))


def test_the_feed_forward_chapter_s_unit_dies_from_the_bias_it_says(
    names_after_running,
):
    path = CHAPTERS / "feed_forward.ipynb"
    names = names_after_running(path)
    assert names["hidden"][:, 1].any()  # the first attempt: it still lives
    hidden = np.maximum(0, names["x"] @ names["w_1"] + [0, -1.999])
    assert hidden[:, 1].any()
    (code,) = (code for code in solutions(path) if "bias = " in code)
    exec(code, names)
    assert names["bias"] == -2 and not names["hidden"][:, 1].any()
    mood = (names["hidden"] @ names["w_2"])[:, 2]
    np.testing.assert_array_equal(mood, [1, 0, 2, 1])  # not good has gone wrong


def test_the_embeddings_chapter_s_table_finds_every_group(names_after_running):
    names = names_after_running(CHAPTERS / "embeddings_and_positions.ipynb")
    groups, number = names["groups"], names["number"]
    found = {"before": names["before"], "learned": names["learned"]}
    for stage, table in found.items():
        alike, hits = names["cosines"](table), []
        for words in groups.values():
            for word in words:
                nearest = alike[number[word]].argsort()[::-1][1 : len(words)]
                hits.append({names["words"][i] for i in nearest} < set(words))
        assert len(hits) == 16
        assert all(hits) if stage == "learned" else sum(hits) <= 4  # by chance


def test_the_embeddings_chapter_s_twin_position_is_as_near_as_its_solution_says(
    names_after_running,
):
    path = CHAPTERS / "embeddings_and_positions.ipynb"
    names = names_after_running(path)

    def gap(position, d_model):
        places = names["sinusoidal_positions"](1000, d_model)
        return np.linalg.norm(places - places[0], axis=1)[position]

    assert gap(names["twin"], 2) > 0.02  # the first attempt is not near enough
    (code,) = (code for code in solutions(path) if "twin = " in code)
    exec(code, names)
    assert gap(names["twin"], 2) == pytest.approx(0.0177, abs=5e-5)  # as printed
    assert gap(710, 2) < 1e-4 and gap(slice(1, None), 2).argmin() + 1 == 710
    assert gap(slice(1, None), 4).argmin() + 1 == 622
    assert gap(622, 4) == pytest.approx(0.07, abs=5e-3)  # two decimals in the prose


def test_the_whole_chapter_s_decoder_is_blind_without_values_or_outputs_alone(
    names_after_running,
):
    path = CHAPTERS / "the_transformer.ipynb"
    names = names_after_running(path)
    machine, given = names["machine"], names["given_ids"]

    def reads(matrix):
        layers = names["with_zeros"](matrix)
        sources = names["source_ids"], [4, 3, 2, 1, 3]
        one, other = (machine(ids, given, layers=layers) for ids in sources)
        return not np.array_equal(one, other)

    blind = {matrix: not reads(matrix) for matrix in ("w_q", "w_k", "w_v", "w_o")}
    assert blind == {"w_q": False, "w_k": False, "w_v": True, "w_o": True}


def test_the_output_head_s_fragile_nucleus_is_left_with_nothing_as_its_solution_says(
    names_after_running,
):
    path = CHAPTERS / "output_head.ipynb"
    names = names_after_running(path)
    (code,) = (code for code in solutions(path) if "fragile_nucleus" in code)
    fragile, library = names["fragile_nucleus"], names["next_token_probabilities"]
    assert fragile(names["attempt"], 0.6).sum() == pytest.approx(1)  # survives
    exec(code, names)
    assert not fragile(names["attempt"], 0.6).any()
    assert library(names["attempt"], top_p=0.6).sum() == pytest.approx(1)


@pytest.fixture
def first_chapter(names_after_running):
    return names_after_running(CHAPTERS / "why_attention.ipynb")


def test_loud_words_make_radius_3_forget_as_the_first_chapter_s_solution_says(
    first_chapter,
):
    names = first_chapter
    assert names["grown"] > 1e6  # the first attempt explodes
    texts = solutions(CHAPTERS / "why_attention.ipynb")
    (code,) = (code for code in texts if "loudness = " in code)
    exec(code, names)
    assert 0 < names["grown"] < 1e-6


def test_the_first_chapter_s_one_context_forgets_and_its_many_do_not(first_chapter):
    hits = first_chapter["hits"]
    assert (hits["many, 16"] > 0.99).all()
    reach = [(hits[f"one, {d}"] > 0.5).sum() for d in (16, 48, 144)]
    assert 1 < reach[0] < reach[1] < reach[2] < 20
    # Of 2,000 guesses one in eight is right, give or take 0.7 %.
    np.testing.assert_allclose(hits["one, 16"][-8:], 1 / 8, atol=0.03)


def test_the_first_chapter_s_attention_reads_a_word_alike_anywhere(first_chapter):
    gradients = first_chapter["attention_gradients"]
    sentence = first_chapter["sentence"]
    order = np.random.default_rng(0).permutation(len(sentence))
    by_word, moved = gradients(sentence)[::-1], gradients(sentence[order])[::-1]
    np.testing.assert_allclose(moved, by_word[order], rtol=1e-10)  # float64


def test_the_translator_s_month_that_never_was_loses_the_way_as_its_solution_says(
    names_after_running,
):
    path = CHAPTERS / "train_a_translator.ipynb"
    names = names_after_running(path)
    assert names["forced"] == "2027-11-21"  # the first attempt: month and day survive
    (code,) = (code for code in solutions(path) if "attempt = " in code)
    exec(code, names)
    assert names["attempt"][:-1] == "2026-11-21"[:5]  # right but for its last character
    assert not names["forced"].endswith("-11-21")
