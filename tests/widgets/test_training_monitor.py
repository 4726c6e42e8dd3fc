"""The training monitor: its record, what it sends and when, and its page."""

import json
import math
import re
from types import SimpleNamespace

import glassbox.widgets.training_monitor as module
import nbformat
import numpy as np
import pytest
from glassbox.models.translator import Step, learning_rate
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
from widget_page import page_of


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


@pytest.mark.parametrize("name", ["record", "exact", "held_out", "running"])
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


# ---- on a page ---------------------------------------------------------------

# The figures at the cursor; a figure without a value is nan.
READ = """root => ["step", "loss", "smooth", "rate", "exact"].map((name) => {
  const node = root.querySelector(`[data-figure=${name}]`);
  const { value } = (node.querySelector(".gb-value") ?? node).dataset;
  return value === "" || value === "NaN" ? null : Number(value);
})"""
SIZED = """(root) => [...root.querySelectorAll("svg")]
  .filter((picture) => picture.clientWidth && picture.viewBox.baseVal)
  .every((picture) => picture.viewBox.baseVal.width === picture.clientWidth)"""
# A model that Python's messages change, as in a running notebook.
LIVE = """async ([script, words]) => {
  const module = await import(
    URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  document.body.replaceChildren();
  const traits = { words, n_steps: 300, record: new DataView(new ArrayBuffer(0)),
    exact: [], running: false };
  const listeners = {};
  const model = {
    get: (name) => traits[name],
    on: (event, listener) => { listeners[event] = listener; },
    off: (event) => { delete listeners[event]; },
  };
  window.send = async (last, exact, running) => {
    const rows = new Float32Array(2 * last).map((_, i) => (i % 2 ? 0.25 : 2.5));
    Object.assign(traits, { record: new DataView(rows.buffer), exact, running });
    for (const name of ["record", "exact", "running"]) listeners[`change:${name}`]();
    await null;
  };
  window.stop = module.default.render({ model, el: document.body });
  window.left = () => Object.keys(listeners).length;
}"""


