"""The traits that widgets share: checked on the way in, with a rule for a link."""

import math
from collections.abc import Callable, Sequence
from numbers import Real
from typing import Any

import traitlets

from ._rules import LONGEST_TEXT, list_rule, number_rule, numbers_rule, text_rule


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


def is_finite_number(value: Any) -> bool:
    """Tell whether value is a real number that a float can hold."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return False
    try:
        return math.isfinite(float(value))
    except OverflowError:  # an integer beyond a float's range
        return False
