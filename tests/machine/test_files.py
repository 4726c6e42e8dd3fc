"""Parameters on disk: the same back, and no half-loaded model from a bad file."""

import json
import tempfile
from copy import deepcopy
from dataclasses import fields, is_dataclass

import numpy as np
import pytest
import torch
from glassbox import (
    AttentionParameters,
    DecoderLayerParameters,
    EncoderLayerParameters,
    FeedForwardParameters,
    NormParameters,
    StackParameters,
    TokenModelParameters,
    TransformerParameters,
    load_parameters,
    map_arrays,
    save_parameters,
)
from glassbox.machine.files import _checksum
from hypothesis import given
from hypothesis import strategies as st
from safetensors.numpy import save_file


def model():
    rng = np.random.default_rng(0)

    def draw(*shape):
        return rng.normal(size=shape).astype("float32")

    def attention():
        return AttentionParameters(2, *draw(4, 6, 6), b_q=draw(6))

    def feed_forward():
        return FeedForwardParameters(draw(6, 9), draw(9), draw(9, 6), None, "gelu")

    norm = NormParameters(draw(6), draw(6), 1e-3)
    encoder = EncoderLayerParameters(attention(), norm, feed_forward(), norm)
    decoder = DecoderLayerParameters(
        attention(), norm, attention(), norm, feed_forward(), NormParameters(None, None)
    )
    return TokenModelParameters(
        draw(8, 6),
        draw(5, 6).astype("float64"),
        TransformerParameters(
            StackParameters((encoder, encoder), True, norm), StackParameters((decoder,))
        ),
        scale_embeddings=False,
    )


def assert_same(one, other):
    assert type(one) is type(other)
    if is_dataclass(one):
        for field in fields(one):
            assert_same(getattr(one, field.name), getattr(other, field.name))
    elif isinstance(one, tuple):
        assert len(one) == len(other)
        for a, b in zip(one, other, strict=True):
            assert_same(a, b)
    elif isinstance(one, np.ndarray):
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one, other)
    else:
        assert one == other


@pytest.fixture
def path(tmp_path):
    return tmp_path / "model.safetensors"


def test_what_is_loaded_is_what_was_saved(path):
    save_parameters(model(), path)
    assert_same(load_parameters(path), model())


def test_parts_of_a_model_can_be_saved_alone(path):
    stack = model().transformer.encoder
    save_parameters(stack, path)
    assert_same(load_parameters(path), stack)


def test_torch_tensors_and_views_are_saved_as_what_they_show(path):
    def as_view(x):
        doubled = torch.tensor(np.repeat(x, 2, axis=-1), requires_grad=True)
        return doubled[..., ::2]

    turned = map_arrays(model(), as_view)
    save_parameters(turned, path)
    assert_same(load_parameters(path), model())


def test_the_file_is_plain_safetensors_with_readable_names(path):
    from safetensors.numpy import load_file

    save_parameters(model(), path)
    arrays = load_file(path)
    name = "transformer.decoder.layers.0.cross_attention.w_k"
    np.testing.assert_array_equal(
        arrays[name], model().transformer.decoder.layers[0].cross_attention.w_k
    )


def test_any_changed_byte_is_noticed(path):
    save_parameters(model(), path)
    whole = path.read_bytes()
    assert len(whole) > 5000
    for position in [*range(0, 64), *range(64, len(whole), 97)]:
        damaged = bytearray(whole)
        damaged[position] ^= 1
        path.write_bytes(damaged)
        try:
            loaded = load_parameters(path)
        except ValueError as error:
            assert str(path) in str(error)
        else:  # a blank of the header's padding, say, changes nothing
            assert_same(loaded, model())
            assert whole[position : position + 1] == b" "


