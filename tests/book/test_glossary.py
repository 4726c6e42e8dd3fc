"""The glossary, and the way from a term to its line there."""

import html
import re

from watched_pages import CHAPTERS

LINK = r'<a class="glossary-term[^>]*href="glossary\.html#([^"]+)[^>]*><strong>([^<]+)<'


def test_a_term_in_bold_leads_to_its_line_once_a_page(book):
    glossary = (book / "chapters" / "glossary.html").read_text(encoding="utf-8")
    anchors = set(re.findall(r'<dt id="([^"]+)"', glossary))
    linked = {}
    for name in CHAPTERS:
        page = (book / f"{name}.html").read_text(encoding="utf-8")
        linked[name] = [
            (anchor, term.lower()) for anchor, term in re.findall(LINK, page)
        ]
        assert len(set(linked[name])) == len(linked[name]), name
        for anchor, term in linked[name]:
            assert anchor in anchors, name
            plain = term.replace("–", "")  # Sphinx drops it: keyvalue-cache
            assert anchor.lower() == "term-" + re.sub(r"\W+", "-", plain)
    assert ("term-softmax", "softmax") in linked["chapters/softmax_and_temperature"]
    assert linked["chapters/glossary"] == []


def test_each_link_s_tip_is_a_sentence_of_plain_text(book):
    tips = {}
    for name in CHAPTERS:
        page = (book / f"{name}.html").read_text(encoding="utf-8")
        for link in re.findall(r'<a class="glossary-term[^>]*>', page):
            place = re.search(r"#([^\"]+)", link)[1]
            tips[place] = html.unescape(re.search(r'title="([^"]*)"', link)[1])
    assert len(tips) > 30
    for place, tip in tips.items():
        assert re.fullmatch(r"[^\\$]{20,}\.", tip), place
    assert tips["term-decoder"].startswith("The half of the machine that writes")


def test_a_tip_is_seen_with_the_keyboard_too(book, open_page):
    page = open_page(book / "chapters" / "index.html").page
    link = page.locator("a.glossary-term").first
    shown = "(link, pseudo) => getComputedStyle(link, '::after').content"
    assert link.evaluate(shown) == "none"
    page.keyboard.press("Tab")  # from here on, focus is seen
    link.focus()
    assert link.get_attribute("title") in link.evaluate(shown)


def test_the_glossary_is_in_the_order_of_the_alphabet(book):
    glossary = (book / "chapters" / "glossary.html").read_text(encoding="utf-8")
    first_of_each = re.findall(
        r'(?:</dd>|<dl [^>]*>)\s*<dt id="term-([^"]+)"', glossary
    )
    assert len(first_of_each) > 30
    assert first_of_each == sorted(first_of_each, key=str.casefold)
