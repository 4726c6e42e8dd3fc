"""The widget residual stack: its rules, its weights, its fallback, and its page."""

import itertools
import re

import numpy as np
import pytest
from glassbox import layer_norm, relu, residual_connection
from glassbox._random import mulberry32
from glassbox.models.deep_stack import draw_stack, run_stack
from glassbox.widgets import ResidualStack
from traitlets import TraitError

FORMS = list(
    itertools.product((True, False), ("none", "post", "pre"), ("default", "he"))
)


def settings(widget):
    return {name: getattr(widget, name) for name in widget._state}


def test_the_state_is_kept_as_given():
    widget = ResidualStack(7, residual=False, norm="pre", initialization="he", seed=3)
    assert settings(widget) == {
        "depth": 7,
        "residual": False,
        "norm": "pre",
        "initialization": "he",
        "seed": 3,
        "guess": "",
    }
    assert repr(widget) == (
        "ResidualStack(depth=7, residual=False, norm='pre', initialization='he')"
    )


@pytest.mark.parametrize("depth", [1, 100, np.int64(9), np.float32(12), 3.0])
def test_a_whole_number_of_layers_is_taken(depth):
    widget = ResidualStack(depth)
    assert widget.depth == depth
    assert type(widget.depth) is int


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("depth", 0, "depth must be from 1 to 100; got 0"),
        ("depth", 101, "depth must be from 1 to 100; got 101"),
        ("depth", 2.5, "depth must be a whole number; got 2.5"),
        ("depth", "8", "depth must be a finite number; got '8'"),
        ("depth", float("nan"), "depth must be a finite number; got nan"),
        ("depth", True, "depth must be a finite number; got True"),
        ("seed", -1, "seed must be from 0 to 999; got -1"),
        ("seed", 1000, "seed must be from 0 to 999; got 1000"),
        ("norm", "batch", "'none', 'post', 'pre'"),
        ("initialization", "xavier", "'default', 'he'"),
        ("residual", "on", "boolean"),
        ("guess", "both", "'', 'off', 'on'"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = ResidualStack(5)
    before = settings(widget)
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert settings(widget) == before
    with pytest.raises(TraitError, match=re.escape(rule)):
        ResidualStack(**{name: value})


def test_the_generator_is_mulberry32():
    # The first three outputs of the published generator for seeds 0 and 1.
    first = np.array([1144304738, 1416247, 958946056]) / 2**32
    np.testing.assert_array_equal(mulberry32(0, 3), first)
    assert mulberry32(1, 1)[0] == 2693262067 / 2**32
    many = mulberry32(7, 100_000)
    assert 0 <= many.min() and many.max() < 1
    assert many.mean() == pytest.approx(0.5, abs=4 / (12 * 100_000) ** 0.5)  # 4 sigma


@pytest.mark.parametrize(
    ("initialization", "variances"), [("default", (1 / 3, 1 / 3)), ("he", (2, 1))]
)
def test_weights_have_the_variance_that_their_name_promises(initialization, variances):
    x, direction, layers = draw_stack(5, initialization)
    assert len(layers) == 100
    assert np.mean(x**2) == pytest.approx(1, abs=1e-14)
    assert np.mean(direction**2) == pytest.approx(1, abs=1e-14)
    for which, variance in enumerate(variances):
        drawn = np.stack([pair[which] for pair in layers])
        # 409,600 uniform draws: 4 sigma of their variance is 0.6 %
        assert drawn.var() * 64 == pytest.approx(variance, rel=0.006)


def test_default_weights_are_bounded_as_pytorch_s_linear_layer():
    torch = pytest.importorskip("torch")
    torch.manual_seed(0)
    weight = torch.nn.Linear(64, 64, bias=False).weight.detach().numpy()
    _, _, layers = draw_stack(0, "default")
    for matrix in (weight, layers[0][0], layers[0][1]):
        assert 0.99 / 8 < np.abs(matrix).max() <= 1 / 8  # the bound is 1 / sqrt(64)


@pytest.mark.parametrize(("residual", "norm", "initialization"), FORMS)
def test_sizes_and_gradients_are_autograd_s_through_the_kernels(
    residual, norm, initialization
):
    stack = draw_stack(11, initialization)
    expected_sizes, expected_gradients = by_autograd(stack, 13, residual, norm)
    sizes, gradients = run_stack(stack, 13, residual, norm)
    # float64, some hundred operations deep
    np.testing.assert_allclose(sizes, expected_sizes, rtol=1e-11)
    np.testing.assert_allclose(gradients, expected_gradients, rtol=1e-9)


def by_autograd(stack, depth, residual, norm):
    """Return a stack's sizes and gradients through the library's own kernels."""
    torch = pytest.importorskip("torch")
    x, direction, layers = stack
    states = [torch.tensor(x, requires_grad=True)]
    for pair in layers[:depth]:
        w_1, w_2 = (torch.tensor(w) for w in pair)
        given = layer_norm(states[-1]) if norm == "pre" else states[-1]
        y = relu(given @ w_1) @ w_2
        y = residual_connection(states[-1], y) if residual else y
        states.append(layer_norm(y) if norm == "post" else y)
    output = layer_norm(states[-1]) if norm == "pre" else states[-1]
    gradients = torch.autograd.grad(output @ torch.tensor(direction), states)
    sizes = [float(state.detach().square().mean().sqrt()) for state in states]
    return sizes, [float(gradient.square().mean().sqrt()) for gradient in gradients]


def test_the_fallback_follows_the_state():
    widget = ResidualStack(5, norm="pre")
    assert "5 layers with skip paths, norm: pre" in widget.fallback
    widget.set(depth=64, residual=False, norm="none")
    sizes, gradients = run_stack(draw_stack(0, "default"), 64, False, "none")
    assert f"<td>{sizes[64]:.3g}</td>" in widget.fallback
    assert f"<td>{gradients[0]:.3g}</td>" in widget.fallback
    rows = re.findall(r'<th scope="row">(\d+)</th>', widget.fallback)
    assert rows == ["0", "1", "2", "4", "8", "16", "32", "64"]


def test_one_layer_is_not_spoken_of_as_many():
    assert "1 layer without skip paths" in ResidualStack(1, residual=False).fallback


# ---- on a page ---------------------------------------------------------------

# Bring the widget into a state by its own controls; return the numbers that it shows.
SHOW = """async ([selector, states]) => {
  const widget = document.querySelector(selector);
  const one = (name) => widget.querySelector(name);
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  for (const fold of widget.querySelectorAll("details")) fold.open = true;
  const shown = [];
  for (const state of states) {
    one("[data-field=depth]").value = state.depth;
    one("[data-field=depth]").dispatchEvent(new Event("input", { bubbles: true }));
    one(`[data-action=residual-${state.residual ? "on" : "off"}]`).click();
    one(`[data-action=norm-${state.norm}]`).click();
    one(`[data-action=initialization-${state.initialization}]`).click();
    for (let i = 0; i < state.more_weights; i++) one("[data-action=seed]").click();
    await settled();
    const rows = [...widget.querySelectorAll("tbody tr:not([hidden])")];
    const column = (n) => rows.map((row) => Number(row.cells[n].dataset.value));
    const texts = rows.map((row) => row.cells[2].textContent);
    shown.push({ sizes: column(1), gradients: column(2), texts });
  }
  return shown;
}"""


def figures(root):
    values = root.locator(".gb-value[data-value]")
    return values.evaluate_all("all => all.map(dd => Number(dd.dataset.value))")


def depth(root):
    return int(root.locator("[data-field=depth]").input_value())


def random_states(count):
    rng = np.random.default_rng(0)
    seed = 0
    for _ in range(count):
        more_weights = int(rng.integers(0, 3))
        seed += more_weights
        yield (
            seed,
            {
                "depth": int(rng.integers(1, 101)),
                "residual": bool(rng.random() < 0.6),
                "norm": str(rng.choice(["none", "post", "pre"])),
                "initialization": str(rng.choice(["default", "he"])),
                "more_weights": more_weights,
            },
        )


def test_the_page_shows_what_autograd_gives_through_the_python_kernels(show):
    watched, _ = show(ResidualStack())
    states = list(random_states(60))
    asked = ["[data-mounted]", [state for _, state in states]]
    shown = watched.page.evaluate(SHOW, asked)
    for (seed, state), seen in zip(states, shown, strict=True):
        stack = draw_stack(seed, state["initialization"])
        form = state["depth"], state["residual"], state["norm"]
        sizes, gradients = by_autograd(stack, *form)
        assert len(seen["sizes"]) == state["depth"] + 1
        # the same weights to the bit; sums in another order, up to 100 layers deep
        np.testing.assert_allclose(seen["sizes"], sizes, rtol=1e-9)
        np.testing.assert_allclose(seen["gradients"], gradients, rtol=1e-9)
        for text, gradient in zip(seen["texts"], gradients, strict=True):
            assert as_number(text) == pytest.approx(gradient, rel=5.1e-2, abs=5.1e-4)
    assert watched.errors == []


def as_number(text):
    factor, _, power = text.replace("−", "-").partition("·10")
    digits = power.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))
    return float(factor) * 10.0 ** int(digits or 0)


