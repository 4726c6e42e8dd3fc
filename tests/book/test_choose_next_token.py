"""The widget choose the next token, operated on a page by keyboard and pointer."""

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from glassbox.models.poems import OPENINGS, load_poem_model, opening_logits
from glassbox.widgets import ChooseNextToken
from glassbox.widgets.choose_next_token import CUTTING
from glassbox.widgets.choose_next_token.numbers import shares, tally
from widget_page import page_of

NUMBERS = "all => all.map(node => Number(node.dataset.value))"
SHOWN = 12


@pytest.fixture(scope="module")
def poems():
    model = load_poem_model()
    return list(opening_logits(model).values()), list(model.vocabulary)


@pytest.fixture
def show(tmp_path, open_page, poems):
    """Open a page with the poem model's logits, or others; return it, and the widget.

    The mouse and the clock stay out of it: numbers are read once repainted.
    """

    def show(*model, page=None, **options):
        path = tmp_path / "page.html"
        if not model:
            model, options["contexts"] = poems, list(OPENINGS)
        widget = ChooseNextToken(*model, **options)
        path.write_text(page_of([widget]), encoding="utf-8")
        watched = open_page(path, **(page or {}))
        root = watched.page.locator(".gb-token-choice")
        root.wait_for()
        return watched, root, widget

    return show


def press(root, *actions):
    for action in actions:
        root.locator(f"[data-action={action}]").evaluate("node => node.click()")
    root.page.wait_for_timeout(30)  # repainted


def column(root, name):
    return np.array(root.locator(f"tbody td.gb-{name}").evaluate_all(NUMBERS))


def number(root, selector):
    return root.locator(selector).evaluate("node => Number(node.dataset.value)")


def agrees(root, z, setting, cutting="minus_infinity", n_draws=0, seed=0):
    """Compare every number shown with what the Python kernels give."""
    before, after, kept = shares(z, *setting, cutting)
    order = np.argsort(-z, kind="stable")
    top, rest = order[:SHOWN], order[SHOWN:]

    def shown(values):
        return [*values[top], *([values[rest].sum()] if rest.size else [])]

    np.testing.assert_array_equal(column(root, "logit")[: top.size], z[top])
    # 1e-12: the same sums of up to 1,192 shares, added in another order
    near = {"rtol": 0, "atol": 1e-12}
    np.testing.assert_allclose(column(root, "before"), shown(before), **near)
    np.testing.assert_allclose(column(root, "after"), shown(after), **near)
    remain, mass = root.locator(".gb-value").evaluate_all(NUMBERS)
    assert remain == kept.sum()
    assert mass == pytest.approx(before[kept].sum(), abs=1e-12)
    total = number(root, "tfoot td.gb-after")
    assert total == pytest.approx(after.sum(), abs=1e-12)
    counts = tally(after, seed, n_draws)
    np.testing.assert_array_equal(column(root, "drawn"), shown(counts[:-1]))
    assert number(root, "tfoot td.gb-drawn") == counts[:-1].sum()
    cuts = root.locator("tbody tr.gb-cut .gb-token").count()
    assert cuts == (~kept[top]).sum() + (rest.size > 0 and kept.sum() <= SHOWN)


