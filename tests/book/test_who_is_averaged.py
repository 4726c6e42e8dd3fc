"""The widget who is averaged with whom, operated on a page by keyboard and pointer."""

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from glassbox import batch_norm, layer_norm, rms_norm
from glassbox.widgets import WhoIsAveraged
from widget_page import page_of

BLOCK = [
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
  const shown = [];
  for (const state of states) {
    await press("layer_norm", true);
    const axes = ["batch", "token", "feature"];
    for (const on of [true, false]) { // never none, so first what is to be on
      for (const [i, axis] of axes.entries()) {
        if (state.axes.includes(i) === on) await press(axis, on);
      }
    }
    await press("batch_norm", true);
    for (const flag of ["use_mask", "inference"]) await press(flag, state[flag]);
    await press(state.kernel, true);
    widget.querySelector(`[data-place="${state.selected}"]`).click();
    await settled();
    const field = widget.querySelector("input");
    field.value = state.value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await settled();
    const cells = [...widget.querySelectorAll("[data-place]")].map((cell) => ({
      ...cell.dataset, text: cell.textContent, label: cell.ariaLabel,
    }));
    const { count, mean, variance } = widget.querySelector("p").dataset;
    const effects = [...widget.querySelectorAll("[data-largest]")];
    shown.push({
      cells, count: Number(count), mean: Number(mean), variance: Number(variance),
      effects: effects.map((row) => ({ ...row.dataset })),
      call: widget.querySelector("code").textContent,
    });
  }
  return shown;
}"""


@pytest.fixture
def show(tmp_path, open_page):
    """Open a page with these widgets; return it, watched, and the first widget."""

    def show(*widgets, **options):
        path = tmp_path / "page.html"
        path.write_text(page_of(widgets or [example()]), encoding="utf-8")
        watched = open_page(path, **options)
        roots = watched.page.locator(".gb-averaged")
        for number in range(max(len(widgets), 1)):
            watched.page.locator("main > div").nth(number).scroll_into_view_if_needed()
            roots.nth(number).wait_for()
        return watched, roots.first

    return show


def example(**state):
    return WhoIsAveraged(BLOCK, LABELS, lengths=[3, 2], **state)


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
    watched, _ = show(*widgets)
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
    root.locator("[data-action=poke]").click()
    rows = root.locator("[data-largest]")
    effects = rows.evaluate_all(
        "all => all.map(r => [Number(r.dataset.changed), Number(r.dataset.largest)])"
    )
    assert [count for count, _ in effects] == changed
    assert [largest > 0 for _, largest in effects] == [n > 0 for n in changed]
    texts = rows.evaluate_all("all => all.map(row => row.lastChild.textContent)")
    assert [text == "0" for text in texts] == [n == 0 for n in changed]


def test_a_masked_poke_changes_itself_alone(show):
    state = {"kernel": "batch_norm", "use_mask": True, "selected": [1, 2, 0]}
    _, root = show(example(**state))
    assert root.locator("p").first.get_attribute("data-count") == "5"
    root.locator("[data-action=poke]").click()
    assert root.locator("[data-changed=true][data-place]").count() == 1
    root.locator("[data-action=use_mask]").click()
    assert root.locator("[data-changed=true][data-place]").count() == 6


def test_the_keyboard_reaches_every_entry_and_pokes_it(show):
    watched, root = show()
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
    assert root.locator("[tabindex='0'][data-place]").count() == 1


def test_tab_reaches_every_control(show):
    watched, root = show()
    root.locator("[data-action=layer_norm]").focus()
    reached = set()
    what = "document.activeElement.dataset.action ?? document.activeElement.tagName"
    for _ in range(15):
        reached.add(watched.page.evaluate(what))
        watched.page.keyboard.press("Tab")
    assert {"layer_norm", "batch_norm", "rms_norm", *AXES, "use_mask", "inference",
            "TD", "INPUT", "poke", "back", "reset"} <= reached  # fmt: skip


def test_touch_chooses_and_pokes(show):
    _, root = show(width=390, height=844, has_touch=True, is_mobile=True)
    root.locator("[data-place='1,0,2']").tap()
    root.locator("[data-action=poke]").tap()
    assert root.locator("input").input_value() == "-2"
    assert root.locator("[aria-selected=true]").get_attribute("data-place") == "1,0,2"


def test_at_least_one_axis_stays(show):
    _, root = show()
    root.locator("[data-action=feature]").click()
    assert root.locator("[data-action=feature]").get_attribute("aria-pressed") == "true"
    assert root.locator("code").inner_text() == "layer_norm(x, axis=2)"


@pytest.mark.parametrize("typed", ["abc", "", "1e7", "-1000001", "nan"])
def test_a_bad_input_is_explained_and_the_last_good_state_kept(show, typed):
    _, root = show()
    outputs = "all => all.map(cell => cell.dataset.output)"
    before = root.locator("[data-place]").evaluate_all(outputs)
    field = root.locator("input")
    field.fill(typed)
    assert field.get_attribute("aria-invalid") == "true"
    assert "22 counts" in root.locator(".gb-error").inner_text()
    assert root.locator("[data-place]").evaluate_all(outputs) == before
    root.locator("[data-place='0,1,1']").click()
    assert field.get_attribute("aria-invalid") is None
    assert field.input_value() == "9"


def test_taking_back_and_reset_bring_the_beginning_back(show):
    _, root = show()
    outputs = "all => all.map(cell => cell.dataset.output)"
    before = root.locator("[data-place]").evaluate_all(outputs)
    root.locator("input").fill("3.5")
    root.locator("[data-action=back]").click()
    assert root.locator("input").input_value() == "22"
    assert root.locator("[data-place]").evaluate_all(outputs) == before
    root.locator("[data-place='1,1,1']").click()
    root.locator("[data-action=rms_norm]").click()
    root.locator("[data-action=reset]").click()
    assert root.locator("[data-place]").evaluate_all(outputs) == before
    assert root.locator("[aria-selected=true]").get_attribute("data-place") == "0,0,0"


def test_labels_are_text(show):
    labels = ["<img src=x onerror=alert(1)>", "机器", "c"]
    watched, root = show(WhoIsAveraged([[[1, 2], [3, 4], [5, 7]]], labels))
    assert root.locator("img").count() == 0
    assert "机器" in root.locator("[data-place='0,1,0']").get_attribute("aria-label")
    assert watched.errors == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_it_fits_and_axe_finds_no_violation(show, scheme, width):
    largest = WhoIsAveraged(
        np.arange(48).reshape(3, 4, 4) ** 2, lengths=[4, 3, 2], kernel="batch_norm"
    )
    watched, _ = show(example(poke=1), largest, scheme=scheme, width=width)
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    violations = Axe().run(watched.page).response["violations"]
    assert [(v["id"], [n["target"] for n in v["nodes"]]) for v in violations] == []
