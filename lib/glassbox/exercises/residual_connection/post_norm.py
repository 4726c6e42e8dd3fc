"""The exercise post_norm, of the chapter residual_connection."""

from ...kernels.normalization import layer_norm
from .._engine import Exercise, Wrong
from ._shared import (
    BETWEEN,
    BOTH_NORMALISED,
    BRANCH_NORMALISED,
    CASES,
    NO_NORM,
    NO_RELU,
    norm_of_all,
    post_norm,
    pre_norm,
    sublayer,
)

EXERCISE = Exercise(
    task="Write f(x, w_1, w_2): one layer with post-norm, Norm(x + f(x)), where f(x) = "
    "relu(x @ w_1) @ w_2. Use layer_norm and residual_connection.",
    hints=(
        "Three steps, from the inside out: the branch, the sum, the norm.",
        "The branch sees x as it came.",
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
        BRANCH_NORMALISED,
        NO_NORM,
        BOTH_NORMALISED,
        Wrong(
            "the residual is missing: this is Norm(f(x)).",
            "what is added to the branch.",
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
