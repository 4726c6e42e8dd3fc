"""Starts the process that runs a submission: boxed in where the system can do that.

bubblewrap (`bwrap`) gives it no network and no files but Python's and the library's,
to read, and an empty /tmp that ends with it. Where that is missing, the limits of time
and memory remain, and the teacher is told.
"""

import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

LIBRARY = Path(__file__).parents[1]
SECONDS = 240  # for a whole submission
MOST = 32 << 20  # bytes that are read of what comes back
START = (
    "import sys, json; sys.path[:0] = json.loads(sys.argv[1]); "
    "from glassbox.grading.worker import main; main()"
)
SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/alternatives")
NEEDED = ("numpy", "array_api_compat", "torch", "matplotlib", "IPython")


def find_box() -> tuple[list[str], str]:
    """Return the command that boxes a process in, or none and why there is none."""
    if sys.platform == "win32":
        raise OSError("marking needs Linux or macOS; on Windows, run it in WSL")
    if not (bwrap := shutil.which("bwrap")):
        return [], "bubblewrap (bwrap) is not installed"
    box = _command(bwrap)
    tried = subprocess.run(
        [*box, sys.executable, "-I", "-c", START, json.dumps(_folders())],
        input=pickle.dumps({"cells": [], "questions": []}),
        capture_output=True,
    )
    if tried.returncode:
        said = tried.stderr.decode(errors="replace").strip().splitlines() or ["no word"]
        return [], f"bubblewrap does not work on this system: {said[-1]}"
    return box, ""


def answers_of(job: dict, box: list[str]) -> list[dict]:
    """Run a submission and return the lines that came back, whatever they are."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "PATH": "/usr/bin:/bin",
            "HOME": "/tmp" if box else folder,
            "MPLBACKEND": "Agg",
            "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1",
        }
        process = subprocess.Popen(
            [*box, sys.executable, "-I", "-c", START, json.dumps(_folders())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env=environment,
            start_new_session=True,
        )

        def end() -> None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)

        timer = threading.Timer(SECONDS, end)
        timer.start()
        try:
            with suppress(BrokenPipeError), process.stdin as pipe:
                pipe.write(pickle.dumps(job))
            raw = process.stdout.read(MOST)
        finally:
            timer.cancel()
            end()
            process.stdout.close()
            process.wait()
    return list(filter(None, map(_line, raw.splitlines())))


def _line(raw: bytes) -> dict | None:
    """Read a line: JSON is data and runs nothing. What is no object is left out."""
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _folders() -> list[str]:
    """Return where the worker finds the library and what that needs."""
    return [str(LIBRARY.parent), *_packages()]


def _packages() -> list[str]:
    found = (find_spec(name) for name in NEEDED)
    origins = (Path(spec.origin).parents[1] for spec in found if spec and spec.origin)
    return [str(folder) for folder in dict.fromkeys(origins)]


def _command(bwrap: str) -> list[str]:
    box = [bwrap, "--unshare-all", "--die-with-parent", "--new-session"]
    box += ["--tmpfs", "/tmp"]  # first: the book itself may lie under /tmp
    for path in map(Path, SYSTEM):
        if path.is_symlink():
            box += ["--symlink", os.readlink(path), str(path)]
        elif path.exists():
            box += ["--ro-bind", str(path), str(path)]
    bound = ["/usr"]
    for path in (sys.base_prefix, sys.prefix, *_packages(), str(LIBRARY)):
        for one in dict.fromkeys((os.path.realpath(path), path)):  # where it is a link
            if not any(Path(one).is_relative_to(other) for other in bound):
                bound.append(one)
                box += ["--ro-bind", one, one]
    return [*box, "--dev", "/dev", "--chdir", "/tmp"]
