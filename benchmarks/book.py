"""What the book costs: `make bench` prints one table with ratios.

Build time cold and warm, page weight by kind, widget script bytes, and the time from
a slider event to the painted result, beside the same slider as ipywidgets + Output
through a live kernel. Times depend on the machine; read the ratios.
"""

import gzip
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import nbformat
import numpy as np
from glassbox import softmax, widgets
from glassbox.widgets._link import link_script, link_style
from playwright.sync_api import sync_playwright
from widget_page import page_of  # a page straight from Python: see the Makefile

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "_build" / "html" / "chapters" / "softmax_and_temperature.html"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
# Frames as soon as they are ready: what is measured is work, not the wait for the
# display's next refresh.
UNCAPPED = ["--disable-frame-rate-limit", "--disable-gpu-vsync"]
KINDS = {".js": "script", ".css": "style", ".png": "image", ".svg": "image"}

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
    widgets.ResidualStack: (
        "residual_connection", ".gb-stack", ["residual-on", "norm-post"],
        "[data-field=depth]", 58, 64,
    ),
    widgets.AttentionStepByStep: (
        "scaled_dot_product_attention", ".gb-attend", ["causal"] + ["next"] * 4,
        "input[type=text]", -50, 50,
    ),
    widgets.WhyRootDk: (
        "scaled_dot_product_attention", ".gb-root", [], "[data-field=d_k]", 0, 35,
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
        "index", ".gb-machine", ["big", "pre", "pytorch", "cross_attention"],
        "[data-field=d_ff]", 1000, 9000,
    ),
    widgets.ChooseNextToken: (
        "output_head", ".gb-token-choice", ["draws"], "[data-field=temperature]",
        1, 196,
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
}  # fmt: skip

MOVE = """([place, buttons, field, low, high]) => {
  const widget = document.querySelector(place);
  for (const name of buttons) widget.querySelector(`[data-action="${name}"]`).click();
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
  const map = document.querySelector('.gb-map-field');
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


def main():
    print_table("Build", ["build", "seconds", "ratio to cold"], build_times())
    weights = page_weight()
    print_table("Page weight: the softmax chapter", ["kind", "bytes", "gzip"], weights)
    rows = []
    for widget in [*WIDGETS, widgets.AttentionHeatMap]:
        texts = link_script(widget._folder), link_style(widget._folder)
        sizes = [len(text.encode()) for text in texts]
        sent = [len(gzip.compress(text.encode(), mtime=0)) for text in texts]
        rows.append((widget.__name__, *sizes, *sent, sent[0] / 16384))
    header = ["widget", "script", "style", "script gz", "style gz", "script gz / 16 KB"]
    print_table("Widget bytes", header, rows)
    measured = {widget.__name__: moved_in_page(*WIDGETS[widget]) for widget in WIDGETS}
    measured |= heat_map_moved()
    softmax_p95 = np.percentile(measured["SoftmaxAndTemperature"], 95)
    measured["softmax, ipywidgets + Output"] = slider_through_kernel()
    rows = []
    for name, times in measured.items():
        p50, p95 = np.percentile(times, [50, 95])
        rows.append((name, len(times), p50, p95, p95 / softmax_p95))
    header = ["widget", "events", "p50 ms", "p95 ms", "p95 ratio"]
    print_table("Input to painted result", header, rows)


def build_times():
    """Build a copy of the book: nothing cached, nothing changed, one chapter edited."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ["_config.yml", "_toc.yml", "Makefile", "pyproject.toml",
                     "README.md", "LICENSE", "requirements-lock.txt",
                     "requirements-torch.txt"]:  # fmt: skip
            shutil.copy2(ROOT / name, folder)
        for name in ["chapters", "assets", "lib", "tools"]:
            shutil.copytree(ROOT / name, Path(folder, name))
        Path(folder, ".venv").symlink_to(ROOT / ".venv")

        def build():
            start = time.perf_counter()
            subprocess.run(
                ["make", "book"], cwd=folder, check=True, capture_output=True
            )
            return time.perf_counter() - start

        cold, warm = build(), build()
        chapter = Path(folder, "chapters", "softmax_and_temperature.ipynb")
        chapter.write_text(chapter.read_text().replace("softmax(", "softmax( ", 1))
        edited = build()
    rows = [("cold (environment there)", cold), ("nothing changed", warm)]
    rows.append(("one chapter edited", edited))
    return [(name, seconds, seconds / cold) for name, seconds in rows]


