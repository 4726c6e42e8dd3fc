"""The exercise two_steps_by_hand, of the chapter inside_a_model."""

from collections.abc import Iterable
from itertools import product

import numpy as np

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

TEXT = "fjordsfjordsfjo"
ANSWER = (3, 9, 8, 6)
FIRST, SECOND, BEFORE, START = ANSWER


def _places(
    *pairs: tuple[int, int], before: Iterable[int] = (), start: Iterable[int] = ()
) -> tuple[np.ndarray, ...]:
    """Return these two places, with the right rest or with what follows from them.

    What follows is the place before the second; more may be given.
    """
    found = []
    for first, second in pairs:
        befores = dict.fromkeys((BEFORE, second - 1, *before))
        starts = (START, *start)
        found += [floats(first, second, *rest) for rest in product(befores, starts)]
    return tuple(found)


def _seen(*befores: int) -> tuple[np.ndarray, ...]:
    """Return the right numbers, with each of these where head 1.1 looked."""
    return tuple(floats(FIRST, SECOND, before, START) for before in befores)


def _from(*starts: int) -> tuple[np.ndarray, ...]:
    """Return the right numbers, with each of these as the beginning."""
    return tuple(floats(FIRST, SECOND, BEFORE, start) for start in starts)


EXERCISE = ByHand(
    task="The model has read f j o r d s f j o r d s f j o (positions from 0), and now "
    "stands at the last o. "
    "(1) Two positions hold the letter that the induction head has to find: which is "
    "the earlier one? "
    "(2) Which is the later one? "
    "(3) Which position had the previous-token head looked at from (2), so that the "
    "induction head can find it? "
    "(4) What is the first position at which the model can guess the next letter in "
    "this way?",
    parts=(
        "(1) where the induction head may look: earlier",
        "(2) where it may look: later",
        "(3) where the previous-token head looked from (2)",
        "(4) the first position at which this works",
    ),
    hints=(
        "Write the positions under the letters: f is 0, j is 1, and so on up to 14. "
        "Which letter stands at 14, and where did it stand before?",
        "The induction head doesn't look at the earlier copies of o. It looks one "
        "further, at the letter that followed, because that is the one to copy.",
        "The previous-token head looks at the previous token, from every position. So "
        "each letter knows which one came before it.",
        "For the last number: the letter at which the model stands must have stood "
        "earlier. Which position is the first of that kind?",
    ),
    answer=floats(*ANSWER),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "these are the earlier copies of o. The induction head looks at what "
            "followed them: a copy of o would make the model guess o.",
            "the letter that comes next, and where it stood.",
            _places((2, 8), start=(5, 7)),
        ),
        Wrong(
            "these positions are one too high: they are counted from 1.",
            "the first f: its position is 0.",
            _places((4, 10), before=(9,), start=(7,)),
        ),
        Wrong(
            "the last o is taken for one of the earlier copies. What follows it has "
            "not been read yet.",
            "where o stood before position 14.",
            _places((9, 15), (3, 15), (8, 14), (2, 14)),
        ),
        Wrong(
            "position 13 is before the last one: the previous-token head looks there, "
            "in layer 1. The induction head looks for the letter that comes next.",
            "the letter that comes next, and where it stood.",
            _places((9, 13), (3, 13), (13, 14), (12, 13)),
        ),
        Wrong(
            "one of the two holds an o, the letter at which the model stands. The "
            "induction head needs the letter that comes next.",
            "the letters at your two positions: they must be the same.",
            _places((2, 3), (8, 9), (2, 9), (3, 8)),
        ),
        Wrong(
            "the two positions are right, but they have changed places.",
            "the order asked for: the earlier one first.",
            (*_places((9, 3)), floats(9, 3, 2, START)),
        ),
        Wrong(
            "this is the position itself. The previous-token head looks at the one "
            "before it.",
            "your third number: where does a previous-token head look from 9?",
            _seen(9),
        ),
        Wrong(
            "this is the position after it. No head sees what comes later.",
            "your third number: where does a previous-token head look from 9?",
            _seen(10),
        ),
        Wrong(
            "this is where the previous-token head looked from the earlier one, 3.",
            "your third number: it is asked for position 9.",
            _seen(2),
        ),
        Wrong(
            "this belongs to the last position. The previous-token head looked from "
            "there too, but what helps is what it wrote at 9, long before.",
            "your third number: where does a previous-token head look from 9?",
            _seen(13, 14),
        ),
        Wrong(
            "from 9, the previous-token head looks at 8. Position 3 holds the same "
            "letter, and it is the induction head that finds it.",
            "your third number: where does a previous-token head look from 9?",
            _seen(3),
        ),
        Wrong(
            "at the last letter of the first round, nothing shows that the text begins "
            "again: its letter has not stood earlier.",
            "your last number: the letter at that position needs an earlier copy.",
            _from(5),
        ),
        Wrong(
            "this is one too high. It may be the position of the letter that is "
            "guessed; asked for is where the model stands.",
            "your last number: where does a letter stand for the second time?",
            _from(7),
        ),
        Wrong(
            "this waits for the third round, but one earlier copy is enough.",
            "your last number: where does a letter stand for the second time?",
            _from(12, 13),
        ),
        Wrong(
            "the previous-token head finds something from position 1 on. The "
            "induction head needs more: an earlier copy of the letter at which the "
            "model stands.",
            "your last number: where does a letter stand for the second time?",
            _from(0, 1, 2, 3),
        ),
        Wrong(
            "this is later than needed: the whole second round works.",
            "your last number: where does a letter stand for the second time?",
            _from(8, 9, 14),
        ),
    ),
)
