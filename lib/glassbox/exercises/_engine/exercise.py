"""What an exercise is: a table of cases, wrong variants and hints."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .compare import as_array, is_right, same, trouble
from .run import Outcome, TimeIsUp, run
from .texts import beside, describe, numbers, wrapped

NOT_GIVEN = object()


@dataclass(frozen=True)
class Case:
    """One input, simple cases first; the note says what is special about it."""

    note: str
    arguments: dict[str, Any]


@dataclass(frozen=True)
class Wrong:
    """A known mistake: what it is, where to look, and code (or answers) that has it."""

    diagnosis: str
    look_at: str
    examples: tuple


@dataclass(frozen=True)
class Verdict:
    """What examining an answer found."""

    passed: bool
    text: str
    wrong: Wrong | None = None


@dataclass(frozen=True)
class Asked(ABC):
    """What every exercise has: a name, a task, and hints in steps."""

    name: str
    task: str
    hints: tuple[str, ...]

    def __call__(self, answer: Any = NOT_GIVEN, *, hint: int | None = None) -> None:
        """Check the answer and print what was found; hint=1, 2, ... helps."""
        if answer is not NOT_GIVEN:
            print(self.examine(answer).text)
        elif hint is None:
            print(wrapped(self.task, ""))
        if hint is not None:
            print(self._hint(hint))

    def __repr__(self) -> str:
        return f"check.{self.name}: {self.task}"

    @abstractmethod
    def examine(self, answer: Any) -> Verdict:
        """Say what is right or wrong with the answer."""

    def passed(self, text: str, *more: str) -> Verdict:
        """Return the good news."""
        parts = [f"✓ {self.name}: {text}", *more]
        return Verdict(True, "\n".join(part for part in parts if part))

    def not_yet(self, *parts: str, wrong: Wrong | None = None) -> Verdict:
        """Return what is wrong, and where help is to be had."""
        many = f"gives the first of {len(self.hints)} hints"
        stuck = f"  Stuck? check.{self.name}(hint=1) {many}."
        parts = [f"✗ {self.name}: not yet.", *parts, stuck]
        return Verdict(False, "\n".join(part for part in parts if part), wrong)

    def _hint(self, hint: int) -> str:
        count = len(self.hints)
        if hint not in range(1, count + 1):
            return f"The hints are hint=1 to hint={count}; got {hint!r}."
        return wrapped(f"Hint {hint} of {count}: {self.hints[hint - 1]}", "")


@dataclass(frozen=True, repr=False)
class Exercise(Asked):
    """An exercise that is answered with a function."""

    reference: Callable
    cases: tuple[Case, ...]
    wrongs: tuple[Wrong, ...]
    adapt: Callable = lambda function: function  # makes its result one array

    def examine(self, function: Any) -> Verdict:
        """Run the function on every case and say what was found."""
        if not callable(function):
            return self.not_yet(
                wrapped(
                    "Hand over the function itself, without calling it: "
                    f"check.{self.name}(my_function). "
                    f"What came has type {type(function).__name__}."
                )
            )
        got: list[Outcome] = []
        for case in self.cases:
            got.append(run(self.adapt(function), case.arguments))
            if isinstance(got[-1].error, TimeIsUp):
                break
        given = (case.arguments for case in self.cases)
        expected = [run(self.reference, each, limited=False) for each in given]
        right = [is_right(*pair) for pair in zip(got, expected, strict=False)]
        if all(right):
            notes = "; ".join(case.note for case in self.cases)
            return self.passed(
                f"right in all {len(self.cases)} cases.",
                wrapped(f"Tried: {notes}."),
                _printed_text(got[0].printed),
            )
        first = right.index(False)
        wrong, certain = self._known_mistake(got, first)
        return self.not_yet(
            self._case_text(first, got[first], expected[first]),
            wrapped(trouble(got[first])),
            mistake_text(wrong, certain),
            _printed_text(got[first].printed),
            wrong=wrong,
        )

    def _known_mistake(
        self, got: list[Outcome], first: int
    ) -> tuple[Wrong | None, bool]:
        """Find the wrong variant that does the same up to the first failure, and on.

        Of several that do, the one that agrees in most cases; the second value tells
        whether that is in all of them.
        """
        if trouble(got[first]):
            return None, False
        best, most = None, 0
        for wrong in self.wrongs:
            for example in wrong.examples:
                agreeing = self._agreeing(got, example, first)
                if agreeing > most:
                    best, most = wrong, agreeing
        return best, most == len(self.cases)

    def _agreeing(self, got: list[Outcome], example: Callable, first: int) -> int:
        """Count the cases in which example does the same; 0 if not up to the first."""
        agreeing = 0
        pairs = zip(self.cases, got, strict=False)
        for index, (case, mine) in enumerate(pairs):
            theirs = run(example, case.arguments, limited=False)
            if not trouble(mine) and same(mine, theirs):
                agreeing += 1
            elif index <= first:
                return 0
        return agreeing

    def _case_text(self, index: int, got: Outcome, expected: Outcome) -> str:
        """Show the case in numbers: what went in, what should come out, what came."""
        case = self.cases[index]
        lines = [f"  Case {index + 1} of {len(self.cases)}: {case.note}"]
        lines += [beside(n, numbers(value)) for n, value in case.arguments.items()]
        if trouble(got):
            return "\n".join(lines)
        lines.append(beside("expected", describe(expected, raised=False)))
        lines.append(beside("got", describe(got)))
        if got.error and not got.line:  # raised by the call, before the first line
            lines.append(beside("called as", f"f({', '.join(case.arguments)})"))
        if not got.error and not expected.error:
            lines.append(_difference_text(as_array(got.value), expected.value))
        return "\n".join(line for line in lines if line)


def mistake_text(wrong: Wrong | None, certain: bool = True) -> str:
    """Name a known mistake and say where to look."""
    if wrong is None:
        return ""
    named = "Known mistake" if certain else "Looks like a known mistake"
    return "\n".join(
        [wrapped(f"{named}: {wrong.diagnosis}"), wrapped(f"Look at: {wrong.look_at}")]
    )


def _difference_text(got: Any, expected: Any) -> str:
    """Say how two arrays differ where their four printed digits don't show it."""
    if got.shape != expected.shape:
        return beside("shape", f"expected {expected.shape}, got {got.shape}")
    if numbers(got) == numbers(expected):
        return beside("difference", f"up to {abs(got - expected).max():.1g}")
    return ""


def _printed_text(printed: str) -> str:
    """Show the first lines that the function printed while it ran."""
    lines = printed.splitlines()
    if not lines:
        return ""
    shown = [f"    {line[:80]}" for line in lines[:3]]
    more = ["    ... and more"] if len(lines) > 3 else []
    return "\n".join(["  Your function printed:", *shown, *more])
