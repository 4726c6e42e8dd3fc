"""The chapter on norms says in its prose what its cells print."""

import re
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest
from chapter_solutions import read, solutions
from glassbox import batch_norm, layer_norm, rms_norm
from glassbox.machine.parameters import (
    DecoderLayerParameters,
    EncoderLayerParameters,
    NormParameters,
)

PATH = Path(__file__).resolve().parents[2] / "chapters/layer_norm_vs_batch_norm.ipynb"


@pytest.fixture(scope="module")
def text():
    """The chapter's text, all of it, each paragraph on a line."""
    return "\n".join(c.source for c in read(PATH) if c.cell_type == "markdown")


@pytest.fixture(scope="module")
def printed():
    """What each cell prints, by its name."""
    return {
        cell.id.removeprefix("norm-").removesuffix("-run"): "".join(
            output.get("text", "") for output in cell.outputs
        )
        for cell in read(PATH)
        if cell.cell_type == "code"
    }


@pytest.fixture(scope="module")
def drawn():
    """What each drawing is in words, by its cell's name."""
    return {
        cell.id.removeprefix("norm-").removesuffix("-run"): output.data["text/plain"]
        for cell in read(PATH)
        if cell.cell_type == "code"
        for output in cell.outputs
        if "image/svg+xml" in output.get("data", {})
    }


@pytest.fixture(scope="module")
def said_by_folds():
    """What the folded code prints, by the first word that tells it apart."""
    names = {}
    for cell in read(PATH):
        tags = cell.metadata.get("tags", [])
        if cell.cell_type == "code" and not {"remove-cell", "remove-input"} & set(tags):
            exec(compile(cell.source, cell.id, "exec"), names)
    return names


def numbers(line):
    return re.findall(r"-?\d+\.?\d*", line.replace(",", ""))


def test_the_first_screen_is_the_poke_that_the_prose_tells(text):
    cells = {cell.id: cell.source for cell in read(PATH)}
    assert "selected=[0, 2, 1], poke=10" in cells["norm-play-block-run"]
    assert "[7, 1, 0, 5]" in cells["norm-play-block-run"]
    assert "one number of *milk* from 1 to 11" in text


def test_the_same_22_is_measured_against_three_means(text, drawn):
    own, feature, whole = re.findall(r"filled: µ = (\d+\.\d+)", drawn["cube"])
    told = f"against a mean of {own} in LayerNorm, but of {feature} in BatchNorm, "
    assert f"{told}and of {whole} under the third rule." in text


def test_the_pencil_s_numbers(text, printed):
    assert "variance    47.1875, its root 6.8693" in printed["by-hand"]
    squares = numbers(printed["by-hand"].splitlines()[2])
    assert f"The sum of the squares, {sum(map(float, squares)):g}, is" in text
    assert "but they need not: the 22 has become 1.71." in text
    assert "[ 1.7105 -0.7643 -0.6187 -0.3275]" in printed["by-hand"]
    assert "[[ 1.7105 -0.7643 -0.6187 -0.3275]" in printed["kernel"]


def test_the_pieces_are_as_many_as_the_means(text, printed):
    counts = re.findall(r"(\d) means", printed["kernel"])
    assert counts == ["6", "4", "2"]
    assert "six bars, four slabs or two sheets" in text
    assert "pieces of the drawing: six, four and two" in text


def test_only_one_of_three_rules_keeps_the_poke_in_its_token(text, printed):
    rows = [line.split()[-3:] for line in printed["poke"].splitlines()[1:]]
    assert [row[1:] == ["0", "0"] for row in rows] == [True, False, False]
    assert [row[2] == "0" for row in rows] == [True, False, True]
    assert "So in training two of the three let the future through" in text


def test_with_a_norm_the_deeper_stack_learns_better(text, printed):
    rows = [line.split() for line in printed["training"].splitlines()[1:]]
    layers, without, *normed = np.array(rows, float).T
    assert layers.tolist() == [2, 4, 16]
    assert (np.diff(without) > 0).all() and without[-1] > 1 > without[-2]
    assert all((np.diff(errors) < 0).all() for errors in normed)
    layer, batch = rows[-1][2:]
    assert f"its error is {layer} with LayerNorm and {batch} with BatchNorm." in text
    assert "with 16 layers it is worse than guessing" in text


def test_the_largest_normalized_number_is_as_told(text):
    spike = np.zeros(512)
    spike[0] = 1
    assert f"For 512 numbers this is {layer_norm(spike, eps=0)[0]:.1f}." in text
    assert layer_norm(spike, eps=0)[0] == pytest.approx(np.sqrt(511))


