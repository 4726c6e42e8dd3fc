"""The map: its rules, facts, counts and fallback; every part's numbers on a page."""

import json
import re
import shutil
import subprocess
from base64 import b64encode
from itertools import pairwise
from pathlib import Path

import glassbox
import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from glassbox import (
    AttentionParameters,
    DecoderLayerParameters,
    EncoderLayerParameters,
    FeedForwardParameters,
    NormParameters,
    StackParameters,
    TokenModelParameters,
    TransformerParameters,
    causal_mask,
    decode_tokens,
    embed_tokens,
    encode_tokens,
    feed_forward,
    layer_norm,
    map_arrays,
    multi_head_attention,
    softmax,
    vocabulary_logits,
)
from glassbox.models.translator import (
    SOURCE_TOKENS,
    START_ID,
    load_translator,
    source_ids,
    target_ids,
    translate,
)
from glassbox.widgets import LiveTranslator, ReadingArcs, TransformerMap
from glassbox.widgets.live_translator.numbers import packed
from glassbox.widgets.transformer_map.example import (
    DATES,
    HEADS,
    WRITTEN,
    examples,
    flow,
    levels,
)
from glassbox.widgets.transformer_map.facts import (
    FOLLOWED,
    PARTS,
    PRESETS,
    copies,
    count,
    count_all,
    parts_of,
)
from traitlets import TraitError

ROOT = Path(__file__).resolve().parents[2]
SMALL = {"d_model": 6, "n_heads": 3, "d_ff": 11, "n_layers": 2, "vocabulary_size": 13}
ODD = {"d_model": 30, "n_heads": 5, "d_ff": 77, "n_layers": 1, "vocabulary_size": 101}


def state_of(preset="small", **settings):
    widget = TransformerMap(preset, **settings)
    return {name: getattr(widget, name) for name in widget._state}


def array(*shape):
    return np.broadcast_to(np.float32(0), shape)  # its shape counts, not its memory


def attention(d, n_heads):
    return AttentionParameters(n_heads, *[array(d, d)] * 4)  # without biases


def norm(d):
    return NormParameters(array(d), array(d))


def token_model(state):
    """The library's own parameters, of these sizes and without biases in attention."""
    d, heads = state["d_model"], state["n_heads"]
    inner = FeedForwardParameters(
        array(d, state["d_ff"]), array(state["d_ff"]), array(state["d_ff"], d), array(d)
    )
    n, pre = state["n_layers"], state["norm"] == "pre"
    reader = EncoderLayerParameters(attention(d, heads), norm(d), inner, norm(d))
    writer = DecoderLayerParameters(
        attention(d, heads), norm(d), attention(d, heads), norm(d), inner, norm(d)
    )
    stacks = [
        StackParameters((layer,) * n, pre, norm(d) if pre else None)
        for layer in (reader, writer)
    ]
    tables = [array(state[f"{side}vocabulary_size"], d) for side in ("source_", "")]
    return TokenModelParameters(*tables, TransformerParameters(*stacks))


def size_of(parameters):
    sizes = []
    map_arrays(parameters, lambda x: sizes.append(x.size))
    return sum(sizes)


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("sizes", [SMALL, *PRESETS.values()])
def test_the_counts_are_those_of_the_library_s_parameters(sizes, norm):
    state = state_of(**(sizes | {"norm": norm, "form": "paper"}))
    held = size_of(token_model(state))  # two tables: the head shares the target's
    table = state["vocabulary_size"] * state["d_model"]
    one = state["vocabulary_size"] == state["source_vocabulary_size"]
    assert count_all(state, tied=True) == (held - table if one else held)
    assert count_all(state, tied=False) == held + table


@pytest.mark.filterwarnings("ignore:enable_nested_tensor")  # a fast path not taken
@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("sizes", [SMALL, PRESETS["base"], PRESETS["small"]])
def test_the_counts_are_those_of_pytorch_s_transformer(sizes, norm):
    torch = pytest.importorskip("torch")
    state = state_of(**(sizes | {"norm": norm, "form": "pytorch"}))
    d, n = state["d_model"], state["n_layers"]
    model = torch.nn.Transformer(
        d, state["n_heads"], n, n, state["d_ff"], norm_first=norm == "pre",
        batch_first=True, device="meta", dtype=torch.float32,
    )  # fmt: skip
    held = sum(p.numel() for p in model.parameters())
    target, source = (d * state[f"{side}vocabulary_size"] for side in ("", "source_"))
    tied = target if source == target else source + target
    assert count_all(state, tied=True) == held + tied
    assert count_all(state, tied=False) == held + source + 2 * target
    layer = sum(p.numel() for p in model.encoder.layers[0].self_attn.parameters())
    assert count("encoder_self_attention", state) == layer


def test_the_small_sizes_are_those_of_the_translator_that_the_book_trains():
    held = size_of(load_translator())
    assert count_all(state_of(**PRESETS["small"]), tied=True) == held == 45_056


def test_the_paper_s_base_model_has_63_0_million_parameters_tied_100_9_untied():
    state = state_of("base")
    assert f"{count_all(state, tied=True) / 1e6:.1f}" == "63.0"
    assert f"{count_all(state, tied=False) / 1e6:.1f}" == "100.9"


def test_every_shape_is_the_kernels():
    sizes = SMALL | {"n_source": 5, "n_target": 4, "d_head": 2}
    sizes["source_vocabulary_size"] = 10
    expected = {
        part: {
            row: tuple(sizes[axis] for axis in axes)
            for row, axes in fact["shapes"].items()
        }
        for part, fact in PARTS.items()
    }
    rng = np.random.default_rng(0)
    own, table = rng.normal(size=(10, 6)), rng.normal(size=(13, 6))
    parameters = AttentionParameters(3, *rng.normal(size=(4, 6, 6)))
    inner = FeedForwardParameters(
        rng.normal(size=(6, 11)), np.zeros(11), rng.normal(size=(11, 6)), np.zeros(6)
    )
    source, target = np.array([3, 1, 4, 1, 5]), np.array([9, 2, 6, 5])
    x, y = embed_tokens(source, own), embed_tokens(target, table)
    found = {
        "source_embedding": {"ids": source, "table": own, "output": x},
        "target_embedding": {"ids": target, "table": table, "output": y},
        "memory": {"memory": x},
    }
    for part, query, key, mask in [
        ("encoder_self_attention", x, x, None),
        ("masked_self_attention", y, y, causal_mask(4)),
        ("cross_attention", y, x, None),
    ]:
        result = multi_head_attention(query, key, key, parameters, mask)
        heads = glassbox.split_heads(query, 3), glassbox.split_heads(key, 3)
        found[part] = {"x": query, "query": heads[0], "key_value": heads[1]}
        found[part] |= {"weights": result.weights, "output": result.output}
    for side, state in [("encoder", x), ("decoder", y)]:
        hidden = glassbox.relu(state @ inner.w_1 + inner.b_1)
        output = feed_forward(state, inner)
        found[f"{side}_feed_forward"] = {"inner": hidden, "output": output}
        for name in ("norm_1", "norm_2", "final_norm"):
            found[f"{side}_{name}"] = {"x": state, "output": layer_norm(state)}
    logits = vocabulary_logits(y, table)
    found["linear"] = {"hidden": y, "table": table, "logits": logits}
    found["softmax"] = {"logits": logits, "probabilities": softmax(logits)}
    for part, arrays in found.items():
        for row, value in arrays.items():
            assert expected[part][row] == value.shape, (part, row)
    assert expected["cross_attention"]["memory"] == x.shape


def test_every_kernel_is_the_library_s_and_every_chapter_is_in_the_book():
    contents = (ROOT / "_toc.yml").read_text(encoding="utf-8")
    slugs = set(re.findall(r"file: chapters/(\w+)", contents))
    for part, fact in PARTS.items():
        assert set(fact.get("kernels", [])) <= set(glassbox.__all__), part
        assert fact["chapters"], part
        assert set(fact["chapters"]) <= slugs, part


