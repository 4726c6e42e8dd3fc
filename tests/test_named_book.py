"""A small book, built with a name and without: what its pages say of the site."""

import re

import nbformat
import pytest
from publishing import Published
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

ADA = Published("ada/notes", "https://ada.github.io/notes/", "0.1.0")
SITE = re.escape(ADA.site)
CONF = """
extensions = ["myst_nb", "published_pages"]
html_theme, root_doc = "sphinx_book_theme", "chapters/index"
html_title, html_sourcelink_suffix, nb_execution_mode = "A small book", "", "off"
"""
FRONT = "# A small book\n\nIt explains & shows.\n\n```{toctree}\none\n```\n"
CHAPTER = '# One\n\n**Why?**\n\n<a id="x"></a>**Try:** say "two", [on](index.md).'


@pytest.fixture(scope="module", params=[ADA, None], ids=["named", "unnamed"])
def built(request, tmp_path_factory):
    """Build the book, as it is named; return its name and its folder."""
    book, folder = request.param, tmp_path_factory.mktemp("book")
    (folder / "conf.py").write_text(CONF)
    (folder / "chapters").mkdir()
    (folder / "chapters" / "index.md").write_text(FRONT)
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(CHAPTER)])
    nbformat.write(notebook, folder / "chapters" / "one.ipynb")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("published_pages.published", lambda: book)
        patch.setattr(
            "published_pages.build_wheel", lambda *_: None
        )  # a test of its own
        out = folder / "html"
        with docutils_namespace():
            Sphinx(
                folder, folder, out, folder / ".doctrees", "html",
                status=None, warningiserror=True,
            ).build()  # fmt: skip
    return book, out


def test_each_page_has_one_description_of_its_first_words(built):
    _, out = built
    told = '<meta name="description" content="([^>]*)" />'
    page, front = ((out / f"chapters/{n}.html").read_text() for n in ("one", "index"))
    assert re.findall(told, page) == ["Why? Try: say “two”, on."]
    assert re.findall(told, front) == ["It explains &amp; shows."]


def test_the_page_names_its_address_and_its_card_once_there_is_a_site(built):
    book, out = built
    page = (out / "chapters" / "one.html").read_text()
    if not book:
        assert "og:" not in page and "canonical" not in page and "launch" not in page
        assert not re.search(r'"https://(github|colab|mybinder)', page)
        assert not (out / "sitemap.xml").exists()
        return
    assert f'<link rel="canonical" href="{book.site}chapters/one.html"' in page
    assert f'"og:url" content="{book.site}chapters/one.html"' in page
    card = re.search(rf'"og:image" content="{SITE}([^"]*)"', page)[1]
    assert (out / card).stat().st_size > 10_000
    assert 'aria-label="Run this chapter elsewhere"' in page
    assert 'href="https://mybinder.org/v2/gh/ada/notes/HEAD' in page
    front = (out / "chapters" / "index.html").read_text()
    assert "mybinder" not in front and "ada/notes/edit/main/chapters/index.md" in front
    listed = re.findall(f"<loc>{SITE}(.*?)</loc>", (out / "sitemap.xml").read_text())
    assert listed == ["chapters/index.html", "chapters/one.html"]
    assert "og:image" in (out / "index.html").read_text()


def test_the_page_of_a_lost_address_leads_to_the_front_page(built):
    book, out = built
    page = (out / "404.html").read_text()
    path = "/notes/" if book else ""
    assert f'<a href="{path}chapters/index.html">The front page</a>' in page
    assert "canonical" not in page
    found = re.findall(r'(?:href|src|action)="([^"#:]+)"', page)
    assert found and all(link.startswith(path) for link in found)
    for link in found:
        assert (out / link.removeprefix(path).partition("?")[0]).is_file(), link


def test_the_notebook_comes_whole_and_as_a_script(built):
    book, out = built
    name = out / "_sources" / "chapters" / "one.ipynb"
    text = name.read_text()
    link = f"[on]({book.site}chapters/index.html)" if book else "[on](index.md)"
    assert link in text
    script = name.with_name("one.ipynb.js").read_text()
    assert script.startswith("globalThis.pageSource = ") and link in script