def test_three_figures_sum_up_the_curves(show):
    _, root = show(ResidualStack(depth=9, norm="pre", initialization="he", seed=4))
    sizes, gradients = run_stack(draw_stack(4, "he"), 9, True, "pre")
    expected = [sizes[-1], gradients[0], gradients[-2]]
    np.testing.assert_allclose(figures(root), expected, rtol=1e-9)  # sums' order


@pytest.mark.parametrize(
    ("form", "fates"),
    [
        ({"residual": False}, ["vanished"] * 2),
        ({}, ["alive"] * 2),
        ({"initialization": "he"}, ["exploded"] * 2),
        ({"residual": False, "initialization": "he"}, ["alive"] * 2),
    ],
)
def test_it_says_whether_the_vector_and_the_gradient_live(show, form, fates):
    _, root = show(ResidualStack(depth=32, **form))
    found = root.locator(".gb-charts [data-fate]")
    assert found.evaluate_all("all => all.map(one => one.dataset.fate)") == fates
    (word,) = set(fates)
    said = {
        "vanished": "Vanished: below 0.001.",
        "alive": "It survives: 0.1 to 1,000.",
        "exploded": "Exploded: above 1,000.",
    }
    assert found.get_by_text(said[word]).count() == 2


def test_a_gradient_that_a_norm_alone_leaves_is_called_weak(show):
    form = {"depth": 64, "residual": False, "initialization": "he", "norm": "pre"}
    _, root = show(ResidualStack(**form))
    gradient = root.locator(".gb-charts [data-fate]").last
    assert gradient.get_attribute("data-fate") == "weak"
    assert gradient.get_by_text("Weak: below 0.1.").count() == 1


