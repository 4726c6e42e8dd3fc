"""Who is averaged with whom: its rules, its fallback, and its work on a page."""

import math
import re

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from glassbox import batch_norm, layer_norm, rms_norm
from glassbox.widgets import WhoIsAveraged
from traitlets import TraitError

BLOCK = np.array([[[22, 5, 6], [3, 9, 4]], [[2, 8, -3], [0, 0, 0.5]]])  # (2, 2, 3)


@pytest.fixture
def widget():
    return WhoIsAveraged(BLOCK, ["tea", "milk", "<b>", "糖"], lengths=[2, 1])


def test_the_state_is_kept_as_given(widget):
    assert widget.block == BLOCK.tolist()
    assert widget.labels == ["tea", "milk", "<b>", "糖"]
    assert (widget.axes, widget.lengths, widget.selected) == ([2], [2, 1], [0, 0, 0])


def test_what_is_left_out_has_a_default():
    widget = WhoIsAveraged(BLOCK)
    assert widget.labels == ["token 1", "token 2"] * 2
    assert widget.lengths == [2, 2]
    assert widget.running_mean == [0, 0, 0]
    assert widget.running_var == [1, 1, 1]


def test_a_tensor_and_numpy_indices_are_taken():
    torch = pytest.importorskip("torch")
    widget = WhoIsAveraged(torch.tensor(BLOCK), axes=np.array([0, 1]))
    assert widget.block == BLOCK.tolist()
    assert widget.axes == [0, 1]
    assert {type(axis) for axis in widget.axes} == {int}


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("block", [[1, 2], [3, 4]], "a block of finite numbers; got 1 at index 0, 0"),
        ("block", [[[1, 2], [3]]], "rows of one length; got lengths 1, 2"),
        ("block", [[[1, 2]], [[3]]], "rows of one length; got lengths 1, 2"),
        ("block", [[[1, 2]], [[3, 4], [5, 6]]], "one length; got lengths 1, 2"),
        ("block", [], "block must have 1 to 3 samples; got 0"),
        ("block", [[]], "block must have 1 to 4 tokens; got 0"),
        ("block", [[[]]], "block must have 1 to 4 features; got 0"),
        ("block", "abc", "block must be a block of finite numbers; got 'abc'"),
        ("block", BLOCK * math.nan, "finite numbers; got nan at index 0, 0, 0"),
        ("block", BLOCK * 1e6, "from -1e[+]06 to 1e[+]06; got 22000000.0 at index 0"),
        ("block", np.ones((4, 2, 3)), "1 to 3 samples; got 4"),
        ("block", np.ones((2, 5, 3)), "1 to 4 tokens; got 5"),
        ("block", np.ones((2, 2, 5)), "1 to 4 features; got 5"),
        ("block", np.ones((2, 2, 2)), "running_mean must have 2 entries; got 3"),
        ("labels", ["a"], "labels must have 4 entries; got 1"),
        ("kernel", "group_norm", "group_norm"),
        ("axes", [], "axes must be some of 0, 1, 2, in this order; got"),
        ("axes", [2, 1], "in this order; got"),
        ("axes", [1, 1], "in this order; got"),
        ("axes", [3], "axes must be some of"),
        ("axes", [0.5], "whole numbers of at least 0"),
        ("lengths", [3, 1], "lengths must be at most 2"),
        ("lengths", [-1, 1], "whole numbers of at least 0"),
        ("running_var", [1, -1, 1], "running_var must be at least 0"),
        ("selected", [0, 2, 0], r"selected must lie in a block of shape \(2, 2, 3\)"),
        ("selected", [0, 0], "selected must have 3 entries; got 2"),
        ("poke", 3e6, "poke must be at most 2e[+]06; got"),
        ("poke", math.inf, "finite"),
        ("use_mask", "yes", "use_mask"),
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
    with pytest.raises(TraitError, match=message):
        WhoIsAveraged(**{"block": BLOCK, name: value} | same_shape(name, value))


def same_shape(name, value):
    """For a block of another shape: what else the constructor then needs."""
    is_smaller = name == "block" and getattr(value, "shape", None) == (2, 2, 2)
    return {"running_mean": [0, 0, 0]} if is_smaller else {}


