"""What grades the exercises: `check.softmax(my_softmax)` answers at once.

One file per exercise, <chapter>/<name>.py, has the reference kernel, the cases, the
wrong variants with their diagnosis, and the hints. It is found by its name and
imported at first use. Whatever an answer raises, it is answered in words, and a loop
without end is stopped after ten seconds.

>>> from glassbox import check
>>> check.softmax_by_hand([9, 24, 67], hint=1)
✗ softmax_by_hand: not quite.
  You gave [9, 24, 67].
  Known mistake: these are percent, and right; but 9 % is written 0.09 here.
  Look at: the decimal point.
  Stuck? check.softmax_by_hand(hint=1) gives the first of 3 hints.
Hint 1 of 3: e is about 2.71828. Write down its first, second and third
power.
"""

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from ._engine.exercise import Asked


class Checks:
    """All exercises by name, as attributes; iterating gives each of them."""

    def __init__(self, folder: Path) -> None:
        self._files: dict[str, Path] = {}
        for file in sorted(folder.glob("[!_]*/[!_]*.py")):
            other = self._files.setdefault(file.stem, file)
            if other != file:
                raise ImportError(f"two exercises have one name: {other} and {file}")

    def __getattr__(self, name: str) -> Asked:
        if name.startswith("_") or name not in self._files:
            known = ", ".join(dir(self)) if not name.startswith("_") else "see dir()"
            raise AttributeError(f"there is no exercise {name!r}; there are: {known}")
        chapter = self._files[name].parent.name
        table = import_module(f".{chapter}.{name}", __package__)
        exercise = replace(table.EXERCISE, name=name)
        setattr(self, name, exercise)  # from now on found without this method
        return exercise

    def __dir__(self) -> list[str]:
        return sorted(self._files)

    def __iter__(self) -> Iterator[Asked]:
        return (getattr(self, name) for name in self._files)

    def __repr__(self) -> str:
        return "\n".join(repr(exercise) for exercise in self)


check = Checks(Path(__file__).parent)

__all__ = ["check"]
