"""The exercise cached_step, of the chapter writing_costs."""

import math
from collections.abc import Callable

from .._engine import Case, Exercise, Wrong, floats
from . import _step_variants as made
from ._shared import joined


def _case(
    note: str, query: list, key: list, value: list, keys: list, values: list
) -> Case:
    given = {"query": floats(*query), "key": floats(*key), "value": floats(*value)}
    given["cache_keys"] = floats(*keys).reshape(-1, len(key))
    given["cache_values"] = floats(*values).reshape(-1, len(value))
    return Case(note, given)


def _shown(*variants: Callable) -> tuple[Callable, ...]:
    """Join the results of variants, as those of an answer are joined."""
    return tuple(joined(variant) for variant in variants)


EXERCISE = Exercise(
    task="Write f(query, key, value, cache_keys, cache_values): one step of writing, "
    "for one head. query, key and value belong to the new token and are vectors; the "
    "cache has a row for each earlier token. Return three things: the new token's "
    "output, the keys with its own as the last row, and the values likewise. The cache "
    "you were given must stay as it is. The check shows the three one below the other.",
    hints=(
        "The new token attends to itself too. So its key and its value join the cache "
        "before its query looks at anything.",
        "A row that joins a table needs two axes: key[None] has the shape (1, d_k). "
        "np.concatenate makes a new array and leaves the old one alone.",
        "One query meets n + 1 keys: keys @ query has one product for each. Divide by "
        "the root of d_k, take the softmax, and mix the rows of the values.",
    ),
    reference=joined(made.step),
    adapt=joined,
    cases=(
        _case(
            "one token in the cache",
            [2, 1, 0, 2],
            [1, 0, 0, 1],
            [0, 4, 0, 6],
            [[0, 3, 2, 0]],
            [[8, 0, 2, 0]],
        ),
        _case(
            "three tokens in the cache",
            [1, -1],
            [3, 1],
            [1, 5],
            [[2, 1], [0, 2], [4, -1]],
            [[10, 0], [0, 20], [-5, 3]],
        ),
        _case(
            "values narrower than keys",
            [1, 2, 0],
            [2, 0, 1],
            [6, 1],
            [[1, 1, 0], [0, 1, 2]],
            [[0, 4], [8, -2]],
        ),
        _case("the first token: an empty cache", [1, 2, 0], [0, 1, 3], [5, 6], [], []),
    ),
    wrongs=(
        Wrong(
            "the new token's rows come first. The output is right, because attention "
            "doesn't ask for an order, but the last row must be the newest.",
            "the order of the two parts that you join.",
            _shown(made.at_the_front),
        ),
        Wrong(
            "the new key joins at one end and the new value at the other, so that keys "
            "and values no longer belong together.",
            "the order of the two parts that you join, for keys and for values.",
            _shown(made.ends_mixed_up, made.other_ends_mixed_up),
        ),
        Wrong(
            "the new token attends to itself alone: the output is its own value.",
            "which keys meet the query: those of the cache as well.",
            _shown(made.mixed_by(made.itself_alone)),
        ),
        Wrong(
            "the new token attends to the old cache, without itself. Its own key and "
            "value come too late.",
            "what comes first: keep the new rows, or attend.",
            _shown(made.before_keeping),
        ),
        Wrong(
            "the products are not divided by sqrt(d_k).",
            "the step between the products and the softmax.",
            _shown(made.scaled_by(lambda query, keys: 1)),
        ),
        Wrong(
            "the products are divided by d_k; divide by its root.",
            "the root.",
            _shown(made.scaled_by(lambda query, keys: 1 / query.shape[-1])),
        ),
        Wrong(
            "the number under the root is that of the tokens, or the width of a value; "
            "d_k is the width of a key.",
            "the number under the root.",
            _shown(
                made.rooted_by_values,
                made.scaled_by(lambda query, keys: 1 / math.sqrt(len(keys))),
                made.scaled_by(
                    lambda query, keys: 1 / math.sqrt(max(1, len(keys) - 1))
                ),
            ),
        ),
        Wrong(
            "the softmax is missing: the scores are not weights yet.",
            "how scores become weights, which sum to 1.",
            _shown(
                made.mixed_by(made.scores_as_weights),
                made.mixed_by(made.divided_by_their_sum),
            ),
        ),
        Wrong(
            "all tokens get the same weight.",
            "the axis of the softmax, and whether the query comes in.",
            _shown(made.mixed_by(made.evenly)),
        ),
        Wrong(
            "the cache comes back as it was, so the next step will not know this "
            "token.",
            "what you return: the keys and the values with the new rows.",
            _shown(made.nothing_kept),
        ),
        Wrong(
            "the new key is kept, but the new value is not.",
            "the values that you return.",
            _shown(made.values_not_kept),
        ),
        Wrong(
            "there is one key more than there are values: the new value is not in the "
            "cache yet.",
            "the values that you mix.",
            _shown(made.values_left_short),
        ),
        Wrong(
            "the oldest token is dropped; a cache keeps all of them, and grows.",
            "the number of rows: one more than before.",
            _shown(made.oldest_dropped),
        ),
        Wrong(
            "the newest row of the cache is written over; the new token needs a row of "
            "its own.",
            "the number of rows: one more than before.",
            _shown(made.newest_replaced),
        ),
        Wrong(
            "the query is kept as a key. Queries are used once, and then they are "
            "gone.",
            "what you append to the keys.",
            _shown(made.query_kept),
        ),
        Wrong(
            "the new key looks around in place of the new query.",
            "what you multiply with the keys.",
            _shown(made.key_looks),
        ),
        Wrong(
            "np.append without an axis flattens the cache to one long row of numbers.",
            "the axis along which you join: rows are axis 0.",
            _shown(made.joined_flat),
        ),
        Wrong(
            "a vector can't join a table: the cache has two axes, and the new key has "
            "one.",
            "key[None], which has the shape (1, d_k).",
            _shown(made.vector_beside_table),
        ),
        Wrong(
            "the order of the results is another one: the output comes first.",
            "your last line: output, keys, values.",
            _shown(made.in_reverse),
        ),
        Wrong(
            "these are the weights; the values are not mixed yet.",
            "your first result.",
            _shown(made.weights_told),
        ),
        Wrong(
            "only the output comes back, but the next step needs the grown cache.",
            "your last line: output, keys, values.",
            _shown(made.output_alone),
        ),
    ),
)
