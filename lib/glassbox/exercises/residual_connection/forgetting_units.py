"""The exercise forgetting_units, of the chapter residual_connection."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

EXERCISE = ByHand(
    task="x is one number, and f has two units. The first answers max(0, x), the "
    "second max(0,\N{NO-BREAK SPACE}-x). f(x) is the sum of both answers, each times a "
    "weight. Which two weights make x + f(x) 0 for every x, above 0 and below? And "
    "what is the slope of this layer? Three numbers.",
    parts=(
        "weight of the first unit",
        "weight of the second unit",
        "slope of the layer",
    ),
    hints=(
        "f(x) has to be -x. Try x = 1 first: only one of the two units answers.",
        "For x = -1 only the second unit answers, and it answers 1. f must be 1 there.",
        "The output is 0 for every x. How much does it move when x is nudged?",
    ),
    answer=floats(-1, 1, 0),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the signs are swapped: this f gives x back, so x + f(x) is 2x.",
            "x = 1: f must take it away.",
            (floats(1, -1, 0), floats(1, -1, 2)),
        ),
        Wrong(
            "below 0 it fails: for x = -1 the second unit answers 1, and -1 - 1 is -2.",
            "x = -1: what brings -1 up to 0?",
            (floats(-1, -1, 0), floats(-1, -1, 2)),
        ),
        Wrong(
            "the second unit adds nothing, so a number below 0 comes through whole.",
            "x = -1.",
            (floats(-1, 0, 0), floats(-1, 0, 1)),
        ),
        Wrong(
            "the two weights are right. But 1 is the slope of the skip path alone, and "
            "f has a slope, too.",
            "1 + f', with f(x) = -x.",
            (floats(-1, 1, 1),),
        ),
        Wrong(
            "the two weights are right. But -1 is the slope of f alone, and the skip "
            "path adds its own.",
            "1 + f', with f(x) = -x.",
            (floats(-1, 1, -1),),
        ),
    ),
)
