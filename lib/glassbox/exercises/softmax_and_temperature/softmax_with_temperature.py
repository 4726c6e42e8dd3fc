"""The exercise softmax_with_temperature, of the chapter softmax_and_temperature."""

from collections.abc import Callable

import numpy as np

from ...kernels.probability import log_softmax, softmax
from .._engine import Case, Exercise, Wrong, floats
from ._shared import UNSHIFTED, softmax_over


def _reference(logits: np.ndarray, temperature: float) -> np.ndarray:
    return softmax(logits, temperature=temperature)


def _careful(function: Callable) -> Callable:
    """Make a variant right at T = 0 and T < 0, so that one mistake is left."""

    def variant(logits: np.ndarray, temperature: float) -> np.ndarray:
        usual = temperature > 0
        return (
            function(logits, temperature) if usual else _reference(logits, temperature)
        )

    return variant


def _at_zero(limit: Callable) -> Callable:
    """Build a softmax that is right but for its limit at T = 0."""

    def variant(logits: np.ndarray, temperature: float) -> np.ndarray:
        return limit(logits) if temperature == 0 else _reference(logits, temperature)

    return variant


def _divided_first(z: np.ndarray, temperature: float) -> np.ndarray:
    z = z / temperature
    exponentials = np.exp(z - z.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def _ties_of_all_rows(z: np.ndarray) -> np.ndarray:
    largest = z == z.max(axis=-1, keepdims=True)
    return largest / largest.sum()


def _any_sign(z: np.ndarray, temperature: float) -> np.ndarray:
    return softmax(-z if temperature < 0 else z, temperature=abs(temperature))


def _case(note: str, temperature: float, logits: np.ndarray) -> Case:
    return Case(note, {"scores": logits, "temperature": temperature})


HALF = np.array([60000, 0], dtype=np.float16)

EXERCISE = Exercise(
    task="Write f(scores, temperature): the softmax of scores / temperature along the "
    "last axis. Temperature 0 is the limit: everything to the largest score, ties "
    "split evenly. A negative temperature is a ValueError.",
    hints=(
        "The temperature divides the scores, before the exponential. A small one "
        "makes differences larger.",
        "Nothing can be divided by 0, so T = 0 needs a branch of its own: which "
        "entries equal the row's maximum, and how many of them are there?",
        "Subtract the row's maximum before you divide by T: the largest number is "
        "then 0, and 0 / T cannot overflow.",
    ),
    reference=_reference,
    closed=("softmax", "next_token_probabilities"),
    cases=(
        _case("T = 1, the plain softmax", 1.0, floats(3, 1, 0.5)),
        _case("T = 2 flattens", 2.0, floats(3, 1, 0.5)),
        _case("T = 0.5 sharpens", 0.5, floats(3, 1, 0.5)),
        _case("two rows", 2.0, floats([0.5, -1, 2], [3, 0, 1])),
        _case("large scores", 0.5, floats(1000, 1001)),
        _case("one row far below the other", 2.0, floats([0, 1], [-4000, -4001])),
        _case("T = 0, everything to the largest", 0.0, floats(3, 1, 0.5)),
        _case("T = 0 with a tie, shared", 0.0, floats(2, 5, 5)),
        _case("T = 0, two rows", 0.0, floats([1, 2, 3], [4, 4, 1])),
        _case("a negative temperature is refused", -1.0, floats(3, 1, 0.5)),
        _case("float16, whose largest number is 65504", 0.05, HALF),
    ),
    wrongs=(
        Wrong(
            "you multiplied by the temperature.",
            "the sign / or * between scores and temperature: does a large T flatten?",
            (lambda z, t: softmax(z * t),),
        ),
        Wrong(
            "the temperature has no effect: it is ignored, or cancels, as it does "
            "when exponentials are divided by it and then by their sum.",
            "where the temperature enters: it belongs inside exp.",
            (lambda z, t: softmax(z),),
        ),
        Wrong(
            "the probabilities are divided by the temperature, so that they no longer "
            "sum to 1; it has to divide the scores.",
            "the order of your steps: temperature, then exp, then the sum.",
            (lambda z, t: softmax(z) / t,),
        ),
        Wrong(
            "the order is turned round at every temperature: there is a minus sign "
            "before the scores, as physics has before energies.",
            "the sign of the exponent.",
            (_careful(lambda z, t: softmax(-z / t)), lambda z, t: softmax(-z / t)),
        ),
        Wrong(
            "your whole array sums to 1, not each row: normalize the last axis.",
            "the axis of your sum.",
            tuple(softmax_over(None, axis) for axis in (-1, None, 0, UNSHIFTED)),
        ),
        Wrong(
            "each column sums to 1, not each row: axis 0 runs down the columns.",
            "the axis of your sum; the entries of a row compete, along the last axis.",
            tuple(softmax_over(0, axis) for axis in (0, -1, None, UNSHIFTED)),
        ),
        Wrong(
            "no maximum subtracted: 1001 at T = 0.5 gives nan, since exp overflows.",
            "what you do before exp.",
            (softmax_over(-1, UNSHIFTED),),
        ),
        Wrong(
            "the maximum of the whole array is subtracted, not each row's own: a row "
            "far below the largest becomes 0 divided by 0.",
            "the axis of your maximum.",
            (softmax_over(-1, None),),
        ),
        Wrong(
            "these are logarithms of probabilities (log-softmax), not probabilities.",
            "your last step: which function undoes a logarithm?",
            (lambda z, t: log_softmax(z, temperature=t),),
        ),
        Wrong(
            "T = 0 is not handled separately: dividing by it gives nan or an error.",
            "a branch for T = 0 that gives the limit.",
            (softmax_over(-1), _divided_first, lambda z, t: softmax(z * (1 / t))),
        ),
        Wrong(
            "T = 0 gives what T = 1 gives.",
            "your branch for T = 0; `temperature or 1` takes 0 for nothing given.",
            (_at_zero(softmax),),
        ),
        Wrong(
            "T = 0 gives equal probabilities: that is the other limit, T to infinity.",
            "your branch for T = 0: small temperatures sharpen.",
            (_at_zero(lambda z: np.full(z.shape, 1 / z.shape[-1])),),
        ),
        Wrong(
            "at T = 0 the first of several largest scores gets everything; ties have "
            "to split it evenly.",
            "argmax, which names one entry: compare with the maximum instead.",
            (_at_zero(lambda z: np.eye(z.shape[-1])[z.argmax(axis=-1)]),),
        ),
        Wrong(
            "at T = 0 each of several largest scores gets 1; the 1 is for all of them "
            "together.",
            "what your row sums to when there is a tie.",
            (_at_zero(lambda z: 1.0 * (z == z.max(axis=-1, keepdims=True))),),
        ),
        Wrong(
            "at T = 0 the rows are not kept apart.",
            "the axis of the maximum, and of the sum, in your branch for T = 0.",
            (
                _at_zero(lambda z: (z == z.max()) / (z == z.max()).sum()),
                _at_zero(_ties_of_all_rows),
            ),
        ),
        Wrong(
            "a negative temperature is accepted: it turns the order round.",
            "a check at the top that raises ValueError.",
            (_any_sign,),
        ),
        Wrong(
            "you divide by T before the maximum is subtracted, and the quotient "
            "overflows: 60000 / 0.05 is too large for float16.",
            "the order: maximum first, temperature second.",
            (_careful(_divided_first),),
        ),
    ),
)
