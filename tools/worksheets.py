"""Work sheets: the exercises by hand as PDF, and what to expect: worksheets.py [SLUG …]

One sheet for the students, with room to write, and one for the teacher, with the
answers and the wrong answers to expect; each on A4 and on Letter. All of it is taken
from the built pages.
"""

import html
import sys

from built_pages import (
    HTML,
    ROOT,
    article,
    chosen,
    is_shown,
    page,
    solutions,
    title,
    words,
    work,
)
from headless import chromium, print_pdf

FOLDER = HTML.parent / "worksheets"
STYLE = ROOT / "assets" / "paper" / "sheet.css"
PAPERS = ("A4", "Letter")
EXAMPLES = 4  # wrong answers of an exercise


def exercises(slug):
    """Give a chapter's exercises by hand: what leads to it, its tables, its solution.

    An exercise may stand in a section of its own or in the middle of the text.
    """
    text, tables = article(slug), work(slug)["by_hand"]
    solved = {id(fold) for fold in solutions(text)}
    for cell in text.select(".cell[data-by-hand]"):
        heading = cell.find_previous(["h2", "h3"])
        before = leading(cell, heading)
        fold = cell.find_next_sibling("details")
        if fold is not None and id(fold) not in solved and heading.name == "h3":
            fold = None
        yield heading, before, tables[cell["data-by-hand"]], fold


def leading(cell, heading):
    """Return what an exercise needs of what stands between its heading and its cell.

    In a section of its own that is all but folds. In the middle of the text it is the
    tables, lists and drawings that its task speaks of.
    """
    found = []
    for block in cell.find_previous_siblings():
        if block is heading:
            break
        is_code = block.select_one(".cell_input, script")
        alone = heading.name == "h3"
        if not is_code and block.name != "details" and (alone or is_shown(block)):
            found.insert(0, block)
    return found


def student(heading, before, tables, fold):
    """Return an exercise as the students get it: the task and room to write."""
    lines = "".join(
        f"<p>{in_lines(table['task'])}</p>"
        '<div class="work"></div>'
        f'<ul class="parts">{"".join(map(answer_line, table["parts"]))}</ul>'
        for table in tables
    )
    asked = f"{inner(heading)}{''.join(map(str, before))}{lines}"
    return f'<section class="exercise">{asked}</section>'


def in_lines(task):
    return html.escape(task).replace("\n", "<br>")


def answer_line(part):
    return f"<li>{html.escape(part)}<span></span></li>"


def teacher(heading, before, tables, fold):
    """Return an exercise's answer, how to find it, and the mistakes to expect."""
    told = "".join(
        f'<p class="task">{in_lines(table["task"])}</p>'
        f'<p class="answer">{words()["answer"]}: {answers(table)}</p>'
        for table in tables
    )
    wrong = "".join(
        f"<tr><td>{'<br>'.join(map(numbers, one['examples'][:2]))}</td>"
        f"<td>{html.escape(one['diagnosis'])}</td></tr>"
        for table in tables
        for one in table["wrongs"][:EXAMPLES]
        if one["examples"]
    )
    return (
        f'<section class="exercise">{inner(heading)}{told}{how(fold)}'
        f"<p>{words()['wrong']}</p><table>{wrong}</table></section>"
    )


def how(fold):
    """Return a solution without its code."""
    if fold is None:
        return ""
    for code in fold.select("summary, div[class*=highlight-], .cell"):
        said = code.find_previous_sibling("p")
        if said and said.get_text().endswith(":"):  # it leads to the code
            said.decompose()
        code.decompose()
    return fold.decode_contents()


def answers(table):
    """Return an exercise's right numbers, each with its name."""
    given = table["answer"] if isinstance(table["answer"], list) else [table["answer"]]
    pairs = zip(table["parts"], given, strict=True)
    return "; ".join(f"{html.escape(p)} <b>{number(x)}</b>" for p, x in pairs)


def numbers(example):
    listed = example if isinstance(example, list) else [example]
    return ", ".join(map(number, listed))


def number(value):
    """Return a number as one writes it: whole, or to four digits after the point."""
    if value == round(value):
        return f"{value:,.0f}".replace("-", "−")
    short = f"{value:.4f}".rstrip("0") if abs(value) >= 0.001 else f"{value:.3g}"
    return short.replace("-", "−")


def inner(heading):
    return f"<h3>{heading.decode_contents()}</h3>"


def sheet(slugs, name, form):
    """Return a sheet's HTML: each chapter's exercises in one form, and their count."""
    parts, count = [], 0
    for slug in slugs:
        found = list(exercises(slug))
        if found:
            count += len(found)
            shown = "".join(form(*exercise) for exercise in found)
            parts.append(f"<h2>{html.escape(title(slug))}</h2>{shown}")
    said = words()
    fields = (
        f"<p class=fields>{said['name']}<span></span>{said['date']}<span></span></p>"
    )
    heading = f"<h1>{said[name]}</h1>{fields if name == 'worksheet' else ''}"
    return count, (
        f'<!doctype html><html lang="{page("index").html["lang"]}" data-theme="light">'
        f'<meta charset="utf-8"><title>{said[name]}</title>'
        f'<link rel="stylesheet" href="{HTML.as_uri()}/_static/page.css">'
        f"<style>{STYLE.read_text('utf-8')}</style>"
        f'<body><main class="bd-article">{heading}{"".join(parts)}</main></body></html>'
    )


def write(browser, slugs, folder, papers=PAPERS, suffix=""):
    """Write both sheets, on each paper; return how many exercises they have."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, form in (("worksheet", student), ("answer_sheet", teacher)):
        count, text = sheet(slugs, name, form)
        if not count:
            raise SystemExit(f"{slugs[0]} has no exercise by hand")
        source = folder / f"{name}.html"
        source.write_text(text, encoding="utf-8")
        paths = {p: folder / f"{name}{suffix}_{p}.pdf" for p in papers}
        print_pdf(browser, source, paths)
        source.unlink()
    return count


def main(*names):
    with chromium() as browser:
        suffix = "".join(f"_{name}" for name in names)
        count = write(browser, chosen(names), FOLDER, suffix=suffix)
    print(f"{FOLDER}: {count} exercises, for students and for the teacher")


if __name__ == "__main__":
    main(*sys.argv[1:])
