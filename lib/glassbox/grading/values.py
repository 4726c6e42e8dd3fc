"""What came of a call as JSON's own types, and back again.

The worker packs, the teacher's process unpacks, and believes nothing: JSON is data and
runs no code, an array's bytes must fit its shape, and texts are cut short.
"""

import base64
import builtins
import re
from typing import Any

import numpy as np

from ..exercises._engine import as_array
from ..exercises._engine.run import Outcome, TimeIsUp

MOST_SAID, MOST_BYTES = 300, 1 << 20  # characters of a text, bytes of a result
DTYPE = re.compile(r"[<>|=][biufc]\d{1,2}")


def pack_numbers(answer: Any) -> dict:
    """Return numbers as JSON's own types; nan where dots are left among them."""
    parts = answer if isinstance(answer, list | tuple) else [answer]
    if answer is None or all(one is ... for one in parts):
        return {"dots": answer is not None, "missing": answer is None}
    try:
        kept = [np.nan if one is ... else one for one in parts]
        kept = kept if parts is answer else kept[0]
        return {"array": _as_json(np.asarray(kept, dtype=float))}
    except Exception:  # whatever an odd object raises when it is read
        return {"kind": type(answer).__name__}


def pack(outcome: Outcome) -> dict:
    """Return what came of a case as JSON's own types."""
    if outcome.error is not None:
        kinds = [one.__name__ for one in type(outcome.error).__mro__]
        text = str(outcome.error)[:MOST_SAID]
        return {"error": kinds, "text": text, "line": outcome.line[:MOST_SAID]}
    packed: dict = {"printed": outcome.printed[:MOST_SAID]}
    packed["changed"] = outcome.changed_input
    value, kind = outcome.value, type(outcome.value).__name__
    if value is None or isinstance(value, list | tuple | dict | str):
        return {**packed, "kind": kind}
    try:
        return {**packed, "array": _as_json(as_array(value))}
    except Exception:
        return {**packed, "kind": kind}


def _as_json(array: np.ndarray) -> list:
    if array.dtype.kind not in "biufc" or array.nbytes > MOST_BYTES:
        raise ValueError(f"no small array of numbers: {array.dtype}, {array.shape}")
    data = base64.b64encode(array.tobytes()).decode("ascii")
    return [array.dtype.str, array.shape, data]


def unpack(line: dict) -> Outcome:
    """Make an outcome of a line, of which nothing is believed but its values."""
    text = {
        key: str(line.get(key, ""))[:MOST_SAID] for key in ("text", "line", "printed")
    }
    if isinstance(kinds := line.get("error"), list):
        return Outcome(error=_error(kinds, text["text"]), line=text["line"])
    changed = str(line.get("changed", ""))[:40]
    rest = {"printed": text["printed"], "changed_input": changed}
    if "array" in line:
        return Outcome(value=_array(line["array"]), **rest)
    plain = {"NoneType": None, "list": [], "tuple": (), "dict": {}, "str": ""}
    kind = str(line.get("kind", "NoneType"))[:40]
    other = plain[kind] if kind in plain else type(kind, (), {})()
    return Outcome(value=other, **rest)


def _error(kinds: list, text: str) -> BaseException:
    """Return an error of the first type that Python has itself, with this text."""
    if kinds[:1] == ["TimeIsUp"]:
        return TimeIsUp()
    known = (getattr(builtins, kind, None) for kind in kinds if isinstance(kind, str))
    errors = (k for k in known if isinstance(k, type) and issubclass(k, BaseException))
    says = {"__init__": lambda self: None, "__str__": lambda self: text}
    name = str(kinds[0])[:40]
    return type(name, (next(errors, Exception),), says)()


def _array(given: Any) -> np.ndarray:
    dtype, shape, data = given
    if not DTYPE.fullmatch(dtype) or not all(type(n) is int and n >= 0 for n in shape):
        raise ValueError(f"no array: {dtype}, {shape}")
    values = np.frombuffer(base64.b64decode(data, validate=True), np.dtype(dtype))
    return values.reshape(shape)
