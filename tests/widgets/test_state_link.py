"""Links to a widget's state, as Python writes them."""

import json
from base64 import urlsafe_b64decode

import pytest
from glassbox.widgets import Gate, ReadThenWrite, SoftmaxAndTemperature
from glassbox.widgets._state_link import as_javascript_writes, state_link
from widget_examples import NAMES, STATE, change_something, example

WITHOUT_LINK = {"TrainingMonitor": "it shows a training, which the page can't change"}


def state_of(link):
    """Return what a link's state says."""
    code = link.partition("?state=")[2]
    return json.loads(urlsafe_b64decode(code + "=" * (-len(code) % 4)))


def test_a_link_holds_what_has_changed_and_nothing_else():
    widget = SoftmaxAndTemperature([3, 1], temperature=2.0)
    link = widget.link("softmax_and_temperature")
    assert link.startswith("softmax_and_temperature.html?state=")
    assert state_of(link) == {"SoftmaxAndTemperature.1": {}}
    widget.set(logits=[1, 0.5], temperature=1)
    changes = {"logits": [1, 0.5], "temperature": 1}
    link = widget.link("https://example.org/chapters/slug.html", place=2)
    assert link.startswith("https://example.org/chapters/slug.html?state=")
    assert state_of(link) == {"SoftmaxAndTemperature.2": changes}


def test_a_link_that_nobody_can_open_is_refused():
    with pytest.raises(ValueError, match="page must be a slug .*; got 'a#b'"):
        Gate().link("a#b")
    data = ReadThenWrite([[1, 0], [0, 1]], ["a", "b"], ["A", "B"], ["x", "y"])
    data.set(weights=[[0, 1], [1, 0]])
    with pytest.raises(ValueError, match="can't change the data weights: make"):
        data.link("why_attention")
    longer = SoftmaxAndTemperature([3, 1])
    longer.set(logits=[3, 1, 2], labels=["a", "b", "c"])
    with pytest.raises(ValueError, match="can't change the lengths of logits: make"):
        longer.link("softmax_and_temperature")
    with pytest.raises(ValueError, match="place must be at least 1; got 0"):
        Gate().link("feed_forward", place=0)
    with pytest.raises(ValueError, match="at most 6000 characters of state; got 80"):
        state_link("tokens", "TokenMerges", {"content": "a" * 6000})


def test_a_state_is_written_as_javascript_writes_it():
    value = {"b": [1.0, 0.1, 1e-5, 2.5e-7, 1e21, -0.0], "a": ["é\n\"'", None, True]}
    wanted = r'{"a":["é\n\"' + "'\",null,true],"
    wanted += '"b":[1,0.1,0.00001,2.5e-7,1e+21,0]}'
    assert as_javascript_writes(value) == wanted


# ---- on a page -----------------------------------------------------------------------

CLIPBOARD = """
Object.defineProperty(navigator, "clipboard", {
  value: { writeText: async (text) => { globalThis.copied = text; } },
});
"""


def copied_link(page):
    """Press a widget's button and return what it copies."""
    page.get_by_role("button", name="Copy link").click()
    page.get_by_text("Link copied").wait_for()
    return page.evaluate("copied")


def shown(watched):
    """Return what the reader sees of the page's one widget."""
    watched.page.locator("[data-mounted]").wait_for(state="attached")
    watched.page.clock.run_for(3000)  # what is drawn in pieces is drawn
    return watched.page.locator("[data-mounted]").evaluate(STATE)


@pytest.mark.parametrize("name", sorted(set(NAMES) - set(WITHOUT_LINK)))
def test_a_link_shows_the_same_state_on_a_fresh_page(show, name):
    widget = example(name)
    widget._made = widget._as_it_is()  # some examples end with a change
    watched, root = show(widget, clock=True, script=CLIPBOARD)
    page = watched.page
    first = shown(watched)
    change_something(root)
    wanted = shown(watched)
    link = copied_link(page)

    [(which, changes)] = state_of(link).items()
    assert which == f"{name}.1" and changes
    widget.set(**changes)
    assert widget.link(link.partition("?")[0]) == link

    page.goto(link)
    assert shown(watched) == wanted
    assert page.get_by_text("This page shows the state from a link.").is_visible()
    assert page.url == link  # a reload shows it again
    assert copied_link(page) == link
    page.get_by_role("button", name="Show the page’s own state").click()
    page.get_by_text("This page shows its own state again.").wait_for()
    assert shown(watched) == first
    assert watched.errors == []
