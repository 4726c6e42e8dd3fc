"""The Python side of the training monitor: its record, what it sends and when."""

import json
import math
import re
from types import SimpleNamespace

import glassbox.widgets.training_monitor as module
import nbformat
import numpy as np
import pytest
from glassbox.models.translator import Step
from glassbox.widgets import TrainingMonitor
from glassbox.widgets.training_monitor.numbers import (
    diverged_from,
    numbers_to_list,
    smoothed_loss,
    smoothing_window,
)
from IPython.core.events import EventManager
from nbclient import NotebookClient
from traitlets import TraitError


def step(number, loss=None):
    """Return a step whose numbers float32 holds exactly."""
    return Step(number, 2 + number / 128 if loss is None else loss, number / 2**16)


def recorded(monitor):
    """Return what the page reads: by number, loss and learning rate."""
    rows = np.frombuffer(monitor.record, "<f4").reshape(-1, 2)
    return {n: (*row,) for n, row in enumerate(rows.tolist(), 1) if row[1] == row[1]}


@pytest.fixture
def end_cell(monkeypatch):
    """Make the notebook's shell; return what ends its cell."""

    def post_run_cell(result):
        """An event that callbacks may hear."""

    shell = SimpleNamespace()
    shell.events = EventManager(shell, {"post_run_cell": post_run_cell})
    monkeypatch.setattr(module, "get_ipython", lambda: shell)
    return lambda: shell.events.trigger("post_run_cell", None)


@pytest.fixture
def messages(monkeypatch):
    """Collect what monitors send, as names of traits."""
    sent = []

    def send_state(self, key=None):
        if key:
            sent.append(set(key))

    monkeypatch.setattr(TrainingMonitor, "send_state", send_state)
    return sent


def test_the_record_is_kept_as_shown(end_cell):
    monitor = TrainingMonitor(37)
    for number in range(1, 24):
        monitor.show(step(number), 0.25 if number == 7 else None)
    end_cell()
    assert recorded(monitor) == {n: step(n)[1:] for n in range(1, 24)}
    assert monitor.exact == [[7, 0.25]]
    assert len(monitor.record) == 23 * 8


@pytest.mark.parametrize("n_steps", [0, 10_001, 2.5, "900", True, math.nan])
def test_a_bad_number_of_steps_is_refused(n_steps):
    monitor = TrainingMonitor(37)
    monitor.show(step(1))
    with pytest.raises(TraitError, match="n_steps must be"):
        monitor.n_steps = n_steps
    assert (monitor.n_steps, recorded(monitor)) == (37, {1: step(1)[1:]})
    with pytest.raises(TraitError, match="n_steps must be"):
        TrainingMonitor(n_steps)


@pytest.mark.parametrize(
    ("wrong", "exact", "kind", "rule"),
    [
        (step(0), None, ValueError, "from 1 to n_steps = 37; got 0"),
        (step(38), None, ValueError, "from 1 to n_steps = 37; got 38"),
        (step(2.5), None, ValueError, "step.number must be whole"),
        (Step("2", 1.0, 0.1), None, ValueError, "step.number must be whole"),
        (step(2, "low"), None, TypeError, "step.loss must be a number; got 'low'"),
        (step(2, True), None, TypeError, "step.loss must be a number; got True"),
        (Step(2, 1.0, math.nan), None, ValueError, "learning_rate must be a finite"),
        (7, None, TypeError, "must have a number, a loss and a learning_rate; got 7"),
        (step(2), 1.5, ValueError, "exact must be None or from 0 to 1; got 1.5"),
        (step(2), math.nan, ValueError, "exact must be None or from 0 to 1; got nan"),
        (step(2), "all", ValueError, "exact must be None or from 0 to 1; got 'all'"),
    ],
)
def test_a_bad_step_is_refused_with_its_rule_and_the_record_kept(
    end_cell, wrong, exact, kind, rule
):
    monitor = TrainingMonitor(37)
    monitor.show(step(1), 0.5)
    with pytest.raises(kind, match=re.escape(rule)):
        monitor.show(wrong, exact)
    end_cell()
    assert recorded(monitor) == {1: step(1)[1:]}
    assert monitor.exact == [[1, 0.5]]


@pytest.mark.parametrize("name", ["record", "exact", "running"])
def test_the_record_is_not_written_to_by_hand(name):
    monitor = TrainingMonitor(37)
    with pytest.raises(TraitError, match="read-only"):
        setattr(monitor, name, getattr(monitor, name))


