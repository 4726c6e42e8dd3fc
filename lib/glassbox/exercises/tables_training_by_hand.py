"""The exercises worked with a pencil, of the chapter train_a_translator."""

import numpy as np

from ._engine.by_hand import ByHand
from ._engine.exercise import Wrong
from .tables_by_hand import TO_TWO_DECIMALS
from .tables_softmax import floats

RATE_BY_HAND = ByHand(
    name="rate_by_hand",
    task="249 steps, of which 50 warm up; the highest rate is 0.004. What is the rate "
    "at steps 10, 50 and 200, in thousandths? Three numbers.",
    hints=(
        "While it rises, the rate is the highest one times s / w.",
        "While it falls, it is the highest one times (n + 1 - s) / (n + 1 - w).",
        "0.004 is 4 thousandths. Below the line of the second rule stands 200.",
    ),
    answer=floats(0.8, 4, 1),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the rate falls from step 0 on; it should fall from the warm-up's end on.",
            "what stands below the line of the falling rule: n + 1 - w.",
            (floats(0.8, 4, 0.8), floats(0.8, 3.2, 0.8), floats(0.8, 4, 49 / 249 * 4)),
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


def _loss(right: float, other: float, epsilon: float) -> float:
    return -(1 - epsilon) * np.log(right) - epsilon * np.log(other)


LOSS_BY_HAND = ByHand(
    name="loss_by_hand",
    task="Five tokens. One model gives the right one 0.9 and each other 0.025, a surer "
    "one 0.996 and 0.001. Give the first one's loss without smoothing, then the losses "
    "of both with epsilon = 0.1, in nats: three numbers, to two decimals.",
    hints=(
        "Without smoothing the loss is minus the logarithm of the right token's share.",
        "With it, 0.9 of the target is on the right token and 0.025 on each of the "
        "other four.",
        "So the smoothed loss is -0.9 ln(right) - 4 · 0.025 ln(other).",
    ),
    answer=floats(-np.log(0.9), _loss(0.9, 0.025, 0.1), _loss(0.996, 0.001, 0.1)),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the smoothing is missing: the surer model looks better.",
            "the target's share of the four wrong tokens.",
            (floats(-np.log(0.9), -np.log(0.9), -np.log(0.996)),),
        ),
        Wrong(
            "only one of the four wrong tokens is counted.",
            "how many tokens have a target of 0.025.",
            (
                floats(
                    -np.log(0.9),
                    -0.9 * np.log(0.9) - 0.025 * np.log(0.025),
                    -0.9 * np.log(0.996) - 0.025 * np.log(0.001),
                ),
            ),
        ),
        Wrong(
            "each wrong token gets the whole of epsilon; the four share it.",
            "the target of one wrong token.",
            (
                floats(
                    -np.log(0.9),
                    -0.9 * np.log(0.9) - 0.4 * np.log(0.025),
                    -0.9 * np.log(0.996) - 0.4 * np.log(0.001),
                ),
            ),
        ),
        Wrong(
            "target and share have changed places: the logarithm is of what the model "
            "gives.",
            "what stands inside the logarithm.",
            (
                floats(
                    -np.log(0.9),
                    -0.9 * np.log(0.9) - 0.1 * np.log(0.025),
                    -0.996 * np.log(0.9) - 0.004 * np.log(0.025),
                ),
            ),
        ),
        Wrong(
            "these are bits; nats are asked for.",
            "the base of your logarithm.",
            (
                floats(-np.log(0.9), _loss(0.9, 0.025, 0.1), _loss(0.996, 0.001, 0.1))
                / np.log(2),
            ),
        ),
        Wrong(
            "the logarithm has base 10.",
            "the base of your logarithm.",
            (
                floats(-np.log(0.9), _loss(0.9, 0.025, 0.1), _loss(0.996, 0.001, 0.1))
                / np.log(10),
            ),
        ),
    ),
)
