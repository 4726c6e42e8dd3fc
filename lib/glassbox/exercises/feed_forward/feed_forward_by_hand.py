"""The exercise feed_forward_by_hand, of the chapter feed_forward."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

EXERCISE = ByHand(
    task="x = [2, −1]. W₁ has the rows [1, −1, 2] and [1, 2, 0], and b₁ is "
    "[0, 1, −3]. W₂ has the rows [1, 2], [5, −4] and [3, −1], and b₂ is [0.5, −2]. "
    "Give the two numbers of the output.",
    parts=(
        "first number of the output",
        "second number of the output",
    ),
    hints=(
        "First three hidden numbers: x times each column of W_1, plus its bias.",
        "They are 1, -3 and 1. One of them is off.",
        "Each active unit adds its row of W_2, times its hidden number; then b_2.",
    ),
    answer=floats(4.5, -1),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "max(0, ...) is missing: a negative hidden number is used.",
            "the second hidden number.",
            (floats(-10.5, 11),),
        ),
        Wrong(
            "max(0, ...) is taken of the output as well; it may be negative.",
            "the last number: what comes after W_2?",
            (floats(4.5, 0),),
        ),
        Wrong(
            "a negative hidden number becomes positive; it becomes 0.",
            "the second hidden number.",
            (floats(19.5, -13),),
        ),
        Wrong(
            "b_1 is missing.",
            "the three hidden numbers, before the max.",
            (floats(13.5, -4),),
        ),
        Wrong("b_2 is missing.", "the last step.", (floats(4, 1),)),
        Wrong(
            "b_1 is added after the max; it belongs inside.",
            "the brackets in eq. 2.",
            (floats(1.5 + 5 - 1, 1),),
        ),
    ),
)
