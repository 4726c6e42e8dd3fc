"""What every kernel asks of its input, so that each body can be the equation."""

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from array_api_compat import array_namespace, is_array_api_obj

Array = Any  # a numpy.ndarray or a torch.Tensor: the array API has no common base
HALF_PRECISION = ("float16", "bfloat16")


def as_float_array(x: Array, name: str) -> tuple[Any, Array, Callable]:
    """Return x's namespace, x in a dtype fit for sums, and the way back to its own.

    The way back is a function: it brings a result to x's own dtype. float16 and
    bfloat16 are widened to float32, in which PyTorch too accumulates; integers become
    the namespace's default float. Anything else is a TypeError.
    """
    if not is_array_api_obj(x):
        kind = type(x).__name__
        raise TypeError(f"{name} must be a NumPy array or torch tensor; got {kind}")
    xp = array_namespace(x)
    if xp.isdtype(x.dtype, "integral"):
        x = xp.astype(x, xp.asarray(0.0).dtype)
    if not is_real_floating(xp, x.dtype):
        raise TypeError(f"{name} must hold real numbers; got {x.dtype}")
    dtype = x.dtype
    if str(dtype).removeprefix("torch.") in HALF_PRECISION:
        x = xp.astype(x, xp.float32)
    return xp, x, lambda y: xp.astype(y, dtype, copy=False)


def as_float_arrays(**arrays: Array | None) -> tuple[Any, list[Array | None], Callable]:
    """Bring arrays to one dtype, as `as_float_array` does; None passes through.

    Returns the namespace, the arrays in order, and the way back to the first one's
    dtype, which is what a kernel returns.
    """
    prepared = {n: as_float_array(x, n) for n, x in arrays.items() if x is not None}
    (first, (xp, _, back)), *others = prepared.items()
    for name, (namespace, _, _) in others:
        if namespace is not xp:
            raise TypeError(
                f"{first} and {name} must be arrays of one library; "
                f"got {type(arrays[first]).__name__} and {type(arrays[name]).__name__}"
            )
    common = xp.result_type(*[x.dtype for _, x, _ in prepared.values()])
    wide = {n: xp.astype(x, common, copy=False) for n, (_, x, _) in prepared.items()}
    return xp, [wide.get(name) for name in arrays], back


def is_real_floating(xp: Any, dtype: Any) -> bool:
    """Tell whether dtype is a real floating-point type of namespace xp."""
    return xp.isdtype(dtype, "real floating")


def library_of(like: Array | None) -> tuple[Any, Any]:
    """Return the namespace and device in which to build an array: NumPy by default."""
    if like is None:
        like = np.empty(0)
    if not is_array_api_obj(like):
        kind = type(like).__name__
        raise TypeError(f"like must be a NumPy array or torch tensor; got {kind}")
    return array_namespace(like), like.device


def as_token_ids(token_ids: Any, vocabulary_size: int, like: Array | None) -> Array:
    """Return token_ids as an integer array of like's library, each id checked."""
    if not is_array_api_obj(token_ids):
        xp, device = library_of(like)
        token_ids = xp.asarray(token_ids, device=device)
    xp = array_namespace(token_ids)
    if like is not None and array_namespace(like) is not xp:
        raise TypeError(
            "token_ids must belong to the library of the other arrays; "
            f"got {type(token_ids).__name__} and {type(like).__name__}"
        )
    if 0 in token_ids.shape:
        token_ids = xp.astype(token_ids, xp.int64)  # [] has no integers to tell by
    if not xp.isdtype(token_ids.dtype, "integral"):
        raise TypeError(f"token_ids must be integers; got {token_ids.dtype}")
    outside = token_ids[(token_ids < 0) | (token_ids >= vocabulary_size)]
    if 0 not in outside.shape:
        raise ValueError(
            f"token_ids must lie between 0 and vocabulary_size - 1 = "
            f"{vocabulary_size - 1}; got {int(outside[0])}"
        )
    return token_ids


def checked_size(size: int, name: str, smallest: int = 0) -> int:
    """Return size as an int of at least smallest, or say what it may be."""
    rule = f"{name} must be an integer of at least {smallest}; got {size!r}"
    try:
        value = operator.index(size)
    except TypeError as error:
        raise TypeError(rule) from error
    if value < smallest:
        raise ValueError(rule)
    return value


def check_mask(
    mask: Array, like: Array, shape: tuple[int, ...], name: str = "mask"
) -> None:
    """Refuse a mask that is not boolean, or fits neither like's library nor shape."""
    if not is_array_api_obj(mask) or "bool" not in str(mask.dtype):
        kind = getattr(mask, "dtype", type(mask).__name__)
        raise TypeError(f"{name} must be a boolean array; got {kind}")
    if array_namespace(mask) is not array_namespace(like):
        raise TypeError(
            f"{name} must belong to the library of the other arrays; "
            f"got {type(mask).__name__} and {type(like).__name__}"
        )
    check_broadcast(mask, shape, name)


def check_broadcast(x: Array, shape: tuple[int, ...], name: str) -> None:
    """Refuse an x that does not broadcast to shape without enlarging it."""
    pairs = zip(reversed(x.shape), reversed(shape), strict=False)
    if x.ndim > len(shape) or any(n not in (1, m) for n, m in pairs):
        raise ValueError(
            f"{name} must broadcast to shape {tuple(shape)}; got {tuple(x.shape)}"
        )


def check_axis(x: Array, axis: int, name: str) -> None:
    """Refuse an axis that x does not have."""
    if not -x.ndim <= axis < x.ndim:
        raise ValueError(
            f"axis must name one of the {x.ndim} axes of {name}; "
            f"got {axis} for shape {tuple(x.shape)}"
        )
