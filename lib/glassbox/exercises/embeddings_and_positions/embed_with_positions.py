"""The exercise embed_with_positions, of the chapter embeddings_and_positions."""

import math

import numpy as np

from ...kernels.embedding import embed, sinusoidal_positions
from .._engine import Case, Exercise, Wrong, floats

Array = np.ndarray


def embed_with_positions(token_ids: Array, table: Array) -> Array:
    """Return sqrt(d_model) times each token's row, plus its position's sinusoid."""
    places = sinusoidal_positions(token_ids.shape[-1], table.shape[1])
    return embed(token_ids, table, scale=True) + places


def _scaled_by(factor: float, token_ids: Array, table: Array) -> Array:
    """Build the sum with a factor of one's own."""
    places = sinusoidal_positions(token_ids.shape[-1], table.shape[1])
    return factor * table[token_ids] + places


def _with_places(places: Array, token_ids: Array, table: Array) -> Array:
    """Build the sum with positions of one's own."""
    return embed(token_ids, table, scale=True) + places


def _halves(token_ids: Array, table: Array) -> Array:
    places = sinusoidal_positions(token_ids.shape[-1], table.shape[1])
    halves = np.concatenate([places[:, 0::2], places[:, 1::2]], axis=-1)
    return _with_places(halves, token_ids, table)


def _counted_through(token_ids: Array, table: Array) -> Array:
    places = sinusoidal_positions(token_ids.size, table.shape[1])
    return _with_places(places.reshape(*token_ids.shape, -1), token_ids, table)


BITES = floats([0.5, 0.5, -0.5, 0], [-0.5, 0, 0.5, 0.5], [0.5, 0.5, 0, -0.5])
WIDER = floats(
    [1, 0, -1, 2, 0.5, 3],
    [0, 2, 1, -2, 1, 0],
    [-1, 1, 0.5, 0, 2, -3],
    [4, -1, 0, 1, 0, 0.5],
)

EXERCISE = Exercise(
    task="Write f(token_ids, table): the root of d_model times each token's row, plus "
    "the sinusoid of its position. token_ids has shape (..., n), the result (..., n, "
    "d_model). sinusoidal_positions is yours to use.",
    hints=(
        "Three steps: look the rows up, multiply them, add the positions.",
        "d_model is the width of the table, the last number of its shape.",
        "Positions run along the last axis of token_ids. Each sentence of a batch "
        "starts at 0.",
    ),
    reference=embed_with_positions,
    closed=("embed_tokens",),
    cases=(
        Case("man bites dog", {"token_ids": np.array([2, 1, 0]), "table": BITES}),
        Case("one token twice", {"token_ids": np.array([3, 3]), "table": WIDER}),
        Case("one token", {"token_ids": np.array([1]), "table": WIDER}),
        Case(
            "a batch of two sentences",
            {"token_ids": np.array([[0, 3, 1], [2, 0, 2]]), "table": WIDER},
        ),
    ),
    wrongs=(
        Wrong(
            "the rows are not multiplied by the root of d_model.",
            "the step between the lookup and the positions.",
            (lambda ids, table: _scaled_by(1, ids, table),),
        ),
        Wrong(
            "the positions are multiplied too; only the rows are.",
            "your brackets: what does the root multiply?",
            (lambda ids, table: _scaled_by(1, ids, table) * math.sqrt(table.shape[1]),),
        ),
        Wrong(
            "the rows are multiplied by d_model; its root is asked for.",
            "the root.",
            (lambda ids, table: _scaled_by(table.shape[1], ids, table),),
        ),
        Wrong(
            "the rows are divided by the root; they are to be multiplied.",
            "which of the two is too small at the start, row or position.",
            (lambda ids, table: _scaled_by(table.shape[1] ** -0.5, ids, table),),
        ),
        Wrong(
            "the root is of the vocabulary's size; d_model is the width of a row.",
            "which number of table.shape stands under the root.",
            (lambda ids, table: _scaled_by(math.sqrt(len(table)), ids, table),),
        ),
        Wrong(
            "positions are counted from 1; the first is position 0.",
            "what is added to the first token.",
            (
                lambda ids, table: _with_places(
                    sinusoidal_positions(ids.shape[-1] + 1, table.shape[1])[1:],
                    ids,
                    table,
                ),
            ),
        ),
        Wrong(
            "the sinusoid is that of the token's id; the place in the sentence counts.",
            "what the second of two equal tokens gets.",
            (
                lambda ids, table: _with_places(
                    sinusoidal_positions(len(table), table.shape[1])[ids], ids, table
                ),
            ),
        ),
        Wrong(
            "the rows are one too early: ids are counted from 0.",
            "which row the id 0 gets.",
            (lambda ids, table: embed_with_positions(ids, np.roll(table, 1, axis=0)),),
        ),
        Wrong(
            "the sines stand first and the cosines after them; they take turns.",
            "the vector of position 0: 0, 1, 0, 1.",
            (_halves,),
        ),
        Wrong(
            "no positions are added.",
            "one token twice: its two vectors must differ.",
            (lambda ids, table: embed(ids, table, scale=True),),
        ),
        Wrong(
            "there are as many positions as sentences; of a batch the last axis is the "
            "place in the sentence.",
            "len(token_ids) for a batch.",
            (
                lambda ids, table: (
                    table[ids] * math.sqrt(table.shape[1])
                    + sinusoidal_positions(len(ids), table.shape[1])
                ),
            ),
        ),
        Wrong(
            "the positions are counted on from one sentence to the next.",
            "where the second sentence of a batch starts.",
            (_counted_through,),
        ),
    ),
)
