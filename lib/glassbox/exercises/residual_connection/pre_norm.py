"""The exercise pre_norm, of the chapter residual_connection."""

from ...kernels.normalization import layer_norm
from .._engine import Exercise, Wrong
from ._shared import (
    BETWEEN,
    BOTH_NORMALIZED,
    BRANCH_NORMALIZED,
    CASES,
    NO_NORM,
    NO_RELU,
    SKIP_NORMALIZED,
    norm_of_all,
    post_norm,
    pre_norm,
    sublayer,
)

EXERCISE = Exercise(
    task="Write f(x, w_1, w_2): one layer with pre-norm, x + f(Norm(x)), where f(x) = "
    "relu(x @ w_1) @ w_2. Use layer_norm and residual_connection.",
    hints=(
        "Three steps, from the inside out: the norm, f, the sum.",
        "Only f reads what the norm gives.",
        "x itself is added to the output of f: the skip path has no norm on it.",
    ),
    reference=pre_norm,
    cases=CASES,
    wrongs=(
        Wrong(
            "this is post-norm, Norm(x + f(x)).",
            "which comes last, the sum or the norm.",
            (post_norm,),
        ),
        Wrong(
            "the norm is on the skip path too: Norm(x) is added to f(Norm(x)), and "
            "x is lost.",
            "what you add the output of f to.",
            (lambda x, w_1, w_2: layer_norm(x) + sublayer(layer_norm(x), w_1, w_2),),
        ),
        BRANCH_NORMALIZED,
        SKIP_NORMALIZED,
        NO_NORM,
        BOTH_NORMALIZED,
        Wrong(
            "the skip path is missing: this is f(Norm(x)).",
            "what is added to the output of f.",
            (lambda x, w_1, w_2: sublayer(layer_norm(x), w_1, w_2),),
        ),
        Wrong(
            "one mean and one variance for all tokens: each has its own.",
            "the norm's axis.",
            (lambda x, w_1, w_2: x + sublayer(norm_of_all(x), w_1, w_2),),
        ),
        Wrong(
            NO_RELU,
            BETWEEN,
            (lambda x, w_1, w_2: x + layer_norm(x) @ w_1 @ w_2,),
        ),
    ),
)
