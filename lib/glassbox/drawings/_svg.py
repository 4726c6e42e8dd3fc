"""A sheet to draw on: text, lines and shapes, written as SVG.

The sheet is 400 units wide and no text is smaller than 13, so that a phone shows all
of it at 11 pixels or more. As in the figures, each color is written twice: plain, and
as a custom property that a page sets for its light and its dark theme.
"""

import re
from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

WIDTH, MARGIN = 400, 12
SIZE = 13  # of all text
WIDENED = 1.3  # shown this much larger than drawn, where there is room
FONTS = "Helvetica, Arial, sans-serif"  # where no page sets another one
COLORS = {  # those of the figures; a test compares them
    "ground": "#FBFAF7", "ink": "#222222", "edge": "#777777", "grid": "#DDDAD2",
    "1": "#0072B2", "2": "#C24E00", "3": "#00795A", "4": "#A0457A",
    "5": "#6B5B00", "6": "#404040",
}  # fmt: skip


class Sheet:
    """Collect shapes and words; they lie on the book's ground."""

    def __init__(self) -> None:
        self.elements: list[str] = []

    def text(
        self, x: float, y: float, words: str, *,
        anchor: str = "start", color: str = "ink", bold: bool = False,
    ) -> None:  # fmt: skip
        """Write words on the base line y; anchor is start, middle or end."""
        look = {"x": number(x), "y": number(y), "text-anchor": anchor}
        look |= {"font-weight": "600"} if bold else {}
        self.elements.append(
            f"<text{attributes(look | filled(color))}>{escape(words)}</text>"
        )

    def title(self, y: float, words: str) -> None:
        """Write a stage's title, in which ^z raises the z."""
        self.text(MARGIN, y, words, bold=True)
        raised = r'<tspan dy="-5" font-size="11">\1</tspan><tspan dy="5">\2</tspan>'
        self.elements[-1] = re.sub(r"\^(\w)([^<]*)", raised, self.elements[-1])

    def line(
        self, x1: float, y1: float, x2: float, y2: float, *, color: str = "edge"
    ) -> None:
        """Draw a thin line."""
        plain = COLORS[color]
        look = {"d": f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"}
        look |= {"stroke": plain, "style": f"stroke:var(--figure-{color},{plain})"}
        self.elements.append(f"<path{attributes(look)}/>")

    def shape(
        self, points: Sequence[tuple[float, float]], color: str, *, opacity: float = 1
    ) -> None:
        """Fill the shape that has these corners."""
        corners = "L".join(f"{number(x)} {number(y)}" for x, y in points)
        look = {"d": f"M{corners}Z"} | filled(color)
        look |= {"fill-opacity": number(opacity)} if opacity < 1 else {}
        self.elements.append(f"<path{attributes(look)}/>")

    def rectangle(
        self, x: float, y: float, width: float, height: float, color: str
    ) -> None:
        """Fill a rectangle."""
        right, below = x + width, y + height
        self.shape([(x, y), (right, y), (right, below), (x, below)], color)

    def svg(
        self, height: float, label: str, *, width: float = WIDTH,
        kind: str = "drawing", size: float = SIZE,
    ) -> str:  # fmt: skip
        """Return all of it as one SVG that says the label."""
        widened = WIDENED if width == WIDTH else 1
        head = {
            "xmlns": "http://www.w3.org/2000/svg",
            "class": f"glassbox-figure glassbox-{kind}",
            "role": "img",
            "aria-label": label,
            "viewBox": f"0 0 {number(width)} {number(height)}",
            "width": f"{widened * width:.0f}",
            "height": f"{widened * height:.0f}",
            "style": "max-width:100%;height:auto",
            "font-family": FONTS,
            "font-size": number(size),
        }
        ground = Sheet()
        ground.rectangle(0, 0, width, height, "ground")
        body = "\n".join(ground.elements + self.elements)
        return f"<svg{attributes(head)}>\n{body}\n</svg>\n"


def filled(color: str) -> dict[str, str]:
    """Return the attributes that fill a shape or a text with a color, by its name."""
    plain = COLORS[color]
    return {"fill": plain, "style": f"fill:var(--figure-{color},{plain})"}


def attributes(values: dict[str, str]) -> str:
    """Return attributes as a tag has them."""
    return "".join(f" {key}={quoteattr(value)}" for key, value in values.items())


def number(value: float) -> str:
    """Return a number with at most two decimals: finer than the eye can see."""
    return f"{round(float(value), 2) + 0.0:g}"