def test_final_norms_stand_with_pre_norm_and_with_pytorch_alone():
    final = {"encoder_final_norm", "decoder_final_norm"}
    for norm, form, there in [
        ("post", "paper", False),
        ("pre", "paper", True),
        ("post", "pytorch", True),
    ]:
        state = state_of(norm=norm, form=form)
        assert final.issubset(parts_of(state)) == there
    assert copies("decoder_final_norm", state) == 1
    assert copies("decoder_norm_3", state) == 2


def test_the_order_is_the_data_s_in_pre_norm_too():
    post, pre = (parts_of(state_of(norm=norm)) for norm in ("post", "pre"))
    assert sorted(post) == sorted(pre)
    assert post == [part for part in PARTS if part in post]
    for i, part in enumerate(post):
        if "_norm_" in part:
            assert pre[i - 1 : i + 1] == [part, post[i - 1]]


@pytest.mark.parametrize("name", DATES)
def test_a_date_on_the_map_is_what_the_translator_does(name):
    model = load_translator()
    date, text = example_of(name), DATES[name]
    source, target = source_ids(text), [START_ID, *target_ids(WRITTEN)]
    memory = encode_tokens(source, model)
    logits, weights = decode_tokens(target, memory.output, model)
    assert date["ids"] == {"source": source, "written": target}
    sizes = [len(date[side]) for side in ("source", "written")]
    assert sizes == [FOLLOWED[name][size] for size in ("n_source", "n_target")]
    own, cross = weights[1]
    looks = {
        "encoder_self_attention": memory.weights[date["layers"]["encoder"] - 1],
        "masked_self_attention": own,
        "cross_attention": cross,
    }
    assert date["layers"]["decoder"] == len(weights)
    expected = {part: [w.mean(axis=0), *w] for part, w in looks.items()}
    expected |= {"linear": logits, "softmax": softmax(logits)}
    for part, matrix in expected.items():  # two decimals are kept
        np.testing.assert_allclose(date["weights"][part], matrix, atol=0.0051)
    x = embed_tokens(source, model.source_table)
    for part, rows in {"source_embedding": x, "memory": memory.output}.items():
        shown = [
            [0.3 * (ord(c) - ord("k")) for c in row] for row in date["vectors"][part]
        ]
        # a step is 0.3; more than 3 is shown as 3
        np.testing.assert_allclose(shown, np.clip(rows, -3, 3), atol=0.151)
    parts = {"source_tokens", "target_tokens", *date["vectors"], *date["weights"]}
    assert parts == set(parts_of(PRESETS["small"]))


@pytest.mark.parametrize(
    ("name", "written", "read", "place", "digit"),
    [("comma", "2026-11-21", ",", 12, "2"), ("no_comma", "2062-11-21", "2", 10, "6")],
)
def test_what_the_map_says_of_a_date_holds(name, written, read, place, digit):
    model = load_translator()
    date, text = example_of(name), DATES[name]
    assert translate(model, text).text == written
    weights = {part: np.array(w) for part, w in date["weights"].items()}
    # Who the year's first digit looks at, in the head that is shown at first.
    year = date["year"]
    assert text[year:] == "2026"
    own = weights["encoder_self_attention"][HEADS["encoder_self_attention"]]
    looked = own[year].argmax()
    assert (text[looked], looked + 1) == (read, place)
    if name == "comma":  # the head that is shown first looks most at it
        column = weights["encoder_self_attention"][1:, :, looked]
        assert column.sum(axis=1).argmax() + 1 == HEADS["encoder_self_attention"]
    # No row looks to the right of itself.
    assert np.triu(weights["masked_self_attention"], 1).max() == 0
    # The last row writes the year's third digit: with the comma the heads disagree,
    # and head 2 gives the right 2 the most; without it all look at the 6.
    last = weights["cross_attention"][:, -1]
    assert WRITTEN == written[:2] and written[2] == digit
    right = date["pair"][1]
    assert text[right] == "2"
    looks = [text[one.argmax()] for one in last]
    assert last[0].argmax() == right + (1 if name == "no_comma" else -1)
    if name == "comma":
        assert looks[0] == "0" and len(set(looks)) > 2
    else:
        assert looks == ["6"] * 5
    assert date["targets"][weights["softmax"][-1].argmax()] == digit
    assert date["targets"][weights["linear"][-1].argmax()] == digit
    # The three 2s are alike at first. In the memory the day's is unlike the year's;
    # the year's two differ as well, but not without the comma.
    source = source_ids(text)
    x = embed_tokens(source, model.source_table)
    memory = encode_tokens(source, model).output
    day, *years = (i for i, letter in enumerate(text) if letter == "2")
    pairs = [(day, years[0]), (day, years[1])]
    assert min(cosine(x[i], x[j]) for i, j in [*pairs, years]) > 0.9
    assert max(cosine(memory[i], memory[j]) for i, j in pairs) < 0.6
    assert years == date["pair"]
    for part, rows in {"source_embedding": x, "memory": memory}.items():
        assert date["near"][part] == pytest.approx(cosine(*rows[years]))
    # The page tells of these steps.
    page = (ROOT / "chapters" / "index.md").read_text(encoding="utf-8")
    assert "your swap happened there, in step 5." in page
    assert len(WALK) == 9 and "follow the nine steps" in page
    assert (WALK[5 - 1], WALK[8 - 1]) == ("memory", "cross_attention")
    # "2" has two numbers.
    assert date["ids"]["written"][1] == 5 and date["ids"]["source"][day] == 6


def test_with_the_year_s_rows_of_the_other_date_the_right_digit_is_written():
    bad, found = example_of("no_comma"), example_of("exchanged")
    assert found["source"] == bad["source"]
    same = {"source_embedding", "encoder_norm_1", "encoder_feed_forward"}
    for part in same:
        assert found["vectors"][part] == bad["vectors"][part]
    good = example_of("comma")["vectors"]["memory"]
    rows = found["vectors"]["memory"]
    assert rows == bad["vectors"]["memory"][:-4] + good[-4:]
    row = found["weights"]["softmax"][-1]
    assert found["targets"][np.argmax(row)] == "2" and max(row) > 0.5


def example_of(name):
    return next(one for one in examples() if one.get("name") == name)


def cosine(a, b):
    return a @ b / np.linalg.norm(a) / np.linalg.norm(b)


