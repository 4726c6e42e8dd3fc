"""Different correct solutions of writing_costs' exercises pass, wrong ones don't."""

import math
from typing import NamedTuple

import numpy as np
import pytest
import torch
from glassbox import causal_mask, check, scaled_dot_product_attention, softmax

attend_in_torch = torch.nn.functional.scaled_dot_product_attention

# ---- cached_step: ways to join a row, times ways to attend with one query


def filled(rows, row):
    grown = np.empty((len(rows) + 1, len(row)))
    grown[:-1], grown[-1] = rows, row
    return grown


JOINS = {
    "vstack": lambda rows, row: np.vstack([rows, row]),
    "concatenate": lambda rows, row: np.concatenate([rows, row[None]]),
    "append": lambda rows, row: np.append(rows, [row], axis=0),
    "insert": lambda rows, row: np.insert(rows, len(rows), row, axis=0),
    "list": lambda rows, row: np.array([*rows, row]),
    "filled": filled,
}


def by_hand_written_softmax(query, keys, values):
    scores = keys @ query / len(query) ** 0.5
    exponentials = np.exp(scores - scores.max())
    return exponentials / exponentials.sum() @ values


def by_loops(query, keys, values):
    scores = [sum(q * k for q, k in zip(query, key, strict=True)) for key in keys]
    weights = [math.exp(score / math.sqrt(len(query))) for score in scores]
    pairs = list(zip(weights, values, strict=True))
    return sum(weight * value for weight, value in pairs) / sum(weights)


def in_float32(query, keys, values):
    query, keys, values = (x.astype(np.float32) for x in (query, keys, values))
    return softmax(keys @ (query / np.float32(math.sqrt(len(query))))) @ values


def with_torch(query, keys, values):
    query, keys, values = map(torch.tensor, (query[None], keys, values))
    return attend_in_torch(query, keys, values)[0]


ATTENDS = {
    "softmax": lambda q, k, v: softmax(k @ q / np.sqrt(q.size)) @ v,
    "kernel, a row": lambda q, k, v: scaled_dot_product_attention(q[None], k, v).output,
    "einsum": lambda q, k, v: np.einsum(
        "n,nd->d", softmax(np.einsum("d,nd->n", q, k) * q.size**-0.5), v
    ),
    "rows": lambda q, k, v: softmax(q[None] @ k.T / math.sqrt(k.shape[1])) @ v,
    "by hand": by_hand_written_softmax,
    "loops": by_loops,
    "float32": in_float32,
    "torch": with_torch,
}


@pytest.mark.parametrize("attend", ATTENDS.values(), ids=ATTENDS)
@pytest.mark.parametrize("join", JOINS.values(), ids=JOINS)
def test_correct_cached_step_passes(join, attend):
    def step(query, key, value, cache_keys, cache_values):
        keys, values = join(cache_keys, key), join(cache_values, value)
        return attend(query, keys, values), keys, values

    verdict = check.cached_step.examine(step)
    assert verdict.passed, verdict.text


class Step(NamedTuple):
    output: object
    keys: object
    values: object


def all_in_torch(q, k, v, cache_keys, cache_values):
    q, k, v = (torch.tensor(x)[None].float() for x in (q, k, v))
    keys = torch.cat([torch.tensor(cache_keys).float(), k])
    values = torch.cat([torch.tensor(cache_values).float(), v])
    return Step(attend_in_torch(q, keys, values), keys, values)


def attending_first_and_to_itself_after(query, key, value, cache_keys, cache_values):
    """Add the new token's own part to what the old cache gives."""
    scale = query.size**-0.5
    old, own = np.exp(cache_keys @ query * scale), np.exp(key @ query * scale)
    output = (old @ cache_values + own * value) / (old.sum() + own)
    return output, [*cache_keys, key], [*cache_values, value]  # lists of rows


@pytest.mark.parametrize(
    "solution", [all_in_torch, attending_first_and_to_itself_after]
)
def test_other_correct_steps_pass(solution):
    verdict = check.cached_step.examine(solution)
    assert verdict.passed, verdict.text


def test_steps_with_a_cache_give_what_causal_attention_gives_at_once():
    rng = np.random.default_rng(0)
    query, key, value = (rng.normal(size=(7, width)) for width in (5, 5, 3))
    whole = scaled_dot_product_attention(query, key, value, causal_mask(7)).output
    keys, values = np.empty((0, 5)), np.empty((0, 3))
    for token in range(7):
        table = check.cached_step.reference(
            query[token], key[token], value[token], keys, values
        )
        # float64 rounding
        np.testing.assert_allclose(table[0, :3], whole[token], atol=1e-12)
        keys, values = table[1 : token + 2], table[token + 2 :, :3]
    np.testing.assert_array_equal(keys, key)
    np.testing.assert_array_equal(values, value)


