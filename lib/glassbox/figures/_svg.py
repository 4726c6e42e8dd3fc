"""A figure as one small SVG: real text, plain shapes, colors that a page can change.

Matplotlib lays a figure out and then asks a renderer to draw its lines and words. This
renderer writes each as one SVG element, without ids, scripts or style sheets, so that
many figures can stand in one page. A color of the book's is written twice: as an
attribute, for any reader of SVG, and as a custom property such as --figure-1, which a
page sets for its light and its dark theme.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from unicodedata import east_asian_width
from xml.sax.saxutils import escape, quoteattr

import numpy as np
from matplotlib.backend_bases import FigureCanvasBase, RendererBase
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.path import Path
from matplotlib.transforms import Bbox, Transform

DPI = 72  # so that a point, matplotlib's unit of sizes, is one unit of the SVG
FONT_SIZE = 11  # of all text, unless it says otherwise
WIDENED = 1.4  # shown this much larger than drawn, where there is room
LEAST = 560  # pixels: where there is room, no figure is narrower
FONTS = "Helvetica, Arial, sans-serif"  # where no page sets another one
COMMANDS = {1: "M", 2: "L", 3: "Q", 4: "C", Path.CLOSEPOLY: "Z"}
ANCHORS = {"left": ("start", 0), "center": ("middle", 0.5), "right": ("end", 1)}


def as_svg(figure: Figure, label: str, names: Mapping[str, str]) -> str:
    """Return a figure as SVG that says its label; names gives each color's name."""
    renderer = SvgRenderer(figure, {to_hex(c): name for name, c in names.items()})
    figure.draw(renderer)
    width, height = figure.bbox.size
    widened = max(WIDENED, LEAST / width)
    head = {
        "xmlns": "http://www.w3.org/2000/svg",
        "class": "glassbox-figure",
        "role": "img",
        "aria-label": label,
        "viewBox": f"0 0 {number(width)} {number(height)}",
        "width": f"{widened * width:.0f}",
        "height": f"{widened * height:.0f}",
        "style": "max-width:100%;height:auto",
        "font-family": FONTS,
        "font-size": number(FONT_SIZE),
        "fill": "none",
        "stroke-linejoin": "round",
    }
    body = "\n".join(renderer.elements)
    return f"<svg{attributes(head)}>\n{body}\n</svg>\n"


class SvgCanvas(FigureCanvasBase):
    """What matplotlib asks for a renderer, to measure a figure and lay it out."""

    def get_default_filetype(self) -> str:
        return "svg"

    def print_svg(self, file: Any, **options: Any) -> None:
        self.figure.draw(SvgRenderer(self.figure, {}))


