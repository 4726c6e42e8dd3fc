"""The exercises worked with a pencil, of the chapter why_attention."""

import numpy as np

from ..kernels.attention import scaled_dot_product_attention
from ._engine.by_hand import ByHand
from ._engine.exercise import Wrong
from .tables_by_hand import TO_TWO_DECIMALS
from .tables_softmax import floats

QUERY = floats([0, 1, 0, 2])
TABLE = floats([2, 0, 5, 0], [0, 2, 0, 1], [3, 0, 1, 1])


def _mixed(scale: float) -> np.ndarray:
    """Return the context when the products are multiplied by scale."""
    return scaled_dot_product_attention(QUERY, TABLE, TABLE, scale=scale).output[0]


CONTEXT_BY_HAND = ByHand(
    name="context_by_hand",
    task="The query [0, 1, 0, 2] reads a table of three rows: [2, 0, 5, 0], "
    "[0, 2, 0, 1] and [3, 0, 1, 1]. The context: four numbers, to two decimals.",
    hints=(
        "The dot products are 0, 4 and 2. Divided by the root of 4 they are 0, 2 and "
        "1.",
        "e to the power of 0, 2 and 1 is 1, 7.389 and 2.718. Divide each by their sum.",
        "The shares are 0.09, 0.665 and 0.245. The first number of the context is made "
        "of the first numbers of the rows: 2, 0 and 3.",
    ),
    answer=_mixed(0.5),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the dot products are not divided by the root of 4.",
            "the step between the products and the exponentials.",
            (_mixed(1),),
        ),
        Wrong(
            "the dot products are divided by 4, the width; its root is asked for.",
            "the root.",
            (_mixed(0.25),),
        ),
        Wrong(
            "the scores themselves are used as shares: they sum to 3, not to 1.",
            "what your shares sum to.",
            (floats(3, 4, 1, 3),),
        ),
        Wrong(
            "the scores are divided by their sum: the exponentials are missing.",
            "how scores become shares.",
            (floats(1, 4 / 3, 1 / 3, 1),),
        ),
        Wrong(
            "this is the plain mean of the rows: the one context that asks nothing.",
            "what each row is multiplied by.",
            (TABLE.mean(axis=0),),
        ),
        Wrong(
            "this is the best row alone; the other two have shares as well.",
            "what the other rows add.",
            (TABLE[1],),
        ),
        Wrong(
            "the exponentials are not divided by their sum.",
            "what your shares sum to.",
            (np.exp([0, 2, 1]) @ TABLE,),
        ),
    ),
)

# The slope of each step, at the states 0, 0.5 and 0.9: 2 (1 - h²).
STEPS = 2 * (1 - floats(0, 0.5, 0.9) ** 2)

SLOPES_BY_HAND = ByHand(
    name="slopes_by_hand",
    task="A one-number state with w = 2; the last three states are 0, 0.5 and 0.9. How "
    "far the last one moves for each unit that the state one, two, three steps before "
    "it is moved: three numbers, to two decimals.",
    hints=(
        "One step has the slope w (1 - h²), where h is the state that the step makes.",
        "The last step makes 0.9, so its slope is 2 (1 - 0.81). That is the first "
        "number.",
        "For two steps multiply the slopes of both: the one that makes 0.5 and the one "
        "that makes 0.9.",
    ),
    answer=STEPS[::-1].cumprod(),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the bend of tanh is left out: these are the powers of w.",
            "the factor 1 - h².",
            (floats(2, 4, 8),),
        ),
        Wrong(
            "these are the slopes of the single steps; along the way they multiply.",
            "what happens to a nudge that passes two steps.",
            (STEPS[::-1],),
        ),
        Wrong(
            "the slopes are added; along the way they multiply.",
            "what happens to a nudge that passes two steps.",
            (STEPS[::-1].cumsum(),),
        ),
        Wrong(
            "the way begins at the first state; it begins at the last.",
            "the first number: the step that makes 0.9.",
            (STEPS.cumprod(),),
        ),
        Wrong(
            "1 - h is used; the slope of tanh is 1 - h².",
            "the square.",
            ((2 * (1 - floats(0.9, 0.5, 0))).cumprod(),),
        ),
        Wrong(
            "each step takes the state that it starts from; 1 - h² belongs to the "
            "state that it makes.",
            "the state for which you take 1 - h².",
            (floats(1.5, 3, 6),),
        ),
        Wrong(
            "w is left out.",
            "the factor before 1 - h².",
            ((1 - floats(0.9, 0.5, 0) ** 2).cumprod(),),
        ),
    ),
)

COSTS_BY_HAND = ByHand(
    name="costs_by_hand",
    task="n = 2,000 tokens, d = 500. How many times a recurrent layer's cost a "
    "self-attention layer has; how many steps one after another the recurrent layer "
    "takes, and the self-attention layer; and from which n on self-attention is the "
    "dearer one: four numbers.",
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
