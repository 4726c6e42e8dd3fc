"""The exercise position_share, of the chapter embeddings_and_positions."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

EXERCISE = ByHand(
    task="d_model = 128. What percentage of the sum's squared length comes from the "
    "position, to two decimals? For a table of variance 1/128 as it is, for the same "
    "times the root of 128, and for a table of variance 1 times the root of 128.",
    parts=(
        "variance 1/128 as it is, in percent",
        "variance 1/128 times the root of 128, in percent",
        "variance 1 times the root of 128, in percent",
    ),
    hints=(
        "A position has 64 pairs, and in each sin² + cos² is 1.",
        "The square of a row is, on average, d_model times the variance.",
        "Multiplying a row by the root of 128 multiplies its square by 128.",
    ),
    answer=floats(6400 / 65, 6400 / 192, 6400 / 16448),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the square of a position is taken to be d_model; a pair gives 1, not 2.",
            "how many pairs there are.",
            (floats(99.22, 50, 0.78),),
        ),
        Wrong(
            "these are parts of lengths; take the squared lengths.",
            "whether a root was taken.",
            (floats(88.89, 41.42, 5.88),),
        ),
        Wrong(
            "these are fractions; percentages are asked for.",
            "the decimal point.",
            (floats(0.98, 0.33, 0), floats(0.9846, 0.3333, 0.0039)),
        ),
        Wrong(
            "these are the token's parts; the position's are what is left.",
            "what stands above the line of the fraction.",
            (floats(1.54, 66.67, 99.61),),
        ),
        Wrong(
            "the table is multiplied by d_model; its root is asked for.",
            "what becomes of a square when the row is multiplied by the root.",
            (floats(98.46, 0.39, 0),),
        ),
        Wrong(
            "the third table is not multiplied; with variance 1 it is as large as the "
            "second before that.",
            "your third number.",
            (floats(98.46, 33.33, 33.33),),
        ),
        Wrong(
            "these are the numbers of d_model = 512.",
            "d_model.",
            (floats(99.61, 33.33, 0.10),),
        ),
    ),
)
