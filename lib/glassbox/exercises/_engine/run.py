"""Run a learner's function so that the notebook lives on.

What it raises is kept, what it prints is caught, and a loop without end is stopped:
between two of its steps. One long step inside compiled code, such as
sum(range(10**12)), can't be interrupted; it is waited for.
"""

import contextlib
import ctypes
import inspect
import io
import re
import signal
import sys
import sysconfig
import threading
import time
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

SECONDS = 10.0  # enough for a first `import torch` inside the function
MOST_PRINTED = 2000  # characters kept of what a function prints
# A loop with a bare `except:` swallows nearly every interruption: it is interrupted
# again and again, until one finds it outside its `try`.
TICK = 0.001
PATIENCE = 3.0  # seconds of interruptions before a thread is left to itself
ELSEWHERE = (
    str(Path(__file__).parents[2]),
    str(Path(np.__file__).parent),  # in a page it lies beside the three below
    *(sysconfig.get_path(key) for key in ("stdlib", "purelib", "platlib")),
)


class TimeIsUp(BaseException):
    """Raised inside a function that runs too long; `except Exception` misses it."""


@dataclass
class Outcome:
    """What came of one call: a value or an error, and what happened on the way."""

    value: Any = None
    error: BaseException | None = None
    line: str = ""  # the learner's line that raised
    printed: str = ""
    changed_input: str = ""  # the name of an argument that was written into


def run(function: Callable, arguments: dict, *, limited: bool = True) -> Outcome:
    """Call function on copies of the arguments; stop its loops after SECONDS.

    A person's own interruption, Ctrl-C or Stop, gets through; it reaches the main
    thread only. Our own functions come to an end and need not be limited.
    """
    given = {name: _copy(value) for name, value in arguments.items()}
    outcome, printed = Outcome(), _Captured()

    def call() -> None:
        try:
            positional, keywords = _call_form(function, given)
            with np.errstate(all="ignore"):  # nan is ours to explain
                outcome.value = function(*positional, **keywords)
        except BaseException as error:
            stopped = isinstance(error, KeyboardInterrupt) and _in_main_thread()
            if stopped or isinstance(error, TimeIsUp):
                raise
            outcome.error, outcome.line = error, _learners_line(error)

    with warnings.catch_warnings(), contextlib.redirect_stdout(printed):
        warnings.simplefilter("ignore")
        finished = _within_time_limit(call, SECONDS if limited else None)
    outcome.printed = printed.getvalue()
    if not finished:
        return Outcome(error=TimeIsUp(), printed=outcome.printed)
    changed = (n for n, v in given.items() if not _untouched(v, arguments[n]))
    outcome.changed_input = next(changed, "")
    return outcome


def message(error: BaseException) -> str:
    """Return an error's type and text."""
    text = repeatable(str(error))
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def repeatable(text: str, most: int = 300) -> str:
    """Shorten a text and drop the addresses in it, which vary from run to run."""
    text = re.sub(r" at 0x[0-9a-fA-F]+", "", text).strip()
    return text if len(text) <= most else text[:most] + " ..."


def _call_form(function: Callable, given: dict) -> tuple[list, dict]:
    """Pass the later arguments by name where the function has the names."""
    first, *names = given
    try:
        known = inspect.signature(function).parameters
    except (TypeError, ValueError):  # a built-in that has no signature
        known = {}
    if names and all(name in known for name in names):
        return [given[first]], {name: given[name] for name in names}
    return list(given.values()), {}


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def _within_time_limit(call: Callable[[], None], seconds: float | None) -> bool:
    """Run call; tell whether it finished in time."""
    if seconds is None or sys.platform == "emscripten":
        call()  # a browser has neither alarm nor threads: there the page has Stop
        return True
    if _in_main_thread() and hasattr(signal, "setitimer"):
        return _with_alarm(call, seconds)
    return _in_thread(call, seconds)


def _with_alarm(call: Callable[[], None], seconds: float) -> bool:
    def ring(_signal: int, frame: Any) -> None:
        while frame is not None and frame.f_code is not call.__code__:
            frame = frame.f_back
        if frame is not None:  # still inside the call, not already leaving
            raise TimeIsUp

    old_handler = signal.signal(signal.SIGALRM, ring)
    old_timer = signal.setitimer(signal.ITIMER_REAL, seconds, TICK)
    try:
        call()
        return True
    except TimeIsUp:
        return False
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old_handler)
        signal.setitimer(signal.ITIMER_REAL, *old_timer)


def _in_thread(call: Callable[[], None], seconds: float) -> bool:
    """Do the same where there is no alarm (Windows) or this is no main thread."""
    finished = threading.Event()

    def target() -> None:
        with contextlib.suppress(TimeIsUp):
            call()
            finished.set()

    thread = threading.Thread(target=target, daemon=True)
    try:
        thread.start()
        finished.wait(seconds)
    finally:  # after Ctrl-C too
        if not finished.is_set():
            _interrupt(thread)
    return finished.is_set()


def _interrupt(thread: threading.Thread) -> None:
    until = time.monotonic() + PATIENCE
    turns = sys.getswitchinterval()
    sys.setswitchinterval(TICK)  # a busy loop hands over as often as we ask
    try:
        while thread.is_alive() and time.monotonic() < until:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(thread.ident), ctypes.py_object(TimeIsUp)
            )
            thread.join(TICK)
    finally:
        sys.setswitchinterval(turns)


def _copy(value: Any) -> Any:
    return value.copy() if isinstance(value, np.ndarray) else value


def _untouched(value: Any, original: Any) -> bool:
    if not isinstance(value, np.ndarray):
        return True
    return value.dtype == original.dtype and np.array_equal(value, original, True)


def _learners_line(error: BaseException) -> str:
    """Find the deepest line that is neither ours nor a library's."""
    frames = reversed(traceback.extract_tb(error.__traceback__))
    for frame in frames:
        if not frame.filename.startswith(ELSEWHERE):
            return f"line {frame.lineno}: {frame.line}".rstrip(": ")
    return ""


class _Captured(io.StringIO):
    """Keeps the beginning of what is printed and forgets the rest."""

    def write(self, text: str) -> int:
        super().write(text[: max(0, MOST_PRINTED - self.tell())])
        return len(text)
