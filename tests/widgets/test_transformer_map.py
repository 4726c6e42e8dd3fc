"""The Python side of the map: its rules, its facts, its counts, its fallback."""

import re
from pathlib import Path

import glassbox
import numpy as np
import pytest
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


def test_every_kernel_is_the_library_s_and_every_chapter_is_in_the_plan():
    plan = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    slugs = set(re.findall(r"^\| \S+ \| (\w+) \|", plan, re.MULTILINE))
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
