"""Parameters on disk: the same back, and no half-loaded model from a bad file."""

import json
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


def rewrite(path, **changes):
    """Save a model and change its metadata, checksum left alone."""
    from safetensors import safe_open

    save_parameters(model(), path)
    with safe_open(path, framework="numpy") as file:
        metadata, names = file.metadata(), list(file.keys())
        arrays = {name: file.get_tensor(name) for name in names}
    save_file(arrays, path, metadata=metadata | changes)


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