def test_the_undo_holds_as_far_as_the_prose_says(text, printed):
    layer, batch = (numbers(line) for line in printed["undo"].splitlines())
    assert len(layer) == len(batch) == 6 and "All six come back," in text
    assert layer[0] == "0." and min(map(float, layer[1:])) > 1
    assert set(map(float, batch)) == {0}


def test_the_second_token_needs_another_gamma_and_beta(text):
    tea, other = np.array([[22.0, 5, 6, 8], [3, 9, 4, -2]])
    assert f"Its mean is {other.mean():g} and not {tea.mean():g}, and its" in text
    roots = [f"{np.sqrt(row.var() + 1e-5):.4f}" for row in (other, tea)]
    assert f"its root is {roots[0]} and not {roots[1]}, so" in text


def test_at_inference_the_poke_stays_where_it_is(text):
    cells = {cell.id: cell.source for cell in read(PATH)}
    names = {}
    exec(compile(cells["norm-play-block-run"], "block", "exec"), names)
    exec("tokens = words", names)
    exec(compile(cells["norm-play-inference-run"], "inference", "exec"), names)
    x = np.array(names["block"], float)
    poked = x.copy()
    poked[tuple(names["poke"]["selected"])] += names["poke"]["poke"]
    stored = {name: np.array(row, float) for name, row in names["stored"].items()}
    changed = batch_norm(poked, **stored) != batch_norm(x, **stored)
    assert (changed.sum(), changed.size) == (1, 24)
    assert "Only one of the 24 outputs moves" in text


def test_without_padding_the_poked_feature_has_another_mean(text):
    cells = {cell.id: cell.source for cell in read(PATH)}
    names = {}
    exec(compile(cells["norm-play-block-run"], "block", "exec"), names)
    x = np.array(names["block"], float)
    assert 'poke = {"selected": [0, 2, 1]' in cells["norm-play-inference-run"]
    x[0, 2, 1] += 10
    feature = x[..., 1].ravel()  # the last of its tokens is padding
    told = f"µ is {feature[:5].mean():g} and no longer {feature.mean():.4f}, because"
    assert told in text


def test_under_the_third_rule_only_a_first_token_gives_nothing_away(text):
    cells = {cell.id: cell.source for cell in read(PATH)}
    assert '"axes": [1, 2]' in cells["norm-play-rule-run"]
    x = np.random.default_rng(0).normal(size=(2, 3, 4))
    for b, t, f in np.ndindex(x.shape):
        poked = x.copy()
        poked[b, t, f] += 10
        changed = layer_norm(poked, axis=(1, 2)) != layer_norm(x, axis=(1, 2))
        assert changed[b, :t].any() == (t > 0) and not changed[1 - b].any()
    assert "Those of *tea* and *black*." in text


def test_the_norms_of_the_transformer_are_counted(text):
    encoder, decoder = (
        sum(part.type is NormParameters for part in fields(layer))
        for layer in (EncoderLayerParameters, DecoderLayerParameters)
    )
    total = 6 * encoder + 6 * decoder
    assert f"which makes 6 · {encoder} + 6 · {decoder} = {total}." in text


def test_the_jumps_are_those_that_the_prose_compares(text, printed):
    lines = printed["company"].splitlines()
    jumps = {int(line.split()[0]): line.split()[-1] for line in lines[:8]}
    assert f"smaller, {jumps[256]} in place of {jumps[16]}." in text
    assert round(float(jumps[16]) / float(jumps[256])) == 4  # the root of 16
    assert lines[8] == "LayerNorm, 8 texts: 0.00"


def test_without_topics_most_of_the_jump_is_gone(text, said_by_folds):
    jump, batch_norm = said_by_folds["jump"], said_by_folds["batch_norm"]
    with_topics, drawn = jump(batch_norm, 8), said_by_folds["some_texts"]
    said_by_folds["some_texts"] = lambda n, length, rng: rng.normal(size=(n, length, 4))
    try:
        assert jump(batch_norm, 8) < 0.4 * with_topics
    finally:
        said_by_folds["some_texts"] = drawn
    assert "(Set `topic` to 0, and most of the jump is gone.)" in text


def test_stored_numbers_do_not_fit_longer_texts(text, printed):
    short, long = (numbers(line) for line in printed["inference"].splitlines())
    assert short == ["10", "0.0", "1.0"]
    assert f"the outputs have mean {long[1]} and σ {long[2]}." in text


