"""The exercise machine_shapes, of the chapter the_transformer."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

EXERCISE = ByHand(
    task="The source has 7 tokens, the target 4; d_model is 24, there are 3 heads, and "
    "the target's vocabulary has 50 words. Give the shape of the memory, then of one "
    "layer's weights in cross-attention, then of the logits: seven numbers.",
    parts=(
        "memory, 1st number",
        "memory, 2nd number",
        "weights, 1st number",
        "weights, 2nd number",
        "weights, 3rd number",
        "logits, 1st number",
        "logits, 2nd number",
    ),
    hints=(
        "The memory holds one vector for each source token.",
        "Weights have the axes head, query, key. Who asks in cross-attention, and who "
        "is asked?",
        "Each target position has one logit for every word of the vocabulary.",
    ),
    answer=floats(7, 24, 3, 4, 7, 4, 50),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "queries and keys have changed places: the target asks the source.",
            "the last two axes of the weights.",
            (floats(7, 24, 3, 7, 4, 4, 50),),
        ),
        Wrong(
            "these are self-attention's weights: cross-attention reads the memory.",
            "how many keys the memory offers.",
            (floats(7, 24, 3, 4, 4, 4, 50), floats(7, 24, 3, 7, 7, 4, 50)),
        ),
        Wrong(
            "the logits belong to the target's positions, not to the source's.",
            "the last but one number.",
            (floats(7, 24, 3, 4, 7, 7, 50),),
        ),
        Wrong(
            "the logits are as wide as the vocabulary; d_model was before the head.",
            "the last number.",
            (floats(7, 24, 3, 4, 7, 4, 24),),
        ),
        Wrong(
            "rows and columns have changed places: a row of the memory is one token.",
            "the order of the first two numbers.",
            (floats(24, 7, 3, 4, 7, 4, 50),),
        ),
        Wrong(
            "the memory is as wide as d_model: the heads are merged before it.",
            "the second number.",
            (floats(7, 8, 3, 4, 7, 4, 50),),
        ),
        Wrong(
            "the memory comes from the source, with one vector for each of its tokens.",
            "the first number.",
            (floats(4, 24, 3, 4, 7, 4, 50),),
        ),
        Wrong(
            "the head axis counts the heads: 3. Each is 24 / 3 = 8 wide inside.",
            "the third number.",
            (floats(7, 24, 8, 4, 7, 4, 50),),
        ),
    ),
)
