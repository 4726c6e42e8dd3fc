"""The mask sandbox: its rules, its page, and what that says PyTorch answers."""

import math
import re

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from glassbox import (
    causal_mask,
    padding_mask,
    scaled_dot_product_attention,
    softmax,
)
from glassbox.widgets import MaskSandbox
from traitlets import TraitError

SCORES = np.array(
    [[0.1, -0.1, 0.6, 0.1], [1.3, 0.9, -0.7, -1.3], [-2.3, 0, -1.2, -0.7], [4, 1, 0, 1]]
)
VALUES = np.array([[1, 0], [2, -1.5], [-0.5, 3], [9, 9]])  # (4, 2)
TOKENS = ["[pad]", "cat", "<b>", "the"]
NO_HAND = np.full((4, 4), None)


@pytest.fixture
def widget():
    return MaskSandbox(SCORES, VALUES, tokens=TOKENS, n_padding=1)


REAL = np.array([False, True, True, True])  # with one token of padding, in front


def with_hand(**cells):
    """A by_hand with one row hidden, or with single cells."""
    hand = NO_HAND.copy()
    for name, value in cells.items():
        row, *column = (int(digit) for digit in name[1:])
        hand[(row, *column)] = value
    return hand


def test_the_state_is_kept_as_given(widget):
    assert widget.scores == SCORES.tolist()
    assert widget.values == VALUES.tolist()
    assert (widget.tokens, widget.n_padding) == (TOKENS, 1)
    assert widget.by_hand == NO_HAND.tolist()


def test_what_is_left_out_has_a_default():
    widget = MaskSandbox(SCORES[:3, :3])
    assert widget.tokens == ["token 1", "token 2", "token 3"]
    assert (widget.values, widget.n_padding, widget.poked) == ([], 0, None)
    assert (widget.causal, widget.hide_padding, widget.inverted) == (True, True, False)
    assert (widget.when, widget.fill) == ("before", "-inf")


def test_tensors_and_numpy_s_integers_are_taken():
    torch = pytest.importorskip("torch")
    mask = torch.ones(4, 4, dtype=torch.bool)
    widget = MaskSandbox(
        torch.tensor(SCORES), by_hand=mask, n_padding=np.int64(2), poked=np.int64(3)
    )
    assert widget.scores == SCORES.tolist()
    assert widget.mask().all()
    assert (type(widget.n_padding), type(widget.poked)) == (int, int)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("scores", SCORES[:3], r"scores must be square; got \(3, 4\)"),
        ("scores", SCORES[:, :3], r"scores must be square; got \(4, 3\)"),
        ("scores", [[1]], "scores must have 2 to 6 rows; got 1"),
        ("scores", np.ones((7, 7)), "scores must have 2 to 6 rows; got 7"),
        ("scores", [[1, 2], [3]], "rows of one length; got lengths 1, 2"),
        (
            "scores",
            [1, 2],
            "scores must be a matrix of finite numbers; got 1 at index 0",
        ),
        ("scores", "abcd", "scores must be a matrix of finite numbers; got 'abcd'"),
        ("scores", SCORES + math.nan, "finite numbers; got nan at index 0, 0"),
        ("scores", SCORES * 1000, "numbers from -1000 to 1000; got 1300"),
        ("values", VALUES[:3], "values must have 4 rows, one a token; got 3"),
        ("values", np.ones((4, 5)), "values must have 1 to 3 columns; got 5"),
        ("values", [[], [], [], []], "values must have 1 to 3 columns; got 0"),
        ("values", None, "values must be a matrix of finite numbers; got None"),
        ("tokens", ["a"], "tokens must have 4 entries; got 1"),
        ("tokens", "abcd", "list of strings"),
        ("n_padding", 5, "n_padding must be from 0 to 4; got 5"),
        ("n_padding", -1, "n_padding must be from 0 to 4; got -1"),
        ("n_padding", 1.5, "n_padding must be a whole number; got 1.5"),
        ("causal", "yes", "causal"),
        ("by_hand", [[True]], "by_hand must have 4 rows of 4 entries; got"),
        ("by_hand", np.triu(np.ones((4, 4))), "rows of True, False and None; got"),
        ("when", "during", "when"),
        ("fill", "-1e4", "fill"),
        ("poked", 4, "poked must be None or 0 to 3; got 4"),
        ("poked", "cat", "finite number; got 'cat'"),
    ],
)
def test_a_wrong_value_is_refused_and_the_last_good_state_stays(
    widget, name, value, message
):
    before, fallback = getattr(widget, name), widget.fallback
    with pytest.raises(TraitError, match=message):
        setattr(widget, name, value)
    assert getattr(widget, name) == before
    assert widget.fallback == fallback
    if value is not None:  # None in the constructor: left out
        with pytest.raises(TraitError):
            MaskSandbox(**{"scores": SCORES, "tokens": TOKENS, name: value})


