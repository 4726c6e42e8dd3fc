"""A Llama-shaped model: Hugging Face's logits, a twin in torch, cache, causality."""

from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
import torch
from glassbox import DecoderCache, causal_mask, map_arrays, rms_norm, vocabulary_logits
from glassbox.machine.decoder_only import (
    DecoderOnlyLayerParameters,
    DecoderOnlyParameters,
    decoder_only,
)
from torch.nn import functional as F

EXACT = 1e-10  # float64; logits are near 5, and two layers add little rounding
IDS = [3, 11, 0, 5, 3, 12, 7]
FILE = np.load(Path(__file__).with_name("random_llama.npz"))  # hugging_face.py made it
THEIR_NAMES = {
    "gamma_attention": "input_layernorm",
    "w_q": "self_attn.q_proj",
    "w_k": "self_attn.k_proj",
    "w_v": "self_attn.v_proj",
    "w_o": "self_attn.o_proj",
    "gamma_feed_forward": "post_attention_layernorm",
    "w_gate": "mlp.gate_proj",
    "w_up": "mlp.up_proj",
    "w_down": "mlp.down_proj",
}


def hugging_face_llama(dtype="float64"):
    """The model of the file: 6 heads, 2 with keys and values, half-split positions."""
    weights = {name: FILE[name].astype(dtype) for name in FILE.files}
    layers = tuple(
        DecoderOnlyLayerParameters(
            **{
                name: weights[f"model.layers.{i}.{theirs}.weight"].T
                for name, theirs in THEIR_NAMES.items()
            }
        )
        for i in range(2)
    )
    table, gamma = weights["model.embed_tokens.weight"], weights["model.norm.weight"]
    settings = dict(base=500.0, layout="half_split", eps=1e-3)
    return DecoderOnlyParameters(table, layers, gamma, 6, 2, **settings)


def random_parameters(n_heads=6, n_key_value_heads=2, d_head=4, n_layers=3, **settings):
    """Every array random, gammas around 1; d_model 10, d_ff 14, 13 tokens."""
    rng = np.random.default_rng(0)
    d_model, d_ff, vocabulary_size = 10, 14, 13
    wide, narrow = n_heads * d_head, n_key_value_heads * d_head

    def layer():
        shapes = {"w_q": (d_model, wide), "w_o": (wide, d_model)}
        shapes |= dict.fromkeys(("w_k", "w_v"), (d_model, narrow))
        shapes |= dict.fromkeys(("w_gate", "w_up"), (d_model, d_ff))
        shapes |= {"w_down": (d_ff, d_model)}
        arrays = {name: 0.4 * rng.normal(size=shape) for name, shape in shapes.items()}
        gammas = 1 + 0.3 * rng.normal(size=(2, d_model))
        return DecoderOnlyLayerParameters(
            gamma_attention=gammas[0], gamma_feed_forward=gammas[1], **arrays
        )

    return DecoderOnlyParameters(
        rng.normal(size=(vocabulary_size, d_model)),
        tuple(layer() for _ in range(n_layers)),
        1 + 0.3 * rng.normal(size=d_model),
        n_heads,
        n_key_value_heads,
        **settings,
    )


def twin(ids, p):
    """The same model in torch and in the form of Hugging Face's code, half-split."""

    def norm(x, weight):
        return weight * (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + p.eps))

    def rotate_half(x):
        half = x.shape[-1] // 2
        return torch.cat((-x[..., half:], x[..., :half]), dim=-1)

    def heads(x, n):
        return x.view(*x.shape[:-1], n, d_head).transpose(1, 2)

    d_head = p.layers[0].w_q.shape[1] // p.n_heads
    x = F.embedding(ids, p.table)
    n, groups = ids.shape[-1], p.n_heads // p.n_key_value_heads
    even = torch.arange(0, d_head, 2, dtype=x.dtype)
    freqs = torch.outer(torch.arange(n, dtype=x.dtype), 1.0 / p.base ** (even / d_head))
    emb = torch.cat((freqs, freqs), dim=-1)
    cos, sin = emb.cos(), emb.sin()
    hidden = torch.full((n, n), -torch.inf, dtype=x.dtype).triu(1)
    for layer in p.layers:
        h = norm(x, layer.gamma_attention)
        q, k, v = (F.linear(h, w.mT) for w in (layer.w_q, layer.w_k, layer.w_v))
        q = heads(q, p.n_heads)
        k, v = heads(k, p.n_key_value_heads), heads(v, p.n_key_value_heads)
        q = q * cos + rotate_half(q) * sin
        k = k * cos + rotate_half(k) * sin
        k, v = (y.repeat_interleave(groups, dim=1) for y in (k, v))
        weights = F.softmax(q @ k.transpose(2, 3) * d_head**-0.5 + hidden, dim=-1)
        mixed = (weights @ v).transpose(1, 2).reshape(*ids.shape, -1)
        x = x + F.linear(mixed, layer.w_o.mT)
        h = norm(x, layer.gamma_feed_forward)
        h = F.silu(F.linear(h, layer.w_gate.mT)) * F.linear(h, layer.w_up.mT)
        x = x + F.linear(h, layer.w_down.mT)
    return F.linear(norm(x, p.gamma), p.table)


