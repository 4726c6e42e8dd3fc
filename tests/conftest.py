"""What all tests share: hypothesis' settings, two array libraries, parity."""

import numpy as np
import pytest
import torch
from chromium import browser, open_page  # noqa: F401  fixtures
from hypothesis import settings

# Examples are the same on every run and machine, however slow the machine is.
settings.register_profile("glassbox", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("glassbox")

# Relative to the largest value compared: an order of operations that differs costs
# a few units in the last place, an error in the mathematics far more.
TOLERANCES = {"float64": 1e-10, "float32": 1e-5}


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items):
    """Give one worker all of a file that needs no browser: what it shares is made once.

    What opens pages goes test by test to whoever is free, unless a mark says otherwise.
    """
    for item in items:
        apart = "browser" in item.fixturenames or item.get_closest_marker("xdist_group")
        if not apart:
            item.add_marker(pytest.mark.xdist_group(item.nodeid.split("::")[0]))
    yield
    # xdist 3.8 writes an item's group where pytest 9.2 no longer reads it, and without
    # a word groups nothing (pytest-xdist's issue 1386): put it where it is read.
    for item in items:
        if named := vars(item).get("_nodeid"):
            item._id = type(item.id).parse(named)


@pytest.fixture(params=["numpy", "torch"])
def array(request):
    """Build an array of either library: array(values, dtype="float64")."""

    def build(values, dtype="float64"):
        if request.param == "torch":
            return torch.tensor(values, dtype=getattr(torch, dtype))
        return np.array(values, dtype=dtype)

    return build


@pytest.fixture(params=["float64", "float32"])
def assert_parity(request):
    """Compare values and gradients of our function and PyTorch's on random input.

    assert_parity(ours, theirs, shape, ...) draws one tensor a shape; the gradient
    is that of a randomly weighted sum of the output by the first `inputs` tensors.
    """

    def compare(ours, theirs, *shapes, seed=0, inputs=None):
        generator = torch.Generator().manual_seed(seed)
        dtype = getattr(torch, request.param)
        drawn = [torch.randn(s, generator=generator, dtype=dtype) for s in shapes]
        results = []
        for function in (ours, theirs):
            tensors = [tensor.clone().requires_grad_() for tensor in drawn]
            output = function(*tensors)
            direction = torch.Generator().manual_seed(seed + 1)
            weight = torch.randn(output.shape, generator=direction, dtype=dtype)
            gradients = torch.autograd.grad((output * weight).sum(), tensors[:inputs])
            results.append([output.detach(), *gradients])
        assert results[0][0].dtype == dtype
        for mine, reference in zip(*results, strict=True):
            assert_close(mine, reference, TOLERANCES[request.param])

        in_numpy = ours(*[tensor.numpy() for tensor in drawn])
        assert isinstance(in_numpy, np.ndarray | np.generic)
        assert in_numpy.dtype == drawn[0].numpy().dtype
        assert_close(in_numpy, results[1][0], TOLERANCES[request.param])

    return compare


def assert_close(actual, expected, tolerance):
    """Require |actual - expected| <= tolerance x max(1, largest |expected|)."""
    actual, expected = np.asarray(actual), np.asarray(expected)
    assert actual.shape == expected.shape
    scale = max(1.0, float(np.max(np.abs(expected), initial=0.0)))
    np.testing.assert_allclose(actual, expected, rtol=0, atol=tolerance * scale)
