"""The widget LayerNorm by hand: its rules, its fallback, and its page."""

import math
import re

import numpy as np
import pytest
from glassbox import layer_norm
from glassbox.widgets import LayerNormByHand
from traitlets import TraitError

X, OTHER = [22, 5, 6, 8], [3, 9, 4, -2]


@pytest.fixture
def widget():
    return LayerNormByHand(X, np.array(OTHER), gamma=[1, 2, 3, 4], eps=0.5)


def test_the_state_is_kept_as_given(widget):
    assert (widget.x, widget.other) == (X, OTHER)
    assert (widget.gamma, widget.beta) == ([1, 2, 3, 4], [0, 0, 0, 0])
    assert widget.eps == 0.5
    assert LayerNormByHand(X, OTHER).eps == 1e-5
    assert LayerNormByHand(X).other == []


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("x", [1, 2, 3], "x, other, gamma and beta must have the same length"),
        ("gamma", [1, 2, 3], "same length"),
        ("x", [1], "x must have 2 to 4 numbers; got 1"),
        ("other", [1], "other must have 2 to 4 numbers; got 1"),
        ("beta", [0] * 5, "beta must have 2 to 4 numbers; got 5"),
        ("other", [1, 2, 3, math.nan], "finite numbers; got nan at index 3"),
        ("x", [1, 2, 3, 2e6], "from -1e[+]06 to 1e[+]06"),
        ("x", "1234", "list of finite numbers"),
        ("eps", -1e-9, "eps must be from 0 to 1e[+]06; got -1e-09"),
        ("eps", 1e7, "eps must be from 0"),
        ("eps", "0", "finite number"),
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


def test_repr_is_the_same_every_time(widget):
    assert repr(widget) == "LayerNormByHand([22, 5, 6, 8], [3, 9, 4, -2], eps=0.5)"
    assert repr(LayerNormByHand(X)) == "LayerNormByHand([22, 5, 6, 8], eps=1e-05)"


def test_the_fallback_has_the_kernel_s_numbers(widget):
    rows = re.findall(r'<th scope="row">(.*?)</th>(.*?)</tr>', widget.fallback)
    shown = {name: re.findall(r"<td>(.*?)</td>", cells) for name, cells in rows}
    gamma = np.array([1.0, 2, 3, 4])
    y = layer_norm(np.array(X, float), gamma, eps=0.5)
    second = layer_norm(np.array(OTHER, float), gamma, eps=0.5)
    # four decimals are shown
    np.testing.assert_allclose(np.array(shown["y"], float), y, atol=5.1e-5)
    np.testing.assert_allclose(np.array(shown["its y"], float), second, atol=5.1e-5)
    assert shown["(x − μ)²"] == ["138.0625", "27.5625", "18.0625", "5.0625"]
    assert "μ = 10.2500, variance σ² = 47.1875" in widget.fallback


def test_a_constant_row_without_eps_does_not_upset_the_fallback():
    widget = LayerNormByHand([5, 5], [1, 2], eps=0)
    assert widget.fallback.count("<td>nan</td>") == 4  # normalised and y
    assert LayerNormByHand([5, 5], eps=0).fallback.count("<td>nan</td>") == 2


# ---- on a page ---------------------------------------------------------------

# Type a state into a widget's fields; return every number it then shows.
SHOW = """async ([index, states]) => {
  const widget = document.querySelectorAll("[data-mounted]")[index];
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  const write = (field, value) => {
    field.value = String(value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const shown = [];
  for (const { restore, ...state } of states) {
    for (const [name, values] of Object.entries(state)) {
      const fields = [...widget.querySelectorAll(`[data-field=${name}]`)];
      fields.forEach((field, i) => write(field, [values].flat()[i]));
    }
    await settled();
    if (restore) widget.querySelector("[data-action=restore]")?.click();
    await settled();
    const rows = [...widget.querySelectorAll("[data-row]")].map((row) =>
      [row.dataset.row, [...row.querySelectorAll("td")].map((td) => Number(td.dataset.value))]);
    const scalars = [...widget.querySelectorAll("[data-scalar][data-value]")].map((node) =>
      [node.dataset.scalar, Number(node.dataset.value)]);
    const verdict = widget.querySelector("[data-back]")?.dataset.back;
    shown.push({ ...Object.fromEntries([...rows, ...scalars]), verdict });
  }
  return shown;
}"""  # noqa: E501


