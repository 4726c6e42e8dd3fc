"""Different correct solutions of embeddings_and_positions' exercises pass."""

import math

import numpy as np
import pytest
import torch
from glassbox import check, embed, one_hot, sinusoidal_positions


def by_one_hot(token_ids, table):
    vocabulary_size, d_model = table.shape
    rows = one_hot(token_ids, vocabulary_size) @ table
    return math.sqrt(d_model) * rows + sinusoidal_positions(
        token_ids.shape[-1], d_model
    )


def by_the_kernel(token_ids, table):
    n, d_model = token_ids.shape[-1], table.shape[-1]
    return embed(token_ids, table, scale=True) + sinusoidal_positions(n, d_model)


def by_torch_s_own(token_ids, table):
    ids, table = torch.tensor(token_ids), torch.tensor(table)
    rows = torch.nn.functional.embedding(ids, table) * table.shape[1] ** 0.5
    return rows + sinusoidal_positions(ids.shape[-1], table.shape[1], like=table)


@pytest.mark.parametrize("solution", [by_one_hot, by_the_kernel, by_torch_s_own])
def test_correct_embed_with_positions_passes(solution):
    verdict = check.embed_with_positions.examine(solution)
    assert verdict.passed, verdict.text


def by_filling(n_positions, d_model):
    angles = np.arange(n_positions)[:, None] / 10000 ** (
        np.arange(0, d_model, 2) / d_model
    )
    table = np.empty((n_positions, d_model))
    table[:, 0::2], table[:, 1::2] = np.sin(angles), np.cos(angles)
    return table


def by_loops(n_positions, d_model):
    return np.array(
        [
            [
                (math.cos if j % 2 else math.sin)(
                    position / 10000 ** ((j - j % 2) / d_model)
                )
                for j in range(d_model)
            ]
            for position in range(n_positions)
        ]
    )


def by_exponentials(n_positions, d_model):
    rates = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
    table = torch.zeros(n_positions, d_model)  # float32: within the tolerance
    table[:, 0::2] = torch.sin(torch.arange(n_positions)[:, None] * rates)
    table[:, 1::2] = torch.cos(torch.arange(n_positions)[:, None] * rates)
    return table


@pytest.mark.parametrize("solution", [by_filling, by_loops, by_exponentials])
def test_correct_sinusoidal_positions_passes(solution):
    verdict = check.sinusoidal_positions.examine(solution)
    assert verdict.passed, verdict.text


def by_complex_numbers(vectors, steps):
    d_model = vectors.shape[-1]
    hands = vectors[..., 1::2] + 1j * vectors[..., 0::2]  # cos + i sin
    turned = hands * np.exp(1j * steps / 10000 ** (np.arange(0, d_model, 2) / d_model))
    return np.stack([turned.imag, turned.real], axis=-1).reshape(vectors.shape)


def by_a_matrix(vectors, steps):
    d_model = vectors.shape[-1]
    matrix = np.zeros((d_model, d_model))
    for i in range(0, d_model, 2):
        angle = steps / 10000 ** (i / d_model)
        sin, cos = math.sin(angle), math.cos(angle)
        matrix[i : i + 2, i : i + 2] = [[cos, -sin], [sin, cos]]
    return vectors @ matrix


@pytest.mark.parametrize("solution", [by_complex_numbers, by_a_matrix])
def test_correct_turn_positions_passes(solution):
    verdict = check.turn_positions.examine(solution)
    assert verdict.passed, verdict.text


def test_the_kernel_s_next_positions_are_the_turned_ones():
    table = sinusoidal_positions(20, 10)
    turned = check.turn_positions.reference(table[:12], 8)
    np.testing.assert_allclose(turned, table[8:], atol=1e-12)  # float64 rounding