def test_any_truncation_is_noticed(path):
    save_parameters(model(), path)
    whole = path.read_bytes()
    for length in [0, 1, 7, 8, 9, 100, len(whole) // 2, len(whole) - 1]:
        path.write_bytes(whole[:length])
        with pytest.raises(ValueError, match="must be a safetensors file; got"):
            load_parameters(path)


def contents():
    """Return the metadata and the arrays of a saved model."""
    from safetensors import safe_open

    with tempfile.TemporaryDirectory() as folder:
        save_parameters(model(), f"{folder}/model")
        with safe_open(f"{folder}/model", framework="numpy") as file:
            return file.metadata(), {
                name: file.get_tensor(name) for name in file.keys()
            }


METADATA, ARRAYS = contents()


def rewrite(path, **changes):
    """Save a model and change its metadata, checksum left alone."""
    save_file(ARRAYS, path, metadata=METADATA | changes)


def forge(path, structure, arrays=ARRAYS):
    """Save what describes itself so, with the checksum that belongs to it."""
    text = structure if isinstance(structure, str) else json.dumps(structure)
    changes = {"structure": text, "checksum": _checksum(text, arrays)}
    save_file(arrays, path, metadata=METADATA | changes)


def test_foreign_later_and_altered_files_get_a_clear_word(path):
    save_file({"w": np.ones(3)}, path)
    with pytest.raises(
        ValueError, match="saved by save_parameters; got a foreign file"
    ):
        load_parameters(path)
    rewrite(path, version="2")
    with pytest.raises(ValueError, match="must have format version 1; got 2"):
        load_parameters(path)
    rewrite(path, structure=json.dumps({"class": "NormParameters", "fields": {}}))
    with pytest.raises(ValueError, match="got another checksum: it is damaged"):
        load_parameters(path)
    path.write_text("not a model at all")
    with pytest.raises(ValueError, match="must be a safetensors file"):
        load_parameters(path)


def test_a_missing_file_is_called_missing(path):
    with pytest.raises(FileNotFoundError):
        load_parameters(path)


def test_only_parameters_are_saved(path):
    with pytest.raises(
        TypeError, match="must be one of AttentionParameters, .* got di"
    ):
        save_parameters({"w": np.ones(3)}, path)
    assert not path.exists()


NORM = {
    "class": "NormParameters",
    "fields": {"gamma": {"array": "gamma"}, "beta": {"array": "beta"}, "eps": 1e-3},
}
THREE = {"gamma": np.ones(3), "beta": np.zeros(3)}


def norm_with(**fields):
    return NORM | {"fields": NORM["fields"] | fields}


@pytest.mark.parametrize(
    ("structure", "message"),
    [
        ("", "Expecting value"),
        ("[" * 100_000, "recursion"),
        ('{"fields":' * 100_000, "recursion"),
        ("7", "the whole must be one of AttentionParameters, .*; got 7"),
        ([], "the whole must be one of"),
        (NORM["fields"], "a part must be a known class or array"),
        (NORM | {"class": "Path"}, "a part must be a known class or array"),
        (NORM | {"class": ["NormParameters"]}, "a part must be a known class or"),
        (NORM | {"fields": [1, 2, 3]}, "a part must be a known class or array"),
        (NORM | {"fields": {}}, "must have the fields gamma, beta, eps; got "),
        (norm_with(more=1), "must have the fields gamma, beta, eps; got .*, more"),
        (norm_with(gamma="hello"), r"NormParameters\.gamma must be an array of real "),
        (norm_with(gamma=[1.0]), r"gamma must be an array of real numbers or None; "),
        (norm_with(gamma={"array": "w"}), "a part must be a known class or array"),
        (norm_with(gamma={"array": 7}), "a part must be a known class or array"),
        (norm_with(gamma={"array": "beta"}), "must bear the name of its one place"),
        (norm_with(beta=None), "must bear the name of its one place"),
        (norm_with(beta=NORM), "NormParameters.beta must be an array of real"),
        (NORM | {"more": 1}, "must bear the name of its one place"),
        (norm_with(eps="0.1"), r"NormParameters\.eps must be float; got '0\.1'"),
        (norm_with(eps=True), "eps must be float; got True"),
        (norm_with(eps=-1), "eps must be finite and at least 0; got -1"),
        (norm_with(eps=float("nan")), "eps must be finite and at least 0; got nan"),
    ],
)
def test_a_file_that_describes_no_parameters_is_refused(path, structure, message):
    forge(path, structure, THREE)
    with pytest.raises(ValueError, match=f"must hold parameters; got .*{message}"):
        load_parameters(path)
    forge(path, NORM, THREE)
    assert_same(load_parameters(path), NormParameters(*THREE.values(), 1e-3))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"gamma": np.ones(4)}, r"beta must have shape \(d_model\), .*; got \(3,\)"),
        ({"gamma": np.ones((3, 1))}, r"gamma must have shape \(d_model\), .*\(3, 1\)"),
        ({"gamma": np.ones(())}, r"gamma must have shape \(d_model\), .*; got \(\)"),
        ({"gamma": np.ones(3, bool)}, "gamma must be an array of real numbers or None"),
        ({"delta": np.ones(3)}, "must bear the name of its one place"),
    ],
)
def test_a_file_whose_arrays_do_not_fit_is_refused(path, changed, message):
    forge(path, NORM, THREE | changed)
    with pytest.raises(ValueError, match=f"must hold parameters; got .*{message}"):
        load_parameters(path)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        (AttentionParameters(4, *np.ones((4, 6, 6))), "n_heads must divide .* got 4"),
        (AttentionParameters(0, *np.ones((4, 6, 6))), "n_heads must divide .* got 0"),
        (
            AttentionParameters(2, *np.ones((4, 6, 6)), b_o=np.ones(5)),
            r"b_o must have shape \(d_model\), its sizes as beside it; got \(5,\)",
        ),
        (
            FeedForwardParameters(np.ones((2, 3)), None, np.ones((2, 3)), None),
            r"w_2 must have shape \(d_ff, d_model\), .*; got \(2, 3\)",
        ),
        (
            FeedForwardParameters(np.ones((2, 3)), None, np.ones((3, 2)), None, "bow"),
            "activation must be one of relu, gelu, gelu_tanh; got 'bow'",
        ),
        (StackParameters((NormParameters(None, None),)), "a tuple of .* or a tuple of"),
        (StackParameters((), norm_first=1), "norm_first must be bool; got 1"),
    ],
)
def test_parameters_that_could_not_be_loaded_are_not_saved(path, parameters, message):
    with pytest.raises((TypeError, ValueError), match=message):
        save_parameters(parameters, path)
    assert not path.exists()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 9) | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["class", "fields", "array", "eps"]), inner)
    ),
    max_leaves=5,
)


