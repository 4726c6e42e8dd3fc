"""Input to paint: `python benchmarks/paint.py [BUILT BOOK …]`, part of `make bench`.

300 events on each widget's built page, each timed to the end of its frame, at the
widget's largest setting in the book. Several built books, such as one from before a
change and one from after, are timed in turns: then one machine's mood is both's. The
default is this book's own build, beside the same slider as ipywidgets + Output through
a live kernel. Times depend on the machine; read the ratios.
"""

import sys
import tempfile
from pathlib import Path

import numpy as np
from glassbox import softmax, widgets
from kernel_slider import slider_through_kernel
from playwright.sync_api import sync_playwright
from shared import UNCAPPED, launch, print_table
from watched_pages import settle
from widget_page import page_of  # a page straight from Python: see the Makefile

BUILT = Path(__file__).resolve().parent.parent / "_build" / "html"

# Each widget at its largest setting in the book: its chapter, its place, the buttons
# to press first, the input to move, and from where to where. Where {} stands for the
# number, the input is a row of buttons.
WIDGETS = {
    widgets.OneContextOrMany: (
        "why_attention", ".gb-onecontext", [], "[data-action=target-{}]", 0, 4,
    ),
    widgets.LayerCosts: (
        "why_attention", ".gb-costs", [], "[data-field=d-slider]", 0, 44,
    ),
    widgets.EmbeddingScale: (
        "embeddings_and_positions", ".gb-shares", ["scale-true"],
        "[data-field=d_model]", 22, 30,
    ),
    widgets.Positions: (
        "embeddings_and_positions", ".gb-positions", [], "[data-field=position]", 0, 63,
    ),
    widgets.SoftmaxAndTemperature: (
        "softmax_and_temperature", ".gb-softmax", ["add"] * 8,
        "[data-field=temperature-slider]", -150, 150,
    ),
    widgets.Quiz: (
        "softmax_and_temperature", ".gb-quiz", [], "[data-choice='{}']", 0, 3,
    ),
    widgets.ResidualStack: (
        "residual_connection", ".gb-stack", ["residual-on", "norm-post"],
        "[data-field=depth]", 94, 100,
    ),
    widgets.AttentionStepByStep: (
        "scaled_dot_product_attention", ".gb-attend", ["chosen-1", "chosen-0"],
        "input[type=text]", -50, 50,
    ),
    widgets.WhyRootDk: (
        "scaled_dot_product_attention", ".gb-root", [], "[data-field=d_k]", 0, 10,
    ),
    widgets.LayerNormByHand: (
        "layer_norm_vs_batch_norm", ".gb-hand", [], "input[type=text]", -50, 50,
    ),
    widgets.WhoIsAveraged: (
        "layer_norm_vs_batch_norm", ".gb-averaged", ["token", "batch"],
        "input[type=text]", -50, 50,
    ),
    widgets.SplittingHeads: (
        "multi_head_attention", ".gb-splitting", ["transpose-false"], "input", -5, 5,
    ),
    widgets.MaskSandbox: (
        "decoder_masking", ".gb-sandbox", ["inverted"], "input", 0, 6,
    ),
    widgets.OneNeuronAtATime: (
        "feed_forward", ".gb-neurons", ["target-wave", *["add"] * 6],
        "[data-field=x]", -60, 60,
    ),
    widgets.TransformerMap: (
        "index", ".gb-machine",
        ["encoder_self_attention"], "[data-action=head-{}]", 0, 4,
    ),
    widgets.ChooseNextToken: (
        "choosing_the_next_token", ".gb-token-choice", ["draw-many"],
        "[data-field=temperature]", 1, 20,
    ),
    widgets.LabelSmoothing: (
        "output_head", ".gb-smoothing", [], "[data-field=epsilon-slider]", 0, 100,
    ),
    widgets.LiveTranslator: (
        "cross_attention", ".gb-live", [], "input[type=range]", 0, 11,
    ),
    widgets.TrainingMonitor: (
        "train_a_translator", ".gb-training", ["rate"], "[data-field=step]", 1, 900,
    ),
    widgets.RotaryDials: (
        "rotary_positions", ".gb-rotary", [], "input[type=range]", 10, 60,
    ),
    widgets.BlockSweep: (
        "writing_costs", ".gb-sweep", ["size-1"], "[data-field=step]", 0, 6,
    ),
    widgets.CacheSize: (
        "writing_costs", ".gb-cache-size", [], "[data-field=n_tokens-slider]", 0, 68,
    ),
    widgets.Roofline: (
        "writing_costs", ".gb-roofline", [], "[data-field=n-slider]", 0, 11,
    ),
}  # fmt: skip


