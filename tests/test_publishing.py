"""Everything that names the published book follows from one name."""

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import nbformat
import publishing
import pytest
from published_pages import (
    add_buttons,
    build_wheel,
    from_anywhere,
    publish_notebook,
    redirect,
    sitemap,
)
from publishing import library_address, published, whole_links

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
VERSION = PROJECT["project"]["version"]
PAGES = "https://ada.github.io/notes/"


def named(repository, site=""):
    tool = {"glassbox": {"repository": repository, "site": site}}
    return published(PROJECT | {"tool": tool})


def test_without_a_name_there_is_no_address():
    assert named("") is None
    assert library_address(None) == ""


@pytest.mark.parametrize(
    ("repository", "site", "address"),
    [
        ("Ada/notes", "", PAGES),
        ("Ada/Notes", "", "https://ada.github.io/Notes/"),
        ("Ada/ada.github.io", "", "https://ada.github.io/"),
        ("Ada/notes", "https://book.example.org/", "https://book.example.org/"),
        ("Ada/notes", "https://example.org/a/b/", "https://example.org/a/b/"),
    ],
)
def test_the_site_follows_from_the_repository_unless_it_has_its_own(
    repository, site, address
):
    book = named(repository, site)
    assert (book.repository, book.site, book.version) == (repository, address, VERSION)
    wheel = f"glassbox-{VERSION}-py3-none-any.whl"
    assert library_address(book) == f"{address}_wheels/{wheel}"


@pytest.mark.parametrize(
    "repository", ["notes", "https://github.com/ada/notes", 'a/b" x', "a/b/c", "-a/b"]
)
def test_what_names_no_repository_is_refused(repository):
    with pytest.raises(ValueError, match='"owner/name"; got') as refused:
        named(repository)
    assert repository in str(refused.value)


@pytest.mark.parametrize(
    "site",
    ["http://example.org/", "https://example.org", "example.org/", 'https://e.org/"/'],
)
def test_what_is_no_site_is_refused(site):
    with pytest.raises(ValueError, match="from https:// to a last /; got") as refused:
        named("ada/notes", site)
    assert site in str(refused.value)


def test_a_site_needs_a_repository():
    with pytest.raises(ValueError, match='"owner/name"; got ""'):
        named("", "https://book.example.org/")


def test_links_to_chapters_become_whole_and_no_others():
    text = (
        "[a](decoder_masking.ipynb), [b](glossary.md#term-logit), [c](#recap), "
        "[d](https://example.org/x.ipynb), ![e](data.png), [f](../README.md)"
    )
    assert whole_links(text, PAGES) == (
        f"[a]({PAGES}chapters/decoder_masking.html), "
        f"[b]({PAGES}chapters/glossary.html#term-logit), [c](#recap), "
        "[d](https://example.org/x.ipynb), ![e](data.png), [f](../README.md)"
    )


def test_a_published_notebook_leads_to_pages_that_there_are(tmp_path):
    chapters = ROOT / "chapters"
    pages = {path.stem for path in chapters.iterdir()}
    count = 0
    for path in sorted(chapters.glob("*.ipynb")):
        copy = tmp_path / path.name
        copy.write_text(path.read_text("utf-8"), encoding="utf-8")
        publish_notebook(copy, PAGES)
        before, after = (nbformat.read(one, as_version=4) for one in (path, copy))
        text = "\n".join(c.source for c in after.cells if c.cell_type == "markdown")
        assert not re.search(r"\]\([^):]*\.(ipynb|md)\b", text), path.name
        leads = re.findall(rf"\]\({re.escape(PAGES)}chapters/(\w+)\.html", text)
        assert set(leads) <= pages
        count += len(leads)
        for one, other in zip(before.cells, after.cells, strict=True):
            assert one.cell_type == "markdown" or one == other
    assert count > 60


def buttons(monkeypatch, book, suffix):
    """Return the buttons that a page gets, each with its address."""
    monkeypatch.setattr("published_pages.published", lambda: book)
    context = {"page_source_suffix": suffix, "header_buttons": [], "pageurl": "x"}
    add_buttons(None, "chapters/tokens", "page.html", context, None)
    found = context["header_buttons"]
    return [b for one in found for b in (one.get("buttons") or [one])]


def test_a_chapter_s_buttons_lead_to_its_notebook(monkeypatch):
    edit_last = buttons(monkeypatch, named("ada/notes"), ".ipynb")
    assert [button["url"] for button in edit_last] == [
        "https://colab.research.google.com/github/ada/notes/blob/colab/tokens.ipynb",
        "https://mybinder.org/v2/gh/ada/notes/HEAD?urlpath=lab/tree/chapters/tokens.ipynb",
        "https://github.com/ada/notes/edit/main/chapters/tokens.ipynb",
    ]
    (edit,) = buttons(monkeypatch, named("ada/notes"), ".md")
    assert edit["url"] == "https://github.com/ada/notes/edit/main/chapters/tokens.md"
    assert buttons(monkeypatch, None, ".ipynb") == []


def test_a_lost_address_finds_its_way_from_any_depth():
    page = (
        '<html data-content_root="./"><a href="chapters/a.html"><a href="#main">'
        '<a href="https://e.org/"><form action="search.html"><img src="_images/a.svg">'
        '<script>const waiting = ["_static/a.js", "_static/b.js"]</script>'
    )
    assert from_anywhere(page, "/notes/") == (
        '<html data-content_root="/notes/"><a href="/notes/chapters/a.html">'
        '<a href="#main"><a href="https://e.org/"><form action="/notes/search.html">'
        '<img src="/notes/_images/a.svg"><script>const waiting = '
        '["/notes/_static/a.js", "/notes/_static/b.js"]</script>'
    )


def test_the_bare_address_leads_on_and_tells_what_the_front_page_tells():
    head = '<title>The book</title>\n<meta property="og:title" content="The book" />'
    door = redirect(f"<html><head>\n{head}\n<script>x</script>", "chapters/index.html")
    assert 'content="0; url=chapters/index.html"' in door
    assert head in door and "<script>" not in door


def test_the_map_of_the_site_has_each_page():
    text = sitemap(PAGES, ["chapters/a.html", "chapters/b.html"])
    addresses = re.findall("<loc>(.*?)</loc>", text)
    assert addresses == [f"{PAGES}chapters/a.html", f"{PAGES}chapters/b.html"]


def test_the_wheel_alone_has_all_that_a_notebook_needs(tmp_path):
    build_wheel(tmp_path, VERSION)
    (wheel,) = tmp_path.glob("*.whl")
    assert library_address(named("ada/notes")).endswith(f"/{wheel.name}")
    package = ROOT / "lib" / "glassbox"
    ours = {
        path.relative_to(package.parent).as_posix()
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if name.startswith("glassbox/")}
        archive.extractall(tmp_path / "installed")
    assert held == ours
    # A widget, a quiz, a model's weights and an exercise, from the wheel alone.
    code = (
        "import glassbox; from glassbox import check; "
        "from glassbox.models import translator; "
        "from glassbox.widgets import ReadingArcs, Quiz; "
        "ReadingArcs(); Quiz('tokens'); check.softmax; print(glassbox.__file__)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True,
        env={"PYTHONPATH": str(tmp_path / "installed"), "PATH": ""},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip().startswith(str(tmp_path / "installed"))


def test_the_workflow_asks_for_the_name(capsys):
    run = [sys.executable, publishing.__file__]
    printed = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    book = published()
    assert printed.strip() == (book.site if book else "")