def values(root, row):
    cells = root.locator(f"[data-row={row}] td")
    return cells.evaluate_all("all => all.map(cell => Number(cell.dataset.value))")


def random_state(rng, size):
    def row(scale):
        return (rng.normal(size=size) * scale).round(3).tolist()

    return {
        "x": row(10 ** rng.uniform(-1, 3)),
        "other": row(10 ** rng.uniform(-1, 3)),
        "gamma": row(2),
        "beta": row(2),
        "eps": float(rng.choice([1e-5, 0.1, 3.0])),
        "restore": bool(rng.random() < 0.3),
    }


@pytest.mark.parametrize("is_pair", [False, True])
def test_the_page_shows_what_the_python_kernels_give(show, is_pair):
    rng = np.random.default_rng(0)
    sizes = (2, 3, 4)
    others = {size: [5] * size if is_pair else [] for size in sizes}
    epses = {2: 1e-5, 3: 0.1, 4: 3.0}  # a pair has no field for it
    watched, *_ = show(
        *(LayerNormByHand(range(n), others[n], eps=epses[n]) for n in sizes)
    )
    for number, size in enumerate(sizes):
        states = [random_state(rng, size) for _ in range(40)]
        for state, shown in zip(
            states, watched.page.evaluate(SHOW, [number, states]), strict=True
        ):
            x, other = np.array(state["x"]), np.array(state["other"])
            eps = epses[size] if is_pair else state["eps"]
            root = math.sqrt(x.var() + eps)
            normalised = layer_norm(x, eps=eps)
            wanted = {"x": x, "normalised": normalised}
            if is_pair:
                gamma, beta = np.array(state["gamma"]), np.array(state["beta"])
                if state["restore"]:
                    gamma, beta = np.full(size, root), np.full(size, x.mean())
                    assert shown["verdict"].split(",")[0] == "true"
                y = layer_norm(x, gamma, beta, eps=eps)
                other_y = layer_norm(other, gamma, beta, eps=eps)
                wanted |= {
                    "gamma": gamma, "beta": beta, "y": y, "gap": y - x,
                    "other": other, "other_y": other_y, "other_gap": other_y - other,
                }  # fmt: skip
            else:
                wanted |= {
                    "deviation": x - x.mean(), "square": (x - x.mean()) ** 2,
                    "mean": x.mean(), "variance": x.var(), "root": root,
                }  # fmt: skip
            for name, value in wanted.items():
                # float64 on both sides; sums in another order: the last bits of
                # numbers up to a few thousand, squared
                np.testing.assert_allclose(
                    shown[name], value, rtol=1e-11, atol=1e-9, err_msg=name
                )
            assert set(wanted) | {"verdict"} >= set(shown)
    assert watched.errors == []


def test_the_numbers_of_the_chapter(show):
    _, root, pair = show(LayerNormByHand(X), LayerNormByHand(X, OTHER))
    found = [1.7105, -0.7643, -0.6187, -0.3275]
    assert np.round(values(root, "normalised"), 4).tolist() == found
    assert np.round(values(pair, "y"), 4).tolist() == found
    text = root.inner_text()
    assert "μ = (22 + 5 + 6 + 8) / 4 = 10.25" in text
    assert "(138.0625 + 27.5625 + 18.0625 + 5.0625) / 4 = 47.1875" in text
    assert "6.8693" in text
    assert "The mean of x̂ is 0, and its variance is 1." in text
    assert "First token: μ = 10.25, √(σ² + ε) = 6.8693" in pair.inner_text()
    second = "Second token, same γ and β: μ = 3.5, √(σ² + ε) = 3.9051"
    assert second in pair.inner_text()


def test_one_token_has_no_gamma_and_two_have_no_lifting(show):
    _, root, pair = show(LayerNormByHand(X), LayerNormByHand(X, OTHER))
    assert root.locator("[data-field=gamma], [data-action=restore]").count() == 0
    assert pair.locator("[data-field=eps], [data-action=lift]").count() == 0


