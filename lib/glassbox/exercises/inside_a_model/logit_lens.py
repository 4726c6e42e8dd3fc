"""The exercise logit_lens, of the chapter inside_a_model."""

import numpy as np

from ...kernels.normalization import layer_norm, rms_norm
from ...kernels.probability import softmax
from .._engine import Case, Exercise, Wrong, floats
from . import _lenses as made

PLACES = floats(
    [[3, -1, 2], [-2, 4, 1]], [[4, 1, -3], [1, 6, -2]], [[7, 2, -5], [-3, 9, 4]]
)
TABLE = floats([1, 0, 2], [-1, 3, 0.5], [2, 2, -1], [0.5, -2, 1])
GAMMA = floats(0.5, 2, -1)
FOUR = floats([[2, -3], [5, 1], [-4, 4]], [[6, -1], [3, 7], [-8, 2]])

EXERCISE = Exercise(
    task="Write f(stream, gamma, table): the logits that the output head would give "
    "at each place of the stream. stream has the shape (n_places, n, d_model): the "
    "vectors before the first layer and after each one. In front of the head comes "
    "the model's last norm, an RMSNorm with gamma, (d_model,). The head is the table, "
    "(vocabulary, d_model). The result has the shape (n_places, n, vocabulary).",
    hints=(
        "Treat each place as if it were the last one. What does the model do with its "
        "last vectors?",
        "First the norm: each vector is divided by the root of the mean of its own "
        "squares, and multiplied by gamma. You may import rms_norm from glassbox.",
        "A logit is the dot product of a normed vector with one row of the table. "
        "Which matrix product gives them all?",
    ),
    reference=made.logit_lens,
    cases=(
        Case(
            "three places, two tokens",
            {"stream": PLACES, "gamma": GAMMA, "table": TABLE},
        ),
        Case(
            "two places, three tokens",
            {"stream": FOUR, "gamma": floats(3, 1), "table": TABLE[:, :2]},
        ),
        Case(
            "a vocabulary as large as d_model",
            {"stream": PLACES, "gamma": GAMMA, "table": TABLE[1:]},
        ),
        Case(
            "one place and one token",
            {"stream": PLACES[:1, :1], "gamma": GAMMA, "table": TABLE},
        ),
        Case(
            "gamma is 1, and the stream a hundred times as long",
            {"stream": 100 * PLACES, "gamma": np.ones(3), "table": TABLE},
        ),
    ),
    wrongs=(
        Wrong(
            "the norm is missing. The head has only ever seen normed vectors.",
            "what comes between the stream and the head.",
            (made.normed(lambda x, gamma: x),),
        ),
        Wrong(
            "gamma alone is there: nothing is divided by the root mean square.",
            "the norm.",
            (made.normed(lambda x, gamma: x * gamma),),
        ),
        Wrong(
            "gamma is missing: the norm multiplies each feature by it.",
            "what comes after the division.",
            (made.normed(lambda x, gamma: rms_norm(x)),),
        ),
        Wrong(
            "gamma comes before the norm, so it changes the root mean square.",
            "the order: first divide, then multiply by gamma.",
            (made.normed(lambda x, gamma: rms_norm(x * gamma)),),
        ),
        Wrong(
            "gamma comes in twice: rms_norm multiplies by it, if it is given gamma.",
            "how often gamma comes in.",
            (made.normed(lambda x, gamma: rms_norm(x, gamma) * gamma),),
        ),
        Wrong(
            "this divides by gamma; the norm multiplies by it.",
            "what becomes of gamma.",
            (made.normed(lambda x, gamma: rms_norm(x) / gamma),),
        ),
        Wrong(
            "the mean runs over the tokens. Each vector is normed by its own features.",
            "the axis of the mean: features are the last.",
            (made.over(-2),),
        ),
        Wrong(
            "the mean runs over the places. Each place is looked at by itself.",
            "the axis of the mean: features are the last.",
            (made.over(0),),
        ),
        Wrong(
            "all vectors share one root mean square. Each has its own.",
            "the axis of the mean: features are the last.",
            (made.over((0, 1, 2)), made.over((1, 2)), made.over((0, 2))),
        ),
        Wrong(
            "only the last place is normed. The others need it as well, or the head "
            "sees vectors of a size that it doesn't know.",
            "which places go through the norm.",
            (made.normed(made.last_alone_normed),),
        ),
        Wrong(
            "this is LayerNorm: the mean is subtracted. The model has an RMSNorm.",
            "what the norm does before it divides.",
            (made.normed(lambda x, gamma: layer_norm(x, gamma)),),
        ),
        Wrong(
            "the root is missing: this divides by the mean square.",
            "a stream a hundred times as long: its logits must stay the same.",
            (made.normed(lambda x, g: x / (x * x).mean(axis=-1, keepdims=True) * g),),
        ),
        Wrong(
            "this divides by the length: the root of the sum of squares, not of their "
            "mean.",
            "the root mean square of a vector of ones: it is 1.",
            (
                made.normed(
                    lambda x, g: x / np.linalg.norm(x, axis=-1, keepdims=True) * g
                ),
            ),
        ),
        Wrong(
            "the table is not transposed. It has a row for each token, and a logit is "
            "the product of the vector with a row.",
            "the shapes: (n_places, n, d_model) meets (d_model, vocabulary).",
            (
                lambda stream, gamma, table: rms_norm(stream, gamma) @ table,
                lambda stream, gamma, table: np.dot(rms_norm(stream, gamma), table),
            ),
        ),
        Wrong(
            "these are probabilities; the logits are asked for.",
            "what you do after the matrix product.",
            (lambda *given: softmax(made.logit_lens(*given)),),
        ),
        Wrong(
            "only one place is looked at: this is what the model says at its end, or "
            "before its first layer. The lens looks at all of them.",
            "the first axis of the result.",
            (
                lambda *given: made.logit_lens(*given)[-1],
                lambda *given: made.logit_lens(*given)[0],
                made.cut_to(-1),
            ),
        ),
        Wrong(
            "a place is left out. There is one more than there are layers: the vectors "
            "before the first layer count too.",
            "the first axis of the result.",
            (
                lambda *given: made.logit_lens(*given)[1:],
                lambda *given: made.logit_lens(*given)[:-1],
            ),
        ),
        Wrong(
            "only one token is looked at; all n are asked for.",
            "the second axis of the result.",
            (
                lambda *given: made.logit_lens(*given)[:, -1],
                lambda *given: made.logit_lens(*given)[:, 0],
            ),
        ),
        Wrong(
            "this takes what each layer has added. The stream itself is asked for, "
            "with all that stands in it at that place.",
            "what goes into the norm.",
            (made.normed(lambda x, g: rms_norm(np.diff(x, axis=0), g)),),
        ),
        Wrong(
            "the places are added up, but each of them already holds the ones before.",
            "what goes into the norm.",
            (made.normed(lambda x, g: rms_norm(np.cumsum(x, axis=0), g)),),
        ),
    ),
)
