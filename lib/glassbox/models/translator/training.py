"""Training with the library's own kernels; torch finds the gradients.

torch is imported only when a function runs.
"""

import datetime
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...kernels._arrays import Array, checked_size
from ...kernels.masks import padding_mask
from ...kernels.output_head import cross_entropy, smooth_labels
from ...machine.parameters import TokenModelParameters, map_arrays
from ...machine.token_model import decode_tokens, encode_tokens
from .dates import draw_pairs, training_days
from .tokens import (
    END_ID,
    START_ID,
    pad_sources,
    target_ids,
)

BATCH = 128
N_STEPS = 900
WARM_UP = 100  # steps
LEARNING_RATE = 5e-3  # at its highest
EPSILON = 0.05  # label smoothing


class Batch(NamedTuple):
    """What a training step reads, and what it should write."""

    source_ids: Array  # (batch, n_source)
    source_mask: Array  # (batch, 1, n_source), True = may attend
    inputs: Array  # (batch, n_target), the start and the target without its end
    targets: Array  # (batch, n_target), the target and its end


class Step(NamedTuple):
    """What a training step reports."""

    number: int  # from 1
    loss: float  # nats a token
    learning_rate: float


def make_batch(pairs: list[tuple[str, str]]) -> Batch:
    """Lay pairs into arrays: the inputs are the targets, one place to the right.

    Parameters
    ----------
    pairs : list of (source, target)
        As `draw_pairs` gives them: targets of one length.

    Returns
    -------
    Batch
        Named tuple of torch tensors: source_ids (batch, n_source), source_mask
        (batch, 1, n_source), inputs and targets (batch, n_target).

    Raises
    ------
    ValueError
        As `pad_sources` and `target_ids`.

    Source
    ------
    Vaswani et al. 2017, section 3.1. Chapter: train_a_translator.

    >>> batch = make_batch([("1/2/1999", "1999-01-02")])
    >>> batch.inputs[0, :4], batch.targets[0, :4]
    (tensor([ 0,  4, 12, 12]), tensor([ 4, 12, 12, 12]))
    """
    import torch

    ids, lengths = pad_sources([source for source, _ in pairs])
    written = torch.tensor([target_ids(target) for _, target in pairs])
    start = torch.full((len(pairs), 1), START_ID)
    end = torch.full((len(pairs), 1), END_ID)
    return Batch(
        source_ids=torch.tensor(ids),
        source_mask=padding_mask(lengths.tolist(), ids.shape[1], like=start),
        inputs=torch.cat([start, written], dim=1),
        targets=torch.cat([written, end], dim=1),
    )


def predict_batch(model: TokenModelParameters, batch: Batch) -> Array:
    """Score the next token at every position, each given the right ones before it.

    Parameters
    ----------
    model : TokenModelParameters
    batch : Batch
        As `make_batch` gives it.

    Returns
    -------
    array, shape (batch, n_target, vocabulary_size)
        Logits.

    Raises
    ------
    TypeError, ValueError
        As `encode_tokens` and `decode_tokens`.

    Source
    ------
    Williams and Zipser 1989 (teacher forcing). Chapter: train_a_translator.

    >>> from glassbox.models.translator import new_translator
    >>> predict_batch(new_translator(), make_batch([("1/2/1999", "1999-01-02")])).shape
    torch.Size([1, 11, 13])
    """
    mask = batch.source_mask
    memory = encode_tokens(batch.source_ids, model, mask).output
    return decode_tokens(batch.inputs, memory, model, memory_mask=mask).output


def learning_rate(
    number: int, n_steps: int = N_STEPS, *, warm_up: int = WARM_UP
) -> float:
    """Say how large a training step is: rising at first, then falling to almost 0.

    Equation: LEARNING_RATE min(s / w, (n + 1 - s) / (n + 1 - w))

    Parameters
    ----------
    number : int
        Which step, from 1: s.
    n_steps : int
        How many there are: n.
    warm_up : int
        The step w with the highest rate; 0 and 1 start there.

    Returns
    -------
    float

    Source
    ------
    Vaswani et al. 2017, section 5.3, which falls with the root of s instead. Chapter:
    train_a_translator.

    >>> [round(learning_rate(s, 9, warm_up=4), 5) for s in (1, 4, 9)]
    [0.00125, 0.005, 0.00083]
    """
    highest = max(warm_up, 1)
    rising = number / highest
    falling = (n_steps + 1 - number) / (n_steps + 1 - highest)
    return LEARNING_RATE * min(rising, falling)


def training_steps(
    model: TokenModelParameters,
    *,
    n_steps: int = N_STEPS,
    seed: int = 0,
    warm_up: int = WARM_UP,
    epsilon: float = EPSILON,
    predict: Callable[[TokenModelParameters, Batch], Array] = predict_batch,
    days: Sequence[datetime.date] | None = None,
) -> Iterator[Step]:
    """Train a model in place, one step each time you ask for the next.

    Equation: loss = cross_entropy(predict(model, batch), smoothed targets); Adam

    Parameters
    ----------
    model : TokenModelParameters
        As `new_translator` gives it; changed at each step.
    n_steps : int
        How many steps; the learning rate is spread over them.
    seed : int
        Which dates are drawn.
    warm_up : int
        See `learning_rate`.
    epsilon : float
        How much label smoothing: see `smooth_labels`.
    predict : function
        From model and batch to logits; another one than `predict_batch` for trying.
    days : sequence of date, optional
        The days to draw from; without it, `training_days()`.

    Yields
    ------
    Step
        Named tuple: number, loss (nats a token), learning_rate.

    Raises
    ------
    TypeError, ValueError
        As `smooth_labels`, or if n_steps is not an integer above warm_up.

    Source
    ------
    Vaswani et al. 2017, section 5. Chapter: train_a_translator.

    >>> from glassbox.models.translator import new_translator
    >>> [step.number for step in training_steps(new_translator(), n_steps=2, warm_up=1)]
    [1, 2]
    """
    import torch

    n_steps = checked_size(n_steps, "n_steps", smallest=warm_up + 1)
    tensors: list[Any] = []
    map_arrays(model, lambda x: tensors.append(x) or x)
    optimiser = torch.optim.Adam(tensors, betas=(0.9, 0.98), eps=1e-9)
    rng = np.random.default_rng(seed)
    days = training_days() if days is None else list(days)
    for number in range(1, n_steps + 1):
        batch = make_batch(draw_pairs(days, BATCH, rng))
        logits = predict(model, batch)
        wanted = smooth_labels(batch.targets, logits.shape[-1], epsilon, like=logits)
        loss = cross_entropy(logits, wanted)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(tensors, 1.0)
        rate = learning_rate(number, n_steps, warm_up=warm_up)
        for group in optimiser.param_groups:
            group["lr"] = rate
        optimiser.step()
        yield Step(number, loss.item(), rate)
