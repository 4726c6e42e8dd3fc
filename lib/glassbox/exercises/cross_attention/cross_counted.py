"""The exercise cross_counted, of the chapter cross_attention."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

EXERCISE = ByHand(
    task="A source of 20 tokens, a target of 11 positions, 2 decoder layers with 4 "
    "heads each. How many cross-attention weights has one layer? The target is written "
    "one position at a time: how many rows of the memory are projected to keys, in all "
    "steps and both layers, if nothing is kept, and if keys are reused? Three numbers.",
    parts=(
        "weights of one layer",
        "rows projected if nothing is kept",
        "rows projected if keys are reused",
    ),
    hints=(
        "A head has one weight for each pair of a target position and a source token.",
        "If nothing is kept, each of the 11 steps projects the whole memory again, in "
        "each layer.",
        "The memory does not change while the target is written. So once is enough, "
        "for each layer: each has a matrix of its own.",
    ),
    answer=floats(4 * 11 * 20, 2 * 11 * 20, 2 * 20),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "these are the weights of one head; a layer has four.",
            "your first number.",
            (floats(220, 440, 40),),
        ),
        Wrong(
            "those would be the weights of self-attention.",
            "your first number: who asks, and who is asked.",
            (floats(4 * 20 * 20, 440, 40), floats(4 * 11 * 11, 440, 40)),
        ),
        Wrong(
            "that is one layer; each of the two projects the memory for itself.",
            "how many layers there are.",
            (floats(880, 220, 20),),
        ),
        Wrong(
            "keys alone are asked for; values would double both numbers.",
            "your last two numbers.",
            (floats(880, 880, 80),),
        ),
        Wrong(
            "the layers do not share their keys: each has its own matrix.",
            "your last number.",
            (floats(880, 440, 20),),
        ),
        Wrong(
            "this is the target's cache, which grows by a row a step; the memory is "
            "all there from the first step.",
            "which rows are projected.",
            (floats(880, 2 * 66, 22),),
        ),
        Wrong(
            "the heads share one projection, cut into pieces: count a row once.",
            "your last two numbers.",
            (floats(880, 4 * 440, 4 * 40),),
        ),
    ),
)
