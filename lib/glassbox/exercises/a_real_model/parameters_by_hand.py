"""The exercise parameters_by_hand, of the chapter a_real_model."""

import numpy as np

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

D_MODEL, D_SHARED, D_FF, LAYERS, WORDS = 576, 3 * 64, 1536, 30, 49_152
SQUARE, NARROW, WIDE = D_MODEL**2, D_MODEL * D_SHARED, D_MODEL * D_FF
ATTENTION, THINK = 2 * SQUARE + 2 * NARROW, 3 * WIDE
NORMS, TABLE = (2 * LAYERS + 1) * D_MODEL, WORDS * D_MODEL
TOTAL = LAYERS * (ATTENTION + THINK) + NORMS + TABLE


def _followed(
    attention: float = ATTENTION, think: float = THINK, norms: float = NORMS
) -> tuple[np.ndarray, ...]:
    """Return these three, with the total that follows and with the right one."""
    total = LAYERS * (attention + think) + norms + TABLE
    first = attention, think, norms
    return floats(*first, total), floats(*first, TOTAL)


def _in_all(*totals: float) -> tuple[np.ndarray, ...]:
    """Return the right parts, with each of these totals."""
    return tuple(floats(ATTENTION, THINK, NORMS, total) for total in totals)


def _several(*parts: tuple[np.ndarray, ...]) -> tuple[np.ndarray, ...]:
    return tuple(example for pair in parts for example in pair)


