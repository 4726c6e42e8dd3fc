"""The exercise head_counted, of the chapter output_head."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

N_TEXTS, N_TOKENS, D_MODEL, VOCABULARY = 3, 7, 256, 8_000
VECTORS, TABLE = N_TEXTS * N_TOKENS, VOCABULARY * D_MODEL

EXERCISE = ByHand(
    task="The vectors have the shape (3, 7, 256), the vocabulary has 8,000 tokens. How "
    "many logits are there? How many multiplications does the head need for them? "
    "How many parameters does tying the head to the embedding save? Three numbers.",
    parts=(
        "logits",
        "multiplications",
        "parameters saved",
    ),
    hints=(
        "Each of the 3 · 7 positions gets one logit for each token.",
        "A logit is a dot product of two vectors with 256 numbers.",
        "Tied, the head has no table of its own. What is the shape of the table?",
    ),
    answer=floats(VECTORS * VOCABULARY, VECTORS * TABLE, TABLE),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "this counts one position; there are 3 · 7.",
            "how many vectors of 256 numbers there are.",
            (floats(VOCABULARY, TABLE, TABLE),),
        ),
        Wrong(
            "this counts one text; there are 3.",
            "the first axis of the vectors.",
            (floats(N_TOKENS * VOCABULARY, N_TOKENS * TABLE, TABLE),),
        ),
        Wrong(
            "you counted both tables as saved; one stays.",
            "how many tables are left.",
            (floats(VECTORS * VOCABULARY, VECTORS * TABLE, 2 * TABLE),),
        ),
        Wrong(
            "the parameters are counted once for each position; all share one table.",
            "the shape of the table: no axis for texts or positions.",
            (floats(VECTORS * VOCABULARY, VECTORS * TABLE, VECTORS * TABLE),),
        ),
        Wrong(
            "the first number counts what goes in; each 256 numbers become 8,000.",
            "the last axis of the logits.",
            (floats(VECTORS * D_MODEL, VECTORS * TABLE, TABLE),),
        ),
        Wrong(
            "the second number is the parameters: each is used once at every position.",
            "how often the table is used.",
            (floats(VECTORS * VOCABULARY, TABLE, TABLE),),
        ),
    ),
)
