"""What a decoder computes and keeps, counted at the machine itself."""

from collections.abc import Iterator
from contextlib import contextmanager

from ...kernels.multi_head import AttentionParameters
from ...machine import layers
from ...machine.encoder_decoder import DecoderCache
from .decoder import SMALL, new_decoder, write


def cache_bytes(cache: DecoderCache) -> int:
    """Return how many bytes the keys and values of the tokens so far take.

    Parameters
    ----------
    cache : DecoderCache
        As `read_at_once` returns it.

    Returns
    -------
    int
        Added up from the arrays themselves, over all layers and heads.

    Source
    ------
    Chapter: writing_costs.

    >>> from glassbox.models.writing_costs import read_at_once
    >>> cache_bytes(read_at_once(new_decoder(**SMALL), [3, 1, 4]))  # 3 x 2 x 32 x 4
    768
    """
    return sum(x.nbytes for layer in cache.layers for x in layer.own)


def keys_computed(n_tokens: int, *, cached: bool) -> int:
    """Count the keys that one decoder layer computes while n_tokens are written.

    Parameters
    ----------
    n_tokens : int
        How many tokens are written.
    cached : bool
        With the cache or without it.

    Returns
    -------
    int
        Keys of tokens, as many as values; counted where the machine makes them.

    Source
    ------
    Chapter: writing_costs.

    >>> keys_computed(10, cached=False), keys_computed(10, cached=True)
    (55, 10)
    """
    model = new_decoder(**SMALL)
    with counted_keys(model.transformer.decoder.layers[0].self_attention) as counted:
        write(model, n_tokens, cached=cached)
    return sum(counted)


@contextmanager
def counted_keys(attention: AttentionParameters) -> Iterator[list[int]]:
    """Count where the machine makes them how many keys these projections give.

    Parameters
    ----------
    attention : AttentionParameters
        Those of one decoder layer, the very object.

    Yields
    ------
    list of int
        With each call of the machine's projection it gets the number of keys.

    >>> model = new_decoder(**SMALL)
    >>> own = model.transformer.decoder.layers[0].self_attention
    >>> with counted_keys(own) as counted:
    ...     _ = write(model, 3, cached=False)
    >>> counted
    [1, 2, 3]
    """
    project, counted = layers.project_memory, []

    def counting(key, value, parameters):
        keys, values = project(key, value, parameters)
        if parameters is attention:
            counted.append(keys.shape[-2])
        return keys, values

    layers.project_memory = counting
    try:
        yield counted
    finally:
        layers.project_memory = project