@pytest.mark.parametrize(
    ("state", "mask"),
    [
        ({}, [[0, 0, 0, 0], [0, 1, 0, 0], [0, 1, 1, 0], [0, 1, 1, 1]]),
        ({"causal": False}, [[0, 1, 1, 1]] * 4),
        ({"hide_padding": False}, np.tri(4)),
        ({"causal": False, "hide_padding": False}, np.ones((4, 4))),
        ({"inverted": True, "n_padding": 0}, 1 - np.tri(4)),
        ({"n_padding": 4}, np.zeros((4, 4))),
        (
            {"by_hand": with_hand(_03=True, _2=False)},
            [[0, 0, 0, 1], [0, 1, 0, 0], [0, 0, 0, 0], [0, 1, 1, 1]],
        ),
    ],
)
def test_rules_polarity_and_hand_make_the_mask(widget, state, mask):
    widget.set(**state)
    assert widget.mask().dtype == bool
    np.testing.assert_array_equal(widget.mask(), np.array(mask) == 1)


@pytest.mark.parametrize("state", [{}, {"inverted": True}, {"n_padding": 4}])
def test_the_weights_are_the_kernel_s_and_torch_s_scaled_dot_product_attention(
    widget, state
):
    torch = pytest.importorskip("torch")
    widget.set(**state)
    given = SCORES, np.eye(4), VALUES  # query @ key.T is then the scores
    ours = scaled_dot_product_attention(*given, widget.mask(), scale=1.0)
    theirs = torch.nn.functional.scaled_dot_product_attention(
        *(torch.tensor(x) for x in given),
        attn_mask=torch.tensor(widget.mask()),
        scale=1.0,
    )
    # float64; torch sums in another order
    np.testing.assert_allclose(widget.weights(), ours.weights, rtol=0, atol=1e-15)
    np.testing.assert_allclose(widget.weights() @ VALUES, theirs, rtol=0, atol=1e-12)


def test_what_the_page_says_pytorch_answers_for_a_row_that_may_attend_to_nothing():
    torch = pytest.importorskip("torch")
    torch.manual_seed(0)
    x = torch.randn(1, 3, 4)
    mask = torch.tensor([[True, False, False], [False, False, False], [True] * 3])
    output = torch.nn.functional.scaled_dot_product_attention(x, x, x, attn_mask=mask)
    assert (output[0, 1] == 0).all()
    assert not output.isnan().any()
    layer = torch.nn.MultiheadAttention(4, 2, batch_first=True)
    for training in (True, False):
        layer.train(training)  # its mask says the opposite: True = hidden
        output, weights = layer(x, x, x, attn_mask=~mask, need_weights=True)
        assert output[0, 1].isnan().all()
        assert weights[0, 1].isnan().all()
        assert not weights[0, [0, 2]].isnan().any()


def test_zeros_after_the_softmax_leave_sums_below_1(widget):
    widget.when = "after"
    full = np.exp(SCORES) / np.exp(SCORES).sum(axis=1, keepdims=True)
    expected = full * (causal_mask(4) & REAL)
    np.testing.assert_allclose(widget.weights(), expected, rtol=1e-14)
    assert (widget.weights().sum(axis=1) < 0.99).all()
    assert not widget.leaks().any()


def test_a_finite_fill_makes_an_empty_row_uniform_and_a_leak(widget):
    right = widget.weights()
    widget.set(fill="-1e9", by_hand=with_hand(_1=False))
    np.testing.assert_array_equal(widget.weights()[:2], np.full((2, 4), 0.25))
    np.testing.assert_array_equal(widget.weights()[2:], right[2:])
    assert (
        widget.leaks().tolist()
        == [[True] * 4, [True, False, True, True]] + [[False] * 4] * 2
    )


@pytest.mark.parametrize(
    ("state", "count"),
    [
        ({}, 0),
        ({"causal": False}, 6),
        ({"hide_padding": False}, 4),  # every query's first key
        ({"causal": False, "hide_padding": False}, 10),
        ({"n_padding": 0, "inverted": True}, 6),
        ({"by_hand": with_hand(_02=True)}, 1),
    ],
)
def test_leaks_are_judged_by_what_the_truth_forbids(widget, state, count):
    widget.set(**state)
    assert widget.leaks().sum() == count
    weights_lie = "weight lies" if count == 1 else "weights lie"
    assert f"<p>{count} {weights_lie} on the future or on padding" in widget.fallback
    assert widget.fallback.count(" leak") == count