def test_layers_stand_in_the_way_without_a_skip_path_and_beside_it_with_one(show):
    _, root = show(ResidualStack(depth=5, residual=False))
    stack = root.locator("[data-chart=size] .gb-layers")
    boxes, ways = stack.locator(".gb-layer"), stack.locator(".gb-around")
    assert boxes.count() == stack.get_by_text("f", exact=True).count() == 5
    assert ways.count() == 0
    through = float(boxes.first.get_attribute("y"))
    root.locator("[data-action=residual-on]").click()
    assert ways.count() == 5
    assert float(boxes.first.get_attribute("y")) > through + 15
    assert stack.get_by_text("+", exact=True).count() == 5
    root.locator("[data-field=depth]").press("End")
    assert boxes.count() == 6  # of 100


def middles(strip, part):
    """Return where parts of the strip stand: the middles of their boxes."""
    found = strip.locator(part).evaluate_all(
        "all => all.map(one => { const { x, y, width, height } = one.getBBox();"
        " return [x + width / 2, y + height / 2]; })"
    )
    return np.array(found).reshape(-1, 2)


def test_norms_stand_in_the_stream_or_on_the_way_into_the_layer(show):
    _, root = show(ResidualStack(depth=4, norm="post"))
    strip = root.locator("[data-chart=size] .gb-layers")
    stream = middles(strip, "circle")[0, 1]
    layers, sums = middles(strip, ".gb-layer"), middles(strip, "circle")
    post = middles(strip, ".gb-norm")
    assert len(post) == 4 and (post[:, 1] == stream).all()
    assert (post[:, 0] > sums[:, 0]).all()  # after the sum
    root.locator("[data-action=norm-pre]").click()
    pre = middles(strip, ".gb-norm")
    assert len(pre) == 4 + 1  # and the final one
    assert (pre[:4, 0] < layers[:, 0]).all()
    assert (stream < pre[:4, 1]).all() and (pre[:4, 1] < layers[:, 1]).all()
    assert pre[4, 1] == stream and pre[4, 0] > sums[-1, 0]
    drop = root.locator("[data-chart=gradient] .gb-drop").get_attribute("d")
    assert float(drop[1:].split()[0]) == pre[4, 0]  # right below the final norm
    root.locator("[data-action=norm-none]").click()
    assert strip.locator(".gb-norm").count() == 0


def test_a_gradient_runs_from_right_to_left_and_adds_up_where_the_paths_forked(show):
    _, root = show(ResidualStack(depth=4))
    for chart, is_backward in (("size", False), ("gradient", True)):
        picture = root.locator(f"[data-chart={chart}]")
        boxes = middles(picture, ".gb-layer")[:, 0]
        sums = middles(picture, "circle")[:, 0]
        assert ((sums < boxes) == is_backward).all()
        (tips,) = {tuple(middles(picture, "g > g > .gb-tip")[:, 0])}
        np.testing.assert_allclose(tips, sums)
        end = middles(picture, "g > .gb-stream + .gb-band + .gb-tip")[0, 0]
        assert (end < boxes.min()) == is_backward