def written_in_place(query, key, value, cache_keys, cache_values):
    cache_keys[-1], cache_values[-1] = key, value
    return value, cache_keys, cache_values


def test_a_step_that_writes_into_the_cache_is_told_so():
    text = " ".join(check.cached_step.examine(written_in_place).text.split())
    assert "writes into its input: cache_keys is no longer what it was" in text


# ---- grouped_heads


def group(keys, n_heads):
    return n_heads // len(keys)


def by_filling(keys, n_heads):
    result, g = np.empty((n_heads, *keys.shape[1:])), group(keys, n_heads)
    for number, head in enumerate(keys):
        result[number * g : (number + 1) * g] = head
    return result


def by_broadcasting(keys, n_heads):
    shape = (len(keys), group(keys, n_heads), *keys.shape[1:])
    return np.broadcast_to(keys[:, None], shape).reshape(n_heads, *keys.shape[1:])


def by_a_sorted_tiling(keys, n_heads):
    order = np.sort(np.tile(np.arange(len(keys)), group(keys, n_heads)))
    return keys[order]


def by_tiling_and_swapping(keys, n_heads):
    g = group(keys, n_heads)
    tiled = np.tile(keys, (g, 1, 1)).reshape(g, *keys.shape)
    return tiled.swapaxes(0, 1).reshape(n_heads, *keys.shape[1:])


def by_a_matrix_of_ones(keys, n_heads):
    reads = np.arange(n_heads)[:, None] // group(keys, n_heads) == np.arange(len(keys))
    return np.einsum("hk,knd->hnd", reads.astype(float), keys)


