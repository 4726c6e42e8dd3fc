"""The exercise two_units_by_hand, of the chapter feed_forward."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

EXERCISE = ByHand(
    task="A layer has two units: good? answers max(0, positive - negated), and not "
    "bad? answers max(0, negated - positive). What must each add to the mood, and "
    "what must b_2 be, so that good and not bad get exactly 1, and bad and not good "
    "-1? Three numbers.",
    parts=(
        "what good? adds",
        "what not bad? adds",
        "the output bias b_2",
    ),
    hints=(
        "Which of the two units wake for bad, and which for not good?",
        "None of them does, so those two moods are b_2.",
        "The phrase good gets what the unit good? adds, plus b_2. It must be 1.",
    ),
    answer=floats(2, 2, -1),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "bad and not good get 0: no unit wakes for them.",
            "what is added to every mood, whatever the units answer.",
            (floats(1, 1, 0), floats(2, 2, 0)),
        ),
        Wrong(
            "good and not bad get 0: b_2 is added to their moods, too.",
            "the mood of good: 1 times what good? adds, and then?",
            (floats(1, 1, -1),),
        ),
        Wrong(
            "not bad gets the mood of a bad phrase, but it is praise.",
            "the sign of what not bad? adds.",
            (floats(2, -2, -1), floats(1, -1, -1), floats(1, -1, 0)),
        ),
        Wrong(
            "b_2 has the wrong sign: bad and not good get 1.",
            "the mood of bad, for which no unit wakes.",
            (floats(2, 2, 1), floats(1, 1, 1), floats(0, 0, 1)),
        ),
    ),
)
