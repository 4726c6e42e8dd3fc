"""Runs a student's cells and calls the functions; it knows inputs, and no answers.

It runs in a process of its own, in the sandbox. Each exercise is answered in a fork:
what a student's code does there, even ending the process, costs that exercise alone.
What comes back is lines of JSON, since the process is the student's by then.
"""

import ast
import json
import linecache
import os
import pickle
import pkgutil
import re
import resource
import signal
import sys
import types
from contextlib import suppress
from typing import Any

from ..exercises import check
from ..exercises._engine.exercise import has_dots
from ..exercises._engine.run import TimeIsUp, run
from .needs import needed
from .values import MOST_SAID, pack, pack_numbers

SECONDS = 30  # for an exercise; engine/run.py stops a loop in one call after ten
MEMORY, FILE = 4 << 30, 16 << 20  # bytes
# What a notebook has besides Python, and the check, should its import be gone.
NOTEBOOK = """from glassbox import check
def get_ipython(): return None
def display(*shown): pass"""
MAGIC = re.compile(r"^(\s*)[%!].*$", re.MULTILINE)


def main() -> None:
    """Answer the questions of the job that comes in, one fork after the other."""
    job = pickle.load(sys.stdin.buffer)  # from the teacher's own process
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    for limit, most in (("AS", MEMORY), ("FSIZE", FILE), ("CORE", 0)):
        with suppress(ValueError, OSError):  # macOS has not all of them
            resource.setrlimit(getattr(resource, f"RLIMIT_{limit}"), (most, most))
    signal.signal(signal.SIGALRM, _late)
    for question in job["questions"]:
        answers.flush()
        child = os.fork()
        if child == 0:
            try:
                _answer(job["cells"], question, answers)
            finally:  # nothing of the student's runs on, at exit or otherwise
                os._exit(0)
        try:
            signal.alarm(SECONDS)
            os.waitpid(child, 0)
            signal.alarm(0)
        except TimeoutError:
            with suppress(ProcessLookupError, ChildProcessError):  # ended right then
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
            _say(answers, name=question["name"], late=True)


def _late(*_: Any) -> None:
    raise TimeoutError


def _say(answers: Any, **what: Any) -> None:
    answers.write("\n" + json.dumps(what) + "\n")
    answers.flush()


def _answer(cells: list[str], question: dict, answers: Any) -> None:
    name = question["name"]
    adapt = getattr(getattr(check, name), "adapt", None)  # none by hand
    answer, error, names = _run_cells(cells, question)
    _say(answers, name=name, error=error)
    if question["cases"] is None:
        _say(answers, name=name, case=0, **pack_numbers(answer))
        return
    if answer is None:
        answer = names.get(question["stub"])
    if not callable(answer):
        _say(answers, name=name, case=0, dots=answer is ..., missing=True)
        return
    for path in question["closed"]:
        pkgutil.resolve_name(f"glassbox.{path}").__code__ = _refuse.__code__
    for number, arguments in enumerate(question["cases"]):
        outcome = run(adapt(answer), arguments)
        late = isinstance(outcome.error, TimeIsUp)
        if number == 0 and not late and has_dots(run(answer, arguments).value):
            _say(answers, name=name, case=0, dots=True)
            return
        _say(answers, name=name, case=number, **pack(outcome))
        if late:
            return


class Given:
    """Stands where the book's check stood, and remembers what it was given."""

    def __init__(self, wanted: str) -> None:
        self._wanted, self._answer = wanted, None

    def __getattr__(self, name: str) -> Any:
        def asked(answer: Any = None, *, hint: Any = None) -> None:
            if name == self._wanted and answer is not None:
                self._answer = answer

        return asked


def _close_the_book(given: Given) -> None:
    """Put given in the check's place; the tables can't be imported any more."""
    for module in [m for m in sys.modules if m.startswith("glassbox.exercises")]:
        del sys.modules[module]
    library, exercises = sys.modules["glassbox"], types.ModuleType("glassbox.exercises")
    library.check = exercises.check = given
    library.exercises = sys.modules["glassbox.exercises"] = exercises


def _run_cells(cells: list[str], question: dict) -> tuple[Any, str, dict]:
    """Run the cells that are needed; return what check got, an error, all names."""
    given = Given(question["name"])
    _close_the_book(given)
    main = sys.modules["__main__"] = types.ModuleType("__main__")
    error = ""

    def through(sources: list[str]) -> None:
        nonlocal error
        for number, source in enumerate(sources):
            file = f"cell {number}"
            linecache.cache[file] = (len(source), None, source.splitlines(True), file)
            try:  # what stands before an error counts
                for node in ast.parse(source).body:
                    code = compile(ast.Module([node], []), file, "exec")
                    exec(code, main.__dict__)
            except (Exception, SystemExit) as problem:
                error = f"{type(problem).__name__}: {problem}"

    outcome = run(through, {"sources": _of_exercise(cells, question)})
    if isinstance(outcome.error, TimeIsUp):
        error = "TimeIsUp"
    elif outcome.error:
        error = f"{type(outcome.error).__name__}: {outcome.error}"
    return given._answer, error[:MOST_SAID], main.__dict__


def _of_exercise(cells: list[str], question: dict) -> list[str]:
    """Return the cells to run: the last that checks the exercise, and what it needs."""
    cells = [NOTEBOOK, *(MAGIC.sub(r"\1pass", cell) for cell in cells)]
    checks = rf"\bcheck\.{question['name']}\s*\("
    places = [i for i, cell in enumerate(cells) if re.search(checks, cell)]
    if not places and question["stub"]:  # the check is gone, the function may be there
        stub = rf"\b{question['stub']}\b"
        places = [i for i, cell in enumerate(cells) if re.search(stub, cell)]
    if not places:
        return []
    last = places[-1]
    above = json.loads(needed(json.dumps(cells[: last + 1])))
    return [cells[place] for place in above] + [cells[last]]


def _refuse(*_given: Any, **_named: Any) -> None:
    raise RuntimeError("marked is your own function; the book's is closed meanwhile")


if __name__ == "__main__":
    main()
