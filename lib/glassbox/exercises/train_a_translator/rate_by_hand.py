"""The exercise rate_by_hand, of the chapter train_a_translator."""

from .._engine import ByHand, Wrong, floats

EXERCISE = ByHand(
    task="249 steps, of which 50 warm up; the highest rate is 0.004. What is the rate "
    "at steps 10, 50 and 200, in thousandths? Three numbers.",
    parts=(
        "rate at step 10, in thousandths",
        "rate at step 50, in thousandths",
        "rate at step 200, in thousandths",
    ),
    hints=(
        "While it rises, the rate is highest * step / warm_up.",
        "While it falls, it is highest * (n_steps + 1 - step) / (n_steps + 1 - "
        "warm_up).",
        "0.004 is 4 thousandths. The denominator in the second rule is 200.",
    ),
    answer=floats(0.8, 4, 1),
    tolerance=0.0005,  # the three are exact: 1.004 is no 1
    wrongs=(
        Wrong(
            "the rate falls from step 0 on; it should fall from the warm-up's end on.",
            "the denominator of the falling rule: n_steps + 1 - warm_up.",
            (floats(0.8, 4, 0.8), floats(0.8, 3.2, 0.8), floats(0.8, 4, 49 / 249 * 4)),
        ),
        Wrong(
            "steps are counted one too few: at the last step the rate would be 0, and "
            "ours ends just above it.",
            "the numerator of the falling rule: n_steps + 1 - step.",
            (floats(0.8, 4, 0.98), floats(0.8, 4, 4 * 49 / 199)),
        ),
        Wrong(
            "there is no warm-up: the first step is the largest.",
            "the smaller of the two rules.",
            (floats(4.8, 4, 1), floats(4, 4, 1)),
        ),
        Wrong(
            "the rate stays at the top after the warm-up.",
            "the second rule.",
            (floats(0.8, 4, 4),),
        ),
        Wrong(
            "the rate goes on rising after the warm-up.",
            "the smaller of the two rules.",
            (floats(0.8, 4, 16),),
        ),
        Wrong(
            "this falls with the root of the step, as in the paper; ours falls on a "
            "straight line.",
            "the second rule.",
            (floats(0.8, 4, 2),),
        ),
        Wrong(
            "these are not thousandths.",
            "the unit that is asked for.",
            (floats(0.0008, 0.004, 0.001),),
        ),
    ),
)
