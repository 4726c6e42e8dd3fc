"""The exercise costs_by_hand, of the chapter why_attention."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

EXERCISE = ByHand(
    task="n = 2,000 tokens, d = 500. How many times a recurrent layer's cost a "
    "self-attention layer has; how many steps one after another the recurrent layer "
    "takes, and the self-attention layer; and from which n on self-attention is the "
    "dearer one: four numbers.",
    parts=(
        "cost of self-attention ÷ cost of recurrence",
        "steps of the recurrent layer",
        "steps of the self-attention layer",
        "n from which on self-attention is dearer",
    ),
    hints=(
        "Table 1: a self-attention layer costs n² d, a recurrent one n d².",
        "Divide the two: most of it cancels.",
        "A recurrent layer waits for each state before the next. A self-attention "
        "layer waits for nothing.",
    ),
    answer=floats(4, 2000, 1, 500),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the ratio is turned: beyond n = d self-attention is the dearer one.",
            "which cost you divide by which.",
            (floats(0.25, 2000, 1, 500),),
        ),
        Wrong(
            "the ratio is squared: one n and one d cancel.",
            "n² d divided by n d².",
            (floats(16, 2000, 1, 500),),
        ),
        Wrong(
            "self-attention too is given a step for each token; all tokens are "
            "computed at once.",
            "your third number.",
            (floats(4, 2000, 2000, 500),),
        ),
        Wrong(
            "the two numbers of steps are exchanged.",
            "which layer has to wait.",
            (floats(4, 1, 2000, 500),),
        ),
        Wrong(
            "the steps of a recurrent layer are as many as its tokens, whatever the "
            "width.",
            "your second number.",
            (floats(4, 500, 1, 500),),
        ),
        Wrong(
            "the two are equally dear where n² d = n d²: divide both sides by n d.",
            "your last number.",
            (floats(4, 2000, 1, 2000), floats(4, 2000, 1, 250_000)),
        ),
    ),
)
