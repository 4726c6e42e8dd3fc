"""The key-value cache: its rules, its counts, its fallback, and its page."""

import dataclasses
import math
import re

import numpy as np
import pytest
from glassbox.models.poems import CONTEXT, load_poem_model
from glassbox.widgets import KeyValueCache
from glassbox.widgets.key_value_cache import BYTES, SENTENCE, UNITS
from glassbox.widgets.key_value_cache.numbers import (
    AGAIN,
    KEPT,
    MODELS,
    NEW,
    amount,
    computed,
    count_kinds,
    divisors,
    row_kinds,
    token_factors,
)
from traitlets import TraitError

KINDS = (NEW, AGAIN, KEPT)


# ---- its numbers ---------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 7, 10, 13])
def test_without_a_cache_n_steps_compute_a_triangle_and_with_it_a_line(n):
    plain, kept = count_kinds(n, False), count_kinds(n, True)
    assert computed(plain) == n * (n + 1) // 2 and plain[KEPT] == 0
    assert computed(kept) == n and kept[AGAIN] == 0
    # nothing else is read: what is kept stands where it was computed again
    assert kept[KEPT] == plain[AGAIN] and plain[NEW] == kept[NEW] == n
    assert [len(row_kinds(step, True)) for step in (1, n)] == [1, n]


def numbers_in(parameters):
    """Count every number of a model's parameters."""
    if dataclasses.is_dataclass(parameters):
        values = vars(parameters).values()
    elif isinstance(parameters, (list, tuple)):
        values = parameters
    else:
        return parameters.size if isinstance(parameters, np.ndarray) else 0
    return sum(map(numbers_in, values))


def test_the_poem_model_s_shape_is_that_of_its_weights():
    parameters = load_poem_model().parameters
    layers = parameters.stack.layers
    attention = layers[0].self_attention
    shape = MODELS["poems"]
    assert (shape.n_layers, shape.n_heads) == (len(layers), attention.n_heads)
    assert shape.n_key_value_heads == shape.n_heads  # it shares none
    assert shape.n_heads * shape.d_head == attention.w_k.shape[1]
    assert shape.parameters == numbers_in(parameters)
    assert shape.context == CONTEXT


def test_the_other_models_weights_add_up_to_what_is_said_of_them():
    gpt2, llama = MODELS["gpt2"], MODELS["llama"]
    d = gpt2.n_heads * gpt2.d_head
    linear = 4 * d * d + 4 * d + 8 * d * d + 5 * d  # attention, feed-forward, biases
    own = (50_257 + gpt2.context) * d + gpt2.n_layers * (linear + 4 * d) + 2 * d
    assert gpt2.parameters == own
    d, d_ff, vocabulary_size = llama.n_heads * llama.d_head, 14_336, 128_256
    d_keys = llama.n_key_value_heads * llama.d_head
    layer = 2 * d * d + 2 * d * d_keys + 3 * d * d_ff + 2 * d  # SwiGLU, two RMSNorms
    own = 2 * vocabulary_size * d + llama.n_layers * layer + d
    assert llama.parameters == own


def test_a_token_of_llama_3_8b_takes_128_kib_and_8192_of_them_a_gib():
    each = math.prod(token_factors(MODELS["llama"], 8, 2))
    assert each == 131_072 and amount(each) == (128, 1)
    assert amount(8_192 * each) == (1, 3)
    unshared = math.prod(token_factors(MODELS["llama"], 32, 2))
    assert amount(unshared) == (512, 1) and amount(8_192 * unshared) == (4, 3)


@pytest.mark.parametrize(
    ("n_bytes", "size"),
    [
        (0, (0, 0)),
        (1_023, (1_023, 0)),
        (1_536, (1.5, 1)),
        (1_152, (1.13, 1)),  # 1.125 is rounded up
        (2**50, (1_024, 4)),
    ],
)
def test_a_size_has_its_unit_and_two_decimals(n_bytes, size):
    assert amount(n_bytes) == size


# ---- its rules -----------------------------------------------------------------------


def test_it_opens_where_the_switch_turns_21_into_6():
    widget = KeyValueCache()
    assert (widget.written, widget.keep) == (6, False)
    assert computed(count_kinds(6, False)) == 21 and computed(count_kinds(6, True)) == 6
    assert repr(widget) == "KeyValueCache(written=6, keep=False, model='llama')"
    assert len(widget.tokens) == 13