def test_a_guess_is_kept_and_told_once_both_ways_were_seen(show):
    _, root = show(ResidualStack(depth=24, residual=False))
    told = root.locator("[data-part=guessed]")
    assert told.text_content() == ""
    root.locator("[data-action=guess-off]").click()
    assert told.text_content().startswith("Your guess: off. Now take larger")
    root.locator("[data-action=initialization-he]").click()
    assert "becomes" not in told.text_content()
    root.locator("[data-action=residual-on]").click()
    sizes = [run_stack(draw_stack(0, "he"), 24, on, "none")[0][-1] for on in (0, 1)]
    wanted = f"{sizes[0]:.3f} with the skip path off, and {sizes[1]:,.0f} with it on."
    assert wanted in told.text_content()
    assert told.text_content().startswith("Not off: it is the other one that breaks.")
    root.locator("[data-action=guess-on]").click()
    assert told.text_content().startswith("Right, it is on.")
    root.locator("[data-field=depth]").press("Home")
    assert told.text_content().startswith("Neither has broken yet: take more layers.")
    assert "With 1 layer of larger" in told.text_content()
    root.locator("summary").first.click()
    root.locator("[data-action=norm-post]").click()
    assert told.text_content() == "Choose no norm, and both ways are compared."
    root.locator("[data-action=reset]").click()
    assert told.text_content() == ""


def test_the_norm_is_a_first_choice_where_there_is_one(show):
    for norm in ("none", "pre"):
        _, root = show(ResidualStack(depth=4, norm=norm))
        assert root.locator("details.gb-more").evaluate("fold => fold.open") is False
        choice = root.locator("[data-action=norm-post]")
        assert choice.count() == 1
        assert choice.is_visible() == (norm == "pre")


def test_a_final_norm_is_drawn_from_1_to_what_it_leaves_of_the_gradient(show):
    _, root = show(ResidualStack(depth=64, norm="post", initialization="he"))
    chart = root.locator("[data-chart=gradient]")
    drop, curve = chart.locator(".gb-drop"), chart.locator(".gb-curve")
    assert drop.get_attribute("d") == ""
    root.locator("[data-action=norm-pre]").click()
    start, end = drop.get_attribute("d").removeprefix("M").split("V")
    x, y = map(float, curve.get_attribute("d").split("L")[-1].split())
    one = chart.locator(".gb-one").get_attribute("d").split("H")[0].split()[1]
    assert start == f"{x:g} {one}" and y > float(one)
    assert float(end) == pytest.approx(y, abs=0.006)  # a curve is drawn to 0.01
    _, gradients = run_stack(draw_stack(0, "he"), 64, True, "pre")
    assert (
        chart.get_by_text(f"final norm: 1 → {gradients[-1]:.2f}", exact=True).count()
        == 1
    )
    assert root.locator("[data-chart=size] .gb-drop").get_attribute("d") == ""


def test_the_axis_is_no_wider_than_the_numbers_need(show):
    _, root = show(ResidualStack(depth=64, norm="pre", initialization="he"))
    for chart in ("size", "gradient"):  # 1 to 8, and 0.12 to 0.53: a power each way
        marks = root.locator(f"[data-chart={chart}] g .gb-mark")
        assert marks.all_text_contents() == ["10⁻¹", "1", "10¹"]


def test_the_curves_have_a_point_a_layer_and_words(show):
    watched, root = show(ResidualStack(depth=5, residual=False))
    sizes, gradients = run_stack(draw_stack(0, "default"), 5, False, "none")
    for chart, values in [("size", sizes), ("gradient", gradients)]:
        picture = root.locator(f"[data-chart={chart}]")
        curve = picture.locator(".gb-curve").get_attribute("d")
        places = [tuple(map(float, p.split())) for p in curve[1:].split("L")]
        assert len(places) == 6
        heights = [y for _, y in places]
        # on a log scale, height is a straight line of the logarithm; drawn to 0.01
        slope, start = np.polyfit(np.log10(values), heights, 1)
        np.testing.assert_allclose(
            slope * np.log10(values) + start, heights, atol=0.011
        )
        assert slope < 0  # up is larger
        label = picture.get_attribute("aria-label")
        assert "at layer 0" in label and "at layer 5" in label
    assert watched.errors == []


