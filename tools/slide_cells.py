"""What of a chapter's page goes on slides: what its notebook tags `slide`."""

import html

import nbformat
from built_pages import ROOT, article, is_shown, work

TAG = "slide"
HEADINGS = ("h1", "h2", "h3")
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
    if heading.name == "h1":  # the chapter's question
        shown = [block for block in texts if block.name == "p"]
    else:
        kept = [block for block in texts if block.name not in ("a", "details")]
        shown = [block for block in kept if is_shown(block)]
    return [(heading, shown)] if shown else []


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
    asked = cell.select_one("details[data-prediction]")
    question = told["predictions"].get(asked["data-prediction"]) if asked else None
    for box in cell.select("details"):
        outputs = box.select(".cell_output")
        box.replace_with(*outputs)
    for output in cell.select(".cell_output"):
        if cell.select_one(".cell_input") and not output.select_one(VIEW):
            output["class"] = [*output["class"], "fragment"]
    if cell.select_one(VIEW):
        cell["data-prevent-swipe"] = ""
    if not question and "drawings." in cell.get_text():
        show_drawing_alone(cell)
    return [*([ask(question)] if question else []), cell]


def show_drawing_alone(cell):
    """Take the code away, if all that comes of it is a drawing: that is the idea."""
    outputs = cell.select_one(".cell_output")
    if not outputs.select_one("pre"):
        cell.select_one(".cell_input").decompose()
        outputs["class"].remove("fragment")


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
