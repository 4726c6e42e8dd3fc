"""The whole model against nn.Transformer, each parameter's part, causality, cache."""

from dataclasses import fields, is_dataclass, replace

import numpy as np
import pytest
import torch
from glassbox import (
    DecoderCache,
    FeedForwardParameters,
    NormParameters,
    TokenModelParameters,
    causal_mask,
    decode,
    decode_tokens,
    embed_tokens,
    encode,
    encode_tokens,
    from_torch,
    map_arrays,
    padding_mask,
)
from torch import nn

D_MODEL, N_HEADS, D_FF, BATCH, N_SOURCES, N_TARGETS = 12, 3, 20, 2, 5, 4
LENGTHS = [5, 3]  # of the sources: no source is all padding, PyTorch gives nan there
TARGET_LENGTHS = [4, 2]
SOURCE, TARGET = (BATCH, N_SOURCES, D_MODEL), (BATCH, N_TARGETS, D_MODEL)


@pytest.fixture(autouse=True)
def slow_path():
    """PyTorch's fast path computes in another way, and zeroes padded rows."""
    before = torch.backends.mha.get_fastpath_enabled()
    torch.backends.mha.set_fastpath_enabled(False)
    yield
    torch.backends.mha.set_fastpath_enabled(before)


def random_model(dtype=torch.float64, seed=0, **options):
    """A transformer whose every parameter is random: fresh ones hide what is lost."""
    settings = dict(batch_first=True, norm_first=False, activation="relu", bias=True)
    settings.update(options)
    layers = dict(num_encoder_layers=2, num_decoder_layers=3)
    model = nn.Transformer(
        D_MODEL, N_HEADS, **layers, dim_feedforward=D_FF, dropout=0.3, **settings
    )
    if settings["norm_first"]:  # PyTorch warns of its own default otherwise
        model.encoder.enable_nested_tensor = False
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            is_gamma = "norm" in name and name.endswith("weight")
            drawn = torch.randn(parameter.shape, generator=generator)
            parameter.copy_(0.3 * drawn + is_gamma)  # nothing dies out or saturates
    return model.to(dtype).eval()


