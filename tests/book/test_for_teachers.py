"""The built guides for teachers: their links open states, and they fit every screen."""

import json
import re
from base64 import urlsafe_b64decode
from pathlib import Path

import glassbox.widgets
import numpy as np
import pytest
from watched_pages import GUIDES

ROOT = Path(__file__).resolve().parents[2]
WORDS = json.loads((ROOT / "assets" / "widget_host.words.en.json").read_text("utf-8"))
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
        assert changes.keys() <= widget._rules.keys()
        given = {**before, **changes}
        with widget.hold_trait_notifications():
            for trait in kind._state:
                value = given.get(trait)
                if isinstance(value, dict) and "shape" in value:  # the rest is bytes
                    setattr(widget, trait, np.zeros(value["shape"]))
                elif trait in given and not isinstance(value, dict):
                    if not kind.class_traits()[trait].read_only:
                        setattr(widget, trait, value)
        now = {trait: getattr(widget, trait) for trait in changes}
        assert now == changes


@pytest.mark.browser
def test_no_guide_is_wider_than_the_smallest_phone(book, open_page):
    page = open_page(book / f"{GUIDES[0]}.html", width=360).page
    for guide in GUIDES:
        page.goto((book / f"{guide}.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, guide


@pytest.mark.browser
def test_a_demonstration_opens_as_its_guide_says(book, open_page):
    page = open_page(book / "chapters" / "teachers" / "tokens.html").page
    links = page.locator("#demonstration ol a")
    hrefs = links.evaluate_all("all => all.map(link => link.href)")
    shown = []
    for href in hrefs:
        page.goto(href)
        said = page.get_by_text(WORDS["from_link"])
        said.wait_for()
        widget = said.locator("xpath=../following-sibling::*[1]")
        shown.append(re.search(r"\d+ tokens", widget.inner_text())[0])
    # 12, 7 and 22 are the chapter's numbers; then bytes, and three spellings.
    assert shown == ["12 tokens", "7 tokens", "22 tokens", "19 tokens", "5 tokens"]