@pytest.mark.parametrize(
    ("state", "text"),
    [
        ({}, "1 padded, causal &amp; padding, -inf before softmax"),
        ({"when": "after", "causal": False}, "1 padded, padding, 0 after softmax"),
        (
            {"inverted": True, "fill": "-1e9"},
            "not (causal &amp; padding), -1e9 before",
        ),
        ({"causal": False, "hide_padding": False}, "no rule, -inf before"),
        ({"by_hand": with_hand(_2=False)}, "4 tokens"),
    ],
)
def test_repr_and_fallback_tell_the_state_and_its_numbers(widget, state, text):
    widget.set(**state)
    assert text in repr(widget).replace("&", "&amp;")
    assert text in widget.fallback
    weights = widget.weights()
    expected = np.column_stack([weights, weights.sum(axis=1)]).ravel().tolist()
    expected += (weights @ VALUES).ravel().tolist()
    shown = [float(x) for x in re.findall(r"<td>(-?[\d.]+)", widget.fallback)]
    # four decimals are shown
    np.testing.assert_allclose(shown, expected, rtol=0, atol=5.1e-5)
    empty = (~widget.mask().any(axis=1)).sum()
    assert f"of the 4 rows, {empty} may attend to nothing" in widget.fallback


def test_labels_are_escaped_in_the_fallback(widget):
    assert "<b>" not in widget.fallback
    assert "&lt;b&gt;" in widget.fallback


def test_another_number_of_tokens_is_set_with_all_that_depends_on_it(widget):
    hand = [[None] * 2] * 2
    widget.set(
        scores=[[1, 2], [3, 4]], values=[], tokens=["a", "b"], by_hand=hand, n_padding=2
    )
    assert widget.fallback.count("<tr>") == 3
    assert not widget.mask().any()


# ---- on a page ---------------------------------------------------------------

PAGE_TOKENS = ["[pad]", "the", "cat", "sat"]
USES = {
    "infinite": ("before", "-inf"),
    "finite": ("before", "-1e9"),
    "after": ("after", "-inf"),
}
SWITCHES = ["causal", "hide_padding", "inverted"]

# Bring a widget into a state by its own controls; return what it then shows.
SHOW = """async ([index, states]) => {
  const widget = document.querySelectorAll(".gb-sandbox")[index];
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  const button = (action) => widget.querySelector(`[data-action=${action}]`);
  const press = async (action, on) => {
    if (button(action).ariaPressed !== `${on}`) button(action).click();
    await settled();
  };
  const data = (selector, name) =>
    [...widget.querySelectorAll(selector)].map((node) => node.dataset[name]);
  const shown = [];
  for (const state of states) {
    button("right").click();
    await settled();
    for (const name of ["causal", "hide_padding", "inverted"]) {
      await press(name, state[name]);
    }
    await press(`use-${state.use}`, true);
    const slider = widget.querySelector("input");
    slider.value = state.n_padding;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await settled();
    for (const row of state.rows) button(`row${row}`).click(), await settled();
    for (const cell of state.cells) {
      widget.querySelector(`[data-cell="${cell}"]`).click();
      await settled();
    }
    if (state.poked !== null) await press(`poke${state.poked}`, true);
    const verdicts = {};
    for (const node of widget.querySelectorAll("li[data-verdict]")) {
      const chips = [...node.querySelectorAll("[data-value]")];
      verdicts[node.dataset.verdict] = {
        state: node.dataset.state, text: node.textContent,
        values: chips.map((chip) => chip.dataset.value),
        chips: chips.map((chip) => chip.textContent),
      };
    }
    shown.push({
      mask: data("[data-cell]", "mask"),
      scores: data("[data-cell] span", "value"),
      weights: data("[data-forbidden]", "value"),
      forbidden: data("[data-forbidden]", "forbidden"),
      leak: data("[data-forbidden]", "leak"),
      sums: data("[data-one]", "value"),
      one: data("[data-one]", "one"),
      outputs: data("td > [data-value]:not([data-leak])", "value"),
      moves: data("b[data-leak]", "value"),
      wrong: data("b[data-leak]", "leak"),
      code: widget.querySelector("pre").textContent,
      answers: widget.querySelector(".gb-answers").hidden
        ? [] : data("[data-answer]", "value"),
      verdicts,
    });
  }
  return shown;
}"""


@pytest.fixture
def page(show):
    """A page with these widgets, or the example: the page, watched, and the first."""

    def page(*widgets, **options):
        watched, *roots = show(*(widgets or [example()]), **options)
        for root in roots:
            root.locator("details").evaluate("one => { one.open = true; }")
        return watched, roots[0]

    return page


