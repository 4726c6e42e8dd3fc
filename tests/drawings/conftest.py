"""The drawings that a test draws, kept instead of shown."""

import re
from xml.etree import ElementTree

import pytest
from glassbox import drawings
from glassbox.drawings import _softmax_steps, _temperature_strip

TAG = "{http://www.w3.org/2000/svg}"
COLORS = {
    "#0072B2": 1, "#C24E00": 2, "#00795A": 3, "#A0457A": 4, "#6B5B00": 5, "#404040": 6,
}  # fmt: skip


class Drawn:
    """A drawing, as what is in it."""

    def __init__(self, drawing):
        self.drawing, self.svg = drawing, drawing.svg
        self.root = ElementTree.fromstring(drawing.svg)

    @property
    def label(self):
        return self.root.get("aria-label")

    @property
    def words(self):
        """What is written, from the first word to the last."""
        return ["".join(text.itertext()) for text in self.root.iter(TAG + "text")]

    def bars(self, height):
        """List the rectangles of this height: (color, left, top, width)."""
        found = []
        for path in self.root.iter(TAG + "path"):
            at = [float(v) for v in re.findall(r"-?[\d.]+", path.get("d"))]
            color = COLORS.get(path.get("fill"))
            if color and len(at) == 8 and at[5] - at[1] == pytest.approx(height):
                found.append((color, at[0], at[1], at[2] - at[0]))
        return found


@pytest.fixture
def draw(monkeypatch):
    """Draw and return what was shown: draw("softmax_steps", scores, tokens)."""
    shown = []
    for module in (_softmax_steps, _temperature_strip):
        monkeypatch.setattr(module, "show", shown.append)

    def draw(name, *arguments):
        assert getattr(drawings, name)(*arguments) is None
        return Drawn(shown.pop())

    return draw
