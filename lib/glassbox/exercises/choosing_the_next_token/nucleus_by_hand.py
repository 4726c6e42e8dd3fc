"""The exercise nucleus_by_hand, of the chapter choosing_the_next_token."""

import numpy as np

from ...kernels.sampling import next_token_probabilities
from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

WARM = np.log(floats(0.64, 0.16, 0.16, 0.04))  # at T = 2: 4/9, 2/9, 2/9, 1/9

EXERCISE = ByHand(
    task="At T = 1 four tokens have the probabilities 0.64, 0.16, 0.16, 0.04. The "
    "settings are T = 2 and top-p = 0.6. With which four probabilities is the token "
    "drawn? To two decimals.",
    parts=(
        "probability of the first token",
        "probability of the second token",
        "probability of the third token",
        "probability of the fourth token",
    ),
    hints=(
        "T = 2 halves the logits, so take the square root of each probability; their "
        "common factor cancels when you divide by the sum of the roots.",
        "The roots are 0.8, 0.4, 0.4, 0.2, with the sum 1.8. Now add probabilities "
        "from the largest down until they hold 0.6.",
        "Ties go to the lowest id. Divide what is left by its sum.",
    ),
    answer=next_token_probabilities(WARM, temperature=2, top_p=0.6),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the first token alone is left: the nucleus is chosen before the "
            "temperature, from the probabilities at T = 1.",
            "the first probability at T = 2: does it hold 0.6?",
            (floats(1, 0, 0, 0),),
        ),
        Wrong(
            "what is left is not divided by its sum: it does not add up to 1.",
            "your last step.",
            (floats(4 / 9, 2 / 9, 0, 0),),
        ),
        Wrong(
            "three tokens are left; two already hold 0.6, and of two equals the lowest "
            "id stays.",
            "the sum of the first two probabilities at T = 2.",
            (floats(0.5, 0.25, 0.25, 0), floats(4 / 9, 2 / 9, 2 / 9, 0)),
        ),
        Wrong(
            "the right two are left, with their probabilities at T = 1.",
            "which probabilities you divide by their sum.",
            (floats(0.8, 0.2, 0, 0), floats(0.64, 0.16, 0, 0)),
        ),
        Wrong(
            "nothing is cut.",
            "how many of the largest probabilities are needed to hold 0.6.",
            (floats(4, 2, 2, 1) / 9,),
        ),
    ),
)
