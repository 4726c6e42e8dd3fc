"""The widget choose the next token: its rules, numbers, fallback, and its page."""

import re

import numpy as np
import pytest
from glassbox import greedy, next_token_probabilities, sample, softmax
from glassbox.models.poems import OPENINGS, load_poem_model, opening_logits
from glassbox.widgets import ChooseNextToken
from glassbox.widgets._random import mulberry32
from glassbox.widgets.choose_next_token import CUTTING
from glassbox.widgets.choose_next_token.numbers import packed, shares, tally
from traitlets import TraitError

TEA = (np.array([2.0, 1.5, 1.0, -1.0, -3.0]), ["tea", "milk", "rain", "sea", "sky"])
SETTINGS = [(0.7, None, None), (1.0, 40, None), (1.5, None, 0.8), (3.0, 120, 0.6)]


def drawn_logits(seed, n_tokens=300):
    """Return logits such as a model gives: a few likely, all below 0."""
    rng = np.random.default_rng(seed)
    return -10 + 2.5 * rng.normal(size=n_tokens)


class PageRandom(np.random.Generator):
    """The page's random numbers, as the kernel sample asks for them."""

    def __init__(self, seed):
        super().__init__(np.random.PCG64(0))
        self.seed = seed

    def random(self, size):
        return mulberry32(self.seed, size[0]).reshape(size)


