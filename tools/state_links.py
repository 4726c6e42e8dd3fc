"""Sphinx role: a link that opens a chapter with one of its widgets in a chosen state.

In chapters/teachers/<slug>.md, of whose chapter the widgets are,

    {state}`A cold softmax <SoftmaxAndTemperature[2](temperature=0.2)>`

leads to the page's second widget of that class, at T = 0.2. What stands in the pointed
brackets is read as a Python call and never run.
"""

import ast

import glassbox.widgets
from docutils.nodes import reference
from glassbox.widgets._state_link import state_link
from sphinx.util.docutils import ReferenceRole

FRONT = {"front_page": "index"}  # whose page is named otherwise


class StateLink(ReferenceRole):
    """{state}`text <Widget[place](trait=value, ...)>`."""

    def run(self):
        slug = self.env.docname.rpartition("/")[2]
        try:
            name, place, traits = widget_state(self.target)
            address = state_link(f"../{FRONT.get(slug, slug)}", name, traits, place)
        except ValueError as error:
            problem = self.inliner.reporter.error(f"{self.rawtext}: {error}")
            return [self.inliner.problematic("", self.rawtext, problem)], [problem]
        return [reference(self.rawtext, self.title, refuri=address)], []


def widget_state(text):
    """Return a widget's class, its place among those of the page, and its traits.

    >>> widget_state("Roofline(n=16)")
    ('Roofline', 1, {'n': 16})
    >>> widget_state("Positions[2](base=10)")
    ('Positions', 2, {'base': 10})
    """
    try:
        call = ast.parse(text, mode="eval").body
        where = call.func
        place = ast.literal_eval(where.slice) if hasattr(where, "slice") else 1
        name = getattr(where, "value", where).id
        traits = {each.arg: ast.literal_eval(each.value) for each in call.keywords}
    except (AttributeError, SyntaxError, ValueError):
        rule = "a state is written as Widget(trait=value) or Widget[place](trait=value)"
        raise ValueError(f"{rule}; got {text!r}") from None
    if name not in glassbox.widgets.__all__:
        raise ValueError(f"there is no widget {name!r}")
    known = getattr(glassbox.widgets, name)._state
    if unknown := traits.keys() - set(known):
        came = ", ".join(sorted(unknown))
        raise ValueError(f"{name} has the traits {', '.join(known)}; got {came}")
    return name, place, traits


def setup(app):
    app.add_role("state", StateLink())
    return {"parallel_read_safe": True, "parallel_write_safe": True}
