"""What Python says the transformer's kernels give, for transformer.test.mjs."""

import math
from dataclasses import fields, is_dataclass

import glassbox as g
import numpy as np

INF = math.inf
RNG = np.random.default_rng(5)


def draw(*shape):
    return RNG.normal(size=shape)


def norm(d):
    return g.NormParameters(draw(d), draw(d), 1e-3)


def attention(n_heads, d):
    return g.AttentionParameters(n_heads, *draw(4, d, d) / 2, *draw(4, d))


def feed_forward(d, d_ff, activation="relu"):
    parts = draw(d, d_ff) / 2, draw(d_ff), draw(d_ff, d) / 2, draw(d)
    return g.FeedForwardParameters(*parts, activation)


def token_model(norm_first, activation):
    d, heads, d_ff = 6, 3, 10
    encoder = [
        g.EncoderLayerParameters(
            attention(heads, d), norm(d), feed_forward(d, d_ff, activation), norm(d)
        )
        for _ in range(2)
    ]
    decoder = [
        g.DecoderLayerParameters(
            *[attention(heads, d), norm(d), attention(heads, d), norm(d)],
            *[feed_forward(d, d_ff, activation), norm(d)],
        )
        for _ in range(3)
    ]
    last = norm(d) if norm_first else None
    return g.TokenModelParameters(
        draw(9, d),
        draw(7, d),
        g.TransformerParameters(
            g.StackParameters(tuple(encoder), norm_first, last),
            g.StackParameters(tuple(decoder), norm_first, last),
        ),
        output_bias=draw(7),
        scale_embeddings=norm_first,
    )


def cases():
    """Yield a kernel's name, its arguments, its options in braces, and the result."""
    yield from matrix_cases()
    yield from norm_cases()
    yield from token_cases()
    yield from model_cases()
    yield from turned_cases()
    yield from blockwise_cases()


def matrix_cases():
    for n, k, m in [(1, 1, 1), (2, 3, 4), (5, 2, 1)]:
        a, b = draw(n, k), draw(k, m)
        yield "matmul", [a, b], {}, a @ b
        yield "transpose", [a], {}, a.T
        bias = draw(m)
        yield "linear", [a, b, bias], {}, a @ b + bias
        yield "linear", [a, b], {}, a @ b
        yield "residual_connection", [a, 2 * a], {}, g.residual_connection(a, 2 * a)
    for n, first in [(1, 0), (4, 0), (2, 3), (0, 0)]:
        mask = g.causal_mask(n, first_query=first)
        yield "causal_mask", [n], {"first_query": first}, mask
    yield "causal_mask", [3], {"n_keys": 5}, g.causal_mask(3, 5)
    yield "padding_mask", [[2, 0, 3], 3], {}, g.padding_mask([2, 0, 3], 3)
    masks = [
        None,
        g.causal_mask(3, 4),
        g.padding_mask([2], 4)[0],
        np.zeros((3, 4), bool),
    ]
    for mask in masks:
        for scale in (None, 0.25):
            arrays = [draw(3, 5), draw(4, 5), draw(4, 2)]
            found = g.scaled_dot_product_attention(*arrays, mask, scale=scale)
            options = {"mask": mask, "scale": scale}
            yield "scaled_dot_product_attention", arrays, options, found._asdict()
        p, x, memory = attention(2, 6), draw(3, 6), draw(4, 6)
        found = g.multi_head_attention(x, memory, memory, p, mask)
        arrays = [x, memory, memory, p]
        yield "multi_head_attention", arrays, {"mask": mask}, found._asdict()
    for n_heads in (1, 2, 3, 6):
        x = draw(4, 6)
        heads = g.split_heads(x, n_heads)
        yield "split_heads", [x, n_heads], {}, heads
        yield "merge_heads", [heads], {}, x


def norm_cases():
    for x in (draw(4), draw(3, 4), draw(2, 3, 4), np.ones((2, 3))):
        options = {"gamma": draw(x.shape[-1]), "beta": draw(x.shape[-1]), "eps": 0.1}
        yield "layer_norm", [x], options, g.layer_norm(x, **options)
        yield "layer_norm", [x], {}, g.layer_norm(x)
        gamma = {"gamma": options["gamma"]}
        yield "rms_norm", [x], gamma, g.rms_norm(x, **gamma)
        if x.ndim > 1:
            yield "layer_norm", [x], {"axis": (0, -1)}, g.layer_norm(x, axis=(0, -1))
            yield "batch_norm", [x], options, g.batch_norm(x, **options)
            yield "batch_statistics", [x], {}, g.batch_statistics(x)._asdict()
    x, mask = draw(2, 3, 4), np.array([[True, True, False], [True, False, False]])
    yield "batch_norm", [x], {"mask": mask}, g.batch_norm(x, mask=mask)
    running = {"running_mean": draw(4), "running_var": draw(4) ** 2}
    yield "batch_norm", [x], running, g.batch_norm(x, **running)