def test_numpy_numbers_are_taken(end_cell):
    monitor = TrainingMonitor(np.int64(37))
    monitor.show(Step(np.int32(3), np.float32(1.5), np.float64(0.25)), np.float32(0.5))
    assert recorded(monitor) == {3: (1.5, 0.25)}
    json.dumps(monitor.exact)


def test_steps_out_of_order_find_their_places_and_the_last_showing_counts(end_cell):
    monitor = TrainingMonitor(37)
    for number in (9, 2, 5):
        monitor.show(step(number), number / 10)
    monitor.show(step(2, 8.0))
    end_cell()
    assert recorded(monitor) == {2: (8, 2 / 2**16), 5: step(5)[1:], 9: step(9)[1:]}
    assert monitor.exact == [[2, 0.2], [5, 0.5], [9, 0.9]]


def test_step_1_shown_again_begins_a_new_record(end_cell):
    monitor = TrainingMonitor(37)
    for number in range(1, 21):
        monitor.show(step(number), 0.5 if number == 20 else None)
    monitor.show(step(1, 4.0))
    assert recorded(monitor) == {1: (4, 1 / 2**16)}
    assert monitor.exact == []


def test_another_number_of_steps_forgets_the_record(end_cell):
    monitor = TrainingMonitor(37)
    monitor.show(step(20), 0.5)
    end_cell()
    monitor.n_steps = 11
    assert (monitor.record, monitor.exact, monitor.running) == (b"", [], False)
    assert monitor.fallback == TrainingMonitor(11).fallback


def test_a_loss_that_is_not_finite_or_too_large_for_float32_is_kept(end_cell):
    monitor = TrainingMonitor(37)
    for number, loss in enumerate([1.5, math.nan, math.inf, 1e300], 1):
        monitor.show(step(number, loss))
    end_cell()
    losses = [loss for loss, _ in recorded(monitor).values()]
    np.testing.assert_array_equal(losses, [1.5, math.nan, math.inf, math.inf])


@pytest.mark.parametrize(("n_steps", "every"), [(37, 10), (900, 10), (5_000, 50)])
def test_a_message_goes_out_at_most_every_so_many_steps(messages, n_steps, every):
    monitor = TrainingMonitor(n_steps)
    messages.clear()
    for number in range(1, n_steps + 1):
        monitor.show(step(number))
    # the first and the last step, and every so many between them
    assert len(messages) == 2 + (n_steps - 2) // every
    assert all({"record", "fallback"} <= names for names in messages)


def test_a_measured_step_and_the_last_one_go_out_at_once_in_one_message(messages):
    monitor = TrainingMonitor(37)
    monitor.show(step(1))
    messages.clear()
    monitor.show(step(2))
    assert messages == []
    monitor.show(step(3), 0.5)
    assert messages == [{"record", "exact", "fallback"}]
    monitor.show(step(37))
    assert messages[1:] == [{"record", "fallback"}]


def test_the_end_of_the_cell_brings_the_last_steps_once(end_cell, messages):
    monitor = TrainingMonitor(37)
    for number in range(1, 18):
        monitor.show(step(number))
    assert (max(recorded(monitor)), monitor.running) == (11, True)
    end_cell()
    assert (max(recorded(monitor)), monitor.running) == (17, False)
    messages.clear()
    end_cell()
    assert messages == []
    monitor.show(step(18))
    end_cell()
    assert (max(recorded(monitor)), monitor.running) == (18, False)


def test_what_names_it_never_changes(end_cell):
    monitor = TrainingMonitor(37)
    before = repr(monitor)
    monitor.show(step(1), 0.5)
    end_cell()
    assert before == repr(monitor) == "TrainingMonitor(n_steps=37)"


def test_the_fallback_is_plain_before_and_tells_the_measured_steps_after(end_cell):
    monitor = TrainingMonitor(420)
    expected = "<p>No step yet of 420. Run the cell to train the model.</p>"
    assert monitor.describe() == monitor.fallback == expected
    for number in range(1, 258):
        monitor.show(step(number), number / 300 if number % 100 == 0 else None)
    end_cell()
    assert monitor.fallback == monitor.describe()
    rows = re.findall(r'<th scope="row">(\d+)</th>(.*?)</tr>', monitor.fallback)
    losses = {n: 2 + n / 128 for n in range(1, 258)}
    for (number, cells), n in zip(rows, (100, 200, 257), strict=True):
        mean = sum(losses[k] for k in range(n - 8, n + 1)) / 9  # 420 // 45 = 9
        share = "–" if n == 257 else f"{n / 300:.1%}"
        shown = [f"{losses[n]:.4f}", f"{mean:.4f}", f"{n / 2**16:.6f}", share]
        assert int(number) == n
        assert re.findall(r"<td>(.*?)</td>", cells) == shown
    assert "257 of 420 steps" in monitor.fallback


