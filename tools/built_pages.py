"""The built pages of the chapters, which slides, work sheets and PDFs are cut from."""

import json
from copy import copy
from functools import cache
from pathlib import Path

import yaml
from bs4 import BeautifulSoup

ROOT = Path(__file__).resolve().parents[1]
HTML = ROOT / "_build" / "html"
TOC = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))

SHOWN = ".math, table, ul, ol, img, svg"  # what stands out of a text


def parts():
    """Return each part's caption and the slugs of its chapters, in order."""
    each = TOC["parts"]
    return [(part["caption"], [slug_of(c) for c in part["chapters"]]) for part in each]


def slug_of(chapter):
    return chapter["file"].split("/")[-1]


def chapters():
    """Return the slugs of the numbered chapters, in order."""
    numbered = [part for part in TOC["parts"] if "numbered" in part]
    return [slug_of(chapter) for part in numbered for chapter in part["chapters"]]


def chosen(names):
    """Return the slugs that a command was asked for: all chapters, if none is named."""
    if unknown := set(names) - {*chapters()}:
        raise SystemExit(
            f"CHAPTER must be the slug of a chapter, one of {', '.join(chapters())}; "
            f"got {', '.join(sorted(unknown))}"
        )
    return list(names) or chapters()


@cache
def page(slug):
    """Return a built page, parsed."""
    path = HTML / "chapters" / f"{slug}.html"
    if not path.is_file():
        raise SystemExit(f"{path.relative_to(ROOT)} is missing: run `make book` first")
    return BeautifulSoup(path.read_text("utf-8"), "html.parser")


def article(slug):
    """Return a copy of what a page says, without what only its scripts use."""
    found = copy(page(slug).find("article"))
    for idle in found.select("a.headerlink, script:not([type$='view+json'])"):
        idle.decompose()
    return found


def work(slug):
    """Return what a page tells its scripts: its exercises' tasks and answers."""
    return json.loads(page(slug).find("script", id="page-work").string)


def title(slug):
    """Return a page's title, numbered: "4. Softmax and temperature"."""
    return page(slug).title.string.rsplit(" \u2014 ", 1)[0].strip()


def is_shown(block):
    """Tell whether a block is a formula, a table or the like, or holds one."""
    held = block.name != "p" and block.select_one(SHOWN)
    return bool(held or block.css.match(SHOWN))


def solutions(soup):
    """Return the folds with an exercise's solution."""
    folds = soup.select("section[id$=exercises] details")
    return [fold for fold in folds if fold.summary.get_text() == words()["solution"]]


def words():
    """Return what paper says of its own, in the book's language."""
    language = page("index").html["lang"]
    found = ROOT / "assets" / "paper" / f"words.{language}.json"
    return json.loads(found.read_text("utf-8"))
