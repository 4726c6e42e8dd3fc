"""What Python says the live translator's numbers are, for translator.test.mjs."""

from base64 import b64encode
from dataclasses import replace

import numpy as np
from glassbox.models.translator import (
    TARGET_TOKENS,
    draw_pairs,
    load_translator,
    new_translator,
    translate,
    unseen_days,
)
from glassbox.widgets import LiveTranslator
from glassbox.widgets.live_translator.numbers import (
    SYMBOLS,
    packed,
    translation_steps,
)

N_DATES = 200
PATTERNS = ["???7", "^", "$", "????$", "?0??-1", "1?" * 6, "-" * 12, "2^2$"]


def fixture():
    """Return every half-precision number, and two models with their translations."""
    halves = np.arange(2**16, dtype=np.uint16).view(np.float16).astype(np.float64)
    return {
        "halves": halves.tolist(),
        "models": [
            model_cases(load_translator(), [*shipped_cases(), *taken_away()]),
            model_cases(odd_translator(), list(odd_cases())),
        ],
    }


def shipped_cases():
    """Yield dates that training never draws, most with a forced beginning."""
    rng = np.random.default_rng(7)
    for source, target in draw_pairs(unseen_days(), N_DATES, rng):
        forced = "".join(rng.choice(list("-0123456789"), size=rng.integers(1, 8)))
        start = target[: rng.integers(0, 6)]
        yield source, rng.choice(["", start + forced[:1], forced])
    for pattern in PATTERNS:
        yield "November 21, 2026", pattern
    for source in ["21/11/2026", "February 31 2026", "1", "零" * 32]:
        yield source, ""


def taken_away():
    """Yield what is hidden or switched off: hidden places, heads, the encoder too."""
    rng = np.random.default_rng(8)
    pairs = draw_pairs(unseen_days(), 24, rng)
    for number, (source, _) in enumerate(pairs):
        hidden = rng.permutation(len(source))[: rng.integers(0, 4)].tolist()
        heads = rng.permutation(8)[: rng.integers(0, 4)].tolist()
        off = [[layer, head] for layer, head in (divmod(one, 4) for one in heads)]
        yield source, "", hidden, off, bool(number % 2)
    source = "21 Nov 2026"
    yield source, "", [3, 4, 5], [], True
    yield source, "20?5", [], [[1, 0], [1, 1]], False
    yield source, "", list(range(11)), [], True  # nothing at all is read


def odd_translator():
    """Draw another structure: post-norm, three heads, a gelu, other biases."""
    model = new_translator(3, d_model=24, n_heads=3, n_layers=3, norm_first=False)
    layers = tuple(
        replace(
            layer,
            self_attention=replace(layer.self_attention, b_q=None, b_o=None),
            feed_forward=replace(layer.feed_forward, activation="gelu"),
        )
        for layer in model.transformer.decoder.layers
    )
    stack = replace(model.transformer.decoder, layers=layers)
    bias = np.linspace(-1, 1, len(SYMBOLS))
    return replace(
        model,
        transformer=replace(model.transformer, decoder=stack),
        output_bias=bias,
        scale_embeddings=False,
    )


def odd_cases():
    """Yield a few cases for it, with three heads in each of three layers."""
    yield "9/5/2034", ""
    yield "二〇三四年", "20?5"
    yield "9/5/2034", "", [0, 2], [[0, 2], [2, 1]], True


def model_cases(model, cases):
    """Return a model as the page gets it, and what it makes of sources and prefixes."""
    widget = LiveTranslator(model)
    sent = packed(widget.model, widget)
    sent["values"] = b64encode(sent["values"]).decode()
    return {"sent": sent, "cases": [case(widget.model, *one) for one in cases]}


def case(model, source, prefix, hidden=(), off=(), encoder_too=False):
    prefix = str(prefix)
    is_whole = not hidden and not off
    if is_whole and set(prefix) <= set("-0123456789") and len(prefix) < 12:
        found = translate(model, source, prefix=prefix)
        tokens = [TARGET_TOKENS.index(token) for token in found.tokens]
        logits = found.logits
        last = found.decoder_attention[:, :, -1], found.cross_attention[:, :, -1]
    else:  # what `translate` does not take: free places, start and end, less to read
        taken = hidden, off, encoder_too
        steps = translation_steps(model, source, prefix, *taken)
        tokens = [step.token for step in steps]
        logits = np.array([step.logits for step in steps])
        last = steps[-1].self_attention, steps[-1].cross_attention
    return {
        "source": source,
        "prefix": prefix,
        "hidden": list(hidden),
        "off": list(off),
        "encoder_too": encoder_too,
        "tokens": tokens,
        "likeliest": logits.argmax(-1).tolist(),
        "logits": logits.tolist(),
        "attention": [[layer.tolist() for layer in kind] for kind in last],
    }
