"""The exercise length_by_hand, of the chapter choosing_the_next_token."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

SHORT, LONG = floats(0.5, 0.5), floats(0.7, 0.7, 0.7, 0.7)

EXERCISE = ByHand(
    task="A beam holds two finished texts. The first has two tokens, each with a "
    "probability of 0.5, the second has four, each with 0.7. Give the probability of "
    "the first text and of the second, then the mean surprise per token of each, in "
    "nats. Four numbers, to two decimals.",
    parts=(
        "probability of the first text",
        "probability of the second text",
        "surprise per token of the first",
        "surprise per token of the second",
    ),
    hints=(
        "The probability of a text is the product of its tokens' probabilities.",
        "The surprise of a token is -ln of its probability.",
        "All tokens of a text are alike here, so the mean is that of one token: "
        "-ln 0.5 and -ln 0.7.",
    ),
    answer=floats(0.25, 0.2401, 0.6931, 0.3567),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the surprise of the whole texts; divide each by its number of tokens.",
            "the last two numbers.",
            (floats(0.25, 0.2401, 1.3863, 1.4267),),
        ),
        Wrong(
            "the probabilities are added; of a text they are multiplied.",
            "the first two numbers.",
            (floats(1, 2.8, 0.6931, 0.3567), floats(0.5, 0.7, 0.6931, 0.3567)),
        ),
        Wrong(
            "the surprise in bits; nats use ln.",
            "the logarithm.",
            (floats(0.25, 0.2401, 1, 0.5146),),
        ),
        Wrong(
            "the surprise has a minus: -ln p is above 0.",
            "the sign of the last two numbers.",
            (floats(0.25, 0.2401, -0.6931, -0.3567),),
        ),
    ),
)
