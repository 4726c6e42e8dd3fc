"""A widget looks the same whichever widget's style comes after its own on a page."""

from pathlib import Path

import glassbox.widgets
import pytest
from widget_examples import NAMES, example

SHARED = Path(glassbox.widgets.__file__).parent / "shared"
STYLES = "\n".join(path.read_text("utf-8") for path in sorted(SHARED.glob("*.css")))
LOOKS = """root => [...root.querySelectorAll("*"), root].map((one) => {
  const look = getComputedStyle(one);
  return [one.tagName, one.className?.baseVal ?? one.className, ...[
    "backgroundColor", "color", "padding", "borderTopColor", "fontSize", "display",
    "minHeight", "width", "opacity",
  ].map((name) => look[name])].join("|");
})"""


@pytest.mark.parametrize("name", NAMES)
def test_what_all_share_may_come_again_after_a_widgets_own_style(show, name):
    watched, root = show(example(name))
    before = root.evaluate(LOOKS)
    watched.page.add_style_tag(content=STYLES)
    assert root.evaluate(LOOKS) == before