def fold(mark, names, capsys):
    """Run the folded code that has this mark, and return the lines it prints."""
    (code,) = (one for one in solutions(PATH) if mark in one)
    capsys.readouterr()
    exec(compile(code, mark, "exec"), names)
    return capsys.readouterr().out.splitlines()


def test_an_undo_for_one_batch_is_off_for_the_next(text, said_by_folds, capsys):
    few, many = map(numbers, fold("topics = ", said_by_folds, capsys)[1:])
    assert few[0] == "8" and many[0] == "256"
    assert few[1] == many[1] == few[3] == many[3] == "0.00"
    assert f"prints 0.00, {few[2]} and 0.00 for 8 texts, and" in text
    assert f"and 0.00, {many[2]} and 0.00 for 256." in text
    assert f"the next is off by up to {few[2]}." in text
    assert f"even with 256 texts it is off by {many[2]}," in text
    assert "standard deviation of about 1.4." in text and round(np.sqrt(2), 1) == 1.4


def test_long_texts_leave_room_for_few(text, said_by_folds, capsys):
    rows = [numbers(line) for line in fold("n_tokens**2", said_by_folds, capsys)]
    (n, texts, _), *others = rows
    told = ", ".join(f"{texts} of {n}" for n, texts, _ in others[:-1])
    last, few, jump = others[-1]
    assert f"It prints {texts} texts of {n} tokens, {told} and {few} of {last}," in text
    assert (
        f"With {few} texts the jump is {jump}, although each of them has {last}" in text
    )


def test_softmax_notices_what_a_norm_does_not(text, said_by_folds, capsys):
    lines = fold("from glassbox import softmax", said_by_folds, capsys)
    row, lifted, doubled = map(numbers, lines)
    assert row == lifted[1:]  # after the 10
    assert doubled[1:5] == row[:4] and doubled[5:] != row[4:]
    assert f"the doubling: {row[4]} grows to {doubled[5]}," in text


def test_the_mistakes_cost_what_the_prose_says(text, printed):
    one, two, three, four = map(numbers, printed["mistakes"].splitlines())
    assert one[1:] == ["1.500", "1.732"] and two[1:] == ["1.693", "0.235"]
    assert all(float(mean) for mean in three[1:])
    assert float(four[1]) == pytest.approx(3.2026, abs=5e-4)  # as printed
    assert f"as much as {np.sqrt(1e-5):.3f} outside it" in text
    tea = np.array([22.0, 5, 6, 8])
    assert f"turns the 22 into {rms_norm(tea)[0]:.4g}." in text
    told = f"goes from {rms_norm(tea)[0]:.4g} to {rms_norm(tea + 10)[0]:.4f}."
    assert told in text


def test_what_the_folds_say_is_what_their_code_prints(text, said_by_folds, capsys):
    told = {
        "sorted_jump(n)": "It prints {0} and {1}, so even 256 texts",
        "branch = summed": "its standard deviation is {0}, about $\\sqrt{{17}}$,",
        "[40.0, 1, 0, 5]": "It prints −{0} for BatchNorm, "
        "and {1} at inference and {2} for",
    }
    for mark, form in told.items():
        (code,) = (one for one in solutions(PATH) if mark in one)
        capsys.readouterr()
        exec(compile(code, mark, "exec"), said_by_folds)
        found = re.findall(r"\d+\.\d+", capsys.readouterr().out)
        assert form.format(*found) in text
    assert round(np.sqrt(17), 1) == 4.1


def test_the_wrong_attempt_is_what_the_check_names(text):
    from glassbox import check

    attempt = [-0.87, -0.29, -0.29, 1.44]
    four = np.array([2.0, 4, 4, 10])
    wrong = (four - four.mean()) / four.std(ddof=1)
    np.testing.assert_allclose(attempt, wrong, atol=0.006)  # two decimals
    assert "Someone enters −0.87, −0.29, −0.29, 1.44." in text
    verdict = check.layer_norm_by_hand.examine(attempt)
    assert "divided by n - 1, not n" in str(vars(verdict))
    np.testing.assert_allclose(layer_norm(four), [-1, -1 / 3, -1 / 3, 5 / 3], rtol=1e-5)
    assert f"36 / 3 is 12, and its root is {np.sqrt(12):.2f}." in text


def test_the_gradients_with_epsilon_inside_are_as_told(text):
    torch = pytest.importorskip("torch")
    row = torch.full((4,), 3.0, requires_grad=True)
    (layer_norm(row) * torch.arange(4.0)).sum().backward()
    found = [f"{slope:.1f}".replace("-", "−") for slope in row.grad.tolist()]
    assert f"Inside, they are {', '.join(found[:3])} and {found[3]}." in text
