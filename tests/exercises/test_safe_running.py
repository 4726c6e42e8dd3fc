"""Whatever a learner's function does, a clear word comes and the notebook lives on."""

import asyncio
import signal
import sys
import threading
import time

import numpy as np
import pytest
from glassbox import check
from glassbox.exercises._engine import run as _run

SECONDS = 0.4  # instead of 10, for what never ends


@pytest.fixture(params=["alarm", "thread"], autouse=True)
def way(request, monkeypatch):
    """Try both ways of stopping a function: Linux and macOS, and elsewhere."""
    if request.param == "thread":
        monkeypatch.setattr(_run, "_with_alarm", _run._in_thread)
    return request.param


@pytest.fixture(autouse=True)
def nothing_runs_on():
    """A loop left running in its thread would slow down every later test."""
    before = set(threading.enumerate())
    yield
    assert set(threading.enumerate()) <= before


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(_run, "SECONDS", SECONDS)


def said(function, exercise=check.softmax):
    verdict = exercise.examine(function)
    assert not verdict.passed
    assert verdict.text.startswith(f"✗ {exercise.name}: not quite.")
    return " ".join(verdict.text.split())


def endless(z):
    while True:
        pass


def endless_despite_except_exception(z):
    while True:
        try:
            time.sleep(0.001)
        except Exception:
            pass


def endless_despite_bare_except(z):
    while True:
        try:
            z.sum()
        except:  # noqa: E722 - what a learner may write
            pass


def endless_printing(z):
    while True:
        print("again and again")


@pytest.mark.parametrize(
    "function",
    [
        endless,
        endless_despite_except_exception,
        endless_despite_bare_except,
        endless_printing,
        lambda z: time.sleep(2),
    ],
)
def test_a_function_without_end_is_stopped(function, impatient):
    assert "did not come to an end and was stopped" in said(function)


def test_after_a_stop_the_next_check_runs(impatient, monkeypatch):
    said(endless)
    monkeypatch.setattr(_run, "SECONDS", 10)
    assert check.softmax.examine(check.softmax.reference).passed


def test_a_stopped_loop_no_longer_runs(impatient):
    beats = []

    def beating(z):
        while True:
            beats.append(1)
            time.sleep(0.001)

    said(beating)
    time.sleep(0.2)
    count = len(beats)
    time.sleep(0.2)
    assert len(beats) == count


def test_it_runs_in_a_thread_that_is_not_the_main_one_too(impatient):
    texts = []
    thread = threading.Thread(target=lambda: texts.append(said(endless)))
    thread.start()
    thread.join(10)
    assert "did not come to an end" in texts[0]


@pytest.mark.parametrize("way", ["alarm"], indirect=True)
def test_an_alarm_that_was_set_before_is_set_again(way):
    heard = []
    old = signal.signal(signal.SIGALRM, lambda *_: heard.append(1))
    signal.setitimer(signal.ITIMER_REAL, 60)
    try:
        assert check.softmax.examine(check.softmax.reference).passed
        assert 50 < signal.setitimer(signal.ITIMER_REAL, 0)[0] <= 60
        signal.raise_signal(signal.SIGALRM)
        assert heard == [1]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)


def test_much_printing_is_cut_and_nothing_leaks(capsys):
    def chatty(z):
        for i in range(3_000):
            print("line", i)
        return None

    text = check.softmax.examine(chatty).text
    assert "Your function printed:\n    line 0\n    line 1\n    line 2\n" in text
    assert "... and more" in text and "line 3" not in text
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err == ""
    check.softmax(chatty)
    assert len(capsys.readouterr().out) < 1000


def test_an_error_is_shown_with_its_line_and_case():
    def failing(z):
        first = z[0]
        return first / {}["scale"]

    text = said(failing)
    assert "Case 1 of 9: three scores scores [1, 2, 3]" in text
    assert "KeyError: 'scale' line " in text
    assert 'return first / {}["scale"]' in text


def test_an_error_inside_a_library_points_to_the_learners_line():
    def failing(z):
        return np.concatenate([z, np.zeros((2, 2))])

    text = said(failing)
    assert "ValueError: all the input array" in text
    assert "return np.concatenate([z, np.zeros((2, 2))])" in text


def test_texts_are_the_same_on_every_run():
    class Odd:
        pass

    def failing(z):
        raise ValueError(f"what is {Odd()} for?")

    assert said(failing) == said(failing)
    assert "0x" not in said(failing)
    assert "0x" not in check.softmax_by_hand.examine(Odd()).text


def test_endless_recursion():
    def deeper(z):
        return deeper(z)

    assert "calls itself without end" in said(deeper)


@pytest.mark.parametrize("leave", [exit, sys.exit, quit])
def test_leaving_the_interpreter(leave):
    assert "called exit()" in said(lambda z: leave())


