"""The book as one PDF, or a chapter: python tools/pdf.py [--paper Letter] [SLUG …]

Of each built page it takes the text; what stands in for a widget takes its place, and
solutions go to the chapter's end. Links between chapters lead from page to page.
"""

import argparse
import html
import re
from pathlib import Path
from urllib.parse import urldefrag

from built_pages import (
    HTML,
    ROOT,
    article,
    chosen,
    page,
    parts,
    solutions,
    title,
    words,
)
from headless import chromium, print_pdf
from pypdf import PdfReader

STYLE = ROOT / "assets" / "paper" / "book.css"
REFERENCES = ("aria-labelledby", "aria-describedby", "headers", "for")


def chapter(slug, included):
    """Return a chapter for paper, its ids and links made unique among the others."""
    text = article(slug)
    for script in text.find_all("script"):
        script.decompose()
    for fold in text.select("details"):
        fold["open"] = ""
    put_answers_last(text, page(slug))
    for node in text.find_all(True):
        for name, value in list(node.attrs.items()):
            if name == "id":
                node["id"] = f"{slug}--{value}"
            elif name in REFERENCES:
                names = value if isinstance(value, list) else value.split()
                node[name] = " ".join(f"{slug}--{one}" for one in names)
            elif isinstance(value, str) and "url(#" in value:
                node[name] = value.replace("url(#", f"url(#{slug}--")
            elif name in ("href", "xlink:href", "src") and isinstance(value, str):
                relink(node, name, slug, included)
    return f'<article class="bd-article" id="{slug}">{text.decode_contents()}</article>'


def relink(node, name, slug, included):
    """Let a link lead to a place in this document, or to a file beside the pages."""
    path, fragment = urldefrag(node[name])
    target = Path(path).stem if path.endswith(".html") and "/" not in path else None
    if not path:
        node[name] = f"#{slug}--{fragment}"
    elif target in included:
        node[name] = f"#{target}--{fragment}" if fragment else f"#{target}"
    elif name != "src" and ":" not in path:
        del node[name]  # a page that is not on this paper
    elif path.startswith("../"):
        node[name] = f"{HTML.as_uri()}/{path.removeprefix('../')}"


def put_answers_last(text, soup):
    """Move solutions and a quiz's answers behind all else, under their own titles."""
    told, said = soup.new_tag("section", id="answers"), words()
    for fold in solutions(text):
        heading = fold.find_previous("h3")
        told.append(copied_heading(soup, heading.get_text()))
        told.append(unfolded(fold))
    quiz = text.select(".glassbox-fallback li > details")
    if quiz:
        told.append(copied_heading(soup, said["quiz"]))
        told.append(rows := soup.new_tag("ol"))
        for fold in quiz:
            rows.append(row := soup.new_tag("li"))
            row.append(unfolded(fold))
    if told.contents:
        told.insert(0, heading := soup.new_tag("h2"))
        heading.string = said["solutions"]
        text.find("section").append(told)


def copied_heading(soup, words_of_it):
    heading = soup.new_tag("h3")
    heading.string = words_of_it
    return heading


def unfolded(fold):
    """Return what a fold hides, without its summary."""
    fold.extract().summary.decompose()
    fold.name, fold.attrs = "div", {"class": "unfolded"}
    return fold


def contents(slugs, numbers):
    """Return the table of contents, each chapter with its page."""
    rows = []
    for caption, inside in parts():
        rows.append(f'<p class="part">{html.escape(caption)}</p>')
        for slug in inside:
            rows.append(
                f'<p><a href="#{slug}">{html.escape(title(slug))}</a>'
                f"<span></span>{numbers.get(slug, '')}</p>"
            )
    name = page("index").find("h1").get_text().rstrip("#")
    return (
        f'<header class="title"><p>{name}</p></header>'
        f"<nav><h1>{words()['contents']}</h1>{''.join(rows)}</nav>"
    )


def document(slugs, front, texts):
    """Return the HTML of what is printed: the book's style, then paper's own."""
    running = "".join(
        f'@page {slug} {{ @top-left {{ content: "{css_text(title(slug))}" }} }}'
        f" #{slug} {{ page: {slug} }}"
        for slug in slugs
    )
    name = title(slugs[0]) if len(slugs) == 1 else page("index").title.string
    return (
        f'<!doctype html><html lang="{page("index").html["lang"]}" data-theme="light">'
        f'<meta charset="utf-8"><title>{html.escape(name)}</title>'
        f'<link rel="stylesheet" href="{HTML.as_uri()}/_static/page.css">'
        f"<style>{STYLE.read_text('utf-8')}{running}</style>"
        f'<body><main class="bd-main"><div class="bd-content">{front}{"".join(texts)}'
        "</div></main></body></html>"
    )


def css_text(text):
    return re.sub(r'(["\\])', r"\\\1", text)


def pages_of(path, slugs):
    """Return the number of the page on which each chapter begins."""
    reader = PdfReader(path)
    places = reader.named_destinations
    number = reader.get_destination_page_number
    named = {slug: places.get(f"/{slug}") for slug in slugs}
    return {slug: number(place) + 1 for slug, place in named.items() if place}


def make(browser, names, paper, folder):
    """Write the PDF of the whole book or of some chapters; return its path."""
    whole = not names
    slugs = ["index", *(s for _, inside in parts() for s in inside)]
    slugs = slugs if whole else chosen(names)
    folder.mkdir(parents=True, exist_ok=True)
    stem = "book" if whole else "_".join(slugs)
    source, target = folder / f"{stem}.html", folder / f"{stem}.pdf"
    texts = [chapter(slug, slugs) for slug in slugs]
    numbers = {}
    for _ in range(2 if whole else 1):  # the second time with the contents' numbers
        front = contents(slugs, numbers) if whole else ""
        source.write_text(document(slugs, front, texts), encoding="utf-8")
        print_pdf(browser, source, {paper: target}, outline=True)
        numbers = pages_of(target, slugs)
    source.unlink()
    return target


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("slugs", nargs="*", metavar="SLUG")
    parser.add_argument("--paper", default="A4", choices=["A4", "Letter"])
    asked = parser.parse_args()
    with chromium() as browser:
        path = make(browser, asked.slugs, asked.paper, HTML.parent / "pdf")
    print(f"{path}: {len(PdfReader(path).pages)} pages")


if __name__ == "__main__":
    main()
