"""The exercise forced_digits, of the chapter train_a_translator."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

EXERCISE = ByHand(
    task="The model writes 11/21/2026, and you force one digit. For how many of the "
    "ten digits does the answer still look like a date, four digits, two and two? Two "
    'numbers: first with `before = "2026-"`, the month\'s first digit, then with '
    '`before = "2026-11-"`, the day\'s first digit.',
    parts=("of the month's first digits", "of the day's first digits"),
    hints=(
        "A digit that no date has in this place was never read there in training.",
        "With which digits can a month begin, from 01 to 12?",
        "With which digits can a day begin, from 01 to 31?",
    ),
    answer=floats(2, 4),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "only the right digit is counted; a wrong one may still begin a date.",
            "which digits other months and other days begin with.",
            (floats(1, 1),),
        ),
        Wrong(
            "not every digit can stand there: after one that never did, the model is "
            "lost.",
            "what the model writes after 2026-2.",
            (floats(10, 10),),
        ),
        Wrong(
            "2026-11-32 is no day of the calendar, but it looks like a date.",
            "what is asked for: four digits, two and two.",
            (floats(2, 3),),
        ),
        Wrong(
            "the right digit counts as well.",
            "1 as the month's first digit, and 2 as the day's.",
            (floats(1, 3),),
        ),
    ),
)