@pytest.mark.parametrize(
    ("state", "text", "norm"),
    [
        ({}, "layer_norm over feature", layer_norm),
        (
            {"axes": [1, 2]},
            "layer_norm over token, feature",
            lambda x: layer_norm(x, axis=(1, 2)),
        ),
        ({"kernel": "batch_norm"}, "batch_norm", batch_norm),
        (
            {"kernel": "batch_norm", "use_mask": True},
            "batch_norm",
            lambda x: batch_norm(x, mask=np.array([[True, True], [True, False]])),
        ),
        (
            {"kernel": "batch_norm", "inference": True},
            "batch_norm, inference",
            lambda x: batch_norm(x, running_mean=np.zeros(3), running_var=np.ones(3)),
        ),
    ],
)
def test_repr_and_fallback_tell_the_kernel_s_outputs(widget, state, text, norm):
    widget.set(selected=[0, 1, 1], poke=2, **state)
    assert repr(widget) == f"WhoIsAveraged((2, 2, 3), {text})"
    outputs = [float(y) for y in re.findall(r"→ ([-.\d]+)", widget.fallback)]
    # four decimals are shown
    np.testing.assert_allclose(outputs, norm(BLOCK).ravel(), rtol=0, atol=5.1e-5)
    poked = BLOCK.copy()
    poked[0, 1, 1] += 2
    changed = (norm(poked) != norm(BLOCK)).sum()
    assert f"milk in text 1 changes {changed} of the 12 outputs" in widget.fallback


def test_labels_are_escaped_in_the_fallback(widget):
    assert "<b>" not in widget.fallback
    assert "&lt;b&gt;" in widget.fallback


def test_a_block_of_another_shape_is_set_with_all_that_depends_on_it(widget):
    widget.set(
        block=np.ones((1, 3, 2)), labels=["a", "b", "c"], lengths=[3],
        running_mean=[0, 0], running_var=[1, 1],
    )  # fmt: skip
    assert widget.fallback.count("<tr>") == 4


# ---- on a page ---------------------------------------------------------------

CHAPTER = [
    [[22, 5, 6, 8], [3, 9, 4, -2], [7, 1, 0, 5]],
    [[2, 8, -3, 6], [10, 4, 6, 1], [0, 0, 0, 0]],
]
LABELS = ["tea", "with", "milk", "black", "coffee", "[pad]"]
AXES = {"batch": 0, "token": 1, "feature": 2}

# Bring a widget into a state by its own controls; return what it then shows.
SHOW = """async ([index, states]) => {
  const widget = document.querySelectorAll(".gb-averaged")[index];
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  const button = (action) => widget.querySelector(`[data-action=${action}]`);
  const press = async (action, on) => {
    const { ariaDisabled, ariaPressed } = button(action);
    if (ariaDisabled !== "true" && ariaPressed !== `${on}`) button(action).click();
    await settled();
  };
  const choose = async (kernel) => {
    button(`kernel-${kernel}`).click();
    await settled();
  };
  const shown = [];
  for (const state of states) {
    await choose("batch_norm"); // it is lit as well where LayerNorm's axes make it
    for (const flag of ["use_mask", "inference"]) await press(flag, state[flag]);
    await press("kernel-layer_norm", true);
    const axes = ["batch", "token", "feature"];
    for (const on of [true, false]) { // never none, so first what is to be on
      for (const [i, axis] of axes.entries()) {
        if (state.axes.includes(i) === on) await press(axis, on);
      }
    }
    if (state.kernel !== "layer_norm") await choose(state.kernel);
    widget.querySelector(`[data-place="${state.selected}"]`).click();
    await settled();
    const field = widget.querySelector("input");
    field.value = state.value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await settled();
    const cells = [...widget.querySelectorAll("[data-place]")].map((cell) => ({
      ...cell.dataset, text: cell.textContent, label: cell.ariaLabel,
    }));
    const { count, mean, variance } = widget.querySelector(".gb-shares").dataset;
    const effects = [...widget.querySelectorAll("[data-largest]")];
    shown.push({
      cells, count: Number(count), mean: Number(mean), variance: Number(variance),
      effects: effects.map((row) => ({ ...row.dataset })),
      call: widget.querySelector("code").textContent,
    });
  }
  return shown;
}"""