def test_undoing_brings_the_first_token_back_and_not_the_second(show):
    _, root = show(LayerNormByHand(X, OTHER))
    verdict = root.locator("[data-back]")
    assert verdict.inner_text() == "y differs from x: the norm is not undone."
    assert verdict.get_attribute("data-back") == "false,false"
    root.locator("[data-action=restore]").click()
    assert verdict.get_attribute("data-back") == "true,false"
    assert "The first token is back" in verdict.inner_text()
    assert values(root, "x") == X
    assert values(root, "beta") == [10.25] * 4
    np.testing.assert_allclose(values(root, "y"), X, rtol=1e-12)
    assert max(map(abs, values(root, "other_gap"))) > 1
    root.locator("[data-action=plain]").click()
    assert values(root, "gamma") == [1, 1, 1, 1]
    assert root.locator("[data-back]").get_attribute("data-back") == "false,false"
    root.locator("[data-action=reset]").click()
    assert values(root, "x") == X


def test_a_second_token_with_the_same_mean_and_spread_comes_back_too(show):
    _, root = show(LayerNormByHand([22, 5, 6, 8], [8, 6, 5, 22]))
    root.locator("[data-action=restore]").click()
    assert root.locator("[data-back]").get_attribute("data-back") == "true,true"


def test_a_constant_row_without_eps_is_explained(show):
    flat = [5, 5, 5]
    watched, root, pair = show(
        LayerNormByHand(flat, eps=0), LayerNormByHand(flat, [1, 2, 3], eps=0)
    )
    assert all(map(math.isnan, values(root, "normalised") + values(pair, "y")))
    for one in root, pair:
        assert "This is what ε is for" in one.inner_text()
    root.locator("[data-field=eps]").fill("0.00001")
    assert values(root, "normalised") == [0, 0, 0]
    assert watched.errors == []


@pytest.mark.parametrize(
    ("field", "typed"),
    [("x", "abc"), ("x", "2e6"), ("gamma", ""), ("beta", "1,500"), ("eps", "-1")],
)
def test_a_bad_entry_is_explained_and_the_last_good_state_kept(show, field, typed):
    watched, root = show(LayerNormByHand(X, [] if field == "eps" else OTHER))
    before = values(root, "normalised")
    entry = root.locator(f"[data-field={field}]").first
    entry.fill(typed)
    assert entry.get_attribute("aria-invalid") == "true"
    described = root.locator(f"[id='{entry.get_attribute('aria-describedby')}']")
    assert described.is_visible()
    assert "counts" in described.inner_text()
    assert values(root, "normalised") == before
    root.locator("[data-action=reset]").click()
    assert root.locator("[aria-invalid]").count() == 0
    assert watched.errors == []


@pytest.mark.parametrize(
    ("other", "actions", "fields"),
    [
        ([], ["lift", "stretch"], ["x"] * 4 + ["eps"]),
        (
            OTHER,
            ["restore", "plain"],
            ["x"] * 4 + ["gamma"] * 4 + ["beta"] * 4 + ["other"] * 4,
        ),
    ],
)
def test_the_keyboard_reaches_and_operates_everything(show, other, actions, fields):
    watched, root = show(LayerNormByHand(X, other))
    keyboard = watched.page.keyboard
    root.locator("[data-field=x]").first.focus()
    keyboard.press("ArrowUp")
    assert values(root, "x") == [23, 5, 6, 8]
    what = "document.activeElement.dataset"
    root.locator(f"[data-action={actions[0]}]").focus()
    for one in [*actions, *fields, "undo", "reset"]:
        assert watched.page.evaluate(f"{what}.field ?? {what}.action") == one
        keyboard.press("Tab")


