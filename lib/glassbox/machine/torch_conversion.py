"""To and from torch.nn.Transformer. torch is imported only when a function runs."""

from typing import Any

import numpy as np

from ..kernels._arrays import Array
from .parameters import (
    AttentionParameters,
    DecoderLayerParameters,
    EncoderLayerParameters,
    FeedForwardParameters,
    NormParameters,
    StackParameters,
    TransformerParameters,
    map_arrays,
)


def from_torch(model: Any) -> TransformerParameters:
    """Copy the weights of a torch.nn.Transformer into the library's parameters.

    Parameters
    ----------
    model : torch.nn.Transformer
        Of any size, pre- or post-norm, ReLU or GELU. Its batch_first matters to its
        own calls only: here the batch axis always comes first. Dropout is left out.

    Returns
    -------
    TransformerParameters
        NumPy arrays in the model's dtype (bfloat16 as float32). Pass .encoder to
        `encode` and .decoder to `decode`.

    Raises
    ------
    TypeError
        If the model, a layer or a norm is of another class.
    ValueError
        If the activation is neither ReLU nor GELU, or a stack mixes pre- and
        post-norm.

    Source
    ------
    PyTorch, torch.nn.Transformer. Chapter: the_transformer.

    >>> from torch import nn
    >>> parameters = from_torch(nn.Transformer(8, 2, 3, 1, 16, batch_first=True))
    >>> parameters.encoder.layers[0].feed_forward.w_1.shape
    (8, 16)
    """
    from torch import nn

    _check_class(model, nn.Transformer)
    _check_class(model.encoder, nn.TransformerEncoder)
    _check_class(model.decoder, nn.TransformerDecoder)
    encoder = _stack_from(model.encoder, nn.TransformerEncoderLayer, _encoder_layer)
    decoder = _stack_from(model.decoder, nn.TransformerDecoderLayer, _decoder_layer)
    return TransformerParameters(encoder, decoder)


def to_torch(parameters: TransformerParameters, *, batch_first: bool = True) -> Any:
    """Build a torch.nn.Transformer that holds these parameters.

    Parameters
    ----------
    parameters : TransformerParameters
        Each stack with at least one layer. A bias of None becomes zeros, unless the
        layer has none at all.
    batch_first : bool
        Whether the model takes (batch, n, d_model) or (n, batch, d_model).

    Returns
    -------
    torch.nn.Transformer
        In evaluation mode, without dropout, in the dtype of the parameters.

    Raises
    ------
    TypeError
        If parameters is of another class.
    ValueError
        If a stack has no layer, or a shape is not one that PyTorch can hold.

    Source
    ------
    PyTorch, torch.nn.Transformer. Chapter: the_transformer.

    >>> from torch import nn
    >>> model = to_torch(from_torch(nn.Transformer(8, 2, 3, 1, 16, batch_first=True)))
    >>> model.encoder.layers[0].linear1
    Linear(in_features=8, out_features=16, bias=True)
    """
    from torch import nn

    _check_class(parameters, TransformerParameters)
    parameters = map_arrays(parameters, _to_tensor)
    stacks = {"encoder": parameters.encoder, "decoder": parameters.decoder}
    built = {}
    for name, stack in stacks.items():
        if not stack.layers:
            raise ValueError(f"each stack must have at least one layer; got no {name}")
        layers = [_new_layer(p, stack.norm_first, batch_first) for p in stack.layers]
        if name == "encoder":
            module = nn.TransformerEncoder(layers[0], 1, enable_nested_tensor=False)
        else:
            module = nn.TransformerDecoder(layers[0], 1)
        module.layers, module.num_layers = nn.ModuleList(layers), len(layers)
        if stack.final_norm is not None:
            weight = layers[0].linear1.weight
            module.norm = nn.LayerNorm(
                weight.shape[1],
                bias=stack.final_norm.beta is not None,
                dtype=weight.dtype,
            )
            _set_norm(module.norm, stack.final_norm)
        built[name] = module
    first = parameters.encoder.layers[0].self_attention
    blank = {"custom_encoder": nn.Identity(), "custom_decoder": nn.Identity()}
    model = nn.Transformer(
        len(first.w_q), first.n_heads, batch_first=batch_first, **blank
    )
    # Only now: nn.Transformer's constructor overwrites every weight it is given.
    model.encoder, model.decoder = built["encoder"], built["decoder"]
    return model.eval()


def _check_class(value: Any, expected: type) -> None:
    """Refuse what is not exactly of a class: a subclass may compute anything."""
    if type(value) is not expected:
        raise TypeError(f"must be {expected.__name__}; got {type(value).__name__}")


def _to_numpy(tensor: Any) -> Array | None:
    """Copy a tensor; None stays None."""
    if tensor is None:
        return None
    tensor = tensor.detach().cpu()
    return (
        (tensor.float() if "bfloat16" in str(tensor.dtype) else tensor).numpy().copy()
    )


def _to_tensor(x: Array) -> Any:
    """Return a torch tensor of x that shares no memory with a NumPy x."""
    import torch

    return x.detach() if hasattr(x, "detach") else torch.tensor(x)


def _transposed(weight: Any) -> Array:
    """PyTorch keeps (d_out, d_in) and computes x W^T; here W is (d_in, d_out)."""
    return np.ascontiguousarray(_to_numpy(weight).T)


