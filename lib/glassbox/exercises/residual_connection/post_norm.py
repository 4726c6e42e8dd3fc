"""The exercise post_norm, of the chapter residual_connection."""

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
    task="Write f(x, w_1, w_2): one layer with post-norm, Norm(x + f(x)), where f(x) = "
    "relu(x @ w_1) @ w_2. Use layer_norm and residual_connection.",
    hints=(
        "Three steps, from the inside out: f, the sum, the norm.",
        "f reads x as it came.",
        "The norm is the last thing that happens: nothing is added after it.",
    ),
    reference=post_norm,
    cases=CASES,
    wrongs=(
        Wrong(
            "this is pre-norm, x + f(Norm(x)).",
            "which comes last, the sum or the norm.",
            (pre_norm,),
        ),
        BRANCH_NORMALIZED,
        SKIP_NORMALIZED,
        NO_NORM,
        BOTH_NORMALIZED,
        Wrong(
            "the skip path is missing: this is Norm(f(x)).",
            "what is added to the output of f.",
            (lambda x, w_1, w_2: layer_norm(sublayer(x, w_1, w_2)),),
        ),
        Wrong(
            "one mean and one variance for all tokens: each has its own.",
            "the norm's axis.",
            (lambda x, w_1, w_2: norm_of_all(x + sublayer(x, w_1, w_2)),),
        ),
        Wrong(
            NO_RELU,
            BETWEEN,
            (lambda x, w_1, w_2: layer_norm(x + x @ w_1 @ w_2),),
        ),
    ),
)
