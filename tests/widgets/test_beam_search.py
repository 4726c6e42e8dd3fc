"""The widget beam search: what each width finds, and its page."""

import math

import numpy as np
import pytest
from glassbox.widgets import BeamSearch
from glassbox.widgets.beam_search.numbers import MOST_STEPS, TREE, best, search
from traitlets import TraitError

EVERY = [(w, per_token) for w in (1, 2, 3) for per_token in (False, True)]


def ways(tree, words=(), p=1.0):
    """List every finished text of a tree with its product."""
    for branch in tree:
        longer, product = (*words, branch["word"]), p * branch["p"]
        if branch["after"]:
            yield from ways(branch["after"], longer, product)
        else:
            yield longer, product


def test_the_tree_is_made_of_distributions():
    def sums(tree):
        yield sum(branch["p"] for branch in tree)
        for branch in tree:
            if branch["after"]:
                yield from sums(branch["after"])

    assert list(sums(TREE)) == pytest.approx([1] * len(list(sums(TREE))))
    assert sum(p for _, p in ways(TREE)) == pytest.approx(1)
    assert all(words[-1] == "." for words, _ in ways(TREE))


@pytest.mark.parametrize(("width", "per_token"), EVERY)
def test_a_search_is_over_within_the_steps_there_are(width, per_token):
    last = search(width, per_token, MOST_STEPS)[-1]
    assert all(not one.after for one in last if one.kept)
    assert sum(one.kept for one in last) == width


def test_a_wider_beam_finds_a_likelier_and_a_shorter_text():
    found = [best(search(w, False, MOST_STEPS)[-1], False) for w in (1, 2, 3)]
    assert [" ".join(one.words) for one in found] == [
        "is hot .", "smells good .", ".",
    ]  # fmt: skip
    assert [round(one.p, 2) for one in found] == [0.12, 0.17, 0.18]
    assert found[-1].p == max(p for _, p in ways(TREE))  # of all texts the likeliest


def test_divided_by_the_length_the_short_text_loses():
    last = search(3, True, MOST_STEPS)[-1]
    winner = best(last, True)
    assert " ".join(winner.words) == "smells good ."
    assert winner.score(True) == pytest.approx(math.log(winner.p) / 3)


def test_what_is_kept_is_what_scores_highest():
    for width, per_token in EVERY:
        for column in search(width, per_token, MOST_STEPS):
            scores = np.array([one.score(per_token) for one in column])
            kept = np.array([one.kept for one in column])
            assert kept.sum() == min(width, len(column))
            assert scores[kept].min() >= max(scores[~kept], default=-np.inf)


@pytest.mark.parametrize(
    ("name", "value"), [("width", 0), ("width", 4), ("steps", 4), ("steps", -1)]
)
def test_a_bad_value_is_refused_and_the_state_kept(name, value):
    widget = BeamSearch()
    before = repr(widget)
    with pytest.raises(TraitError, match=f"{name} must be from"):
        setattr(widget, name, value)
    assert repr(widget) == before


def test_the_fallback_lists_every_text_that_was_compared():
    widget = BeamSearch(2, steps=2)
    for column in search(2, False, 2):
        for one in column:
            assert f"<td>{' '.join(one.words)}</td><td>{one.p:.2f}</td>" in (
                widget.fallback.replace("</th>", "</td>").replace("<th scope=\"row\">",
                                                                  "<td>")
            )  # fmt: skip


# ---- on a page ---------------------------------------------------------------

BOXES = """all => all.map(node => ({
    text: node.dataset.text, p: Number(node.dataset.value),
    kept: node.classList.contains("gb-kept"),
    wins: node.classList.contains("gb-wins"),
}))"""


def agrees(root, width, per_token, steps):
    """Compare every box with the Python numbers."""
    boxes = root.locator(".gb-box").evaluate_all(BOXES)
    texts = [one for column in search(width, per_token, steps) for one in column]
    assert [box["text"] for box in boxes] == [" ".join(one.words) for one in texts]
    assert [box["kept"] for box in boxes] == [one.kept for one in texts]
    products = [one.p for one in texts]
    # 1e-12: the same products in the same order
    np.testing.assert_allclose([box["p"] for box in boxes], products, rtol=1e-12)
    return boxes


@pytest.mark.parametrize(("width", "per_token"), EVERY)
def test_the_page_walks_as_python_does(show, width, per_token):
    watched, root = show(BeamSearch(width, per_token=per_token, steps=0))
    for steps in range(MOST_STEPS + 1):
        boxes = agrees(root, width, per_token, steps)
        step = root.locator("[data-action=step]")
        if steps < MOST_STEPS:
            step.click()
    assert step.get_attribute("aria-disabled") == "true"
    winner = best(search(width, per_token, MOST_STEPS)[-1], per_token)
    won = [box["text"] for box in boxes if box["wins"]]
    assert won == [" ".join(winner.words)]
    told = root.locator(".gb-told")
    score = winner.score(per_token)
    assert float(told.get_attribute("data-value")) == pytest.approx(score, rel=1e-12)
    sentence = "The tea" + "".join(f" {word}" for word in winner.words[:-1]) + "."
    assert f"“{sentence}”" in told.inner_text()
    assert f"{abs(score):.2f}" in told.inner_text()
    assert watched.errors == []


def test_another_width_or_measure_is_seen_at_once_and_undone(show):
    _, root = show(BeamSearch(2, steps=3))
    root.locator("[data-action=width-3]").click()
    agrees(root, 3, False, 3)
    root.locator("[data-action=judge-mean]").click()
    agrees(root, 3, True, 3)
    root.locator("[data-action=undo]").click()
    agrees(root, 3, False, 3)
    root.locator("[data-action=undo]").click()
    agrees(root, 2, False, 3)


@pytest.mark.parametrize(("width", "height"), [(860, 800), (390, 844)])
def test_all_of_it_is_in_view_and_no_words_leave_their_box(show, width, height):
    _, root = show(BeamSearch(3, per_token=True, steps=3), width=width, height=height)
    assert root.locator(".gb").first.bounding_box()["height"] <= height
    for box in root.locator(".gb-box").all():
        frame = box.locator("rect").bounding_box()
        for words in box.locator("text").all():
            at = words.bounding_box()
            assert at["x"] + at["width"] <= frame["x"] + frame["width"]
