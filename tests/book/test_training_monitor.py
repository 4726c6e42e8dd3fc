"""The training monitor's finished record, read by keyboard, pointer and touch."""

import math
from types import SimpleNamespace

import glassbox.widgets.training_monitor as module
import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from glassbox.models.translator import Step, learning_rate
from glassbox.widgets import TrainingMonitor
from glassbox.widgets.training_monitor.numbers import (
    numbers_to_list,
    smoothed_loss,
    smoothing_window,
)
from IPython.core.events import EventManager
from widget_page import page_of

# The figures at the cursor; a figure without a value is nan.
READ = """root => ["step", "loss", "smooth", "rate", "exact"].map((name) => {
  const node = root.querySelector(`[data-figure=${name}]`);
  const { value } = (node.querySelector(".gb-value") ?? node).dataset;
  return value === "" || value === "NaN" ? null : Number(value);
})"""
# A model that Python's messages change, as in a running notebook.
LIVE = """async (script) => {
  const module = await import(
    URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  const traits = { n_steps: 300, record: new DataView(new ArrayBuffer(0)),
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
def run(monkeypatch):
    """Show steps to a monitor as a notebook's cell does, to its end."""

    def post_run_cell(result):
        """An event that callbacks may hear."""

    shell = SimpleNamespace()
    shell.events = EventManager(shell, {"post_run_cell": post_run_cell})
    monkeypatch.setattr(module, "get_ipython", lambda: shell)

    def run(n_steps, steps, share=share_after):
        monitor = TrainingMonitor(n_steps)
        for step in steps:
            monitor.show(step, share(step.number))
        shell.events.trigger("post_run_cell", None)
        return monitor

    return run


@pytest.fixture
def show(tmp_path, open_page, run):
    """Open a page with a monitor that was shown steps; return it, watched."""

    def show(n_steps=270, steps=None, share=share_after, **options):
        monitor = run(n_steps, steps_of(n_steps) if steps is None else steps, share)
        path = tmp_path / "page.html"
        path.write_text(page_of([monitor]), encoding="utf-8")
        watched = open_page(path, **options)
        root = watched.page.locator(".gb-training")
        root.wait_for()
        return watched, root

    return show


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


def test_the_finished_record_is_read_at_every_step(show):
    steps = steps_of(270)
    watched, root = show()
    agrees(root, steps, 270)
    assert words(root, "state") == "All 270 steps are done."
    for number in [1, 2, 24, 25, 26, 113, 200, 269, 270]:
        cursor(root).fill(str(number))
        agrees(root, steps, number)
    assert watched.errors == []


def test_a_finished_record_says_nothing_by_itself(show):
    watched, root = show()
    watched.page.wait_for_timeout(1_000)  # the live region waits 700 ms for a pause
    assert root.locator("[role=status]").inner_text() == ""


def test_the_progress_bar_says_how_far_it_is(show):
    _, root = show(270, steps_of(270, 107))
    bar = root.locator("[role=progressbar]")
    names = ["valuemin", "valuenow", "valuemax", "valuetext"]
    said = [bar.get_attribute(f"aria-{name}") for name in names]
    assert said == ["0", "107", "270", "Step 107 of 270, 39 %"]
    inner = bar.locator("div").bounding_box()["width"]
    # the border is a pixel on either side
    assert inner == pytest.approx((bar.bounding_box()["width"] - 2) * 107 / 270, abs=1)


def test_stopped_early_it_shows_how_far_it_came(show):
    steps = steps_of(270, 107)
    _, root = show(270, steps)
    assert words(root, "state") == "Stopped after 107 of 270 steps."
    agrees(root, steps, 107)
    cursor(root).fill("200")  # none was reached: the last one is read
    agrees(root, steps, 107)
    assert cursor(root).input_value() == "107"


def test_before_the_first_step_it_says_what_to_do(show):
    watched, root = show(270, [])
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


def test_a_single_planned_step_is_shown(show):
    watched, root = show(1, [Step(1, 2.5, 0.25)], lambda number: 0.5)
    assert root.evaluate(READ) == [1, 2.5, 2.5, 0.25, 0.5]
    assert watched.errors == []


def test_a_training_that_diverged_has_a_gap_and_says_from_where(show):
    steps = steps_of(270, 200, lost=[60, *range(131, 201)])
    watched, root = show(270, steps)
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