def example(**state):
    return MaskSandbox(
        SCORES, **{"values": VALUES, "tokens": PAGE_TOKENS, "n_padding": 1} | state
    )


def shown_after(watched, **state):
    """Bring the page's first widget into a state; return what it shows."""
    given = {name: name != "inverted" for name in SWITCHES}
    given |= {"use": "infinite", "n_padding": 1, "rows": [], "cells": [], "poked": None}
    return watched.page.evaluate(SHOW, [0, [given | state]])[0]


def random_widget(rng):
    n = rng.integers(2, 7)
    values = rng.normal(size=(n, rng.integers(1, 4))) if rng.integers(4) else None
    scores = rng.normal(size=(n, n)) * 10 ** rng.uniform(-1, 1)
    return MaskSandbox(scores, values, n_padding=1)


def random_state(rng, n):
    state = {name: bool(rng.integers(2)) for name in SWITCHES}
    rows = rng.choice(n, size=rng.integers(2), replace=False).tolist()
    cells = rng.integers(n, size=(rng.integers(4), 2)).tolist()
    return state | {
        "use": str(rng.choice(list(USES))),
        "n_padding": int(rng.integers(n + 1)),
        "rows": rows,
        "cells": [f"{i},{j}" for i, j in cells],
        "poked": None if rng.integers(2) else int(rng.integers(n)),
    }


def expected_mask(state, n):
    mask = np.ones((n, n), bool)
    if state["causal"]:
        mask &= causal_mask(n)
    if state["hide_padding"]:
        mask &= np.arange(n) >= state["n_padding"]
    mask ^= state["inverted"]
    for row in state["rows"]:
        if mask[row].any():
            mask[row] = False
    for cell in state["cells"]:
        i, j = (int(digit) for digit in cell.split(","))
        mask[i, j] ^= True
    return mask


def look_up(scores, values, mask, state):
    """Weights and output, or the weights again where there are no values."""
    when, fill = USES[state["use"]]
    if when == "after":
        weights = softmax(scores) * mask
    else:
        weights = softmax(np.where(mask, scores, float(fill)))
    return weights, weights @ values if values.size else weights


def poke(scores, values, token):
    scores, values = scores.copy(), values.copy()
    scores[:, token] += 1
    values[token : token + 1] += 1  # nothing, where there are no values
    return scores, values


def numbers(shown, name):
    return np.array([float(x) for x in shown[name]])


def flags(shown, name):
    return np.array([x == "true" for x in shown[name]])


def test_the_page_shows_what_the_python_kernels_give(page):
    rng = np.random.default_rng(0)
    widgets = [random_widget(rng) for _ in range(10)]
    watched, _ = page(*widgets)
    seen = set()
    for number, widget in enumerate(widgets):
        scores, values = np.array(widget.scores), np.array(widget.values)
        n = len(scores)
        states = [random_state(rng, n) for _ in range(12)]
        for state, shown in zip(
            states, watched.page.evaluate(SHOW, [number, states]), strict=True
        ):
            mask = expected_mask(state, n)
            seen.add((state["use"], bool(mask.any(axis=1).all())))
            check(scores, values, mask, state, shown)
    assert len(seen) == 6  # each use of the mask with and without an empty row
    assert watched.errors == []


