"""The teacher's guides: their form, their minutes, their links, the answers they quote.

What follows from their page alone is in tests/book/test_for_teachers.py.
"""

import re
from pathlib import Path

import glassbox.widgets
import pytest
import yaml
from chapter_solutions import read
from glassbox import check
from glassbox.exercises._engine import ByHand
from state_links import FRONT, widget_state

ROOT = Path(__file__).resolve().parents[1]
PARTS = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))["parts"]
CHAPTERS = [c["file"] for p in PARTS if p.get("numbered") for c in p["chapters"]]
BACK = {chapter["file"]: chapter for chapter in PARTS[-1]["chapters"]}
PLANS = (ROOT / "chapters" / "for_teachers.md").read_text("utf-8")
GUIDES = {
    path.stem: path.read_text("utf-8")
    for path in sorted((ROOT / "chapters" / "teachers").glob("*.md"))
}
HEADINGS = [
    "In one sentence",
    "Opening question",
    "Minute by minute",
    "Demonstration",
    "Wrong answers to expect",
    "On the board",
    "If time is short",
]
MOST_WORDS = 520
STATE = re.compile(r"\{state\}`[^`<]+ <([^`]+)>`")
each_guide = pytest.mark.parametrize("slug", GUIDES)


def section(text, heading):
    return re.split(r"^## ", text.partition(f"## {heading}\n")[2], flags=re.M)[0]


def table(text):
    """Return a table's rows, without its head, as lists of cells."""
    lines = [line.strip("| ") for line in text.splitlines() if line.startswith("|")]
    return [re.split(r" *\| *", line) for line in lines[2:]]


def plan(slug):
    """Return the minutes of each part of a guide's plan."""
    rows = table(section(GUIDES[slug], "Minute by minute"))
    return {part: int(minutes) for part, minutes, _ in rows}


def chapter_text(slug):
    chapter = ROOT / "chapters" / f"{FRONT.get(slug, slug)}.ipynb"
    if not chapter.exists():
        return chapter.with_suffix(".md").read_text("utf-8")
    return "\n\n".join(c.source for c in read(chapter) if c.cell_type == "markdown")


def test_every_chapter_has_a_guide_in_the_books_order():
    files = [s["file"] for s in BACK["chapters/for_teachers"]["sections"]]
    slugs = ["front_page", *(name.removeprefix("chapters/") for name in CHAPTERS)]
    assert files == [f"chapters/teachers/{slug}" for slug in slugs]
    assert sorted(slugs) == sorted(GUIDES)


@each_guide
def test_a_guide_has_the_seven_headings_and_is_short(slug):
    assert re.findall(r"^## (.+)$", GUIDES[slug], re.M) == HEADINGS
    shown = re.sub(r"<[^>]*>`", "`", GUIDES[slug])
    words = [word for word in shown.split() if re.search(r"[A-Za-z]", word)]
    assert len(words) <= MOST_WORDS


@each_guide
def test_the_minutes_add_up_to_the_chapters_own_time(slug):
    said = section(GUIDES[slug], "Minute by minute")
    total = int(re.search(r"\*\*(\d+) minutes\*\*", said)[1])
    assert sum(plan(slug).values()) == total
    time = re.search(r"\*\*Time:\*\* (.+)", chapter_text(slug))
    if slug not in FRONT:  # the front page states no time
        assert sum(map(int, re.findall(r"\d+", time[1]))) == total


@each_guide
def test_the_parts_are_the_chapters_sections_in_their_order(slug):
    titles = ["First screen", *re.findall(r"^## (.+)$", chapter_text(slug), re.M)]
    places = [titles.index(part) for part in plan(slug)]
    assert places == sorted(set(places))


def guides_named(cell):
    return re.findall(r"\]\(teachers/(\w+)\.md\)", cell)


@pytest.mark.parametrize(
    ("heading", "together"),
    [("One lecture of 90 minutes", [90]), ("A course of two days", [360, 360])],
)
def test_a_plan_takes_its_minutes_from_the_guides(heading, together):
    tables = re.split(r"\n\n(?=\|)", section(PLANS, heading))[1:]
    assert len(tables) == len(together)
    for text, total in zip(tables, together, strict=True):
        *rows, last = table(text)
        for guide, parts, minutes in rows:
            for slug in guides_named(guide):
                known = plan(slug)
                named = known if parts == "all" else parts.split("; ")
                assert sum(known[part] for part in named) == int(minutes), guide
        assert last[-1] == f"**{total}**"
        assert sum(int(minutes) for *_, minutes in rows) == total


def test_a_semester_has_room_for_its_guides():
    seen = []
    for week, guides, minutes, left in table(section(PLANS, "A semester")):
        seen += guides_named(guides)
        asked = sum(sum(plan(slug).values()) for slug in guides_named(guides))
        assert (asked, asked + int(left)) == (int(minutes), 90), week
    before = section(PLANS, "A semester").partition("\n|")[0]
    assert sorted(seen + guides_named(before)) == sorted(GUIDES)


@each_guide
def test_a_demonstration_sets_traits_that_there_are(slug):
    steps = section(GUIDES[slug], "Demonstration")
    states = STATE.findall(steps)
    assert 3 <= len(states) <= 6
    assert len(states) == len(re.findall(r"^\d+\. \{state\}", steps, re.M))
    for name, _, traits in map(widget_state, states):
        kind = getattr(glassbox.widgets, name)
        bare = kind.__new__(kind)
        bare._cross_validation_lock = True  # what fits together, the page's test asks
        for trait, value in traits.items():
            kind.class_traits()[trait]._validate(bare, value)


def test_a_state_that_is_none_is_refused():
    for text, word in {
        "Roofline": "a state is written as",
        "Roofline(n=len('a'))": "a state is written as",
        "Roof(n=1)": "there is no widget 'Roof'",
        "Roofline(tokens=1)": "Roofline has the traits machine, .*; got tokens",
    }.items():
        with pytest.raises(ValueError, match=word):
            widget_state(text)


@each_guide
def test_a_wrong_answer_is_what_the_check_says_of_it(slug):
    rows = table(section(GUIDES[slug], "Wrong answers to expect"))
    assert len(rows) >= 3
    if slug in FRONT:
        said = (ROOT / "assets" / "predictions" / "index.en.json").read_text("utf-8")
        assert all(diagnosis in said for _, _, diagnosis in rows)
        return
    for name, answer, diagnosis in rows:
        exercise = getattr(check, name.strip("`"))
        known = {alike(wrong.diagnosis): wrong for wrong in exercise.wrongs}
        wrong = known[alike(diagnosis)]
        if isinstance(exercise, ByHand):
            numbers = [float(number) for number in answer.split(", ")]
            assert exercise.examine(numbers).wrong is wrong, (name, answer)


def alike(sentence):
    """A table's sentence begins with a capital letter, a diagnosis mostly doesn't."""
    return sentence[0].casefold() + sentence[1:]
