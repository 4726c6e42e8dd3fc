"""The exercises worked with a pencil, of the chapter residual_connection."""

from ._engine.by_hand import ByHand
from ._engine.exercise import Wrong
from .tables_by_hand import TO_TWO_DECIMALS
from .tables_softmax import floats

SLOPES = floats(0.5, -0.5, 2)
PLAIN, RESIDUAL = SLOPES.prod(), (1 + SLOPES).prod()
RESIDUAL_SLOPES = ByHand(
    name="residual_slopes",
    task="Three layers of one number each have the slopes 0.5, -0.5 and 2. The slope "
    "of the stack without the residual, then with it: two numbers, to two decimals.",
    hints=(
        "By the chain rule, the slope of a stack is the product of its layers' slopes.",
        "A layer that gives x + f(x) has the slope of x, and the slope of f, added.",
        "So with the residual the layers have the slopes 1.5, 0.5 and 3.",
    ),
    answer=floats(PLAIN, RESIDUAL),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the two are exchanged: first without, then with.",
            "the order asked for.",
            (floats(RESIDUAL, PLAIN),),
        ),
        Wrong(
            "1 is added to the whole stack; each layer has its own residual.",
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

RESIDUAL_GROWTH = ByHand(
    name="residual_growth",
    task="In each layer f(x) has the variance of its input x, and x + f(x) has the two "
    "variances' sum. x starts with variance 1. After 10 layers: the variance, and its "
    "root, the size. Two numbers.",
    hints=(
        "After one layer the variance is 1 + 1. What goes into the second layer?",
        "Each layer doubles what came into it.",
        "A product of ten twos; then its square root, a product of five.",
    ),
    answer=floats(2**10, 2**5),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "1 is added in each layer; but f's variance is that of its input, which "
            "grows. (With pre-norm it would be so.)",
            "the variance of f(x) in the second layer.",
            (floats(11, 11**0.5), floats(11, 3.3), floats(11, 3.32)),
        ),
        Wrong(
            "one layer is missing: that is after 9.",
            "what the first layer gives.",
            (floats(2**9, 2**4.5), floats(2**9, 22.6), floats(2**9, 22.63)),
        ),
        Wrong(
            "the size doubles in your count; it is the variance that doubles.",
            "whether sizes or variances add up.",
            (floats(2**20, 2**10),),
        ),
        Wrong(
            "the root is not taken.",
            "the second number.",
            (floats(2**10, 2**10),),
        ),
    ),
)