def example(**state):
    return WhoIsAveraged(CHAPTER, LABELS, lengths=[3, 2], **state)


def poke(root, place):
    root.locator(f"[data-place='{place}']").click()


def random_widget(rng):
    shape = rng.integers([1, 1, 2], [4, 5, 5])
    return WhoIsAveraged(
        (rng.normal(size=shape) * 10 ** rng.uniform(-2, 3)).round(3),
        lengths=rng.integers(1, shape[1] + 1, size=shape[0]),
        running_mean=rng.normal(size=shape[2]).round(2),
        running_var=rng.uniform(0.1, 4, size=shape[2]).round(2),
    )


def random_state(rng, block):
    axes = rng.permutation(3)[: rng.integers(1, 4)]
    return {
        "kernel": str(rng.choice(["layer_norm", "batch_norm", "rms_norm"])),
        "axes": sorted(axes.tolist()),
        "use_mask": bool(rng.integers(2)),
        "inference": bool(rng.integers(2)),
        "selected": rng.integers(block.shape).tolist(),
        "value": float((block.std() * rng.normal() + 1).round(2)),
    }


def expected(widget, state, x):
    """The outputs, and which entries share the selected one's mean, from Python."""
    index = np.indices(x.shape)
    real = index[1] < np.array(widget.lengths)[:, None, None]
    axes = {"rms_norm": [2], "layer_norm": state["axes"], "batch_norm": [0, 1]}
    fixed = [axis for axis in range(3) if axis not in axes[state["kernel"]]]
    shared = np.ones(x.shape, bool)
    for axis in fixed:
        shared &= index[axis] == state["selected"][axis]
    if state["kernel"] == "rms_norm":
        return rms_norm(x), shared
    if state["kernel"] == "layer_norm":
        return layer_norm(x, axis=tuple(state["axes"])), shared
    if state["inference"]:
        mean, var = np.array(widget.running_mean), np.array(widget.running_var)
        return batch_norm(x, running_mean=mean, running_var=var), shared & False
    mask = real[..., 0] if state["use_mask"] else None
    return batch_norm(x, mask=mask), shared & (real | (not state["use_mask"]))


def column(shown, name, kind=float):
    return np.array([kind(cell[name]) for cell in shown["cells"]])


def test_the_page_shows_what_the_python_kernels_give(show):
    rng = np.random.default_rng(0)
    widgets = [random_widget(rng) for _ in range(12)]
    watched, *_ = show(*widgets)
    for number, widget in enumerate(widgets):
        block = np.array(widget.block)
        states = [random_state(rng, block) for _ in range(10)]
        for state, shown in zip(
            states, watched.page.evaluate(SHOW, [number, states]), strict=True
        ):
            x, place = block.copy(), tuple(state["selected"])
            x[place] += state["value"] - x[place]  # as the widget adds its poke
            before, _ = expected(widget, state, block)
            after, shared = expected(widget, state, x)
            # float64 on both sides; sums in another order differ in the last bits,
            # which a root of a tiny variance can enlarge
            np.testing.assert_allclose(
                column(shown, "output"), after.ravel(), rtol=1e-9, atol=1e-9
            )
            np.testing.assert_allclose(
                column(shown, "change"), (after - before).ravel(), rtol=0, atol=1e-9
            )
            assert column(shown, "shared", str).tolist() == [
                str(one).lower() for one in shared.ravel().tolist()
            ]
            assert shown["count"] == shared.sum()
            if shared.any():
                values = x[shared]
                assert shown["mean"] == pytest.approx(values.mean(), abs=1e-9)
                assert shown["variance"] == pytest.approx(values.var(), rel=1e-9)
            reached = shared.copy()
            if state["kernel"] == "batch_norm" and not state["inference"]:
                reached[..., place[2]] = True  # padding too is normalised by the mean
            reached[place] = True
            assert (column(shown, "change")[~reached.ravel()] == 0).all()
    assert watched.errors == []