def test_the_fallback_says_where_the_loss_went(end_cell):
    monitor = TrainingMonitor(37)
    for number, loss in enumerate([1, math.nan, 1, math.inf, math.nan], 1):
        monitor.show(step(number, loss))
    end_cell()
    assert "The loss is nan from step 4 on." in monitor.fallback


def test_the_smoothed_loss_is_the_mean_of_the_last_finite_ones():
    losses = {1: 4.0, 2: 8.0, 3: math.nan, 5: 1.0, 6: math.inf, 9: 3.0}
    steps = {number: (loss, 0.1) for number, loss in losses.items()}
    found = [smoothed_loss(steps, number, 4) for number in steps]
    # by hand: 4; (4 + 8) / 2; gap; (8 + 1) / 2; gap; 3, alone among 6 to 9
    np.testing.assert_array_equal(found, [4, 6, math.nan, 4.5, math.nan, 3])
    assert [smoothing_window(n) for n in (1, 37, 900, 10_000)] == [5, 5, 20, 222]


@pytest.mark.parametrize(
    ("losses", "start"),
    [
        ([1, 2], None),
        ([1, math.nan, 2], None),
        ([1, math.nan, math.inf], 2),
        ([], None),
    ],
)
def test_a_training_diverged_if_no_later_loss_is_finite(losses, start):
    steps = {number: (loss, 0.1) for number, loss in enumerate(losses, 1)}
    assert diverged_from(steps) == start


def test_the_table_lists_at_most_forty_measured_steps_and_the_last():
    assert numbers_to_list([100, 200], 257) == [100, 200, 257]
    assert numbers_to_list([], 3) == [3]
    listed = numbers_to_list(list(range(1, 102)), 101)
    assert listed == list(range(2, 102, 3))


NOTEBOOK = """\
from glassbox.models.translator import Step
from glassbox.widgets import TrainingMonitor
monitor = TrainingMonitor(37)
display(monitor)
for number in range(1, 26):
    monitor.show(Step(number, 2.5, 0.25), 0.5 if number == 20 else None)
    display(number)
raise KeyboardInterrupt"""


class Listener(NotebookClient):
    """Runs a notebook and writes down the order of what its kernel says."""

    def process_message(self, message, cell, cell_index):
        content = message["content"]
        if message["msg_type"] == "display_data":
            self.heard.append(content["data"]["text/plain"])
        if message["msg_type"] == "comm_msg":
            paths = content["data"]["buffer_paths"]
            self.heard += ["record"] * (["record"] in paths)
        return super().process_message(message, cell, cell_index)


def test_in_a_real_kernel_it_follows_and_an_interrupted_cell_keeps_its_record():
    cell = nbformat.v4.new_code_cell(NOTEBOOK)
    notebook = nbformat.v4.new_notebook(cells=[cell])
    client = Listener(notebook, kernel_name="python3", allow_errors=True)
    client.heard = []
    client.execute()
    numbers = [str(number) for number in range(1, 26)]
    for number in (1, 11, 20):  # sent while the loop runs, before the step's own word
        numbers.insert(numbers.index(str(number)), "record")
    assert client.heard == [repr(TrainingMonitor(37)), *numbers, "record"]
    kind = "application/vnd.jupyter.widget-state+json"
    states = notebook.metadata.widgets[kind]["state"].values()
    stored = next(state for state in states if "n_steps" in state["state"])
    (buffer,) = stored["buffers"]
    assert buffer["path"] == ["record"]
    assert len(buffer["data"]) == 4 * math.ceil(25 * 8 / 3)  # base64 of 25 steps
    assert stored["state"]["exact"] == [[20, 0.5]]
    assert stored["state"]["running"] is False
    shown = cell.outputs[0].data
    assert shown["text/plain"] == "TrainingMonitor(n_steps=37)"
    assert shown["text/html"] == TrainingMonitor(37).fallback
