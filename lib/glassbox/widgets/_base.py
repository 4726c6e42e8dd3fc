"""What every widget shares: its script, its checked traits, its static fallback."""

import math
import sys
from collections.abc import Sequence
from html import escape
from numbers import Real
from typing import Any

import anywidget
import traitlets

from ._assemble import assemble_script, assemble_style


class GlassBoxWidget(anywidget.AnyWidget):
    """A widget that computes what it shows in the page, and has a fallback for paper.

    A subclass names its script and the traits that its picture depends on, and
    describes its state as HTML.
    """

    _script: str  # a file in static/
    _state: tuple[str, ...]  # the traits that change the fallback
    _ipython_display_ = None  # ipywidgets 7: show the MIME bundle below, as 8 does

    fallback = traitlets.Unicode().tag(sync=True)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        if "_script" in cls.__dict__:
            cls._esm = assemble_script(cls._script)
            cls._css = assemble_style(cls._script)
        super().__init_subclass__(**kwargs)

    def __init__(self, **state: Any) -> None:
        super().__init__(**state)
        self.observe(self._describe_again, names=self._state)

    def set(self, **state: Any) -> None:
        """Set several traits at once: all of them, or none if one is refused."""
        unknown = [name for name in state if name not in self._state]
        if unknown:
            raise traitlets.TraitError(
                f"set takes {', '.join(self._state)}; got {', '.join(unknown)}"
            )
        with self.hold_trait_notifications():
            for name, value in state.items():
                setattr(self, name, value)

    def describe(self) -> str:
        """Return the state as HTML for paper, for no script and for GitHub."""
        raise NotImplementedError(f"{type(self).__name__} must describe its state")

    @traitlets.default("fallback")
    def _first_description(self) -> str:
        return self.describe()

    def _describe_again(self, change: Any) -> None:
        self.fallback = self.describe()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle and "google.colab" not in sys.modules:  # Colab might show the HTML
            bundle[0]["text/html"] = self.fallback
        return bundle


class Number(traitlets.TraitType):
    """A finite number; NumPy's scalars are accepted, text and nan are not."""

    def validate(self, obj: Any, value: Any) -> float:
        if not is_finite_number(value):
            raise traitlets.TraitError(
                f"{self.name} must be a finite number; got {value!r}"
            )
        return float(value)


class WholeNumber(Number):
    """A whole number within bounds; NumPy's scalars are accepted, text and 2.5 not."""

    def __init__(
        self,
        default: int | None = 0,
        *,
        least: float = -math.inf,
        most: float = math.inf,
        **options: Any,
    ) -> None:
        super().__init__(default, **options)
        self.least, self.most = least, most

    def validate(self, obj: Any, value: Any) -> int:
        number = super().validate(obj, value)
        if number != int(number):
            raise traitlets.TraitError(
                f"{self.name} must be a whole number; got {value!r}"
            )
        if not self.least <= number <= self.most:
            raise traitlets.TraitError(
                f"{self.name} must be from {self.least} to {self.most}; got {value!r}"
            )
        return int(number)


class NumberList(traitlets.TraitType):
    """A list of finite numbers; a one-dimensional array or tensor is accepted."""

    def validate(self, obj: Any, value: Any) -> list[float]:
        items = listed(value)
        if items is None:
            raise traitlets.TraitError(
                f"{self.name} must be a list of finite numbers; got {value!r}"
            )
        for index, item in enumerate(items):
            if not is_finite_number(item):
                raise traitlets.TraitError(
                    f"{self.name} must be a list of finite numbers; "
                    f"got {item!r} at index {index}"
                )
        return [float(item) for item in items]


class TextList(traitlets.TraitType):
    """A list of strings; an array of strings is accepted."""

    def validate(self, obj: Any, value: Any) -> list[str]:
        items = listed(value)
        if items is None or not all(isinstance(item, str) for item in items):
            raise traitlets.TraitError(
                f"{self.name} must be a list of strings; got {value!r}"
            )
        return [str(item) for item in items]


def listed(value: Any) -> list | None:
    """Return an array, tensor, list, tuple or range as a list; None for the rest."""
    items = value.tolist() if hasattr(value, "tolist") else value
    sequence = isinstance(items, Sequence) and not isinstance(items, (str, bytes))
    return list(items) if sequence else None


def is_finite_number(value: Any) -> bool:
    """Tell whether value is a real number that a float can hold."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return False
    try:
        return math.isfinite(float(value))
    except OverflowError:  # an integer beyond a float's range
        return False


def table(caption: str, header: list[str], rows: list[list[str]]) -> str:
    """Return an HTML table of text, escaped; each row's first entry heads it."""

    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in header)
    body = ""
    for first, *rest in rows:
        cells = "".join(f"<td>{escape(text)}</td>" for text in rest)
        body += f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>'
    return (
        f"<table><caption>{escape(caption)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def paragraph(text: str) -> str:
    """Return text as an HTML paragraph, escaped."""
    return f"<p>{escape(text)}</p>"
