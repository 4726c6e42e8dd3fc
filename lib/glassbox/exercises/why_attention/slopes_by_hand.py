"""The exercise slopes_by_hand, of the chapter why_attention."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

# The slope of each step, at the states 0, 0.5 and 0.9: 2 (1 - h²).
STEPS = 2 * (1 - floats(0, 0.5, 0.9) ** 2)

EXERCISE = ByHand(
    task="A one-number state with w = 2; the last three states are 0, 0.5 and 0.9. How "
    "far the last one moves for each unit that the state one, two, three steps before "
    "it is moved: three numbers, to two decimals.",
    parts=(
        "from one step before",
        "from two steps before",
        "from three steps before",
    ),
    hints=(
        "One step has the slope w (1 - h²), where h is the state that the step makes.",
        "The last step makes 0.9, so its slope is 2 (1 - 0.81). That is the first "
        "number.",
        "For two steps multiply the slopes of both: the one that makes 0.5 and the one "
        "that makes 0.9.",
    ),
    answer=STEPS[::-1].cumprod(),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the bend of tanh is left out: these are the powers of w.",
            "the factor 1 - h².",
            (floats(2, 4, 8),),
        ),
        Wrong(
            "these are the slopes of the single steps; along the way they multiply.",
            "what happens to a nudge that passes two steps.",
            (STEPS[::-1],),
        ),
        Wrong(
            "the slopes are added; along the way they multiply.",
            "what happens to a nudge that passes two steps.",
            (STEPS[::-1].cumsum(),),
        ),
        Wrong(
            "the way begins at the first state; it begins at the last.",
            "the first number: the step that makes 0.9.",
            (STEPS.cumprod(),),
        ),
        Wrong(
            "1 - h is used; the slope of tanh is 1 - h².",
            "the square.",
            ((2 * (1 - floats(0.9, 0.5, 0))).cumprod(),),
        ),
        Wrong(
            "each step takes the state that it starts from; 1 - h² belongs to the "
            "state that it makes.",
            "the state for which you take 1 - h².",
            (floats(1.5, 3, 6),),
        ),
        Wrong(
            "w is left out.",
            "the factor before 1 - h².",
            ((1 - floats(0.9, 0.5, 0) ** 2).cumprod(),),
        ),
    ),
)
