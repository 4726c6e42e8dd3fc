"""The map of who reads which part of the source draws what it is given."""

import numpy as np
from glassbox import figures


def test_each_share_is_drawn_and_written_and_the_even_ones_come_last(drawn):
    maps = {"one": np.array([[0.9, 0.07, 0.03], [0.2, 0.3, 0.5]]), "two": np.eye(2, 3)}
    even = [0.5, 0.25, 0.25]
    figures.reading_shares(maps, even, ["year", "month"], ["a", "b", "c"])
    panels = drawn()
    assert [axes.get_title() for axes in panels] == ["one", "two"]
    for axes, shares in zip(panels, maps.values(), strict=True):
        (picture,) = axes.images
        np.testing.assert_array_equal(picture.get_array(), [*shares, even])
        written = [text.get_text() for text in axes.texts]
        assert written == [f"{100 * x:.0f}" for x in np.vstack([shares, even]).flat]
    names = [label.get_text() for label in panels[0].get_yticklabels()]
    assert names == ["year", "month", "if even"]


def test_each_number_stands_out_from_its_cell(drawn):
    figures.reading_shares(
        {"one": np.array([[0.0, 0.4, 1.0]])}, [1 / 3] * 3, "r", "abc"
    )
    (axes,) = drawn()
    inks = axes.images[0].cmap([0.0, 0.4, 1.0])
    assert list(inks[:, 3]) == [0, 0.2, 0.5]  # test_svg.py: what half strong allows
    assert {text.get_color() for text in axes.texts} == {"#222222"}
