"""The map: its rules, facts, counts and fallback; every part's numbers on a page."""

import re
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
    embed_tokens,
    feed_forward,
    layer_norm,
    map_arrays,
    multi_head_attention,
    softmax,
    vocabulary_logits,
)
from glassbox.models.translator import load_translator
from glassbox.widgets import TransformerMap
from glassbox.widgets.transformer_map.facts import (
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


def state_of(**settings):
    widget = TransformerMap(**settings)
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
    table = array(state["vocabulary_size"], d)
    return TokenModelParameters(table, table, TransformerParameters(*stacks))


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
    assert count_all(state, tied=True) == held - table
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
    table = state["vocabulary_size"] * d
    assert count_all(state, tied=True) == held + table
    assert count_all(state, tied=False) == held + 3 * table
    layer = sum(p.numel() for p in model.encoder.layers[0].self_attn.parameters())
    assert count("encoder_self_attention", state) == layer


def test_the_small_sizes_are_those_of_the_translator_that_the_book_trains():
    held = size_of(load_translator())
    assert count_all(state_of(**PRESETS["small"]), tied=True) == held == 45_056


def test_the_paper_s_base_model_has_63_0_million_parameters_tied_100_9_untied():
    state = state_of()
    assert f"{count_all(state, tied=True) / 1e6:.1f}" == "63.0"
    assert f"{count_all(state, tied=False) / 1e6:.1f}" == "100.9"


def test_every_shape_is_the_kernels():
    sizes = SMALL | {"n_source": 5, "n_target": 4, "d_head": 2}
    expected = {
        part: {
            row: tuple(sizes[axis] for axis in axes)
            for row, axes in fact["shapes"].items()
        }
        for part, fact in PARTS.items()
    }
    rng = np.random.default_rng(0)
    table = rng.normal(size=(13, 6))
    parameters = AttentionParameters(3, *rng.normal(size=(4, 6, 6)))
    inner = FeedForwardParameters(
        rng.normal(size=(6, 11)), np.zeros(11), rng.normal(size=(11, 6)), np.zeros(6)
    )
    source, target = np.array([3, 1, 4, 1, 5]), np.array([9, 2, 6, 5])
    x, y = embed_tokens(source, table), embed_tokens(target, table)
    found = {
        "source_embedding": {"ids": source, "table": table, "output": x},
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
    assert copies("decoder_norm_3", state) == 6


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
    widget = TransformerMap()
    before = getattr(widget, name)
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert getattr(widget, name) == before
    with pytest.raises(TraitError, match=re.escape(rule)):
        TransformerMap(**{name: value})


def test_width_and_heads_change_together():
    widget = TransformerMap()
    widget.set(d_model=30, n_heads=5)
    assert (widget.d_model, widget.n_heads) == (30, 5)
    with pytest.raises(TraitError, match="read-only"):
        widget.facts = {}


def test_the_fallback_follows_the_state():
    widget = TransformerMap(norm="pre", n_target=9)
    rows = re.findall(r'<th scope="row">(.*?)</th>', widget.fallback)
    assert rows == [part.replace("_", " ") for part in PARTS]
    state = {name: getattr(widget, name) for name in widget._state}
    assert f"{count_all(state, tied=True):,} parameters" in widget.fallback
    assert "(n_target, vocabulary_size) = (9, 37,000)" in widget.fallback
    each = count("cross_attention", state)
    assert f"{each:,} × 6 layers" in widget.fallback
    widget.form = "pytorch"
    state["form"] = "pytorch"
    assert f"{count_all(state, tied=True):,} parameters" in widget.fallback
    assert "attention is with biases" in widget.fallback


# ---- on a page ---------------------------------------------------------------

NEAR = {  # who gives to and takes from cross-attention, post-norm
    "memory",
    "decoder_norm_1",
    "decoder_norm_2",
}


def button(root, name):
    return root.locator(f"[data-action={name}]")


def selected(root):
    pressed = root.locator(".gb-part[aria-pressed=true]")
    assert pressed.count() == 1
    return pressed.get_attribute("data-action")


def shown_count(root, which):
    found = root.locator(f"[data-count={which}]")
    return int(found.get_attribute("data-value")) if found.count() else None


def written(root, which):
    """The number as a reader sees it."""
    text = root.locator(f"[data-count={which}]").inner_text()
    return int(text.replace(",", ""))


SETTINGS = [
    {},
    PRESETS["big"] | {"n_source": 7, "n_target": 3},
    PRESETS["small"],
    {"d_model": 30, "n_heads": 5, "d_ff": 77, "n_layers": 1, "vocabulary_size": 101},
]


@pytest.mark.parametrize("settings", SETTINGS, ids=["base", "big", "small", "odd"])
def test_every_part_shows_python_s_shapes_and_counts(show, settings):
    _, root = show(TransformerMap(part="source_tokens", **settings))
    state = state_of(**settings)
    sizes = state | {"d_head": state["d_model"] // state["n_heads"]}
    walked = []
    for place, part in enumerate(parts_of(state), 1):
        walked.append(selected(root))
        assert walked[-1] == part
        for row, axes in PARTS[part]["shapes"].items():
            numbers = root.locator(f"[data-row={row}]").get_attribute("data-value")
            assert [int(n) for n in numbers.split()] == [sizes[axis] for axis in axes]
        each, times = count(part, state), copies(part, state)
        assert (shown_count(root, "each") or 0) == each
        if each:
            assert written(root, "each") == each
        every = each * times if each and times > 1 else None
        assert shown_count(root, "all") == every
        words = root.locator(".gb-summary").inner_text()
        assert f"Part {place} of {len(parts_of(state))}" in words
        assert "undefined" not in root.inner_text()
        assert "NaN" not in root.inner_text()
        assert len(root.locator(".gb-summary p").last.inner_text().split()) > 8
        kernels = root.locator("[data-fact=kernel] code").all_inner_texts()
        expected = PARTS[part].get("kernels", [])
        assert kernels == [f"from glassbox import {name}" for name in expected]
        if part != "softmax":
            button(root, "next").click()
    assert button(root, "next").get_attribute("aria-disabled") == "true"
    for name, tied in [("tied", True), ("untied", False)]:
        assert shown_count(root, name) == count_all(state, tied)
        assert written(root, name) == count_all(state, tied)


def test_the_shares_add_up_to_the_whole(show):
    _, root = show(TransformerMap())
    kinds = root.locator("[data-kind]").all()
    values = [int(kind.get_attribute("data-value")) for kind in kinds]
    assert sum(values) == shown_count(root, "tied")
    percent = [float(kind.inner_text().removesuffix(" %")) for kind in kinds]
    for value, words in zip(values, percent, strict=True):
        # one decimal is shown
        assert words == pytest.approx(100 * value / sum(values), abs=0.051)


def test_a_part_is_selected_by_mouse_and_shows_where_data_comes_from_and_goes(show):
    _, root = show(TransformerMap())
    button(root, "cross_attention").click()
    assert selected(root) == "cross_attention"
    near = root.locator(".gb-near").all()
    assert {one.get_attribute("data-action") for one in near} == NEAR
    sources = root.locator("[data-fact=from] button").all()
    names = [one.get_attribute("data-action") for one in sources]
    assert names == ["go-decoder_norm_1", "go-memory"]
    button(root, "go-memory").click()
    assert selected(root) == "memory"
    assert root.locator(".gb-name").inner_text() == "Memory"


def test_the_keyboard_follows_the_data(show):
    watched, root = show(TransformerMap(part="source_tokens"))
    keyboard = watched.page.keyboard
    keyboard.press("Tab")  # one stop for the whole drawing: the selected part
    focused = "document.activeElement.dataset.action"
    for part in parts_of(state_of()):
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
    keyboard.press("Tab")
    assert watched.page.evaluate(focused) == "previous"
    keyboard.press("Enter")
    assert selected(root) == "linear"


def test_pre_norm_moves_each_norm_below_its_sub_layer(show):
    _, root = show(TransformerMap())

    def height(part):
        return button(root, part).bounding_box()["y"]

    pairs = [
        ("encoder_self_attention", "encoder_norm_1"),
        ("encoder_feed_forward", "encoder_norm_2"),
        ("masked_self_attention", "decoder_norm_1"),
        ("cross_attention", "decoder_norm_2"),
        ("decoder_feed_forward", "decoder_norm_3"),
    ]
    assert all(height(norm) < height(sublayer) for sublayer, norm in pairs)
    assert button(root, "encoder_final_norm").count() == 0
    button(root, "norm-pre").click()
    assert all(height(norm) > height(sublayer) for sublayer, norm in pairs)
    assert root.locator(".gb-sum").count() == 5
    assert height("linear") < height("decoder_final_norm")
    assert height("decoder_final_norm") < height("decoder_feed_forward")
    assert shown_count(root, "tied") == count_all(state_of(norm="pre"), tied=True)
    button(root, "decoder_final_norm").click()
    button(root, "norm-post").click()  # where no such part stands
    assert selected(root) == "linear"


def test_presets_set_the_sizes_and_undo_and_reset_take_them_back(show):
    _, root = show(TransformerMap(n_layers=3))
    first = shown_count(root, "tied")
    for name in ("big", "small", "base"):
        button(root, f"preset-{name}").click()
        assert button(root, f"preset-{name}").get_attribute("aria-pressed") == "true"
        state = state_of(**PRESETS[name])
        assert shown_count(root, "tied") == count_all(state, tied=True)
    button(root, "undo").click()
    assert button(root, "preset-small").get_attribute("aria-pressed") == "true"
    button(root, "reset").click()
    assert shown_count(root, "tied") == first
    button(root, "form-pytorch").click()
    state = state_of(n_layers=3, form="pytorch")
    assert shown_count(root, "tied") == count_all(state, tied=True)
    assert "biases" in root.inner_text()


@pytest.mark.parametrize(
    ("field", "entry", "rule"),
    [
        ("d_model", "500", "500 is not by 8"),
        ("n_heads", "7", "512 is not by 7"),
        ("d_ff", "2.5", "d_ff must be a whole number from 1 to 65,536"),
        ("n_layers", "0", "n_layers must be a whole number from 1 to 128"),
        ("vocabulary_size", "many", "vocabulary_size must be a whole number"),
    ],
)
def test_a_wrong_entry_is_explained_and_the_last_good_value_kept(
    show, field, entry, rule
):
    _, root = show(TransformerMap())
    before = shown_count(root, "tied")
    place = root.locator(f"[data-field={field}]")
    place.fill(entry)
    assert place.get_attribute("aria-invalid") == "true"
    assert rule in root.locator(".gb-error:visible").inner_text()
    assert shown_count(root, "tied") == before
    place.press("Escape")
    assert place.get_attribute("aria-invalid") is None


def test_a_size_is_typed_or_stepped_and_everything_follows(show):
    _, root = show(TransformerMap(part="decoder_feed_forward"))
    root.locator("[data-field=d_ff]").fill("１０００")  # full-width digits too
    root.locator("[data-field=n_layers]").press("ArrowDown")
    state = state_of(d_ff=1000, n_layers=5)
    assert shown_count(root, "each") == count("decoder_feed_forward", state)
    assert shown_count(root, "tied") == count_all(state, tied=True)
    assert "Encoder × 5" in root.locator("svg").text_content()
    assert "widen to 1000" in root.locator(".gb-summary").inner_text()


def test_the_part_is_announced_after_a_pause(show):
    watched, root = show(TransformerMap(), clock=True)
    button(root, "memory").click()
    watched.page.clock.run_for(1000)
    said = root.locator("[role=status]").inner_text()
    assert said.startswith("Memory. What the encoder made of the source")


def test_on_a_phone_the_words_stay_in_sight_while_the_map_is(show):
    watched, root = show(TransformerMap(), width=390, height=640)
    part = button(root, "softmax")
    part.scroll_into_view_if_needed()
    part.click()
    words = root.locator(".gb-summary").bounding_box()
    assert words["y"] + words["height"] <= 640
    assert words["y"] > part.bounding_box()["y"]
    boxes = [one.bounding_box() for one in root.locator(".gb-part").all()]
    # a finger's 24 px; less a rounding of the layout
    assert min(box["height"] for box in boxes) >= 22.5


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_the_map_in_pre_norm_fits_and_axe_finds_nothing(show, width):
    watched, _ = show(TransformerMap(norm="pre", part="cross_attention"), width=width)
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    assert Axe().run(watched.page).response["violations"] == []
    assert watched.errors == watched.foreign == []


def test_what_is_pressed_already_is_nothing_to_undo(show):
    _, root = show(TransformerMap())
    for name in ("preset-base", "norm-post", "form-paper"):
        button(root, name).click()
    assert button(root, "undo").get_attribute("aria-disabled") == "true"


@pytest.mark.parametrize(
    ("settings", "note"),
    [
        ({}, "The paper’s attention has no biases."),
        (
            {"norm": "pre"},
            "The paper’s attention has no biases. Each stack ends in a final norm.",
        ),
        (
            {"form": "pytorch"},
            "PyTorch’s attention has biases. Each stack ends in a final norm.",
        ),
    ],
)
def test_it_says_what_was_counted(show, settings, note):
    _, root = show(TransformerMap(**settings))
    counted = "Counted: matrices, tables, norms’ γ and β, feed-forward biases. "
    assert root.locator("p.gb-meaning").inner_text() == counted + note


def test_an_equation_s_source_goes_with_its_form(show):
    _, root = show(TransformerMap(part="encoder_norm_1"))
    source = root.locator("[data-fact=equation] small")
    assert source.inner_text() == "Vaswani et al. 2017, § 3.1"
    button(root, "norm-pre").click()
    assert source.inner_text() == "Xiong et al. 2020, table 1"
    assert root.locator(".gb-name").inner_text() == "Norm, first in the encoder"
    button(root, "encoder_final_norm").click()
    assert source.count() == 0


def test_one_head_and_one_layer_are_spoken_of_as_one(show):
    one = TransformerMap(n_heads=1, n_layers=1)
    assert "1 head, d_ff 2,048, 1 layer in each stack" in one.fallback
    _, root = show(one)
    assert "1 head does so, 512 wide" in root.locator(".gb-summary").inner_text()


@pytest.mark.parametrize("width", [360, 640, 980])
def test_no_part_tells_more_than_its_frame_holds(show, width):
    watched, root = show(TransformerMap(), width=width)
    font = '"DejaVu Sans", Verdana, sans-serif'  # wide ones, as some readers have
    watched.page.add_style_tag(content=f"body {{ font-family: {font} }}")
    overflowing = root.evaluate("""async (root) => {
        const press = (name) => root.querySelector(`[data-action=${name}]`).click();
        const right = (node) => node.getBoundingClientRect().right;
        const found = [];
        for (let i = 0; i < 20; i++) press("previous");
        for (let i = 0; i < 17; i++) {
            await new Promise(requestAnimationFrame);
            const edge = right(root.querySelector(".gb-plan")) + 1;
            for (const node of root.querySelectorAll("dl *"))
                if (right(node) > edge) found.push(node.outerHTML);
            press("next");
        }
        return found;
    }""")
    assert overflowing == []
