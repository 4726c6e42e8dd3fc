"""The exercise residual_slopes, of the chapter residual_connection."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

SLOPES = floats(0.5, -0.5, 2)
PLAIN, RESIDUAL = SLOPES.prod(), (1 + SLOPES).prod()

EXERCISE = ByHand(
    task="Three layers of one number each have the slopes 0.5, -0.5 and 2. The slope "
    "of the stack without skip paths, then with them: two numbers.",
    parts=(
        "slope without skip paths",
        "slope with skip paths",
    ),
    hints=(
        "By the chain rule, the slope of a stack is the product of its layers' slopes.",
        "A layer that gives x + f(x) has the slope of x, and the slope of f, added.",
        "So with skip paths the layers have the slopes 1.5, 0.5 and 3.",
    ),
    answer=floats(PLAIN, RESIDUAL),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the two have changed places: first without, then with.",
            "the order asked for.",
            (floats(RESIDUAL, PLAIN),),
        ),
        Wrong(
            "1 is added to the whole stack; each layer has its own skip path.",
            "how often 1 is added.",
            (floats(PLAIN, 1 + PLAIN),),
        ),
        Wrong(
            "only the paths through one f at most are counted: there are eight.",
            "what a product of three sums gives when it is multiplied out.",
            (floats(PLAIN, 1 + SLOPES.sum()),),
        ),
        Wrong(
            "the layers' slopes are added; the chain rule multiplies them.",
            "what the chain rule does with one layer after another.",
            (floats(SLOPES.sum(), (1 + SLOPES).sum()),),
        ),
        Wrong(
            "a minus sign is lost on the way.",
            "the second layer.",
            (floats(-PLAIN, RESIDUAL), floats(-PLAIN, (1 + abs(SLOPES)).prod())),
        ),
    ),
)
