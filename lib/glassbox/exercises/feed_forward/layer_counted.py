"""The exercise layer_counted, of the chapter feed_forward."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

D_MODEL, D_FF = 768, 4 * 768
ATTENTION = 4 * D_MODEL**2 + 4 * D_MODEL
FEED_FORWARD = 2 * D_MODEL * D_FF + D_FF + D_MODEL

EXERCISE = ByHand(
    task="GPT-2 small: d_model = 768, d_ff = 4 · 768, with all biases. How many "
    "parameters does one feed-forward layer have, and how many one attention layer "
    "(four matrices, each with its bias)? Two numbers.",
    parts=(
        "parameters of the feed-forward layer",
        "parameters of the attention",
    ),
    hints=(
        "W_1 is 768 by 3072. And W_2?",
        "b_1 has one number a unit, b_2 one a feature of the output.",
        "An attention has four matrices of 768 by 768, each with a bias of 768.",
    ),
    answer=floats(FEED_FORWARD, ATTENTION),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "a bias is missing.",
            "b_1, b_2, and one bias for each of the four matrices.",
            (floats(2 * D_MODEL * D_FF, 4 * D_MODEL**2),),
        ),
        Wrong(
            "the two are exchanged: first the feed-forward layer.",
            "the order asked for.",
            (floats(ATTENTION, FEED_FORWARD),),
        ),
        Wrong(
            "d_ff is taken to be d_model.",
            "the width between the two matrices.",
            (floats(2 * D_MODEL**2 + 2 * D_MODEL, ATTENTION),),
        ),
        Wrong(
            "one of the two matrices of the feed-forward layer is missing.",
            "what brings 3072 numbers back to 768.",
            (
                floats(D_MODEL * D_FF + D_FF, ATTENTION),
                floats(D_MODEL * D_FF, 4 * D_MODEL**2),
            ),
        ),
        Wrong(
            "the attention's output matrix is missing.",
            "what comes after the heads are laid side by side.",
            (floats(FEED_FORWARD, 3 * D_MODEL**2 + 3 * D_MODEL),),
        ),
        Wrong(
            "the attention is counted once for each of its 12 heads; they share it.",
            "the width of one head.",
            (floats(FEED_FORWARD, 12 * ATTENTION),),
        ),
    ),
)
