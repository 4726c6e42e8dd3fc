"""The built book, and a browser to read it."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def book():
    """The built book's folder."""
    folder = ROOT / "_build" / "html"
    if not (folder / "index.html").exists():
        pytest.fail("the page tests read the built book: run `make book` first")
    return folder
