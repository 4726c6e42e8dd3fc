"""A Node to run the page's scripts with."""

import shutil
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def node():
    """The Node on the PATH, else the one in Playwright's wheel."""
    if found := shutil.which("node"):
        return found
    playwright = pytest.importorskip("playwright", reason="no Node, no Playwright")
    return str(Path(playwright.__file__).parent / "driver" / "node")
