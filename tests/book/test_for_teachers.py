"""The built guides for teachers: their links open states, and they fit every screen."""

import json
import re
from base64 import urlsafe_b64decode

import glassbox.widgets
import numpy as np
import pytest
from glassbox.widgets._base import is_plain
from watched_pages import GUIDES

STATE = re.compile(r'href="\.\./(\w+)\.html\?state=([\w-]+)"')
VIEW = re.compile(r'widget-view\+json">(.*?)</script>', re.S)


def states(book, guide):
    """Return a guide's links: the chapter's slug and what each changes."""
    page = (book / f"{guide}.html").read_text("utf-8")
    for slug, code in STATE.findall(page):
        text = urlsafe_b64decode(code + "=" * (-len(code) % 4))
        yield slug, json.loads(text)


def stored(book, slug):
    """Return the traits of a page's widgets, by class, in the order of their views."""
    script = (book / "_static" / "widgets" / "chapters" / f"{slug}.js").read_text()
    text = json.loads(re.search(r"textContent: (\".*\") \}\)\);", script)[1])
    models, found = json.loads(text)["state"], {}
    page = (book / "chapters" / f"{slug}.html").read_text("utf-8")
    views = [json.loads(view)["model_id"] for view in VIEW.findall(page)]
    for name in dict.fromkeys(views):
        traits = models[name]["state"]
        found.setdefault(traits["_anywidget_id"].rpartition(".")[2], []).append(traits)
    return found


@pytest.mark.parametrize("guide", GUIDES)
def test_a_link_opens_a_state_that_its_widget_takes(book, guide):
    links = list(states(book, guide))
    assert 3 <= len(links) <= 6
    for slug, state in links:
        [(key, changes)] = state.items()
        name, _, place = key.partition(".")
        before = stored(book, slug)[name][int(place) - 1]
        kind = getattr(glassbox.widgets, name)
        # Made of the page's traits, whatever made those; a model is the shipped one.
        widget = kind() if "model" in kind._state else kind.__new__(kind)
        with widget.hold_trait_notifications():
            for trait in kind._state:
                value = {**before, **changes}.get(trait)
                if kind.class_traits()[trait].read_only:
                    continue
                if isinstance(value, dict) and "shape" in value:  # the rest is bytes
                    setattr(widget, trait, np.zeros(value["shape"]))
                elif trait in changes or is_plain(value):
                    setattr(widget, trait, value)
        now = {trait: getattr(widget, trait) for trait in changes}
        assert now == changes


@pytest.mark.browser
def test_no_guide_is_wider_than_the_smallest_phone(book, open_page):
    page = open_page(book / f"{GUIDES[0]}.html", width=360).page
    for guide in GUIDES:
        page.goto((book / f"{guide}.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, guide
