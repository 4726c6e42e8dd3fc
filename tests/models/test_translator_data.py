"""The date task: its formats, its split, its tokens."""

import datetime

import numpy as np
import pytest
from glassbox.models.translator import (
    FIRST_DAY,
    FORMATS,
    LAST_DAY,
    LONGEST_SOURCE,
    SOURCE_TOKENS,
    TARGET_TOKENS,
    draw_pairs,
    pad_sources,
    source_ids,
    target_ids,
    target_text,
    training_days,
    unseen_days,
    write_date,
)

DAY = datetime.date(2026, 11, 21)


def test_the_six_formats_as_a_person_writes_them():
    assert {name: write_date(DAY, name) for name in FORMATS} == {
        "Chinese numerals": "二〇二六年十一月二十一日",
        "Chinese": "2026年11月21日",
        "full month": "November 21, 2026",
        "day month year": "21 Nov 2026",
        "slashes": "11/21/2026",
        "month day year": "Nov 21 2026",
    }


@pytest.mark.parametrize(
    ("number", "chinese"),
    [(1, "一"), (9, "九"), (10, "十"), (11, "十一"), (20, "二十"), (31, "三十一")],
)
def test_numbers_are_counted_in_chinese_without_a_zero(number, chinese):
    written = write_date(datetime.date(2026, 1, number), "Chinese numerals")
    assert written == f"二〇二六年一月{chinese}日"


def test_both_zeros_write_the_same_day():
    day = datetime.date(2000, 10, 30)
    assert write_date(day, "Chinese numerals") == "二〇〇〇年十月三十日"
    written = write_date(day, "Chinese numerals", zero="零")
    assert written == "二零零零年十月三十日"


def test_no_two_days_are_written_alike():
    days = training_days() + unseen_days()
    for name in FORMATS:
        assert len({write_date(day, name) for day in days}) == len(days)


def test_the_two_sets_of_days_are_disjoint_and_together_all():
    seen, unseen = set(training_days()), set(unseen_days())
    assert not seen & unseen
    assert len(seen | unseen) == (LAST_DAY - FIRST_DAY).days + 1
    assert 10.0 < len(seen) / len(unseen) < 10.01


def test_what_is_drawn_comes_from_the_given_days_in_every_format():
    pairs = draw_pairs(unseen_days(), 3000, np.random.default_rng(0))
    unseen = {day.isoformat() for day in unseen_days()}
    assert {target for _, target in pairs} <= unseen
    written = {
        target: {
            name: {write_date(datetime.date.fromisoformat(target), name, zero=z)
                   for z in "〇零"}
            for name in FORMATS
        }
        for _, target in pairs
    }  # fmt: skip
    counts = dict.fromkeys(FORMATS, 0)
    for source, target in pairs:
        for name, forms in written[target].items():
            counts[name] += source in forms
    assert sum(counts.values()) == 3000
    assert min(counts.values()) > 420  # 500 each, standard deviation 20
    assert any("零" in source for source, _ in pairs)
    assert any("〇" in source for source, _ in pairs)


def test_the_same_seed_draws_the_same_pairs():
    drawn = [
        draw_pairs(training_days(), 7, np.random.default_rng(s)) for s in (5, 5, 6)
    ]
    assert drawn[0] == drawn[1] != drawn[2]


@pytest.mark.parametrize(
    ("day", "name", "zero", "message"),
    [
        (DAY, "ISO", "〇", "format_name must be one of .*; got 'ISO'"),
        (DAY, "slashes", "0", "zero must be 〇 or 零; got '0'"),
        (datetime.date(1949, 12, 31), "slashes", "〇", "got 1949-12-31"),
        (datetime.date(2100, 1, 1), "slashes", "〇", "got 2100-01-01"),
    ],
)
def test_what_cannot_be_written_is_refused(day, name, zero, message):
    with pytest.raises(ValueError, match=message):
        write_date(day, name, zero=zero)


def test_every_character_of_every_format_has_a_token_and_no_token_is_idle():
    used = set()
    for day in training_days():
        for name in FORMATS:
            used |= set(write_date(day, name))
    used |= {"零"}
    assert used == set(SOURCE_TOKENS[1:])
    assert len(set(SOURCE_TOKENS)) == len(SOURCE_TOKENS)


def test_ids_go_there_and_back():
    text = "二零二六年十一月二十一日"
    assert "".join(SOURCE_TOKENS[i] for i in source_ids(text)) == text
    assert target_text(target_ids("2026-11-21")) == "2026-11-21"
    assert target_text([*target_ids("2026"), TARGET_TOKENS.index("<end>"), 3]) == "2026"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f"text must have 1 to {LONGEST_SOURCE} characters; got 0"),
        ("1" * (LONGEST_SOURCE + 1), f"got {LONGEST_SOURCE + 1}"),
        ("21.11.2026", r"characters that the six formats use; got '\.'"),
        ("2026-11-21x", "got '-', 'x'"),
        ("<pad>", "got '<', 'd', '>'"),
    ],
)
def test_a_source_that_cannot_be_read_is_refused(text, message):
    with pytest.raises(ValueError, match=message):
        source_ids(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2026/11", "digits and hyphens; got '/'"),
        ("1" * 12, "fewer than 12 characters; got 12"),
    ],
)
def test_a_target_that_cannot_be_written_is_refused(text, message):
    with pytest.raises(ValueError, match=message):
        target_ids(text)


def test_padding_stands_on_the_right():
    ids, lengths = pad_sources(["1/2/1999", "December 31, 2026"])
    assert ids.shape == (2, 17)
    assert lengths.tolist() == [8, 17]
    assert (ids[0, 8:] == 0).all() and (ids[0, :8] > 0).all()
    with pytest.raises(ValueError, match="at least one text; got none"):
        pad_sources([])
