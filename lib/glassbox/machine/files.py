"""Parameters on disk: safetensors, with the structure and a checksum beside them."""

import json
import zlib
from os import PathLike
from typing import Any

import numpy as np

from ._structure import CLASSES, build, describe
from .parameters import map_arrays

FORMAT, VERSION = "glassbox parameters", "1"


def save_parameters(parameters: Any, path: str | PathLike) -> None:
    """Write parameters to a safetensors file.

    Parameters
    ----------
    parameters : any of the parameter dataclasses
        Its arrays may be NumPy's or torch's (not bfloat16).
    path : str or path
        The file, replaced if it exists.

    Raises
    ------
    TypeError
        If parameters is not one of the library's dataclasses.
    ValueError
        If a part of it is of the wrong type, or its shapes do not fit each other.

    Source
    ------
    The safetensors format. Chapter: train_a_translator.

    >>> import tempfile
    >>> from glassbox import NormParameters
    >>> norm = NormParameters(np.array([1.0, 2.0]), None)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_parameters(norm, f"{folder}/norm.safetensors")
    ...     load_parameters(f"{folder}/norm.safetensors")
    NormParameters(gamma=array([1., 2.]), beta=None, eps=1e-05)
    """
    from safetensors.numpy import save_file

    if type(parameters) not in CLASSES.values():
        known = ", ".join(CLASSES)
        got = type(parameters).__name__
        raise TypeError(f"parameters must be one of {known}; got {got}")
    arrays: dict[str, np.ndarray] = {}
    described = describe(map_arrays(parameters, _to_numpy), "", arrays)
    structure = json.dumps(described, separators=(",", ":"))
    build(json.loads(structure), arrays)  # what could not be loaded is not saved
    metadata = {
        "format": FORMAT,
        "version": VERSION,
        "structure": structure,
        "checksum": _checksum(structure, arrays),
    }
    save_file(arrays, path, metadata=metadata)


def load_parameters(path: str | PathLike) -> Any:
    """Read parameters that `save_parameters` wrote, whole or not at all.

    Parameters
    ----------
    path : str or path
        The file.

    Returns
    -------
    the parameter dataclass that was saved, with NumPy arrays

    Raises
    ------
    FileNotFoundError, OSError
        If there is no such file, or it cannot be read.
    ValueError
        If the file is damaged, of another origin or of a later version, or if what
        it describes is not the library's parameters, whole and of fitting shapes.

    Source
    ------
    The safetensors format. Chapter: train_a_translator.

    >>> load_parameters("README")
    Traceback (most recent call last):
    FileNotFoundError: No such file or directory: README
    """
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="numpy") as file:
            metadata = file.metadata() or {}
            arrays = {name: file.get_tensor(name) for name in file.keys()}
    except (SafetensorError, AttributeError, TypeError, UnicodeError) as error:
        # What NumPy has no type for is an AttributeError or a TypeError.
        raise ValueError(f"{path} must be a safetensors file; got: {error}") from error
    if metadata.get("format") != FORMAT:
        raise ValueError(f"{path} must be saved by save_parameters; got a foreign file")
    if metadata.get("version") != VERSION:
        version = metadata.get("version")
        raise ValueError(f"{path} must have format version {VERSION}; got {version}")
    structure = metadata.get("structure", "")
    if metadata.get("checksum") != _checksum(structure, arrays):
        raise ValueError(f"{path} must be whole; got another checksum: it is damaged")
    try:
        return build(json.loads(structure), arrays)
    except (ValueError, RecursionError) as error:
        raise ValueError(
            f"{path} must hold parameters; got a file in which {error}"
        ) from error


def _checksum(structure: str, arrays: dict[str, np.ndarray]) -> str:
    """Return one number for the structure and every array's name, kind and bytes."""
    value = zlib.crc32(structure.encode())
    for name in sorted(arrays):
        array = arrays[name]
        value = zlib.crc32(f"{name} {array.dtype} {array.shape}".encode(), value)
        value = zlib.crc32(array.tobytes(), value)
    return f"{value:08x}"


def _to_numpy(x: Any) -> np.ndarray:
    """Copy an array of either library to contiguous NumPy."""
    x = x.detach().cpu().numpy() if hasattr(x, "detach") else x
    return np.array(x, order="C")
