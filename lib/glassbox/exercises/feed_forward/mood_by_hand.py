"""The exercise mood_by_hand, of the chapter feed_forward."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

EXERCISE = ByHand(
    task="The phrase not bad: positive is 0, negated is 1. Give what the four units "
    "answer after the bend, in the order good?, bad?, not good?, not bad?, and then "
    "the mood: five numbers.",
    parts=(
        "good?, after the bend",
        "bad?, after the bend",
        "not good?, after the bend",
        "not bad?, after the bend",
        "the mood",
    ),
    hints=(
        "Put 0 for positive and 1 for negated: the unit good? has 0 - 1.",
        "Before the bend the four answers are -1, 0, 0 and 1.",
        "A single unit is left. Its answer times what it adds is the mood.",
    ),
    answer=floats(0, 0, 0, 1, 1),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "these are the answers before the bend; a negative one becomes 0.",
            "the first number: what is max(0, -1)?",
            (floats(-1, 0, 0, 1, 0), floats(-1, 0, 0, 1, 1)),
        ),
        Wrong(
            "a negative answer becomes positive; it becomes 0.",
            "the first number: what is max(0, -1)?",
            (floats(1, 0, 0, 1, 2), floats(1, 0, 0, 1, 1)),
        ),
        Wrong(
            "the two facts are exchanged: this is the phrase good.",
            "which of the two facts not bad has.",
            (floats(1, 0, 0, 0, 1),),
        ),
        Wrong(
            "the biases are missing: + 1 of bad?, - 1 of not good?.",
            "the second and the third number.",
            (floats(0, 0, 1, 1, 0),),
        ),
        Wrong(
            "all four units have answered, but the mood has the wrong sign.",
            "what the unit not bad? adds.",
            (floats(0, 0, 0, 1, -1),),
        ),
    ),
)
