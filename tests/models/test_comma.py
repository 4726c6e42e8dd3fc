"""What the front page says the comma does, counted anew on 2,000 random days."""

import datetime
import json
import re
from pathlib import Path

import numpy as np
import pytest
from glassbox.machine.token_model import decode_tokens, encode_tokens
from glassbox.models.translator import (
    END_ID,
    FORMATS,
    LONGEST_TARGET,
    START_ID,
    load_translator,
    source_ids,
    target_text,
    translate_all,
    write_date,
)
from glassbox.widgets.transformer_map.example import examples

PAGE = Path(__file__).parents[2] / "chapters" / "index.md"
TEXT = PAGE.read_text(encoding="utf-8").replace("\u00a0", " ")
QUESTIONS = Path(__file__).parents[2] / "assets" / "predictions" / "index.en.json"
MONTHS = {"month in full": "%B", "three letters": "%b"}
ENDINGS = [", ", " "]  # the columns: with a comma, without
MODEL = load_translator()


@pytest.fixture(scope="module")
def days():
    drawn = np.random.default_rng(0).permutation(54786)[:2000]
    return [datetime.date(1950, 1, 1) + datetime.timedelta(int(i)) for i in drawn]


def wrong(days, month, ending):
    sources = [f"{day:{month}} {day.day}{ending}{day.year}" for day in days]
    found = translate_all(MODEL, sources)
    pairs = zip(found, days, strict=True)
    return 100 * np.mean([one != day.isoformat() for one, day in pairs])


@pytest.mark.parametrize("name", MONTHS)
def test_the_table_has_what_is_counted(days, name):
    row = re.search(rf"^\| {name}: [^|]*\| ([\d.]+) %[^|]*\| ([\d.]+) %", TEXT, re.M)
    for told, ending in zip(row.groups(), ENDINGS, strict=True):
        digits = len(told.partition(".")[2])
        assert f"{wrong(days, MONTHS[name], ending):.{digits}f}" == told


def test_in_may_nothing_goes_wrong_with_a_comma_or_without(days):
    may = [day for day in days if day.month == 5]
    assert f"none of the {len(may)} dates in May went wrong" in TEXT
    assert [wrong(may, "%B", ending) for ending in ENDINGS] == [0, 0]
    assert all(f"{day:%B}" == f"{day:%b}" for day in may)  # so both forms are learned
    for day in may:
        learned = {write_date(day, name) for name in FORMATS}
        assert {f"{day:%B} {day.day}{one}{day.year}" for one in ENDINGS} <= learned


def test_the_dates_that_the_hero_is_given_fail_and_succeed():
    sources = ["November 21, 2026", "November 21 2026", "Nov 21 2026"]
    answers = ["2026-11-21", "2062-11-21", "2026-11-21"]
    assert translate_all(MODEL, sources) == answers


def test_a_comma_too_many_does_harm(days):
    asked = json.loads(QUESTIONS.read_text(encoding="utf-8"))["front-added-comma"]
    none, some, _ = asked["choices"]
    assert asked["choices"][asked["right"]] == some == "More than one in ten."
    assert none.startswith("None")
    before, after = (wrong(days, "%b", ending) for ending in (" ", ", "))
    assert before == 0 and 10 < after < 15
    assert f"With the added comma {after:.0f} % go wrong, about one in eight" in TEXT
    assert round(100 / after) == 8
    assert "2,000 random dates" in TEXT and len(days) == 2000


def test_neither_the_missing_comma_nor_the_move_alone_has_all_the_errors(days):
    """Two spaces keep the year's place; a comma without a space moves it as well."""
    kept, moved = (wrong(days, "%B", ending) for ending in ("  ", ","))
    neither, both = (wrong(days, "%B", ending) for ending in ENDINGS)
    assert f"| two spaces, no comma | stays | {kept:.0f} % |" in TEXT
    assert f"| a comma, no space | moves | {moved:.0f} % |" in TEXT
    assert neither < moved < kept < both
    assert f"neither change alone explains the {both:.0f} %" in TEXT
    others = (
        wrong(days, month, ending) for month, ending in [("%b", ", "), ("%B", " ")]
    )
    assert max(others) < 50  # even there most answers are right


def example_of(name):
    return next(one for one in examples() if one.get("name") == name)


def test_the_clue_is_what_the_map_says_of_the_two_2s():
    for name, told in [
        ("comma", "falls from {:.2f} to {:.2f} with the comma"),
        ("no_comma", "and from {:.2f} to {:.2f} without"),
    ]:
        near = example_of(name)["near"]
        assert told.format(near["source_embedding"], near["memory"]) in TEXT


def test_with_the_rows_swapped_the_look_on_the_6_is_as_with_the_comma():
    with_comma, without, swapped = (
        example_of(name)["weights"]["cross_attention"][0][-1][-1]
        for name in ("comma", "no_comma", "exchanged")
    )
    assert f"Without the comma, {without:.2f} of it was on the 6." in TEXT
    assert f"falls from {without:.2f} to {swapped:.2f}, about as with" in TEXT
    assert abs(swapped - with_comma) < 0.02


def test_the_page_has_a_place_for_each_of_its_questions():
    names = json.loads(QUESTIONS.read_text(encoding="utf-8"))
    assert all(f'data-prediction="{name}"' in TEXT for name in names)
    later = names["front-who-misses"]["answered_in"]
    assert f'<details data-prediction="{later}">' in TEXT
    assert names["front-who-misses"]["right"] == 0  # by the experiment below
    assert names["front-who-misses"]["choices"][0].startswith("The encoder")


def test_the_year_digits_vectors_from_the_run_with_the_comma_undo_most_errors(days):
    """A cause, found by an experiment: nothing else differs between the two runs."""
    by_length = {}  # dates of one length are run together, without padding
    for day in days:
        by_length.setdefault(len(f"{day:%B} {day.day}"), []).append(day)
    left = [0, 0]  # with the year's rows of the other date; and the other way round
    for alike in by_length.values():
        with_comma, without = (
            encode_tokens(
                [source_ids(f"{day:%B} {day.day}{one}{day.year}") for day in alike],
                MODEL,
            ).output
            for one in ENDINGS
        )
        for i, (rest, year) in enumerate(
            [(without, with_comma), (with_comma, without)]
        ):
            memory = np.concatenate([rest[:, :-4], year[:, -4:]], axis=1)
            pairs = zip(written(memory), alike, strict=True)
            left[i] += sum(one != day.isoformat() for one, day in pairs)
    repaired, broken = (100 * one / len(days) for one in left)
    intact, before = (wrong(days, "%B", one) for one in ENDINGS)
    for year, rest, rate in [
        ("without the comma", "without", f"{before:.0f}"),
        ("**with the comma**", "without", f"{repaired:.0f}"),
        ("**without the comma**", "with", f"{broken:.0f}"),
        ("with the comma", "with", f"{intact:.2f}"),
    ]:
        assert f"| {year} | {rest} | {rate} % |" in TEXT


def written(memory):
    """Return what the decoder writes from these vectors, always the likeliest."""
    ids = np.full((len(memory), 1), START_ID)
    for _ in range(LONGEST_TARGET):
        logits = decode_tokens(ids, memory, MODEL).output[:, -1]
        ids = np.column_stack([ids, logits.argmax(axis=-1)])
    found = (row[1:].tolist() for row in ids)
    return [target_text(row[: row.index(END_ID)]) for row in found]
