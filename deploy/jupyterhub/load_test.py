"""A simulated class: `make load-test N=20`.

A hub with this folder's settings starts in a temporary folder. N students log in, start
a server, open a chapter and run its cells until the first output: first one every five
seconds, then all at once. Prints how long each waited and what their servers hold.
"""

import os
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import nbformat
import psutil
from simulated_student import PATIENCE, attend

HERE = Path(__file__).resolve().parent
CHAPTER = "chapters/softmax_and_temperature.ipynb"

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
            raise RuntimeError("The hub did not start")
        # Somebody must read what it says, or it would stop at a full pipe.
        rest = threading.Thread(target=lambda: log.extend(process.stderr), daemon=True)
        rest.start()
        yield f"http://127.0.0.1:{ports[0]}", psutil.Process(process.pid)
    except Exception:
        print("The hub said:", *log, file=sys.stderr, sep="\n")
        raise
    finally:
        process.terminate()  # the hub ends the students' servers and the proxy
        process.wait()


def memory(process):
    """Return MiB of the students' servers and kernels, shared pages counted once."""
    mine = [
        p
        for p in process.children(recursive=True)
        if {"jupyterhub-singleuser", "ipykernel_launcher"}
        & {Path(part).name for part in p.cmdline()}
    ]
    return sum(p.memory_full_info().pss for p in mine) / 2**20


def try_class(n, gap, cells):
    """Let n students come; return their seconds, what failed, and MiB for each."""
    password = secrets.token_hex(8)
    with tempfile.TemporaryDirectory() as folder, hub(folder, password) as running:
        address, process = running
        with ThreadPoolExecutor(n) as room:
            visit = (gap, address, password, CHAPTER, cells)
            visits = [room.submit(attend, number, *visit) for number in range(n)]
        failed = [v.exception() for v in visits if v.exception()]
        waits = [v.result() for v in visits if not v.exception()]
        return waits, failed, memory(process) / n


def main(n):
    notebook = nbformat.read(HERE.parents[1] / CHAPTER, 4)
    cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    for gap in (5, 0):
        waits, failed, each = try_class(n, gap, cells)
        if failed:
            sys.exit(f"{len(failed)} of {n} saw no output: {failed}")
        arrive = f"one every {gap} s" if gap else "all at once"
        print(
            f"{n} students, {arrive}: first output after"
            f" {statistics.median(waits):.1f} s (median), {max(waits):.1f} s (longest);"
            f" {each:.0f} MiB each"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]))
