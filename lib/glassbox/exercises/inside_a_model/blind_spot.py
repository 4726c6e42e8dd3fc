"""The exercise blind_spot, of the chapter inside_a_model."""

import numpy as np

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

ALL, NO_A, NO_B, NEITHER = 97, 95, 90, 12  # percent of right answers
COST_A, COST_B, COST_BOTH = ALL - NO_A, ALL - NO_B, ALL - NEITHER
LATER = NO_B - NEITHER  # what A's cut costs once B is cut
ADDED = ALL - COST_A - COST_B
MISSED = ADDED - NEITHER
FROM_100 = NO_A + NO_B - 100  # a mistake: where both costs are counted from 100


def _alone(*costs: float) -> tuple[np.ndarray, ...]:
    return tuple(floats(cost, LATER, ADDED, MISSED) for cost in costs)


def _afterwards(*costs: float) -> tuple[np.ndarray, ...]:
    return tuple(floats(COST_A, cost, ADDED, MISSED) for cost in costs)


def _expected(*lefts: float) -> tuple[np.ndarray, ...]:
    """Return the right costs, with each of these left over, and what follows."""
    pairs = ((left, rest) for left in lefts for rest in (left - NEITHER, MISSED))
    return tuple(floats(COST_A, LATER, *pair) for pair in pairs)


def _beyond(*points: float) -> tuple[np.ndarray, ...]:
    return tuple(floats(COST_A, LATER, ADDED, point) for point in points)


EXERCISE = ByHand(
    task="A model is right in 97 % of the cases. Without head A it is right in 95 %, "
    "without head B in 90 %, and without both in 12 %. How many points does it cost to "
    "cut A alone? How many points does it cost to cut A when B is cut already? What "
    "percentage would be right without both if the costs of the two single cuts added "
    "up? And by how many points is it really below that? Four numbers.",
    parts=(
        "points lost by cutting A alone",
        "points lost by cutting A when B is cut already",
        "percent right without both, if costs added up",
        "points by which it is really below that",
    ),
    hints=(
        "A cost is a difference: right answers before the cut, minus right answers "
        "after it.",
        "If B is cut already, the model starts from 90 %. Where does it end when A is "
        "cut as well?",
        "For the third number, find out what each cut costs alone. If that were all, "
        "what would be left of the 97?",
        "The last number compares what you have found in the third with the 12 % that "
        "were measured.",
    ),
    answer=floats(COST_A, LATER, ADDED, MISSED),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "this is what is left without A; the points lost are asked for.",
            "your first number: 97 minus that.",
            _alone(NO_A),
        ),
        Wrong(
            "this is what B's cut costs; A's is asked for.",
            "your first number: 95 % are right without A.",
            _alone(COST_B),
        ),
        Wrong(
            "this is counted from 100 %, but the whole model has 97 %.",
            "where each difference begins.",
            (
                *_alone(100 - NO_A),
                floats(100 - NO_A, LATER, FROM_100, FROM_100 - NEITHER),
                *_expected(100 - COST_A - COST_B, FROM_100),
            ),
        ),
        Wrong(
            "these are points lost, so they are not negative.",
            "which of two numbers you take from the other.",
            (
                *_alone(-COST_A),
                *_afterwards(-LATER),
                *_beyond(-MISSED),
                floats(-COST_A, -LATER, ADDED, MISSED),
                floats(-COST_A, -LATER, ADDED, -MISSED),
            ),
        ),
        Wrong(
            "this is what both cuts cost together. Here B is cut already, so the model "
            "starts from 90 %.",
            "your second number: its beginning.",
            _afterwards(COST_BOTH),
        ),
        Wrong(
            "this is what B's cut costs when A is cut already. The question is the "
            "other way round: what does A's cut cost when B is cut?",
            "your second number: it begins without B.",
            _afterwards(NO_A - NEITHER),
        ),
        Wrong(
            "this is what A's cut costs alone. What a cut costs depends on what else "
            "is cut.",
            "your second number: it begins at 90 % and ends at 12 %.",
            _afterwards(COST_A),
        ),
        Wrong(
            "this is what B's cut costs alone. Here B is cut already: how much worse "
            "does it get if A is cut, too?",
            "your second number: it begins at 90 % and ends at 12 %.",
            _afterwards(COST_B),
        ),
        Wrong(
            "this is what is left without both; the points lost are asked for.",
            "your second number: it begins at 90 % and ends at 12 %.",
            _afterwards(NEITHER),
        ),
        Wrong(
            "this is the sum of the two costs. What is left of the 97 % is asked for.",
            "your third number: it is a percentage of right answers.",
            (*_expected(COST_A + COST_B), *_expected(COST_A + COST_BOTH)),
        ),
        Wrong(
            "only one of the two costs is taken off.",
            "your third number: A costs something, and so does B.",
            _expected(NO_A, NO_B),
        ),
        Wrong(
            "the two percentages are averaged. If both cuts cost something, the result "
            "is below each of them.",
            "your third number: what is left after two costs.",
            _expected((NO_A + NO_B) / 2),
        ),
        Wrong(
            "the two percentages are multiplied. The question is about costs that add "
            "up.",
            "your third number: 97 minus two costs.",
            _expected(NO_A * NO_B / 100, NO_A * NO_B / ALL),
        ),
        Wrong(
            "this is what was measured without both. The third number is what one "
            "would expect from the two single cuts.",
            "your third number: 97 minus two costs.",
            (*_expected(NEITHER), floats(COST_A, LATER, NEITHER, COST_BOTH)),
        ),
        Wrong(
            "this compares with the whole model. Asked for is how much worse it is "
            "than you expected from the single cuts.",
            "your last number: it begins with your third.",
            _beyond(COST_BOTH),
        ),
        Wrong(
            "this compares with a single cut. Asked for is how much worse it is than "
            "you expected from both.",
            "your last number: it begins with your third.",
            _beyond(NO_A - NEITHER, LATER),
        ),
        Wrong(
            "this is what was measured without both, not a difference.",
            "your last number: it begins with your third.",
            _beyond(NEITHER),
        ),
    ),
)
