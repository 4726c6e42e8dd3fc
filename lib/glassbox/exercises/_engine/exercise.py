"""What an exercise is: a table of cases, wrong variants and hints."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...words import fill
from ...words import translated as _
from .arrays import InParts
from .compare import as_array, is_right, same, trouble
from .run import Outcome, TimeIsUp, run
from .texts import beside, describe, difference, numbers, printed, wrapped

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


@dataclass(frozen=True, kw_only=True)
class Asked(ABC):
    """What every exercise has: a name, a task, and hints in steps.

    The name is the file's, filled in where the exercise is found.
    """

    name: str = ""
    task: str
    hints: tuple[str, ...]

    def __call__(self, answer: Any = NOT_GIVEN, *, hint: int | None = None) -> None:
        """Check the answer and print what was found; hint=1, 2, ... helps."""
        if answer is not NOT_GIVEN:
            print(self.examine(answer).text)
        elif hint is None:
            print(wrapped(_(self.task), ""))
        if hint is not None:
            print(self._hint(hint))

    def __repr__(self) -> str:
        return f"check.{self.name}: {_(self.task)}"

    @abstractmethod
    def examine(self, answer: Any) -> Verdict:
        """Say what is right or wrong with the answer."""

    def not_started(self, *task: str) -> Verdict:
        """Say that the answer is still the dots that stood there, and what to do."""
        first = fill(_("○ {name}: not started."), name=self.name)
        return Verdict(False, lines(first, *task, self._stuck()))

    def not_yet(self, *parts: str, wrong: Wrong | None = None) -> Verdict:
        """Return what is wrong, and where help is to be had."""
        first = fill(mistake_forms()["not_yet"], name=self.name)
        return Verdict(False, lines(first, *parts, self._stuck()), wrong)

    def translated_hints(self) -> list[str]:
        """Return the hints as a page shows them."""
        return [_(hint) for hint in self.hints]

    def _stuck(self) -> str:
        form = _("Stuck? check.{name}(hint=1) gives the first of {n} hints.")
        return "  " + fill(form, name=self.name, n=str(len(self.hints)))

    def _hint(self, hint: int) -> str:
        count = len(self.hints)
        n = str(count)
        if hint not in range(1, count + 1):
            form = _("The hints are hint=1 to hint={n}; got {got}.")
            return fill(form, n=n, got=repr(hint))
        text = self.translated_hints()[hint - 1]
        form = _("Hint {number} of {n}: {text}")
        return wrapped(fill(form, number=str(hint), n=n, text=text), "")


@dataclass(frozen=True, kw_only=True, repr=False)
class Exercise(Asked):
    """An exercise that is answered with a function."""

    reference: Callable
    cases: tuple[Case, ...]
    wrongs: tuple[Wrong, ...]
    adapt: Callable = lambda function: function  # makes its result one array
    # Makes a case's arguments anew, from them and a generator; else numbers move.
    fresh: Callable[[dict, Any], dict] | None = None
    closed: tuple[str, ...] = ()  # what in glassbox is the answer: a call earns nothing

    def examine(self, function: Any) -> Verdict:
        """Run the function on every case and say what was found."""
        if not callable(function):
            form = _(
                "Hand over the function itself, without calling it: "
                "check.{name}(my_function). What came has type {kind}."
            )
            kind = type(function).__name__
            return self.not_yet(wrapped(fill(form, name=self.name, kind=kind)))
        got: list[Outcome] = []
        for case in self.cases:
            got.append(run(self.adapt(function), case.arguments))
            if isinstance(got[-1].error, TimeIsUp):
                break
        return self.verdict(got, lambda: self._is_stub(function, got[0]))

    def expected(self) -> list[Outcome]:
        """Return what the reference makes of each case."""
        given = (case.arguments for case in self.cases)
        return [run(self.reference, each, limited=False) for each in given]

    def verdict(
        self, got: list[Outcome], is_stub: Callable[[], bool] = lambda: False
    ) -> Verdict:
        """Say what is right or wrong with what came of the cases, or of the first."""
        expected = self.expected()
        right = [is_right(*pair) for pair in zip(got, expected, strict=False)]
        if all(right):
            form = _("✓ {name}: right in all {n} cases.")
            notes = _("; ").join(_(case.note) for case in self.cases)
            text = lines(
                fill(form, name=self.name, n=str(len(self.cases))),
                wrapped(fill(_("Tried: {notes}."), notes=notes)),
                printed(got[0].printed),
            )
            return Verdict(True, text)
        first = right.index(False)
        if first == 0 and is_stub():
            return self.not_started()  # the task stands above its cell
        wrong, certain = self._known_mistake(got, first)
        return self.not_yet(
            mistake_text(wrong, certain),
            self._case_text(first, got[first], expected[first]),
            wrapped(trouble(got[first])),
            printed(got[first].printed),
            wrong=wrong,
        )

    def _is_stub(self, function: Callable, got: Outcome) -> bool:
        """Look at what the function itself returns; adapt may stumble over dots."""
        if isinstance(got.error, TimeIsUp):
            return False
        return has_dots(run(function, self.cases[0].arguments).value)

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
        case, n = self.cases[index], str(len(self.cases))
        form = _("Case {number} of {n}: {note}")
        parts = ["  " + fill(form, number=str(index + 1), n=n, note=_(case.note))]
        parts += [beside(name, numbers(x)) for name, x in case.arguments.items()]
        if trouble(got):
            return lines(*parts)
        parts.append(beside(_("expected"), describe(expected, raised=False)))
        parts.append(beside(_("got"), describe(got)))
        if got.error and not got.line:  # raised by the call, before the first line
            parts.append(beside(_("called as"), f"f({', '.join(case.arguments)})"))
        if not got.error and not expected.error:
            pair = as_array(got.value), as_array(expected.value)
            if not isinstance(got.value, InParts) or pair[0].shape == pair[1].shape:
                parts.append(difference(*pair))  # else the parts show their own shapes
        return lines(*parts)


def has_dots(answer: Any) -> bool:
    """Tell whether dots (...) stand where the answer, or a part of it, should."""
    parts = answer if isinstance(answer, (list, tuple)) else (answer,)
    return any(part is ... for part in parts)


def mistake_text(wrong: Wrong | None, certain: bool = True) -> str:
    """Name a known mistake and say where to look."""
    if wrong is None:
        return ""
    forms = mistake_forms()
    likely = _("Looks like a known mistake: {diagnosis}")
    named = forms["mistake"] if certain else likely
    return lines(
        wrapped(fill(named, diagnosis=_(wrong.diagnosis))),
        wrapped(fill(forms["look_at"], place=_(wrong.look_at))),
    )


def mistake_forms() -> dict[str, str]:
    """Return the sentences about a mistake that is certain, to be filled in."""
    return {
        "not_yet": _("✗ {name}: not quite."),
        "mistake": _("Known mistake: {diagnosis}"),
        "look_at": _("Look at: {place}"),
    }


def lines(*parts: str) -> str:
    """Put the parts that there are one below the other."""
    return "\n".join(part for part in parts if part)