# Parity


@pytest.mark.parametrize(
    ("dtype", "tolerance"), [("float64", EXACT), ("float32", 1e-4)]
)
def test_a_random_llama_has_hugging_faces_logits(dtype, tolerance):
    logits = decoder_only(FILE["ids"], hugging_face_llama(dtype)).logits
    assert logits.dtype == dtype and logits.shape == (2, 7, 29)
    assert np.abs(FILE["logits"]).max() > 1
    np.testing.assert_allclose(logits, FILE["logits"], rtol=0, atol=tolerance)


@pytest.mark.parametrize(
    "changed",
    [
        {"layout": "interleaved"},
        {"base": 10000.0},
        {"eps": 1e-5},
        {"n_heads": 3, "n_key_value_heads": 1},
    ],
)
def test_each_setting_counts(changed):
    p = replace(hugging_face_llama(), **changed)
    gap = np.abs(decoder_only(FILE["ids"], p).logits - FILE["logits"]).max()
    assert gap > 1e-4  # a million times the tolerance of parity


def test_every_array_of_every_layer_counts():
    p = hugging_face_llama()
    for i, layer in enumerate(p.layers):
        for field in fields(layer):
            bent = replace(layer, **{field.name: 1.1 * getattr(layer, field.name)})
            other = replace(p, layers=(*p.layers[:i], bent, *p.layers[i + 1 :]))
            gap = np.abs(decoder_only(FILE["ids"], other).logits - FILE["logits"]).max()
            assert gap > 1e-4, (i, field.name)


@pytest.mark.parametrize(
    ("n_heads", "n_key_value_heads"), [(6, 2), (6, 6), (3, 1), (4, 2)]
)
def test_values_and_gradients_equal_the_twins(n_heads, n_key_value_heads):
    p = random_parameters(n_heads, n_key_value_heads, layout="half_split", base=50.0)
    ids = torch.tensor([IDS, IDS[::-1]])
    results = []
    for model in (lambda ids, p: decoder_only(ids, p).logits, twin):
        as_torch = map_arrays(p, lambda w: torch.tensor(w, requires_grad=True))
        logits = model(ids, as_torch)
        direction = torch.Generator().manual_seed(1)
        weight = torch.randn(logits.shape, generator=direction, dtype=logits.dtype)
        (logits * weight).sum().backward()
        arrays = [as_torch.table, as_torch.gamma]
        for layer in as_torch.layers:
            arrays += [getattr(layer, field.name) for field in fields(layer)]
        results.append([logits.detach(), *[array.grad for array in arrays]])
    assert len(results[0]) == 1 + 2 + 3 * 9
    for mine, reference in zip(*results, strict=True):
        scale = reference.abs().max()
        assert scale > 0
        torch.testing.assert_close(mine / scale, reference / scale, rtol=0, atol=EXACT)