def page_weight():
    """Sum the files that the chapter's page loads, by kind."""
    sizes = defaultdict(lambda: [0, 0])
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page()
        urls = set()
        page.on("request", lambda request: urls.add(request.url.split("?")[0]))
        page.goto(PAGE.as_uri(), wait_until="networkidle")
        browser.close()
    for url in urls:
        if not url.startswith("file://"):
            continue
        path = Path(url.removeprefix("file://"))
        kind = "MathJax" if "mathjax" in path.parts else KINDS.get(path.suffix, "html")
        content = path.read_bytes()
        for key in (kind, "all"):
            sizes[key][0] += len(content)
            sizes[key][1] += len(gzip.compress(content, mtime=0))
    return [(kind, *both) for kind, both in sorted(sizes.items(), key=lambda i: i[1])]


def moved_in_page(chapter, place, buttons, field, low, high):
    """Time 300 input events on the built page, each to the end of its frame."""
    with sync_playwright() as playwright:
        browser = launch(playwright, UNCAPPED)
        page = browser.new_page()
        page.goto((PAGE.parent / f"{chapter}.html").as_uri())
        for fallback in page.locator(".glassbox-fallback").all():
            if fallback.is_visible():  # a widget is mounted as it nears the screen
                fallback.evaluate("node => node.scrollIntoView()")
                page.wait_for_timeout(200)
        page.wait_for_selector(place)
        page.add_script_tag(content=TIMED)
        times = page.evaluate(MOVE, [place, buttons, field, low, high])
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


KERNEL_SLIDER = """\
import ipywidgets as widgets, numpy as np
from IPython.display import display
from glassbox import softmax
logits = np.array([3.01, 0.09, 2.48, 1.95])
slider = widgets.FloatLogSlider(value=1, base=10, min=-1.3, max=1.3, step=0.01)
out = widgets.Output()
def show(change):
    out.clear_output(wait=True)
    with out:
        print("share", softmax(logits, temperature=slider.value))
slider.observe(show, "value")
show(None)
display(slider, out)"""

PRESS = """async () => {
  const handle = document.querySelector('.noUi-handle');
  const output = document.querySelector('.jp-OutputArea .jupyter-widgets-output-area')
    ?? document.querySelector('.widget-output');
  const times = [];
  for (let i = 0; i < 60; i++) {
    const before = output.textContent;
    const start = performance.now();
    const key = i % 2 ? 'ArrowLeft' : 'ArrowRight';
    handle.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    await new Promise((resolve) => {
      const look = () => output.textContent && output.textContent !== before
        ? resolve() : requestAnimationFrame(look);
      look();
    });
    times.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  return times.slice(10);
}"""


def slider_through_kernel():
    """Time the same slider in JupyterLab, from key press to the changed output."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        notebook = nbformat.v4.new_notebook(
            cells=[nbformat.v4.new_code_cell(KERNEL_SLIDER)],
            metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        )
        nbformat.write(notebook, Path(folder, "slider.ipynb"))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        log = Path(folder, "lab.log").open("w")
        lab = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root",
             f"--ServerApp.port={port}", "--ServerApp.ip=127.0.0.1",
             "--IdentityProvider.token=", f"--ServerApp.root_dir={folder}"],
            stdout=log, stderr=log, env=os.environ | {"JUPYTER_CONFIG_DIR": folder},
        )  # fmt: skip
        try:
            wait_for(port)
            browser = launch(playwright, UNCAPPED)
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{port}/lab/tree/slider.ipynb?reset")
            page.wait_for_selector(".jp-CodeCell", timeout=120_000)
            page.wait_for_selector(".jp-Notebook-ExecutionIndicator[data-status=idle]")
            for _ in range(10):  # the kernel may not be listening yet
                accept = page.locator(".jp-Dialog .jp-mod-accept")
                if accept.count():  # such as: which kernel?
                    accept.first.click()
                page.locator(".jp-CodeCell .cm-content").first.click()
                page.keyboard.press("Control+Enter")
                page.wait_for_timeout(3000)
                if page.locator(".noUi-handle").count():
                    break
            page.wait_for_function("document.body.textContent.includes('share [')")
            times = page.evaluate(PRESS)
            browser.close()
        finally:
            lab.terminate()
            lab.wait()
    return times


def wait_for(port, seconds=60):
    """Wait until something listens on the port."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)
    raise TimeoutError(f"JupyterLab did not start within {seconds} s")


def launch(playwright, flags=()):
    found = shutil.which("chromium") or shutil.which("google-chrome")
    return playwright.chromium.launch(executable_path=found, args=[*FLAGS, *flags])


def print_table(title, header, rows):
    """Print rows under a header, numbers right-aligned."""
    cells = [header] + [[text(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    print(f"\n{title}")
    for row in cells:
        first, *rest = [c.rjust(w) for c, w in zip(row, widths, strict=True)]
        print("  " + "  ".join([row[0].ljust(widths[0]), *rest]))


def text(cell):
    if isinstance(cell, float):
        return f"{cell:,.3f}" if cell < 10 else f"{cell:,.1f}"
    return f"{cell:,}" if isinstance(cell, int) else cell


if __name__ == "__main__":
    main()
