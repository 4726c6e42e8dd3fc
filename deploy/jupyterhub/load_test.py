"""A simulated class: `make load-test N=20`.

A hub with this folder's settings starts in a temporary folder. N students log in, start
a server, open a chapter and run its cells until the first output: first one every five
seconds, then all at once. Prints how long each waited and what their servers hold.
"""

import json
import os
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import nbformat
import psutil
import websocket

HERE = Path(__file__).resolve().parent
CHAPTER = "softmax_and_temperature"
OUTPUTS = {"stream", "execute_result", "display_data"}
PATIENCE = 600  # seconds

# What differs from the server's settings: no systemd, ports that are free, own folders.
SETTINGS = """
load_subconfig({config!r})
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = {folder!r} + "/homes/{{username}}"
c.Spawner.args = ["--allow-root"]
c.Spawner.start_timeout = c.Spawner.http_timeout = {patience}
c.JupyterHub.bind_url = "http://127.0.0.1:{ports[0]}"
c.JupyterHub.hub_bind_url = "http://127.0.0.1:{ports[1]}"
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{ports[2]}"
"""


def free_ports(n):
    places = [socket.create_server(("127.0.0.1", 0)) for _ in range(n)]
    ports = [place.getsockname()[1] for place in places]
    for place in places:
        place.close()
    return ports


@contextmanager
def hub(folder, password):
    """Start the hub; give its address and its process, and stop it at the end."""
    ports = free_ports(3)
    config = Path(folder, "settings.py")
    original = str(HERE / "jupyterhub_config.py")
    words = {"config": original, "folder": folder, "ports": ports, "patience": PATIENCE}
    config.write_text(SETTINGS.format(**words))
    passwords = {"CLASS_PASSWORD": password, "TEACHER_PASSWORD": secrets.token_hex(32)}
    process = subprocess.Popen(
        [sys.executable, "-m", "jupyterhub", "-f", str(config)],
        cwd=folder,
        env=os.environ | passwords,
        stdout=subprocess.DEVNULL,  # the proxy's log
        stderr=subprocess.PIPE,
        text=True,
    )
    log = []
    try:
        for line in process.stderr:
            log.append(line)
            if "not recognized" in line:  # a setting that JupyterHub does not have
                sys.exit(line)
            if "JupyterHub is now running" in line:
                break
        else:
            sys.exit("The hub did not start:\n" + "".join(log))
        # Somebody must read what it says, or it would stop at a full pipe.
        threading.Thread(target=process.stderr.read, daemon=True).start()
        yield f"http://127.0.0.1:{ports[0]}", psutil.Process(process.pid)
    finally:
        process.terminate()  # the hub ends the students' servers and the proxy
        process.wait()


def log_in(client, name, password):
    client.get("/hub/login")
    token = client.cookies.get("_xsrf", path="/hub/")
    form = {"username": name, "password": password, "_xsrf": token}
    client.post("/hub/login", data=form).raise_for_status()
    return token


def start_server(client, name, token):
    """Ask for the server and follow its progress until it is there."""
    client.get("/hub/spawn")
    address = f"/hub/api/users/{name}/server/progress?_xsrf={token}"
    with client.stream("GET", address) as progress:
        progress.raise_for_status()
        for line in progress.iter_lines():
            event = json.loads(line.removeprefix("data:")) if "data:" in line else {}
            if event.get("failed"):
                raise RuntimeError(f"{name}: {event['message']}")
            if event.get("ready"):
                return
    raise RuntimeError(f"{name}: the server was not ready when its progress ended")


def open_kernel(client, name):
    """Open the chapter as the browser does; return a socket to its kernel."""
    page = f"/user/{name}/lab/tree/chapters/{CHAPTER}.ipynb"
    client.get(page).raise_for_status()
    token = client.cookies.get("_xsrf", path=f"/user/{name}/")
    session = {
        "path": f"chapters/{CHAPTER}.ipynb",
        "name": CHAPTER,
        "type": "notebook",
        "kernel": {"name": "python3"},
    }
    headers = {"X-XSRFToken": token}
    reply = client.post(f"/user/{name}/api/sessions", json=session, headers=headers)
    kernel = reply.raise_for_status().json()["kernel"]["id"]
    address = f"{client.base_url}/user/{name}/api/kernels/{kernel}/channels"
    cookies = "; ".join(f"{c.name}={c.value}" for c in client.cookies.jar)
    address = address.replace("http", "ws", 1).replace("//user", "/user")
    return websocket.create_connection(
        address, timeout=PATIENCE, cookie=cookies, header=headers
    )


def run_until_output(kernel, cells):
    """Run cell after cell until one of them shows something."""
    for source in cells:
        header = {
            "msg_id": uuid.uuid4().hex,
            "msg_type": "execute_request",
            "username": "",
            "session": uuid.uuid4().hex,
            "version": "5.3",
            "date": "",
        }
        content = {"code": source, "silent": False}
        message = {"header": header, "content": content, "channel": "shell"}
        kernel.send(json.dumps(message | {"parent_header": {}, "metadata": {}}))
        while True:
            said = kernel.recv()
            said = json.loads(said) if isinstance(said, str) else {}  # else: a buffer
            if said.get("parent_header", {}).get("msg_id") != header["msg_id"]:
                continue
            if said["msg_type"] in OUTPUTS:
                return
            if said["msg_type"] == "error":
                raise RuntimeError("\n".join(said["content"]["traceback"]))
            if said["content"].get("execution_state") == "idle":
                break
    raise RuntimeError(f"{CHAPTER} showed nothing")


def student(number, gap, address, password, cells):
    """Return the seconds from the log-in page to the first output."""
    time.sleep(number * gap)  # when they come
    start = time.monotonic()
    name = f"student-{number}"
    options = {"follow_redirects": True, "timeout": PATIENCE}
    with httpx.Client(base_url=address, **options) as client:
        token = log_in(client, name, password)
        start_server(client, name, token)
        kernel = open_kernel(client, name)
        run_until_output(kernel, cells)
        kernel.close()
    return time.monotonic() - start


def memory(process):
    """Return MiB of the students' servers and kernels, shared pages counted once."""
    mine = [
        p
        for p in process.children(recursive=True)
        if {"jupyterhub-singleuser", "ipykernel_launcher"}
        & {Path(part).name for part in p.cmdline()}
    ]
    return sum(p.memory_full_info().pss for p in mine) / 2**20


def main(n):
    file = HERE.parents[1] / "chapters" / f"{CHAPTER}.ipynb"
    cells = [c.source for c in nbformat.read(file, 4).cells if c.cell_type == "code"]
    for gap in (5, 0):
        password = secrets.token_hex(8)
        with tempfile.TemporaryDirectory() as folder, hub(folder, password) as running:
            address, process = running
            with ThreadPoolExecutor(n) as room:
                who = [(i, gap, address, password, cells) for i in range(n)]
                waits = list(room.map(lambda one: student(*one), who))
            each = memory(process) / n
        arrive = f"one every {gap} s" if gap else "all at once"
        middle = statistics.median(waits)
        print(
            f"{n} students, {arrive}: first output after {middle:.1f} s (median),"
            f" {max(waits):.1f} s (longest); {each:.0f} MiB each"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]))