@pytest.mark.parametrize("cutting", CUTTING)
def test_the_page_shows_what_the_python_kernels_give(show, cutting):
    rng = np.random.default_rng(list(CUTTING).index(cutting))
    watched, root, widget = show(temperature=0.9, top_p=0.95, cutting=cutting, seed=11)
    press(root, "draws")
    z = widget.logits[0]
    agrees(root, z, (0.9, None, 0.95), cutting, 1000, 11)
    for _ in range(4):
        context = int(rng.integers(6))
        press(root, f"choose-{context}")
        for name in ("temperature", "top_k", "top_p"):
            dial = root.locator(f"[data-field={name}]")
            most = int(dial.get_attribute("max"))
            dial.fill(str(rng.integers(0, most // 2 if name == "top_k" else most)))
        root.page.wait_for_timeout(30)
        words = [
            root.locator(f"[data-field={name}]").get_attribute("aria-valuetext")
            for name in ("temperature", "top_k", "top_p")
        ]
        temperature = float(words[0].split(",")[0])
        setting = (temperature, int(words[1]), float(words[2]))
        agrees(root, widget.logits[context], setting, cutting, 1000, 11)
    assert watched.errors == []


def test_the_ends_of_the_sliders_are_greedy_and_off(show):
    watched, root, widget = show(temperature=1.5, top_k=40, top_p=0.9)
    z = widget.logits[0]
    agrees(root, z, (1.5, 40, 0.9))
    root.locator("[data-field=top_k]").press("End")
    agrees(root, z, (1.5, None, 0.9))
    root.locator("[data-field=top_p]").press("End")
    agrees(root, z, (1.5, None, None))
    assert "Nothing is cut." in root.inner_text()
    root.locator("[data-field=temperature]").press("Home")
    agrees(root, z, (0, None, None))
    assert "the lowest id on ties" in root.inner_text()
    assert root.locator("tr.gb-first-cut td.gb-why").inner_text() == "cut: T = 0"
    press(root, "undo", "undo", "undo")
    agrees(root, z, (1.5, 40, 0.9))
    assert root.locator("[data-action=undo]").get_attribute("aria-disabled") == "true"
    root.locator("[data-field=temperature]").press("ArrowRight")
    agrees(root, z, (1.6, 40, 0.9))
    press(root, "reset")
    agrees(root, z, (1.5, 40, 0.9))


def test_on_ties_zero_temperature_takes_the_lowest_id(show):
    z = np.array([1.0, 4.0, -2.0, 4.0, 0.5])
    _, root, _ = show(z, ["a", "b", "c", "d", "e"], temperature=0)
    press(root, "draws")
    agrees(root, z, (0, None, None), n_draws=1000)
    assert root.locator("tbody .gb-token").all_inner_texts() == list("bdaec")
    assert column(root, "drawn").tolist() == [1000, 0, 0, 0, 0]


def test_words_say_which_rule_cut_a_token(show):
    z = np.log([0.05, 0.4, 0.3, 0.15, 0.1])
    _, root, _ = show(z, ["a", "b", "c", "d", "e"], top_k=4, top_p=0.7)
    why = root.locator("tbody td.gb-why").all_inner_texts()
    assert why == ["kept", "kept", "cut: top-p", "cut: top-p", "cut: top-k"]
    assert "Top-k leaves 4, top-p 2 of these." in root.inner_text()
    picture = root.locator("svg")
    assert "Top-k leaves 4, top-p 2" in picture.get_attribute("aria-label")


def test_the_cuts_are_drawn_where_the_numbers_are(show):
    watched, root, widget = show(temperature=1.2, top_k=200, top_p=0.6)
    before, _, kept = shares(widget.logits[0], 1.2, 200, 0.6)
    running = np.cumsum(np.sort(before)[::-1])
    n = running.size

    def across(rank):
        return 30 + np.log(rank) / np.log(n) * 302

    def places(name):
        path = root.locator(f"svg path.gb-{name}").get_attribute("d")
        return np.array([place.split(",") for place in path[1:].split("L")], float)

    for name, rank in (("k", 200), ("p", kept.sum())):
        x = root.locator(f"svg path.gb-{name}").get_attribute("d")[1:].split()[0]
        assert float(x) == pytest.approx(across(rank + 0.5), abs=0.051)  # one decimal
    xs, ys = places("curve").T
    ranks = np.round(np.exp((xs - 30) / 302 * np.log(n))).astype(int)
    # two decimals of 118 units are 1e-4; a rank read off one decimal may miss by 0.1 %
    np.testing.assert_allclose((132 - ys) / 118, running[ranks - 1], rtol=0, atol=2e-3)
    goal = root.locator("svg path.gb-goal").get_attribute("d")
    goal = float(goal.split()[1].split("H")[0])
    assert (132 - goal) / 118 == pytest.approx(0.6 * running[199], abs=1e-4)


def test_draws_are_seeded_and_follow_the_shares(show):
    watched, root, widget = show(temperature=1, top_k=50, seed=3)
    z = widget.logits[0]
    press(root, "draw")
    agrees(root, z, (1, 50, None), n_draws=1, seed=3)
    _, after, _ = shares(z, 1, 50, None)
    token = widget.tokens[int(np.argmax(tally(after, 3, 1)))]
    assert f"Drawn: {token}. Draws so far: 1." in root.inner_text()
    press(root, "draws")
    agrees(root, z, (1, 50, None), n_draws=1001, seed=3)
    root.locator("[data-field=temperature]").press("Home")  # the same numbers again
    agrees(root, z, (0, 50, None), n_draws=1001, seed=3)
    press(root, "clear")
    agrees(root, z, (0, 50, None))
    assert "Nothing drawn yet." in root.inner_text()
    press(root, "draws", "reset")
    agrees(root, z, (1, 50, None))


@pytest.mark.parametrize("cutting", CUTTING)
def test_what_goes_wrong_is_measured(show, cutting):
    setting = (2.0, 300, 0.8)
    watched, root, widget = show(temperature=2, top_k=300, top_p=0.8, cutting=cutting)
    z = widget.logits[0]
    before, after, kept = shares(z, *setting, cutting)
    right_before, right, right_kept = shares(z, *setting)
    first = np.argsort(-z)[:300]
    expected = {
        "zero": after[~kept].sum(),
        "not_renormalised": after.sum(),
        "nucleus_first": right_before[kept].sum() / right_before[first].sum(),
        "top_50": right_before[np.argsort(-z)[:50]].sum(),
    }
    found = number(root, ".gb-verdict b")
    if cutting in expected:
        assert found == pytest.approx(expected[cutting], abs=1e-12)
        assert "Wrong: " in root.locator(".gb-verdict").inner_text()
        assert np.abs(after - right).max() > 1e-4
    else:
        assert found < 1e-15  # shares of at most 1, each rounded a few times
        assert "agree" in root.locator(".gb-verdict").inner_text()
    if cutting in ("nucleus_first", "top_50"):
        text = root.locator(".gb-verdict").inner_text()
        assert f"ight: {right_kept.sum()}." in text
        assert str(kept.sum()) in text


def test_a_mistake_that_changes_nothing_says_so(show):
    _, root, _ = show()
    for way in ("zero", "not_renormalised", "nucleus_first"):
        press(root, f"choose-{way}")
        assert "Nothing goes wrong" in root.locator(".gb-verdict").inner_text()


def test_not_renormalised_draws_no_token_at_times(show):
    _, root, widget = show(top_k=10, cutting="not_renormalised", seed=4)
    press(root, "draws")
    _, after, _ = shares(widget.logits[0], 1, 10, None, "not_renormalised")
    nobody = tally(after, 4, 1000)[-1]
    assert nobody > 0
    assert f"no token: {nobody}" in root.locator("tfoot").inner_text()


def test_the_keyboard_reaches_every_control_in_order(show):
    watched, root, _ = show(top_k=3)
    root.locator("[data-action=choose-0]").focus()
    reached = []
    for _ in range(19):
        watched.page.keyboard.press("Tab")
        data = watched.page.evaluate("({ ...document.activeElement.dataset })")
        reached.append(data.get("action") or data.get("field"))
    assert reached[:8] == [*(f"choose-{i}" for i in range(1, 6)),
                           "temperature", "top_k", "top_p"]  # fmt: skip
    assert reached[8:14] == [f"choose-{way}" for way in CUTTING]
    assert reached[14:] == ["draw", "draws", "clear", "undo", "reset"]
    root.locator("[data-action=choose-2]").focus()
    watched.page.keyboard.press("Enter")
    assert watched.page.evaluate("document.activeElement.dataset.action") == "choose-2"
    chosen = root.locator("[data-action=choose-2]")
    assert chosen.get_attribute("aria-pressed") == "true"


def test_the_state_is_announced_after_a_pause(show):
    watched, root, widget = show(top_k=3)
    root.locator("[data-field=top_k]").press("ArrowRight")
    watched.page.wait_for_function(
        "document.querySelector('[role=status]').textContent"
        ".startsWith('T = 1. 4 remain. Most likely: 月, 0.')"
    )
    press(root, "draw")
    watched.page.wait_for_function(
        "document.querySelector('[role=status]').textContent.startsWith('Drawn: ')"
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_it_fits_and_axe_finds_no_violation(show, scheme, width):
    watched, root, _ = show(
        temperature=1.3, top_k=7, top_p=0.8, cutting="not_renormalised",
        page={"scheme": scheme, "width": width},
    )  # fmt: skip
    press(root, "draws")
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    violations = Axe().run(watched.page).response["violations"]
    assert [(v["id"], [n["target"] for n in v["nodes"]]) for v in violations] == []
    assert watched.errors == []
