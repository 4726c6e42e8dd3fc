"""Text surprise: its rules, its fallback, and its page."""

import re

import numpy as np
import pytest
from glassbox import softmax
from glassbox.widgets import TextSurprise
from traitlets import TraitError

VOCABULARY = "abcdefgh"
TEXT = "badge"
P = softmax(np.random.default_rng(0).normal(0, 2, (len(TEXT), len(VOCABULARY))))
ENGLISH = {"b": "bee", "e": "yes"}
RIGHT = np.array([P[i, VOCABULARY.index(token)] for i, token in enumerate(TEXT)])


def made(**state):
    return TextSurprise(TEXT, P, VOCABULARY, english=ENGLISH, **state)


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"tokens": ""}, "tokens must be 1 to 48; got 0"),
        ({"tokens": "z" + TEXT[1:]}, "tokens must be in the vocabulary; got ['z']"),
        ({"probabilities": P[:, :4]}, "probabilities must have shape (5, 8)"),
        ({"probabilities": 0 * P}, "what came must have a probability above 0"),
        ({"chosen": 5}, "chosen must be from 0 to 4; got 5"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_rule(change, rule):
    given = {"tokens": TEXT, "probabilities": P, "vocabulary": VOCABULARY}
    with pytest.raises(TraitError, match=re.escape(rule)):
        TextSurprise(**given | change)


def test_the_fallback_tells_each_surprise_and_the_perplexity_so_far():
    text = made().fallback
    costs = -np.log(RIGHT)
    for n, cost in enumerate(costs, 1):
        assert f"<td>{cost:.2f}</td>" in text
        assert f"<td>{np.exp(costs[:n].mean()):.4g}</td>" in text
    assert f"is {costs.mean():.4f} nats" in text
    assert "b bee" in text


# ---- on a page ---------------------------------------------------------------


def numbers(root, selector):
    read = "all => all.map(node => Number(node.dataset.value))"
    return np.array(root.locator(selector).evaluate_all(read))


def agrees(root, chosen):
    costs = -np.log(RIGHT)
    near = {"rtol": 0, "atol": 1e-13}  # the same few operations
    np.testing.assert_allclose(numbers(root, ".gb-strip button"), costs, **near)
    mean = costs[: chosen + 1].mean()
    shown = numbers(root, ".gb-value")
    np.testing.assert_allclose(shown, [costs[chosen], mean, np.exp(mean)], atol=1e-11)
    rows = numbers(root, "tbody td[data-value]")
    np.testing.assert_allclose(rows[:5], np.sort(P[chosen])[::-1][:5], **near)
    came = numbers(root, "tbody .gb-came td[data-value]")
    np.testing.assert_allclose(came, [RIGHT[chosen]], **near)
    rank = 1 + (P[chosen] > RIGHT[chosen]).sum()
    assert root.locator("tbody .gb-came .gb-rank").inner_text() == f"{rank}"
    assert len(rows) == (5 if rank <= 5 else 6)


def test_each_token_s_page_shows_what_python_computes(show):
    watched, root = show(made())
    ranks = [1 + (p > right).sum() for p, right in zip(P, RIGHT, strict=True)]
    assert min(ranks) <= 5 < max(ranks)  # both kinds of table are seen
    for chosen in range(len(TEXT)):
        root.locator(f"[data-action=token-{chosen}]").click()
        agrees(root, chosen)
    assert "The model has read badg." in root.inner_text()
    assert watched.errors == []


def test_arrows_walk_through_the_text_and_stop_at_its_ends(show):
    watched, root = show(made())
    root.locator("[data-action=token-0]").focus()
    for key, chosen in (
        ("ArrowLeft", 0), ("ArrowRight", 1), ("End", 4), ("ArrowRight", 4), ("Home", 0),
    ):  # fmt: skip
        watched.page.keyboard.press(key)
        agrees(root, chosen)
        focused = watched.page.evaluate("document.activeElement.dataset.action")
        assert focused == f"token-{chosen}"


def test_the_tint_grows_with_the_surprise(show):
    _, root = show(made())
    tints = root.locator(".gb-strip button").evaluate_all(
        "all => all.map(node => Number(node.style.getPropertyValue('--much')))"
    )
    np.testing.assert_allclose(tints, np.minimum(1, -np.log(RIGHT) / 8), atol=1e-13)


def test_a_surprise_is_told_when_its_token_or_a_later_one_is_pressed(show):
    _, root = show(made(chosen=1, translation="A bee."))
    costs = [f"{cost:.2f}" for cost in -np.log(RIGHT)]
    told = root.locator(".gb-cost")
    assert told.all_inner_texts() == [*costs[:2], "?", "?", "?"]
    last = root.locator("[data-action=token-4]")
    assert costs[4] not in last.get_attribute("aria-label")
    root.locator("[data-action=token-3]").click()
    root.locator("[data-action=token-0]").click()
    assert told.all_inner_texts() == [*costs[:4], "?"]
    last.click()
    assert told.all_inner_texts() == costs
    assert costs[4] in last.get_attribute("aria-label")
    assert (
        "A bee." in root.inner_text()
        and "A bee." in made(translation="A bee.").fallback
    )


def test_what_is_read_is_announced(show):
    watched, root = show(made(), clock=True)
    root.locator("[data-action=token-0]").press("ArrowRight")
    watched.page.clock.run_for(1000)
    costs = -np.log(RIGHT)
    said = root.locator("[role=status]").inner_text()
    expected = f"{np.exp(costs[:2].mean()):.0f}"
    assert said == f"a: surprise {costs[1]:.2f} nats. Perplexity so far {expected}."
