"""One step of writing with a cache, and the mistakes that are made in it."""

import math
from collections.abc import Callable

import numpy as np

from ...kernels.attention import scaled_dot_product_attention
from ...kernels.probability import softmax

Array = np.ndarray
Arrays = tuple[Array, Array, Array]  # output, keys, values


def step(query: Array, key: Array, value: Array, keys: Array, values: Array) -> Arrays:
    """Keep the new token's key and value, and attend with its query."""
    keys, values = np.vstack([keys, key]), np.vstack([values, value])
    output = scaled_dot_product_attention(query[None], keys, values).output[0]
    return output, keys, values


def mixed_by(weigh: Callable[[Array, Array], Array]) -> Callable[..., Arrays]:
    """Build a step whose weights are weigh(query, keys), with the new key."""

    def variant(
        query: Array, key: Array, value: Array, keys: Array, values: Array
    ) -> Arrays:
        keys, values = np.vstack([keys, key]), np.vstack([values, value])
        return weigh(query, keys) @ values, keys, values

    return variant


def scaled_by(scale: Callable[[Array, Array], float]) -> Callable[..., Arrays]:
    """Build a step whose products are multiplied by scale(query, keys)."""
    return mixed_by(
        lambda query, keys: softmax(keys @ query * scale(query, keys)),
    )


def rooted_by_values(
    query: Array, key: Array, value: Array, keys: Array, values: Array
) -> Arrays:
    """Take the width of a value for that of a key."""
    of_value = scaled_by(lambda query, keys: 1 / math.sqrt(value.shape[-1]))
    return of_value(query, key, value, keys, values)


def scores_as_weights(query: Array, keys: Array) -> Array:
    return keys @ query / math.sqrt(query.shape[-1])


def divided_by_their_sum(query: Array, keys: Array) -> Array:
    scores = scores_as_weights(query, keys)
    return scores / scores.sum()


def itself_alone(query: Array, keys: Array) -> Array:
    return np.eye(len(keys))[-1]


def evenly(query: Array, keys: Array) -> Array:
    return np.full(len(keys), 1 / len(keys))


def at_the_front(
    query: Array, key: Array, value: Array, keys: Array, values: Array
) -> Arrays:
    output = step(query, key, value, keys, values)[0]
    return output, np.vstack([key, keys]), np.vstack([value, values])


def ends_mixed_up(
    query: Array, key: Array, value: Array, keys: Array, values: Array
) -> Arrays:
    """Append the key at the end and the value at the front."""
    keys, values = np.vstack([keys, key]), np.vstack([value, values])
    output = scaled_dot_product_attention(query[None], keys, values).output[0]
    return output, keys, values


def other_ends_mixed_up(
    query: Array, key: Array, value: Array, keys: Array, values: Array
) -> Arrays:
    keys, values = np.vstack([key, keys]), np.vstack([values, value])
    output = scaled_dot_product_attention(query[None], keys, values).output[0]
    return output, keys, values


def before_keeping(
    query: Array, key: Array, value: Array, keys: Array, values: Array
) -> Arrays:
    """Attend to the old cache, and append afterwards."""
    output = scaled_dot_product_attention(query[None], keys, values).output[0]
    return output, np.vstack([keys, key]), np.vstack([values, value])


def nothing_kept(
    query: Array, key: Array, value: Array, keys: Array, values: Array
) -> Arrays:
    """Attend to all, but give the old cache back."""
    return step(query, key, value, keys, values)[0], keys, values


def values_not_kept(
    query: Array, key: Array, value: Array, keys: Array, values: Array
) -> Arrays:
    output, keys, _ = step(query, key, value, keys, values)
    return output, keys, values


def values_left_short(
    query: Array, key: Array, value: Array, keys: Array, values: Array
) -> Arrays:
    keys = np.vstack([keys, key])
    return softmax(scores_as_weights(query, keys)) @ values, keys, values


def oldest_dropped(
    query: Array, key: Array, value: Array, keys: Array, values: Array
) -> Arrays:
    return step(query, key, value, keys[1:], values[1:])


def newest_replaced(
    query: Array, key: Array, value: Array, keys: Array, values: Array
) -> Arrays:
    return step(query, key, value, keys[:-1], values[:-1])


def query_kept(
    query: Array, key: Array, value: Array, keys: Array, values: Array
) -> Arrays:
    return step(query, query, value, keys, values)


def key_looks(
    query: Array, key: Array, value: Array, keys: Array, values: Array
) -> Arrays:
    return step(key, key, value, keys, values)


def joined_flat(
    query: Array, key: Array, value: Array, keys: Array, values: Array
) -> Arrays:
    """Call np.append without an axis, which flattens the cache."""
    keys, values = np.append(keys, key), np.append(values, value)
    return softmax(scores_as_weights(query, keys)) @ values, keys, values


def vector_beside_table(
    query: Array, key: Array, value: Array, keys: Array, values: Array
) -> Arrays:
    """Join a vector, with one axis, to a table with two."""
    keys, values = np.concatenate([keys, key]), np.concatenate([values, value])
    return softmax(scores_as_weights(query, keys)) @ values, keys, values


def in_reverse(
    query: Array, key: Array, value: Array, keys: Array, values: Array
) -> Arrays:
    """Return the cache first and the output last."""
    output, keys, values = step(query, key, value, keys, values)
    return keys, values, output


def weights_told(
    query: Array, key: Array, value: Array, keys: Array, values: Array
) -> Arrays:
    _, keys, values = step(query, key, value, keys, values)
    return softmax(scores_as_weights(query, keys)), keys, values


def output_alone(
    query: Array, key: Array, value: Array, keys: Array, values: Array
) -> Array:
    return step(query, key, value, keys, values)[0]
