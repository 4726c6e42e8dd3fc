"""Different correct solutions of the chapter the_transformer's exercises pass."""

import glassbox as gb
import numpy as np
import pytest
from glassbox import check
from glassbox.exercises.the_transformer import _layer_variants
from glassbox.exercises.the_transformer._random_layers import BARE
from glassbox.models.random_machine import random_machine, with_zeros


def normed(x, norm):
    scaled = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(
        x.var(axis=-1, keepdims=True) + norm.eps
    )
    gamma = 1 if norm.gamma is None else norm.gamma
    return scaled * gamma + (0 if norm.beta is None else norm.beta)


def look(x, other, p, mask):
    return gb.multi_head_attention(x, other, other, p, mask).output


def encoder_in_two_lines(x, p, mask):
    x = normed(x + look(x, x, p.self_attention, mask), p.self_attention_norm)
    return normed(x + gb.feed_forward(x, p.feed_forward), p.feed_forward_norm)


def encoder_as_a_stack_of_one(x, p, mask):
    return gb.encode(x, gb.StackParameters((p,)), mask).output


def encoder_with_its_own_names(tokens, layer, allowed=None):
    return gb.encoder_layer(tokens, layer, allowed).output


@pytest.mark.parametrize(
    "solution",
    [encoder_in_two_lines, encoder_as_a_stack_of_one, encoder_with_its_own_names],
)
def test_correct_encoder_layer_passes(solution):
    verdict = check.encoder_layer.examine(solution)
    assert verdict.passed, verdict.text


def decoder_in_three_lines(y, memory, p, target_mask, memory_mask):
    h = normed(y, p.self_attention_norm)
    y = y + look(h, h, p.self_attention, target_mask)
    h = normed(y, p.cross_attention_norm)
    y = y + look(h, memory, p.cross_attention, memory_mask)
    return y + gb.feed_forward(normed(y, p.feed_forward_norm), p.feed_forward)


def decoder_as_a_stack_of_one(y, memory, p, target_mask, memory_mask):
    masks = {"target_mask": target_mask, "memory_mask": memory_mask}
    return gb.decode(y, memory, gb.StackParameters((p,), True), **masks).output


@pytest.mark.parametrize(
    "solution", [decoder_in_three_lines, decoder_as_a_stack_of_one]
)
def test_correct_pre_norm_decoder_layer_passes(solution):
    verdict = check.pre_norm_decoder_layer.examine(solution)
    assert verdict.passed, verdict.text


def test_norms_without_numbers_would_not_see_what_is_left_out():
    """The chapter's point: such a case alone would let a forgotten gamma pass."""
    forgetful = _layer_variants.plain_norm
    x = check.encoder_layer.cases[0].arguments["x"]

    def own(h):
        return gb.feed_forward(h, BARE.feed_forward)

    np.testing.assert_array_equal(
        forgetful(x, own, BARE.feed_forward_norm),
        _layer_variants.post(x, own, BARE.feed_forward_norm),
    )
    assert not check.encoder_layer.examine(
        lambda x, p, mask: forgetful(x, own, p)
    ).passed


def test_a_case_says_its_layer_in_words():
    for exercise in (check.encoder_layer, check.pre_norm_decoder_layer):
        for case in exercise.cases:
            assert "array" not in str(case.arguments["p"])
            assert "d_model 4" in str(case.arguments["p"])


@pytest.mark.filterwarnings("ignore:enable_nested_tensor:UserWarning")  # about speed
def test_the_norms_counted_are_those_that_pytorch_has():
    from torch import nn

    model = nn.Transformer(12, 3, 4, 3, 20)
    kinds = [type(module) for module in model.modules()]
    counted = kinds.count(nn.LayerNorm), kinds.count(nn.MultiheadAttention)
    assert counted == tuple(check.norms_counted.answer[1:])


def test_the_shapes_are_those_that_the_machine_has():
    rng = np.random.default_rng(0)
    norm, zero = gb.NormParameters(None, None), np.zeros((24, 24))
    attention = gb.AttentionParameters(3, zero, zero, zero, zero)
    think = gb.FeedForwardParameters(zero, None, zero, None)
    encoder = gb.EncoderLayerParameters(attention, norm, think, norm)
    decoder = gb.DecoderLayerParameters(attention, norm, attention, norm, think, norm)
    stacks = (gb.StackParameters((encoder,)), gb.StackParameters((decoder,)))
    tables = rng.normal(size=(9, 24)), rng.normal(size=(50, 24))
    model = gb.TokenModelParameters(*tables, gb.TransformerParameters(*stacks))
    memory = gb.encode_tokens(np.arange(7), model).output
    found = gb.decode_tokens(np.arange(4), memory, model)
    weights = found.weights[0].cross_attention
    shapes = [*memory.shape, *weights.shape, *found.output.shape]
    assert shapes == check.machine_shapes.answer.tolist()


def test_the_decoder_is_blind_where_the_answer_says_so():
    model, given = random_machine(), [1, 3, 4]
    for name, is_blind in zip(
        ("w_q", "w_k", "w_v", "w_o"), check.blind_decoder.answer, strict=True
    ):
        blind = with_zeros(model, name)
        memories = [gb.encode_tokens(ids, blind).output for ids in ([1, 2], [3, 4])]
        before, after = (gb.decode_tokens(given, m, blind).output for m in memories)
        moved = np.abs(after - before).max()
        assert moved < 1e-12 if is_blind else moved > 0.01
