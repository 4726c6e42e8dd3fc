"""The exercise embedding_by_hand, of the chapter embeddings_and_positions."""

import numpy as np

from ...kernels.embedding import sinusoidal_positions
from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

TABLE = floats([0.1, 0.2, 0.3, 0.4], [0.5, -0.5, 1, 0], [-1, 0.5, 0, 2])
POSITIONS = sinusoidal_positions(3, 4)


def _vector(token_id: int, position: int, scale: float = 2) -> np.ndarray:
    """Return a token's row, scaled, with a position's sinusoid added."""
    return scale * TABLE[token_id] + POSITIONS[position]


EXERCISE = ByHand(
    task="The table's rows are [0.1, 0.2, 0.3, 0.4], [0.5, -0.5, 1, 0] and [-1, 0.5, "
    "0, 2]. The ids are 2, 1. Give the vector of the second token, scaled and with its "
    "position added: four numbers, to two decimals.",
    parts=(
        "first feature",
        "second feature",
        "third feature",
        "fourth feature",
    ),
    hints=(
        "Ids and positions are counted from 0: the second token has id 1 and stands at "
        "position 1.",
        "There are four features, so a row is multiplied by the root of 4.",
        "The position's four numbers are sin 1, cos 1, sin 0.01, cos 0.01, in radians. "
        "They are added after the row is multiplied.",
    ),
    answer=_vector(1, 1),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the row is not multiplied by the root of d_model.",
            "the step between the lookup and the position.",
            (_vector(1, 1, scale=1),),
        ),
        Wrong(
            "the position is multiplied too; only the token's row is.",
            "which comes first, the root or the position.",
            (2 * _vector(1, 1, scale=1),),
        ),
        Wrong(
            "the row is multiplied by d_model = 4; its root is asked for.",
            "the root.",
            (_vector(1, 1, scale=4),),
        ),
        Wrong(
            "positions are counted from 1 here; the first is position 0.",
            "which position the second token has.",
            (_vector(1, 2),),
        ),
        Wrong(
            "this is the row at position 0; the second token stands at position 1.",
            "which position the second token has.",
            (_vector(1, 0),),
        ),
        Wrong(
            "the row is one too early: ids are counted from 0.",
            "which row has the id 1.",
            (_vector(0, 1),),
        ),
        Wrong(
            "this is the first token.",
            "the two ids, and which of them is asked for.",
            (_vector(2, 0),),
        ),
        Wrong(
            "the row is that of the id 2; the second token has the id 1.",
            "the list of ids.",
            (_vector(2, 1),),
        ),
        Wrong(
            "the sines stand first and the cosines after them; they take turns.",
            "the order of the position's four numbers.",
            (2 * TABLE[1] + POSITIONS[1, [0, 2, 1, 3]],),
        ),
        Wrong(
            "sine and cosine are exchanged; the sine comes first.",
            "position 0: its first number is sin 0 = 0.",
            (2 * TABLE[1] + POSITIONS[1, [1, 0, 3, 2]],),
        ),
        Wrong(
            "the angles are taken in degrees; they are radians.",
            "your calculator: sin 1 is 0.8415.",
            (2 * TABLE[1] + floats(0.0175, 0.9998, 0.0002, 1),),
        ),
        Wrong("the position is not added.", "your last step.", (2 * TABLE[1],)),
    ),
)