def test_the_heads_are_the_model_s_own_unless_given():
    for name, shape in MODELS.items():
        assert KeyValueCache(model=name).n_key_value_heads == shape.n_key_value_heads
    assert KeyValueCache(model="gpt2", n_key_value_heads=3).n_key_value_heads == 3
    widget = KeyValueCache()
    widget.set(model="gpt2", n_key_value_heads=6)  # together: 8 would not divide 12
    assert (widget.model, widget.n_key_value_heads) == ("gpt2", 6)


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("tokens", ["a"], "tokens must be 2 to 13 tokens; got 1"),
        ("tokens", ["a"] * 14, "tokens must be 2 to 13 tokens; got 14"),
        ("tokens", "the", "tokens must be a list of strings; got 'the'"),
        ("tokens", ["a", ""], "a token must have 1 to 8 characters; got ''"),
        ("tokens", ["a", "b"], "written must be at most 2, the number of tokens"),
        ("written", 0, "written must be from 1 to 13; got 0"),
        ("written", 2.5, "written must be a whole number; got 2.5"),
        ("keep", "yes", "keep"),
        ("model", "bert", "model"),
        ("model", "gpt2", "n_key_value_heads must divide gpt2's 12 heads; got 8"),
        ("n_key_value_heads", 3, "must divide llama's 32 heads; got 3"),
        ("bytes_each", 3, "bytes_each"),
        ("n_tokens", 131_073, "n_tokens must be from 1 to 131072; got 131073"),
        ("view", "both", "view"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = KeyValueCache()
    before = [getattr(widget, one) for one in (*widget._state, "fallback")]
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert [getattr(widget, one) for one in (*widget._state, "fallback")] == before
    with pytest.raises(TraitError):
        KeyValueCache(**{"n_key_value_heads": 8, name: value})


@pytest.mark.parametrize("keep", [False, True])
def test_the_fallback_has_a_row_per_step_and_the_memory_written_out(keep):
    text = KeyValueCache(["ab", "cd", "ef", "g"], written=3, keep=keep).fallback
    rows = re.findall(r"<tr><th scope=\"row\">(.*?)</th>(.*?)</tr>", text)
    assert [name for name, _ in rows] == ["1: ab", "2: cd", "3: ef"]
    cells = [re.findall("<td>(.*?)</td>", row) for _, row in rows]
    for step, row in enumerate(cells, start=1):
        kinds = row_kinds(step, keep)
        so_far = computed(count_kinds(step, keep))
        assert row == [f"{n}" for n in (*map(kinds.count, KINDS), so_far)]
    assert "3 tokens: 6 keys computed without a cache, 3 with it." in text
    assert "2 × 32 × 8 × 128 × 2 = 131,072 bytes = 128 KiB per token" in text
    assert "8,192 tokens take 1 GiB. Its weights take 14.96 GiB." in text
    alone = KeyValueCache(view="memory").fallback
    assert "<table" not in alone and "131,072 bytes" in alone


# ---- its page ------------------------------------------------------------------------

# Each step's cells, and what the script's functions give for the same.
CELLS = """root => [...root.querySelectorAll(".gb-triangle i[data-kind]")].reduce(
  (rows, one) => {
    const [row, column] = one.style.gridArea.split(" / ").map(Number);
    (rows[row - 1] ??= [])[column - 2] = one.dataset.kind;
    return rows;
  }, [])"""
VALUES = (
    "root => [...root.querySelectorAll('{}')].map(one => Number(one.dataset.value))"
)
SCRIPT = """async ([source, states, sizes]) => {
  const { amount, computed, countKinds, divisors, rowKinds, tokenFactors } =
    await import("data:text/javascript," + encodeURIComponent(source));
  return {
    rows: states.map(([step, keep]) => rowKinds(step, keep)),
    counts: states.map(([step, keep]) => countKinds(step, keep)),
    computed: states.map(([step, keep]) => computed(countKinds(step, keep))),
    divisors: [1, 4, 12, 32].map(divisors),
    sizes: sizes.map(amount),
    factors: tokenFactors({ n_layers: 3, d_head: 5 }, 7, 4),
  };
}"""


@pytest.mark.browser
def test_the_page_counts_as_python_does(browser):
    source = (KeyValueCache._folder / "numbers.js").read_text(encoding="utf-8")
    states = [[step, keep] for step in range(1, 14) for keep in (False, True)]
    sizes = [0, 255, 1_024, 1_152, 144_040, 131_072, 3 * 2**30 + 5, 2**44, 1e16]
    page = browser.new_page()
    found = page.evaluate(SCRIPT, [source, states, sizes])
    page.close()
    assert found["rows"] == [row_kinds(*state) for state in states]
    counts = [count_kinds(*state) for state in states]
    assert found["counts"] == [{kind: one[kind] for kind in KINDS} for one in counts]
    assert found["computed"] == [computed(one) for one in counts]
    assert found["divisors"] == [divisors(n) for n in (1, 4, 12, 32)]
    assert found["sizes"] == [list(amount(n)) for n in sizes]
    shape = dataclasses.replace(MODELS["gpt2"], n_layers=3, d_head=5)
    assert found["factors"] == token_factors(shape, 7, 4)


def right_cells(n, written, keep):
    rows = [row_kinds(step, keep) for step in range(1, written + 1)]
    return rows + [["none"] * step for step in range(written + 1, n + 1)]


@pytest.mark.browser
@pytest.mark.parametrize("keep", [False, True])
def test_each_press_writes_a_row_and_the_numbers_are_those_of_its_cells(show, keep):
    watched, root = show(KeyValueCache(SENTENCE.split()[:9], written=1, keep=keep))
    write = root.locator("[data-action=write]")
    for written in range(1, 10):
        assert root.evaluate(CELLS) == right_cells(9, written, keep)
        counts = count_kinds(written, keep)
        shown = root.evaluate(VALUES.format(".gb-legend [data-value]"))
        assert shown == [counts[kind] for kind in KINDS]
        sums = root.evaluate(VALUES.format(".gb-sums b"))
        both = [computed(count_kinds(written, kept)) for kept in (False, True)]
        assert sums == both
        line = root.locator(".gb-line").inner_text()
        now, other = both[keep], both[not keep]
        row = len([kind for kind in row_kinds(written, keep) if kind != KEPT])
        assert [int(n) for n in re.findall(r"\d+", line)] == [
            written, row, row, now, other,
        ]  # fmt: skip
        assert write.get_attribute("aria-disabled") == f"{written == 9}".lower()
        write.dispatch_event("click")  # the last one too, where it is disabled
    assert root.evaluate(CELLS) == right_cells(9, 9, keep)  # the last press did nothing
    words = root.locator(".gb-triangle span:visible").all_inner_texts()
    assert words == SENTENCE.split()[:9]
    assert watched.errors == []


@pytest.mark.browser
def test_the_first_press_of_the_switch_turns_21_into_6(show):
    watched, root = show(KeyValueCache(), clock=True)
    line, switch = root.locator(".gb-line"), root.locator("[data-action=keep]")
    assert line.inner_text() == (
        "Step 6 computed 6 keys and 6 values; 21 of each so far. With the cache: 6."
    )
    assert switch.get_attribute("aria-pressed") == "false"
    switch.click()
    after = (
        "Step 6 computed 1 key and 1 value; 6 of each so far. Without the cache: 21."
    )
    assert line.inner_text() == after
    assert switch.get_attribute("aria-pressed") == "true"
    watched.page.clock.run_for(1000)
    assert root.locator("[role=status]").inner_text() == after
    sums = root.locator(".gb-sums li")
    assert [one.split("\n")[-1] for one in sums.all_inner_texts()] == [
        "1 + 2 + 3 + 4 + 5 + 6 = 21",
        "1 + 1 + 1 + 1 + 1 + 1 = 6",
    ]
    root.locator("[data-action=undo]").click()
    assert switch.get_attribute("aria-pressed") == "false"


@pytest.mark.browser
def test_each_kind_of_cell_looks_different_without_its_color(show):
    _, root = show(KeyValueCache(written=4))
    look = """(one) => {
      const { backgroundImage, backgroundColor } = getComputedStyle(one);
      const solid = backgroundColor !== "rgba(0, 0, 0, 0)";
      return `${backgroundImage.split("(")[0]} ${solid}`;
    }"""
    looks = [
        root.locator(f".gb-legend [data-kind={kind}]").evaluate(look) for kind in KINDS
    ]
    assert len(set(looks)) == 3
    shown = root.locator(".gb-triangle [data-kind=again]").first.evaluate(look)
    assert shown == looks[1]


@pytest.mark.browser
def test_the_keyboard_and_a_press_on_a_row_choose_the_step(show):
    watched, root = show(KeyValueCache(), width=390, height=844, has_touch=True)
    steps = root.locator(".gb-triangle")
    steps.focus()
    for key, step in [
        ("ArrowLeft", 5), ("ArrowUp", 6), ("End", 13), ("ArrowRight", 13),
        ("ArrowDown", 12), ("Home", 1), ("ArrowLeft", 1),
    ]:  # fmt: skip
        watched.page.keyboard.press(key)
        assert steps.get_attribute("aria-valuenow") == f"{step}"
        line = root.locator(".gb-line").inner_text()
        assert line.startswith(f"Step {step} ")
        assert steps.get_attribute("aria-valuetext") == line
    box = steps.bounding_box()
    for step in (13, 4, 1):
        steps.tap(position={"x": 30, "y": box["height"] * (step - 0.5) / 13})
        assert steps.get_attribute("aria-valuenow") == f"{step}"


@pytest.mark.browser
@pytest.mark.parametrize("model", MODELS)
def test_the_memory_is_that_of_the_shape_for_every_choice(show, model):
    shape = MODELS[model]
    watched, root = show(KeyValueCache(model=model, n_tokens=1_000), clock=True)
    root.locator("summary").click()
    shared = root.locator("[data-action^=heads-]")
    names = shared.evaluate_all("all => all.map(one => one.dataset.action)")
    assert names == [f"heads-{n}" for n in divisors(shape.n_heads)]
    pressed = root.locator("[data-action^=heads-][aria-pressed=true]")
    assert pressed.inner_text() == f"{shape.n_key_value_heads} (its own)"
    units = KeyValueCache().words["units"]
    for heads in divisors(shape.n_heads):
        root.locator(f"[data-action=heads-{heads}]").click()
        for size in BYTES:
            root.locator(f"[data-action=bytes-{size}]").click()
            factors = token_factors(shape, heads, size)
            each = math.prod(factors)
            numbers = root.locator(".gb-product > span > b").all_inner_texts()
            assert [int(n.replace(",", "")) for n in numbers] == factors
            assert root.evaluate(VALUES.format(".gb-product")) == [each]
            assert root.evaluate(VALUES.format(".gb-total")) == [1_000 * each]
            bars = root.evaluate(VALUES.format(".gb-bars i"))
            assert bars == [1_000 * each, shape.parameters * size]
            widths = root.locator(".gb-bars i").evaluate_all(
                "all => all.map(one => parseFloat(one.style.width))"
            )
            assert widths == pytest.approx(100 * np.array(bars) / max(bars), rel=1e-5)
            number, power = amount(1_000 * each)
            said = units[UNITS[power]].replace("{amount}", f"{number:,g}")
            assert root.locator(".gb-total").inner_text().endswith(f"= {said}")
            verdict = root.locator(".gb-verdict").inner_text()
            even = int(re.search(r"From ([\d,]+)", verdict)[1].replace(",", ""))
            weights = shape.parameters * size
            assert (even - 1) * each < weights <= even * each
            assert ("only arithmetic" in verdict) == (shape.context < 1_000)
        kind = {1: "MQA", shape.n_heads: "nothing is shared"}.get(heads, "GQA")
        assert kind in root.locator(".gb-memory > :last-child").inner_text()
    assert watched.errors == []


@pytest.mark.browser
def test_another_model_brings_its_own_heads(show):
    _, root = show(KeyValueCache(n_key_value_heads=2))
    root.locator("summary").click()
    pressed = root.locator("[data-action^=heads-][aria-pressed=true]")
    for model, own in [("gpt2", 12), ("poems", 4), ("llama", 8)]:
        root.locator(f"[data-action=model-{model}]").click()
        assert pressed.inner_text() == f"{own} (its own)"
    for _ in range(3):
        root.locator("[data-action=undo]").click()
    assert pressed.inner_text() == "2"


@pytest.mark.browser
def test_the_slider_doubles_the_tokens_in_four_steps_and_a_wrong_one_is_explained(show):
    _, root = show(KeyValueCache(view="memory"))
    slider = root.locator("[data-field=n_tokens-slider]")
    field = root.locator("input[type=text]")
    assert root.locator(".gb-total").inner_text() == "8,192 tokens × 128 KiB = 1 GiB"
    for _ in range(4):
        slider.press("ArrowRight")
    assert field.input_value() == "16384"
    assert root.locator(".gb-total").inner_text() == "16,384 tokens × 128 KiB = 2 GiB"
    slider.press("End")
    assert field.input_value() == "131072"
    assert slider.get_attribute("aria-valuetext") == "131,072"
    assert "times what the weights take" in root.locator(".gb-verdict").inner_text()
    for wrong in ("0", "131073", "2.5", "many"):
        field.fill(wrong)
        assert "131,072 counts" in root.locator(".gb-error").inner_text()
        assert root.evaluate(VALUES.format(".gb-total")) == [131_072 * 131_072]
    field.fill("3")
    assert root.locator(".gb-total").inner_text() == "3 tokens × 128 KiB = 384 KiB"


@pytest.mark.browser
def test_the_memory_alone_has_no_steps(show):
    _, root = show(KeyValueCache(view="memory"))
    assert root.locator(".gb-triangle:visible, summary:visible").count() == 0
    assert root.locator("[data-action=write]:visible").count() == 0
    assert root.locator(".gb-product").is_visible()
    assert root.locator("[data-action=undo]").is_visible()


@pytest.mark.browser
@pytest.mark.parametrize(("width", "most"), [(1280, 430), (390, 520)])
def test_it_is_no_higher_than_a_first_screen_allows(show, width, most):
    for written in (6, 13):
        _, root = show(KeyValueCache(written=written), width=width, height=844)
        assert root.locator(".gb-cache").bounding_box()["height"] <= most


@pytest.mark.browser
def test_tokens_enter_the_page_as_text(show):
    watched, root = show(KeyValueCache(["<b>x</b>", "机器"], written=2))
    words = root.locator(".gb-triangle span").all_inner_texts()
    assert words == ["<b>x</b>", "机器"]
    assert watched.errors == []