def places(value, place=()):
    """Yield the way to each part of a structure."""
    yield place
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], (*place, key))


STRUCTURE = json.loads(METADATA["structure"])
PLACES = list(places(STRUCTURE))


@given(st.sampled_from(PLACES[1:]), st.sampled_from(PLACES), json_values, st.data())
def test_any_other_part_is_refused_or_is_parameters(place, other, value, data):
    structure = deepcopy(STRUCTURE)
    *way, last = place
    holder = structure
    for key in way:
        holder = holder[key]
    match data.draw(st.sampled_from(["replace", "copy", "remove", "add"])):
        case "replace":
            holder[last] = value
        case "copy":  # a part that is right elsewhere
            part = STRUCTURE
            for key in other:
                part = part[key]
            holder[last] = deepcopy(part)
        case "remove":
            del holder[last]
        case "add" if isinstance(holder, dict):
            holder["more"] = value
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/model"
        forge(path, structure)
        try:
            loaded = load_parameters(path)
        except ValueError as error:
            assert path in str(error)
        else:
            save_parameters(loaded, path)
            assert_same(load_parameters(path), loaded)


@pytest.mark.parametrize("kind", ["BF16", "F8_E4M3", "F8_E5M2", "F4", "C64", "BOOL"])
def test_numbers_of_another_kind_are_refused(path, kind):
    size = {"BF16": 4, "F4": 1, "C64": 16}.get(kind, 2)
    tensor = {"dtype": kind, "shape": [2], "data_offsets": [0, size]}
    head = json.dumps({"__metadata__": METADATA, "gamma": tensor}).encode()
    path.write_bytes(len(head).to_bytes(8, "little") + head + bytes(size))
    with pytest.raises(ValueError, match="must be"):
        load_parameters(path)
