"""The exercise residual_growth, of the chapter residual_connection."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

EXERCISE = ByHand(
    task="In each layer f(x) has the variance of its input x, and the variances of x "
    "and f(x) add up. x starts with variance 1. After 10 layers: the variance, and its "
    "root, the size. Two numbers.",
    parts=(
        "variance after 10 layers",
        "size after 10 layers",
    ),
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
        Wrong(
            "the variance is right, but 10 is the number of layers (or of twos), not "
            "the root.",
            "which number, times itself, makes 1024.",
            (floats(2**10, 10),),
        ),
        Wrong(
            "the variance is right, but its half is not its root.",
            "which number, times itself, is 1024.",
            (floats(2**10, 2**9),),
        ),
        Wrong(
            "the two have changed places: first the variance, then its root.",
            "the order asked for.",
            (floats(2**5, 2**10),),
        ),
        Wrong(
            "one layer too many: x starts with variance 1, and the first layer makes "
            "it 2.",
            "what the first layer gives.",
            (
                floats(2**11, 2**5.5),
                floats(2**11, 45.3),
                floats(2**11, 45.25),
            ),
        ),
        Wrong(
            "2 is multiplied by the number of layers; each layer doubles what the one "
            "before it gave.",
            "the variance after two layers: 2 + 2.",
            (floats(20, 20**0.5), floats(20, 4.5), floats(20, 4.47)),
        ),
        Wrong(
            "the x that came in is left out of the sum: its variance never grows.",
            "x + f(x): two variances are added.",
            (floats(1, 1), floats(10, 10**0.5), floats(10, 3.2), floats(10, 3.16)),
        ),
    ),
)
