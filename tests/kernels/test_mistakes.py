"""The mistakes in circulation: each wrong version, and the symptom that gives it away.

Numbered as the book's page of common mistakes.
"""

import math

import numpy as np
import pytest
import torch
from glassbox import (
    AttentionParameters,
    FeedForwardParameters,
    batch_norm,
    batch_statistics,
    causal_mask,
    cross_entropy,
    feed_forward,
    keep_top_k,
    keep_top_p,
    layer_norm,
    log_softmax,
    merge_heads,
    multi_head_attention,
    next_token_probabilities,
    one_hot,
    padding_mask,
    residual_connection,
    scaled_dot_product_attention,
    smooth_labels,
    softmax,
    softmax_jacobian,
    split_heads,
    vocabulary_logits,
)
from torch.nn import functional as F

EXACT = 1e-12  # float64 on numbers near 1


def draw(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


def softmax_by_hand(scores):
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def changed_tokens(function, x, poked):
    """Which tokens of x come out differently when some go in differently."""
    return (function(x) != function(poked)).any(axis=-1)


# 1. The inverted causal mask


def test_an_inverted_causal_mask_shows_the_future_and_hides_the_past():
    inverted = np.triu(np.ones((4, 4), dtype=bool), k=1)
    np.testing.assert_array_equal(inverted, ~causal_mask(4))
    x = draw(4, 6)
    scores = np.where(inverted, x @ x.T, -np.inf)
    with np.errstate(invalid="ignore"):  # the last row: -inf - -inf
        weights = softmax_by_hand(scores)
    assert np.isnan(weights[-1]).all() and np.isfinite(weights[:-1]).all()
    assert weights[0, 0] == 0 and weights[0, 1:].sum() == pytest.approx(1, abs=EXACT)

    right = scaled_dot_product_attention(x, x, x, causal_mask(4)).weights
    assert right[0].tolist() == [1, 0, 0, 0] and (right[~causal_mask(4)] == 0).all()


def test_an_inverted_causal_mask_passes_torchs_attention_without_a_complaint():
    x = torch.tensor(draw(4, 6))
    inverted = torch.triu(torch.ones(4, 4, dtype=torch.bool), diagonal=1)
    assert torch.isfinite(F.scaled_dot_product_attention(x, x, x, inverted)).all()
    poked = x.clone()
    poked[3] += 1
    for mask, leaks in ((inverted, True), (~inverted, False)):
        before = F.scaled_dot_product_attention(x, x, x, mask)[0]
        after = F.scaled_dot_product_attention(poked, poked, poked, mask)[0]
        assert torch.equal(before, after) is not leaks


# 2. Softmax along the wrong axis, the wrong maximum, probabilities for logits


def test_a_softmax_over_the_whole_array_leaves_rows_below_1():
    scores = draw(3, 5)
    wrong = np.exp(scores) / np.exp(scores).sum()
    assert wrong.sum() == pytest.approx(1, abs=EXACT) and (wrong.sum(axis=-1) < 1).all()
    np.testing.assert_allclose(softmax(scores).sum(axis=-1), 1, atol=EXACT)


def test_a_whole_array_maximum_leaves_a_far_smaller_row_0_over_0():
    scores = np.array([[1000.0, 999.0], [1.0, 0.0]])
    exponentials = np.exp(scores - scores.max())
    with np.errstate(invalid="ignore"):
        wrong = exponentials / exponentials.sum(axis=-1, keepdims=True)
    assert np.isnan(wrong[1]).all()
    np.testing.assert_array_equal(softmax(scores)[0], softmax(scores)[1])


@pytest.mark.parametrize(("dtype", "score"), [("float64", 1000), ("float16", 12)])
def test_without_the_maximum_the_exponential_overflows(dtype, score):
    scores = np.array([score, score - 1], dtype=dtype)
    with np.errstate(over="ignore", invalid="ignore"):
        wrong = np.exp(scores) / np.exp(scores).sum()
    assert not np.isfinite(wrong).all() or wrong[0] == 0
    assert softmax(scores)[0] == pytest.approx(0.7311, abs=5e-4)  # float16


def test_dividing_by_the_temperature_first_overflows_in_float16():
    scores = np.array([60000, 59999.0], dtype="float16")
    with np.errstate(over="ignore", invalid="ignore"):
        divided = scores / np.float16(0.05)
        wrong = softmax_by_hand(divided)
    assert np.isinf(divided).all() and np.isnan(wrong).all()
    assert np.isfinite(softmax(scores, temperature=0.05)).all()


def test_a_temperature_that_multiplies_does_the_opposite():
    scores = np.array([3.0, 1.0, 0.5])
    np.testing.assert_allclose(
        softmax(scores * 0.5), softmax(scores, temperature=2), atol=EXACT
    )
    assert softmax(scores * 0.5)[0] < softmax(scores)[0]
    assert softmax(scores, temperature=0.5)[0] > softmax(scores)[0]


def test_probabilities_passed_for_logits_flatten_and_never_reach_a_low_loss():
    sure = np.array([[20.0, 0.0, 0.0]])
    assert cross_entropy(sure, [0]) < 1e-8
    wrong = cross_entropy(softmax(sure), [0])
    floor = math.log(math.e + 2) - 1  # shares lie within 1 of each other
    assert wrong >= floor - EXACT and floor > 0.5
    assert softmax(softmax(sure)).max() < 0.6 < softmax(sure).max()


# 3. Normalisation


def test_layer_norm_over_tokens_and_features_leaks_a_later_token_into_earlier_ones():
    x = draw(2, 4, 5)
    poked = x.copy()
    poked[0, 3] += 2
    own = changed_tokens(layer_norm, x, poked)
    assert own.tolist() == [[False, False, False, True], [False] * 4]
    sample = changed_tokens(lambda z: layer_norm(z, axis=(1, 2)), x, poked)
    assert sample.tolist() == [[True] * 4, [False] * 4]
    batch = changed_tokens(batch_norm, x, poked)
    assert batch.all()


def test_layer_norm_over_the_batch_makes_a_sample_depend_on_its_neighbours():
    x = draw(3, 5)
    alone, together = layer_norm(x[:1], axis=0), layer_norm(x, axis=0)
    assert (alone == 0).all() and np.abs(together[0]).min() > 0
    np.testing.assert_array_equal(layer_norm(x[:1]), layer_norm(x)[:1])


def test_dividing_by_n_minus_1_gives_another_number():
    x = np.array([1.0, 0, 0, 0])
    wrong = (x - x.mean()) / np.sqrt(x.var(ddof=1) + 1e-5)
    assert round(wrong[0], 3) == 1.500 and round(layer_norm(x)[0], 3) == 1.732


def test_eps_outside_the_root_gives_another_number_and_a_nan_gradient():
    def wrong(x):
        centred = x - x.mean()
        return centred / ((centred**2).mean() ** 0.5 + 1e-5)

    x = np.array([0.001, 0, 0, 0])
    assert round(wrong(x)[0], 2) == 1.69 and round(layer_norm(x)[0], 3) == 0.235
    for function, finite in ((wrong, False), (layer_norm, True)):
        constant = torch.full((4,), 3.0, dtype=torch.float64, requires_grad=True)
        function(constant)[0].backward()
        assert bool(torch.isfinite(constant.grad).all()) is finite


def test_gamma_before_the_division_gives_another_number():
    x, gamma = np.array([22.0, 5.0, 6.0, 8.0]), np.array([2.0, 1.0, 0.5, 1.0])
    assert np.abs(layer_norm(gamma * x) - layer_norm(x, gamma)).max() > 0.1


def test_gamma_and_beta_undo_the_norm_for_one_token_only():
    x = draw(3, 5)
    one = x[0]
    undone = layer_norm(
        x, np.full(5, math.sqrt(one.var() + 1e-5)), np.full(5, one.mean())
    )
    errors = np.abs(undone - x).max(axis=-1)
    assert errors[0] < EXACT and (errors[1:] > 0.1).all()
    mean, variance = batch_statistics(x)
    back = batch_norm(x, np.sqrt(variance + 1e-5), mean)
    np.testing.assert_allclose(back, x, atol=EXACT)


def test_normalised_values_reach_beyond_1_up_to_the_root_of_n_minus_1():
    for n in (2, 4, 100):
        spike = layer_norm(np.eye(n)[0], eps=0)
        assert spike.max() == pytest.approx(math.sqrt(n - 1), abs=1e-10)  # n = 100


def test_four_features_are_not_four_tokens():
    four = np.array([22.0, 5.0, 6.0, 8.0])
    assert np.abs(layer_norm(four[None, :])).min() > 0.3
    # Four tokens of one feature each: every one is its own mean.
    assert (layer_norm(four[:, None]) == 0).all()


def test_rows_normalised_in_place_of_the_sum():
    x, f_x = draw(3, 5), 10 * draw(3, 5, seed=1)
    of_the_sum = layer_norm(residual_connection(x, f_x))
    of_the_branch = residual_connection(x, layer_norm(f_x))
    np.testing.assert_allclose(of_the_sum.std(axis=-1), 1, atol=1e-5)  # eps
    assert np.abs(of_the_branch.std(axis=-1) - 1).max() > 0.05


# 4. Attention weights


def test_scores_shown_as_weights_neither_sum_to_1_nor_stay_positive():
    x = draw(5, 6)
    result = scaled_dot_product_attention(x, x, x)
    np.testing.assert_allclose(result.weights.sum(axis=-1), 1, atol=EXACT)
    assert (result.weights > 0).all()
    assert (result.scores < 0).any()
    assert np.abs(result.scores.sum(axis=-1) - 1).max() > 0.5


def test_weights_that_sum_to_more_than_1_magnify_a_constant_value():
    drawn_often = np.array([0.2, 0.3, 0.4, 0.6])  # 1.5 in all
    value = np.full((4, 3), 2.0)
    assert (drawn_often @ value == pytest.approx(3)) and sum(drawn_often) != 1
    weights = drawn_often / drawn_often.sum()
    np.testing.assert_allclose(weights @ value, 2, atol=EXACT)


def test_random_weights_show_patterns_too():
    # The largest of 16 random weights is several times the average of 1/16, in a
    # head that has learnt nothing: a bright cell alone means nothing.
    p = AttentionParameters(1, *draw(4, 16, 16, seed=1))
    weights = multi_head_attention(*[draw(16, 16)] * 3, p).weights
    assert np.median(weights.max(axis=-1)) > 3 / 16


# 5. A dot product near 1


def test_a_dot_product_says_similar_only_together_with_lengths():
    def cosine(a, b):
        return a @ b / (np.linalg.norm(a) * np.linalg.norm(b))

    alike, skew = np.array([0.1, 0.0]), np.array([10.0, 99.0])
    other = np.array([0.1, 0.001])
    assert alike @ other == pytest.approx(0.01) and cosine(alike, other) > 0.99
    assert alike @ skew == pytest.approx(1.0) and cosine(alike, skew) < 0.2


# 6. Widths


def test_d_v_need_not_be_d_k():
    query, key, value = draw(2, 3), draw(4, 3), draw(4, 7)
    result = scaled_dot_product_attention(query, key, value)
    assert result.output.shape == (2, 7)


def test_the_scale_is_of_d_head_not_of_d_model():
    p = AttentionParameters(4, *draw(4, 16, 16))
    x = draw(5, 16, seed=1)
    result = multi_head_attention(x, x, x, p)
    raw = split_heads(x @ p.w_q, 4) @ split_heads(x @ p.w_k, 4).mT
    np.testing.assert_allclose(result.scores, raw / math.sqrt(4), atol=1e-11)
    wrong = softmax(raw / math.sqrt(16))
    assert np.abs(wrong - result.weights).max() > 0.05


def test_without_the_scale_the_largest_weight_grows_with_d_k():
    largest = []
    for d_k in (4, 64, 1024):
        query, key = draw(200, 1, d_k), draw(200, 16, d_k, seed=1)
        raw = scaled_dot_product_attention(query, key, key, scale=1).weights
        scaled = scaled_dot_product_attention(query, key, key).weights
        largest.append((raw.max(axis=-1).mean(), scaled.max(axis=-1).mean()))
    raw, scaled = np.array(largest).T
    assert raw[0] < raw[1] < raw[2] and raw[2] > 0.9
    assert np.ptp(scaled) < 0.05  # the standard error of 200 draws is below 0.01


# 7. The output head


def test_the_head_expands_and_holds_no_feed_forward_layer():
    hidden, table = draw(2, 10, 16), draw(300, 16, seed=1)
    logits = vocabulary_logits(hidden, table)
    assert logits.shape == (2, 10, 300) and logits.shape[-1] > hidden.shape[-1]
    p = FeedForwardParameters(draw(16, 8), draw(8), draw(8, 16), draw(16))
    with_a_layer_too_many = vocabulary_logits(feed_forward(hidden, p), table)
    np.testing.assert_allclose(vocabulary_logits(2 * hidden, table), 2 * logits)
    doubled = vocabulary_logits(feed_forward(2 * hidden, p), table)
    assert np.abs(doubled - 2 * with_a_layer_too_many).max() > 0.1


# 8. Label smoothing


def test_epsilon_over_v_minus_1_without_brackets_is_negative():
    epsilon, v = 0.1, 5
    wrong = np.full(v, epsilon / v - 1)
    wrong[2] = 1 - epsilon
    assert (wrong < 0).any() and wrong.sum() < 0
    right = smooth_labels(2, v, epsilon)
    assert (right > 0).all() and right.sum() == pytest.approx(1, abs=EXACT)


def test_the_two_conventions_mixed_do_not_sum_to_1():
    epsilon, v = 0.1, 5
    mixed = np.full(v, epsilon / v)
    mixed[2] = 1 - epsilon
    assert mixed.sum() == pytest.approx(0.98, abs=EXACT)
    others = smooth_labels([2], v, epsilon)
    to_all = smooth_labels([2], v, epsilon, convention="all")
    logits = np.array([[1.0, 0.0, 4.0, 0.0, -3.0]])
    assert abs(cross_entropy(logits, others) - cross_entropy(logits, to_all)) > 0.05


def test_the_logarithm_of_a_share_that_rounds_to_0_is_minus_infinity():
    logits = np.array([[0.0, -2000.0]])
    with np.errstate(divide="ignore"):
        wrong = -np.log(softmax(logits)[0, 1])
    assert np.isinf(wrong) and cross_entropy(logits, [1]) == 2000
    with np.errstate(divide="ignore", invalid="ignore"):
        zero_times_log_zero = 0 * np.log(softmax(logits)[0, 1])
    assert np.isnan(zero_times_log_zero) and cross_entropy(logits, [0]) == 0


# 9. Masks


def test_masking_after_the_softmax_leaves_rows_below_1():
    x, mask = draw(4, 6), causal_mask(4)
    wrong = softmax(x @ x.T / math.sqrt(6)) * mask
    assert (wrong.sum(axis=-1)[:-1] < 0.99).all()
    right = scaled_dot_product_attention(x, x, x, mask).weights
    np.testing.assert_allclose(right.sum(axis=-1), 1, atol=EXACT)


def test_a_score_of_0_in_place_of_minus_infinity_still_gets_a_share():
    x, mask = draw(4, 6), causal_mask(4)
    wrong = softmax(np.where(mask, x @ x.T, 0.0))
    assert (wrong[~mask] > 0).all()


def test_a_finite_fill_is_out_of_range_in_float16_and_uniform_when_all_is_masked():
    scores = torch.zeros(2, 3, dtype=torch.float16)
    with pytest.raises(RuntimeError, match="overflow"):
        scores.masked_fill(torch.ones(2, 3, dtype=torch.bool), -1e9)
    with np.errstate(over="ignore"):
        assert np.float16(-1e9) == -np.inf
    nothing = np.zeros((1, 3), dtype=bool)
    filled = softmax(np.where(nothing, draw(1, 3), -1e9))
    np.testing.assert_allclose(filled, 1 / 3, atol=EXACT)
    x = draw(1, 3)
    hidden = scaled_dot_product_attention(x, draw(3, 3), draw(3, 3), nothing)
    assert (hidden.weights == 0).all() and (hidden.output == 0).all()


def test_a_row_masked_wholly_is_nan_in_a_hand_written_softmax_backwards_as_well():
    def by_hand(scores):
        exponentials = torch.exp(scores - scores.amax(-1, keepdim=True))
        return exponentials / exponentials.sum(-1, keepdim=True)

    for function, finite in ((by_hand, False), (softmax, True)):
        scores = torch.zeros(2, 3, dtype=torch.float64, requires_grad=True)
        allowed = torch.tensor([[True] * 3, [False] * 3])
        weights = function(scores + torch.where(allowed, 0.0, -math.inf))
        weights[:, 0].sum().backward()
        assert bool(torch.isfinite(weights).all()) is finite
        assert bool(torch.isfinite(scores.grad).all()) is finite


def test_a_row_of_nan_spoils_every_value_s_gradient_though_the_loss_leaves_it_out():
    scores = torch.tensor([[0.0, 1.0, 2.0], [-math.inf] * 3], dtype=torch.float64)
    for weights, finite in (
        (torch.softmax(scores, -1), False),
        (softmax(scores), True),
    ):
        value = torch.ones(3, 2, dtype=torch.float64, requires_grad=True)
        (weights @ value)[0].sum().backward()
        assert bool(torch.isfinite(value.grad).all()) is finite


def test_the_leak_test_catches_every_mask_that_shows_the_future_to_the_bit():
    x, ones = draw(6, 5), np.ones((6, 6), dtype=bool)
    poked = x.copy()
    poked[-1] += 1
    masks = {1: np.tril(ones, k=1), 2: np.triu(ones, k=1), 3: ones, 4: causal_mask(6).T}
    rules = {
        number: lambda x, mask=mask: scaled_dot_product_attention(x, x, x, mask).output
        for number, mask in masks.items()
    }
    scores = {"after": lambda x: softmax(x @ x.T) * causal_mask(6) @ x}
    scores["score 0"] = lambda x: softmax(x @ x.T * causal_mask(6)) @ x
    for rule in (rules | scores).values():
        assert not np.array_equal(rule(x)[:-1], rule(poked)[:-1])
    for k in (0, -1):  # right, and too strict: neither shows the future
        before, after = (
            scaled_dot_product_attention(z, z, z, np.tril(ones, k=k)).output[:-1]
            for z in (x, poked)
        )
        np.testing.assert_array_equal(before, after)


def test_the_two_meanings_of_true_in_torch_are_each_other_s_opposite():
    x, mask = torch.tensor(draw(2, 4, 6)), causal_mask(4) & padding_mask([4, 3], 4)
    allowed = torch.tensor(mask)
    module = torch.nn.MultiheadAttention(6, 1, bias=False, batch_first=True).double()
    w_q, w_k, w_v = module.in_proj_weight.chunk(3)
    sdpa = F.scaled_dot_product_attention(x @ w_q.T, x @ w_k.T, x @ w_v.T, allowed)
    expected = sdpa @ module.out_proj.weight.T
    for given, same in ((~allowed, True), (allowed, False)):
        found = module(x, x, x, attn_mask=given, need_weights=False)[0]
        assert torch.allclose(found, expected, atol=EXACT) is same


def test_without_the_padding_mask_cross_attention_reads_the_padding():
    p = AttentionParameters(2, *draw(4, 6, 6))
    y, memory = draw(2, 3, 6, seed=1), draw(2, 5, 6, seed=2)
    other = memory.copy()
    other[1, 2:] = 7  # the padding of the second source
    mask = padding_mask([5, 2], 5)
    for given, reads in ((None, True), (mask, False)):
        before = multi_head_attention(y, memory, memory, p, given).output
        after = multi_head_attention(y, other, other, p, given).output
        assert np.array_equal(before, after) is not reads


def test_a_mask_whose_batch_lines_up_with_the_heads_hides_the_wrong_cells():
    p = AttentionParameters(2, *draw(4, 6, 6))
    x, mask = draw(2, 3, 6, seed=1), padding_mask([3, 1], 3)  # as many as heads
    q, k, v = (split_heads(x @ w, 2) for w in (p.w_q, p.w_k, p.w_v))
    wrong = scaled_dot_product_attention(q, k, v, mask).weights
    # Head 1 of both sequences is masked, whichever of them was padded.
    assert (wrong[0, 1, :, 1:] == 0).all() and (wrong[1, 0, :, 1:] > 0).all()
    right = multi_head_attention(x, x, x, p, mask).weights
    assert (right[1, :, :, 1:] == 0).all() and (right[0] > 0).all()


def test_targets_that_are_not_shifted_show_the_answer_under_a_perfect_mask():
    target = np.array([3, 1, 4, 2])
    shifted = np.concatenate([[0], target[:-1]])
    mask = causal_mask(4)
    for given, shows in ((target, True), (shifted, False)):
        x = one_hot(given, 5)
        # Each position may look at itself; a copy of its own input is the answer.
        copied = scaled_dot_product_attention(1e3 * np.eye(4), np.eye(4), x, mask)
        loss = cross_entropy(20 * copied.output, target)
        assert (loss < 1e-6) is np.True_ if shows else loss > 1


# 10. Heads


def test_a_reshape_without_the_transpose_mixes_tokens():
    x = np.arange(12.0).reshape(3, 4)  # 3 tokens, 4 features, 2 heads
    wrong = x.reshape(2, 3, 2)
    assert wrong.shape == split_heads(x, 2).shape
    assert wrong[0].tolist() == [[0, 1], [2, 3], [4, 5]]  # token 0, token 0, token 1
    assert split_heads(x, 2)[0].tolist() == [[0, 1], [4, 5], [8, 9]]
    wrong_back = split_heads(x, 2).reshape(3, 4)
    assert not np.array_equal(wrong_back, x)
    np.testing.assert_array_equal(merge_heads(split_heads(x, 2)), x)

    # So the last token never reads the first, whatever the weights.
    poked = x.copy()
    poked[0] += 1
    for split, merge, reads in (
        (lambda z: split_heads(z, 2), merge_heads, True),
        (lambda z: z.reshape(2, 3, 2), lambda z: z.reshape(3, 4), False),
    ):
        outputs = []
        for given in (x / 10, poked / 10):
            heads = split(given)
            outputs.append(merge(scaled_dot_product_attention(*[heads] * 3).output))
        assert (outputs[0][2] != outputs[1][2]).any() == reads


def test_keys_reshaped_with_the_length_of_the_queries_do_not_fit():
    p = AttentionParameters(2, *draw(4, 6, 6))
    y, memory = draw(2, 3, 6), draw(2, 5, 6)
    n_queries = y.shape[1]
    with pytest.raises(ValueError, match="cannot reshape"):
        (memory @ p.w_k).reshape(2, n_queries, 2, 3)
    weights = multi_head_attention(y, memory, memory, p).weights
    assert weights.shape == (2, 2, 3, 5)


# 11. Sampling


def test_cut_scores_set_to_0_keep_a_share():
    logits = np.array([-1.0, -2.0, -3.0, -4.0])
    kept = keep_top_k(logits, 2) > -np.inf
    wrong = softmax(np.where(kept, logits, 0.0))
    assert (wrong[~kept] > wrong[kept].max()).all()  # the cut are the likeliest now
    assert (next_token_probabilities(logits, top_k=2)[~kept] == 0).all()


def test_shares_that_are_not_renormalised_sum_to_less_than_1():
    logits = draw(50)
    kept = keep_top_k(logits, 5) > -np.inf
    wrong = np.where(kept, softmax(logits), 0)
    assert wrong.sum() < 0.6
    right = next_token_probabilities(logits, top_k=5)
    assert right.sum() == pytest.approx(1, abs=EXACT)


def test_a_share_among_the_top_50_is_not_a_share_of_the_vocabulary():
    logits = draw(50257)
    among = next_token_probabilities(logits, temperature=10, top_k=50)
    of_all = softmax(logits, temperature=10)
    held = of_all[among > 0].sum()
    assert held < 0.003
    best = logits.argmax()
    assert among[best] / of_all[best] == pytest.approx(1 / held)


def test_a_nucleus_chosen_before_the_temperature_is_another_nucleus():
    logits = np.log([0.5, 0.3, 0.15, 0.05])
    right = next_token_probabilities(logits, temperature=3, top_p=0.7)
    too_early = softmax(keep_top_p(logits, 0.7), temperature=3)
    assert (right > 0).sum() == 3 and (too_early > 0).sum() == 2


# 12. Where the norms sit


def test_pre_norm_and_post_norm_are_told_apart_by_the_spread_of_the_output():
    x = 10 * draw(3, 8)
    post = layer_norm(residual_connection(x, np.tanh(x)))
    pre = residual_connection(x, np.tanh(layer_norm(x)))
    np.testing.assert_allclose(post.std(axis=-1), 1, atol=1e-5)  # eps
    assert (pre.std(axis=-1) > 3).all()


def test_a_pre_norm_stack_without_its_final_norm_grows_with_depth():
    x, spreads = draw(3, 8), []
    for layer in range(32):
        x = residual_connection(
            x, layer_norm(x) @ draw(8, 8, seed=layer) / math.sqrt(8)
        )
        spreads.append(x.std(axis=-1).mean())
    assert spreads[31] > 2 * spreads[3]
    np.testing.assert_allclose(layer_norm(x).std(axis=-1), 1, atol=1e-5)  # eps


# 13. Sayings


def test_the_residual_does_not_cure_explosion():
    x = draw(4, 32)
    spreads = []
    for layer in range(24):
        w = draw(32, 32, seed=layer) * math.sqrt(2 / 32)  # He's initialisation
        x = residual_connection(x, np.maximum(0, x @ w))
        spreads.append(x.std())
    assert spreads[-1] > 1000 * spreads[0]


def test_softmax_does_not_amplify_differences_of_scores():
    rng = np.random.default_rng(0)
    for _ in range(100):
        a, b = rng.normal(size=(2, 6)) * 5
        change = np.linalg.norm(softmax(a) - softmax(b))
        assert change <= 0.5 * np.linalg.norm(a - b) + EXACT


def test_softmax_does_not_prevent_vanishing_gradients():
    scores = np.array([30.0, 0.0, 0.0])
    assert np.linalg.norm(softmax_jacobian(softmax(scores))) < 1e-12
    assert np.linalg.norm(softmax_jacobian(softmax(scores / 30))) > 0.1


def test_scores_carry_more_than_their_order():
    near, far = np.array([2.0, 1.0, 0.0]), np.array([20.0, 1.0, 0.0])
    assert near.argsort().tolist() == far.argsort().tolist()
    assert softmax(near)[0] < 0.7 and softmax(far)[0] > 0.999


def test_self_attention_includes_the_position_itself():
    x = draw(4, 6)
    weights = scaled_dot_product_attention(x, x, x, causal_mask(4)).weights
    assert (np.diag(weights) > 0).all() and weights[0, 0] == 1


def test_cross_attention_reads_the_source_and_not_the_other_targets():
    p = AttentionParameters(2, *draw(4, 6, 6))
    y, memory = draw(3, 6, seed=1), draw(5, 6, seed=2)
    poked = y.copy()
    poked[1] += 1
    before = multi_head_attention(y, memory, memory, p)
    after = multi_head_attention(poked, memory, memory, p)
    assert before.weights.shape == (2, 3, 5)
    assert (before.output != after.output).any(axis=-1).tolist() == [False, True, False]


def test_without_positions_the_order_of_the_tokens_is_lost():
    p = AttentionParameters(2, *draw(4, 6, 6))
    x = draw(5, 6, seed=1)
    order = [3, 0, 4, 1, 2]
    output = multi_head_attention(x, x, x, p).output
    shuffled = multi_head_attention(x[order], x[order], x[order], p).output
    np.testing.assert_allclose(shuffled, output[order], atol=1e-11)  # values near 10


def test_batch_norm_does_run_on_longer_sequences_than_it_saw():
    short, long = draw(4, 3, 5), 3 + draw(4, 9, 5, seed=1)
    mean, variance = batch_statistics(short)
    result = batch_norm(long, running_mean=mean, running_var=variance)
    assert result.shape == (4, 9, 5) and np.isfinite(result).all()
    assert result.mean() > 2  # it runs; its statistics may not fit


def test_small_floats_lose_precision_only_beside_large_ones():
    small = np.float32(1e-20)
    assert abs(float(small) - 1e-20) / 1e-20 < 6e-8  # half a unit of 24 bits
    assert np.float32(1) + small == np.float32(1)
    assert log_softmax(np.array([0.0, -50.0], dtype="float32"))[0] == 0
