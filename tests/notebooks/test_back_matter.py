"""Notation and references name what the book has."""

import re
from pathlib import Path

import glassbox
from chapter_solutions import read

CHAPTERS = Path(__file__).resolve().parents[2] / "chapters"
ARXIV = r"arxiv\.org/abs/(\d{4}\.\d{4,5})"


def test_each_paper_of_a_chapter_is_among_the_references():
    listed = (CHAPTERS / "references.bib").read_text(encoding="utf-8")
    known = set(re.findall(r"eprint = \{([\d.]+)\}", listed))
    named = {}
    for path in CHAPTERS.glob("*.ipynb"):
        for cell in read(path):
            for number in re.findall(ARXIV, cell.source):
                named.setdefault(number, path.stem)
    assert len(named) > 30
    missing = {number: slug for number, slug in named.items() if number not in known}
    assert not missing


def test_each_reference_stands_on_the_page():
    listed = (CHAPTERS / "references.bib").read_text(encoding="utf-8")
    page = (CHAPTERS / "references.md").read_text(encoding="utf-8")
    shown = set(re.findall(r'keywords % "(\w+)"', page))
    assert set(re.findall(r"keywords = \{(\w+)\}", listed)) == shown
    for entry in listed.split("@misc")[1:]:
        assert re.search(r"note = \{.{8,}\}", entry), entry[:40]


def test_each_kernel_of_the_notation_is_the_library_s():
    text = (CHAPTERS / "notation.md").read_text(encoding="utf-8")
    kernels = re.findall(r"^- `(\w+)`: \$", text.split("## Equations")[1], re.M)
    assert len(kernels) == 8
    for name in kernels:
        assert callable(getattr(glassbox, name)), name