def check(scores, values, mask, state, shown):
    n, poked = len(scores), state["poked"]
    before = look_up(scores, values, mask, state)
    now = (scores, values) if poked is None else poke(scores, values, poked)
    weights, output = look_up(*now, mask, state)
    real = np.arange(n) >= state["n_padding"]
    allowed = causal_mask(n) & real
    leak = (weights != 0) & ~allowed
    assert (flags(shown, "mask") == mask.ravel()).all()
    assert (flags(shown, "forbidden") == ~allowed.ravel()).all()
    assert (flags(shown, "leak") == leak.ravel()).all()
    # float64 on both sides; exp and sums may differ in the last bits
    close = {"rtol": 1e-12, "atol": 1e-12}
    np.testing.assert_allclose(numbers(shown, "scores"), now[0].ravel(), **close)
    np.testing.assert_allclose(numbers(shown, "weights"), weights.ravel(), **close)
    sums = weights.sum(axis=1)
    np.testing.assert_allclose(numbers(shown, "sums"), sums, **close)
    wrong = (np.abs(sums - 1) > 1e-9) & real
    assert (flags(shown, "one") == ~wrong).all()
    if values.size:
        both = np.stack([output, now[1]], axis=-1)  # each output, and its own value
        np.testing.assert_allclose(numbers(shown, "outputs"), both.ravel(), **close)
    if poked is not None:
        moves = np.abs(output - before[1]).max(axis=1)
        np.testing.assert_allclose(numbers(shown, "moves"), moves, **close)
        must_not = moves.astype(bool) & ~allowed[:, poked]
        assert (flags(shown, "wrong") == must_not).all()

    verdicts = shown["verdicts"]
    future = (weights != 0) & ~causal_mask(n)
    padding = (weights != 0) & ~real
    for name, values_shown in [
        ("future", weights[future]),
        ("padding", weights[padding]),
        ("sums", sums[wrong]),
    ]:
        found = [float(x) for x in verdicts[name]["values"]]
        np.testing.assert_allclose(found, values_shown, **close)
    empty = np.flatnonzero(~mask.any(axis=1))
    assert [int(i) for i in verdicts["empty"]["values"]] == empty.tolist()
    reach = []
    for token in range(n):
        _, after = look_up(*poke(scores, values, token), mask, state)
        moved = (after != before[1]).any(axis=1) & ~allowed[:, token]
        if moved.any():
            reach.append(",".join(map(str, [token, *np.flatnonzero(moved)])))
    assert verdicts["reach"]["values"] == reach
    assert verdicts["padding"]["state"] == (
        "none" if real.all() else "bad" if padding.any() else "good"
    )
    for name in ("future", "sums", "reach"):
        assert verdicts[name]["state"] == (
            "bad" if verdicts[name]["values"] else "good"
        )
    assert verdicts["empty"]["state"] == (
        "bad" if real[empty].any() else "none" if empty.size else "good"
    )

    if empty.size and state["use"] == "infinite":
        assert shown["answers"] == ["NaN", "0", "0", "NaN"]
    else:
        assert shown["answers"] == []
    run_as_python(shown["code"], now, mask, weights, output)


def run_as_python(code, now, mask, weights, output):
    """The lines on the page, run with this book's kernels, give the page's numbers."""
    names = {"np": np, "causal_mask": causal_mask, "padding_mask": padding_mask}
    names |= {"softmax": softmax, "scores": now[0], "values": now[1]}
    exec(code, names)
    assert (names["mask"] == mask).all()
    assert (names["weights"] == weights).all()
    assert ("output" in names) == bool(now[1].size)
    assert (names.get("output", weights) == output).all()


UNPADDED = ["right", "none", "triu", "after"]
PADDED = ["right", "forgotten", "finite"]


@pytest.mark.parametrize(
    ("action", "bad", "text"),
    [
        ("right", [], "No query sees its future."),
        ("none", ["future", "reach"], "“[pad]” sees “the” (0.18)"),
        ("triu", ["future", "sums", "reach", "empty"], "“the” sees “cat” (0.65)"),
        ("after", ["sums", "reach"], "“cat” moves [pad], the"),
        ("finite", ["future", "padding", "reach"], "“[pad]” sees “sat” (0.25)"),
        ("forgotten", ["padding", "reach"], "“the” sees “[pad]” (0.6)"),
    ],
)
def test_the_classic_cases_are_told_by_name(page, action, bad, text):
    n_padding = int(action in PADDED)
    own = {"causal": False, "inverted": True, "poked": 1, "n_padding": n_padding}
    _, root = page(example(**own))
    root.locator(f"[data-action={action}]").click()
    states = root.locator("li[data-verdict]").evaluate_all(
        "all => all.filter((li) => li.dataset.state === 'bad')"
        ".map((li) => li.dataset.verdict)"
    )
    assert states == bad
    assert text in root.inner_text()
    assert root.locator("[data-action^=poke][aria-pressed=true]").count() == 0
    cases = "[data-action=%s][aria-pressed=true]"
    names = PADDED if n_padding else UNPADDED
    shown = [name for name in names if root.locator(cases % name).count()]
    assert shown == [action]


def test_the_widespread_triu_snippet_is_the_inverted_preset(page):
    _, root = page(example(n_padding=0))
    root.locator("[data-action=triu]").click()
    mask = root.locator("[data-cell]").evaluate_all(
        "all => all.map((cell) => cell.dataset.mask === 'true')"
    )
    assert mask == np.triu(np.ones((4, 4)), k=1).astype(bool).ravel().tolist()
    assert root.locator("[data-answer=hand] td").inner_text() == "nan"
    assert "mask = ~mask" in root.locator("pre").inner_text()


def test_without_the_causal_rule_an_encoder_is_told_apart(page):
    _, root = page(example(causal=False))
    words = root.locator("li[data-verdict=future]").inner_text()
    assert "Fine in an encoder, a leak in a decoder" in words
    assert "“the” sees “cat” (0.15)" in words