EXERCISE = ByHand(
    task="SmolLM2-135M has d_model = 576 and 30 layers.\n"
    "Attention: 9 query heads and 3 key–value heads, each 64 wide.\n"
    "SwiGLU: d_ff = 1,536.\n"
    "Table: 49,152 tokens, and it is the output head too. No biases anywhere.\n"
    "How many parameters do the four matrices of one layer's attention have, one "
    "layer's SwiGLU, all norms together with the one before the head, and the whole "
    "model? Four numbers.",
    parts=(
        "attention, one layer",
        "SwiGLU, one layer",
        "all norms of the model",
        "the whole model",
    ),
    hints=(
        "W_q and W_o are 576 by 576. Keys and values are narrower: 3 heads of 64 are "
        "192 numbers.",
        "SwiGLU has three matrices. Two go from 576 up to 1,536, and one comes back.",
        "An RMSNorm has one number for each of the 576 features. Each layer has two, "
        "and there is one more after the last layer.",
        "30 times attention and SwiGLU, then the norms, and then the table: a row of "
        "576 for each token. It is counted once.",
    ),
    answer=floats(ATTENTION, THINK, NORMS, TOTAL),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "keys and values are as wide as queries here, which is how it was in 2017. "
            "With 3 key–value heads of 64 they are 192 wide.",
            "the shapes of W_k and W_v.",
            _followed(attention=4 * SQUARE),
        ),
        Wrong(
            "keys and values are 64 wide here, which is a single head. There are 3 "
            "key–value heads.",
            "the shapes of W_k and W_v.",
            _followed(attention=2 * SQUARE + 2 * NARROW / 3),
        ),
        Wrong(
            "one matrix of 576 by 192 is missing: keys have one, and values have one.",
            "whether you counted W_k and W_v.",
            _followed(attention=2 * SQUARE + NARROW),
        ),
        Wrong(
            "one matrix of 576 by 576 is missing: W_q has this shape, and W_o.",
            "what comes after the heads are laid side by side.",
            _followed(attention=SQUARE + 2 * NARROW),
        ),
        Wrong(
            "this is W_q and W_o alone, or W_q with three narrow matrices. W_k and W_v "
            "are narrow, but W_o is not.",
            "the shapes of all four matrices.",
            _followed(attention=2 * SQUARE),
        ),
        Wrong(
            "the 9 heads are counted on top. They are already in the 576: 9 times 64.",
            "how wide all query heads are together.",
            _followed(attention=9 * ATTENTION),
        ),
        Wrong(
            "SwiGLU is counted with two matrices, as the feed-forward layer of 2017. "
            "It has a third: the gate.",
            "the matrices of SwiGLU.",
            _followed(think=2 * WIDE),
        ),
        Wrong(
            "this is one matrix of SwiGLU; there are three.",
            "the matrices of SwiGLU.",
            _followed(think=WIDE),
        ),
        Wrong(
            "d_ff is taken to be 4 · 576 = 2,304, as it would have been in 2017. Here "
            "it is 1,536.",
            "the width between the matrices of SwiGLU.",
            _followed(think=3 * D_MODEL * 4 * D_MODEL),
        ),
        Wrong(
            "attention and SwiGLU are exchanged.",
            "the order asked for.",
            _followed(attention=THINK, think=ATTENTION),
        ),
        Wrong(
            "this is all 30 layers together; one is asked for.",
            "your first two numbers.",
            (floats(LAYERS * ATTENTION, LAYERS * THINK, NORMS, TOTAL),),
        ),
        Wrong(
            "the last norm is missing: the one before the head.",
            "how many norms there are: 2 in each layer, and one more.",
            _followed(norms=2 * LAYERS * D_MODEL),
        ),
        Wrong(
            "each layer has two norms: one before attention, one before SwiGLU.",
            "how many norms there are.",
            _several(
                _followed(norms=(LAYERS + 1) * D_MODEL),
                _followed(norms=LAYERS * D_MODEL),
            ),
        ),
        Wrong(
            "a beta is counted with each gamma. An RMSNorm has no beta.",
            "how many numbers a norm has for each feature.",
            _several(_followed(norms=2 * NORMS), _followed(norms=4 * LAYERS * D_MODEL)),
        ),
        Wrong(
            "these are the norms of one layer; there are 30 layers.",
            "your third number.",
            _several(
                _followed(norms=2 * D_MODEL),
                _followed(norms=3 * D_MODEL),
                _followed(norms=D_MODEL),
            ),
        ),
        Wrong(
            "the last norm is counted in every layer; it comes once.",
            "your third number: 60 norms in the layers, and one more.",
            _followed(norms=3 * LAYERS * D_MODEL),
        ),
        Wrong(
            "this is how many norms there are; each has 576 parameters.",
            "your third number.",
            _several(_followed(norms=2 * LAYERS + 1), _followed(norms=2 * LAYERS)),
        ),
        Wrong(
            "the table is missing: a row of 576 for each of the 49,152 tokens.",
            "what you added to the layers.",
            _in_all(TOTAL - TABLE),
        ),
        Wrong(
            "the table is counted twice. The output head is the same table.",
            "what you added to the layers.",
            _in_all(TOTAL + TABLE),
        ),
        Wrong(
            "this is one layer with the table; there are 30 layers.",
            "what you multiplied by 30.",
            _in_all(ATTENTION + THINK + NORMS + TABLE),
        ),
        Wrong(
            "the table is multiplied by 30. Only the layers are.",
            "what you multiplied by 30.",
            _in_all(TOTAL + (LAYERS - 1) * TABLE),
        ),
        Wrong(
            "the norms are multiplied by 30 once more. Your third number has all of "
            "them already.",
            "what you multiplied by 30.",
            _in_all(TOTAL + (LAYERS - 1) * NORMS),
        ),
        Wrong(
            "the whole lacks attention or SwiGLU; each layer has both.",
            "what you multiplied by 30.",
            _in_all(TOTAL - LAYERS * ATTENTION, TOTAL - LAYERS * THINK),
        ),
        Wrong(
            "you are very close, so what is wrong is small. Either biases are counted, "
            "and this model has none, or the whole lacks norms.",
            "what a matrix has besides its rows and columns, and what is in your sum.",
            (
                *_followed(attention=ATTENTION + 2 * D_MODEL + 2 * D_SHARED),
                *_followed(think=THINK + 2 * D_FF + D_MODEL),
                *_in_all(TOTAL - NORMS, TOTAL - D_MODEL),
                *_followed(
                    attention=ATTENTION + 2 * D_MODEL + 2 * D_SHARED,
                    think=THINK + 2 * D_FF + D_MODEL,
                ),
            ),
        ),
    ),
)
