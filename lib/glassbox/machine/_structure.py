"""The parameter dataclasses as JSON beside named arrays, and back, checked."""

import dataclasses
import math
import typing
from typing import Any

import numpy as np
from array_api_compat import is_array_api_obj

from ..kernels._arrays import Array
from ..kernels.position_wise import ACTIVATIONS
from . import parameters as kinds

CLASSES = {
    name: value
    for name, value in vars(kinds).items()
    if dataclasses.is_dataclass(value)
}
# The axes of a dataclass's arrays: where one name comes twice, the sizes are equal.
AXES = {
    "AttentionParameters": {
        "w_q": ("d_model", "n_heads x d_head"),
        "w_k": ("features of the keys", "n_heads x d_head"),
        "w_v": ("features of the values", "n_heads x d_v"),
        "w_o": ("n_heads x d_v", "d_model"),
        "b_q": ("n_heads x d_head",),
        "b_k": ("n_heads x d_head",),
        "b_v": ("n_heads x d_v",),
        "b_o": ("d_model",),
    },
    "FeedForwardParameters": {
        "w_1": ("d_model", "d_ff"),
        "b_1": ("d_ff",),
        "w_2": ("d_ff", "d_model"),
        "b_2": ("d_model",),
    },
    "NormParameters": {"gamma": ("d_model",), "beta": ("d_model",)},
    "TokenModelParameters": {
        "source_table": ("source vocabulary", "d_model"),
        "target_table": ("target vocabulary", "d_model"),
        "output_bias": ("target vocabulary",),
    },
    "LanguageModelParameters": {
        "table": ("vocabulary_size", "d_model"),
        "output_bias": ("vocabulary_size",),
    },
}


def describe(value: Any, name: str, arrays: dict[str, Array]) -> Any:
    """Return value's structure in JSON's terms and put its arrays, named, in arrays."""
    if dataclasses.is_dataclass(value):
        parts = {
            field.name: describe(
                getattr(value, field.name), f"{name}.{field.name}".lstrip("."), arrays
            )
            for field in dataclasses.fields(value)
        }
        return {"class": type(value).__name__, "fields": parts}
    if isinstance(value, tuple):
        return [describe(v, f"{name}.{i}", arrays) for i, v in enumerate(value)]
    if is_array_api_obj(value):
        arrays[name] = value
        return {"array": name}
    return value


def build(structure: Any, arrays: dict[str, np.ndarray]) -> Any:
    """Undo `describe`; what it could not have given is a ValueError."""
    built = _build(structure, arrays)
    if type(built) not in CLASSES.values():
        known = ", ".join(CLASSES)
        raise ValueError(f"the whole must be one of {known}; got {built!r:.60}")
    used: dict[str, np.ndarray] = {}
    if describe(built, "", used) != structure or used.keys() != arrays.keys():
        raise ValueError("each array must bear the name of its one place")
    return built


def _build(part: Any, arrays: dict[str, np.ndarray]) -> Any:
    match part:
        case list():
            return tuple(_build(one, arrays) for one in part)
        case {"array": str(name)} if name in arrays:
            return arrays[name]
        case {"class": str(name), "fields": dict(fields)} if name in CLASSES:
            values = {field: _build(one, arrays) for field, one in fields.items()}
            _check_types(CLASSES[name], values)
            _check_axes(name, values)
            _check_numbers(values)
            return CLASSES[name](**values)
        case dict():
            raise ValueError(f"a part must be a known class or array; got {part!r:.60}")
    return part


def _check_types(cls: type, values: dict[str, Any]) -> None:
    """Refuse fields other than the dataclass's, and values not of their types."""
    expected = {field.name: field.type for field in dataclasses.fields(cls)}
    if values.keys() != expected.keys():
        wanted, got = ", ".join(expected), ", ".join(values)
        raise ValueError(f"{cls.__name__} must have the fields {wanted}; got {got}")
    for field, kind in expected.items():
        if not _is(values[field], kind):
            raise ValueError(
                f"{cls.__name__}.{field} must be {_said(kind)}; "
                f"got {values[field]!r:.60}"
            )


def _is(value: Any, kind: Any) -> bool:
    """Tell whether value is of a field's type; True is no int here, but 1 a float."""
    options = typing.get_args(kind)
    if kind is Array:
        real = ("real floating", "integral")
        return isinstance(value, np.ndarray) and np.isdtype(value.dtype, real)
    if typing.get_origin(kind) is tuple:
        return type(value) is tuple and all(_is(one, options[0]) for one in value)
    if options:
        return any(_is(value, option) for option in options)
    return type(value) is kind or (kind is float and type(value) is int)


def _said(kind: Any) -> str:
    """Return a field's type in words."""
    options = typing.get_args(kind)
    if kind is Array:
        return "an array of real numbers"
    if typing.get_origin(kind) is tuple:
        return f"a tuple of {_said(options[0])}"
    return " or ".join(map(_said, options)) or kind.__name__.removesuffix("Type")


def _check_axes(name: str, values: dict[str, Any]) -> None:
    """Refuse arrays whose shapes do not fit each other."""
    sizes: dict[str, int] = {}
    for field, axes in AXES.get(name, {}).items():
        if values[field] is None:
            continue
        shape = values[field].shape
        sizes = dict(zip(axes, shape, strict=False)) | sizes  # the first one rules
        if shape != tuple(sizes.get(axis) for axis in axes):
            rule = f"{name}.{field} must have shape ({', '.join(axes)})"
            raise ValueError(f"{rule}, its sizes as beside it; got {shape}")


def _check_numbers(values: dict[str, Any]) -> None:
    """Refuse settings that no kernel takes."""
    match values:
        case {"n_heads": n, "w_q": w_q, "w_v": w_v}:
            if n < 1 or w_q.shape[1] % n or w_v.shape[1] % n:
                raise ValueError(f"n_heads must divide the projections' width; got {n}")
        case {"activation": name} if name not in ACTIVATIONS:
            known = ", ".join(ACTIVATIONS)
            raise ValueError(f"activation must be one of {known}; got {name!r:.60}")
        case {"eps": eps} if not 0 <= eps < math.inf:
            raise ValueError(f"eps must be finite and at least 0; got {eps}")
