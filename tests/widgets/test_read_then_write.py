"""The widget read then write: its rules, its fallback, and its page."""

import numpy as np
import pytest
from glassbox.widgets import ReadThenWrite
from traitlets import TraitError

WEIGHTS = np.array([[0.7, 0.2, 0.1], [0.05, 0.35, 0.6]])  # (2, 3)
SOURCE, GLOSSES = ["我", "<b>", "学习"], ["I", "like", "study"]
TARGET = ["I", "study"]


def example(**state):
    return ReadThenWrite(WEIGHTS, SOURCE, GLOSSES, TARGET, **state)


def test_its_repr_tells_step_and_kind():
    assert repr(example()) == "ReadThenWrite(step 0 of 5, one context)"
    assert repr(example(step=4, attention=True)).endswith("4 of 5, a context each)")


def test_the_fallback_has_the_weights_and_escapes_words():
    fallback = example().fallback
    assert "<b>" not in fallback
    assert "<td>0.35</td>" in fallback
    assert "学习 (study)" in fallback


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("weights", WEIGHTS.T, r"weights must have the shape \(2, 3\); got \(3, 2\)"),
        ("weights", [[0.5, 0.5, 0.5], [1, 0, 0]], "sum to 1, within 1e-06; got 1.5"),
        ("weights", [[1.0, -0.5, 0.5], [1, 0, 0]], "be at least 0; got -0.5"),
        ("source", ["a"], "source must have 2 to 6 words; got 1"),
        ("target", ["a"] * 7, "target must have 2 to 6 words; got 7"),
        ("glosses", ["a"], "glosses must be as many as the source words, 3; got 1"),
        ("step", 6, "step must be at most 5; got 6"),
        ("step", 0.5, "step must be a whole number; got 0.5"),
    ],
)
def test_a_wrong_value_is_refused_and_the_last_good_state_stays(name, value, message):
    widget = example(step=2)
    before = getattr(widget, name)
    with pytest.raises(TraitError, match=message):
        setattr(widget, name, value)
    assert getattr(widget, name) == before


# ---- on a page ---------------------------------------------------------------


def shown(root, part):
    """List the names of the boxes of this kind that are made so far."""
    boxes = "all => all.filter(g => getComputedStyle(g).visibility === 'visible')"
    made = root.locator(f"g.gb-{part}:not(.gb-waiting)")
    return made.evaluate_all(boxes + ".map(g => g.textContent)")


def told(root):
    return root.locator("[data-words=told]").inner_text()


def press(root, times, action="step"):
    for _ in range(times):
        root.locator(f"[data-action={action}]").click()


def test_the_encoder_reads_word_by_word_before_the_decoder_writes(show):
    watched, root = show(example())
    assert shown(root, "state") == shown(root, "output") == []
    press(root, 2)
    assert shown(root, "state") == ["h₁", "h₂"]
    assert "It makes h₂ from this word and from h₁." in root.inner_text()
    press(root, 1)
    assert shown(root, "state") == ["h₁", "h₂", "h₃"]
    assert shown(root, "context") == ["c"]
    assert shown(root, "output") == ["s₀"]
    press(root, 1)
    assert told(root).startswith("s₀ is the decoder’s first state: nothing is written")
    press(root, 1)
    assert shown(root, "output") == ["s₀", "s₁", "s₂"]
    assert told(root).startswith("s₁ holds what is written so far: “I”. s₁ and c make")
    assert root.locator("[data-action=step]").get_attribute("aria-disabled") == "true"
    press(root, 5, "back")
    assert shown(root, "state") == []
    assert watched.errors == []


def test_with_attention_each_written_word_has_a_context_and_bands(show):
    _, root = show(example(attention=True, step=3))
    assert shown(root, "context") == []
    press(root, 1)
    assert shown(root, "context") == ["c₁"]
    press(root, 1)
    assert shown(root, "context") == ["c₁", "c₂"]
    visible = "all => all.filter(p => getComputedStyle(p).visibility === 'visible')"
    widths = root.locator(".gb-band").evaluate_all(
        visible + ".map(p => parseFloat(p.style.strokeWidth))"
    )
    np.testing.assert_allclose(widths, np.maximum(20 * WEIGHTS[1], 0.75), atol=0.0051)
    assert told(root) == (
        "s₁ holds what is written so far: “I”. From it comes the query q₂, which is "
        "compared with every state above. So c₂ is made, mostly of h₃, “学习” (study), "
        "with the weight 0.60. Then s₁ and c₂ make s₂, and from s₂ comes the next "
        "word, “study”."
    )
    asked = root.locator(".gb-query").evaluate_all(
        visible + ".map(query => query.textContent)"
    )
    assert asked == ["q₂"]  # one word at a time
    root.locator("[data-action=attention-false]").click()
    assert shown(root, "context") == ["c"]


def test_the_keyboard_steps_and_what_happens_is_announced(show):
    watched, root = show(example(), clock=True)
    root.locator("[data-action=step]").focus()
    watched.page.keyboard.press("Enter")
    watched.page.clock.run_for(1000)
    assert root.locator("[role=status]").inner_text() == (
        "One for all. Step 1 of 5. The encoder reads “我” (I) and makes the state h₁."
    )
    root.locator("[data-action=undo]").press("Enter")
    assert shown(root, "state") == []
