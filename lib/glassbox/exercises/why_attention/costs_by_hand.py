"""The exercise costs_by_hand, of the chapter why_attention."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

EXERCISE = ByHand(
    task="Four numbers, every multiplication counted.",
    parts=(
        "self-attention ÷ plain recurrent",
        "steps of the recurrent layer",
        "steps of the self-attention layer",
        "n at which self-attention ties with an LSTM",
    ),
    hints=(
        "Self-attention: 4nd² + 2n²d. Plain recurrent: 2nd². LSTM: 8nd².",
        "Divide the first by the second: most of it cancels, and 2 + n/d is left.",
        "A recurrent layer waits for each state before the next. For the tie, set "
        "4nd² + 2n²d equal to 8nd² and divide both sides by 2nd.",
    ),
    answer=floats(6, 2000, 1, 1000),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the four matrices of self-attention are left out of the ratio.",
            "4nd², which is divided by 2nd² too.",
            (floats(4, 2000, 1, 1000), floats(4, 2000, 1, 500)),
        ),
        Wrong(
            "the ratio is turned: self-attention multiplies more often.",
            "which count you divide by which.",
            (floats(1 / 6, 2000, 1, 1000),),
        ),
        Wrong(
            "self-attention too is given a step for each token; all tokens are "
            "computed at once.",
            "your third number.",
            (floats(6, 2000, 2000, 1000),),
        ),
        Wrong(
            "the two numbers of steps are exchanged.",
            "which layer has to wait.",
            (floats(6, 1, 2000, 1000),),
        ),
        Wrong(
            "the steps of a recurrent layer are as many as its tokens, whatever the "
            "width.",
            "your second number.",
            (floats(6, 500, 1, 1000),),
        ),
        Wrong(
            "at n = d self-attention has 6nd², an LSTM 8nd²: not yet equal.",
            "your last number.",
            (floats(6, 2000, 1, 500),),
        ),
    ),
)