def draw(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


def masks(kind):
    """Ours, (source, target, memory), and the keyword arguments PyTorch wants."""
    source, target, theirs = None, None, {}
    if kind in ("causal", "both"):
        target = causal_mask(N_TARGETS)
        theirs["tgt_mask"] = torch.tensor(~target)
    if kind in ("padding", "both"):
        source = padding_mask(LENGTHS, N_SOURCES)
        hidden = torch.tensor(~source[:, 0])
        theirs |= {"src_key_padding_mask": hidden, "memory_key_padding_mask": hidden}
        padded = padding_mask(TARGET_LENGTHS, N_TARGETS)
        theirs["tgt_key_padding_mask"] = torch.tensor(~padded[:, 0])
        target = padded if target is None else target & padded
    return source, target, theirs


def run(parameters, x, y, source_mask=None, target_mask=None):
    memory = encode(x, parameters.encoder, source_mask).output
    stack = parameters.decoder
    return decode(
        y, memory, stack, target_mask=target_mask, memory_mask=source_mask
    ).output


def run_torch(model, x, y, **masks):
    inputs = [torch.tensor(x), torch.tensor(y)]
    if not model.batch_first:
        inputs = [tensor.transpose(0, 1) for tensor in inputs]
    output = model(*inputs, **masks).detach()
    return output if model.batch_first else output.transpose(0, 1)


pytestmark = pytest.mark.filterwarnings(
    # Of nn.Transformer's constructor with norm_first, whatever is passed to it.
    "ignore:enable_nested_tensor is True:UserWarning"
)


# Parity


@pytest.mark.parametrize("kind", ["none", "causal", "padding", "both"])
@pytest.mark.parametrize("activation", ["relu", "gelu"])
@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("batch_first", [False, True])
@pytest.mark.parametrize(
    ("dtype", "tolerance"), [("float64", 1e-10), ("float32", 1e-5)]
)
def test_the_whole_model_equals_torchs(
    kind, activation, norm_first, batch_first, dtype, tolerance
):
    model = random_model(
        getattr(torch, dtype),
        batch_first=batch_first,
        norm_first=norm_first,
        activation=activation,
    )
    x, y = draw(*SOURCE).astype(dtype), draw(*TARGET, seed=1).astype(dtype)
    source, target, theirs = masks(kind)
    ours = run(from_torch(model), x, y, source, target)
    assert ours.dtype == dtype and isinstance(ours, np.ndarray)
    expected = run_torch(model, x, y, **theirs).numpy()
    scale = np.abs(expected).max()
    np.testing.assert_allclose(ours / scale, expected / scale, rtol=0, atol=tolerance)


@pytest.mark.parametrize("norm_first", [False, True])
def test_the_encoder_alone_equals_torchs(norm_first):
    model = random_model(norm_first=norm_first)
    x, source = draw(*SOURCE), padding_mask(LENGTHS, N_SOURCES)
    ours = encode(x, from_torch(model).encoder, source)
    hidden = torch.tensor(~source[:, 0])
    expected = model.encoder(torch.tensor(x), src_key_padding_mask=hidden).detach()
    np.testing.assert_allclose(ours.output, expected, rtol=0, atol=1e-10)


@pytest.mark.parametrize("norm_first", [False, True])
def test_gradients_equal_torchs(norm_first):
    model = random_model(norm_first=norm_first)
    parameters = map_arrays(
        from_torch(model), lambda w: torch.tensor(w, requires_grad=True)
    )
    source, target, theirs = masks("both")
    ours_in, theirs_in = (
        [
            torch.tensor(draw(*shape, seed=i), requires_grad=True)
            for i, shape in enumerate((SOURCE, TARGET))
        ]
        for _ in range(2)
    )
    as_torch = [torch.tensor(mask) for mask in (source, target)]
    direction = torch.tensor(draw(*TARGET, seed=2))
    (run(parameters, *ours_in, *as_torch) * direction).sum().backward()
    (model(*theirs_in, **theirs) * direction).sum().backward()

    layer, reference = parameters.decoder.layers[1], model.decoder.layers[1]
    pairs = [(a.grad, b.grad) for a, b in zip(ours_in, theirs_in, strict=True)]
    pairs += [
        (layer.feed_forward.w_1.grad.T, reference.linear1.weight.grad),
        (
            layer.cross_attention.w_o.grad.T,
            reference.multihead_attn.out_proj.weight.grad,
        ),
        (layer.self_attention_norm.gamma.grad, reference.norm1.weight.grad),
        (
            parameters.encoder.layers[0].self_attention.w_k.grad.T,
            model.encoder.layers[0].self_attn.in_proj_weight.grad[
                D_MODEL : 2 * D_MODEL
            ],
        ),
        (parameters.encoder.final_norm.beta.grad, model.encoder.norm.bias.grad),
    ]
    for mine, expected in pairs:
        scale = expected.abs().max()
        assert scale > 0
        torch.testing.assert_close(mine / scale, expected / scale, rtol=0, atol=1e-10)


def paths_of(parameters, prefix=()):
    """Where each bias, gamma, beta and final norm sits."""
    if isinstance(parameters, tuple):
        for i, part in enumerate(parameters):
            yield from paths_of(part, (*prefix, i))
    elif is_dataclass(parameters):
        for field in fields(parameters):
            value = getattr(parameters, field.name)
            path = (*prefix, field.name)
            is_vector = isinstance(value, np.ndarray) and value.ndim == 1
            if is_vector or field.name == "final_norm":
                yield path
            yield from paths_of(value, path)


def without(parameters, path):
    """The parameters with None at a path."""
    if not path:
        return None
    first, *rest = path
    if isinstance(parameters, tuple):
        part = without(parameters[first], rest)
        return (*parameters[:first], part, *parameters[first + 1 :])
    return replace(parameters, **{first: without(getattr(parameters, first), rest)})


@pytest.mark.parametrize("norm_first", [False, True])
def test_dropping_any_one_vector_or_final_norm_breaks_the_parity(norm_first):
    model = random_model(norm_first=norm_first)
    parameters = from_torch(model)
    x, y = draw(*SOURCE), draw(*TARGET, seed=1)
    expected = run_torch(model, x, y).numpy()
    assert np.abs(run(parameters, x, y) - expected).max() < 1e-10
    paths = list(paths_of(parameters))
    # 2 encoder layers of 4 + 2 + 4 vectors, 3 decoder layers of 8 + 2 + 6, and twice
    # a final norm with its two vectors.
    assert len(paths) == 2 * 10 + 3 * 16 + 2 * 3
    for path in paths:
        gap = np.abs(run(without(parameters, path), x, y) - expected).max()
        if path[-1] == "b_k":
            # The one exception: q . b_k is the same for every key, and softmax does
            # not see a shift. The scores do: see the next test.
            assert gap < 1e-10
        else:
            assert gap > 1e-4, path  # a million times the tolerance of parity


def test_a_key_bias_changes_the_scores_of_each_query_by_one_number():
    p = from_torch(random_model()).encoder.layers[0].self_attention
    from glassbox import multi_head_attention

    x = draw(N_SOURCES, D_MODEL)
    full = multi_head_attention(x, x, x, p)
    bare = multi_head_attention(x, x, x, replace(p, b_k=None))
    change = full.scores - bare.scores  # (n_heads, n_queries, n_keys)
    assert np.abs(change).max() > 0.01
    np.testing.assert_allclose(change, change[..., :1] + 0 * change, atol=1e-12)


def test_a_model_without_biases_equals_torchs():
    model = random_model(bias=False)
    parameters = from_torch(model)
    assert parameters.encoder.layers[0].self_attention.b_q is None
    x, y = draw(*SOURCE), draw(*TARGET, seed=1)
    expected = run_torch(model, x, y)
    np.testing.assert_allclose(run(parameters, x, y), expected, rtol=0, atol=1e-10)


def test_pre_norm_and_post_norm_are_different_functions():
    parameters = from_torch(random_model())
    x = draw(*SOURCE)
    post = encode(x, parameters.encoder).output
    pre = encode(x, replace(parameters.encoder, norm_first=True)).output
    assert np.abs(post - pre).max() > 0.1


# Weights, masks, causality


def test_weights_of_each_layer_come_back():
    parameters = from_torch(random_model())
    x, y = draw(*SOURCE), draw(*TARGET, seed=1)
    source, target, _ = masks("both")
    memory, encoder_weights = encode(x, parameters.encoder, source)
    _, decoder_weights = decode(
        y, memory, parameters.decoder, target_mask=target, memory_mask=source
    )
    assert len(encoder_weights) == 2 and len(decoder_weights) == 3
    for weights in encoder_weights:
        assert weights.shape == (BATCH, N_HEADS, N_SOURCES, N_SOURCES)
        assert (weights[1, ..., LENGTHS[1] :] == 0).all()
    for own, cross in decoder_weights:
        assert own.shape == (BATCH, N_HEADS, N_TARGETS, N_TARGETS)
        assert cross.shape == (BATCH, N_HEADS, N_TARGETS, N_SOURCES)
        assert (own[:, :, ~causal_mask(N_TARGETS)] == 0).all()
        np.testing.assert_allclose(cross.sum(axis=-1), 1, atol=1e-12)


def test_a_wholly_padded_source_gives_numbers_where_torchs_attention_gives_nan():
    model = random_model()
    parameters = from_torch(model)
    x, y = draw(*SOURCE), draw(*TARGET, seed=1)
    source = padding_mask([5, 0], N_SOURCES)
    ours = run(parameters, x, y, source)
    assert np.isfinite(ours).all()
    given = torch.tensor(x)
    hidden = torch.tensor(~source[:, 0])
    attention = model.encoder.layers[0].self_attn  # asked for weights, as by default
    theirs, _ = attention(given, given, given, key_padding_mask=hidden)
    assert torch.isnan(theirs[1]).all() and torch.isfinite(theirs[0]).all()


@pytest.mark.parametrize("position", [1, 3])
def test_a_later_target_changes_no_earlier_output_by_a_bit(position):
    parameters = from_torch(random_model())
    x, y = draw(*SOURCE), draw(*TARGET, seed=1)
    poked = y.copy()
    poked[:, position] += 3
    before = run(parameters, x, y, None, causal_mask(N_TARGETS))
    after = run(parameters, x, poked, None, causal_mask(N_TARGETS))
    np.testing.assert_array_equal(after[:, :position], before[:, :position])
    assert np.abs(after[:, position:] - before[:, position:]).min() > 0


def test_padding_in_the_source_has_no_influence():
    parameters = from_torch(random_model())
    x, y = draw(*SOURCE), draw(*TARGET, seed=1)
    source = padding_mask(LENGTHS, N_SOURCES)
    before = run(parameters, x, y, source)
    x[1, LENGTHS[1] :] = 1000
    np.testing.assert_array_equal(run(parameters, x, y, source), before)


# The cache


@pytest.mark.parametrize("norm_first", [False, True])
def test_step_by_step_with_a_cache_equals_all_at_once(norm_first):
    parameters = from_torch(random_model(norm_first=norm_first))
    x, y = draw(*SOURCE), draw(*TARGET, seed=1)
    memory = encode(x, parameters.encoder).output
    whole, weights = decode(
        y, memory, parameters.decoder, target_mask=causal_mask(N_TARGETS)
    )
    cache = DecoderCache()
    assert cache.n_positions == 0
    for t in range(N_TARGETS):
        step, found = decode(y[:, t : t + 1], memory, parameters.decoder, cache=cache)
        assert cache.n_positions == t + 1
        np.testing.assert_allclose(step, whole[:, t : t + 1], rtol=0, atol=1e-12)
        own = found[2].self_attention[..., 0, :]
        expected = weights[2].self_attention[..., t, : t + 1]
        np.testing.assert_allclose(own, expected, rtol=0, atol=1e-12)


def test_a_cache_refuses_another_memory():
    stack = from_torch(random_model()).decoder
    memory, y, cache = draw(*SOURCE), draw(BATCH, 1, D_MODEL), DecoderCache()
    decode(y, memory, stack, cache=cache)
    rule = "memory must be the array that the cache was started with"
    with pytest.raises(ValueError, match=rule):
        decode(y, memory.copy(), stack, cache=cache)


# The token model


def token_model(**options):
    return TokenModelParameters(
        source_table=draw(11, D_MODEL, seed=7),
        target_table=draw(9, D_MODEL, seed=8),
        transformer=from_torch(random_model(**options)),
        output_bias=draw(9, seed=9),
    )


def test_the_token_model_equals_torchs_modules():
    parameters = token_model()
    model = random_model()
    source_ids, target_ids = np.arange(10).reshape(2, 5), [[1, 8, 2, 0], [3, 3, 7, 0]]
    source = padding_mask(LENGTHS, N_SOURCES)
    memory = encode_tokens(source_ids, parameters, source).output
    logits = decode_tokens(target_ids, memory, parameters, memory_mask=source).output
    assert logits.shape == (2, 4, 9)

    def vectors(ids, table):
        rows = nn.functional.embedding(torch.tensor(ids), torch.tensor(table))
        angles = np.arange(rows.shape[1])[:, None] / 10000 ** (
            np.arange(0, D_MODEL, 2) / D_MODEL
        )
        positions = np.empty((rows.shape[1], D_MODEL))
        positions[:, 0::2], positions[:, 1::2] = np.sin(angles), np.cos(angles)
        return rows * D_MODEL**0.5 + torch.tensor(positions)

    hidden = torch.tensor(~source[:, 0])
    output = model(
        vectors(source_ids, parameters.source_table),
        vectors(target_ids, parameters.target_table),
        tgt_mask=torch.tensor(~causal_mask(4)),
        src_key_padding_mask=hidden,
        memory_key_padding_mask=hidden,
    )
    head = torch.tensor(parameters.target_table), torch.tensor(parameters.output_bias)
    expected = nn.functional.linear(output, *head).detach()
    np.testing.assert_allclose(logits, expected, rtol=0, atol=1e-10)


def test_decoding_tokens_with_a_cache_equals_all_at_once():
    parameters = token_model(norm_first=True)
    memory = encode_tokens([[1, 2, 3]], parameters).output
    ids = [[0, 5, 5, 8]]
    whole = decode_tokens(ids, memory, parameters).output
    cache = DecoderCache()
    first = decode_tokens([ids[0][:2]], memory, parameters, cache=cache).output
    steps = [first] + [
        decode_tokens([[token]], memory, parameters, cache=cache).output
        for token in ids[0][2:]
    ]
    together = np.concatenate(steps, axis=1)
    np.testing.assert_allclose(together, whole, rtol=0, atol=1e-11)  # logits near 10


def test_target_padding_is_combined_with_the_causal_mask():
    parameters = token_model()
    memory = encode_tokens([[1, 2, 3]], parameters).output
    padded = decode_tokens(
        [[4, 5, 0]], memory, parameters, target_mask=padding_mask([2], 3)
    )
    for own, _ in padded.weights:
        assert (own[..., 2] == 0).all() and (own[..., 0, 1] == 0).all()
    short = decode_tokens([[4, 5]], memory, parameters).output
    np.testing.assert_allclose(padded.output[:, :2], short, rtol=0, atol=1e-12)


def test_a_stack_of_encoder_layers_under_a_causal_mask_is_a_decoder_only_model():
    parameters = token_model()
    table, stack = parameters.target_table, parameters.transformer.encoder
    whole = encode(embed_tokens([[1, 2, 3, 4]], table), stack, causal_mask(4)).output
    begin = encode(embed_tokens([[1, 2]], table), stack, causal_mask(2)).output
    np.testing.assert_allclose(whole[:, :2], begin, rtol=0, atol=1e-12)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_half_precision_stays_half_and_finite(dtype):
    dtype = getattr(torch, dtype)
    wide = token_model()
    half = map_arrays(wide, lambda w: torch.tensor(w).to(dtype))
    source = padding_mask([3, 0], 3, like=half.source_table)
    ids, targets = [[1, 2, 3], [4, 5, 6]], [[1, 2], [3, 4]]
    memory = encode_tokens(ids, half, source).output
    logits = decode_tokens(targets, memory, half, memory_mask=source).output
    assert logits.dtype == dtype and torch.isfinite(logits).all()
    in_numpy = encode_tokens(ids, wide, source.numpy()).output
    expected = decode_tokens(targets, in_numpy, wide, memory_mask=source.numpy()).output
    gap = np.abs(logits.double().numpy() - expected).max() / np.abs(expected).max()
    # 8 or 11 bits of precision through five layers
    assert gap < (0.2 if dtype == torch.bfloat16 else 0.03)


def test_map_arrays_leaves_numbers_and_none_alone():
    p = FeedForwardParameters(np.ones((2, 3)), None, np.ones((3, 2)), None, "gelu")
    doubled = map_arrays((p, NormParameters(np.ones(2), None, 0.5)), lambda w: 2 * w)
    assert doubled[0].activation == "gelu" and doubled[0].b_1 is None
    assert (doubled[0].w_1 == 2).all() and (p.w_1 == 1).all()
    assert doubled[1].eps == 0.5
