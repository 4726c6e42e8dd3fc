"""The size of a cache: its shapes, its bytes, and its page."""

import dataclasses
import math
import re

import numpy as np
import pytest
from glassbox.models.poems import CONTEXT, load_poem_model
from glassbox.widgets import CacheSize
from glassbox.widgets.cache_size import BYTES, UNITS
from glassbox.widgets.cache_size.numbers import (
    MODELS,
    SHAPES,
    amount,
    divisors,
    token_factors,
    weights,
)
from traitlets import TraitError

# ---- its numbers ---------------------------------------------------------------------


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


@pytest.mark.parametrize("model", MODELS)
def test_the_matrices_for_keys_and_values_are_as_wide_as_their_heads(model):
    shape = MODELS[model]
    assert weights(shape, shape.n_key_value_heads) == shape.parameters
    d = shape.n_heads * shape.d_head
    w_k = d * shape.d_head + (shape.d_head if model == "gpt2" else 0)  # and b_k
    for heads in divisors(shape.n_heads)[1:]:
        more = weights(shape, heads) - weights(shape, 1)
        assert more == shape.n_layers * 2 * (heads - 1) * w_k


@pytest.mark.parametrize(
    ("heads", "gib", "even"),
    [(1, 14.52, 951_585), (8, 14.96, 122_533), (32, 16.46, 33_706)],
)
def test_llama_s_weights_and_where_its_cache_outgrows_them(heads, gib, even):
    n_bytes = 2 * weights(MODELS["llama"], heads)
    each = math.prod(token_factors(MODELS["llama"], heads, 2))
    assert amount(n_bytes) == (gib, 3) and math.ceil(n_bytes / each) == even


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