def token_cases():
    table, ids = draw(5, 4), [4, 0, 2, 2]
    yield "one_hot", [ids, 5], {}, g.one_hot(ids, 5)
    for scale in (False, True):
        yield "embed", [ids, table], {"scale": scale}, g.embed(ids, table, scale=scale)
    for n, d in [(5, 6), (4, 5), (1, 1), (300, 4)]:
        yield "sinusoidal_positions", [n, d], {}, g.sinusoidal_positions(n, d)
    x = np.array([-40.0, -6, -3.1, -1, -1e-3, 0, 1e-9, 0.5, 2, 4.4, 8.4, 8.6, 40])
    yield "relu", [x], {}, g.relu(x)
    yield "silu", [x], {}, g.silu(x)
    for approximate in ("none", "tanh"):
        options = {"approximate": approximate}
        yield "gelu", [x], options, g.gelu(x, **options)
    for activation in ("relu", "gelu", "gelu_tanh"):
        p, x = feed_forward(4, 7, activation), draw(3, 4)
        yield "feed_forward", [x, p], {}, g.feed_forward(x, p)
    hidden, bias = draw(3, 4), draw(5)
    yield (
        "vocabulary_logits",
        [hidden, table, bias],
        {},
        g.vocabulary_logits(hidden, table, bias),
    )
    for convention in ("others", "all"):
        for epsilon in (0, 0.1, 1):
            options = {"convention": convention}
            q = g.smooth_labels(ids, 5, epsilon, **options)
            yield "smooth_labels", [ids, 5, epsilon], options, q
            z = 10 * draw(4, 5)
            yield "cross_entropy", [z, q], {}, g.cross_entropy(z, q)
    mask = np.array([True, False, True, False])
    yield "cross_entropy", [z, ids], {"mask": mask}, g.cross_entropy(z, ids, mask=mask)
    far = np.array([[0.0, -2000.0], [0.0, -INF]])
    yield "cross_entropy", [far, [1, 0]], {}, g.cross_entropy(far, [1, 0])
    yield "cross_entropy", [far, [0, 0]], {"mask": mask * False}, np.float64(0)
    for row in (draw(7), np.array([1.0, 3, 3, 2, 3]), np.array([2.0]), -far[0]):
        yield "greedy", [row], {}, g.greedy(row)
        for k in (1, 2, 4, 100):
            yield "keep_top_k", [row, k], {}, g.keep_top_k(row, k)
        for p in (0, 0.3, 0.55, 0.93, 1):
            yield "keep_top_p", [row, p], {}, g.keep_top_p(row, p)
            for t in (0, 0.4, 3):
                options = {"temperature": t, "top_k": 4, "top_p": p}
                shares = g.next_token_probabilities(row, **options)
                yield "next_token_probabilities", [row], options, shares


def model_cases():
    for norm_first, activation in [(False, "relu"), (True, "gelu_tanh")]:
        p = token_model(norm_first, activation)
        source, target = [3, 8, 0, 1, 1], [0, 6, 2]
        padding = g.padding_mask([4], 5)[0]
        read = g.encode_tokens(source, p, padding)
        yield "encode_tokens", [source, p], {"mask": padding}, read._asdict()
        for mask in (None, padding):
            output, weights = g.decode_tokens(target, read.output, p, memory_mask=mask)
            expected = {"output": output, "weights": [w._asdict() for w in weights]}
            arguments = [target, read.output, p]
            yield "decode_tokens", arguments, {"memory_mask": mask}, expected
        stack = p.transformer.encoder
        writer = g.LanguageModelParameters(p.target_table, stack, p.output_bias)
        coded = g.predict_tokens(target, writer)
        yield "predict_tokens", [target, writer], {}, coded._asdict()
        last = coded._replace(output=coded.output[-1:])
        yield "predict_tokens", [target, writer], {"last": True}, last._asdict()
        x = draw(4, 6)
        causal = g.causal_mask(4)
        coded = g.encode(x, stack, causal)
        yield "encode", [x, stack], {"mask": causal}, coded._asdict()


def turned_cases():
    places = [-3.0, 0.125, 255.0, 7.0, 31.5]
    for n, d in [(1, 2), (5, 8), (3, 6)]:
        for layout in ("interleaved", "half_split"):
            x, base = draw(n, d), {"base": 100.0, "layout": layout}
            for more in ({}, {"positions": places[:n]}, base):
                options = {"layout": layout} | more
                yield "rotary_embedding", [x], options, g.rotary_embedding(x, **options)
    yield "rotary_embedding", [x], {}, g.rotary_embedding(x)


def blockwise_cases():
    arrays = [draw(3, 5), draw(7, 5), draw(7, 2)]
    late = np.arange(7) >= np.array([[0], [4], [7]])  # first blocks masked, then all
    masks = [None, g.causal_mask(3, 7), g.padding_mask([5], 7)[0], late]
    for mask in masks:
        for block_size in (1, 2, 3, 7, 100):
            found = g.blockwise_attention(*arrays, mask, block_size=block_size)
            options = {"mask": mask, "block_size": block_size}
            yield "blockwise_attention", arrays, options, found
    yield "blockwise_attention", arrays, {}, g.blockwise_attention(*arrays)
    far = [1000 * arrays[0], *arrays[1:]]  # e^score alone is beyond float64
    found = g.blockwise_attention(*far, block_size=2)
    yield "blockwise_attention", far, {"block_size": 2}, found
    none = [arrays[0][:0], *arrays[1:]]
    yield "blockwise_attention", none, {}, g.blockwise_attention(*none)


def plain(value):
    """Put arrays and parameters in JSON's terms; nan and infinity are spelt."""
    if is_dataclass(value):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items() if part is not None}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, np.ndarray | np.generic):
        return plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return {"number": str(value)}
    return value


def fixture():
    """Return all cases, each with its kernel, arguments, options and result."""
    names = ("kernel", "arguments", "options", "expected")
    return [dict(zip(names, plain(case), strict=True)) for case in cases()]