def test_the_state_is_kept_as_given():
    widget = ChooseNextToken([TEA[0], -TEA[0]], TEA[1], contexts=["a", "b"], context=1,
                             temperature=0, top_k=2, top_p=0.5, seed=9)  # fmt: skip
    np.testing.assert_array_equal(widget.logits, [TEA[0], -TEA[0]])
    assert (widget.context, widget.temperature, widget.top_k) == (1, 0, 2)
    assert (widget.top_p, widget.seed) == (0.5, 9)
    assert repr(widget) == (
        "ChooseNextToken(2 contexts, 5 tokens, temperature=0, top_k=2, top_p=0.5)"
    )


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("logits", [1.0], "logits must have 2 to 2000 tokens in a row; got 1"),
        ("logits", np.zeros(2001), "2 to 2000 tokens in a row; got 2001"),
        ("logits", np.zeros((7, 5)), "1 to 6 rows, one a context; got (7, 5)"),
        ("logits", np.zeros((2, 5, 1)), "got (2, 5, 1)"),
        ("logits", [1, 2, 3, 4, np.nan], "finite numbers of at most 3.4e38 in size; "),
        ("logits", [1, 2, 3, 4, 1e39], "got inf"),
        ("logits", "abcde", "logits must be an array of numbers; got str"),
        ("logits", [1, 2, 3], "tokens must be 3, as logits has; got 5"),
        ("tokens", ["a"], "tokens must be 5, as logits has; got 1"),
        ("tokens", "abcde", "tokens must be a list of strings; got 'abcde'"),
        ("contexts", ["a", "b"], "contexts must be 1 texts, one a row of logits"),
        ("context", 1, "context must be from 0 to 0; got 1"),
        ("temperature", 0.04, "temperature must be 0 or from 0.05 to 20; got 0.04"),
        ("temperature", None, "temperature must be a finite number; got None"),
        ("top_k", 0, "top_k must be at least 1, or None; got 0"),
        ("top_k", 2.5, "top_k must be a whole number; got 2.5"),
        ("top_p", 1.01, "top_p must be from 0 to 1, or None; got 1.01"),
        ("seed", 1000, "seed must be from 0 to 999; got 1000"),
        ("cutting", "half", "cutting"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = ChooseNextToken(*TEA, top_k=2)
    before = {trait: getattr(widget, trait) for trait in (*widget._state, "fallback")}
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    for trait, was in before.items():
        np.testing.assert_array_equal(getattr(widget, trait), was)


def test_a_tensor_serves_as_logits():
    torch = pytest.importorskip("torch")
    tensor = torch.tensor(TEA[0], requires_grad=True)
    np.testing.assert_array_equal(ChooseNextToken(tensor, TEA[1]).logits[0], TEA[0])


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("seed", [0, 1])
def test_the_two_right_ways_agree_with_the_kernel(seed, setting):
    z = drawn_logits(seed)
    temperature, top_k, top_p = setting
    expected = next_token_probabilities(
        z, temperature=temperature, top_k=top_k, top_p=top_p
    )
    for way in ("minus_infinity", "shares"):
        before, after, kept = shares(z, *setting, way)
        # 1e-15: shares of at most 1, each rounded a few times
        np.testing.assert_allclose(after, expected, rtol=0, atol=1e-15)
        np.testing.assert_allclose(
            before, softmax(z, temperature=temperature), rtol=0, atol=1e-15
        )
        np.testing.assert_array_equal(kept, expected > 0)


def test_what_is_wrong_with_each_mistake():
    z, setting = drawn_logits(2), (1.5, 80, 0.7)
    before, after, kept = shares(z, *setting)
    _, zero, _ = shares(z, *setting, "zero")
    assert zero[~kept].sum() > 0.99 > 0 == after[~kept].sum()
    _, plain, _ = shares(z, *setting, "not_renormalised")
    assert plain.sum() == pytest.approx(before[kept].sum(), abs=1e-14)
    assert plain.sum() < 0.9
    _, _, chosen_early = shares(z, *setting, "nucleus_first")
    assert chosen_early.sum() < kept.sum()  # sharper at T = 1, so fewer reach p
    counted, _, _ = shares(z, 10.0, None, None, "top_50")
    top = np.argsort(-z)[:50]
    assert counted[top].sum() == pytest.approx(1, abs=1e-14)
    assert softmax(z, temperature=10.0)[top].sum() < 0.4


@pytest.mark.parametrize("way", ["minus_infinity", "shares"])
def test_zero_temperature_is_greedy_the_lowest_id_on_ties(way):
    z = np.array([1.0, 4.0, -2.0, 4.0, 0.0])
    _, after, kept = shares(z, 0, 3, 0.9, way)
    assert after.tolist() == [0, 1, 0, 0, 0]
    assert np.flatnonzero(kept) == greedy(z) == 1


@pytest.mark.parametrize("setting", SETTINGS)
def test_the_tally_draws_what_the_kernel_sample_draws(setting):
    _, after, _ = shares(drawn_logits(3), *setting)
    drawn = sample(np.broadcast_to(after, (1000, after.size)), PageRandom(7))
    expected = np.bincount(drawn, minlength=after.size + 1)
    np.testing.assert_array_equal(tally(after, 7, 1000), expected)


def test_shares_that_miss_one_draw_nothing_at_times():
    _, after, _ = shares(drawn_logits(3), 2.0, 20, None, "not_renormalised")
    counts = tally(after, 0, 1000)
    # 4 deviations of a binomial of 1,000 draws
    nothing = 1 - after.sum()
    width = 4 * np.sqrt(1000 * nothing * (1 - nothing))
    assert abs(counts[-1] - 1000 * nothing) < width
    assert counts.sum() == 1000 and not counts[:-1][after == 0].any()


def test_the_fallback_shows_the_kernels_numbers_and_counts():
    z, tokens = TEA
    widget = ChooseNextToken(z, tokens, temperature=0.8, top_k=4, top_p=0.9, seed=5)
    after = next_token_probabilities(z, temperature=0.8, top_k=4, top_p=0.9)
    counts = tally(after, 5, 1000)
    rows = re.findall(r'<th scope="row">(\w+)</th>(.*?)</tr>', widget.fallback)
    assert [token for token, _ in rows] == tokens
    for v, (_, row) in enumerate(rows):
        cells = re.findall("<td>(.*?)</td>", row)
        assert cells[2] == f"{after[v]:.4f}" + ("" if after[v] else " (cut)")
        assert cells[3] == f"{counts[v]} of {1000 * after[v]:.1f}"
    assert "3 of 5 tokens remain." in widget.fallback
    widget.temperature = 0
    assert "1 of 5 tokens remain." in widget.fallback


@pytest.mark.parametrize(
    ("way", "words"),
    [
        ("minus_infinity", "logits to -inf before the softmax"),
        ("shares", "shares to 0 after the softmax, renormalised"),
        ("zero", "wrong: logits to 0"),
        ("not_renormalised", "wrong: shares not renormalised"),
        ("nucleus_first", "wrong: top-p before the temperature"),
        ("top_50", "wrong: only the top 50 counted"),
    ],
)
def test_the_fallback_names_the_way(way, words):
    text = ChooseNextToken(*TEA, top_k=2, cutting=way).fallback
    assert f"The next token: T = 1, top-k 2; {words}</caption>" in text
    given = {"top_p": 0.5, "cutting": way, "contexts": ["a cup of"]}
    text = ChooseNextToken(*TEA, **given).fallback
    assert f"The next token after a cup of: T = 1, top-p 0.5; {words}<" in text


def test_the_fallback_sums_up_all_others():
    tokens = [f"t{v}" for v in range(14)]
    text = ChooseNextToken(np.zeros(14), tokens).fallback
    assert '<th scope="row">2 others</th><td></td><td>0.1429</td>' in text
    text = ChooseNextToken(np.zeros(13), tokens[:13]).fallback
    assert '<th scope="row">1 other</th><td></td><td>0.0769</td>' in text


def test_logits_travel_as_float32_row_after_row():
    widget = ChooseNextToken([TEA[0], TEA[0] / 3], TEA[1], contexts=["a", "b"])
    state = packed(widget.logits, widget)
    assert state["shape"] == [2, 5]
    rows = np.frombuffer(state["values"], "<f4").reshape(2, 5)
    np.testing.assert_array_equal(rows, np.array([TEA[0], TEA[0] / 3], np.float32))
    np.testing.assert_array_equal(rows, widget.logits)  # what Python computes with


def test_the_poem_model_s_logits_fit_sixty_kilobytes():
    model = load_poem_model()
    found = opening_logits(model)
    widget = ChooseNextToken(
        list(found.values()), list(model.vocabulary), contexts=list(found)
    )
    # In a page: four characters for three bytes, and ten for a token such as "\\u6708".
    size = 4 * widget.logits.size * 4 / 3 + 10 * len(widget.tokens)
    assert size + len(widget.fallback) <= 60_000


# ---- on a page ---------------------------------------------------------------

NUMBERS = "all => all.map(node => Number(node.dataset.value))"
SHOWN = 12


@pytest.fixture(scope="module")
def poems():
    model = load_poem_model()
    return list(opening_logits(model).values()), list(model.vocabulary)


@pytest.fixture
def page(show, poems):
    """A page with the poem model's logits, or others: watched, its element, itself.

    The mouse stays out of it: numbers are read once repainted.
    """

    def page(*model, options=None, **state):
        if not model:
            model, state["contexts"] = poems, list(OPENINGS)
        widget = ChooseNextToken(*model, **state)
        return *show(widget, **(options or {})), widget

    return page


def press(root, *actions):
    for action in actions:
        root.locator(f"[data-action={action}]").evaluate("node => node.click()")


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
def test_the_page_shows_what_the_python_kernels_give(page, cutting):
    rng = np.random.default_rng(list(CUTTING).index(cutting))
    watched, root, widget = page(temperature=0.9, top_p=0.95, cutting=cutting, seed=11)
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
        words = [
            root.locator(f"[data-field={name}]").get_attribute("aria-valuetext")
            for name in ("temperature", "top_k", "top_p")
        ]
        temperature = float(words[0].split(",")[0])
        setting = (temperature, int(words[1]), float(words[2]))
        agrees(root, widget.logits[context], setting, cutting, 1000, 11)
    assert watched.errors == []


def test_the_ends_of_the_sliders_are_greedy_and_off(page):
    watched, root, widget = page(temperature=1.5, top_k=40, top_p=0.9)
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


def test_on_ties_zero_temperature_takes_the_lowest_id(page):
    z = np.array([1.0, 4.0, -2.0, 4.0, 0.5])
    _, root, _ = page(z, ["a", "b", "c", "d", "e"], temperature=0)
    press(root, "draws")
    agrees(root, z, (0, None, None), n_draws=1000)
    assert root.locator("tbody .gb-token").all_inner_texts() == list("bdaec")
    assert column(root, "drawn").tolist() == [1000, 0, 0, 0, 0]


def test_words_say_which_rule_cut_a_token(page):
    z = np.log([0.05, 0.4, 0.3, 0.15, 0.1])
    _, root, _ = page(z, ["a", "b", "c", "d", "e"], top_k=4, top_p=0.7)
    why = root.locator("tbody td.gb-why").all_inner_texts()
    assert why == ["kept", "kept", "cut: top-p", "cut: top-p", "cut: top-k"]
    assert "Top-k leaves 4, top-p 2 of these." in root.inner_text()
    picture = root.locator("svg")
    assert "Top-k leaves 4, top-p 2" in picture.get_attribute("aria-label")


def test_the_cuts_are_drawn_where_the_numbers_are(page):
    watched, root, widget = page(temperature=1.2, top_k=200, top_p=0.6)
    before, _, kept = shares(widget.logits[0], 1.2, 200, 0.6)
    running = np.cumsum(np.sort(before)[::-1])
    n = running.size

    def across(rank):
        return 30 + np.log(rank) / np.log(n) * 302

    def places(name):
        path = root.locator(f"svg path.gb-{name}").get_attribute("d")
        return np.array([place.split() for place in path[1:].split("L")], float)

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


def test_draws_are_seeded_and_follow_the_shares(page):
    watched, root, widget = page(temperature=1, top_k=50, seed=3)
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
def test_what_goes_wrong_is_measured(page, cutting):
    setting = (2.0, 300, 0.8)
    watched, root, widget = page(temperature=2, top_k=300, top_p=0.8, cutting=cutting)
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


def test_a_mistake_that_changes_nothing_says_so(page):
    _, root, _ = page()
    for way in ("zero", "not_renormalised", "nucleus_first"):
        press(root, f"choose-{way}")
        assert "Nothing goes wrong" in root.locator(".gb-verdict").inner_text()


def test_not_renormalised_draws_no_token_at_times(page):
    _, root, widget = page(top_k=10, cutting="not_renormalised", seed=4)
    press(root, "draws")
    _, after, _ = shares(widget.logits[0], 1, 10, None, "not_renormalised")
    nobody = tally(after, 4, 1000)[-1]
    assert nobody > 0
    assert f"no token: {nobody}" in root.locator("tfoot").inner_text()


def test_the_keyboard_reaches_every_control_in_order(page):
    watched, root, _ = page(top_k=3)
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


def test_the_state_and_what_is_drawn_are_announced_after_a_pause(page):
    watched, root, widget = page(options={"clock": True}, top_k=3)
    status = root.locator("[role=status]")
    root.locator("[data-field=top_k]").press("ArrowRight")
    watched.page.clock.run_for(1000)
    _, after, _ = shares(widget.logits[0], 1, 4, None)
    assert status.inner_text() == (
        f"T = 1. 4 remain. Most likely: 月, {after.max():.4f}."
    )
    press(root, "draw")
    watched.page.clock.run_for(1000)
    drawn = widget.tokens[int(np.argmax(tally(after, 0, 1)))]
    assert status.inner_text() == f"Drawn: {drawn}. Draws so far: 1."
    press(root, "clear")
    watched.page.clock.run_for(1000)
    assert status.inner_text().startswith("T = 1. 4 remain.")


def test_a_thousand_draws_and_a_mistake_fit_a_phone(page):
    setting = {"temperature": 1.3, "top_k": 7, "top_p": 0.8}
    options = {"width": 360}
    watched, root, _ = page(options=options, cutting="not_renormalised", **setting)
    press(root, "draws")
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert watched.errors == []
