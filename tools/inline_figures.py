"""Sphinx extension: the figures that cells drew stand in the page itself, as SVG.

myst-nb would link them as image files. In the page, a reader can select their text,
and their colors follow the page's theme (book.css).
"""

import re
from pathlib import Path
from xml.sax.saxutils import quoteattr

from docutils import nodes
from sphinx.transforms import SphinxTransform

OURS = '<svg xmlns="http://www.w3.org/2000/svg" class="glassbox-figure'
LABEL = re.compile(r'aria-label=(?:"[^"]*"|\'[^\']*\')')


class InlineFigures(SphinxTransform):
    """Put each figure's SVG in the place of its image, with the alt text as label."""

    default_priority = 500  # before Sphinx collects the images to copy

    def apply(self) -> None:
        for image in list(self.document.findall(nodes.image)):
            if image["uri"].endswith(".svg"):
                file = Path(self.env.relfn2path(image["uri"], self.env.docname)[1])
                svg = file.read_text("utf-8")
                if svg.startswith(OURS):
                    inline = labelled(svg, image.get("alt"))
                    image.replace_self(nodes.raw("", inline, format="html"))


def labelled(svg: str, alt: str | None) -> str:
    """Return an SVG that is described by the alt text, if the cell has one."""
    if not alt:
        return svg
    return LABEL.sub(lambda _: f"aria-label={quoteattr(alt)}", svg, count=1)


def setup(app):
    app.add_transform(InlineFigures)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
