"""The exercise cross_counted, of the chapter cross_attention."""

from itertools import product

import numpy as np

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

WEIGHTS, ROWS = 4 * 11 * 20, (2 * 11 * 20, 2 * 20)
OTHER_ROWS = (  # what else is given: one layer, values too, the wrong side, …
    (220, 20), (880, 80), (440, 20), (242, 22), (132, 22), (1760, 160), (40, 440),
    (40, 40), (440, 440), (220, 40), (20, 20),
)  # fmt: skip


def _weights(*numbers: int) -> tuple[np.ndarray, ...]:
    """Return answers with a wrong first number, whatever the other two are."""
    rest = (ROWS, *OTHER_ROWS)
    return tuple(floats(n, *rows) for n, rows in product(numbers, rest))


def _rows(*pairs: tuple[int, int]) -> tuple[np.ndarray, ...]:
    """Return answers with a right first number, and other two that are wrong."""
    return tuple(floats(WEIGHTS, *pair) for pair in pairs)


EXERCISE = ByHand(
    task="A source has 20 tokens and a target has 11; the decoder has 2 layers with 4 "
    "heads each. How many cross-attention weights does one layer have? The target is "
    "written one token at a time: how many rows of the memory are projected to keys, "
    "in all steps and both layers, if nothing is kept, and if keys are kept? Three "
    "numbers.",
    parts=(
        "weights of one layer",
        "rows projected if nothing is kept",
        "rows projected if keys are kept",
    ),
    hints=(
        "A head has one weight for each pair of a target token and a source token.",
        "If nothing is kept, each of the 11 steps projects the whole memory again, in "
        "each layer.",
        "The memory does not change while the target is written. So once is enough, "
        "for each layer: each has a matrix of its own.",
    ),
    answer=floats(WEIGHTS, *ROWS),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "these are the weights of one head; a layer has four.",
            "your first number, then how many layers project the memory.",
            _weights(11 * 20),
        ),
        Wrong(
            "these are the weights of both layers; one layer is asked for.",
            "your first number, then the rows.",
            _weights(2 * 4 * 11 * 20, 2 * 11 * 20),
        ),
        Wrong(
            "those would be the weights of self-attention.",
            "your first number: which tokens give queries, and which give keys.",
            _weights(4 * 20 * 20, 4 * 11 * 11, 20 * 20, 11 * 11),
        ),
        Wrong(
            "the tokens of both sides were added: a weight belongs to a pair, one of "
            "each.",
            "your first number: sum or product.",
            _weights(4 * (11 + 20), 11 + 20, 4 * 31 * 31, 31 * 31),
        ),
        Wrong(
            "that is one layer; each of the two projects the memory for itself.",
            "how many layers there are.",
            _rows((220, 20)),
        ),
        Wrong(
            "keys alone are asked for; values would double both numbers.",
            "your last two numbers.",
            _rows((880, 80)),
        ),
        Wrong(
            "the layers do not share their keys: each has its own matrix.",
            "your last number.",
            _rows((440, 20)),
        ),
        Wrong(
            "the wrong side is projected: these are rows of the target, which grows by "
            "one at each step. The memory is all there from the first step.",
            "whose vectors give the keys.",
            _rows((2 * 66, 22), (2 * 11 * 11, 22), (440, 22)),
        ),
        Wrong(
            "the heads share one projection, cut into pieces: count a row once.",
            "your last two numbers.",
            _rows((4 * 440, 4 * 40)),
        ),
        Wrong(
            "the two cases are exchanged: what is kept saves work.",
            "the order of your last two numbers.",
            _rows((40, 440), (20, 220)),
        ),
        Wrong(
            "if nothing is kept, every one of the 11 steps projects the memory again.",
            "your second number.",
            _rows((40, 40), (20, 20)),
        ),
        Wrong(
            "if keys are kept, later steps project nothing: the memory stays the same.",
            "your last number: how often its 20 rows are projected.",
            _rows((440, 440), (220, 220), (440, 220)),
        ),
    ),
)
