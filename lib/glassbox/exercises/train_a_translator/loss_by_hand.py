"""The exercise loss_by_hand, of the chapter train_a_translator."""

import numpy as np

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats


def _loss(right: float, other: float, epsilon: float) -> float:
    return -(1 - epsilon) * np.log(right) - epsilon * np.log(other)


EXERCISE = ByHand(
    task="Five tokens. One model gives the right one 0.9, the other four 0.025 each; "
    "a surer one gives it 0.996 and the other four 0.001 each. Give the first one's "
    "loss without smoothing, then the losses of both with epsilon = 0.1, in nats: "
    "three numbers, to two decimals.",
    parts=(
        "first model without smoothing, in nats",
        "first model with smoothing, in nats",
        "surer model with smoothing, in nats",
    ),
    hints=(
        "Without smoothing the loss is minus the logarithm of the right token's "
        "probability.",
        "With it, 0.9 of the target is on the right token and 0.025 on each of the "
        "other four.",
        "So the smoothed loss is -0.9 ln(right) - 4 · 0.025 ln(other).",
    ),
    answer=floats(-np.log(0.9), _loss(0.9, 0.025, 0.1), _loss(0.996, 0.001, 0.1)),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "without smoothing the right token counts whole, and not with 0.9.",
            "the first loss: its target is 1.",
            (
                floats(
                    -0.9 * np.log(0.9),
                    _loss(0.9, 0.025, 0.1),
                    _loss(0.996, 0.001, 0.1),
                ),
            ),
        ),
        Wrong(
            "the smoothing is missing: the surer model looks better.",
            "the target's share of the four wrong tokens.",
            (floats(-np.log(0.9), -np.log(0.9), -np.log(0.996)),),
        ),
        Wrong(
            "the third loss is the surer model's without smoothing.",
            "the third loss: the four wrong tokens count in it, too.",
            (floats(-np.log(0.9), _loss(0.9, 0.025, 0.1), -np.log(0.996)),),
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