def test_steps_that_were_not_shown_are_passed_over(show):
    steps = [step for step in steps_of(270) if step.number % 10 == 5]
    _, root = show(270, steps, lambda number: 0.5 if number == 55 else None)
    cursor(root).fill("117")
    agrees(root, steps, 115, share=lambda number: 0.5 if number == 55 else None)
    (piece,) = places(chart(root, "loss").locator("path.gb-each").get_attribute("d"))
    assert len(piece) == 27


def test_the_lines_go_through_the_numbers(show):
    steps = steps_of(270, 200)
    _, root = show(270, steps)
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


def test_a_long_training_is_drawn_with_few_points_but_its_extremes(show):
    steps = steps_of(10_000)
    steps[4_321] = steps[4_321]._replace(loss=9.75)  # one spike among ten thousand
    _, root = show(10_000, steps, lambda number: None, width=390)
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


def test_the_pointer_moves_the_cursor_and_the_slider_stays_under_it(show):
    steps = steps_of(270)
    watched, root = show()
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


def test_a_finger_moves_the_cursor_on_a_phone(show):
    steps = steps_of(270)
    phone = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    watched, root = show(**phone)
    chart(root, "exact").scroll_into_view_if_needed()
    session = watched.page.context.new_cdp_session(watched.page)
    for kind, part in [("touchStart", 0.9), ("touchMove", 0.7), ("touchMove", 0.5)]:
        point = dict(zip("xy", at_part(root, part), strict=True))
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    read = root.evaluate(READ)[0]
    assert read == pytest.approx(1 + 0.5 * 269, abs=2)  # a pixel is a step
    agrees(root, steps, read)


def test_the_keyboard_reaches_and_operates_everything(show):
    steps = steps_of(270)
    watched, root = show()
    keyboard = watched.page.keyboard
    cursor(root).focus()
    for key, number in [
        ("ArrowLeft", 269), ("ArrowLeft", 268), ("ArrowRight", 269), ("Home", 1),
        ("ArrowUp", 2), ("End", 270), ("ArrowDown", 269),
    ]:  # fmt: skip
        keyboard.press(key)
        agrees(root, steps, number)
    live = "document.querySelector('[role=status]').textContent"
    watched.page.wait_for_function(f"{live}.startsWith('Step 269: loss 0.')")
    assert cursor(root).get_attribute("aria-valuetext") == watched.page.evaluate(live)
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


def test_the_table_lists_the_measured_steps_and_the_last(show):
    steps = steps_of(270)
    _, root = show()
    root.locator("summary").click()
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
def live(tmp_path, open_page):
    """Open a page whose monitor hears messages, the clock in our hands."""
    path = tmp_path / "live.html"
    path.write_text('<!doctype html><html lang="en"><body>', encoding="utf-8")
    watched = open_page(path)
    watched.page.clock.install(time=0)
    watched.page.evaluate(LIVE, TrainingMonitor._esm)
    watched.page.clock.pause_at(3_600_000)  # from here on it moves when told to
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_it_fits_and_axe_finds_no_violation(show, scheme, width):
    steps = steps_of(10_000, 9_000, lost=range(8_000, 9_001))
    options = {"scheme": scheme, "width": width}
    watched, root = show(10_000, steps, lambda n: None if n % 500 else 0.5, **options)
    root.locator("[data-action=rate]").click()
    root.locator("summary").click()
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    labels = root.locator("svg text").evaluate_all("""all => all.map((text) => {
      const [its, whole] = [text, text.closest("svg")].map((node) =>
        node.getBoundingClientRect());
      return Math.max(whole.left - its.left, its.right - whole.right);
    })""")
    assert max(labels) <= 0.5  # none is cut off
    violations = Axe().run(watched.page).response["violations"]
    assert [(v["id"], [n["target"] for n in v["nodes"]]) for v in violations] == []
    assert watched.errors == []


def test_the_page_stays_small(run):
    small, large = (len(page_of([run(n, steps_of(n))])) for n in (900, 10_000))
    without = len(page_of([TrainingMonitor(900)]))
    assert small - without < 16_000  # 8 bytes a step, in base64, and the table
    assert large - without < 140_000
