"""Sphinx extension: a chapter's first screen says where in the book and in the machine
it stands."""

import re
from pathlib import Path

from docutils import nodes
from glassbox.drawings import small_map

NOWHERE = {"common_mistakes"}  # about the whole machine


def place_map(app, doctree, pagename):
    """Put the small map, a link to the large one, behind a chapter's title."""
    source = Path(app.env.doc2path(pagename))
    if app.builder.format != "html" or source.suffix != ".ipynb":
        return
    if source.stem in NOWHERE:
        return
    title = next(doctree.findall(nodes.title))
    large = app.builder.get_relative_uri(pagename, "chapters/index")
    link = f'<a class="glassbox-here" href="{large}">{small_map(source.stem)}</a>'
    place = title.parent.index(title) + 1
    title.parent.insert(place, nodes.raw("", link, format="html"))


def name_chapter(app, pagename, templatename, context, doctree):
    """Write "Chapter 5" above a chapter's title, instead of "5. " before it."""
    number = r'(<h1><span class="section-number">)(\d+)\. (?=</span>)'
    context["body"] = re.sub(number, r"\1Chapter \2 ", context.get("body") or "")


def setup(app):
    app.connect("doctree-resolved", place_map)
    app.connect("html-page-context", name_chapter)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