def test_lifting_and_stretching_leave_the_output_all_but_the_same(show):
    _, root = show(LayerNormByHand(X))
    before = values(root, "normalised")
    root.locator("[data-action=lift]").click()
    assert values(root, "x") == [32, 15, 16, 18]
    np.testing.assert_allclose(values(root, "normalised"), before, rtol=1e-12)
    root.locator("[data-action=stretch]").click()
    assert values(root, "x") == [64, 30, 32, 36]
    # eps is left: 1e-5 beside a variance of 47
    np.testing.assert_allclose(values(root, "normalised"), before, rtol=1e-6)
    root.locator("[data-action=undo]").click()
    assert values(root, "x") == [32, 15, 16, 18]


def test_it_says_that_the_result_stays_when_x_is_lifted_or_stretched(show):
    _, root = show(LayerNormByHand(X))
    verdict = root.locator("p").first
    same = "x has changed, but x̂ has not: 1.7105, −0.7643, −0.6187, −0.3275."
    for action in ("lift", "stretch"):
        assert verdict.inner_text() != same
        root.locator(f"[data-action={action}]").click()
        assert verdict.inner_text() == same
        root.locator("[data-action=undo]").click()
    root.locator("[data-action=stretch]").click()
    root.locator("[data-field=x]").first.fill("45")  # now something else is changed
    assert verdict.inner_text() == "The mean of x̂ is 0, and its variance is 1."


def test_a_large_eps_lets_the_stretching_show(show):
    _, root = show(LayerNormByHand(X, eps=3))
    root.locator("[data-action=stretch]").click()
    assert "has not" not in root.inner_text()
    assert "its variance is 0.9844." in root.inner_text()  # 188.75 / 191.75


def test_gamma_is_whole_on_a_phone(show):
    _, root = show(LayerNormByHand(X, OTHER), width=390)
    root.locator("[data-action=restore]").click()
    for field in root.locator("[data-field=gamma], [data-field=beta]").all():
        assert field.evaluate("field => field.scrollWidth <= field.clientWidth")
    assert root.locator("[data-field=gamma]").first.input_value() == "6.8693"


def test_no_number_is_stretched_beyond_its_limit(show):
    _, root = show(LayerNormByHand([600000, 1]))
    root.locator("[data-action=stretch]").click()
    assert values(root, "x") == [600000, 1]


def test_touch_undoes_the_norm(show):
    _, root = show(
        LayerNormByHand(X, OTHER), width=390, height=844, has_touch=True, is_mobile=True
    )
    root.locator("[data-action=restore]").tap()
    assert root.locator("[data-back]").get_attribute("data-back") == "true,false"


def test_undo_takes_back_the_norm_s_undoing_and_a_run_of_typing_as_one(show):
    _, root = show(LayerNormByHand(X, OTHER))
    first = root.locator("[data-field=x]").first
    first.fill("7")
    first.fill("70")
    root.locator("[data-action=restore]").click()
    undo = root.locator("[data-action=undo]")
    undo.click()
    assert values(root, "gamma") == [1, 1, 1, 1]
    assert values(root, "x") == [70, 5, 6, 8]
    undo.click()
    assert values(root, "x") == X
    assert undo.get_attribute("aria-disabled") == "true"


def test_a_wrong_entry_does_not_outlive_what_it_was_about(show):
    _, root = show(LayerNormByHand(X, OTHER))
    for action in ("restore", "plain", "undo"):
        root.locator("[data-field=gamma]").first.fill("wrong")
        assert root.locator("[aria-invalid]").count() == 1
        root.locator(f"[data-action={action}]").click()
        assert root.locator("[aria-invalid]").count() == 0


def test_the_outputs_are_announced_after_a_pause(show):
    watched, root = show(LayerNormByHand(X, OTHER), clock=True)
    root.locator("[data-field=beta]").first.fill("1")
    watched.page.clock.run_for(1000)
    assert root.locator("[role=status]").inner_text() == (
        "Input 22, 5, 6, 8, output 2.7105, −0.7643, −0.6187, −0.3275. "
        "y differs from x: the norm is not undone."
    )


def test_long_numbers_fit_a_phone(show):
    numbers = [-123456.789, 5, 6, 99999]
    one = LayerNormByHand(numbers, eps=0.001)
    two = LayerNormByHand(numbers, [1, 2, 3, -4], eps=0.001)
    for width in (360, 390):
        watched, *_ = show(one, two, width=width)
        assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
