"""The exercise rotary_embedding, of the chapter rotary_positions."""

import numpy as np

from .._engine import Case, Exercise, Wrong, floats
from ._turn_variants import (
    angle_added,
    angles_apart,
    at_speeds,
    half_split,
    laid_side_by_side,
    no_minus,
    no_partner,
    partners_apart,
    speeds,
    tokens_paired,
    turn,
    turned_by,
    two_steps,
)

NUMBERS = floats(
    [1, 2, -1, 0.5, 3, 0, -2, 1],
    [0.5, -1, 2, 1, 0, 1, 1, -3],
    [2, 0, 1, -1, 0.5, 2, 0, 1],
    [-1, 1, 0, 2, -0.5, 1, 3, 1],
)

EXERCISE = Exercise(
    task="Write f(x, positions, base): turn neighboring features as pairs, each by its "
    "token's position times base^(-2i / d) radians, where i counts the pairs from 0. x "
    "has shape (..., n, d), positions (n,), and the result the shape of x.",
    hints=(
        "First the speeds: base to the power of -2i / d, one for each of the d / 2 "
        "pairs. The exponents 2i are 0, 2, 4, ...",
        "Each token and each pair has an angle: position times speed, of shape (n, "
        "d / 2). So positions need one more axis.",
        "a is every second feature from 0, b every second from 1. The pair becomes (a "
        "cos - b sin, a sin + b cos), and goes back to the places it came from.",
    ),
    reference=turn,
    closed=("rotary_embedding",),
    cases=tuple(
        Case(note, {"x": x, "positions": np.array(positions), "base": base})
        for note, x, positions, base in (
            ("one pair, at position 1", floats([1, 0]), [1], 100.0),
            ("two tokens, two pairs", NUMBERS[:2, :4], [0, 1], 100.0),
            ("base 10000, positions in any order", NUMBERS[:3], [5, 0, 3], 10000.0),
            (
                "positions between the whole numbers",
                NUMBERS[:3, :6],
                [0.5, 1, 1.5],
                50.0,
            ),
            (
                "two samples",
                np.stack([NUMBERS[:, :4], NUMBERS[:, 4:]]),
                [2, 3, 4, 5],
                1000.0,
            ),
            (
                "base 10, from position 7 on",
                floats([3, 1, 0, 2], [1, 0, 2, -1], [1, 1, 4, 0]),
                [7, 8, 9],
                10.0,
            ),
        )
    ),
    wrongs=(
        Wrong(
            "a feature is paired with the one half a vector further on; here "
            "neighbors are partners. This is the other layout, half-split.",
            "which features make a pair: 0 and 1, then 2 and 3.",
            (half_split,),
        ),
        Wrong(
            "two layouts are mixed: the pairs are those of one and the angles those "
            "of the other, so the two numbers of a pair turn at different speeds.",
            "whether a feature and its partner get the same angle.",
            (partners_apart, angles_apart),
        ),
        Wrong(
            "the pairs are turned backwards: the sines have the wrong sign.",
            "(1, 0) at position 1: its second number must be sin 1, above 0.",
            (lambda x, p, base: turn(x, -p, base),),
        ),
        Wrong(
            "the exponent is i / d in place of 2i / d. The hands turn too fast.",
            "the second pair: i is 1, so its exponent is -2 / d.",
            (at_speeds(lambda d: np.arange(d // 2) / d),),
        ),
        Wrong(
            "2i is divided by d / 2, not by d. The hands turn too slowly.",
            "the number that you divide by in the exponent.",
            (at_speeds(lambda d: np.arange(0, d, 2) / (d // 2)),),
        ),
        Wrong(
            "the exponents run to -1; they stop one pair earlier, at -(d - 2) / d.",
            "the speed of the last pair.",
            (at_speeds(lambda d: np.linspace(0, 1, d // 2)),),
        ),
        Wrong(
            "the exponent has no minus sign, so later pairs turn faster and faster.",
            "which pair is the fastest: the first one.",
            (at_speeds(lambda d: -np.arange(0, d, 2) / d),),
        ),
        Wrong(
            "all pairs turn at the same speed; each has its own.",
            "the angle of the second pair.",
            (at_speeds(lambda d: np.zeros(d // 2)),),
        ),
        Wrong(
            "the angles are taken as degrees; they are radians.",
            "(1, 0) at position 1: its first number must be cos 1 = 0.5403.",
            (
                lambda x, p, base: turned_by(
                    np.radians(p[:, None] * speeds(x.shape[-1], base)), x
                ),
            ),
        ),
        Wrong(
            "the angle is added to the features; they should be turned by it.",
            "cosine and sine: where are they?",
            (angle_added,),
        ),
        Wrong(
            "positions is not used: the tokens are counted from 0 instead.",
            "the first case: its only token stands at position 1.",
            (lambda x, p, base: turn(x, np.arange(x.shape[-2]), base),),
        ),
        Wrong(
            "positions are counted from 1; at position 0 nothing turns.",
            "the case with position 0: its row must stay as it is.",
            (lambda x, p, base: turn(x, p + 1, base),),
        ),
        Wrong(
            "base is not used: it is always 10000.",
            "the number that is raised to a power.",
            (lambda x, p, base: turn(x, p, 10000.0),),
        ),
        Wrong(
            "the second number is computed from the first one after its turn; both "
            "need the old pair.",
            "the order of your two lines: which a stands in the second?",
            (two_steps,),
        ),
        Wrong(
            "a minus is missing: with two plus signs this is no turn, and lengths "
            "change.",
            "the first number of a pair: a cos - b sin.",
            (no_minus,),
        ),
        Wrong(
            "each number is multiplied by its own cosine and sine; the sine belongs to "
            "its partner.",
            "the first number of a pair: a cos - b sin.",
            (no_partner,),
        ),
        Wrong(
            "the pairs are turned correctly, but put together in halves: all first "
            "numbers, then all second ones. They go back to their old places.",
            "how you put the two results together.",
            (laid_side_by_side,),
        ),
        Wrong(
            "positions and speeds don't line up: there is an angle for each token and "
            "each pair, of shape (n, d / 2).",
            "the shape of your angles, and where positions need another axis.",
            (
                lambda x, p, base: turned_by(p * speeds(x.shape[-1], base), x),
                lambda x, p, base: turned_by(p * speeds(x.shape[-1], base)[:, None], x),
            ),
        ),
        Wrong(
            "tokens are paired with each other; a pair is two features of one token.",
            "which axis you cut into pairs: it is the last one.",
            (tokens_paired,),
        ),
    ),
)
