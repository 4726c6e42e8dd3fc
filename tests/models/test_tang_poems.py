"""The poems' text: taken from the package's file, written, and read back."""

from glassbox.models.poems import BOUNDARY, UNKNOWN

from training.poems.data import POEMS, Poem, read_fortunes, read_poems, write_poems
from training.poems.measure import PUNCTUATION


def test_poems_are_read_as_written(tmp_path):
    poems = [Poem("一・其一", "甲", ("春，", "夏。")), Poem("《二》", "乙", ("秋。",))]
    write_poems(poems, tmp_path / "poems.txt")
    assert read_poems(tmp_path / "poems.txt") == poems


def test_colours_labels_and_prefaces_are_taken_off():
    text = (
        "\x1b[32m《某,行・并序》\x1b[m\n\x1b[33m作者：某甲\x1b[m\n"
        "散文。\n  \n诗，句。\n%\n"
        "\x1b[32m《二》\x1b[m\n\x1b[33m作者：乙\x1b[m\n句。\n%\n"
    )
    expected = [Poem("某，行", "某甲", ("诗，句。",)), Poem("二", "乙", ("句。",))]
    assert read_fortunes(text) == expected


def test_the_poems_are_clean():
    poems = read_poems()
    assert len(poems) == 313
    verse = {c for poem in poems for line in poem.lines for c in line}
    assert {c for c in verse if not "一" <= c <= "龟"} == set(PUNCTUATION)
    assert all(poem.author and poem.title and poem.lines for poem in poems)
    assert BOUNDARY not in verse and UNKNOWN not in verse
    assert "\r" not in POEMS.read_text(encoding="utf-8")