def test_the_heads_are_the_model_s_own_unless_given():
    for name, shape in MODELS.items():
        assert CacheSize(model=name).n_key_value_heads == shape.n_key_value_heads
    assert CacheSize(model="gpt2", n_key_value_heads=3).n_key_value_heads == 3
    widget = CacheSize()
    widget.set(model="gpt2", n_key_value_heads=6)  # together: 8 would not divide 12
    assert (widget.model, widget.n_key_value_heads) == ("gpt2", 6)


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("model", "bert", "model"),
        ("model", "gpt2", "n_key_value_heads must divide gpt2's 12 heads; got 8"),
        ("n_key_value_heads", 3, "must divide llama's 32 heads; got 3"),
        ("bytes_each", 3, "bytes_each"),
        ("n_tokens", 131_073, "n_tokens must be from 1 to 131072; got 131073"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = CacheSize()
    before = [getattr(widget, one) for one in (*widget._state, "fallback")]
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert [getattr(widget, one) for one in (*widget._state, "fallback")] == before
    with pytest.raises(TraitError):
        CacheSize(**{"n_key_value_heads": 8, name: value})


def test_the_fallback_has_the_memory_written_out():
    text = CacheSize().fallback
    assert "2 × 32 × 8 × 128 × 2 = 131,072 bytes = 128 KiB per token" in text
    assert "8,192 tokens take 1 GiB. Its weights take 14.96 GiB." in text


# ---- its page ------------------------------------------------------------------------

VALUES = (
    "root => [...root.querySelectorAll('{}')].map(one => Number(one.dataset.value))"
)
SCRIPT = """async ([source, sizes, shapes]) => {
  const { amount, divisors, tokenFactors, weights } =
    await import("data:text/javascript," + encodeURIComponent(source));
  return {
    divisors: [1, 4, 12, 32].map(divisors),
    sizes: sizes.map(amount),
    factors: tokenFactors({ n_layers: 3, d_head: 5 }, 7, 4),
    weights: shapes.map((shape) => [1, 2, 4].map((heads) => weights(shape, heads))),
  };
}"""


@pytest.mark.browser
def test_the_page_counts_as_python_does(browser):
    source = (CacheSize._folder / "numbers.js").read_text(encoding="utf-8")
    sizes = [0, 255, 1_024, 1_152, 144_040, 131_072, 3 * 2**30 + 5, 2**44, 1e16]
    page = browser.new_page()
    found = page.evaluate(SCRIPT, [source, sizes, list(SHAPES.values())])
    page.close()
    assert found["divisors"] == [divisors(n) for n in (1, 4, 12, 32)]
    assert found["sizes"] == [list(amount(n)) for n in sizes]
    counted = [[weights(one, heads) for heads in (1, 2, 4)] for one in MODELS.values()]
    assert found["weights"] == counted
    shape = dataclasses.replace(MODELS["gpt2"], n_layers=3, d_head=5)
    assert found["factors"] == token_factors(shape, 7, 4)


@pytest.mark.browser
@pytest.mark.parametrize("model", MODELS)
def test_the_memory_is_that_of_the_shape_for_every_choice(show, model):
    shape = MODELS[model]
    watched, root = show(CacheSize(model=model, n_tokens=1_000), clock=True)
    shared = root.locator("[data-action^=heads-]")
    names = shared.evaluate_all("all => all.map(one => one.dataset.action)")
    assert names == [f"heads-{n}" for n in divisors(shape.n_heads)]
    pressed = root.locator("[data-action^=heads-][aria-pressed=true]")
    assert pressed.inner_text() == f"{shape.n_key_value_heads} (as built)"
    units = CacheSize().words["units"]
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
            n_bytes = weights(shape, heads) * size
            assert bars == [1_000 * each, n_bytes]
            widths = root.locator(".gb-bars i").evaluate_all(
                "all => all.map(one => parseFloat(one.style.width))"
            )
            assert widths == pytest.approx(100 * np.array(bars) / max(bars), rel=1e-5)
            number, power = amount(1_000 * each)
            said = units[UNITS[power]].replace("{amount}", f"{number:,g}")
            assert root.locator(".gb-total").inner_text().endswith(f"= {said}")
            verdict = root.locator(".gb-verdict").inner_text()
            found = re.search(r"caches of ([\d,]+) such texts", verdict)
            assert bool(found) == (1_000 * each < n_bytes)
            if found:
                texts = int(found[1].replace(",", ""))
                assert (texts - 1) * 1_000 * each < n_bytes <= texts * 1_000 * each
            said = root.locator(".gb-product strong").inner_text()
            assert said.count("bytes") == 1  # not "= 512 bytes = 512 bytes"
            assert ("only arithmetic" in verdict) == (shape.context < 1_000)
        kind = {1: "MQA", shape.n_heads: "nothing is shared"}.get(heads, "GQA")
        assert kind in root.locator(".gb-verdict + .gb-meaning").inner_text()
    assert watched.errors == []


@pytest.mark.browser
def test_another_model_brings_its_own_heads(show):
    _, root = show(CacheSize(n_key_value_heads=2))
    pressed = root.locator("[data-action^=heads-][aria-pressed=true]")
    for model, own in [("gpt2", 12), ("poems", 4), ("llama", 8)]:
        root.locator(f"[data-action=model-{model}]").click()
        assert pressed.inner_text() == f"{own} (as built)"
    for _ in range(3):
        root.locator("[data-action=undo]").click()
    assert pressed.inner_text() == "2"


@pytest.mark.browser
def test_the_slider_doubles_the_tokens_in_four_steps_and_a_wrong_one_is_explained(show):
    _, root = show(CacheSize())
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
def test_another_model_is_compared_with_the_one_before(show):
    _, root = show(CacheSize(model="gpt2", n_tokens=1024))
    beside = root.locator(".gb-beside")
    assert beside.inner_text() == ""  # the reader guesses first
    root.locator("[data-action=model-llama]").click()
    told = "3.6 times as much as GPT-2 small’s."
    assert beside.inner_text() == told
    root.locator("[data-action=model-gpt2]").click()
    told = "3.6 times less than Llama 3 8B’s."
    assert beside.inner_text() == told


@pytest.mark.browser
def test_several_texts_have_as_many_caches_and_one_set_of_weights(show):
    _, root = show(CacheSize())
    _, weights_of_one = root.evaluate(VALUES.format(".gb-bars i"))
    root.locator("[data-action=texts-50]").click()
    told = "50 texts × 8,192 tokens × 128 KiB = 50 GiB"
    assert root.locator(".gb-total").inner_text() == told
    assert root.evaluate(VALUES.format(".gb-bars i")) == [50 * 2**30, weights_of_one]
    verdict = root.locator(".gb-verdict").inner_text()
    assert verdict == "The caches take 3.3 times what the weights take."
    assert "50 such texts take 50 GiB." in CacheSize(n_texts=50).fallback


@pytest.mark.browser
@pytest.mark.parametrize("width", [1280, 390])
def test_another_model_leaves_the_buttons_where_they_are(show, width):
    _, root = show(CacheSize(), width=width, height=844)
    places = set()
    for model in ("gpt2", "llama", "poems", "llama"):
        root.locator(f"[data-action=model-{model}]").click()
        places.add(root.locator("[data-action=reset]").bounding_box()["y"])
    assert len(places) == 1


@pytest.mark.browser
def test_it_fits_a_screen(show):
    for width in (1280, 390):
        _, root = show(CacheSize(model="gpt2"), width=width, height=844)
        assert root.locator(".gb-cache-size").bounding_box()["height"] <= 760
