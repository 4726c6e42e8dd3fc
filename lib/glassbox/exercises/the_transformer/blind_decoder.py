"""The exercise blind_decoder, of the chapter the_transformer."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

EXERCISE = ByHand(
    task="One matrix of each cross-attention is set to 0. Does that blind the decoder "
    "to the source? Give 1 for yes and 0 for no, for w_q, w_k, w_v and w_o: four "
    "numbers.",
    parts=tuple(f"w_{name} = 0: blind? 1 yes, 0 no" for name in "qkvo"),
    hints=(
        "Weights say from where a position reads, values what it reads.",
        "Equal weights still mix the values, and these come from the source.",
        "What is left of the output when nothing but biases comes through w_v or w_o?",
    ),
    answer=floats(0, 0, 1, 1),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "yes and no are exchanged: with w_q at 0, the logits still move.",
            "whether 1 means blind.",
            (floats(1, 1, 0, 0),),
        ),
        Wrong(
            "equal weights are not blind: they still mix values that come from the "
            "source.",
            "the first two numbers.",
            (floats(1, 1, 1, 1), floats(1, 0, 1, 1), floats(0, 1, 1, 1)),
        ),
        Wrong(
            "w_o is the last way out: at 0, only its bias is added.",
            "the fourth number.",
            (floats(0, 0, 1, 0),),
        ),
        Wrong(
            "with w_v at 0, every value is the same bias, whatever the source holds.",
            "the third number.",
            (floats(0, 0, 0, 1),),
        ),
        Wrong(
            "two of the four do: set each to 0 in the cell, and look at the logits.",
            "which matrices the values go through.",
            (floats(0, 0, 0, 0),),
        ),
    ),
)
