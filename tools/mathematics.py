"""Sphinx extension: formulas as MathML, made when the book is built.

A browser sets MathML by itself: there is no script to wait for, and screen readers read
it. Each formula keeps its TeX as an annotation, which copied text takes along
(assets/static/copy_formulas.js).
"""

import re

from docutils import nodes
from math_core import LatexError, LatexToMathML
from sphinx.util import logging

logger = logging.getLogger(__name__)
FORMULA = r'<span class="math notranslate">(?:(?!</span>).)*</span>'
FOLLOWED = re.compile(rf"({FORMULA})([,.;:?!)’”]+)", re.S)
# A command that it doesn't know is an error, and so is a brace that is not closed.
converter = LatexToMathML(annotation=True, fancy_error=False)


def to_mathml(tex: str, *, display: bool) -> str:
    """Return the MathML of a formula. Raises LatexError for TeX that is wrong."""
    return converter.convert_with_local_state(tex.strip(), displaystyle=display)


def visitor(tag: str, *, display: bool):
    """Return what writes a formula's node inside an element of this name."""

    def write(translator, node):
        try:
            mathml = to_mathml(node.astext(), display=display)
        except LatexError as error:  # the book is built with warnings as errors
            logger.warning("%s: %s", error, node.astext(), location=node)
            raise nodes.SkipNode from error
        translator.body.append(f'<{tag} class="math notranslate">{mathml}</{tag}>')
        raise nodes.SkipNode

    return write, None


def keep_together(app, pagename, templatename, context, doctree):
    """Let no comma or period that follows a formula begin a line."""
    unbroken = r'<span class="unbroken">\1\2</span>'
    context["body"] = FOLLOWED.sub(unbroken, context.get("body") or "")


def setup(app):
    app.connect("html-page-context", keep_together, priority=700)
    app.add_js_file("copy_formulas.js", loading_method="defer")
    app.add_html_math_renderer(
        "mathml",
        inline_renderers=visitor("span", display=False),
        block_renderers=visitor("div", display=True),
    )
    return {"parallel_read_safe": True, "parallel_write_safe": True}
