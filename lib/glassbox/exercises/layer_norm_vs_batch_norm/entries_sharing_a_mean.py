"""The exercise entries_sharing_a_mean, of the chapter layer_norm_vs_batch_norm."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

EXERCISE = ByHand(
    task="An array has 8 texts of 16 tokens with 512 features. How many numbers "
    "share one mean in LayerNorm, over tokens × features, and in BatchNorm?",
    parts=(
        "numbers in LayerNorm",
        "numbers in tokens × features",
        "numbers in BatchNorm",
    ),
    hints=(
        "Which axes are averaged? Those disappear; each place that is left has a mean "
        "of its own.",
        "LayerNorm averages the features alone; BatchNorm everything but the features.",
        "Multiply the lengths of the averaged axes. Check: entries for each mean, "
        "times the number of means, is 8 · 16 · 512.",
    ),
    answer=floats(512, 8192, 128),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "these are the numbers of means, not of the entries that share one.",
            "the question: the lengths of the averaged axes, not of the others.",
            (floats(128, 8, 512),),
        ),
        Wrong(
            "LayerNorm and BatchNorm are the wrong way round.",
            "which of the two keeps a token to itself.",
            (floats(128, 8192, 512),),
        ),
        Wrong(
            "BatchNorm averages over the tokens too, not over the batch alone.",
            "the third number: all axes but one.",
            (floats(512, 8192, 8),),
        ),
        Wrong(
            "16 is one text: BatchNorm averages over the tokens of all 8.",
            "the third number: all axes but one.",
            (floats(512, 8192, 16),),
        ),
        Wrong(
            "the first is the mean of a whole sample: the Transformer's LayerNorm "
            "treats each token by itself.",
            "the first number.",
            (floats(8192, 8192, 128),),
        ),
        Wrong(
            "lengths of axes are multiplied, not added.",
            "how many entries a table of 16 rows and 512 columns has.",
            (floats(512, 528, 24),),
        ),
    ),
)
