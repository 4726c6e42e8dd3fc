"""A server of Jupyter's, and notebooks run in its two applications, in a browser."""

import os
import secrets
import socket
import subprocess
import sys
import threading
from contextlib import contextmanager

import pytest

PLACES = "CONFIG", "DATA", "RUNTIME"
APPLICATIONS = {"lab": "lab/tree", "notebook": "notebooks"}  # where each opens a file


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Start Jupyter's server in an empty home; return its address, token and home."""
    home = tmp_path_factory.mktemp("home")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    token = secrets.token_hex(16)
    options = {
        "ServerApp.ip": "127.0.0.1",
        "ServerApp.port": port,
        "ServerApp.port_retries": 0,
        "ServerApp.root_dir": home,
        "ServerApp.open_browser": False,
        "ServerApp.allow_root": True,
        "IdentityProvider.token": token,
        "LabApp.expose_app_in_browser": True,
        "JupyterNotebookApp.expose_app_in_browser": True,
    }
    arguments = [f"--{name}={value}" for name, value in options.items()]
    places = {f"JUPYTER_{kind}_DIR": f"{home / kind}" for kind in PLACES}
    process = subprocess.Popen(
        [sys.executable, "-m", "jupyter_server", *arguments],
        env=os.environ | {"HOME": f"{home}"} | places,
        stderr=subprocess.PIPE,
        text=True,
    )
    log = []
    for line in process.stderr:
        log.append(line)
        if "is running at" in line:
            break
    else:
        pytest.fail("Jupyter's server did not start:\n" + "".join(log))
    # Somebody must read what it says, or it would stop at a full pipe.
    drain = threading.Thread(target=process.stderr.read, daemon=True)
    drain.start()
    yield f"http://127.0.0.1:{port}", token, home
    process.terminate()
    process.wait()
    drain.join()
    process.stderr.close()


@pytest.fixture(scope="module")
def home(server):
    """Return the folder whose notebooks the server has."""
    return server[2]


@pytest.fixture(scope="module")
def run_all(server, browser):
    """Return run_all(application, notebook): a page in which all its cells have run."""
    address, token, _ = server

    @contextmanager
    def run(application, notebook):
        context = browser.new_context(viewport={"width": 1280, "height": 5000})
        context.route(lambda url: not url.startswith(address), lambda r: r.abort())
        page = context.new_page()
        page.set_default_timeout(120_000)
        folder = APPLICATIONS[application]
        page.goto(f"{address}/{folder}/{notebook}?token={token}")
        open_now = "globalThis.jupyterapp?.shell.currentWidget?.content"
        page.wait_for_function(f"() => {open_now}")
        page.evaluate("""async () => {
          const { commands, shell, restored } = jupyterapp;
          await restored;
          const { context, sessionContext } = shell.currentWidget;
          await context.ready;
          await sessionContext.ready;
          if (!(await commands.execute("notebook:run-all-cells")))
            throw Error("a cell failed");
        }""")
        yield page
        kernel = "jupyterapp.shell.currentWidget.sessionContext"
        page.evaluate(f"() => {kernel}.shutdown()")  # or forty would be left
        context.close()

    return run
