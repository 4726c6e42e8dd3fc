"""The exercise induction_scores, of the chapter inside_a_model."""

import numpy as np

from .._engine import Case, Exercise, Wrong, floats
from . import _copies as made
from ._weights import alone, causal

ROUNDS = (
    causal([1], [0.4, 0.6], [0.3, 0.5, 0.2], [0.1, 0.6, 0.1, 0.2], [0, 0.1, 0.7, 0.2]),
    causal(
        [1],
        [0.1, 0.9],
        [0.7, 0.2, 0.1],
        [0.5, 0.1, 0.3, 0.1],
        [0.2, 0.4, 0.1, 0.2, 0.1],
    ),
)
THREE_ROUNDS = causal(
    [1],
    [0.8, 0.2],
    [0.3, 0.6, 0.1],
    [0.1, 0.2, 0.5, 0.2],
    [0.1, 0.35, 0.1, 0.4, 0.05],
    [0.05, 0.1, 0.55, 0.05, 0.15, 0.1],
)
SCATTERED = (
    THREE_ROUNDS,
    causal(
        [1],
        [0.5, 0.5],
        [0.1, 0.1, 0.8],
        [0.2, 0.65, 0.05, 0.1],
        [0.4, 0.1, 0.2, 0.2, 0.1],
        [0.05, 0.1, 0.75, 0, 0.05, 0.05],
    ),
)
TWO_FOLLOWERS = causal(
    [1],
    [0.6, 0.4],
    [0.15, 0.8, 0.05],
    [0.3, 0.1, 0.2, 0.4],
    [0.1, 0.3, 0.1, 0.45, 0.05],
)

EXERCISE = Exercise(
    task="Write f(weights, ids): how much each head does induction. weights has the "
    "shape (n_heads, n, n), queries before keys; ids, (n,), says which token stands "
    "where. A position counts if its token has stood earlier. There, add up the "
    "weights on the tokens that followed its earlier copies. The result is the mean "
    "over the positions that count, one number for each head.",
    hints=(
        "Work through the ids 0 1 2 0 1 first. Position 3 has an earlier copy at 0, so "
        "its weight on 1 counts. And position 4?",
        "ids[:, None] == ids compares every position with every other. Only copies "
        "that stand earlier are wanted, which is below the diagonal.",
        "If a copy stands at j, the weight on j + 1 counts. A position may have "
        "several such copies: their weights are added up.",
        "At the end, divide by the number of positions that have at least one earlier "
        "copy. The first round has none.",
    ),
    reference=made.induction_scores,
    cases=(
        Case(
            "two heads, rounds of three tokens",
            {"weights": floats(*ROUNDS), "ids": np.array([0, 1, 2, 0, 1])},
        ),
        Case(
            "a third round: some tokens have two earlier copies",
            {"weights": floats(THREE_ROUNDS), "ids": np.array([4, 2, 4, 2, 4, 2])},
        ),
        Case(
            "no rounds, but two tokens come again",
            {"weights": floats(*SCATTERED), "ids": np.array([3, 1, 2, 3, 4, 1])},
        ),
        Case(
            "a token that was followed by different ones",
            {"weights": floats(TWO_FOLLOWERS), "ids": np.array([0, 1, 0, 2, 0])},
        ),
        Case(
            "a head that looks nowhere else",
            {
                "weights": alone(0, 0, 0, 1, 2, 3)[None],
                "ids": np.array([5, 0, 7, 5, 0, 7]),
            },
        ),
    ),
    wrongs=(
        Wrong(
            "this is the weight on the earlier copies themselves. Induction looks one "
            "further, at what followed them.",
            "which key counts if a copy stands at j.",
            (made.looking_at(made.itself),),
        ),
        Wrong(
            "this is the weight on what stood before the earlier copies. Induction "
            "looks at what followed them.",
            "the direction in which you move from the copy.",
            (made.looking_at(made.before),),
        ),
        Wrong(
            "of several earlier copies, only the latest counts here. What followed the "
            "others is as good.",
            "the third round: there are two keys to add up.",
            (made.looking_at(made.of_the_latest),),
        ),
        Wrong(
            "of several earlier copies, only the first counts here. What followed the "
            "others is as good.",
            "the third round: there are two keys to add up.",
            (made.looking_at(made.of_the_first),),
        ),
        Wrong(
            "the mean is taken over all positions, also over those whose token is new. "
            "At those there is nothing to find.",
            "the number by which you divide.",
            (made.averaged_by(made.over_all_positions),),
        ),
        Wrong(
            "copies that are still to come count too, so the first round is in the "
            "mean. A head can't see what comes later.",
            "which copies stand earlier.",
            (made.later_ones_too,),
        ),
        Wrong(
            "this is the mean over all the keys that count. A position with two of "
            "them gets their sum, and then counts once.",
            "the number by which you divide: positions, not keys.",
            (made.averaged_by(made.over_all_places),),
        ),
        Wrong(
            "at a position with several earlier copies, the weights are averaged. They "
            "are added up: a head may share its attention among them.",
            "what you do with two keys of one position.",
            (made.averaged_by(made.copies_averaged),),
        ),
        Wrong(
            "this is the sum over the positions; the mean is asked for.",
            "a head that looks nowhere else: its score is 1.",
            (made.averaged_by(lambda on_them, *rest: on_them.sum(axis=-1)),),
        ),
        Wrong(
            "queries and keys are exchanged, and the mask has made those weights 0.",
            "the order of the axes: heads, queries, keys.",
            (made.transposed,),
        ),
        Wrong(
            "the heads are averaged too. Each has a score of its own.",
            "the axis of your mean.",
            (lambda weights, ids: made.induction_scores(weights, ids).mean(),),
        ),
        Wrong(
            "these are the numbers of all positions. Their mean is asked for, over the "
            "positions that count.",
            "the shape of the result: one number for each head.",
            (
                made.averaged_by(lambda on_them, *rest: on_them),
                made.averaged_by(
                    lambda on_them, earlier, weights: on_them[:, earlier.any(axis=1)]
                ),
            ),
        ),
        Wrong(
            "this counts how often the largest weight is on a right key. How much "
            "weight lies there is asked for.",
            "whether you need argmax at all.",
            (made.averaged_by(made.hits),),
        ),
    ),
)