def steps_of(n_steps, last=None, *, seed=0, lost=()):
    """Return a training's steps: a falling, noisy loss, nan at the lost ones."""
    rng = np.random.default_rng(seed)
    return [
        Step(
            number,
            math.nan
            if number in lost
            else 0.3 + 2.4 * math.exp(-9 * number / n_steps) + 0.05 * rng.normal(),
            learning_rate(number, n_steps, warm_up=n_steps // 9),
        )
        for number in range(1, (last or n_steps) + 1)
    ]


def share_after(number):
    """Return an exact share, every 25 steps."""
    return None if number % 25 else number / (number + 40)


@pytest.fixture
def run(end_cell):
    """Show steps to a monitor as a notebook's cell does, to its end."""

    def run(n_steps, steps, share=share_after):
        monitor = TrainingMonitor(n_steps)
        for step in steps:
            monitor.show(step, share(step.number))
        end_cell()
        return monitor

    return run


@pytest.fixture
def page(show, run):
    """Open a page with a monitor that was shown steps; return it, watched."""

    def page(n_steps=270, steps=None, share=share_after, **options):
        monitor = run(n_steps, steps_of(n_steps) if steps is None else steps, share)
        watched, root = show(monitor, **options)
        watched.page.wait_for_function(SIZED, arg=root.element_handle())
        return watched, root

    return page


def agrees(root, steps, number, n_steps=270, share=share_after):
    """Check the figures at the cursor against what Python computes of the steps."""
    # the record travels as float32, so that is what both compute with
    rows = {s.number: (float(np.float32(s.loss)), s.learning_rate) for s in steps}
    exact = [share(n) for n in rows if n <= number and share(n) is not None]
    expected = [
        number,
        rows[number][0],
        smoothed_loss(rows, number, smoothing_window(n_steps)),
        float(np.float32(rows[number][1])),
        exact[-1] if exact else math.nan,
    ]
    page = [math.nan if x is None else x for x in root.evaluate(READ)]
    np.testing.assert_allclose(page, expected, rtol=1e-13, atol=0)


def words(root, name):
    return root.locator(f"[data-words={name}]").inner_text()


def cursor(root):
    return root.locator("[data-field=step]")


def chart(root, kind):
    return root.locator(f"[data-chart={kind}]")


def places(path):
    """Return a path's places in pixels, a list for each unbroken piece."""
    pieces = path.replace("h0", "").split("M")[1:]
    return [
        [tuple(map(float, p.split())) for p in piece.split("L")] for piece in pieces
    ]


def test_the_finished_record_is_read_at_every_step(page):
    steps = steps_of(270)
    watched, root = page()
    agrees(root, steps, 270)
    assert words(root, "state") == "All 270 steps are done."
    for number in [1, 2, 24, 25, 26, 113, 200, 269, 270]:
        cursor(root).fill(str(number))
        agrees(root, steps, number)
    assert watched.errors == []


def test_a_finished_record_says_nothing_by_itself(page):
    watched, root = page(clock=True)
    watched.page.clock.run_for(1_000)  # the live region waits 700 ms for a pause
    assert root.locator("[role=status]").inner_text() == ""


def test_the_progress_bar_says_how_far_it_is(page):
    _, root = page(270, steps_of(270, 107))
    bar = root.locator("[role=progressbar]")
    names = ["valuemin", "valuenow", "valuemax", "valuetext"]
    said = [bar.get_attribute(f"aria-{name}") for name in names]
    assert said == ["0", "107", "270", "Step 107 of 270, 39 %"]
    inner = bar.locator("div").bounding_box()["width"]
    # the border is a pixel on either side
    assert inner == pytest.approx((bar.bounding_box()["width"] - 2) * 107 / 270, abs=1)


def test_stopped_early_it_shows_how_far_it_came(page):
    steps = steps_of(270, 107)
    _, root = page(270, steps)
    assert words(root, "state") == "Stopped after 107 of 270 steps."
    agrees(root, steps, 107)
    cursor(root).fill("200")  # none was reached: the last one is read
    agrees(root, steps, 107)
    assert cursor(root).input_value() == "107"


def test_before_the_first_step_it_says_what_to_do(page):
    watched, root = page(270, [])
    assert words(root, "state") == "No step yet. Run the cell to train the model."
    assert root.evaluate(READ) == [None] * 5
    assert cursor(root).is_disabled()
    root.locator("[data-action=newest]").click(force=True)  # it is disabled
    root.locator("[data-action=rate]").click()
    chart(root, "loss").click()
    assert root.evaluate(READ) == [None] * 5
    assert (
        chart(root, "loss").get_attribute("aria-label").endswith("nothing to show yet.")
    )
    assert watched.errors == []


def test_a_single_planned_step_is_shown(page):
    watched, root = page(1, [Step(1, 2.5, 0.25)], lambda number: 0.5)
    assert root.evaluate(READ) == [1, 2.5, 2.5, 0.25, 0.5]
    assert watched.errors == []


def test_a_training_that_diverged_has_a_gap_and_says_from_where(page):
    steps = steps_of(270, 200, lost=[60, *range(131, 201)])
    watched, root = page(270, steps)
    assert words(root, "diverged").startswith("The loss is nan from step 131 on")
    agrees(root, steps, 200)
    assert root.locator("[data-figure=loss] .gb-value").inner_text() == "nan"
    cursor(root).fill("130")
    agrees(root, steps, 130)
    for look in ("each", "smooth"):
        pieces = places(
            chart(root, "loss").locator(f"path.gb-{look}").get_attribute("d")
        )
        assert [len(piece) for piece in pieces] == [59, 70]  # 1 to 59, 61 to 130
    assert chart(root, "loss").locator(".gb-shade").bounding_box()["width"] > 100
    assert watched.errors == []


def test_steps_that_were_not_shown_are_passed_over(page):
    steps = [step for step in steps_of(270) if step.number % 10 == 5]
    _, root = page(270, steps, lambda number: 0.5 if number == 55 else None)
    cursor(root).fill("117")
    agrees(root, steps, 115, share=lambda number: 0.5 if number == 55 else None)
    (piece,) = places(chart(root, "loss").locator("path.gb-each").get_attribute("d"))
    assert len(piece) == 27


def test_the_lines_go_through_the_numbers(page):
    steps = steps_of(270, 200)
    _, root = page(270, steps)
    root.locator("[data-action=rate]").click()
    shown = {
        "loss": [(s.number, s.loss) for s in steps],
        "rate": [(s.number, s.learning_rate) for s in steps],
        "exact": [(n, share_after(n)) for n in range(25, 201, 25)],
    }
    slopes = []
    for kind, values in shown.items():
        look = "each" if kind == "loss" else "smooth"
        path = chart(root, kind).locator(f"path.gb-{look}").get_attribute("d")
        (found,) = np.array(places(path))
        for axis in (0, 1):
            of_axis = np.array(values)[:, axis]
            slope, start = np.polyfit(of_axis, found[:, axis], 1)
            # places are rounded to a tenth of a pixel
            np.testing.assert_allclose(
                slope * of_axis + start, found[:, axis], atol=0.1
            )
            slopes.append(slope)
    assert min(slopes[::2]) > 0 > max(slopes[1::2])
    np.testing.assert_allclose(slopes[::2], slopes[0], atol=1e-3)  # one axis of steps


def test_a_long_training_is_drawn_with_few_points_but_its_extremes(page):
    steps = steps_of(10_000)
    steps[4_321] = steps[4_321]._replace(loss=9.75)  # one spike among ten thousand
    _, root = page(10_000, steps, lambda number: None, width=390)
    path = chart(root, "loss").locator("path.gb-each").get_attribute("d")
    (found,) = places(path)
    width = chart(root, "loss").bounding_box()["width"]
    assert width < len(found) < 2 * width
    assert min(found, key=lambda place: place[1])[1] == 9  # the upper edge: the spike
    cursor(root).fill("4322")
    agrees(root, steps, 4_322, 10_000, lambda number: None)


def at_part(root, part, kind="loss"):
    """Return the place in a chart that is this part of the way from step 1 to n."""
    box = chart(root, kind).bounding_box()
    return box["x"] + 46 + part * (box["width"] - 66), box["y"] + box["height"] / 2


def test_the_pointer_moves_the_cursor_and_the_slider_stays_under_it(page):
    steps = steps_of(270)
    watched, root = page()
    mouse = watched.page.mouse
    mouse.move(*at_part(root, 0.25))
    mouse.down()
    read = root.evaluate(READ)[0]
    assert read == pytest.approx(1 + 0.25 * 269, abs=1)
    agrees(root, steps, read)
    mouse.move(*at_part(root, 0.75, "exact"))
    read = root.evaluate(READ)[0]
    assert read == pytest.approx(1 + 0.75 * 269, abs=1)
    mouse.up()
    mouse.move(*at_part(root, 0.1))
    agrees(root, steps, read)  # released, it stays
    assert cursor(root).input_value() == f"{read:.0f}"
    box, line = cursor(root).bounding_box(), chart(root, "loss").locator(".gb-cursor")
    thumb = box["x"] + 11 + (read - 1) / 269 * (box["width"] - 22)
    assert line.bounding_box()["x"] == pytest.approx(thumb, abs=1)


def test_a_finger_moves_the_cursor_on_a_phone(page):
    steps = steps_of(270)
    phone = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    watched, root = page(**phone)
    chart(root, "exact").scroll_into_view_if_needed()
    session = watched.page.context.new_cdp_session(watched.page)
    for kind, part in [("touchStart", 0.9), ("touchMove", 0.7), ("touchMove", 0.5)]:
        point = dict(zip("xy", at_part(root, part), strict=True))
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    read = root.evaluate(READ)[0]
    assert read == pytest.approx(1 + 0.5 * 269, abs=2)  # a pixel is a step
    agrees(root, steps, read)


def test_the_keyboard_reaches_and_operates_everything(page):
    steps = steps_of(270)
    watched, root = page(clock=True)
    keyboard = watched.page.keyboard
    cursor(root).focus()
    for key, number in [
        ("ArrowLeft", 269), ("ArrowLeft", 268), ("ArrowRight", 269), ("Home", 1),
        ("ArrowUp", 2), ("End", 270), ("ArrowDown", 269),
    ]:  # fmt: skip
        keyboard.press(key)
        agrees(root, steps, number)
    watched.page.clock.run_for(1_000)
    said = root.locator("[role=status]").inner_text()
    assert said.startswith("Step 269: loss 0.")
    assert cursor(root).get_attribute("aria-valuetext") == said
    keyboard.press("Tab")
    keyboard.press("Enter")  # the newest step
    agrees(root, steps, 270)
    keyboard.press("Tab")
    assert chart(root, "rate").is_hidden()
    keyboard.press("Enter")
    assert chart(root, "rate").is_visible()
    dots = [chart(root, k).locator("circle.gb-smooth") for k in ("loss", "rate")]
    assert dots[0].get_attribute("cx") == dots[1].get_attribute("cx")
    assert root.locator("[data-action=rate]").get_attribute("aria-pressed") == "true"
    keyboard.press("Tab")
    keyboard.press("Enter")
    root.locator("table caption").wait_for()
    keyboard.press("Tab")
    role = watched.page.evaluate("document.activeElement.getAttribute('role')")
    assert role == "region"


def test_the_table_lists_the_measured_steps_and_the_last(page):
    steps = steps_of(270)
    _, root = page()
    root.locator("summary").click()
    root.locator("tbody tr").first.wait_for()  # made once the reader asks for it
    read = "all => all.map(r => [...r.cells].map(c => c.dataset.value))"
    rows = root.locator("tbody tr").evaluate_all(read)
    losses = {s.number: (float(np.float32(s.loss)), 0) for s in steps}
    listed = numbers_to_list(list(range(25, 271, 25)), 270)
    for row, number in zip(rows, listed, strict=True):
        share = share_after(number)
        assert [float(row[0]), float(row[1])] == [number, losses[number][0]]
        # summed in the same order, but sum() compensates since Python 3.12
        assert float(row[2]) == pytest.approx(
            smoothed_loss(losses, number, 6), rel=1e-13
        )
        assert row[4] == ("" if share is None else repr(share))


@pytest.fixture
def live(show):
    """Open a page whose monitor hears messages, the clock in our hands."""
    monitor = TrainingMonitor(300)
    watched, _ = show(monitor, clock=True)
    watched.page.evaluate(LIVE, [monitor._esm, monitor.get_state()["words"]])
    return watched, watched.page.locator(".gb-training")


def send(page, last, exact=(), *, running=True, after=0):
    page.clock.run_for(after)
    page.evaluate("args => send(...args)", [last, list(exact), running])


def test_while_steps_arrive_it_follows_them_and_says_how_long_it_takes(live):
    watched, root = live
    page = watched.page
    assert words(root, "state").startswith("No step yet")
    send(page, 1, after=500)
    assert words(root, "state") == "Training …"
    for last in range(11, 102, 10):
        send(page, last, [[100, 0.25]] if last > 100 else [], after=600)
        assert root.evaluate(READ)[0] == last
    # 60 milliseconds a step, 199 steps to go
    seconds = int(words(root, "state").split()[3])
    assert seconds == 12
    assert root.evaluate(READ)[4] == 0.25
    cursor(root).fill("40")
    send(page, 111, [[100, 0.25]], after=600)
    assert root.evaluate(READ)[0] == 40  # the reader's step stays
    root.locator("[data-action=newest]").click()
    send(page, 300, [[100, 0.25], [300, 1]], after=600)
    assert root.evaluate(READ)[0] == 300
    assert words(root, "state") == "All 300 steps are done."
    assert watched.errors == []


def test_silence_ends_the_estimate_and_the_end_of_the_cell_says_stopped(live):
    watched, root = live
    for last in (1, 11, 21):
        send(watched.page, last, after=600)
    assert "s left" in words(root, "state")
    watched.page.clock.run_for(6_000)
    assert words(root, "state") == "No further step yet."
    send(watched.page, 24, running=False)
    assert words(root, "state") == "Stopped after 24 of 300 steps."
    send(watched.page, 1)  # run again: a new record
    assert words(root, "state") == "Training …"


def test_a_monitor_that_is_taken_away_listens_no_more(live):
    watched, root = live
    send(watched.page, 11)
    watched.page.evaluate("stop()")
    assert watched.page.evaluate("left()") == 0
    assert root.count() == 0


def test_what_was_measured_and_the_end_are_announced_not_every_step(live):
    watched, root = live
    status = root.locator("[role=status]")
    for last in range(1, 92, 10):
        send(watched.page, last, after=900)
    assert status.inner_text() == ""
    send(watched.page, 100, [[100, 0.25]], after=900)
    watched.page.clock.run_for(900)
    assert status.inner_text().endswith("exactly right 25.0 % after step 100.")
    send(watched.page, 107, [[100, 0.25]], running=False)
    watched.page.clock.run_for(900)
    assert status.inner_text().startswith("Stopped after 107 of 300 steps. Step 107:")


def cut_off(root):
    """Return by how many pixels a text of the charts stands out of its picture."""
    return root.locator("svg text").evaluate_all("""all => {
      const out = all.map((text) => {
        const its = text.getBoundingClientRect();
        const whole = text.closest("svg").getBoundingClientRect();
        return Math.max(whole.left - its.left, its.right - whole.right);
      });
      return Math.max(...out);
    }""")


@pytest.mark.parametrize("width", [360, 1280])
def test_a_long_training_that_diverged_fits_and_no_number_is_cut_off(page, width):
    steps = steps_of(10_000, 9_000, lost=range(8_000, 9_001))
    watched, root = page(10_000, steps, lambda n: None if n % 500 else 0.5, width=width)
    root.locator("[data-action=rate]").click()
    root.locator("summary").click()
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    assert cut_off(root) <= 0.5
    assert watched.errors == []


@pytest.mark.parametrize(
    ("loss", "rate", "words"),
    [
        (2.5, 1e-3, ["0", "1", "2", "0.0005", "0.001", "100 %"]),
        (0.04, 3e-8, ["0.02", "2·10⁻⁸"]),
        (4e7, 20.0, ["2·10⁷", "10", "20"]),
    ],
)
def test_numbers_beside_an_axis_are_short_and_exact(page, loss, rate, words):
    steps = [Step(number, loss, rate) for number in range(1, 5)]
    _, root = page(4, steps, lambda number: 0.5)
    root.locator("[data-action=rate]").click()
    shown = root.locator("svg text").all_text_contents()
    assert set(words) <= set(shown)
    assert cut_off(root) <= 0.5


def test_the_page_stays_small(run):
    small, large = (len(page_of([run(n, steps_of(n))])) for n in (900, 10_000))
    without = len(page_of([TrainingMonitor(900)]))
    assert small - without < 16_000  # 8 bytes a step, in base64, and the table
    assert large - without < 140_000


# ---- a loss on what it does not train on -------------------------------------


def with_held_out(n_steps=100, every=50):
    """Show a training whose loss on other data is measured every so many steps."""
    monitor = TrainingMonitor(n_steps)
    for one in steps_of(n_steps):
        is_due = one.number % every == 0
        held_out = 1 + one.number / 1000 if is_due else None
        monitor.show(one, 0.5 if is_due else None, held_out)
    return monitor


def test_the_held_out_loss_is_kept_told_and_forgotten(end_cell):
    monitor = with_held_out()
    end_cell()
    assert monitor.held_out == [[50, 1.05], [100, 1.1]]
    assert "held-out loss</th>" in monitor.fallback and "1.1000" in monitor.fallback
    assert "held-out" not in TrainingMonitor(100).fallback
    monitor.show(step(1))
    end_cell()
    assert monitor.held_out == []


def test_a_held_out_loss_must_be_finite():
    with pytest.raises(ValueError, match="held_out must be None or finite; got nan"):
        TrainingMonitor(9).show(step(1), None, math.nan)


def test_the_held_out_loss_is_drawn_in_dots_and_read_at_the_cursor(show, end_cell):
    monitor = with_held_out()
    end_cell()
    watched, root = show(monitor)
    own = root.locator("[data-figure=held]")
    value = own.locator("[data-value]")
    assert float(value.get_attribute("data-value")) == 1.1
    dots = chart(root, "loss").locator(".gb-points").get_attribute("d")
    assert len(places(dots)) == 2
    assert root.get_by_text("on held-out dates").is_visible()
    cursor(root).fill("70")
    assert float(value.get_attribute("data-value")) == 1.05
    assert "measured after step 50" in own.inner_text()
    cursor(root).fill("20")
    assert value.get_attribute("data-value") == ""
    root.locator("summary").click()
    root.get_by_role("columnheader", name="held-out loss").wait_for()
    assert watched.errors == []


def test_without_held_out_data_nothing_speaks_of_it(page):
    _, root = page()
    assert not root.locator("[data-figure=held]").is_visible()
    assert not root.get_by_text("on held-out dates").is_visible()


# ---- losses to compare with --------------------------------------------------


def test_a_line_with_its_name_stands_at_each_loss_to_compare_with(show, end_cell):
    monitor = TrainingMonitor(4, {"floor": 0.32, "knows nothing": 2.56})
    for number in range(1, 5):
        monitor.show(step(number, 2.0))
    end_cell()
    assert "To compare: floor, 0.32 nats." in monitor.fallback
    watched, root = show(monitor, width=390)
    levels = chart(root, "loss").locator(".gb-levels")
    assert levels.locator("text").all_text_contents() == [
        "floor 0.32",
        "knows nothing 2.56",
    ]
    paths = levels.locator("path").all()
    floor, nothing = (path.bounding_box()["y"] for path in paths)
    assert nothing < floor
    assert cut_off(root) <= 0.5
    assert watched.errors == []


def test_a_loss_to_compare_with_must_be_finite():
    with pytest.raises(ValueError, match="levels must be finite; got inf for 'floor'"):
        TrainingMonitor(9, {"floor": math.inf})


# ---- what it writes at some moments of its training --------------------------

SAMPLES = {"May 9": "05-09", "6 June": "06-06"}
WRITTEN = {1: ["00000", "^^"], 30: ["05-90", "06"], 100: ["05-09", "06-06"]}


def with_samples(n_steps=100):
    """Show a training that was asked three times what it writes."""
    monitor = TrainingMonitor(n_steps, samples=SAMPLES)
    for one in steps_of(n_steps):
        told = WRITTEN.get(one.number)
        monitor.show(one, one.number / 200 if told else None, written=told)
    return monitor


@pytest.fixture
def moments(show, end_cell):
    """Open a page with such a training; return it, watched."""

    def moments(**options):
        monitor = with_samples()
        end_cell()
        return show(monitor, **options)

    return moments


def texts(root):
    """Return the written texts, and which signs of each are marked as wrong."""
    cells = root.locator(".gb-written td:nth-child(2)")
    read = "all => all.map(c => [c.textContent, c.dataset.exact])"
    marked = "all => all.map(c => [...c.querySelectorAll('u')].map(u => u.textContent))"
    return cells.evaluate_all(read), cells.evaluate_all(marked)


def test_what_it_wrote_is_kept_told_on_paper_and_forgotten(end_cell):
    monitor = with_samples()
    end_cell()
    assert monitor.samples == [list(pair) for pair in SAMPLES.items()]
    assert monitor.written == [[n, told] for n, told in WRITTEN.items()]
    assert "<td>05-90</td><td>06</td>" in monitor.fallback
    assert "05-90" not in TrainingMonitor(100, samples=SAMPLES).fallback
    monitor.show(step(1))
    end_cell()
    assert monitor.written == []


@pytest.mark.parametrize("written", [[], ["a"], ["a", 2], ["a", "b", "c"]])
def test_each_sample_needs_a_text(written):
    monitor = TrainingMonitor(9, samples=SAMPLES)
    with pytest.raises(ValueError, match="written must be 2 texts"):
        monitor.show(step(1), written=written)
    assert monitor.record == b""


def test_the_slider_goes_from_moment_to_moment_and_shows_what_was_written(moments):
    watched, root = moments()
    steps = steps_of(100)
    cursor(root).focus()
    expected = [
        # of 00000 against 05-09 the first and the fourth are right
        (1, [["00000", "false"], ["^^", "false"]], [["00", "0"], ["^^"]]),
        (30, [["05-90", "false"], ["06", "false"]], [["90"], []]),
        (100, [["05-09", "true"], ["06-06", "true"]], [[], []]),
    ]
    for number, told, wrong in expected:
        found = root.evaluate(READ)
        assert found[0] == number
        assert found[1] == float(np.float32(steps[number - 1].loss))
        assert found[4] == number / 200
        assert texts(root) == (told, wrong)
        watched.page.keyboard.press("ArrowRight")
    assert root.evaluate(READ)[0] == 100
    said = cursor(root).get_attribute("aria-valuetext")
    assert said.endswith("May 9: 05-09; 6 June: 06-06")
    assert root.locator("[role=progressbar]").is_hidden()
    assert root.locator("[data-figure=rate]").is_hidden()
    assert watched.errors == []


def test_a_press_on_a_chart_takes_the_nearest_moment(moments):
    watched, root = moments()
    chart(root, "loss").scroll_into_view_if_needed()
    for part, number in [(0.95, 100), (0.7, 30), (0.1, 1)]:  # 100 to the power of it
        watched.page.mouse.click(*at_part(root, part))
        assert root.evaluate(READ)[0] == number


def test_the_axis_of_steps_is_logarithmic_or_linear_as_the_reader_wants(moments):
    _, root = moments()
    numbers = np.array([1, 30, 100])

    def parts():
        path = chart(root, "exact").locator("path.gb-smooth").get_attribute("d")
        (found,) = np.array(places(path))
        return (found[:, 0] - found[0, 0]) / (found[-1, 0] - found[0, 0])

    # places are rounded to a hundredth of a pixel, of some hundred
    np.testing.assert_allclose(parts(), np.log(numbers) / np.log(100), atol=1e-3)
    root.locator("[data-action=axis-linear]").click()
    np.testing.assert_allclose(parts(), (numbers - 1) / 99, atol=1e-3)
    pressed = root.locator("[data-action=axis-linear]").get_attribute("aria-pressed")
    assert pressed == "true"


def test_without_samples_the_axis_is_linear_and_can_be_logarithmic(page):
    steps = steps_of(270)
    _, root = page()
    cursor(root).fill("113")
    root.locator("[data-action=axis-log]").click()
    agrees(root, steps, 113)
    shown = chart(root, "exact").locator("text").all_text_contents()
    assert {"1", "3", "10", "30", "100", "270"} <= set(shown)
    path = chart(root, "loss").locator("path.gb-each").get_attribute("d")
    (found,) = np.array(places(path))
    wanted = np.log(np.arange(1, 271)) / np.log(270)
    width = found[-1, 0] - found[0, 0]
    np.testing.assert_allclose((found[:, 0] - found[0, 0]) / width, wanted, atol=1e-3)


@pytest.mark.parametrize("width", [360, 1280])
def test_moments_fit_a_phone_and_no_number_is_cut_off(moments, width):
    watched, root = moments(width=width)
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    assert cut_off(root) <= 0.5
    box = root.locator("[data-action=axis-log]").bounding_box()
    assert min(box["width"], box["height"]) >= 24