class OwnKind(BaseException):
    """What `except Exception` lets pass."""


@pytest.mark.parametrize("kind", [OwnKind, GeneratorExit, asyncio.CancelledError])
def test_what_is_no_ordinary_exception_is_shown_too(kind):
    def failing(z):
        raise kind("enough")

    text = said(failing)
    assert f"got {kind.__name__}: enough line " in text
    assert 'raise kind("enough")' in text


def test_the_readers_own_interruption_gets_through(monkeypatch):
    beats = []

    def interrupted(z):
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
        while True:
            beats.append(1)
            time.sleep(0.001)

    monkeypatch.setattr(_run, "SECONDS", 60)
    # A shell starts what it runs in the background without Python's own handler.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            check.softmax.examine(interrupted)
    finally:
        signal.signal(signal.SIGINT, before)
    count = len(beats)
    time.sleep(0.2)
    assert len(beats) == count  # and the function, in its thread, ends as well


def test_an_interruption_that_the_function_itself_raises(way):
    def interrupted(z):
        raise KeyboardInterrupt

    if way == "thread":  # where a reader's own never arrives
        assert "got KeyboardInterrupt line " in said(interrupted)
    else:
        with pytest.raises(KeyboardInterrupt):
            check.softmax.examine(interrupted)


def test_in_a_browser_neither_alarm_nor_thread_is_asked_for(monkeypatch):
    def missing(*_):
        raise NotImplementedError

    monkeypatch.setattr(_run.sys, "platform", "emscripten")
    monkeypatch.setattr(_run, "_with_alarm", missing)
    monkeypatch.setattr(_run, "_in_thread", missing)
    assert check.softmax.examine(check.softmax.reference).passed
    assert "Did you forget `return`?" in said(lambda z: None)


@pytest.mark.parametrize(
    ("result", "word"),
    [
        (None, "Did you forget `return`?"),
        ([0.1, 0.2, 0.7], "returned a list, not an array"),
        ((0.1, 0.2, 0.7), "returned a tuple, not an array"),
        ("0.1", "returned a str, not an array of numbers"),
        ({0.1}, "returned a set"),
        (np.sum, "not an array of numbers"),
        (np.array([0, 0, 1]), "has dtype int64, which has no room for fractions"),
        (np.array([False, False, True]), "has dtype bool"),
        (np.array([0.1 + 0j]), "dtype complex128, not real numbers"),
        (np.array([None]), "dtype object"),
        (np.array(["a"]), "dtype <U1"),
        (np.array([0.1, 0.9]), "shape expected (3,), got (2,)"),
        (0.5, "shape expected (3,), got ()"),
    ],
)
def test_wrong_type_dtype_or_shape(result, word):
    assert word in said(lambda z: result)


def test_whole_numbers_cut_by_zeros_like():
    def cut(z):
        result = np.zeros_like(z)
        result[...] = check.softmax.reference(z)
        return result

    assert "Case 5 of 9: whole numbers" in said(cut)
    assert "give them dtype=float" in said(cut)


def test_writing_into_the_input():
    def greedy_in_memory(z):
        z -= z.max(axis=-1, keepdims=True)
        return check.softmax.reference(z)

    def reshaping(z):
        z.shape = (-1,)
        return check.softmax.reference(z)

    assert "writes into its input: scores is no longer" in said(greedy_in_memory)
    cases = [case.arguments["scores"].copy() for case in check.softmax.cases]
    said(greedy_in_memory)
    for case, copy in zip(check.softmax.cases, cases, strict=True):
        np.testing.assert_array_equal(case.arguments["scores"], copy)


@pytest.mark.parametrize("thing", [5, None, np.zeros(3), "softmax", ...])
def test_what_is_not_a_function(thing):
    text = said(thing)
    assert "Hand over the function itself, without calling it" in text
    assert type(thing).__name__ in text


def test_a_function_with_too_few_parameters_learns_how_it_is_called():
    text = said(lambda z: z, check.softmax_with_temperature)
    assert "takes 1 positional argument but 2 were given" in text
    assert "called as f(scores, temperature)" in text


def test_numpy_warnings_and_settings_of_the_learner_do_not_show(recwarn):
    with np.errstate(all="raise"):
        text = said(lambda z: np.exp(z) / np.exp(z).sum(axis=-1, keepdims=True))
    assert "no maximum subtracted" in text
    assert not recwarn.list


def test_a_call_prints_and_returns_nothing(capsys):
    assert check.softmax(check.softmax.reference) is None
    assert capsys.readouterr().out.startswith("✓ softmax: right")
    assert check.softmax() is None
    assert capsys.readouterr().out.startswith("Write f(scores)")
