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

    def title(
        self, y: float, words: str, *,
        x: float = MARGIN, anchor: str = "start", color: str = "ink", bold: bool = True,
    ) -> None:  # fmt: skip
        """Write a title, in which ^z raises the z."""
        self.text(x, y, words, anchor=anchor, color=color, bold=bold)
        raised = r'<tspan dy="-5" font-size="11">\1</tspan><tspan dy="5">\2</tspan>'
        self.elements[-1] = re.sub(r"\^(\w)([^<]*)", raised, self.elements[-1])

    def line(
        self, x1: float, y1: float, x2: float, y2: float, *,
        color: str = "edge", dashes: str = "",
    ) -> None:  # fmt: skip
        """Draw a thin line, with dashes such as "4 3" where something is cut."""
        plain = COLORS[color]
        look = {"d": f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"}
        look |= {"stroke": plain, "style": f"stroke:var(--figure-{color},{plain})"}
        look |= {"stroke-dasharray": dashes} if dashes else {}
        self.elements.append(f"<path{attributes(look)}/>")

    def curve(self, points: Sequence[tuple[float, float]], color: str) -> None:
        """Draw a line of two units through these points."""
        plain = COLORS[color]
        way = "L".join(f"{number(x)} {number(y)}" for x, y in points)
        look = {"d": f"M{way}", "stroke-width": "2", "stroke": plain}
        look |= {"style": f"fill:none;stroke:var(--figure-{color},{plain})"}
        self.elements.append(f"<path{attributes(look)}/>")

    def shape(
        self, points: Sequence[tuple[float, float]], color: str, *, opacity: float = 1
    ) -> None:
        """Fill the shape that has these corners."""
        corners = "L".join(f"{number(x)} {number(y)}" for x, y in points)
        self.path(f"M{corners}Z", color, opacity=opacity)

    def path(self, outline: str, color: str, *, opacity: float = 1) -> None:
        """Fill the shape that has this outline, written as SVG writes it."""
        look = {"d": outline} | filled(color)
        look |= {"fill-opacity": number(opacity)} if opacity < 1 else {}
        self.elements.append(f"<path{attributes(look)}/>")

    def rectangle(
        self, x: float, y: float, width: float, height: float, color: str, *,
        opacity: float = 1,
    ) -> None:  # fmt: skip
        """Fill a rectangle."""
        right, below = x + width, y + height
        corners = [(x, y), (right, y), (right, below), (x, below)]
        self.shape(corners, color, opacity=opacity)

    def svg(
        self, height: float, label: str, *, width: float = WIDTH,
        kind: str = "drawing", size: float = SIZE, cropped: float = 0,
    ) -> str:  # fmt: skip
        """Return all of it as one SVG that says the label; crop its left and right."""
        widened, shown = WIDENED if width == WIDTH else 1, width - 2 * cropped
        head = {
            "xmlns": "http://www.w3.org/2000/svg",
            "class": f"glassbox-figure glassbox-{kind}",
            "role": "img",
            "aria-label": label,
            "viewBox": f"{number(cropped)} 0 {number(shown)} {number(height)}",
            "width": f"{widened * shown:.0f}",
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
