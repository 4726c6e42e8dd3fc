"""Reads safetensors files in the page, which has no safetensors package.

A file is 8 bytes for the length of its header, the header in JSON (each array's type,
shape and place), and the arrays' bytes.
"""

import json
from pathlib import Path

import numpy as np

TYPES = {"F16": "<f2", "F32": "<f4", "F64": "<f8", "I64": "<i8"}


class SafetensorError(Exception):
    """The file is none that this reads."""


class safe_open:  # the package's own name
    """A file's arrays, by the package's names for what reads them."""

    def __init__(self, path, framework):
        content = Path(path).read_bytes()
        size = int.from_bytes(content[:8], "little")
        try:
            self._header = json.loads(content[8 : 8 + size])
        except ValueError as error:
            raise SafetensorError(f"its header can't be read: {error}") from error
        self._metadata = self._header.pop("__metadata__", None)
        self._arrays = content[8 + size :]

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def metadata(self):
        return self._metadata

    def keys(self):
        return list(self._header)

    def get_tensor(self, name):
        entry = self._header[name]
        start, end = entry["data_offsets"]
        array = np.frombuffer(self._arrays[start:end], TYPES[entry["dtype"]])
        return array.reshape(entry["shape"])