def test_the_state_is_kept_as_given():
    given = SMALL | {"n_source": 3, "n_target": 2, "norm": "pre", "part": "softmax"}
    state = state_of(**given)
    assert given.items() <= state.items()
    assert repr(TransformerMap(**given)) == (
        "TransformerMap(d_model=6, n_heads=3, d_ff=11, n_layers=2, part='softmax')"
    )


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("d_model", 0, "d_model must be from 1 to 16384; got 0"),
        ("d_model", 510, "d_model must be divisible by n_heads; got 510 and 8"),
        ("n_heads", 7, "d_model must be divisible by n_heads; got 512 and 7"),
        ("n_heads", 512, "n_heads must be from 1 to 256; got 512"),
        ("d_ff", 2.5, "d_ff must be a whole number; got 2.5"),
        ("n_layers", 129, "n_layers must be from 1 to 128; got 129"),
        ("vocabulary_size", "many", "vocabulary_size must be a finite number"),
        ("n_source", -1, "n_source must be from 1 to 4096; got -1"),
        ("n_target", float("nan"), "n_target must be a finite number; got nan"),
        ("norm", "rms", "'post', 'pre'"),
        ("form", "keras", "'paper', 'pytorch'"),
        ("part", "gate", "source_tokens"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = TransformerMap("base")
    before = getattr(widget, name)
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert getattr(widget, name) == before
    with pytest.raises(TraitError, match=re.escape(rule)):
        TransformerMap("base", **{name: value})


def test_a_preset_or_a_size_that_is_none_is_refused():
    with pytest.raises(TraitError, match="preset must be one of small, base, big"):
        TransformerMap("huge")
    with pytest.raises(TypeError, match="'depth' is not a size"):
        TransformerMap(depth=3)


def test_width_and_heads_change_together():
    widget = TransformerMap()
    widget.set(d_model=30, n_heads=5)
    assert (widget.d_model, widget.n_heads) == (30, 5)
    with pytest.raises(TraitError, match="read-only"):
        widget.facts = {}


def test_the_fallback_follows_the_state():
    widget = TransformerMap("base", norm="pre", n_target=9)
    rows = re.findall(r'<th scope="row">(.*?)</th>', widget.fallback)
    state = {name: getattr(widget, name) for name in widget._state}
    assert rows == [part.replace("_", " ") for part in parts_of(state)]
    assert f"{count_all(state, tied=True):,} parameters" in widget.fallback
    assert "(n_target, vocabulary_size) = (9, 37,000)" in widget.fallback
    each = count("cross_attention", state)
    assert f"{each:,} × 6 layers" in widget.fallback
    widget.form = "pytorch"
    state["form"] = "pytorch"
    assert f"{count_all(state, tied=True):,} parameters" in widget.fallback
    assert "attention is with biases" in widget.fallback


# ---- on a page ---------------------------------------------------------------

NEAR = {  # who gives to cross-attention, post-norm
    "memory",
    "decoder_norm_1",
}


def button(root, name):
    return root.locator(f"[data-action={name}]")


def selected(root):
    pressed = root.locator(".gb-part[aria-pressed=true]")
    assert pressed.count() == 1
    return pressed.get_attribute("data-action")


@pytest.mark.parametrize("preset", ["small", "base"])
def test_every_part_is_told_and_the_walk_ends_at_the_last(show, preset):
    _, root = show(TransformerMap(preset))
    for part in parts_of(state_of(preset)):
        button(root, part).click()
        assert selected(root) == part
        assert not re.search("undefined|NaN", root.inner_text())
        assert len(root.locator(".gb-plain").inner_text().split()) > 8
    assert button(root, "next").get_attribute("aria-disabled") == "true"


def test_a_part_is_selected_by_mouse_and_shows_where_data_comes_from_and_goes(show):
    _, root = show(TransformerMap("base"))
    button(root, "cross_attention").click()
    assert selected(root) == "cross_attention"
    near = root.locator(".gb-near").all()
    assert {one.get_attribute("data-action") for one in near} == NEAR
    button(root, "memory").click()
    assert selected(root) == "memory"
    assert root.locator(".gb-name").inner_text() == "Memory"


def test_the_keyboard_follows_the_data(show):
    watched, root = show(TransformerMap("base"))
    keyboard = watched.page.keyboard
    for _ in range(3):  # Back and Next; one stop for the whole drawing
        keyboard.press("Tab")
    focused = "document.activeElement.dataset.action"
    for part in parts_of(state_of("base")):
        assert watched.page.evaluate(focused) == part
        assert selected(root) == part
        keyboard.press("ArrowUp")
    assert selected(root) == "softmax"
    keyboard.press("ArrowDown")
    assert watched.page.evaluate(focused) == selected(root) == "linear"
    keyboard.press("Home")
    assert watched.page.evaluate(focused) == selected(root) == "source_tokens"
    keyboard.press("ArrowLeft")
    assert selected(root) == "source_tokens"
    keyboard.press("End")
    assert selected(root) == "softmax"
    keyboard.press("Shift+Tab")
    assert watched.page.evaluate(focused) == "next"
    keyboard.press("Shift+Tab")
    keyboard.press("Enter")
    assert selected(root) == "cross_attention"


@pytest.mark.parametrize("norm", ["pre", "post"])
def test_pre_norm_has_each_norm_below_its_sub_layer_post_norm_above(show, norm):
    _, root = show(TransformerMap("base", norm=norm))

    def height(part):
        return button(root, part).bounding_box()["y"]

    pairs = [
        ("encoder_self_attention", "encoder_norm_1"),
        ("encoder_feed_forward", "encoder_norm_2"),
        ("masked_self_attention", "decoder_norm_1"),
        ("cross_attention", "decoder_norm_2"),
        ("decoder_feed_forward", "decoder_norm_3"),
    ]
    is_below = [height(norm) > height(sublayer) for sublayer, norm in pairs]
    assert is_below == [norm == "pre"] * 5
    assert root.locator(".gb-sum").count() == (5 if norm == "pre" else 0)
    if norm == "post":
        assert button(root, "encoder_final_norm").count() == 0
        return
    assert height("linear") < height("decoder_final_norm")
    assert height("decoder_final_norm") < height("decoder_feed_forward")


def test_a_part_that_does_not_stand_gives_way_to_what_reads_it(show):
    _, root = show(TransformerMap("base", part="decoder_final_norm"))
    assert selected(root) == "linear"


def test_the_picture_follows_sizes_that_python_sets(show):
    _, root = show(TransformerMap("base", d_ff=1000, n_layers=5))
    button(root, "decoder_feed_forward").click()
    assert "Encoder × 5" in root.locator(".gb-drawing").text_content()
    assert "512 numbers become 1,000" in root.locator(".gb-summary").inner_text()


def test_the_part_is_announced_after_a_pause(show):
    watched, root = show(TransformerMap(), clock=True)
    button(root, "memory").click()
    watched.page.clock.run_for(1000)
    said = root.locator("[role=status]").inner_text()
    assert said.startswith("Memory. The shaded part has run once more (layer 2 of 2)")


def test_on_a_phone_the_words_follow_next_and_next_keeps_its_place(show):
    watched, root = show(TransformerMap(), width=390, height=900)
    # Higher than a phone: the page is the widget alone, and must not scroll by itself.
    places, shifts = set(), set()
    for part in WALK:
        assert selected(root) == part
        boxes = [
            root.locator(name).bounding_box()
            for name in (".gb-walk", ".gb-view", ".gb-summary", ".gb-flow")
        ]
        for above, below in pairwise(boxes):
            assert above["y"] + above["height"] <= below["y"]
        lit, view = button(root, part).bounding_box(), boxes[1]
        assert view["y"] <= lit["y"]
        assert lit["y"] + lit["height"] <= view["y"] + view["height"] + 1
        places.add(button(root, "next").bounding_box()["y"])
        shifts.add(watched.page.evaluate("scrollY"))
        button(root, "next").click(force=True)
    assert len(places) == len(shifts) == 1
    boxes = [one.bounding_box() for one in root.locator(".gb-part").all()]
    # a finger's 24 px
    assert min(box["height"] for box in boxes) >= 24
    for box in boxes:
        for other in boxes:
            aside = min(box["x"] + box["width"], other["x"] + other["width"])
            beside = aside <= max(box["x"], other["x"])
            below = other["y"] + other["height"] <= box["y"] + 0.5
            above = box["y"] + box["height"] <= other["y"] + 0.5
            assert other is box or beside or below or above


def test_on_a_phone_a_part_of_the_drawing_brings_its_words_into_view(show):
    _, root = show(TransformerMap(), width=390, height=844)
    button(root, "softmax").click()
    bar = root.locator(".gb-walk").bounding_box()
    words = root.locator(".gb-summary").bounding_box()
    assert bar["y"] + bar["height"] <= words["y"] + 1
    assert words["y"] + words["height"] <= 844


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_the_map_in_pre_norm_fits_and_axe_finds_nothing(show, width):
    watched, _ = show(TransformerMap(norm="pre", part="cross_attention"), width=width)
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    assert Axe().run(watched.page).response["violations"] == []
    assert watched.errors == watched.foreign == []


def test_one_head_and_one_layer_are_spoken_of_as_one(show):
    part = "encoder_self_attention"
    one = TransformerMap("base", n_heads=1, n_layers=1, part=part)
    assert "1 head, d_ff 2,048, 1 layer in each stack" in one.fallback
    _, root = show(one)
    assert "1 attention head does this" in root.locator(".gb-summary").inner_text()
    assert "×" not in root.locator(".gb-caption").inner_text().replace("5 × 5", "")


# ---- a sentence goes through ---------------------------------------------------------


def test_it_opens_at_the_source(show):
    _, root = show(TransformerMap())
    assert selected(root) == "source_tokens"
    assert "“November 21, 2026”" in root.locator(".gb-plain").inner_text()
    assert "17 tokens, one number each" in root.locator(".gb-caption").inner_text()


def test_every_step_shows_its_tokens_and_the_shape_in_words(show):
    _, root = show(TransformerMap())
    date, state = example_of("comma"), PRESETS["small"]
    for part in parts_of(state):
        button(root, part).click()
        shapes = PARTS[part]["shapes"]
        n, *width = (state[size] for size in list(shapes.values())[-1])
        if "key_value" in shapes:
            width = [state[shapes["key_value"][1]]]
        caption = root.locator(".gb-caption").inner_text()
        assert f"{n} tokens" in caption or f"{n} × " in caption
        assert not width or f"{width[0]} " in caption
        names = root.locator(".gb-flow text").all_text_contents()
        side = "source" if n == 17 else "written"
        for token in date[side]:
            assert {"": "start", " ": "␣"}.get(token, token) in names
        cells = root.locator(".gb-flow :is(.gb-above, .gb-below)")
        assert (cells.count() > 0) == (part != "source_tokens")


def test_the_part_s_incoming_arrows_alone_are_lit(show):
    _, root = show(TransformerMap("base", part="softmax"))
    assert root.locator(".gb-on").count() == 1
    button(root, "linear").click()
    assert root.locator(".gb-on").count() == 1
    button(root, "encoder_norm_1").click()  # from the sub-layer, and around it
    assert root.locator(".gb-on").count() == 2


TOLD_WITH_OTHERS = ("norm", "target_embedding", "decoder_feed_forward", "linear")
WALK = [
    part
    for part in parts_of(PRESETS["small"])
    if not any(name in part for name in TOLD_WITH_OTHERS)
]


@pytest.mark.parametrize("preset", ["small", "base"])
def test_next_stops_nine_times_and_leaves_out_what_is_told_with_others(show, preset):
    _, root = show(TransformerMap(preset))
    parts = [part for part in parts_of(state_of(preset)) if part in WALK]
    assert len(parts) == len(WALK) == 9
    for place, part in enumerate(parts, 1):
        assert selected(root) == part
        assert f"step {place} of 9" in root.locator(".gb-walk").inner_text()
        button(root, "next").click(force=True)  # which ends it at the last
    button(root, "decoder_norm_2").click()  # beside the walk
    place = {"small": 7, "base": 8}[preset]
    assert f"after step {place} of 9" in root.locator(".gb-walk").inner_text()
    button(root, "next").click()
    after = {"small": "cross_attention", "base": "softmax"}
    assert selected(root) == after[preset]


def test_dates_are_followed_to_where_they_part(show):
    _, root = show(TransformerMap(part="cross_attention"))
    look, drawing = root.locator(".gb-found"), root.locator(".gb-drawing")
    for name, looked, place, digit in [
        ("comma", "0", 15, "2"),
        ("no_comma", "6", 16, "6"),
        ("exchanged", "0", 14, "2"),
    ]:
        button(root, f"follow-{name}").click()
        assert pressed(root, name)
        button(root, "cross_attention").click()
        rows = example_of(name)["weights"]
        weight = max(rows["cross_attention"][0][-1])
        assert "next token: ?" in drawing.text_content()
        said = f"Look: “0” puts most weight, {weight:.2f}, on “{looked}”"
        assert look.inner_text() == f"{said} at position {place} (mean of 4 heads)."
        button(root, "memory").click()
        told = "Without the comma, that of the first digit changes most."
        if name == "exchanged":
            told = "the year’s four rows, framed."
        assert told in look.inner_text()
        year = example_of(name)["year"]
        assert marked(root) == [*range(year, year + 4)]
        caption = root.locator(".gb-caption").inner_text()
        assert "Right: the year’s four rows enlarged." in caption
        swapped = "They carry their old positions, too."
        goal = swapped if name == "exchanged" else "the comma changes these four rows."
        assert goal in root.locator(".gb-goal").inner_text()
        button(root, "softmax").click()
        assert f"next token: “{digit}”" in drawing.text_content()
        probability = f"{max(rows['softmax'][-1]):.2f}"
        assert f"“{digit}” has probability {probability}" in look.inner_text()


def marked(root):
    """Return the places of the rows whose names are marked, from 0."""
    return root.locator(".gb-flow [data-token]").evaluate_all(
        "all => all.flatMap((one, i) => one.matches('.gb-marked') ? [i] : [])"
    )


def test_every_step_says_in_few_words_what_to_find(show):
    _, root = show(TransformerMap())
    for name in DATES:
        button(root, f"follow-{name}").click()
        for part in WALK:
            button(root, part).click()
            look = root.locator(".gb-found").inner_text()
            assert look.startswith("Look: ") and "undefined" not in look
            words = [
                len(root.locator(one).inner_text().split())
                for one in (".gb-plain", ".gb-found")
            ]
            assert sum(words) <= 55 and words[1] <= 19, (part, words)
            assert root.locator(".gb-goal").inner_text()  # why it is shown
            marks = root.locator(".gb-mark").count()
            framed = 4 if part == "memory" else 1 + (part in PAIRED)
            assert marks == (0 if "tokens" in part else framed), part


PAIRED = ["source_embedding", "encoder_norm_1", "encoder_feed_forward"]


@pytest.mark.parametrize("width", [390, 928])
def test_no_two_names_of_rows_collide(show, width):
    watched, root = show(TransformerMap(part="encoder_self_attention"), width=width)
    font = '"DejaVu Sans", Verdana, sans-serif'
    watched.page.add_style_tag(content=f"* {{ font-family: {font} !important }}")
    for part in [*PAIRED, "encoder_self_attention"]:
        button(root, part).click()
        size, pitch = root.locator(".gb-flow").evaluate("""flow => {
            const [a, b] = flow.querySelectorAll("[data-token]");
            const scale = flow.querySelector("svg").getBoundingClientRect().width / 340;
            const apart = b.getAttribute("y") - a.getAttribute("y");
            return [parseFloat(getComputedStyle(a).fontSize) * scale, apart * scale];
        }""")
        assert size >= 9 and pitch >= 1.05 * size


@pytest.mark.parametrize("part", HEADS)
def test_heads_are_switched_and_the_mean_among_them(show, part):
    watched, root = show(TransformerMap(part=part))
    rows = example_of("comma")["weights"][part]
    first = str(HEADS[part])
    for key in [first, "0", "3", "4"]:
        if key != first:
            button(root, f"head-{key}").click()
        assert button(root, f"head-{key}").get_attribute("aria-pressed") == "true"
        point(root, 2, 1, len(rows[0][0]))
        read = root.locator(".gb-read").inner_text()
        assert read.endswith(f": {rows[int(key)][2][1]:.2f}.")
    button(root, "head-2").focus()
    watched.page.keyboard.press("Enter")
    assert button(root, "head-2").get_attribute("aria-pressed") == "true"
    button(root, "softmax").click()
    assert not button(root, "head-0").is_visible()
    button(root, part).click()
    assert button(root, f"head-{first}").get_attribute("aria-pressed") == "true"


def test_without_numbers_there_are_no_heads_to_switch(show):
    _, root = show(TransformerMap("base", part="cross_attention"))
    assert not button(root, "head-0").is_visible()


RUN = """
const numbers = await import(process.argv[1]);
const arcs = await import(process.argv[2]);
let text = "";
for await (const chunk of process.stdin) text += chunk;
const { sent, sources } = JSON.parse(text);
const bytes = Buffer.from(sent.values, "base64");
sent.values = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
const model = numbers.unpack(sent);
console.log(JSON.stringify(sources.map((source) => {
  return arcs.examplesOf(model, sent, source, false, 3);
})));
"""
TYPED = ["November 21 2026", "3/4/2025", "二〇三四年九月五日 or May 3, 2031"]


def test_the_page_s_flow_is_python_s():
    widget = LiveTranslator()
    sent = packed(widget.model, widget)
    sent["values"] = b64encode(sent["values"]).decode()
    folder = ROOT / "lib/glassbox/widgets"
    modules = [folder / "live_translator/packed.js", folder / "reading_arcs/flow.js"]
    found = subprocess.run(
        [node(), "--input-type=module", "--eval", RUN, *[m.as_uri() for m in modules]],
        input=json.dumps({"sent": sent, "sources": TYPED}),
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    model, found = widget.model, json.loads(found.stdout)
    names = ["comma", "no_comma", "exchanged"]
    assert [one["follow"] for one in found] == ["no_comma", "yours", "yours"]
    assert [one["name"] for one in found[0]["examples"]] == names
    for page in [page for one in found for page in one["examples"]]:
        source, memory = page["texts"]["source"], None
        digits = translate(model, source).text[:2]
        if page["name"] == "exchanged":  # the year's rows are from the date before
            good = encode_tokens(source_ids(TYPED[0].replace("21", "21,")), model)
            own = encode_tokens(source_ids(source), model)
            memory = np.concatenate([own.output[:-4], good.output[-4:]])
        ids = {"source": source_ids(source), "written": target_ids(digits)}
        ids["written"].insert(0, START_ID)
        assert page["ids"] == ids
        assert page["texts"]["written"] == digits
        assert page["source"] == list(source)
        assert page["written"] == ["", *digits]
        vectors, *weights = flow(model, ids["source"], ids["written"], memory)
        assert page["vectors"].keys() == vectors.keys()
        for part, rows in vectors.items():
            assert page["vectors"][part] == [levels(row) for row in rows], part
        expected = weights[0] | weights[1]
        assert page["weights"].keys() == expected.keys()
        for part, x in expected.items():
            # float64 on both sides, summed in another order through four layers
            np.testing.assert_allclose(page["weights"][part], x, rtol=0, atol=1e-10)


def node():
    found = shutil.which("node")
    if found:
        return found
    playwright = pytest.importorskip("playwright", reason="no Node, no Playwright")
    return str(Path(playwright.__file__).parent / "driver" / "node")


def pressed(root, name):
    return button(root, f"follow-{name}").get_attribute("aria-pressed") == "true"


def test_the_map_follows_the_date_that_the_reader_types_above(show):
    watched, arcs, root = show(ReadingArcs(), TransformerMap(part="cross_attention"))
    field, found = arcs.locator("input[type=text]"), root.locator(".gb-found")
    assert pressed(root, "comma")
    own = "December 25, 2031"  # as long as the stored one
    field.fill(own)
    assert pressed(root, "comma")
    becomes = root.get_by_text(f"{own} → 2031-12-25", exact=True)
    assert becomes.is_visible()
    button(arcs, "look-3").click()
    looks = re.search(r"“(.)” at position (\d+): (0\.\d+)", arcs.inner_text())
    said = f"puts most weight, {looks[3]}, on “{looks[1]}” at position {looks[2]}"
    assert said in found.inner_text()
    assert own in root.locator(".gb-drawing").text_content()
    button(root, "source_embedding").click()
    x = embed_tokens(source_ids(own), load_translator().source_table)
    # of the year's 2 and the day's
    assert f"{cosine(x[9], x[13]):.2f}" in found.inner_text()
    assert marked(root) == [9, 13]
    button(root, "memory").click()
    assert marked(root) == [13, 14, 15, 16]
    field.fill("3/4/2025")  # it has no comma to leave out
    assert [pressed(root, name) for name in FOLLOWED] == [False] * 3
    assert "“3/4/2025”" in root.locator(".gb-drawing").text_content()
    button(root, "memory").click()
    assert root.get_by_text("your date", exact=True).is_visible()  # its two 2s
    button(root, "cross_attention").click()
    names = [f"follow-{name}" for name in FOLLOWED]
    alone = button(root, "back")
    for source, has_more in [("2026年11月21日", False), (own, True), ("22", False)]:
        field.fill(source)
        assert alone.is_visible() != has_more
        assert becomes.is_visible() == has_more
        assert [button(root, name).is_visible() for name in names] == [has_more] * 3
    for part in parts_of(PRESETS["small"]):  # nothing is said that may be false
        field.fill("零" * 32)
        button(root, part).click()
        said = found.inner_text() + root.locator(".gb-goal").text_content()
        assert not re.search(r"year|2026|2s|undefined", said)
    watched.page.set_viewport_size({"width": 360, "height": 844})
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= 360
    alone.click()  # a way back to the date that the page tells of
    assert field.input_value() == "November 21, 2026" and pressed(root, "comma")
    field.fill("1")
    assert "has probability" in found.inner_text()
    assert watched.errors == watched.foreign == []


@pytest.mark.parametrize("date", ["November 21 2026", "April 26 2024"])
def test_arcs_and_map_show_the_same_swap_of_any_date(show, date):
    watched, arcs, root = show(ReadingArcs(), TransformerMap(part="cross_attention"))
    field, verdict = arcs.locator("input[type=text]"), arcs.locator(".gb-target + p")
    field.fill(date)
    right = field.input_value()[-4:]
    assert "Wrong!" in verdict.inner_text() and pressed(root, "no_comma")
    button(root, "follow-exchanged").click()
    assert pressed(root, "exchanged") and field.input_value() == date
    assert verdict.inner_text() == "What it writes: correct"
    looks = re.search(r"“(.)” at position (\d+): (0\.\d+)", arcs.inner_text())
    said = f"puts most weight, {looks[3]}, on “{looks[1]}” at position {looks[2]}"
    assert said in root.locator(".gb-found").inner_text()
    button(root, "softmax").click()
    looked = arcs.locator("[role=toolbar] [aria-pressed=true]")
    place = int(looked.get_attribute("data-action")[5:])
    assert f"next token: “{right[place - 1]}”" in root.inner_text()
    button(root, "follow-comma").click()
    assert pressed(root, "comma")
    assert field.input_value() == f"{date[:-5]},{date[-5:]}"
    button(root, "follow-exchanged").click()
    button(arcs, "undo").click()  # a date's own rows come back
    assert not pressed(root, "exchanged")
    assert not arcs.get_by_text("the year’s rows come from").is_visible()
    assert watched.errors == watched.foreign == []


def point(root, i, j, columns):
    """Point at a cell of the picture, in its own units."""
    picture = root.locator(".gb-flow svg")
    picture.scroll_into_view_if_needed()
    box = picture.bounding_box()
    rows = root.locator(".gb-flow [data-token]").count()
    wide = 172 if root.locator(".gb-apart").count() else 304  # two rows beside it
    if root.locator("text:text-is('difference')").count():
        wide = 88  # or the year's, larger
    x = 36 + (j + 0.5) * min(60, wide / columns)
    y = 18 + (i + 0.4) * max(9, min(28, 204 // rows))
    scale = box["width"] / 340
    root.page.mouse.move(box["x"] + x * scale, box["y"] + y * scale)


def test_a_cell_that_is_pointed_at_tells_its_number(show):
    watched, root = show(TransformerMap(part="cross_attention"))
    read = root.locator(".gb-read")
    assert read.inner_text() == "Tap or point at a cell to read its number."
    rows = example_of("comma")["weights"]["cross_attention"]
    point(root, 2, 15, 17)
    told = f"Row “0” looks at “2” at position 16: {rows[0][2][15]:.2f}."
    assert read.inner_text() == told
    root.locator(".gb-flow [role=group]").last.focus()
    watched.page.keyboard.press("ArrowRight")
    told = f"Row “0” looks at “6” at position 17: {rows[0][2][16]:.2f}."
    assert read.inner_text() == told
    watched.page.keyboard.press("ArrowRight")  # no cell is there
    assert read.inner_text() == told
    assert root.locator(".gb-here").count() == 1
    button(root, "softmax").click()
    point(root, 2, 5, 13)
    assert read.inner_text() == "Row “0” gives “2” the probability 0.94."
    button(root, "memory").click()
    point(root, 15, 3, 32)
    level = example_of("comma")["vectors"]["memory"][15][3]
    value = f"{0.3 * (ord(level) - ord('k')):.1f}".replace("-", "−")
    assert read.inner_text() == f"Number 4 of “2” at position 16: about {value}."
    button(root, "source_tokens").click()
    assert read.inner_text() == ""


def test_the_map_follows_the_character_that_is_chosen_above(show):
    watched, arcs, root = show(ReadingArcs(), TransformerMap(part="cross_attention"))
    field, found = arcs.locator("input[type=text]"), root.locator(".gb-found")
    date, model = "November 21, 2026", load_translator()
    field.fill(date)
    drawing = root.locator(".gb-drawing")
    written = translate(model, date).text
    for place in (1, 7, 10, 11):
        button(arcs, f"look-{place}").click()
        assert pressed(root, "comma")  # whose date it is
        target = [START_ID, *target_ids(written[: place - 1])]
        _, weights, _ = flow(model, source_ids(date), target)
        row = weights["cross_attention"][0][-1]
        assert f"weight, {row.max():.2f}, on" in found.inner_text()
        assert f"at position {row.argmax() + 1} (" in found.inner_text()
        sign = written[place - 1] if place < 11 else "end"
        for part in WALK:
            button(root, part).click()
            token = f"“{sign}”" if part == "softmax" else "?"
            assert f"next token: {token}" in drawing.text_content()
            assert not re.search("undefined|NaN|“”", root.inner_text())
        button(root, "cross_attention").click()
    button(arcs, "look-3").click()
    assert pressed(root, "comma")
    assert watched.errors == watched.foreign == []


@pytest.mark.parametrize("width", [360, 390])
def test_on_a_phone_the_dates_stay_with_back_and_next(show, width):
    watched, root = show(TransformerMap(part="memory"), width=width, height=600)
    watched.page.mouse.wheel(0, 300)
    watched.page.wait_for_function("scrollY > 200")
    for name in ("follow-no_comma", "next"):
        top = button(root, name).bounding_box()["y"]
        assert 0 <= top < 160
    button(root, "encoder_self_attention").click()
    heads = [button(root, f"head-{i}").bounding_box()["y"] for i in range(5)]
    assert max(heads) - min(heads) < 2


def test_on_a_phone_next_leads_back_to_the_step_s_start_and_stays_in_place(show):
    watched, root = show(TransformerMap(), width=390, height=700)
    root.evaluate("node => { node.style.marginBottom = '1000px' }")
    for part in ["encoder_norm_1", "memory"]:
        button(root, part).evaluate("node => node.click()")
        root.locator(".gb-found").evaluate(  # beyond the step's name
            "node => { scrollBy(0, node.getBoundingClientRect().top - 120) }"
        )
        before = button(root, "next").bounding_box()["y"]
        button(root, "next").click()
        assert abs(button(root, "next").bounding_box()["y"] - before) < 20
        steer = root.locator(".gb-steer").bounding_box()
        name = root.locator(".gb-name").bounding_box()
        assert steer["y"] + steer["height"] <= name["y"] < 350


@pytest.mark.parametrize("part", ["encoder_self_attention", "encoder_feed_forward"])
def test_a_sum_is_lit_where_it_is_told(show, part):
    _, root = show(TransformerMap(part=part))
    assert root.locator(".gb-sum.gb-on").count() == 1
    assert "At ⊕" in root.locator(".gb-plain").inner_text()
    button(root, "memory").click()
    assert root.locator(".gb-sum.gb-on").count() == 0


def test_what_is_written_next_stands_after_what_is_written(show):
    _, root = show(TransformerMap(part="softmax"))
    chips = root.locator(".gb-flow :is(.gb-token, .gb-word)")
    for name, digit in [("comma", "2"), ("no_comma", "6"), ("exchanged", "2")]:
        button(root, f"follow-{name}").click()
        button(root, "softmax").click()
        assert chips.all_text_contents() == ["start", "2", "0", digit]
        assert root.locator(".gb-next").count() == 1
    button(root, "target_tokens").click()
    assert chips.all_text_contents() == ["start", "2", "0", "?"]


def test_few_rows_have_their_numbers_in_them(show):
    _, root = show(TransformerMap(part="cross_attention"))
    mean, *heads = example_of("comma")["weights"]["cross_attention"]
    rows = [*mean, *(head[-1] for head in heads)]  # every head's last row below
    wanted = [f"{x:.2f}"[1:] for row in rows for x in row if x >= 0.095]
    assert root.locator(".gb-value").all_text_contents() == wanted
    button(root, "encoder_self_attention").click()  # of many, the row that is framed
    date, part = example_of("comma"), "encoder_self_attention"
    row = date["weights"][part][HEADS[part]][date["year"]]
    wanted = [f"{x:.2f}"[1:] for x in row if x >= 0.095]
    assert root.locator(".gb-value").all_text_contents() == wanted
    assert ".24" in wanted


PAIRS = ["comma", "no_comma"]


@pytest.mark.parametrize("name", [*PAIRS, "exchanged"])
def test_two_equal_tokens_rows_are_drawn_large_of_two_dates(show, name):
    _, root = show(TransformerMap())
    button(root, f"follow-{name}").click()
    for part in WALK:
        button(root, part).click()
        told = root.locator(".gb-alike")
        names = told.evaluate_all("all => all.map(one => one.dataset.pair)")
        assert names == (PAIRS if part in PAIRED else []), part
        near = [f"similarity {example_of(one)['near'][part]:.2f}" for one in names]
        assert told.all_text_contents() == near
        caption = root.locator(".gb-caption").inner_text()
        assert ("rows of the same character and their difference" in caption) == (
            part in PAIRED
        )
        scale = root.locator(".gb-scale").text_content()
        assert ("difference: 01.5" in scale) == (part in [*PAIRED, "memory"])


@pytest.mark.parametrize("name", [*PAIRS, "exchanged"])
def test_the_year_s_rows_are_drawn_with_the_comma_and_without_and_how_they_differ(
    show, name
):
    _, root = show(TransformerMap(part="memory"))
    button(root, f"follow-{name}").click()
    words = root.locator(".gb-flow .gb-small").all_text_contents()
    told = [one for one in words if one.isalpha()]
    assert told == 4 * ["with", "without", "difference"]
    ink = root.locator(".gb-apart").evaluate_all("""all => all.map((one) => {
        const squares = one.getAttribute("d").split("M").length - 1;
        const top = Number(one.getAttribute("d").split(" ")[1].split("h")[0]);
        return [top, squares * one.getAttribute("fill-opacity")];
    })""")
    tops = sorted({top for top, _ in ink})
    assert len(tops) == 4
    good, bad = (example_of(one)["vectors"]["memory"][-4:] for one in PAIRS)
    for i, top in enumerate(tops):
        a, b = (np.array([ord(one) for one in rows[i]]) for rows in (good, bad))
        # a step is 0.3, and 1.5 is shown in full color
        wanted = np.minimum(abs(a - b) / 5, 1).sum()
        assert sum(dark for y, dark in ink if y == top) == pytest.approx(wanted)


def test_that_the_map_has_moved_is_said_until_the_reader_goes_on(show):
    _, arcs, root = show(ReadingArcs(), TransformerMap(part="cross_attention"))
    goal, target = root.locator(".gb-goal"), button(root, "target_tokens")
    button(arcs, "look-5").click()
    target.get_by_text("“2026”").wait_for()
    button(root, "follow-no_comma").click()
    told = "The map has moved to the first character at which the two answers differ"
    goal.get_by_text(f"{told}, after “20”.").wait_for()
    target.get_by_text("“20”", exact=True).wait_for()
    button(root, "softmax").click()
    assert goal.inner_text().startswith("Compare")
    button(root, "follow-comma").click()  # to where they differ: here
    root.locator(".gb-found", has_text="“2” has probability").wait_for()
    assert goal.inner_text().startswith("Compare")
    button(root, "follow-comma").click()
    button(arcs, "look-2").click()  # the reader's own move
    target.get_by_text("“2”", exact=True).wait_for()
    assert goal.inner_text().startswith("Compare")


def test_a_date_s_numbers_are_filled_in_the_list_that_they_are_from(show):
    _, root = show(TransformerMap())
    date = example_of("comma")
    counts = root.locator(".gb-flow .gb-count").all_text_contents()
    assert counts == [str(i) for i in range(PRESETS["small"]["source_vocabulary_size"])]
    used = root.locator(".gb-flow text.gb-used").all_text_contents()
    assert used == [
        SOURCE_TOKENS[i].replace(" ", "␣") for i in sorted({*date["ids"]["source"]})
    ]
    button(root, "target_tokens").click()
    assert root.locator(".gb-flow .gb-count").count() == len(date["targets"]) == 13
    used = root.locator(".gb-flow text.gb-used").all_text_contents()
    assert used == ["start", "0", "2"]


def test_the_last_row_s_probabilities_stand_as_bars_over_their_scores(show):
    _, root = show(TransformerMap(part="softmax"))
    weights = example_of("comma")["weights"]
    bars = root.locator(".gb-bar").all()
    high = [float(bar.get_attribute("height")) for bar in bars]
    shares = np.array(weights["softmax"][-1])
    np.testing.assert_allclose(high, 38 * shares, atol=1e-9)
    words = root.locator(".gb-flow text").all_text_contents()
    scores = [f"{x:.1f}".replace("-", "−") for x in weights["linear"][-1]]
    at = words.index(scores[0])
    assert words[at::2][: len(scores)] == scores


def test_on_a_phone_the_whole_map_is_a_press_away(show):
    watched, root = show(TransformerMap(), width=390, height=844)
    view, unfold = root.locator(".gb-view"), button(root, "whole-map")
    slot = view.bounding_box()["height"]
    assert unfold.get_attribute("aria-expanded") == "false"
    unfold.click()
    assert unfold.get_attribute("aria-expanded") == "true"
    whole, drawn = view.bounding_box(), root.locator(".gb-drawing").bounding_box()
    assert 140 <= slot < 160 < drawn["height"] <= whole["height"] <= 640
    for part in parts_of(PRESETS["small"]):
        button(root, part).click()
        assert selected(root) == part
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= 390
    unfold.click()
    assert view.bounding_box()["height"] == slot
    watched.page.set_viewport_size({"width": 1280, "height": 800})
    assert not unfold.is_visible()


@pytest.mark.parametrize("name", DATES)
def test_no_step_leaves_half_of_its_panel_empty(show, name):
    _, root = show(TransformerMap(), width=992)
    button(root, f"follow-{name}").click()
    drawing = root.locator(".gb-drawing").bounding_box()
    for part in WALK:
        button(root, part).click()
        shown = root.locator(".gb-flow svg").bounding_box()
        end = shown["y"] + shown["height"]
        assert end >= drawing["y"] + 0.75 * drawing["height"], part


@pytest.mark.parametrize("name", DATES)
def test_on_a_wide_page_no_step_moves_what_is_below_it(show, name):
    _, root = show(TransformerMap(), width=992)
    button(root, f"follow-{name}").click()
    heights = set()
    for part in WALK:
        button(root, part).click()
        heights.add(root.bounding_box()["height"])
    assert len(heights) == 1 and heights.pop() <= 760


def test_on_a_phone_a_step_s_part_and_its_picture_are_in_view_together(show):
    _, root = show(TransformerMap(), width=390, height=844)
    plan = root.locator(".gb-plan")
    for part in WALK:
        button(root, part).evaluate("node => node.click()")
        top, end = plan.bounding_box()["y"], root.locator(".gb-scale").bounding_box()
        flow = root.locator(".gb-flow").bounding_box()
        below = (end or {"y": flow["y"] + flow["height"]})["y"]
        assert below - top <= 844 - 64, part  # less the page's own bar


def test_six_layers_run_five_more_times(show):
    _, root = show(TransformerMap("base", part="memory"))
    plain = root.locator(".gb-plain").inner_text()
    assert "5 more times (layers 2 to 6)" in plain


def test_a_layer_is_named_where_it_first_repeats(show):
    _, root = show(TransformerMap())
    plain = root.locator(".gb-plain")
    for part in WALK[: WALK.index("memory")]:
        button(root, part).click()
        assert "layer" not in plain.inner_text()
    button(root, "memory").click()
    assert "once more (layer 2 of 2)" in plain.inner_text()


@pytest.mark.parametrize("width", [360, 390, 640, 980])
@pytest.mark.parametrize("preset", ["small", "base"])
def test_every_box_holds_its_words_in_a_wide_font(show, preset, width):
    watched, root = show(TransformerMap(preset), width=width)
    font = '"DejaVu Sans", Verdana, sans-serif'
    watched.page.add_style_tag(content=f"* {{ font-family: {font} !important }}")
    over = root.locator(".gb-part").evaluate_all("""all => all.filter((one) => {
        const words = document.createRange();
        words.selectNodeContents(one);
        const inner = words.getBoundingClientRect();
        const outer = one.getBoundingClientRect();
        return inner.height > outer.height || inner.width > outer.width;
    }).map((one) => one.textContent)""")
    assert over == []


def test_without_a_model_of_the_sizes_no_number_is_shown(show):
    _, root = show(TransformerMap("base", part="cross_attention"))
    assert root.locator(".gb-flow :is(.gb-above, .gb-below)").count() == 0
    assert "×\u00a06" in root.locator(".gb-caption").inner_text()
    unlike = root.locator(".gb-unlike")
    assert unlike.inner_text().startswith("Nobody has trained a machine of these sizes")
    assert not root.locator(".gb-found").is_visible()
    for part, name in [("source_tokens", "cat"), ("target_tokens", "Er")]:
        button(root, part).click()
        assert name in root.locator(".gb-flow text").all_text_contents()
    assert not button(root, "follow-comma").is_visible()


def test_other_lengths_have_numbered_tokens_and_the_first_of_many(show):
    _, root = show(TransformerMap(n_source=40))
    names = root.locator(".gb-flow .gb-word, .gb-flow .gb-token").all_text_contents()
    assert names == [str(i) for i in range(1, 18)]
    button(root, "encoder_self_attention").click()
    assert "40 × 40 weights" in root.locator(".gb-caption").inner_text()
    button(root, "memory").click()
    assert "know of the source" in root.locator(".gb-plain").inner_text()


@pytest.mark.parametrize("part", ["source_tokens", "encoder_self_attention"])
def test_the_map_and_its_sentence_are_in_view_together(show, part):
    watched, root = show(TransformerMap(part=part), width=390, height=844)
    top = root.locator(".gb-walk").bounding_box()["y"]
    picture = root.locator(".gb-flow svg").bounding_box()
    assert picture["y"] + picture["height"] - top <= 800
    walk = button(root, "next").bounding_box()
    assert walk["height"] >= 44 and walk["width"] >= 44
    watched.page.set_viewport_size(
        {"width": 944, "height": 800}
    )  # as on the front page
    assert root.bounding_box()["height"] <= 800
    drawing = root.locator(".gb-drawing").bounding_box()
    assert root.locator(".gb-summary").bounding_box()["x"] > drawing["x"] + 300


def test_a_page_that_sorts_keys_leaves_the_parts_in_the_data_s_order():
    stored = json.dumps(TransformerMap().get_state(), sort_keys=True, default=str)
    facts = json.loads(json.loads(stored)["facts"])
    assert list(facts["parts"]) == list(PARTS)


def test_what_is_written_is_read_again(show):
    _, root = show(TransformerMap())
    assert "step 6 runs again" not in root.inner_text()
    assert WALK[6 - 1] == "target_tokens"
    button(root, "target_tokens").click()
    assert root.locator(".gb-on").count() == 1  # the arrow back from the next token
    button(root, "softmax").click()
    assert "step 6 runs again" in root.locator(".gb-plain").inner_text()


def test_each_state_s_steps_say_what_holds_of_it(show):
    _, root = show(TransformerMap())
    goal = root.locator(".gb-goal")
    for name, first, third in [
        (
            "comma",
            "starts one position earlier",
            "can a digit’s row find out about a comma",
        ),
        (
            "no_comma",
            "starts one position earlier",
            "can a digit’s row find out about a comma",
        ),
        ("exchanged", "the rows are swapped later", "the rows are swapped later"),
    ]:
        button(root, f"follow-{name}").click()
        for part, said in [("source_tokens", first), ("encoder_self_attention", third)]:
            button(root, part).click()
            assert said in goal.inner_text()
    assert len(DATES["no_comma"]) == 16
    button(root, "encoder_self_attention").click()  # in head 2, which is shown first
    assert "“2” at position 10" in root.locator(".gb-found").inner_text()


def test_swapped_rows_are_told_where_they_are_swapped_and_only_there(show):
    _, root = show(TransformerMap())
    button(root, "follow-exchanged").click()
    goal, plain = root.locator(".gb-goal"), root.locator(".gb-plain")
    for part in WALK[1:4]:
        button(root, part).click()
        assert "swapped later, in step 5" in goal.inner_text()
    button(root, "memory").click()
    assert "now come from the date with the comma" in goal.inner_text()
    assert "Four of the rows have been swapped" in plain.inner_text()
    chosen = "Right: the year’s four rows enlarged"
    assert chosen in root.locator(".gb-caption").inner_text()
    button(root, "follow-no_comma").click()
    assert "will know of “November 21 2026”" in plain.inner_text()
    assert chosen in root.locator(".gb-caption").inner_text()


def test_a_date_of_one_s_own_has_notes_bars_and_no_framed_spaces(show):
    _, arcs, root = show(ReadingArcs(), TransformerMap(part="softmax"))
    arcs.locator("input[type=text]").fill("May 3 1984")  # spaces alone come twice
    for place in (3, 7, 11):
        button(arcs, f"look-{place}").click()
        button(root, "softmax").click()
        assert root.locator(".gb-bar").count() == 13
        written = root.locator(".gb-flow rect[rx]")
        assert written.count() == min(place + 1, 9)  # one line of tokens
    for part in PAIRED:
        button(root, part).click()
        assert root.locator(".gb-apart").count() == 0
        assert marked(root) == []
    arcs.locator("input[type=text]").fill("Apr 14 1958")
    button(root, "source_embedding").click()
    assert marked(root) == [4, 7]  # the day's 1 and the year's


def test_each_attention_says_which_layer_is_shown(show):
    _, root = show(TransformerMap())
    for part in WALK[2:4] + WALK[6:8]:
        button(root, part).click()
        shown, other = (1, 2) if part.startswith("encoder") else (2, 1)
        told = f"layer {shown} of 2 (layer {other} is not shown)"
        assert told in root.locator(".gb-caption").inner_text()


@pytest.mark.parametrize("width", [390, 1280])
def test_no_two_scores_collide(show, width):
    _, root = show(TransformerMap(part="softmax"), width=width)
    scores = root.locator(".gb-bar ~ text.gb-small").evaluate_all("""all => all
        .filter((one) => /^[−0-9.]+$/.test(one.textContent))
        .map((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect();
            return [left, right, top, bottom];
        })""")
    assert len(scores) == 13
    for i, (left, right, top, bottom) in enumerate(scores):
        for other in scores[i + 1 :]:
            aside = right + 1 < other[0] or other[1] + 1 < left
            assert aside or bottom <= other[2] + 3 or other[3] <= top + 3


def test_after_play_the_map_stays_where_the_reader_looked(show):
    watched, arcs, root = show(ReadingArcs(), TransformerMap(), clock=True)
    button(arcs, "play").click()
    watched.page.clock.run_for(20_000)
    assert button(arcs, "look-4").get_attribute("aria-pressed") == "true"
    assert pressed(root, "comma")
    target = button(root, "target_tokens")
    assert "“20”" in target.text_content()  # nothing is chosen: where answers part
    button(arcs, "look-4").click()
    target.get_by_text("“202”").wait_for()


def test_until_a_character_is_chosen_the_map_stands_where_the_answers_part(show):
    _, arcs, root = show(ReadingArcs(), TransformerMap(part="softmax"))
    target, found = button(root, "target_tokens"), root.locator(".gb-found")
    assert button(arcs, "look-4").get_attribute("aria-pressed") == "true"
    for name, digit in [("comma", "2"), ("no_comma", "6"), ("exchanged", "2")] * 2:
        button(root, f"follow-{name}").click()
        found.get_by_text(f"“{digit}” has probability").wait_for()
        assert "“20”" in target.text_content()
        assert "has moved" not in root.locator(".gb-goal").text_content()
    button(arcs, "look-9").click()
    target.get_by_text("“2026-11-”").wait_for()
    button(arcs, "reset").click()
    target.get_by_text("“20”", exact=True).wait_for()
    arcs.locator("input[type=text]").fill("3/4/2025")  # of one form alone
    button(arcs, "look-2").click()
    target.get_by_text("“2”", exact=True).wait_for()


def test_the_frame_keeps_its_height_with_a_date_of_one_s_own(show):
    watched, arcs, root = show(ReadingArcs(), TransformerMap())
    watched.page.set_viewport_size({"width": 960, "height": 800})
    arcs.locator("input[type=text]").fill("December 25, 2022")
    heights = set()
    for _ in WALK:
        heights.add(round(root.bounding_box()["height"]))
        button(root, "next").click(force=True)
    assert len(heights) == 1 and heights.pop() <= 760


@pytest.mark.parametrize(("width", "part"), [(390, "source_tokens"), (390, "softmax")])
def test_on_a_phone_no_two_words_of_a_picture_run_together(show, width, part):
    _, root = show(TransformerMap(part=part), width=width)
    for name in FOLLOWED:
        button(root, f"follow-{name}").click()
        assert root.locator(".gb-follow .gb-choice > span").is_visible()
        button(root, part).click()
        close = root.locator(".gb-flow svg").evaluate("""svg => {
            const all = [...svg.querySelectorAll("text")]
              .map((one) => [one.textContent, one.getBoundingClientRect()])
              .filter(([words, { width }]) => words && width > 0);
            return all.flatMap(([a, p], i) => all.slice(i + 1)
              .filter(([, q]) => Math.abs(p.bottom - q.bottom) < 3
                && p.left < q.right + 2.5 && q.left < p.right + 2.5)
              .map(([b]) => `${a} ${b}`));
        }""")
        assert close == []
    if part == "source_tokens":  # a token and its number
        gaps = root.locator(".gb-count").evaluate_all("""all => all.map((one) =>
            one.getBoundingClientRect().left
            - one.previousElementSibling.getBoundingClientRect().right)""")
        assert len(gaps) == len(SOURCE_TOKENS) and min(gaps) >= 5