class SvgRenderer(RendererBase):
    """Write every path, text and image that a figure draws as an SVG element."""

    def __init__(self, figure: Figure, names: Mapping[str, str]) -> None:
        super().__init__()
        self.width, self.height = figure.bbox.size
        self.names = names
        self.elements: list[str] = []

    def get_canvas_width_height(self) -> tuple[float, float]:
        return self.width, self.height

    def points_to_pixels(self, points: float) -> float:
        return points

    def get_text_width_height_descent(self, s: str, prop: Any, ismath: Any) -> Any:
        """Measure a text; matplotlib's font has no Chinese, so a dash stands in."""
        measured = "".join("—" if east_asian_width(c) in "WF" else c for c in s)
        return super().get_text_width_height_descent(measured, prop, False)

    def draw_path(
        self, gc: Any, path: Path, transform: Transform, rgbFace: Any = None
    ) -> None:
        clip, simplify = None, False
        if rgbFace is None:
            # Where a line leaves its panel it is cut; what no eye can see is left out.
            simplify = path.should_simplify
            if (panel := gc.get_clip_rectangle()) is not None:
                clip = Bbox.padded(panel, gc.get_linewidth()).extents
        steps = path.iter_segments(
            transform, remove_nans=True, clip=clip, simplify=simplify
        )
        look = {"d": outline(steps, lambda x, y: (x, self.height - y))}
        styles = [self.paint(look, "fill", rgbFace)]
        if gc.get_linewidth() and gc.get_rgb()[3]:
            styles.append(self.paint(look, "stroke", gc.get_rgb()))
            look["stroke-width"] = number(gc.get_linewidth())
            dashes = gc.get_dashes()[1]
            if dashes is not None:
                look["stroke-dasharray"] = " ".join(map(number, dashes))
        if not any(styles) or not look["d"]:
            return
        if not gc.get_antialiased():
            look["shape-rendering"] = "crispEdges"
        look["style"] = ";".join(filter(None, styles))
        self.elements.append(f"<path{attributes(look)}/>")

    def draw_text(
        self, gc: Any, x: float, y: float, s: str, prop: Any, angle: float,
        ismath: Any = False, mtext: Any = None,
    ) -> None:  # fmt: skip
        # The reader's font is not the one that was measured: hold on to the point
        # that the text was aligned by.
        by_end = mtext and (not angle or mtext.get_rotation_mode() == "anchor")
        aligned = mtext.get_ha() if by_end else "center"
        anchor, part = ANCHORS[aligned]
        along = part * self.get_text_width_height_descent(s, prop, ismath)[0]
        turn = math.radians(angle)
        x, y = x + along * math.cos(turn), y - along * math.sin(turn)
        look = {"x": number(x), "y": number(y)}
        if prop.get_size() != FONT_SIZE:
            look["font-size"] = number(prop.get_size())
        if anchor != "start":
            look["text-anchor"] = anchor
        if angle:
            look["transform"] = f"rotate({number(-angle)} {number(x)} {number(y)})"
        look["style"] = self.paint(look, "fill", gc.get_rgb())
        self.elements.append(f"<text{attributes(look)}>{escape(s)}</text>")

    def option_scale_image(self) -> bool:
        return True  # an image comes as it is, one pixel a cell

    def draw_image(
        self, gc: Any, x: float, y: float, im: np.ndarray, transform: Any = None
    ) -> None:
        """Draw a map's cells, of one color and more or less strong, as rectangles."""
        rows, columns = im.shape[:2]
        (a, _, e), (_, d, f), _ = transform.get_matrix()
        flipped = (a / columns, 0, 0, -d / rows, x + e, self.height - y - f)
        place = f"matrix({' '.join(f'{v:.5g}' for v in flipped)})"
        look = {"transform": place, "shape-rendering": "crispEdges"}
        style = self.paint(look, "fill", im[0, 0, :3] / 255)
        self.elements.append(f"<g{attributes(look | {'style': style})}>")
        for strength in np.unique(im[im[..., 3] > 0, 3]):
            cells = np.argwhere(im[..., 3] == strength)
            d = "".join(f"M{column} {row}h1v1h-1z" for row, column in cells)
            opacity = {} if strength == 255 else {"opacity": f"{strength / 255:.3g}"}
            self.elements.append(f"<path{attributes({'d': d} | opacity)}/>")
        self.elements.append("</g>")

    def paint(self, look: dict[str, str], what: str, color: Any) -> str:
        """Set a color as an attribute, and return the style that a page can change."""
        if color is None or (len(color) == 4 and not color[3]):
            return ""
        plain = look[what] = to_hex(color[:3])
        if len(color) == 4 and color[3] < 1:
            look[f"{what}-opacity"] = f"{color[3]:.3g}"
        name = self.names.get(plain)
        return f"{what}:var(--figure-{name},{plain})" if name else f"{what}:{plain}"


def outline(
    steps: Iterator[tuple[np.ndarray, int]], place: Callable[[float, float], tuple]
) -> str:
    """Return a path's steps in SVG's words, without steps that lead nowhere."""
    written: list[str] = []
    for points, code in steps:
        pairs = zip(points[::2], points[1::2], strict=True)
        at = " ".join(number(v) for x, y in pairs for v in place(x, y))
        step = "Z" if code == Path.CLOSEPOLY else COMMANDS[code] + at
        if not (written and step == "L" + written[-1][1:]):
            written.append(step)
    return "".join(written)


def attributes(values: Mapping[str, str]) -> str:
    """Return attributes as a tag has them."""
    return "".join(f" {key}={quoteattr(value)}" for key, value in values.items())


def number(value: float) -> str:
    """Return a number with at most one decimal: finer than the eye can see."""
    return f"{round(float(value), 1) + 0.0:g}" if abs(value) < 1e5 else f"{value:.0f}"
