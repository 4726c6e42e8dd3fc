"""On a phone a drawing has the whole width of its cell's card."""

import pytest
from watched_pages import settle

pytestmark = pytest.mark.browser


def test_a_drawing_is_as_wide_as_its_card(book, open_page):
    page = open_page(book / "chapters/multi_head_attention.html", width=390).page
    settle(page)
    widths = page.eval_on_selector_all(
        ".cell:has(> .cell_input) > .cell_output > svg",
        "all => all.map((a) => [a, a.closest('.cell')].map((x) => x.clientWidth))",
    )
    assert widths
    assert all(drawing == card for drawing, card in widths)