def test_what_was_shown_before_the_last_choice_stays_for_comparison(show):
    watched, root = show(ResidualStack(depth=12))
    earlier = root.locator("[data-chart=gradient] .gb-earlier")
    curve = root.locator("[data-chart=gradient] .gb-curve")
    note = root.get_by_text("Dashed: before your last choice.")
    assert not note.is_visible()
    root.locator("[data-action=residual-off]").click()
    assert len(earlier.get_attribute("d").split("L")) == 13
    assert earlier.get_attribute("d") != curve.get_attribute("d")
    assert note.is_visible()
    # A stack of another depth has other layers: nothing is compared.
    root.locator("[data-field=depth]").press("ArrowRight")
    assert earlier.get_attribute("d") == "" and not note.is_visible()
    root.locator("[data-action=residual-on]").click()
    assert len(earlier.get_attribute("d").split("L")) == 14
    assert watched.errors == []


def test_the_band_tells_explosion_as_strongly_as_vanishing(show):
    _, root = show(ResidualStack(depth=24, initialization="he"))
    band = root.locator("[data-chart=size] .gb-band")
    tall = "path => path.getBBox().height"
    assert band.evaluate(tall) == pytest.approx(28, abs=0.1)  # at 2,731: the widest
    root.locator("[data-action=residual-off]").click()
    assert 5 < band.evaluate(tall) < 14  # near 1


def test_both_numbers_and_the_choices_fit_on_a_phone(show):
    _, root = show(ResidualStack(depth=24, residual=False), width=390, height=844)
    top = root.locator("[data-action=residual-on]").bounding_box()["y"]
    for key in (0, 1):
        value = root.locator(".gb-charts .gb-value").nth(key).bounding_box()
        assert value["y"] + value["height"] - top < 400


def test_touch_moves_the_depth_on_a_phone(show):
    phone = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    watched, root = show(ResidualStack(), **phone)
    box = root.locator("[data-field=depth]").bounding_box()
    x, y = box["x"] + 0.9 * box["width"], box["y"] + box["height"] / 2
    watched.page.touchscreen.tap(x, y)
    assert 80 < depth(root) < 100
    root.locator("summary").first.tap()
    root.locator("[data-action=norm-post]").tap()
    assert figures(root)[0] == pytest.approx(1, abs=1e-4)  # post-norm, less its eps


def test_the_keyboard_reaches_and_operates_everything(show):
    watched, root = show(ResidualStack(depth=16))
    keyboard = watched.page.keyboard
    root.locator("[data-field=depth]").focus()
    keyboard.press("End")
    assert depth(root) == 100
    root.locator("summary").first.press("Enter")
    root.locator("[data-action=residual-off]").focus()
    reached = set()
    for _ in range(14):
        what = "document.activeElement.dataset.action ?? document.activeElement.tagName"
        reached.add(watched.page.evaluate(what))
        keyboard.press("Tab")
    wanted = {"residual-on", "residual-off", "norm-none", "norm-post", "norm-pre"}
    wanted |= {"initialization-default", "initialization-he", "seed", "undo", "reset"}
    assert wanted | {"SUMMARY"} <= reached

    before = figures(root)
    off = root.locator("[data-action=residual-off]")
    off.focus()
    keyboard.press("Enter")
    assert off.get_attribute("aria-pressed") == "true"
    assert figures(root)[1] < 1e-38 < before[1]
    root.locator("[data-action=undo]").focus()
    keyboard.press("Enter")
    assert figures(root) == before
    root.locator("[data-action=reset]").focus()
    keyboard.press("Enter")
    assert depth(root) == 16


def test_new_weights_change_the_numbers_and_undo_brings_them_back(show):
    _, root = show(ResidualStack())
    before = figures(root)
    root.locator("summary").first.click()
    root.locator("[data-action=seed]").click()
    assert figures(root) != before
    root.locator("[data-action=undo]").click()
    assert figures(root) == before


def test_the_state_is_announced_after_a_pause(show):
    watched, root = show(ResidualStack(depth=30), clock=True)
    said = root.locator("[role=status]")
    root.locator("summary").first.click()
    root.locator("[data-action=norm-post]").click()
    assert not said.inner_text().startswith("30 layers")
    watched.page.clock.run_for(1000)
    size, gradient = (f"{number:.3f}" for number in figures(root)[:2])
    assert said.inner_text() == (
        f"30 layers. Size after the last: {size}. "
        f"Gradient before the first: {gradient}."
    )
    root.locator("[data-field=depth]").press("Home")
    watched.page.clock.run_for(1000)
    assert said.inner_text().startswith("1 layer. ")