def _stack_from(stack: Any, layer_class: type, convert: Any) -> StackParameters:
    for layer in stack.layers:
        _check_class(layer, layer_class)
    norm_first = {layer.norm_first for layer in stack.layers}
    if len(norm_first) > 1:
        raise ValueError("norm_first must be the same in all layers; got both")
    return StackParameters(
        tuple(convert(layer) for layer in stack.layers),
        norm_first=norm_first == {True},
        final_norm=None if stack.norm is None else _norm_from(stack.norm),
    )


def _encoder_layer(layer: Any) -> EncoderLayerParameters:
    return EncoderLayerParameters(
        self_attention=_attention_from(layer.self_attn),
        self_attention_norm=_norm_from(layer.norm1),
        feed_forward=_feed_forward_from(layer),
        feed_forward_norm=_norm_from(layer.norm2),
    )


def _decoder_layer(layer: Any) -> DecoderLayerParameters:
    return DecoderLayerParameters(
        self_attention=_attention_from(layer.self_attn),
        self_attention_norm=_norm_from(layer.norm1),
        cross_attention=_attention_from(layer.multihead_attn),
        cross_attention_norm=_norm_from(layer.norm2),
        feed_forward=_feed_forward_from(layer),
        feed_forward_norm=_norm_from(layer.norm3),
    )


def _attention_from(module: Any) -> AttentionParameters:
    weights = module.in_proj_weight.chunk(3)
    biases = [None] * 3 if module.in_proj_bias is None else module.in_proj_bias.chunk(3)
    return AttentionParameters(
        module.num_heads,
        *[_transposed(weight) for weight in (*weights, module.out_proj.weight)],
        *[_to_numpy(bias) for bias in (*biases, module.out_proj.bias)],
    )


def _feed_forward_from(layer: Any) -> FeedForwardParameters:
    return FeedForwardParameters(
        _transposed(layer.linear1.weight),
        _to_numpy(layer.linear1.bias),
        _transposed(layer.linear2.weight),
        _to_numpy(layer.linear2.bias),
        _activation_name(layer.activation),
    )


def _norm_from(module: Any) -> NormParameters:
    from torch import nn

    _check_class(module, nn.LayerNorm)
    return NormParameters(_to_numpy(module.weight), _to_numpy(module.bias), module.eps)


def _activation_name(activation: Any) -> str:
    import torch
    from torch import nn
    from torch.nn import functional as F

    if activation in (F.relu, torch.relu) or type(activation) is nn.ReLU:
        return "relu"
    if activation is F.gelu:
        return "gelu"
    if type(activation) is nn.GELU:
        return "gelu_tanh" if activation.approximate == "tanh" else "gelu"
    raise ValueError(f"activation must be ReLU or GELU; got {activation}")


def _new_layer(p: Any, norm_first: bool, batch_first: bool) -> Any:
    """Build and fill one encoder or decoder layer."""
    from torch import nn
    from torch.nn import functional as F

    is_decoder = isinstance(p, DecoderLayerParameters)
    cls = nn.TransformerDecoderLayer if is_decoder else nn.TransformerEncoderLayer
    weight = p.feed_forward.w_1
    attention, ff = p.self_attention, p.feed_forward
    activation = {"relu": F.relu, "gelu": F.gelu, "gelu_tanh": nn.GELU("tanh")}
    biases = (attention.b_q, attention.b_o, ff.b_1, ff.b_2, p.self_attention_norm.beta)
    layer = cls(
        *[weight.shape[0], attention.n_heads, weight.shape[1], 0.0],
        activation=activation[ff.activation],
        batch_first=batch_first,
        norm_first=norm_first,
        bias=any(bias is not None for bias in biases),
        dtype=weight.dtype,
    )
    _set_attention(layer.self_attn, attention)
    _set_norm(layer.norm1, p.self_attention_norm)
    if is_decoder:
        _set_attention(layer.multihead_attn, p.cross_attention)
        _set_norm(layer.norm2, p.cross_attention_norm)
    _set_norm(layer.norm3 if is_decoder else layer.norm2, p.feed_forward_norm)
    for linear, w, b in (
        (layer.linear1, ff.w_1, ff.b_1),
        (layer.linear2, ff.w_2, ff.b_2),
    ):
        _set(linear.weight, w.T)
        _set(linear.bias, b)
    return layer


def _set_attention(module: Any, p: AttentionParameters) -> None:
    d_model = p.w_q.shape[0]
    pieces = zip((p.w_q, p.w_k, p.w_v), (p.b_q, p.b_k, p.b_v), strict=True)
    for i, (weight, bias) in enumerate(pieces):
        rows = slice(i * d_model, (i + 1) * d_model)
        _set(module.in_proj_weight[rows], weight.T)
        _set(None if module.in_proj_bias is None else module.in_proj_bias[rows], bias)
    _set(module.out_proj.weight, p.w_o.T)
    _set(module.out_proj.bias, p.b_o)


def _set_norm(module: Any, p: NormParameters) -> None:
    module.eps = p.eps
    _set(module.weight, p.gamma, default=1.0)
    _set(module.bias, p.beta)


def _set(parameter: Any, values: Array | None, default: float = 0.0) -> None:
    """Copy values into a parameter in place."""
    import torch

    if values is None:
        values = torch.full_like(parameter, default) if parameter is not None else None
    if (parameter is None) != (values is None):
        raise ValueError("a layer must have all of its biases or none; got some")
    if values is None:
        return
    if tuple(parameter.shape) != tuple(values.shape):
        raise ValueError(
            f"nn.Transformer needs shape {tuple(parameter.shape)}; "
            f"got {tuple(values.shape)}"
        )
    with torch.no_grad():
        parameter.copy_(values)
