"""The exercise norm_orders_by_hand, of the chapter the_transformer."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

EXERCISE = ByHand(
    task="Two tokens, [5, 1] and [1, 6], go through one encoder layer. Give the first "
    "token and the second after post-norm, then the first and the second after "
    "pre-norm, without a final norm: eight numbers.",
    parts=(
        "post-norm, token 1, first number",
        "post-norm, token 1, second number",
        "post-norm, token 2, first number",
        "post-norm, token 2, second number",
        "pre-norm, token 1, first number",
        "pre-norm, token 1, second number",
        "pre-norm, token 2, first number",
        "pre-norm, token 2, second number",
    ),
    hints=(
        "Post-norm: after attention and its norm there are [1, -1] and [-1, 1]. "
        "Feed-forward turns them into [0, 3] and [1, 0]. Add these, then norm.",
        "Pre-norm: the normed tokens are [1, -1] and [-1, 1]. Attention gives both the "
        "first, [1, -1], which is added to [5, 1] and to [1, 6].",
        "Pre-norm, second half: norm [6, 0] and [2, 5], let feed-forward turn that "
        "into [0, 3] and [1, 0], and add it to these two. No norm comes after it.",
    ),
    answer=floats(-1, 1, -1, 1, 6, 3, 3, 5),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "post-norm stops after attention; feed-forward and its norm come next.",
            "the first four numbers.",
            (floats(1, -1, -1, 1, 6, 3, 3, 5),),
        ),
        Wrong(
            "the last norm of post-norm is missing.",
            "the first four numbers: the norm comes after the sum.",
            (floats(1, 2, 0, 1, 6, 3, 3, 5),),
        ),
        Wrong(
            "in post-norm, what feed-forward gives is normed without the sum.",
            "the first four numbers: first add, then norm.",
            (floats(-1, 1, 1, -1, 6, 3, 3, 5),),
        ),
        Wrong(
            "pre-norm ends in a norm here. Within a layer, the sum comes last.",
            "the last four numbers.",
            (floats(-1, 1, -1, 1, 1, -1, -1, 1),),
        ),
        Wrong(
            "you added to the normalized token; in pre-norm you add to the token "
            "itself.",
            "the last four numbers: what stands outside Norm( ).",
            (floats(-1, 1, -1, 1, 1, 2, 0, 1),),
        ),
        Wrong(
            "pre-norm is given without the first norm: attention saw [5, 1].",
            "the last four numbers: the first token, normed, is [1, -1].",
            (floats(-1, 1, -1, 1, 10, 5, 7, 7),),
        ),
        Wrong(
            "in pre-norm, what attention gives is not added.",
            "the last four numbers: attention adds [1, -1] to both tokens.",
            (floats(-1, 1, -1, 1, 5, 4, 2, 6),),
        ),
        Wrong(
            "in pre-norm, each token gets itself; attention gives both the first.",
            "the last four numbers: attention adds [1, -1] to both tokens.",
            (floats(-1, 1, -1, 1, 6, 3, 1, 7),),
        ),
        Wrong(
            "post-norm and pre-norm have changed places.",
            "which of the two norms the sum.",
            (floats(6, 3, 3, 5, -1, 1, -1, 1),),
        ),
    ),
)