def test_the_right_mask_moves_nothing_by_a_bit_and_zeros_after_do(page):
    watched, _ = page()
    right = shown_after(watched, poked=2)
    assert numbers(right, "moves")[:2].tolist() == [0, 0]
    assert numbers(right, "moves")[2:].min() > 0
    after = shown_after(watched, poked=2, use="after")
    assert not flags(after, "leak").any()
    assert numbers(after, "moves")[0] == 0  # padding, which reads nothing
    assert numbers(after, "moves")[1] > 0
    assert flags(after, "wrong").tolist() == [False, True, False, False]


def test_the_keyboard_reaches_every_cell_and_turns_it(page):
    watched, root = page()
    keyboard = watched.page.keyboard
    root.locator("[data-cell][tabindex='0']").focus()
    focused = "document.activeElement.dataset.cell"
    seen = {watched.page.evaluate(focused)}
    for row in range(4):
        for _ in range(3):
            keyboard.press("ArrowRight" if row % 2 == 0 else "ArrowLeft")
            seen.add(watched.page.evaluate(focused))
        keyboard.press("ArrowDown")
        seen.add(watched.page.evaluate(focused))
    assert seen == {f"{i},{j}" for i in range(4) for j in range(4)}
    assert root.locator("[data-cell][tabindex='0']").count() == 1
    for key in ("ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight"):
        keyboard.press(key)
    assert watched.page.evaluate(focused) == "1,2"
    cell = root.locator("[data-cell='1,2']")
    assert (
        cell.get_attribute("aria-label")
        == "the to cat: e to the score 0.5, hidden, weight 0"
    )
    keyboard.press("Space")
    assert cell.get_attribute("aria-label") == (
        "the to cat: e to the score 0.5, may attend, by hand, weight 0.168"
    )
    assert (
        "“the” sees “cat” (0.17)"
        in root.locator("li[data-verdict=future]").inner_text()
    )
    keyboard.press("Enter")
    assert cell.get_attribute("data-hand") == "false"
    assert watched.page.evaluate(focused) == "1,2"


def test_tab_reaches_every_control(page):
    watched, root = page()
    root.locator("[data-action=right]").focus()
    what = """() => {
      const { dataset, tagName } = document.activeElement;
      return dataset.action ?? (dataset.cell ? "cell" : tagName);
    }"""
    reached = set()
    for _ in range(40):
        reached.add(watched.page.evaluate(what))
        watched.page.keyboard.press("Tab")
    assert {*PADDED, *SWITCHES, "SUMMARY",
            "use-infinite", "use-finite", "use-after", "INPUT", "cell", "row0", "row3",
            "reset", "poke0", "poke3", "PRE"} <= reached  # fmt: skip


def test_touch_turns_a_cell_and_pokes(page):
    _, root = page(width=390, height=844, has_touch=True, is_mobile=True)
    root.locator("[data-cell='1,2']").tap()
    assert root.locator("[data-cell='1,2']").get_attribute("data-mask") == "true"
    root.locator("[data-action=poke2]").tap()
    assert root.locator("b[data-leak=true]").count() == 1


def test_a_row_is_hidden_and_given_back_to_the_rules(page):
    _, root = page()
    root.locator("[data-cell='2,3']").click()
    root.locator("[data-action=row2]").click()
    masks = "all => all.map((cell) => cell.dataset.mask)"
    row = root.locator("[data-cell^='2,']")
    assert row.evaluate_all(masks) == ["false"] * 4
    root.locator("[data-action=causal]").click()  # a hand holds whatever the rules say
    assert row.evaluate_all(masks) == ["false"] * 4
    root.locator("[data-action=row2]").click()
    assert row.evaluate_all(masks) == ["false", "true", "true", "true"]


def test_undo_and_reset_bring_back_what_was(page):
    _, root = page()
    values = "all => all.map((cell) => cell.dataset.value)"
    weights = root.locator("[data-forbidden]")
    before = weights.evaluate_all(values)
    undo = root.locator("[data-action=undo]")
    assert undo.get_attribute("aria-disabled") == "true"
    root.locator("[data-cell='0,1']").click()
    between = weights.evaluate_all(values)
    root.locator("[data-action=finite]").click()
    undo.click()
    assert weights.evaluate_all(values) == between
    undo.click()
    assert weights.evaluate_all(values) == before
    for action in ("forgotten", "poke1", "row0", "use-after"):
        root.locator(f"[data-action={action}]").click()
    root.locator("[data-action=reset]").click()
    assert weights.evaluate_all(values) == before
    assert root.locator("input").input_value() == "1"


