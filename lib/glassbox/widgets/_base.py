"""What every widget shares: script, words, checked traits, and its static fallback."""

import json
import math
import sys
from collections.abc import Callable, Sequence
from functools import reduce
from html import escape
from numbers import Real
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from ..words import fill, language, read_words
from ._link import link_script, link_style
from ._rules import (
    LONGEST_TEXT,
    has_other_lengths,
    list_rule,
    number_rule,
    numbers_rule,
    rules_of,
    text_rule,
)
from ._state_link import state_link

SHARED = Path(__file__).parent / "shared"


AS_TEXT = {  # how a dict with an order travels: a stored page sorts an object's keys
    "to_json": lambda value, widget: json.dumps(value, ensure_ascii=False),
    "from_json": lambda text, widget: json.loads(text),
}


class GlassBoxWidget(anywidget.AnyWidget):
    """A widget that computes what it shows in the page, and has a fallback for paper.

    A subclass names its folder, which holds widget.js, style.css and words.en.json,
    and the traits that its picture depends on, and describes its state as HTML.
    """

    _folder: Path
    _state: tuple[str, ...]  # the traits that change the fallback
    _ipython_display_ = None  # ipywidgets 7: show the MIME bundle below, as 8 does

    _esm = traitlets.Unicode().tag(sync=True)
    _css = traitlets.Unicode().tag(sync=True)
    words = traitlets.Dict().tag(sync=True, **AS_TEXT)  # in the language in use
    fallback = traitlets.Unicode().tag(sync=True)
    _rules = traitlets.Dict(read_only=True).tag(sync=True)  # what a link may change

    def __init__(self, **state: Any) -> None:
        super().__init__(**state)
        self._made = self._as_it_is()
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

    def link(self, page: str, place: int = 1) -> str:
        """Return a link to a chapter's page that shows this widget as it is now.

        It holds the traits that have changed since the widget was made, as the button
        "Copy link" on the page does: make it as the chapter does, then `set`.

        Parameters
        ----------
        page : str
            The chapter's slug, or a path or an address that ends with it.
        place : int
            Which of the page's widgets of its class it is, counted from 1.

        Raises
        ------
        ValueError
            If page is no such slug, place is below 1, the state is too long, or what
            has changed is the data that the widget was made with.
        """
        changed = [k for k in self._state if differ(getattr(self, k), self._made[k])]
        for name in changed:
            rule, value = self._rules.get(name), getattr(self, name)
            if not rule or has_other_lengths(rule, value, self._made[name]):
                what = "lengths of" if rule else "data"
                rule = f"a link can't change the {what} {name}"
                raise ValueError(f"{rule}: make the widget as the page's is, then set")
        changes = {name: getattr(self, name) for name in changed}
        return state_link(page, type(self).__name__, changes, place)

    def _as_it_is(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self._state}

    def describe(self) -> str:
        """Return the state as HTML for paper, for no script and for GitHub."""
        raise NotImplementedError(f"{type(self).__name__} must describe its state")

    def text(self, key: str, **values: Any) -> str:
        """Return the words of a key such as "title" or "rows.ids", with values in."""
        return fill(reduce(dict.__getitem__, key.split("."), self.words), **values)

    @traitlets.default("_esm")
    def _link_script(self) -> str:
        return link_script(self._folder)

    @traitlets.default("_css")
    def _link_style(self) -> str:
        return link_style(self._folder)

    @traitlets.default("words")
    def _read_words(self) -> dict:
        own = read_words(self._folder)
        return {"language": language(), **read_words(SHARED), **own}

    @traitlets.default("_rules")
    def _read_rules(self) -> dict[str, dict]:
        return rules_of(self)

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

    def rule(self) -> dict[str, Any]:
        return number_rule(self)


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

    def rule(self) -> dict[str, Any]:
        return number_rule(self, "integer")


class Numbers(traitlets.TraitType):
    """Finite numbers in lists within lists, one depth per axis, as even as an array.

    Arrays and tensors are accepted; most is the largest size that a number may have.
    """

    def __init__(
        self,
        default: Any = (),
        *,
        axes: int = 1,
        most: float = math.inf,
        **options: Any,
    ) -> None:
        super().__init__(default, **options)
        self.axes, self.most = axes, most

    def validate(self, obj: Any, value: Any) -> list:
        numbers = self._checked(value, self.axes)
        for depth in range(1, self.axes):  # of all lists so deep, not of neighbours
            lengths = sorted({len(part) for part in _parts(numbers, depth)})
            came = f"lengths {', '.join(map(str, lengths))}"
            require(len(lengths) < 2, f"{self.name} must have rows of one length", came)
        return numbers

    def _checked(self, value: Any, axes: int, place: tuple = ()) -> Any:
        kind = ("list", "matrix", "block")[self.axes - 1]
        rule = f"{self.name} must be a {kind} of finite numbers"
        where = f" at index {', '.join(map(str, place))}" if place else ""
        came = f"{value!r}{where}"
        if axes == 0:
            require(is_finite_number(value), rule, came)
            limits = f"from {-self.most:g} to {self.most:g}"
            rule = f"{self.name} must hold numbers {limits}"
            require(abs(value) <= self.most, rule, came)
            return float(value)
        items = listed(value)
        require(items is not None, rule, came)
        return [self._checked(x, axes - 1, (*place, i)) for i, x in enumerate(items)]

    def rule(self) -> dict[str, Any]:
        return numbers_rule(self)


def _parts(numbers: list, depth: int) -> list:
    """Return the lists that lie so deep within lists."""
    return (
        [part for one in numbers for part in _parts(one, depth - 1)]
        if depth
        else [numbers]
    )


class TextList(traitlets.TraitType):
    """A list of strings; an array of strings is accepted."""

    def validate(self, obj: Any, value: Any) -> list[str]:
        items = listed(value)
        if items is None or not all(isinstance(item, str) for item in items):
            raise traitlets.TraitError(
                f"{self.name} must be a list of strings; got {value!r}"
            )
        return [str(item) for item in items]

    def rule(self) -> dict[str, Any]:
        return list_rule(self, text_rule(LONGEST_TEXT))


def checked_together(*names: str) -> Callable:
    """Return the check, for a class body, that asks `fits` whenever one trait changes.

    `fits(**state)` gets the traits of these names as they would be, and refuses with
    `require` what can't stand together.
    """

    @traitlets.validate(*names)
    def check(widget: Any, proposal: Any) -> Any:
        state = {name: getattr(widget, name) for name in names}
        widget.fits(**(state | {proposal.trait.name: proposal.value}))
        return proposal.value

    return check


def require(holds: Any, rule: str, came: Any) -> None:
    """Refuse what breaks a rule, saying the rule and what came."""
    if not holds:
        raise traitlets.TraitError(f"{rule}; got {came}")


def listed(value: Any) -> list | None:
    """Return an array, tensor, list, tuple or range as a list; None for the rest."""
    items = value.tolist() if hasattr(value, "tolist") else value
    sequence = isinstance(items, Sequence) and not isinstance(items, (str, bytes))
    return list(items) if sequence else None


def differ(value: Any, other: Any) -> bool:
    """Tell whether two values of a trait differ; a model or an array: if it is new."""
    is_plain = isinstance(value, (list, tuple, str, int, float))
    return value != other if is_plain else value is not other


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
