"""Sphinx extension: a term set in bold leads to its line in the glossary.

The link's tip is the first sentence of that line.
"""

import re
from functools import cache

from docutils import nodes

GLOSSARY = "chapters/glossary"
SIGNS = {  # TeX in a tip, which is plain text
    r"\\operatorname\{(\w+)\}": r"\1",
    r"\\sqrt\{([^}]*)\}": r"√\1",
    r"-(?=\\)": "−",
    r" ?\\cdot ?": " · ",
    r"\\sum_i": "Σ",
    r"\\(ln|max|tanh)": r"\1",
}


def link_terms(app, doctree, pagename):
    """Make a link of each term, where the page sets it in bold for the first time."""
    if app.builder.format != "html" or pagename == GLOSSARY:
        return
    page = app.builder.get_relative_uri(pagename, GLOSSARY)
    objects = app.env.get_domain("std").get_objects()
    terms = {name.lower(): at for name, _, kind, _, at, _ in objects if kind == "term"}
    for bold in list(doctree.findall(nodes.strong)):
        in_text = isinstance(bold.parent, nodes.paragraph)
        if in_text and not isinstance(bold.parent.parent, nodes.entry):
            at = terms.pop(bold.astext().lower(), None)
            if at:
                look = {"internal": True, "classes": ["glossary-term"]}
                look["reftitle"] = tips(app.env)[at]
                link = nodes.reference(refuri=f"{page}#{at}", **look)
                bold.replace_self(link)
                link += bold


@cache
def tips(env):
    """Return the first sentence on each term of the glossary, by the term's place."""
    found = {}
    for item in env.get_doctree(GLOSSARY).findall(nodes.definition_list_item):
        meaning = next(item.findall(nodes.paragraph)).astext().replace("\n", " ")
        for tex, plain in SIGNS.items():
            meaning = re.sub(tex, plain, meaning)
        first = re.match(r".*?[.?](?= |$)", meaning)[0]
        found |= {at: first for term in item.findall(nodes.term) for at in term["ids"]}
    return found


def setup(app):
    app.connect("doctree-resolved", link_terms)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