def test_a_tiny_leak_is_never_shown_as_0(page):
    scores = np.zeros((3, 3))
    scores[0, 2] = -12  # a share of 3e-6
    _, root = page(MaskSandbox(scores, causal=False))
    cell = root.locator("[data-leak=true]").nth(1)
    assert cell.locator("b").inner_text() == "≈0"
    assert float(cell.get_attribute("data-value")) == softmax(scores)[0, 2]


def test_labels_are_text(page):
    tokens = ["<img src=x onerror=alert(1)>", "机器", "c"]
    watched, root = page(MaskSandbox(SCORES[:3, :3], tokens=tokens, causal=False))
    assert root.locator("img").count() == 0
    assert "机器" in root.locator("[data-cell='1,0']").get_attribute("aria-label")
    assert watched.errors == []


def test_the_largest_and_one_by_hand_fit_a_phone_and_axe_finds_nothing(page):
    rng = np.random.default_rng(1)
    largest = MaskSandbox(
        rng.normal(size=(6, 6)), rng.normal(size=(6, 3)), n_padding=2, inverted=True,
        tokens=["the", "transformer", "attends", "to", "padding", "[pad]"], poked=3,
    )  # fmt: skip
    hand = [[None] * 4, [None] * 4, [False] * 4, [True] * 4]
    watched, _ = page(largest, example(by_hand=hand), width=360)
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert Axe().run(watched.page).response["violations"] == []


# ---- the chapter's own -------------------------------------------------------

PENCIL = np.array([[2.0, 3, 1, 2], [3, 1, 2, 2], [1, 2, 1, 4], [1, 5, 1, 1]])


def chapter_s(**state):
    given = {
        "tokens": ["[start]", "jam", "tea", ":"],
        "values": [[8], [16], [32], [64]],
    }
    given["answers"] = ["jam", "tea", ":", "jam"]
    return MaskSandbox(np.log(PENCIL), **given | state)


def test_it_opens_at_the_triangle_with_the_pencil_s_numbers(show):
    _, root = show(chapter_s())
    assert not root.locator("details").evaluate("one => one.open")
    cells = root.locator("[data-cell]")
    small = [float(t) for t in cells.locator("span").all_inner_texts()]
    assert small == PENCIL.ravel().tolist()
    large = [float(t) for t in cells.locator("b").all_inner_texts()]
    visible = np.tril(PENCIL)
    expected = visible / visible.sum(axis=1, keepdims=True)
    assert large == expected.ravel().tolist()  # three decimals are all of them
    assert root.locator("[data-one] span").all_inner_texts() == ["2", "4", "4", "8"]
    assert root.locator("[data-answer]").all_inner_texts() == ["jam", "tea", ":", "jam"]
    crossed = root.locator("[data-counted=false] span").evaluate_all(
        "all => all.map((one) => getComputedStyle(one).textDecorationLine)"
    )
    assert crossed == ["line-through"] * 6


@pytest.mark.parametrize(
    ("action", "kind", "said"),
    [
        (
            "right",
            "good",
            "Nobody peeks. Change any token, and no earlier output moves",
        ),
        ("none", "answer", "“[start]” reads “jam”, the very word that it must write."),
        ("triu", "answer", "“[start]” reads “jam”, the very word that it must write."),
        (
            "after",
            "moved",
            "change “jam”, and the output of “[start]” moves from 2 to 1.",
        ),
        (
            "forgotten",
            "padding",
            "“jam” reads “[start]”, which is only padding. Its output is 10 instead of",
        ),
        ("finite", "filled", "“[start]” may read nothing, yet it reads everything"),
        ("row1", "empty", "Nobody peeks, but “jam” may read nothing at all."),
    ],
)
def test_one_line_says_the_worst(page, action, kind, said):
    n_padding = int(action in [*PADDED, "row1"])
    _, root = page(chapter_s(n_padding=n_padding))
    root.locator(f"[data-action={action}]").click()
    line = root.locator("p[data-verdict]")
    assert line.get_attribute("data-verdict") == kind
    assert line.get_attribute("data-state") == ("good" if kind == "good" else "bad")
    assert said in line.inner_text()


