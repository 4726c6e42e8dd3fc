"""The exercise wrong_order, of the chapter tokens."""

from .._engine import ByHand, Wrong, floats

EXERCISE = ByHand(
    task="The merges l + o, lo + w and low + e were learned in this order. How many "
    "tokens does “lowes” become if you go through the list once, in this order? And "
    "how many if you go through it once in the reverse order?",
    parts=("tokens in the order learned", "tokens in the reverse order"),
    hints=(
        "Write down the letters of “lowes”, and apply one merge after the other.",
        "In the reverse order low + e comes first. Is there a token “low” yet?",
        "A merge that finds no pair does nothing, and it does not come again.",
    ),
    answer=floats(2, 4),
    tolerance=0.001,
    wrongs=(
        Wrong(
            "the two numbers are swapped.",
            "which order makes fewer tokens.",
            (floats(4, 2),),
        ),
        Wrong(
            "in the reverse order, the same merges do not find the same pairs.",
            "low + e comes first: is there a token “low” yet?",
            (floats(2, 2),),
        ),
        Wrong(
            "one merge does find its pair in the reverse order: l and o are letters.",
            "the last of the three merges.",
            (floats(2, 5),),
        ),
        Wrong(
            "these are merges; count the tokens that are left.",
            "the tokens after the last merge: “lowe” and “s”.",
            (floats(3, 1),),
        ),
        Wrong(
            "in the reverse order, lo + w comes before there is a token “lo”.",
            "the second of the three merges.",
            (floats(2, 3),),
        ),
    ),
)