@pytest.mark.parametrize(
    ("state", "changed"),
    [
        # the poked token; earlier, later tokens of its sample; the other sample
        ({"axes": [2]}, [4, 0, 0, 0]),
        ({"axes": [1, 2]}, [4, 4, 4, 0]),
        ({"axes": [0, 1]}, [1, 1, 1, 3]),
        ({"axes": [0]}, [1, 0, 0, 1]),
        ({"kernel": "batch_norm"}, [1, 1, 1, 3]),
        ({"kernel": "batch_norm", "use_mask": True}, [1, 1, 1, 3]),
        ({"kernel": "batch_norm", "inference": True}, [1, 0, 0, 0]),
        ({"kernel": "rms_norm"}, [4, 0, 0, 0]),
    ],
)
def test_a_poke_changes_whom_it_may_and_nobody_else_at_all(show, state, changed):
    _, root = show(example(selected=[0, 1, 2], **state))
    poke(root, "0,1,2")
    rows = root.locator("[data-largest]")
    effects = rows.evaluate_all(
        "all => all.map(r => [Number(r.dataset.changed), Number(r.dataset.largest)])"
    )
    assert [count for count, _ in effects] == changed
    assert [largest > 0 for _, largest in effects] == [n > 0 for n in changed]
    texts = rows.evaluate_all("all => all.map(row => row.lastChild.textContent)")
    assert [text == "0" for text in texts] == [n == 0 for n in changed]
    verdict = root.locator(".gb-verdict")
    assert f"{sum(changed)} of 24 outputs moved" in verdict.inner_text()
    leaks = any(changed[1:])
    assert verdict.get_attribute("data-state") == ("bad" if leaks else "good")
    assert ("Nobody else notices" in verdict.inner_text()) == (not leaks)
    for n, where in zip(
        changed, ["with itself", "earlier", "later", "another"], strict=True
    ):
        assert (f"{n} in {where}" in verdict.inner_text()) == (leaks and n > 0)


def test_a_masked_poke_changes_itself_alone(show):
    state = {"kernel": "batch_norm", "use_mask": True, "selected": [1, 2, 0]}
    _, root = show(example(**state))
    assert root.locator(".gb-shares").get_attribute("data-count") == "5"
    poke(root, "1,2,0")
    assert root.locator("[data-changed=true][data-place]").count() == 1
    root.locator("summary").click()
    root.locator("[data-action=use_mask]").click()
    assert root.locator("[data-changed=true][data-place]").count() == 6


def test_the_keyboard_reaches_every_entry_and_pokes_it(show):
    watched, root = show(example())
    keyboard = watched.page.keyboard
    root.locator("[tabindex='0'][data-place]").focus()
    focused = "document.activeElement.dataset.place"
    seen = [watched.page.evaluate(focused)]
    for row in range(6):
        for _ in range(3):
            keyboard.press("ArrowRight" if row % 2 == 0 else "ArrowLeft")
            seen.append(watched.page.evaluate(focused))
        keyboard.press("ArrowDown")
        seen.append(watched.page.evaluate(focused))
    assert set(seen) == {
        f"{b},{t},{f}" for b in (0, 1) for t in (0, 1, 2) for f in range(4)
    }
    keyboard.press("ArrowUp")
    assert watched.page.evaluate(focused) == "1,1,0"
    assert root.locator("[aria-selected=true]").get_attribute("data-place") == "1,1,0"
    keyboard.press("+")
    keyboard.press("+")
    keyboard.press("-")
    assert root.locator("input").input_value() == "11"
    keyboard.press("Enter")  # takes the poke back
    assert root.locator("input").input_value() == "10"
    keyboard.press("Space")
    assert root.locator("input").input_value() == "20"
    keyboard.press("ArrowRight")  # the poke moves along
    assert root.locator("input").input_value() == "14"
    keyboard.press("ArrowLeft")
    assert root.locator("[tabindex='0'][data-place]").count() == 1


def test_tab_reaches_every_control(show):
    watched, root = show(example())
    root.locator("summary").click()
    root.locator("[data-action=kernel-layer_norm]").focus()
    reached = set()
    what = "document.activeElement.dataset.action ?? document.activeElement.tagName"
    for _ in range(18):
        reached.add(watched.page.evaluate(what))
        watched.page.keyboard.press("Tab")
    kernels = {f"kernel-{name}" for name in ("layer_norm", "batch_norm", "rms_norm")}
    others = {"use_mask", "inference", "TD", "INPUT", "undo", "reset"}
    assert kernels | {*AXES} | others <= reached