def test_the_line_s_numbers_are_the_kernel_s(show):
    watched, root = show(chapter_s())
    root.locator("[data-action=after]").click()
    scores, values = poke(np.log(PENCIL), np.array([[8.0], [16], [32], [64]]), 1)
    output = softmax(scores) * np.tril(np.ones((4, 4))) @ values
    said = root.locator("p[data-verdict]").inner_text()
    assert f"moves from 2 to {output[0, 0]:.2f}," in said
    # what is hidden after the softmax still counts in the sum
    assert root.locator("[data-counted=false]").count() == 0
    assert root.locator("[data-one] span").all_inner_texts() == ["8"] * 4
    changed = np.exp(scores[0])
    e, total = changed[1], changed.sum()
    why = root.locator(".gb-why").inner_text()
    assert f"e^score grows from 3 to {e:.2f}." in why
    assert f"grows from 8 to {total:.2f}. So 2/8 · 8 = 2 becomes" in why
    assert f"2/{total:.2f} · 8 = {output[0, 0]:.2f}." in why
    root.locator("[data-action=right]").click()
    assert root.locator(".gb-why").is_hidden()


FRONT = np.pad(PENCIL, ((1, 0), (1, 0)), constant_values=2.0)
FRONT_VALUES = np.array([0.0, 8, 16, 32, 64])


def padded():
    """The chapter's second widget: the same text, after one token of padding."""
    tokens = ["[pad]", "[start]", "jam", "tea", ":"]
    values = FRONT_VALUES[:, None]
    return MaskSandbox(np.log(FRONT), values, tokens=tokens, n_padding=1)


def test_forgotten_padding_in_front_harms_every_real_row(show):
    widget = padded()
    right = widget.weights() @ FRONT_VALUES
    widget.hide_padding = False
    harmed = widget.weights() @ FRONT_VALUES
    assert (np.abs(right - harmed)[1:] > 1).all()
    _, root = show(widget)
    line = root.locator("p[data-verdict]").inner_text()
    assert f"Its output is {harmed[1]:.0f} instead of {right[1]:.0f}." in line
    why = root.locator(".gb-why").inner_text()
    assert why == (
        "The output of “[start]” is 2/4 · 0 + 2/4 · 8 = 4. "
        "Without the padding: 2/2 · 8 = 8."
    )


def test_the_line_tells_of_what_is_shown_after_a_poke_too(show):
    widget = padded()
    widget.set(hide_padding=False, poked=0)  # [pad] grows by 1: 2 e, and the value 1
    _, root = show(widget)
    root.locator("details").evaluate("one => { one.open = true; }")
    scores, values = poke(np.log(FRONT), FRONT_VALUES[:, None], 0)
    of_pad, own = np.exp(scores[1, :2])
    output = (of_pad * values[0, 0] + own * 8) / (of_pad + own)
    assert f"Its output is {output:.2f} instead of 8." in root.inner_text()
    assert f"{of_pad:.2f}/{of_pad + own:.2f} · 1 + 2/" in root.inner_text()


def test_a_filled_row_s_small_numbers_give_its_weights(show):
    _, root = show(padded())
    assert "[pad]” may read nothing" in root.locator(".gb-why").inner_text()
    assert root.locator("[data-one] span").first.inner_text() == "0"
    assert root.locator("p[data-verdict]").get_attribute("data-state") == "good"
    root.locator("[data-action=finite]").click()
    row = root.locator("[data-cell^='0,']")
    assert row.locator("span").all_inner_texts() == ["1"] * 5
    assert row.locator("b").all_inner_texts() == ["0.2"] * 5
    assert root.locator("[data-one] span").first.inner_text() == "5"
    assert root.locator("[data-cell^='0,'][data-counted=false]").count() == 0
    assert "every weight is 1/5 = 0.2." in root.locator(".gb-why").inner_text()


def test_without_one_number_a_row_there_is_no_working(show):
    for values in (None, VALUES):
        _, root = show(MaskSandbox(SCORES, values, when="after"))
        assert root.locator("p[data-verdict=moved]").count() == 1
        assert root.locator(".gb-why").is_hidden()


def test_what_is_about_padding_is_there_only_with_padding(show):
    _, root = show(example())
    assert root.locator("[data-action=forgotten]").is_visible()
    assert root.locator("[data-action=after]").count() == 0
    _, root = show(chapter_s())
    absent = [*PADDED[1:], "hide_padding", "row0"]
    for action in absent:
        assert root.locator(f"[data-action={action}]").count() == 0
    assert root.locator("input").count() == 0


def test_answers_are_as_many_as_tokens():
    with pytest.raises(TraitError, match="answers must have 4 entries; got 1"):
        chapter_s(answers=["jam"])


def test_a_press_that_changes_nothing_leaves_nothing_to_undo(page):
    _, root = page()
    undo = root.locator("[data-action=undo]")
    for action in ("right", "use-infinite"):  # what holds already
        root.locator(f"[data-action={action}]").click()
    assert undo.get_attribute("aria-disabled") == "true"
