"""The Python side of the live translator: its rules, its numbers, its fallback."""

import json
import math
import re
from dataclasses import replace

import numpy as np
import pytest
from glassbox.machine.parameters import LanguageModelParameters, map_arrays
from glassbox.models.translator import (
    SOURCE_TOKENS,
    TARGET_TOKENS,
    load_translator,
    new_translator,
    translate,
    unseen_days,
)
from glassbox.widgets import LiveTranslator
from glassbox.widgets.live_translator.numbers import (
    EXAMPLE_DAY,
    MOST_NUMBERS,
    SYMBOLS,
    packed,
    translation_steps,
)
from traitlets import TraitError

SHIPPED = load_translator()


@pytest.fixture
def widget():
    return LiveTranslator(SHIPPED, source="9/5/2034", prefix="203", step=3, head=1)


@pytest.fixture
def small():
    """An untrained translator of NumPy arrays with one layer and two heads."""
    pytest.importorskip("torch")
    model = new_translator(1, d_model=8, n_heads=2, n_layers=1, d_ff=6)
    return map_arrays(model, lambda x: x.detach().double().numpy())


def test_the_state_is_kept_as_given(widget):
    state = {name: getattr(widget, name) for name in widget._state if name != "model"}
    wanted = {"source": "9/5/2034", "prefix": "203", "step": 3, "layer": 1, "head": 1}
    assert state == wanted
    name = "LiveTranslator(source='9/5/2034', prefix='203', step=3, layer=1, head=1)"
    assert repr(widget) == name
    assert LiveTranslator().source == "November 21, 2026"
    assert LiveTranslator().step is None


def test_white_space_at_the_ends_is_dropped():
    assert LiveTranslator(SHIPPED, source=" \t9/5/2034 \n").source == "9/5/2034"


def test_the_model_is_rounded_to_half_precision_and_travels_as_two_bytes_a_number(
    small,
):
    widget = LiveTranslator(small, layer=0)
    halved = widget.model.source_table
    np.testing.assert_array_equal(halved, small.source_table.astype(np.float16))
    assert halved.dtype == np.float64
    assert not np.array_equal(halved, small.source_table)
    sent = packed(widget.model, widget)
    structure = json.loads(sent["structure"])
    numbers = np.frombuffer(sent["values"], dtype="<f2")
    place = structure["transformer"]["decoder"]["layers"][0]["feed_forward"]["w_2"]
    assert place["shape"] == [6, 8]
    w_2 = numbers[place["start"] : place["start"] + 48].reshape(6, 8)
    layer = widget.model.transformer.decoder.layers[0]
    np.testing.assert_array_equal(w_2, layer.feed_forward.w_2)
    assert structure["output_bias"] is None
    assert sent["source_tokens"] == list(SOURCE_TOKENS)


def test_a_torch_model_that_wants_a_gradient_is_taken():
    torch = pytest.importorskip("torch")
    widget = LiveTranslator(new_translator(0), source="9/5/2034")
    assert isinstance(widget.model.target_table, np.ndarray)
    assert not isinstance(widget.model.target_table, torch.Tensor)


def test_the_shipped_model_weighs_little_in_the_page():
    sent = packed(SHIPPED, None)
    assert 4 * len(sent["values"]) / 3 <= 125_000  # bytes, in base64
    assert len(sent["structure"]) <= 10_000


@pytest.mark.parametrize("prefix", ["", "2", "2027", "-9-9", "20341111111"])
def test_the_steps_are_those_of_translate(prefix):
    wanted = translate(SHIPPED, "9/5/2034", prefix=prefix)
    steps = translation_steps(SHIPPED, "9/5/2034", prefix)
    assert tuple(TARGET_TOKENS[step.token] for step in steps) == wanted.tokens
    for i, step in enumerate(steps):
        np.testing.assert_array_equal(step.logits, wanted.logits[i])
        cross = wanted.cross_attention[:, :, i]
        np.testing.assert_array_equal(np.array(step.cross_attention), cross)
        own = wanted.decoder_attention[:, :, i, : i + 1]
        np.testing.assert_array_equal(np.array(step.self_attention), own)


