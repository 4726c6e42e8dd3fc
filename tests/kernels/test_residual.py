"""residual_connection: the chapter's sum, shapes, types."""

import numpy as np
import pytest
import torch
from glassbox import residual_connection


def test_the_sum_of_the_chapter_to_four_decimals(array):
    rng = np.random.RandomState(0)
    x, f_x = rng.rand(3, 3), rng.rand(3, 3)
    result = residual_connection(array(x.tolist()), array(f_x.tolist()))
    assert np.asarray(result).round(4).tolist() == [
        [0.9323, 1.5069, 1.1317],
        [1.1129, 1.3493, 0.7169],
        [0.5247, 0.9120, 1.7963],
    ]


def test_agrees_with_torch_addition(assert_parity):
    assert_parity(residual_connection, torch.add, (3, 5), (3, 5))


def test_the_gradient_is_one_plus_that_of_the_sublayer():
    x = torch.tensor([2.0, -1.0, 0.5], requires_grad=True)
    residual_connection(x, x**2).sum().backward()
    assert x.grad.tolist() == [5, -1, 2]


def test_half_precision_keeps_its_dtype_and_nan_stays(array):
    x = array([30000.0, 1.0, float("nan")], "float16")
    result = residual_connection(x, x)
    assert result.dtype == x.dtype
    np.testing.assert_array_equal(result, [60000, 2, np.nan])


def test_integers_are_added_as_real_numbers(array):
    result = residual_connection(array([1, 2], "int64"), array([0.5, 0.5]))
    np.testing.assert_array_equal(result, [1.5, 2.5])


def test_empty_arrays_give_an_empty_sum(array):
    x = array(np.zeros((2, 0)).tolist())
    assert tuple(residual_connection(x, x).shape) == (2, 0)


def test_shapes_that_differ_are_refused_although_they_broadcast(array):
    rule = r"must have the same shape; got \(2, 3\) and \(3,\)"
    with pytest.raises(ValueError, match=rule):
        residual_connection(array([[1.0] * 3] * 2), array([1.0] * 3))


def test_two_libraries_do_not_mix():
    rule = "x and sublayer_output must be arrays of one library; got ndarray and Tensor"
    with pytest.raises(TypeError, match=rule):
        residual_connection(np.ones(3), torch.ones(3))


def test_what_is_no_array_is_refused():
    with pytest.raises(TypeError, match="sublayer_output must be a NumPy array or"):
        residual_connection(np.ones(3), [1.0, 1.0, 1.0])
