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

import nbformat
from built_pages import HTML, ROOT, article, chosen, page, title, work

REVEAL = ROOT / "node_modules" / "reveal.js"
OWN = ROOT / "assets" / "slides"
FOLDER = HTML.parent / "slides"
MOST = 25  # slides in a deck
TAG = "slide"
HEADINGS = ("h1", "h2", "h3")
SHOWN = ".math, table, ul, ol, img, svg"  # of a text cell, what a slide shows
VIEW = "script[type$='view+json']"


# ---- which blocks of the page are chosen ------------------------------------------


def tags_in_order(slug):
    """Return, for each shown code cell, its tags and those of the text before it."""
    before, each = set(), []
    cells = nbformat.read(ROOT / "chapters" / f"{slug}.ipynb", as_version=4).cells
    for cell in cells:
        tags = set(cell.metadata.get("tags", []))
        if cell.cell_type == "markdown":
            before |= tags
        elif "remove-cell" not in tags:
            each.append((before, tags))
            before = set()
    return [*each, (before, set())]  # the text after the last cell


def blocks(node):
    """Give the blocks of a page in its order, without the sections around them."""
    for child in node.find_all(recursive=False):
        if child.name == "section":
            yield from blocks(child)
        else:
            yield child


def is_cell(block):
    return "cell" in block.get("class", [])


def slides_of(slug):
    """Return the slides of a chapter: each a heading and its blocks."""
    told = work(slug)
    tags = iter(tags_in_order(slug))
    before, own = next(tags)
    heading, texts, tries, found = None, [], [], []
    for block in blocks(article(slug)):
        if block.name in HEADINGS:
            found += text_slide(heading, texts, before)
            heading, texts = block, []
        elif not is_cell(block):
            is_try = block.name == "p" and block.find("strong", string="Try:")
            (tries if is_try else texts).append(block)
        else:
            found += text_slide(heading, texts, before)
            if TAG in own:
                fold = block.find_next_sibling("details")
                found.append(
                    (heading, [*tries, *cell_slide(heading, block, texts, fold, told)])
                )
            (before, own), texts, tries = next(tags), [], []
    return [*found, *text_slide(heading, texts, before)]


def text_slide(heading, texts, tags):
    """Return the slide of a chosen piece of text, as a list; of others, nothing."""
    if TAG not in tags or not texts:
        return []
    if heading.name == "h1":
        return [(heading, [block for block in texts if block.name == "p"])]
    shown = [b for b in texts if b.name not in ("a", "details") and is_shown(b)]
    return [(heading, shown)] if shown else []


def is_shown(block):
    """Tell whether a block is a formula, a table or the like, or holds one."""
    held = block.name != "p" and block.select_one(SHOWN)
    return bool(held or block.css.match(SHOWN))


# ---- a cell -----------------------------------------------------------------------


def cell_slide(heading, cell, texts, fold, told):
    """Return the blocks of a cell's slide; what is to be predicted comes last."""
    if "data-by-hand" in cell.attrs:
        tables = told["by_hand"][cell["data-by-hand"]]
        alone = heading.name == "h3"  # its text is the task, not the section's
        asked = [b for b in texts if is_shown(b) or alone and b.name == "p"]
        return [*asked, *map(task, tables), *solution(fold)]
    if (
        "check." in cell.get_text()
    ):  # an exercise in code: its output says "not started"
        for output in cell.select(".cell_output"):
            output.decompose()
        return [b for b in texts if b.name == "p"] + [cell, *solution(fold)]
    for box in cell.select("details"):
        outputs = box.select(".cell_output")
        box.replace_with(*outputs)
    for output in cell.select(".cell_output"):
        if cell.select_one(".cell_input") and not output.select_one(VIEW):
            output["class"] = [*output["class"], "fragment"]
    if cell.select_one(VIEW):
        cell["data-prevent-swipe"] = ""
    question = told["predictions"].get(cell.get("data-cell"))
    return [*([ask(question)] if question else []), cell]


def ask(question):
    """Return a prediction's question, with its choices."""
    choices = "".join(
        f"<li>{html.escape(one)}</li>" for one in question.get("choices", [])
    )
    asked = f"<p>{html.escape(question['ask'])}</p>"
    return f'<div class="asked">{asked}{choices and f"<ol>{choices}</ol>"}</div>'


def task(table):
    """Return an exercise by hand: what is asked, and a line for each number."""
    rows = "".join(f"<li>{html.escape(part)}: ______</li>" for part in table["parts"])
    asked = f"<p>{html.escape(table['task'])}</p>"
    return f'<div class="asked">{asked}<ul>{rows}</ul></div>'


def solution(fold):
    """Return an exercise's solution, which waits for the next key, as a list."""
    if fold is None:
        return []
    fold.summary.decompose()
    for code in fold.select("div[class*=highlight-]"):
        if "check." in code.get_text():
            said = code.find_previous_sibling()
            if said and said.get_text().endswith(":"):  # "In Jupyter:"
                said.decompose()
            code.decompose()
    return [f'<div class="fragment solution">{fold.decode_contents()}</div>']


# ---- the deck ---------------------------------------------------------------------


def notes_of(slug):
    """Return what the teacher's guide says of each part, by its heading, in order."""
    path = ROOT / "chapters" / "teachers" / f"{slug}.md"
    text = path.read_text("utf-8") if path.is_file() else ""
    _, _, minutes = text.partition("## Minute by minute\n")
    rows = re.findall(r"^\| (.+?) \| (\d.*?) \| (.+?) \|$", minutes, re.M)
    return {part: f"{part}, {minutes} min. {told}" for part, minutes, told in rows}


def deck(slug):
    """Return the HTML of a chapter's deck."""
    notes = notes_of(slug)
    default = next(iter(notes.values()), "")
    sections = []
    for heading, inside in slides_of(slug):
        name = heading.get_text().strip()
        note = html.escape(notes.get(name, default))
        body = f"{heading}{''.join(map(str, inside))}"
        sections.append(
            f'<section class="with-{heading.name}"><div class="fit">{without_links(body)}'
            f'</div><aside class="notes">{note}</aside></section>'
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


def write_shared(slugs):
    """Put what all decks use beside them: style, fonts, scripts, pictures."""
    static, target = HTML / "_static", FOLDER / "_static"
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
    shutil.copytree(HTML / "_images", FOLDER / "_images", dirs_exist_ok=True)


def main(*names):
    if not REVEAL.is_dir():
        raise SystemExit("reveal.js is missing: install npm, then run `make slides`")
    slugs = chosen(names)
    write_shared(slugs)
    for slug in slugs:
        path = FOLDER / slug / "index.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(deck(slug), encoding="utf-8")
        print(f"{path}: {path.read_text('utf-8').count('<section')} slides")


if __name__ == "__main__":
    main(*sys.argv[1:])
