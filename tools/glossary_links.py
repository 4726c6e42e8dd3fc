"""Sphinx extension: a term set in bold leads to its line in the glossary."""

from docutils import nodes

GLOSSARY = "chapters/glossary"


def link_terms(app, doctree, pagename):
    """Make a link of each term, where the page sets it in bold for the first time."""
    if app.builder.format != "html" or pagename == GLOSSARY:
        return
    page = app.builder.get_relative_uri(pagename, GLOSSARY)
    objects = app.env.get_domain("std").get_objects()
    terms = {
        name: f"{page}#{at}" for name, _, kind, _, at, _ in objects if kind == "term"
    }
    for bold in list(doctree.findall(nodes.strong)):
        in_text = isinstance(bold.parent, nodes.paragraph)
        if in_text and not isinstance(bold.parent.parent, nodes.entry):
            uri = terms.pop(bold.astext().lower(), None)
            if uri:
                look = {"internal": True, "classes": ["glossary-term"]}
                link = nodes.reference(refuri=uri, **look)
                bold.replace_self(link)
                link += bold


def setup(app):
    app.connect("doctree-resolved", link_terms)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
