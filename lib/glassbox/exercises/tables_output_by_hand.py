"""The exercises of output_head that are worked out with a pencil."""

import numpy as np

from ..kernels.output_head import cross_entropy, vocabulary_logits
from ..kernels.probability import softmax
from ..kernels.sampling import next_token_probabilities
from ._engine.by_hand import ByHand
from ._engine.exercise import Wrong
from .tables_by_hand import TO_TWO_DECIMALS
from .tables_softmax import floats

STATE = floats(1, 2)
WORDS = floats([2, 0], [0, 1], [1, 1])  # tea, cup, mug
LOGITS = vocabulary_logits(STATE, WORDS)
SHARES = softmax(LOGITS)
LOSS = float(cross_entropy(LOGITS, 0))
COSINES = LOGITS / np.linalg.norm(WORDS, axis=-1) / np.linalg.norm(STATE)


def _then(shares: np.ndarray, loss: float) -> np.ndarray:
    return np.array([*shares, loss])


HEAD_BY_HAND = ByHand(
    name="head_by_hand",
    task="The state is [1, 2]. The table has the rows [2, 0] for tea, [0, 1] for cup, "
    "[1, 1] for mug. Give the shares of tea, cup and mug, then the loss in nats if tea "
    "comes next: four numbers, to two decimals.",
    hints=(
        "A logit is a dot product: the state times one row of the table.",
        "The logits are 2, 2 and 3. Exponentials, their sum, each divided by the sum.",
        "The loss is minus the natural logarithm of the right word's share.",
    ),
    answer=_then(SHARES, LOSS),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "these are the logits, not yet shares.",
            "what makes three numbers sum to 1.",
            (_then(LOGITS, LOSS), _then(LOGITS, -np.log(2))),
        ),
        Wrong(
            "the logits are divided by their sum: the exponentials are missing.",
            "the step from logits to shares.",
            (_then(LOGITS / 7, -np.log(2 / 7)), _then(LOGITS / 7, LOSS)),
        ),
        Wrong(
            "the dot products are divided by the vectors' lengths; the head takes no "
            "cosine.",
            "the first logit: 1 · 2 + 2 · 0.",
            (_then(softmax(COSINES), cross_entropy(COSINES, 0)),),
        ),
        Wrong(
            "the loss is that of the likeliest word; tea came.",
            "whose share stands in the logarithm.",
            (_then(SHARES, cross_entropy(LOGITS, 2)),),
        ),
        Wrong(
            "the loss is in bits; nats are asked for.",
            "the base of your logarithm.",
            (_then(SHARES, LOSS / np.log(2)),),
        ),
        Wrong(
            "the logarithm has base 10.",
            "the base of your logarithm.",
            (_then(SHARES, LOSS / np.log(10)),),
        ),
        Wrong(
            "the sign of the loss is missing: a loss is at least 0.",
            "the minus before the logarithm.",
            (_then(SHARES, -LOSS),),
        ),
    ),
)

WARM = np.log(floats(0.64, 0.16, 0.16, 0.04))  # at T = 2: 4/9, 2/9, 2/9, 1/9
NUCLEUS_BY_HAND = ByHand(
    name="nucleus_by_hand",
    task="At T = 1 four tokens have the shares 0.64, 0.16, 0.16, 0.04. The settings "
    "are T = 2 and top-p = 0.6. With which four shares is the token drawn? To two "
    "decimals.",
    hints=(
        "T = 2 halves the logits, so each share becomes its square root; then divide "
        "by their sum.",
        "The roots are 0.8, 0.4, 0.4, 0.2, with the sum 1.8. Now add shares from the "
        "largest down until they hold 0.6.",
        "Among equals the lowest id stays. Share out again what is left.",
    ),
    answer=next_token_probabilities(WARM, temperature=2, top_p=0.6),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the first token alone is left: the nucleus is chosen before the "
            "temperature, from the shares at T = 1.",
            "the first share at T = 2: does it hold 0.6?",
            (floats(1, 0, 0, 0),),
        ),
        Wrong(
            "what is left is not shared out again: it does not sum to 1.",
            "your last step.",
            (floats(4 / 9, 2 / 9, 0, 0),),
        ),
        Wrong(
            "three tokens are left; two already hold 0.6, and of two equals the lowest "
            "id stays.",
            "the sum of the first two shares at T = 2.",
            (floats(0.5, 0.25, 0.25, 0), floats(4 / 9, 2 / 9, 2 / 9, 0)),
        ),
        Wrong(
            "the right two are left, with their shares at T = 1.",
            "which shares you divide by their sum.",
            (floats(0.8, 0.2, 0, 0), floats(0.64, 0.16, 0, 0)),
        ),
        Wrong(
            "nothing is cut.",
            "how many of the largest shares are needed to hold 0.6.",
            (floats(4, 2, 2, 1) / 9,),
        ),
    ),
)

N_TEXTS, N_TOKENS, D_MODEL, VOCABULARY = 3, 7, 256, 8_000
STATES, TABLE = N_TEXTS * N_TOKENS, VOCABULARY * D_MODEL
HEAD_COUNTED = ByHand(
    name="head_counted",
    task="The states have the shape (3, 7, 256), the vocabulary has 8,000 tokens. How "
    "many logits are there? How many multiplications does the head need for them? "
    "How many parameters does tying the head to the embedding save? Three numbers.",
    hints=(
        "Each of the 3 · 7 positions gets one logit for each token.",
        "A logit is a dot product of two vectors with 256 numbers.",
        "Tied, the head has no table of its own. What is the shape of the table?",
    ),
    answer=floats(STATES * VOCABULARY, STATES * TABLE, TABLE),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "this counts one position; there are 3 · 7.",
            "how many vectors of 256 numbers the states have.",
            (floats(VOCABULARY, TABLE, TABLE),),
        ),
        Wrong(
            "this counts one text; there are 3.",
            "the first axis of the states.",
            (floats(N_TOKENS * VOCABULARY, N_TOKENS * TABLE, TABLE),),
        ),
        Wrong(
            "two tables are saved; tying turns two into one.",
            "how many tables are left.",
            (floats(STATES * VOCABULARY, STATES * TABLE, 2 * TABLE),),
        ),
        Wrong(
            "the parameters are counted once for each position; all share one table.",
            "the shape of the table: no axis for texts or positions.",
            (floats(STATES * VOCABULARY, STATES * TABLE, STATES * TABLE),),
        ),
        Wrong(
            "the first number counts what goes in; each 256 numbers become 8,000.",
            "the last axis of the logits.",
            (floats(STATES * D_MODEL, STATES * TABLE, TABLE),),
        ),
        Wrong(
            "the second number is the parameters: each is used once a position.",
            "how often the table is used.",
            (floats(STATES * VOCABULARY, TABLE, TABLE),),
        ),
    ),
)
