"""A deck of slides for each chapter, cut from its built page: slides.py [SLUG …]

The notebook's cells that are tagged `slide` go in: of a code cell, the code, its
question, and the output, which waits for the next key; of a text cell, its formulas,
tables and lists. The decks need nothing but their folder: open one as a file, carry the
folder on a stick, or put it on a server. One folder for all, because the stylesheet,
the fonts and reveal.js are the same for each.
"""

import html
import re
import shutil
import sys

from built_pages import HTML, ROOT, chosen, page, title
from slide_cells import TAG, slides_of

REVEAL = ROOT / "node_modules" / "reveal.js"
OWN = ROOT / "assets" / "slides"
FOLDER = HTML.parent / "slides"
MOST = 25  # slides in a deck


# ---- the deck ---------------------------------------------------------------------


def notes_of(text):
    """Return what a page of the teacher's guide says of each part, by its heading."""
    _, _, minutes = text.partition("## Minute by minute\n")
    rows = re.findall(r"^\| (.+?) \| (\d.*?) \| (.+?) \|$", minutes, re.M)
    return {
        part: re.sub("[*`]", "", f"{part}, {minutes} min. {told}")
        for part, minutes, told in rows
    }


def deck(slug):
    """Return the HTML of a chapter's deck."""
    guide = ROOT / "chapters" / "teachers" / f"{slug}.md"
    notes = notes_of(guide.read_text("utf-8")) if guide.is_file() else {}
    note = next(iter(notes.values()), "")
    sections = []
    for heading, inside in slides_of(slug):
        sought = [heading, heading.find_previous("h2")]  # an exercise, all exercises
        names = [one.get_text().strip() for one in sought if one]
        note = next((notes[name] for name in names if name in notes), note)
        body = without_links(f"{heading}{''.join(map(str, inside))}")
        sections.append(
            f'<section class="with-{heading.name}"><div class="fit">{body}</div>'
            f'<aside class="notes">{html.escape(note)}</aside></section>'
        )
    if len(sections) > MOST:
        raise SystemExit(
            f"a deck has at most {MOST} slides; {slug} has {len(sections)}: take the "
            f"tag `{TAG}` off some of its cells"
        )
    soup = page(slug)
    parts = {
        "language": soup.html["lang"],
        "title": html.escape(title(slug)),
        "slides": "".join(sections),
        "words": str(soup.find("script", id="widget-host-words") or ""),
        "state": f"../_static/widgets/chapters/{slug}.js",
    }
    template = (OWN / "deck.html").read_text("utf-8")
    return re.sub(r"\{\{ (\w+) \}\}", lambda name: parts[name[1]], template)


def without_links(body):
    """Return HTML whose links are words: a click on a slide must not leave the deck."""
    return re.sub(r"</?a\b[^>]*>", "", body)


def write_shared(slugs, folder):
    """Put what all decks use beside them: style, fonts, scripts, pictures."""
    static, target = HTML / "_static", folder / "_static"
    shutil.rmtree(target, ignore_errors=True)
    (target / "widgets" / "chapters").mkdir(parents=True)
    fonts = static.glob("*.woff2")
    for path in (static / "page.css", static / "widget_host.js", *fonts):
        shutil.copy(path, target)
    for path in static.glob("widgets/*.js"):
        shutil.copy(path, target / "widgets")
    for path in (static / f"widgets/chapters/{slug}.js" for slug in slugs):
        if path.is_file():
            shutil.copy(path, target / "widgets/chapters")
    for name in ("reveal.js", "reveal.css", "plugin/notes.js"):
        shutil.copy(REVEAL / "dist" / name, target)
    shutil.copy(REVEAL / "LICENSE", target / "reveal.LICENSE")
    for name in ("deck.css", "deck.js"):
        shutil.copy(OWN / name, target)
    shutil.copytree(HTML / "_images", folder / "_images", dirs_exist_ok=True)


def main(*names, folder=FOLDER):
    if not REVEAL.is_dir():
        raise SystemExit("reveal.js is missing: install npm, then run `make slides`")
    slugs = chosen(names)
    write_shared(slugs, folder)
    for slug in slugs:
        path = folder / slug / "index.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(deck(slug), encoding="utf-8")
        print(f"{path}: {path.read_text('utf-8').count('<section')} slides")


if __name__ == "__main__":
    main(*sys.argv[1:])