def test_touch_chooses_and_pokes(show):
    _, root = show(example(), width=390, height=844, has_touch=True, is_mobile=True)
    root.locator("[data-place='1,0,2']").tap()
    assert root.locator("input").input_value() == "7"
    assert root.locator("[aria-selected=true]").get_attribute("data-place") == "1,0,2"


def test_at_least_one_axis_stays(show):
    _, root = show(example())
    root.locator("summary").click()
    root.locator("[data-action=feature]").click()
    assert root.locator("[data-action=feature]").get_attribute("aria-pressed") == "true"
    assert root.locator("code").inner_text() == "layer_norm(x, axis=2)"


@pytest.mark.parametrize("typed", ["abc", "", "1e7", "-1000001", "nan"])
def test_a_bad_input_is_explained_and_the_last_good_state_kept(show, typed):
    _, root = show(example())
    outputs = "all => all.map(cell => cell.dataset.output)"
    before = root.locator("[data-place]").evaluate_all(outputs)
    field = root.locator("input")
    field.fill(typed)
    assert field.get_attribute("aria-invalid") == "true"
    assert "22 counts" in root.locator(".gb-error").inner_text()
    assert root.locator("[data-place]").evaluate_all(outputs) == before
    root.locator("[data-place='0,1,1']").click()
    assert field.get_attribute("aria-invalid") is None
    assert field.input_value() == "19"


def test_taking_back_and_reset_bring_the_beginning_back(show):
    _, root = show(example())
    outputs = "all => all.map(cell => cell.dataset.output)"
    before = root.locator("[data-place]").evaluate_all(outputs)
    root.locator("input").fill("3.5")
    poke(root, "0,0,0")
    assert root.locator("input").input_value() == "22"
    assert root.locator("[data-place]").evaluate_all(outputs) == before
    root.locator("[data-place='1,1,1']").click()
    root.locator("summary").click()
    root.locator("[data-action=kernel-rms_norm]").click()
    root.locator("[data-action=reset]").click()
    assert root.locator("[data-place]").evaluate_all(outputs) == before
    assert root.locator("[aria-selected=true]").get_attribute("data-place") == "0,0,0"


def test_labels_are_text(show):
    labels = ["<img src=x onerror=alert(1)>", "机器", "c"]
    watched, root = show(WhoIsAveraged([[[1, 2], [3, 4], [5, 7]]], labels))
    assert root.locator("img").count() == 0
    assert "机器" in root.locator("[data-place='0,1,0']").get_attribute("aria-label")
    assert watched.errors == []


def test_undo_takes_a_poke_and_then_the_choice_back(show):
    _, root = show(example())
    undo, chosen = (
        root.locator("[data-action=undo]"),
        root.locator("[aria-selected=true]"),
    )
    assert undo.get_attribute("aria-disabled") == "true"
    root.locator("[data-action=kernel-layer_norm]").click()  # it is: nothing changes
    assert undo.get_attribute("aria-disabled") == "true"
    poke(root, "0,1,1")
    assert root.locator("input").input_value() == "19"
    poke(root, "0,0,1")  # the poke moves there
    assert root.locator("input").input_value() == "15"
    undo.click()
    assert root.locator("input").input_value() == "19"
    assert chosen.get_attribute("data-place") == "0,1,1"
    undo.click()
    assert chosen.get_attribute("data-place") == "0,0,0"
    assert root.locator("input").input_value() == "22"
    assert undo.get_attribute("aria-disabled") == "true"


def test_a_second_press_takes_the_poke_back(show):
    _, root = show(example())
    for expected in (4, 0, 4):
        poke(root, "0,2,1")
        assert root.locator("[data-place][data-changed=true]").count() == expected


def test_layernorm_is_over_the_features_unless_more_says_else(show):
    _, root = show(example(axes=[1, 2]))
    layer = root.locator("[data-action=kernel-layer_norm]")
    assert layer.get_attribute("aria-pressed") == "false"
    layer.click()
    assert layer.get_attribute("aria-pressed") == "true"
    assert root.locator(".gb-shares").get_attribute("data-count") == "4"


