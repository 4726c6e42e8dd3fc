"""In the built page a figure stands as SVG, described by its cell's alt text."""

from types import SimpleNamespace

import pytest
from docutils import nodes
from docutils.utils import new_document
from glassbox import figures
from inline_figures import InlineFigures


@pytest.fixture
def inlined(tmp_path):
    """Put a file's image, with its alt text, through the transform."""

    def inlined(name, text, **alt):
        (tmp_path / name).write_text(text, encoding="utf-8")
        document = new_document("page")
        document += nodes.image(uri=f"/{name}", **alt)
        document.settings.language_code = "en"
        document.settings.env = SimpleNamespace(
            docname="page",
            relfn2path=lambda uri, docname: (uri[1:], str(tmp_path / uri[1:])),
            app=None,
            config=None,
        )
        InlineFigures(document).apply()
        (node,) = document.children
        return node

    return inlined


def test_a_figure_takes_its_image_s_place_and_its_alt_text(inlined, svg):
    figures.errors_over_depth([1, 2], {"a \\1": [0, 1]})
    node = inlined("a.svg", svg(), alt='It says "one" & rises.')
    assert (type(node), node["format"]) == (nodes.raw, "html")
    text = node.astext()
    assert """aria-label='It says "one" &amp; rises.'""" in text
    assert "Figure: " not in text
    assert text.split(" role=")[0] == svg().split(" role=")[0]
    assert text.endswith(svg()[svg().index(" viewBox=") :])


def test_without_alt_text_a_figure_says_its_own_words(inlined, svg):
    figures.errors_over_depth([1, 2], {"line": [0, 1]})
    assert inlined("a.svg", svg()).astext() == svg()


def test_other_images_stay(inlined):
    foreign = inlined("logo.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>")
    photograph = inlined("a.png", "", alt="A photograph")
    assert isinstance(foreign, nodes.image) and isinstance(photograph, nodes.image)
