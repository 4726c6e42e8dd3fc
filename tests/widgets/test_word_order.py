"""The widget word order: its rules, its fallback, and its page."""

import re

import numpy as np
import pytest
from glassbox import scaled_dot_product_attention, sinusoidal_positions
from glassbox.widgets import WordOrder
from glassbox.widgets.word_order import ROWS, fetched, vectors
from traitlets import TraitError

STATES = [(swapped, added) for added in (False, True) for swapped in (False, True)]


def test_the_state_is_told_and_a_bad_value_is_refused():
    assert (
        repr(WordOrder(positions=True)) == "WordOrder('dog bites man', with positions)"
    )
    widget = WordOrder()
    for name in ("swapped", "positions"):
        with pytest.raises(TraitError, match="boolean"):
            setattr(widget, name, "yes")
    with pytest.raises(TraitError, match="read-only"):
        widget.rows = []


def test_without_positions_the_verb_fetches_the_same_in_either_order():
    one, other = (fetched(swapped, False)[1] for swapped in (False, True))
    np.testing.assert_allclose(one, other, rtol=0, atol=1e-15)  # another order of sums
    one, other = (fetched(swapped, True)[1] for swapped in (False, True))
    assert (np.abs(one - other) > 0.01).all()


def test_the_vectors_are_rows_times_2_plus_positions():
    x = vectors(swapped=True, positions=True)
    rows = 2 * np.array(ROWS)[[2, 1, 0]]
    np.testing.assert_allclose(x, rows + sinusoidal_positions(3, 4), atol=1e-15)


def test_the_fallback_tells_all_four_ways():
    cells = re.findall(r"<td>([-−\d., ]+)</td>", WordOrder().fallback)
    shown = [[float(x) for x in cell.split(", ")] for cell in cells]
    expected = [fetched(*state)[1] for state in STATES]
    np.testing.assert_allclose(shown, expected, atol=5.1e-5)  # four decimals


# ---- on a page ---------------------------------------------------------------

READ = """() => [...document.querySelectorAll(".gb-wordorder tbody tr")].map((row) => ({
  name: row.querySelector("th").textContent,
  current: row.getAttribute("aria-current"),
  numbers: [...row.querySelectorAll("[data-value]")].map((node) =>
    Number(node.dataset.value)),
}))"""


@pytest.mark.parametrize(("swapped", "positions"), STATES)
def test_the_page_shows_what_the_python_kernels_give(show, swapped, positions):
    watched, _ = show(WordOrder(swapped=swapped, positions=positions))
    *rows, _head, one, other = watched.page.evaluate(READ)
    order = ["man", "bites", "dog"] if swapped else ["dog", "bites", "man"]
    x = vectors(swapped, positions)
    weights = scaled_dot_product_attention(x[[1]], x, x).weights[0]
    for place, row in enumerate(rows):
        assert row["name"] == f"{place}: {order[place]}"
        np.testing.assert_allclose(row["numbers"], [*x[place], weights[place]])
    now, hidden = (other, one) if swapped else (one, other)
    assert (now["name"], now["current"]) == (" ".join(order), "true")
    np.testing.assert_allclose(now["numbers"], fetched(swapped, positions)[1])
    assert (hidden["numbers"], hidden["current"]) == ([], "false")
    assert watched.errors == []


def test_a_swap_shows_the_two_orders_beside_each_other(show):
    watched, root = show(WordOrder(), clock=True)
    verdict = root.locator("[data-words=verdict]")
    assert verdict.inner_text().startswith("Swap")
    root.locator("[data-action=swap]").click()
    assert verdict.inner_text().startswith("0 of 4 numbers differ")
    *_, one, other = watched.page.evaluate(READ)
    np.testing.assert_allclose(one["numbers"], other["numbers"], atol=1e-14)
    root.locator("[data-action=positions-true]").click()
    assert verdict.inner_text().startswith("Swap")  # the other order is not seen yet
    root.locator("[data-action=swap]").click()
    assert verdict.inner_text() == "4 of 4 numbers differ."
    watched.page.clock.run_for(1000)
    said = root.locator("[role=status]").inner_text()
    assert said.startswith("dog bites man, positions added.")
    root.locator("[data-action=reset]").click()
    assert verdict.inner_text().startswith("Swap")
    assert [row["numbers"] for row in watched.page.evaluate(READ)][-1] == []
