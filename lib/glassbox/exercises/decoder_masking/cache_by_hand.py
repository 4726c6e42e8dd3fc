"""The exercise cache_by_hand, of the chapter decoder_masking."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

EXERCISE = ByHand(
    task="A decoder writes 100 tokens, one at each step. Each step needs the keys of "
    "all tokens so far. How many keys are computed in all, without a cache and with "
    "one? Two numbers.",
    parts=(
        "keys without a cache",
        "keys with a cache",
    ),
    hints=(
        "Without a cache, step 1 computes one key, step 2 two, step 3 three.",
        "Add the first and the last step, the second and the last but one, and so on.",
        "With a cache, a step computes the key of its new token alone.",
    ),
    answer=floats(5050, 100),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "not every step has 100 tokens: the first has one.",
            "how many tokens there are at step 1, 2, 3.",
            (floats(10_000, 100),),
        ),
        Wrong(
            "the last step is missing: it computes 100 keys.",
            "1 + 2 + ... + 100.",
            (floats(4950, 100), floats(4950, 99)),
        ),
        Wrong(
            "the two are swapped: first without, then with.",
            "the order asked for.",
            (floats(100, 5050),),
        ),
        Wrong(
            "that is the work of one step; all 100 steps are asked for.",
            "the words 'in all'.",
            (floats(5050, 1), floats(100, 1)),
        ),
    ),
)