@pytest.mark.parametrize(
    ("axes", "name"),
    [([2], "layer_norm"), ([0, 1], "batch_norm"), ([1, 2], None), ([0], None)],
)
def test_the_norm_that_the_axes_make_is_lit(show, axes, name):
    _, root = show(example(axes=axes))
    lit = root.locator("[data-action^=kernel-][aria-pressed=true]")
    actions = lit.evaluate_all("all => all.map(one => one.dataset.action)")
    assert actions == ([f"kernel-{name}"] if name else [])


def test_the_chapter_s_first_screen_is_the_poke_of_milk(show):
    _, root = show(example(selected=[0, 2, 1], poke=10), width=390, height=844)
    assert root.locator("[data-place][data-changed=true]").count() == 4
    root.locator("[data-action=kernel-batch_norm]").click()
    assert root.locator("[data-place][data-changed=true]").count() == 6
    assert root.locator(".gb-verdict").inner_text() == (
        "✗ 6 of 24 outputs moved: 1 in milk itself, 2 in earlier tokens, "
        "3 in another text."
    )


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ({}, "taken over the 4 numbers marked µ: µ = 10.2500, σ² = 47.1875"),
        ({"kernel": "batch_norm"}, "taken over the 6 numbers marked µ: µ = 7.3333"),
        (
            {"kernel": "rms_norm"},
            "the root mean square of the 4 numbers marked ²: 12.3390",
        ),
        (
            {"kernel": "batch_norm", "inference": True},
            "stored numbers, nobody here is averaged: µ = 0.0000, σ² = 1.0000",
        ),
    ],
)
def test_it_says_what_the_mean_is_made_of(show, state, words):
    _, root = show(example(**state))
    root.locator("summary").click()
    assert words in root.locator(".gb-shares").inner_text()


def test_what_only_later_tokens_notice_is_no_leak(show):
    _, root = show(example(axes=[1, 2], selected=[1, 0, 0], poke=10))
    verdict = root.locator(".gb-verdict")
    assert verdict.get_attribute("data-state") == "good"
    assert verdict.inner_text() == (
        "✓ 12 of 24 outputs moved: 4 in black itself, 8 in later tokens. "
        "Later tokens may know."
    )
    poke(root, "1,1,0")
    assert verdict.get_attribute("data-state") == "bad"


def test_rmsnorm_marks_squares_and_lights_no_axis_of_a_mean(show):
    _, root = show(example(kernel="rms_norm"))
    marks = "all => all.map(one => getComputedStyle(one, '::after').content)"
    marked = root.locator("[data-shared=true]")
    assert marked.evaluate_all(marks) == ['"²"'] * 4
    assert marked.first.get_attribute("aria-label").endswith(", ²")
    assert "Cells with ² share one root mean square." in root.inner_text()
    root.locator("summary").click()
    for axis in AXES:
        lit = root.locator(f"[data-action={axis}]").get_attribute("aria-pressed")
        assert lit == "false"
    root.locator("[data-action=kernel-layer_norm]").click()
    assert marked.evaluate_all(marks) == ['"µ"'] * 4
    assert "Cells with µ share one mean." in root.inner_text()


def test_what_a_poke_changed_is_announced_after_a_pause(show):
    watched, root = show(example(), clock=True)
    poke(root, "0,0,0")
    watched.page.clock.run_for(1000)
    said = root.locator("[role=status]").inner_text()
    assert said == (
        "✓ 4 of 24 outputs moved, all in tea itself. Nobody else notices. text 1, tea, "
        "feature 1: its mean is taken over the 4 numbers marked µ: µ = 12.7500, "
        "σ² = 124.6875."
    )
    root.locator("[data-action=kernel-batch_norm]").click()
    watched.page.clock.run_for(1000)
    assert "3 in another text" in root.locator("[role=status]").inner_text()


@pytest.mark.parametrize("width", [360, 1280])
def test_the_largest_block_fits(show, width):
    block = np.arange(48).reshape(3, 4, 4) ** 2
    largest = WhoIsAveraged(block, lengths=[4, 3, 2], kernel="batch_norm", poke=1)
    watched, _ = show(largest, width=width)
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    assert Axe().run(watched.page).response["violations"] == []
