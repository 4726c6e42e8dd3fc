"""The drawings of embeddings and positions: the kernels' numbers, as they are told."""

import re

import numpy as np
import pytest
from glassbox import drawings, sinusoidal_positions

TINY = [[0.5, 0.5, -0.5, 0], [-0.5, 0, 0.5, 0.5], [0.5, 0.5, 0, -0.5]]
WORDS = ["dog", "bites", "man"]
TABLES = {
    "step 0": [[1, 0], [0, 1], [-1, 0], [1, 1]],
    "step 9": [[2, 0], [5, 0.1], [0, 3], [0, 1]],
}
NOUNS, GROUPS = ["tea", "milk", "sea", "hills"], {"drinks": ["tea", "milk"]}


@pytest.fixture
def draw(monkeypatch):
    """Draw, and return the words that stand in the drawing, its label and its SVG."""
    shown = []
    for name in ("token_and_place", "counter_and_waves", "word_directions"):
        monkeypatch.setattr(f"glassbox.drawings._{name}.show", shown.append)

    def draw(name, *given, **named):
        assert getattr(drawings, name)(*given, **named) is None
        svg = shown[-1].svg
        words = [
            word.replace("−", "-") for word in re.findall(r">([^<>]+)</text>", svg)
        ]
        return words, shown[-1].text, svg

    return draw


def test_a_token_is_looked_up_scaled_and_placed(draw):
    words, label, _ = draw("token_and_place", TINY, WORDS, [2, 1, 0], at=0)
    assert words[words.index("look up 2, × √4") + 1 :][:4] == ["1", "1", "0", "-1"]
    assert words[words.index("0 man") + 1 :][:4] == ["1.00", "2.00", "0.00", "0.00"]
    at = words.index("1 bites", words.index("0 man"))
    assert words[at + 1 : at + 5] == ["?"] * 4  # the reader works them out
    assert "man has the id 2, and the row 0.5 0.5 0 −0.5. Times 2" in label
    assert label.endswith("it becomes 1.00 2.00 0.00 0.00.")
    words, label, _ = draw("token_and_place", TINY, WORDS, [2, 1, 0], at=2)
    x = 2 * np.array(TINY)[0] + sinusoidal_positions(3, 4)[2]
    at = words.index("2 dog")
    shown = [float(word) for word in words[at + 1 : at + 5]]
    np.testing.assert_allclose(shown, x, atol=5.1e-3)  # two decimals are shown


def test_bits_and_sines_stand_side_by_side(draw):
    words, label, svg = draw("counter_and_waves", 8, 32)
    assert words[:10] == [
        "bits", "sines", "2", "4", "8", "16", "6.3", "11.2", "19.9", "35.3",
    ]  # fmt: skip
    rows = np.reshape([float(word) for word in words[10:]], (8, 9))
    assert (rows[:, 0] == np.arange(8)).all()
    bits, waves = rows[:, 1::2], rows[:, 2::2]  # a bit and a sine in turn
    assert (bits @ [1, 2, 4, 8] == np.arange(8)).all()
    expected = sinusoidal_positions(8, 32)[:, 0:8:2]
    np.testing.assert_allclose(waves, expected, atol=5.1e-3)  # two decimals
    assert "repeat after 6.3, 11.2, 19.9, 35.3 positions" in label
    assert len(svg) < 20_000


def test_words_point_where_their_rows_do_and_stand_together_where_they_agree(draw):
    words, label, _ = draw("word_directions", TABLES, NOUNS, GROUPS, ["tea", "milk"])
    assert words == ["step 0", "tea", "milk", "step 9", "tea, milk", "drinks: tea milk"]
    assert "step 0: drinks 0° 90°. step 9: drinks 0° 1°." in label


def test_what_cannot_be_drawn_is_refused(draw):
    with pytest.raises(ValueError, match="1 to 4 tokens, and at one of them; got 3"):
        draw("token_and_place", TINY, WORDS, [2, 1, 0], at=3)
    with pytest.raises(ValueError, match="rows must be finite numbers in 4 columns"):
        draw("token_and_place", [[1, 2]], ["a"], [0], at=0)
    for given in ((17, 32), (1, 32), (8, 6), (8, 9)):
        with pytest.raises(ValueError, match="2 to 16 positions, and an even d_model"):
            draw("counter_and_waves", *given)
    with pytest.raises(ValueError, match="1 to 6 groups; got 0"):
        draw("word_directions", TABLES, NOUNS, {})
    with pytest.raises(ValueError, match="4 rows need as many names; got 3"):
        draw("word_directions", TABLES, NOUNS[:3], GROUPS)
