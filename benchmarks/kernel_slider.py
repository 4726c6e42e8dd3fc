"""The slider of the softmax widget as ipywidgets + Output, through a live kernel."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import nbformat
from playwright.sync_api import sync_playwright
from shared import UNCAPPED, launch

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