MOVE = """([place, buttons, field, low, high]) => {
  const widget = document.querySelector(place);
  for (const name of buttons) {
    const button = widget.querySelector(`[data-action="${name}"]`);
    if (!button) throw new Error(`${place} has no button ${name}`);
    button.click();
  }
  const input = widget.querySelector(field.replace("{}", low));
  widget.scrollIntoView();
  return timed((i) => {
    const value = Math.round(low + (high - low) * ((i * 37) % 310) / 310);
    if (field.includes("{}")) {
      widget.querySelector(field.replace("{}", value)).click();
      return;
    }
    input.value = String(value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}"""
POINT = """() => {
  const maps = document.querySelectorAll('.gb-map-field');
  const map = maps[maps.length - 1];
  map.scrollIntoView();
  const { left, top, width, height } = map.getBoundingClientRect();
  return timed((i) => map.dispatchEvent(new PointerEvent('pointermove', {
    clientX: left + width * ((i * 37) % 310) / 310,
    clientY: top + height * ((i * 91) % 310) / 310,
  })));
}"""
PRESS_HEAD = """() => timed((i) =>
  document.querySelector(`[data-action=head-${(i * 5) % 12}]`).click())"""
# Does something 300 times, and says how long each took to the end of its frame.
TIMED = """async function timed(act) {
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => {
    const channel = new MessageChannel(); // its message comes after this frame's paint
    channel.port1.onmessage = resolve;
    channel.port2.postMessage(0);
  }));
  const times = [];
  for (let i = 0; i < 310; i++) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    const start = performance.now();
    act(i);
    await painted();
    times.push(performance.now() - start);
  }
  return times.slice(10);
}"""


def main(*folders):
    books = [Path(folder).resolve() for folder in folders] or [BUILT]
    measured = {}
    for widget, (chapter, *how) in WIDGETS.items():
        for book in books:
            page = book / "chapters" / f"{chapter}.html"
            measured[row_name(widget.__name__, book, books)] = moved_in_page(page, *how)
    for book in books:
        page = book / "chapters" / "multi_head_attention.html"
        name = row_name("AttentionHeatMap, hover", book, books)
        measured[name] = in_page(page, ".gb-map-field", POINT)
    if not folders:
        measured |= heat_map_moved()
        measured["softmax, ipywidgets + Output"] = slider_through_kernel()
    rows = []
    for name, times in measured.items():
        p50, p95 = np.percentile(times, [50, 95])
        rows.append((name, len(times), p50, p95, p95 / 16))
    header = ["widget", "events", "p50 ms", "p95 ms", "p95 / 16 ms"]
    print_table("Input to painted result", header, rows)


def row_name(name, book, books):
    return name if len(books) == 1 else f"{name}, {books.index(book) + 1}"


def moved_in_page(path, place, buttons, field, low, high):
    """Time 300 input events on the built page, each to the end of its frame."""
    return in_page(path, place, MOVE, [place, buttons, field, low, high])


def in_page(path, place, script, arguments=None):
    """Run a timed script on the built page, once all its widgets have mounted."""
    with sync_playwright() as playwright:
        browser = launch(playwright, UNCAPPED)
        page = browser.new_page()
        page.goto(path.as_uri())
        settle(page)
        page.wait_for_selector(place)
        page.add_script_tag(content=TIMED)
        times = page.evaluate(script, arguments)
        browser.close()
    return times


def heat_map_moved():
    """Time pointing and changing the head in a heat map of the largest size."""
    weights = softmax(3 * np.random.default_rng(0).normal(size=(6, 12, 64, 64)))
    tokens = [f"token {n}" for n in range(64)]
    widget = widgets.AttentionHeatMap(weights, tokens)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder, "page.html")
        path.write_text(page_of([widget]), encoding="utf-8")
        browser = launch(playwright, UNCAPPED)
        page = browser.new_page()
        page.goto(path.as_uri())
        page.wait_for_selector(".gb-map-numbers")
        page.wait_for_timeout(500)
        page.add_script_tag(content=TIMED)
        name = "AttentionHeatMap, 64 x 64 x 72"
        times = {f"{name}, hover": page.evaluate(POINT)}
        times[f"{name}, head"] = page.evaluate(PRESS_HEAD)
        browser.close()
    return times


if __name__ == "__main__":
    main(*sys.argv[1:])
