"""The exercise spaces_by_hand, of the chapter multi_head_attention."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

FIRST, SECOND = 0.21, 0.27  # what the first digit, 2, gives each space in head 1
BOTH, EQUAL = FIRST + SECOND, 2 / 17

EXERCISE = ByHand(
    task="Find the head that looks at the spaces. In its map, the first row is the "
    "first digit of the year, 2. Give three numbers, the last two to two decimals.",
    parts=(
        "the head",
        "weight of the two spaces for the first digit",
        "total weight of both with equal weights",
    ),
    hints=(
        "The spaces are the columns ␣. In one of the four small maps, two columns "
        "stand out that are faint in the others.",
        "Read the first row in both columns ␣, and add the two weights.",
        "There are 17 characters, and equal weights give each of them 1 / 17.",
    ),
    answer=floats(1, BOTH, EQUAL),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "this is one space alone; the date has two.",
            "both columns ␣ of the first row, added up.",
            (floats(1, FIRST, EQUAL), floats(1, SECOND, EQUAL)),
        ),
        Wrong(
            "this is the row of another digit.",
            "the first row, which is the first digit of 2026.",
            (floats(1, 0.34, EQUAL), floats(1, 0.45, EQUAL)),
        ),
        Wrong(
            "this is what one character gets with equal weights; there are two spaces.",
            "the third number: it is for both spaces together.",
            (floats(1, BOTH, 1 / 17),),
        ),
        Wrong(
            "this is a share of the four digits; each digit reads 17 characters.",
            "the third number: how many columns the map has.",
            (floats(1, BOTH, 2 / 4), floats(1, BOTH, 1 / 4)),
        ),
        Wrong(
            "heads are counted from 1 here.",
            "the name above the small map.",
            (floats(0, BOTH, EQUAL),),
        ),
    ),
)