def test_a_prefix_may_leave_places_free_and_name_start_and_end():
    def written(prefix):
        steps = translation_steps(SHIPPED, "9/5/2034", prefix)
        return "".join(SYMBOLS[step.token] for step in steps)

    assert written("") == written("????????????") == "2034-09-05$"
    assert written("???9")[:5] == "2039-"
    assert written("20$") == "20$"
    assert written("^")[0] == "^"
    assert written("-" * 12) == "-" * 12


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("model", None, "model must be TokenModelParameters; got NoneType"),
        ("model", {"a": 1}, "model must be TokenModelParameters; got dict"),
        (
            "model",
            LanguageModelParameters(np.ones((13, 2)), None),
            "must be TokenModelParameters; got LanguageModelParameters",
        ),
        ("source", "", "source must have 1 to 32 characters; got 0"),
        ("source", " \n ", "source must have 1 to 32 characters; got 0"),
        ("source", "1" * 33, "source must have 1 to 32 characters; got 33"),
        ("source", "21.11.2026", "that the six formats use; got '.'"),
        (
            "source",
            "２０３４年",
            "that the six formats use; got '２', '０', '３', '４'",
        ),
        ("source", "9\N{EN DASH}5", "that the six formats use; got '\N{EN DASH}'"),
        ("source", 20340905, "source"),
        ("prefix", "2O", r"\$ for <end>; got 'O'"),
        ("prefix", "?" * 13, "prefix must have at most 12 signs; got 13"),
        ("prefix", 2027, "prefix"),
        ("step", 13, "step must be from 0 to 12; got 13"),
        ("step", -1, "step must be from 0 to 12; got -1"),
        ("step", 1.5, "step must be a whole number; got 1.5"),
        ("step", "all", "step must be a finite number; got 'all'"),
        ("layer", 2, "layer must be from 0 to 1; got 2"),
        ("layer", -1, "layer must be from 0 to 1; got -1"),
        ("head", 4, "head must be from 0 to 3; got 4"),
    ],
)
def test_a_wrong_value_is_refused_and_the_last_good_state_stays(
    widget, name, value, message
):
    before, fallback = getattr(widget, name), widget.fallback
    with pytest.raises(TraitError, match=message):
        setattr(widget, name, value)
    assert getattr(widget, name) is before
    assert widget.fallback == fallback
    if value is not None:
        with pytest.raises(TraitError, match=message):
            LiveTranslator(**{"model": SHIPPED, name: value})


def test_a_model_that_does_not_fit_is_refused(widget, small):
    rows = len(SOURCE_TOKENS)
    large = np.full_like(small.target_table, 7e4)
    wide = np.zeros((8, MOST_NUMBERS // 8 + 1))
    decoder = small.transformer.decoder
    layer = replace(decoder.layers[0], cross_attention=None)
    broken = replace(decoder, layers=(layer,))
    for change, message in [
        ({"source_table": small.source_table[1:]}, f"{rows} rows.*; got {rows - 1}"),
        ({"target_table": np.ones((14, 8))}, "target table of 13 rows.*; got 14"),
        ({"target_table": large}, "at most 65,504 in size; got 70000"),
        ({"target_table": large * math.nan}, "finite numbers.*; got nan"),
        ({"output_bias": wide}, "at most 200,000 numbers; got 20"),
        ({"target_table": small.target_table[:, :6]}, "parts that fit.*; got: "),
        (
            {"transformer": replace(small.transformer, decoder=broken)},
            "parts that fit.*; got: ",
        ),
    ]:
        before = widget.model
        with pytest.raises(TraitError, match=message):
            widget.model = replace(small, **change)
        assert widget.model is before


def test_layer_and_head_follow_the_model(small):
    with pytest.raises(TraitError, match="layer must be from 0 to 0; got 1"):
        LiveTranslator(small)
    widget = LiveTranslator(small, layer=0, head=1)
    with pytest.raises(TraitError, match="head must be from 0 to 1; got 2"):
        widget.head = 2
    widget.set(model=SHIPPED, head=3)
    assert (widget.head, widget.model.source_table.shape[1]) == (3, 32)


def test_the_fallback_tells_tokens_shares_and_attention(widget):
    cells = re.findall(r"<td>([^<]*)</td>", widget.fallback)
    rows = np.array(cells).reshape(3, 4)
    found = translate(SHIPPED, "9/5/2034", prefix="203")
    assert rows[:, 0].tolist() == ["2", "0", "3"]
    shares = np.exp(found.logits) / np.exp(found.logits).sum(-1, keepdims=True)
    for i, (token, row) in enumerate(zip(found.tokens[:3], rows, strict=True)):
        # one decimal of a percentage, two of a weight are shown
        share = shares[i, TARGET_TOKENS.index(token)]
        assert float(row[1].rstrip("%")) == pytest.approx(100 * share, abs=0.051)
        cross = found.cross_attention[1, 1, i]
        assert row[2].startswith(f"{'9/5/2034'[cross.argmax()]} (character ")
        assert float(row[2].split()[-1]) == pytest.approx(cross.max(), abs=0.0051)
    assert rows[0, 3] == "&lt;start&gt; 1.00"
    assert "<p>203: 3 of 11 steps. " in widget.fallback


def test_the_fallback_names_what_was_chosen_and_what_the_model_would_write():
    widget = LiveTranslator(SHIPPED, source="9/5/2034", prefix="???9")
    assert "<td>9 (chosen; the model would write 4, 9" in widget.fallback
    assert "the least sure step is 4." in widget.fallback
    assert "<p>2039-09-05: 11 of 11 steps. " in widget.fallback
    widget.step = 0
    assert "<p>Nothing: 0 of 11 steps.</p>" in widget.fallback


def test_the_examples_are_days_that_training_never_draws():
    assert EXAMPLE_DAY in unseen_days()
    sent = packed(SHIPPED, None)
    assert len(sent["examples"]) == 6
    for source in sent["examples"]:
        assert translate(SHIPPED, source).text == "2034-09-05"
    for source in sent["never_seen"]:
        LiveTranslator(SHIPPED, source=source)
