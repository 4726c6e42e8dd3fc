"""What is printed: a chapter, the book as PDF, work sheets and their answers."""

import re

import pytest
from built_pages import article as article_of
from built_pages import chapters, solutions, words, work
from pdf import make
from pypdf import PdfReader
from worksheets import exercises, write

pytestmark = pytest.mark.browser
SLUG = "softmax_and_temperature"


def letters(text):
    """Return a text as a PDF gives it back: without spaces and ends of lines."""
    return re.sub(r"[\s\u00ad-]+", "", text)


def begins(fold):
    """Return a solution's first words, as far as they come without a formula."""
    return letters(str(fold.p.contents[0]))


def pages_of(path):
    return [letters(page.extract_text()) for page in PdfReader(path).pages]


# ---- a chapter, printed from the browser -------------------------------------------


def test_a_printed_chapter_is_its_text_alone(book, open_page):
    page = open_page(book / "chapters" / f"{SLUG}.html", scheme="dark").page
    page.wait_for_selector(".glassbox-widget-live[data-mounted]")
    page.emulate_media(media="print")
    around = ".bd-sidebar-primary, .bd-sidebar-secondary, .bd-header-article, "
    around += "#jb-print-docs-body, .prev-next-footer, .glassbox-form"
    assert page.locator(around).count() >= 5
    for shown in page.locator(around).all():
        assert not shown.is_visible()
    assert (
        page.locator("h1").first.is_visible() or page.locator("article h1").is_visible()
    )
    live = page.locator(".glassbox-widget-live").first
    assert not live.is_visible()
    assert page.locator(".glassbox-fallback").first.is_visible()
    solution = page.locator("#exercises details p").first
    assert not solution.is_visible()  # unless its reader has opened it
    solution.evaluate("(one) => { one.closest('details').open = true; }")
    assert solution.is_visible()
    theme = "document.documentElement.dataset.theme"
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(theme) == "light"
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.evaluate(theme) == "dark"


def test_no_cell_is_torn_by_the_end_of_a_page(book, open_page, tmp_path):
    page = open_page(book / "chapters" / f"{SLUG}.html").page
    count = page.evaluate("""() => {
        const cells = document.querySelectorAll(".cell:has(> .cell_input)");
        cells.forEach((cell, i) => {
            const [first, last] = ["BEGIN", "END"].map((word) => {
                const mark = document.createElement("div");
                mark.textContent = `${word}${i}X`;
                mark.style.fontSize = "2px";
                return mark;
            });
            cell.prepend(first);
            cell.append(last);
        });
        return cells.length;
    }""")
    page.pdf(path=tmp_path / "chapter.pdf", format="A4")
    places = {}
    for number, text in enumerate(pages_of(tmp_path / "chapter.pdf")):
        places |= {mark: number for mark in re.findall(r"(?:BEGIN|END)\d+X", text)}
    assert count > 15 and len(places) == 2 * count
    torn = [i for i in range(count) if places[f"BEGIN{i}X"] != places[f"END{i}X"]]
    assert torn == []


# ---- the PDF -----------------------------------------------------------------------


def test_a_chapter_s_pdf_has_bookmarks_fallbacks_and_its_solutions_last(
    browser, book, tmp_path
):
    path = make(browser, [SLUG], "A4", tmp_path)
    text = "".join(pages_of(path))
    assert (
        letters("Softmax of 4 scores at temperature 1") in text
    )  # in a widget's place
    folds = solutions(article_of(SLUG))
    said = [begins(fold) for fold in folds if fold.p]
    end = text.index(letters("What comes next"))
    assert len(said) >= 4 and all(text.index(one) > end for one in said)

    titles = []

    def collect(outline):
        for entry in outline:
            collect(entry) if isinstance(entry, list) else titles.append(entry.title)

    collect(PdfReader(path).outline)
    assert {"Recap", words()["solutions"], "2. Choose the temperature"} <= set(titles)


# ---- work sheets -------------------------------------------------------------------


@pytest.fixture(scope="module")
def sheets(browser, book, tmp_path_factory):
    """What stands on the students' sheet and on the teacher's."""
    folder = tmp_path_factory.mktemp("sheets")
    write(browser, chapters(), folder, papers=("A4",))
    names = "worksheet_A4.pdf", "answer_sheet_A4.pdf"
    return ["".join(pages_of(folder / name)) for name in names]


def test_the_sheet_has_every_task_and_no_answer(sheets):
    student, teacher = sheets
    tables = [
        table
        for slug in chapters()
        for cell in work(slug)["by_hand"].values()
        for table in cell
    ]
    assert len(tables) > 50
    for table in tables:
        assert letters(table["task"]) in student, table["name"]
        assert letters(table["task"]) in teacher, table["name"]
        for wrong in table["wrongs"][:4]:
            assert letters(wrong["diagnosis"]) not in student
    assert letters(words()["wrong"]) not in student


def test_a_solution_stands_on_the_answer_sheet_alone(sheets):
    student, teacher = sheets
    folds = [fold for *_, fold in exercises(SLUG)]
    said = [begins(fold) for fold in folds]
    assert len(said) == 4
    assert all(one in teacher and one not in student for one in said)
