"""The figures that a test draws, kept instead of shown."""

import re

import pytest
from glassbox.figures import _figure


@pytest.fixture(autouse=True)
def shown(monkeypatch):
    """List the figures that a test has drawn."""
    figures = []
    monkeypatch.setattr(_figure, "show", figures.append)
    return figures


@pytest.fixture
def drawn(shown):
    """Return the panels of the figure drawn last: drawn()."""
    return lambda: shown[-1].axes


@pytest.fixture
def svg(shown):
    """Return the SVG of the figure drawn last: svg()."""
    return lambda: _figure.Drawing(shown[-1]).svg


@pytest.fixture
def words_in(svg):
    """List what is written in the figure drawn last: words_in()."""
    return lambda: re.findall(r"<text[^>]*>(.*?)</text>", svg())
