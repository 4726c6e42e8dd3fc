"""from_torch and to_torch: there and back, and what they refuse."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from glassbox import (
    TransformerParameters,
    decode,
    encode,
    from_torch,
    map_arrays,
    to_torch,
)
from torch import nn

pytestmark = pytest.mark.filterwarnings(
    # Of nn.Transformer's constructor with norm_first, whatever is passed to it.
    "ignore:enable_nested_tensor is True:UserWarning"
)


def random_model(**options):
    model = nn.Transformer(12, 3, 2, 1, 20, **options).double().eval()
    generator = torch.Generator().manual_seed(0)
    with torch.no_grad():
        for parameter in model.parameters():
            drawn = torch.randn(parameter.shape, generator=generator)
            parameter.copy_(0.5 * drawn)
    return model


OPTIONS = [
    dict(activation="relu", norm_first=False, batch_first=True),
    dict(activation="gelu", norm_first=True, batch_first=False),
    dict(activation=nn.GELU("tanh"), norm_first=False, layer_norm_eps=1e-3),
    dict(activation=nn.ReLU(), bias=False),
]


@pytest.mark.parametrize("options", OPTIONS)
def test_there_and_back_every_tensor_is_the_same_to_the_bit(options):
    model = random_model(**options)
    back = to_torch(from_torch(model), batch_first=options.get("batch_first", False))
    expected, got = model.state_dict(), back.state_dict()
    assert list(expected) == list(got)
    for name in expected:
        assert torch.equal(expected[name], got[name]), name
    assert not back.training and back.batch_first == model.batch_first
    x, y = torch.ones(5, 2, 12).double(), torch.ones(4, 2, 12).double()
    x[0, 0, 3] = y[1, 1, 0] = 5
    if model.batch_first:
        x, y = x.transpose(0, 1), y.transpose(0, 1)
    # The nested tensors that one of the two may use sum in another order.
    torch.testing.assert_close(back(x, y), model(x, y), rtol=0, atol=1e-12)


@pytest.mark.parametrize("options", OPTIONS)
def test_back_and_there_the_functions_agree(options):
    parameters = from_torch(random_model(**options))
    model = to_torch(parameters)
    again = from_torch(model)
    x, y = np.random.default_rng(0).normal(size=(2, 2, 4, 12))
    memory = encode(x, parameters.encoder).output
    ours = decode(y, memory, parameters.decoder).output
    theirs = model(torch.tensor(x), torch.tensor(y)).detach()
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-10)
    assert again.encoder.norm_first == parameters.encoder.norm_first
    first, second = again.decoder.layers[0], parameters.decoder.layers[0]
    assert first.feed_forward.activation == second.feed_forward.activation
    assert first.cross_attention_norm.eps == second.cross_attention_norm.eps
    assert first.self_attention.n_heads == second.self_attention.n_heads == 3


def test_the_copy_is_independent_of_the_model():
    model = random_model()
    parameters = from_torch(model)
    before = parameters.encoder.layers[0].self_attention.w_q.copy()
    with torch.no_grad():
        model.encoder.layers[0].self_attn.in_proj_weight.zero_()
    np.testing.assert_array_equal(
        parameters.encoder.layers[0].self_attention.w_q, before
    )
    back = to_torch(parameters)
    parameters.encoder.layers[0].self_attention.w_q[:] = 7
    assert (back.encoder.layers[0].self_attn.in_proj_weight != 7).all()


def test_a_bfloat16_model_comes_as_float32_and_float32_stays():
    model = random_model().to(torch.bfloat16)
    assert from_torch(model).encoder.layers[0].self_attention.w_q.dtype == np.float32
    back = to_torch(from_torch(random_model().float()))
    assert back.encoder.layers[0].linear1.weight.dtype == torch.float32


def test_stacks_without_final_norm_survive_the_journey():
    parameters = from_torch(random_model())
    bare = TransformerParameters(
        replace(parameters.encoder, final_norm=None),
        replace(parameters.decoder, final_norm=None),
    )
    model = to_torch(bare)
    assert model.encoder.norm is None and model.decoder.norm is None
    assert from_torch(model).decoder.final_norm is None


def test_a_single_missing_bias_becomes_zeros_and_torch_tensors_are_taken():
    parameters = map_arrays(from_torch(random_model()), torch.tensor)
    layer = parameters.encoder.layers[1]
    attention = replace(layer.self_attention, b_k=None)
    norm = replace(layer.feed_forward_norm, gamma=None, beta=None)
    changed = replace(layer, self_attention=attention, feed_forward_norm=norm)
    encoder = replace(
        parameters.encoder, layers=(parameters.encoder.layers[0], changed)
    )
    model = to_torch(replace(parameters, encoder=encoder))
    assert (model.encoder.layers[1].self_attn.in_proj_bias[12:24] == 0).all()
    assert (model.encoder.layers[1].self_attn.in_proj_bias[:12] != 0).all()
    assert (model.encoder.layers[1].norm2.weight == 1).all()
    assert (model.encoder.layers[1].norm2.bias == 0).all()


class Subclass(nn.TransformerEncoderLayer):
    """Computes whatever it likes."""


def changed(change):
    model = random_model()
    change(model)
    return model


def test_models_that_are_refused():
    with pytest.raises(TypeError, match="must be Transformer; got Linear"):
        from_torch(nn.Linear(2, 3))

    def foreign_layer(model):
        model.encoder.layers[0] = Subclass(12, 3, 20)

    with pytest.raises(TypeError, match="must be TransformerEncoderLayer; got Subc"):
        from_torch(changed(foreign_layer))

    def foreign_norm(model):
        model.decoder.norm = nn.RMSNorm(12)

    with pytest.raises(TypeError, match="must be LayerNorm; got RMSNorm"):
        from_torch(changed(foreign_norm))

    def foreign_activation(model):
        model.decoder.layers[0].activation = torch.tanh

    with pytest.raises(ValueError, match="activation must be ReLU or GELU; got .*tanh"):
        from_torch(changed(foreign_activation))

    def both(model):
        model.encoder.layers[0].norm_first = True

    with pytest.raises(ValueError, match="norm_first must be the same in all layers"):
        from_torch(changed(both))


def test_parameters_that_are_refused():
    with pytest.raises(TypeError, match="must be TransformerParameters; got dict"):
        to_torch({})
    parameters = from_torch(random_model())
    empty = replace(parameters, decoder=replace(parameters.decoder, layers=()))
    with pytest.raises(ValueError, match="at least one layer; got no decoder"):
        to_torch(empty)
    layer = parameters.encoder.layers[0]
    narrow = replace(layer.self_attention, w_q=layer.self_attention.w_q[:, :6])
    encoder = replace(
        parameters.encoder, layers=(replace(layer, self_attention=narrow),)
    )
    with pytest.raises(ValueError, match=r"needs shape \(12, 12\); got \(6, 12\)"):
        to_torch(replace(parameters, encoder=encoder))
    one_bias = map_arrays(from_torch(random_model(bias=False)), lambda w: w)
    layer = one_bias.encoder.layers[0]
    odd = replace(layer, self_attention=replace(layer.self_attention, b_v=np.ones(12)))
    encoder = replace(one_bias.encoder, layers=(odd,))
    with pytest.raises(ValueError, match="all of its biases or none; got some"):
        to_torch(replace(one_bias, encoder=encoder))
