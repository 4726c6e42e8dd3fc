"""What Python says of answers by hand: the page must say the same."""

import numpy as np
from glassbox import check
from glassbox.exercises._engine import ByHand

# With five digits, all of them exact in binary: halfway between two of four digits.
TIES = [0.15625, 1.5625, -3.0625, 15.625, 1234.5, 1235.5, 10005.0, 100015.0]
EXTREME = [0.0, -0.0, 9999.5, 99995.0, 1e16, -2.5e-7, 9.9996e-5, 1e-4, 1e300, 5e-324]


def fixture():
    """Return each exercise's data, answers to it, and the verdicts on these."""
    rng = np.random.default_rng(0)
    exercises = [one for one in check if isinstance(one, ByHand)]
    return [
        {
            "data": exercise.as_data(),
            "verdicts": [
                verdict(exercise, given) for given in answers_to(exercise, rng)
            ],
        }
        for exercise in exercises
    ]


def verdict(exercise, given):
    """Return an answer with what is said of it, but for the last line of a failure."""
    passed, text = (found := exercise.examine(given)).passed, found.text
    kept = text if passed else text.rpartition("\n")[0]
    return {"given": np.asarray(given).tolist(), "passed": passed, "text": kept}


def answers_to(exercise, rng):
    """Yield right and wrong answers, all roundings of them, and others."""
    right = np.asarray(exercise.answer, dtype=float)
    known = [np.asarray(e, dtype=float) for w in exercise.wrongs for e in w.examples]
    for answer in [right, *filter(lambda one: np.isfinite(one).all(), known)]:
        yield answer
        yield from (answer.round(decimals) for decimals in range(5))
    for place in range(right.size):
        for shift in (0.0054, 0.0056, -0.02, 1.0):
            yield right + shift * (np.arange(right.size) == place).reshape(right.shape)
    for size in (1, 1e-6, 1e4, 1e17):
        yield from size * rng.normal(size=(2, *right.shape))
    for odd in (TIES, EXTREME):
        yield from rng.choice(odd, size=(8, *right.shape))