def test_the_two_layouts_are_one_model_with_other_rows():
    """Half-split wants all first halves of the pairs before all second halves."""
    p = random_parameters()
    order = np.arange(4).reshape(2, 2).T.ravel()  # d_head 4: 0, 2, 1, 3

    def split(w):
        d_model, wide = w.shape
        return w.reshape(d_model, wide // 4, 4)[..., order].reshape(w.shape)

    layers = tuple(replace(x, w_q=split(x.w_q), w_k=split(x.w_k)) for x in p.layers)
    other = replace(p, layers=layers, layout="half_split")
    logits = decoder_only(IDS, p).logits
    np.testing.assert_allclose(decoder_only(IDS, other).logits, logits, atol=EXACT)
    wrong = decoder_only(IDS, replace(p, layout="half_split")).logits
    assert np.abs(wrong - logits).max() > 0.01


@pytest.mark.parametrize(
    ("dtype", "tolerance"), [("float64", EXACT), ("float32", 1e-4)]
)
def test_torch_and_numpy_agree_and_keep_the_dtype(dtype, tolerance):
    p = map_arrays(random_parameters(), lambda w: w.astype(dtype))
    ours = decoder_only(IDS, p, watch=True)
    theirs = decoder_only(IDS, map_arrays(p, torch.tensor), watch=True)
    pairs = [(ours.logits, theirs.logits)]
    pairs += zip(ours.stream, theirs.stream, strict=True)
    pairs += zip(ours.weights, theirs.weights, strict=True)
    assert len(pairs) == 1 + 4 + 3
    for mine, other in pairs:
        assert mine.dtype == dtype and other.dtype == getattr(torch, dtype)
        np.testing.assert_allclose(mine, other, rtol=0, atol=tolerance)


# Cache, causality, what is watched


@pytest.mark.parametrize("pieces", [(7,), (3, 1, 3), (1,) * 7])
def test_with_a_cache_pieces_of_a_text_give_the_whole(pieces):
    p, cache, at, found = random_parameters(), DecoderCache(), 0, []
    for n in pieces:
        found.append(decoder_only(IDS[at : at + n], p, cache, watch=True))
        at += n
        assert cache.n_positions == at
    whole = decoder_only(IDS, p, watch=True)
    logits = np.concatenate([piece.logits for piece in found])
    np.testing.assert_allclose(logits, whole.logits, rtol=0, atol=EXACT)
    last = found[-1].weights[1]  # (n_heads, n of the last piece, all keys)
    expected = whole.weights[1][:, -pieces[-1] :]
    np.testing.assert_allclose(last, expected, rtol=0, atol=EXACT)


def test_a_cache_keeps_the_few_heads_of_keys_and_values():
    cache = DecoderCache()
    decoder_only([IDS, IDS[::-1]], random_parameters(6, 2), cache)
    keys, values = cache.layers[2].own
    assert keys.shape == values.shape == (2, 2, 7, 4)  # (batch, heads, n_keys, d_head)


@pytest.mark.parametrize("position", [1, 6])
def test_a_later_token_changes_no_earlier_logit_by_a_bit(position):
    p, poked = random_parameters(), IDS.copy()
    poked[position] = 9
    before, after = decoder_only(IDS, p).logits, decoder_only(poked, p).logits
    np.testing.assert_array_equal(after[:position], before[:position])
    assert np.abs(after[position:] - before[position:]).max(axis=1).min() > 0


def test_each_text_of_a_batch_is_read_by_itself():
    p, texts = random_parameters(), [IDS, IDS[::-1]]
    together = decoder_only(texts, p).logits
    alone = [decoder_only(text, p).logits for text in texts]
    np.testing.assert_allclose(together, alone, rtol=0, atol=EXACT)


def test_the_watched_stream_begins_with_the_table_and_ends_in_the_logits():
    p = random_parameters()
    found = decoder_only(IDS, p, watch=True)
    assert [x.shape for x in found.stream] == [(7, 10)] * 4
    np.testing.assert_array_equal(found.stream[0], p.table[IDS])
    last = rms_norm(found.stream[-1], p.gamma, eps=p.eps)
    np.testing.assert_array_equal(vocabulary_logits(last, p.table), found.logits)
    without_last = replace(p, layers=p.layers[:2])
    earlier = decoder_only(IDS, without_last, watch=True).stream
    np.testing.assert_array_equal(earlier, found.stream[:3])


def test_watched_weights_add_up_to_1_over_what_may_be_seen():
    found = decoder_only(IDS, random_parameters(6, 2), watch=True)
    assert len(found.weights) == 3
    for weights in found.weights:
        assert weights.shape == (6, 7, 7)
        assert (weights[:, ~causal_mask(7)] == 0).all()
        assert (weights[:, causal_mask(7)] > 0).all()
        np.testing.assert_allclose(weights.sum(axis=-1), 1, atol=1e-12)


def test_what_is_not_watched_is_not_kept():
    found = decoder_only(IDS, random_parameters())
    assert found.stream is None and found.weights is None


def test_parameters_are_not_written_to():
    p = random_parameters()
    kept = map_arrays(p, np.copy)
    decoder_only(IDS, p, DecoderCache(), watch=True)
    np.testing.assert_array_equal(p.table, kept.table)
    for layer, before in zip(p.layers, kept.layers, strict=True):
        for field in fields(layer):
            name = field.name
            np.testing.assert_array_equal(getattr(layer, name), getattr(before, name))


def with_cache_of(p, q):
    cache = DecoderCache()
    decoder_only(IDS, p, cache)
    decoder_only(IDS, q, cache)


@pytest.mark.parametrize(
    ("call", "rule"),
    [
        (lambda p: decoder_only([13], p), "token_ids must lie between 0 and"),
        (lambda p: decoder_only(IDS, replace(p, n_heads=5)), "divisible by n_heads"),
        (
            lambda p: decoder_only(IDS, replace(p, n_heads=3, n_key_value_heads=2)),
            "query must have as many heads as key and value or a multiple of them",
        ),
        (lambda p: decoder_only(IDS, replace(p, layout="both")), "layout must be"),
        (
            lambda p: with_cache_of(p, random_parameters(n_layers=2)),
            "with 2 layers; got 3",
        ),
    ],
)
def test_errors_state_the_rule(call, rule):
    with pytest.raises(ValueError, match=rule):
        call(random_parameters())