def by_torch_expanding(keys, n_heads):
    keys = torch.tensor(keys)
    return keys[:, None].expand(-1, n_heads // len(keys), -1, -1).flatten(0, 1)


def by_counting(keys, n_heads):
    heads, left, place = [], 0, -1
    for _ in range(n_heads):
        if left == 0:
            left, place = group(keys, n_heads), place + 1
        heads.append(keys[place])
        left -= 1
    return np.stack(heads)


GROUPED = {
    "repeat": lambda k, n: np.repeat(k, n // k.shape[0], axis=0),
    "method": lambda k, n: k.repeat(n // len(k), 0),
    "counts": lambda k, n: np.repeat(k, [n // len(k)] * len(k), axis=0),
    "negative axis": lambda k, n: np.repeat(k, n // len(k), axis=-3),
    "index": lambda k, n: k[np.arange(n) // group(k, n)],
    "take": lambda k, n: np.take(k, [h // group(k, n) for h in range(n)], axis=0),
    "proportion": lambda k, n: np.array([k[h * len(k) // n] for h in range(n)]),
    "rounded down": lambda k, n: k[np.floor(np.arange(n) * len(k) / n).astype(int)],
    "two loops": lambda k, n: np.stack([x for x in k for _ in range(group(k, n))]),
    "concatenate": lambda k, n: np.concatenate(
        [np.stack([x] * group(k, n)) for x in k]
    ),
    "kron": lambda k, n: np.kron(k, np.ones((group(k, n), 1, 1))),
    "stack": lambda k, n: np.stack([k] * group(k, n), axis=1).reshape(n, *k.shape[1:]),
    "tile": lambda k, n: np.tile(k[:, None], (1, group(k, n), 1, 1)).reshape(
        -1, *k.shape[1:]
    ),
    "float32": lambda k, n: k.astype(np.float32).repeat(n // len(k), axis=0),
    "interleave": lambda k, n: torch.tensor(k).repeat_interleave(n // len(k), dim=0),
    "expand": by_torch_expanding,
    "fill": by_filling,
    "broadcast": by_broadcasting,
    "sorted": by_a_sorted_tiling,
    "swapped": by_tiling_and_swapping,
    "ones": by_a_matrix_of_ones,
    "counted": by_counting,
}


@pytest.mark.parametrize("solution", GROUPED.values(), ids=GROUPED)
def test_correct_grouped_heads_passes(solution):
    verdict = check.grouped_heads.examine(solution)
    assert verdict.passed, verdict.text


def test_grouped_heads_give_the_attention_that_torch_gives_and_dealt_ones_do_not():
    rng = np.random.default_rng(1)
    shapes = (6, 4, 3), (2, 5, 3), (2, 5, 7)
    query, key, value = (rng.normal(size=shape) for shape in shapes)
    tensors = [torch.tensor(x)[None] for x in (query, key, value)]
    wanted = attend_in_torch(*tensors, enable_gqa=True)[0].numpy()

    def attended(repeat):
        keys, values = repeat(key, 6), repeat(value, 6)
        return scaled_dot_product_attention(query, keys, values).output

    grouped, (dealt,) = check.grouped_heads, check.grouped_heads.wrongs[0].examples
    # float64 rounding
    np.testing.assert_allclose(attended(grouped.reference), wanted, atol=1e-12)
    assert np.abs(attended(dealt) - wanted).max() > 0.1


# ---- mistakes


def cut(scores, values, size):
    for start in range(0, len(scores), size):
        yield scores[start : start + size], values[start : start + size]


MISTAKES = {
    "the cache as a window of fixed length": (
        "cached_step",
        lambda q, k, v, keys, values: (
            softmax(np.vstack([keys, k])[1:] @ q / len(q) ** 0.5)
            @ np.vstack([values, v])[1:],
            np.vstack([keys, k])[1:],
            np.vstack([values, v])[1:],
        ),
        "the oldest token is dropped",
    ),
    "hstack": (
        "cached_step",
        lambda q, k, v, keys, values: (v, np.hstack([keys, k]), values),
        "a vector can't join a table",
    ),
    "everything dealt out": (
        "grouped_heads",
        lambda k, n: k[np.arange(n) % len(k)],
        "dealt out in turn",
    ),
    "torch's repeat": (
        "grouped_heads",
        lambda k, n: torch.tensor(k).repeat(n // len(k), 1, 1),
        "dealt out in turn",
    ),
    "resized": (
        "grouped_heads",
        lambda k, n: np.resize(k, (n, *k.shape[1:])),
        "dealt out in turn",
    ),
    "no loop": (
        "block_softmax",
        lambda s, v, b: softmax(s) @ v,
        "all scores are taken at once",
    ),
    "a mean of softmaxes": (
        "block_softmax",
        lambda s, v, b: np.mean([softmax(x) @ y for x, y in cut(s, v, b)], axis=0),
        "each block has a softmax of its own",
    ),
    "no maximum": (
        "block_softmax",
        lambda s, v, b: (
            sum(np.exp(x) @ y for x, y in cut(s, v, b))
            / sum(np.exp(x).sum() for x, y in cut(s, v, b))
        ),
        "no maximum is subtracted",
    ),
}


@pytest.mark.parametrize(("name", "function", "told"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_in_another_s_own_words_is_named(name, function, told):
    verdict = getattr(check, name).examine(function)
    assert not verdict.passed
    assert told in " ".join(verdict.text.split())


def test_the_sizes_by_hand_are_those_of_arrays():
    token = np.zeros((2, 32, 8, 128), dtype=np.float16).nbytes
    sizes = [token, token / 2**10, 8192 * token / 2**30]
    assert check.cache_size_by_hand.examine(sizes).passed
    token, whole = (np.zeros((2, 28, n, 96), np.int8).nbytes for n in (4, 24))
    sizes = [token, 16_384 * token / 2**20, whole / token]
    assert check.another_cache_by_hand.examine(sizes).passed


def test_the_blocks_by_hand_end_in_the_softmax_s_probability():
    scores = np.array([1.0, 3, 2, 5, 4, 2])
    *_, s2, p = check.blocks_by_hand.answer
    assert p == pytest.approx(softmax(scores)[3], abs=1e-15)
    assert s2 == pytest.approx(1 / softmax(scores[:4])[3], abs=1e-15)


@pytest.mark.parametrize(
    ("name", "answer", "told"),
    [
        ("cache_size_by_hand", [65536, 64, 0.5], "this is half"),
        ("cache_size_by_hand", [32768, 32, 0.25], "both factors of 2 are missing"),
        ("cache_size_by_hand", [524288, 512, 4], "A query is not kept"),
        ("cache_size_by_hand", [4096, 4, 0.03], "this is one layer"),
        ("cache_size_by_hand", [4194304, 4096, 32], "4,096 wide, which is d_model"),
        ("cache_size_by_hand", [1024, 1, 0.01], "the width of a head is missing"),
        ("cache_size_by_hand", [262144, 256, 2], "is taken to have 4 bytes"),
        ("cache_size_by_hand", [1048576, 1024, 8], "these are bits"),
        ("cache_size_by_hand", [131072, 131.07, 1.07], "divided by powers of 1,000"),
        ("cache_size_by_hand", [131072, 131, 1], "divided by powers of 1,000"),
        ("cache_size_by_hand", [131072, 128, 1.05], "divided by powers of 1,000"),
        ("cache_size_by_hand", [131072, 128, 1024], "in another unit"),
        ("cache_size_by_hand", [131072, 128, 128], "for one token"),
        ("another_cache_by_hand", [10752, 168, 6], "this is half"),
        ("another_cache_by_hand", [129024, 2016, 6], "the cache without sharing"),
        ("another_cache_by_hand", [43008, 672, 6], "taken to have 2 bytes"),
        ("another_cache_by_hand", [768, 12, 6], "this is one layer"),
        ("another_cache_by_hand", [21504, 352.32, 6], "these are MB"),
        ("another_cache_by_hand", [21504, 0.33, 6], "in another unit"),
        ("another_cache_by_hand", [21504, 328.13, 6], "thousands and 1,024s are mixed"),
        ("another_cache_by_hand", [21504, 336, 0.17], "upside down"),
        ("another_cache_by_hand", [21504, 336, 20], "the difference of 24 and 4"),
        ("another_cache_by_hand", [21504, 336, 12], "keys and values are both"),
        ("blocks_by_hand", [3, 1.14, 5, 1, 2.19, 0.38], "is not rescaled"),
        ("blocks_by_hand", [3, 1.14, 5, 0.14, 2.19, 0.38], "is not rescaled"),
        ("blocks_by_hand", [3, 1.14, 5, 0.14, 2.19, 0.62], "is not rescaled"),
        ("blocks_by_hand", [3, 1.14, 5, 1, 2.19, 0.62], "is not rescaled"),
        ("blocks_by_hand", [3, 1.14, 5, 7.39, 9.44, 0.1], "goes the wrong way"),
        ("blocks_by_hand", [3, 1.14, 5, 7.39, 1.2, 0.62], "goes the wrong way"),
        ("blocks_by_hand", [3, 1.14, 5, 7.39, 9.44, 0.62], "goes the wrong way"),
        ("blocks_by_hand", [3, 1.14, 5, 0.14, 9.44, 0.62], "goes the wrong way"),
        ("blocks_by_hand", [3, 1.14, 5, 7.39, 2.19, 0.38], "goes the wrong way"),
        ("blocks_by_hand", [3, 1.14, 5, 7.39, 2.19, 0.62], "goes the wrong way"),
        ("blocks_by_hand", [3, 1.14, 5, 0.01, 1.06, 0.68], "one maximum alone"),
        ("blocks_by_hand", [3, 1.14, 5, 0.6, 1.73, 0.47], "the two maxima are divided"),
        ("blocks_by_hand", [3, 1.14, 5, -2, 1.2, 0.62], "this is the exponent"),
        ("blocks_by_hand", [3, 1.14, 5, 0.14, 7.91, 0.12], "with the old maximum, 3"),
        ("blocks_by_hand", [3, 1.14, 3, 1, 8.89, 0.62], "has stayed at 3"),
        ("blocks_by_hand", [5, 0.15, 5, 1, 1.2, 0.62], "you have looked ahead"),
        ("blocks_by_hand", [3, 22.8, 5, 1, 178.61, 0.62], "no maximum is subtracted"),
        ("blocks_by_hand", [3, 0.14, 5, 0.14, 1.07, 0.67], "it adds e⁰ = 1"),
        ("blocks_by_hand", [3, 1.14, 5, 0.14, 1.05, 0.68], "the old sum is forgotten"),
        ("blocks_by_hand", [3, 1.5, 5, 0.14, 1.62, 0.62], "the blocks have three"),
        ("blocks_by_hand", [3, 1.14, 5, 0.14, 1.2, 1], "not divided by the sum"),
        ("blocks_by_hand", [3, 1.14, 5, 0.14, 1.2, 0.83], "block 3 is missing"),
        ("blocks_by_hand", [3, 1.14, 5, 0.14, 1.2, 0.95], "within block 2"),
        ("blocks_by_hand", [3, 1.14, 5, 0.14, 1.2, 0.43], "its own maximum, 4"),
        ("blocks_by_hand", [3, 1.14, 5, 0.14, 1.2, 0.23], "another score’s"),
        ("blocks_by_hand", [3, 1.14, 5, 0.14, 1.2, 61.69], "this is in percent"),
    ],
)
def test_a_likely_wrong_number_is_named(name, answer, told):
    verdict = getattr(check, name).examine(answer)
    assert not verdict.passed
    assert told in " ".join(verdict.text.split())
