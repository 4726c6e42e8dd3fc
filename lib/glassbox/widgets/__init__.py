"""The book's widgets: each computes in the page, and needs no kernel once shown.

Each is a folder with the class that bears its name: why_root_dk holds WhyRootDk. It
is imported when it is first asked for.

>>> from glassbox.widgets import SoftmaxAndTemperature
"""

from importlib import import_module
from pathlib import Path
from typing import Any

FOLDERS = {
    path.parent.name.title().replace("_", ""): path.parent.name
    for path in Path(__file__).parent.glob("*/widget.js")
}
__all__ = sorted(FOLDERS)


def __getattr__(name: str) -> Any:
    if name not in FOLDERS:
        known = ", ".join(__all__)
        raise AttributeError(f"there is no widget {name!r}; there are: {known}")
    return getattr(import_module(f".{FOLDERS[name]}", __name__), name)


def __dir__() -> list[str]:
    return __all__
