"""What flows through the map: examples, and what a trained model makes of the dates."""

from functools import cache

import numpy as np

from ...kernels._arrays import Array
from ...kernels.masks import causal_mask
from ...kernels.multi_head import multi_head_attention
from ...kernels.output_head import vocabulary_logits
from ...kernels.position_wise import feed_forward
from ...kernels.probability import softmax
from ...machine.layers import decoder_layer, normalise
from ...machine.parameters import TokenModelParameters
from ...machine.token_model import embed_tokens, encode_tokens
from ...models.translator import (
    START_ID,
    TARGET_TOKENS,
    load_translator,
    source_ids,
    target_ids,
)

DATES = {  # what the machine makes of each; both stop where the two diverge
    "comma": "November 21, 2026",
    "no_comma": "November 21 2026",
}
WRITTEN = "20"
LAYERS = {"encoder": 1, "decoder": 2}  # shown: the first, the last; counted from 1
HEADS = {  # shown at first: the mean, 0, or the head that looks most at the comma
    "encoder_self_attention": 2,
    "masked_self_attention": 0,
    "cross_attention": 0,
}
WORDS = {  # the paper's vocabulary has pieces of words; these are whole
    "unit": "word",
    "texts": {"source": "He sees a red cat", "written": "Er sieht eine"},
    "source": ["He", "sees", "a", "red", "cat"],
    "written": ["", "Er", "sieht", "eine"],
}
NEAR = (  # where the rows of two equal tokens are compared
    "source_embedding", "encoder_norm_1", "encoder_feed_forward", "memory",
)  # fmt: skip
LEVELS = "abcdefghijklmnopqrstu"  # a vector's number: k is 0, and a step is 0.3


@cache
def examples() -> list[dict]:
    """Return the examples, each with its tokens; "" stands for the start."""
    model = load_translator()
    good, bad = (
        encode_tokens(source_ids(date), model).output for date in DATES.values()
    )
    exchanged = np.concatenate([bad[:-4], good[-4:]])  # the year's rows
    return [
        *(read(name, date) for name, date in DATES.items()),
        read("exchanged", DATES["no_comma"], exchanged),
        WORDS,
    ]


def read(name: str, date: str, memory: Array | None = None) -> dict:
    """Return what the date translator makes of a date, after a few tokens."""
    source, target = source_ids(date), [START_ID, *target_ids(WRITTEN)]
    vectors, weights, scores = flow(load_translator(), source, target, memory)
    year = date.index("2026")
    first, second = year, year + 2  # the year's two 2s
    return {
        "name": name,
        "unit": "character",
        "texts": {"source": date, "written": WRITTEN},
        "source": list(date),
        "written": ["", *WRITTEN],
        "ids": {"source": source, "written": target},
        "targets": list(TARGET_TOKENS),
        "layers": LAYERS,
        "heads": HEADS,
        "year": year,
        "pair": [first, second],
        "near": {part: cosine(*vectors[part][[first, second]]) for part in NEAR},
        "vectors": {part: [levels(row) for row in x] for part, x in vectors.items()},
        "weights": {part: rounded(x) for part, x in (weights | scores).items()},
    }


def flow(
    model: TokenModelParameters,
    source: list[int],
    target: list[int],
    memory: Array | None = None,
) -> tuple[dict[str, Array], dict[str, Array], dict[str, Array]]:
    """Run a pre-norm model and return what its parts give, in the layers shown.

    Vectors by part, (n, d_model); weights, (1 + n_heads, n_queries, n_keys), the mean
    of the heads first; logits and probabilities, (n_target, vocabulary_size). The
    decoder reads the encoder's memory, or the one given.
    """
    given, weights = {}, {}
    encoder, decoder = model.transformer.encoder, model.transformer.decoder

    def attend(part, query, parameters, memory=None, mask=None):
        memory = query if memory is None else memory
        found = multi_head_attention(query, memory, memory, parameters, mask)
        mean = found.weights.mean(axis=0)
        weights[part] = np.stack([mean, *found.weights])
        return found.output

    x = given["source_embedding"] = embed_tokens(source, model.source_table)
    p = encoder.layers[0]
    h = given["encoder_norm_1"] = normalise(x, p.self_attention_norm)
    x = x + attend("encoder_self_attention", h, p.self_attention)
    h = given["encoder_norm_2"] = normalise(x, p.feed_forward_norm)
    given["encoder_feed_forward"] = feed_forward(h, p.feed_forward)
    if memory is None:
        memory = encode_tokens(source, model).output
    given["encoder_final_norm"] = given["memory"] = memory

    y = given["target_embedding"] = embed_tokens(target, model.target_table)
    mask = causal_mask(len(target))
    for layer in decoder.layers[:-1]:
        y = decoder_layer(y, memory, layer, target_mask=mask, norm_first=True).output
    p = decoder.layers[-1]  # what it gives is what the head reads
    h = given["decoder_norm_1"] = normalise(y, p.self_attention_norm)
    y = y + attend("masked_self_attention", h, p.self_attention, mask=mask)
    h = given["decoder_norm_2"] = normalise(y, p.cross_attention_norm)
    y = y + attend("cross_attention", h, p.cross_attention, memory)
    h = given["decoder_norm_3"] = normalise(y, p.feed_forward_norm)
    found = given["decoder_feed_forward"] = feed_forward(h, p.feed_forward)
    y = given["decoder_final_norm"] = normalise(y + found, decoder.final_norm)
    logits = vocabulary_logits(y, model.target_table, model.output_bias)
    return given, weights, {"linear": logits, "softmax": softmax(logits)}


def cosine(a: Array, b: Array) -> float:
    return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))


def levels(row: Array) -> str:
    """Write a vector with a letter for each number, 3 and more as 3."""
    middle = len(LEVELS) // 2
    steps = [round(float(x) / 0.3) for x in row]
    return "".join(LEVELS[middle + max(-middle, min(middle, s))] for s in steps)


def rounded(x: Array) -> list:
    return np.round(x, 2).tolist()
