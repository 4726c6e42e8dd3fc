"""The front page: a machine to try on its first screen, the map, and the chapters."""

import html
import json
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import yaml
from glassbox.widgets.transformer_map.facts import PARTS, parts_of
from watched_pages import TOC, settle

CHAPTERS = [
    chapter["file"]
    for part in yaml.safe_load(TOC.read_text(encoding="utf-8"))["parts"]
    if part.get("numbered")
    for chapter in part["chapters"]
]
SCREENS = {"desktop": (1280, 800), "phone": (390, 844)}
CARD = ".chapter-cards ol > li"


@pytest.fixture
def front(book):
    return book / "chapters" / "index.html"


# ---- the first screen ----------------------------------------------------------------


@pytest.mark.parametrize("screen", SCREENS)
def test_the_first_screen_has_a_machine_to_try(front, open_page, screen):
    width, height = SCREENS[screen]
    watched = open_page(front, width=width, height=height)
    page = watched.page
    page.wait_for_selector(".gb-arcs [role=toolbar] button")
    place = page.locator(".gb-arcs").bounding_box()
    in_view = min(place["y"] + place["height"], height) - max(place["y"], 0)
    assert in_view / place["height"] >= 0.6
    for part in (page.locator(".bd-article h1"), page.get_by_text("Try:", exact=True)):
        assert part.first.bounding_box()["y"] < place["y"]
    written = page.locator(".gb-arcs [role=toolbar]").bounding_box()
    assert written["y"] + written["height"] <= height  # and what it writes as well
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert watched.errors == watched.foreign == []


def test_what_the_try_line_asks_for_happens(front, open_page):
    page = open_page(front).page
    arcs = page.locator(".gb-arcs")
    field = arcs.locator("input[type=text]")
    field.fill(field.input_value().replace(",", ""))
    target = arcs.locator("[role=toolbar] button")
    assert "".join(target.all_inner_texts()) == "2062-11-21end"
    assert arcs.locator("[aria-pressed=true]").inner_text() == "6"  # the third digit
    assert arcs.get_by_text("Wrong! It should be 2026-11-21.").is_visible()
    words = arcs.locator(".gb-words").inner_text()
    assert words.startswith(
        "To write “6”, the machine looks most at “6” at position 16"
    )


def test_a_short_month_without_a_comma_comes_out_right(front, open_page):
    page = open_page(front).page
    arcs = page.locator(".gb-arcs")
    for source, verdict in [
        ("November 21 2026", "Wrong! It should be 2026-11-21."),
        ("Nov 21 2026", "What it writes: correct"),
        ("21.11.2026", "No answer: the machine cannot read this."),
    ]:
        arcs.locator("input[type=text]").fill(source)
        assert arcs.get_by_text(verdict, exact=True).is_visible()


def test_the_machine_to_try_is_followed_by_the_way_to_the_first_chapter(
    front, open_page
):
    for width, height in SCREENS.values():
        page = open_page(front, width=width, height=height).page
        page.wait_for_selector(".gb-arcs [role=toolbar] button")
        arcs = page.locator(".gb-arcs").bounding_box()
        start = page.get_by_role("link", name="Start with chapter 1")
        assert start.evaluate("a => a.href").endswith(f"/{CHAPTERS[0]}.html")
        assert 0 <= start.bounding_box()["y"] - arcs["y"] - arcs["height"] < 60


# ---- the map -------------------------------------------------------------------------


def test_any_typed_text_goes_through_the_whole_map_in_words(front, open_page):
    page = open_page(front).page
    settle(page)
    root = page.locator(".gb-machine")
    for source in ("22", "March 1 1950", "2026年11月21日"):
        page.locator(".gb-arcs input[type=text]").fill(source)
        for part in parts_of({"norm": "pre", "form": "pytorch"}):
            root.locator(f"[data-action={part}]").click()
            leaked = re.search("=>|undefined|NaN|{", root.inner_text())
            assert not leaked, (source, part)


def test_a_guess_opens_its_own_answer_alone_and_the_other_waits_for_the_map(
    front, open_page
):
    page = open_page(front).page
    settle(page)
    forms = page.locator("form.glassbox-form")
    assert forms.count() == 2
    answers = page.locator("details[data-prediction]")
    for i, place in enumerate((1, 0)):
        forms.nth(i).locator("input").nth(place).check()
        forms.nth(i).locator("[type=submit]").click()
    assert answers.evaluate_all("all => all.map(one => one.open)") == [True, False]
    told = forms.locator("[role=status]").all_inner_texts()
    assert told[0].startswith("As you said: About 1 in 8")
    assert told[1].startswith("Your guess is kept. Do the experiment first")
    answers.last.locator("summary").click()
    verdict = forms.last.locator("[role=status]", has_text="As you said: The encoder")
    verdict.wait_for()  # a fold tells of its opening a moment later
    assert answers.last.get_by_text("As you said: The encoder").is_visible()
    marks = forms.last.locator("label").evaluate_all(
        "all => all.map(one => one.dataset.mark)"
    )
    assert marks == ["right", ""]


def test_the_map_comes_next_and_shows_itself_whole(front, open_page):
    page = open_page(front, height=800).page
    settle(page)
    arcs, machine = (page.locator(name) for name in (".gb-arcs", ".gb-machine"))
    assert arcs.bounding_box()["y"] < machine.bounding_box()["y"]
    assert machine.bounding_box()["height"] <= 800


def test_the_front_page_links_each_part_to_its_chapters_that_stand(
    book, front, open_page
):
    page = open_page(front).page
    settle(page)  # the map stands below the first screen
    root = page.locator(".gb-machine")
    linked = 0
    for part in parts_of({"norm": "pre", "form": "pytorch"}):
        root.locator(f"[data-action={part}]").click()
        links = root.locator("[data-fact=chapter] a").all()
        hrefs = [link.evaluate("a => a.href") for link in links]
        standing = [
            slug
            for slug in PARTS[part]["chapters"]
            if (book / "chapters" / f"{slug}.html").exists()
        ]
        places = [f"{(book / 'chapters').as_uri()}/{slug}.html" for slug in standing]
        assert hrefs == places, part
        others = root.locator("[data-fact=chapter] > span").all_inner_texts()
        assert sorted(others + standing) == sorted(PARTS[part]["chapters"])
        assert all(re.search(r"\w \w", link.inner_text()) for link in links)
        linked += len(links)
    assert linked > len(PARTS) / 2


def test_what_the_page_asks_for_at_the_map_happens(front, open_page):
    page = open_page(front).page
    settle(page)
    arcs, root = (page.locator(name) for name in (".gb-arcs", ".gb-machine"))
    root.locator("[data-action=follow-no_comma]").click()
    arcs.get_by_text("Wrong! It should be 2026-11-21.").wait_for()
    root.locator("[data-action=memory]").click()
    assert root.locator(".gb-walk .gb-meaning").inner_text() == "step 5 of 9"
    alike = root.locator(".gb-alike").all_text_contents()
    assert alike == ["similarity 0.83", "similarity 0.94"]
    root.locator("[data-action=follow-exchanged]").click()
    root.locator("[data-action=softmax]").click()
    assert root.locator(".gb-walk .gb-meaning").inner_text() == "step 9 of 9"
    assert "next token: “2”" in root.locator(".gb-drawing").text_content()
    looks = arcs.locator(".gb-words").inner_text()  # the arcs show the swap too
    assert looks.startswith("To write “2”") and "“6” at position 16: 0.25" in looks
    assert arcs.get_by_text("What it writes: correct").is_visible()
    for source in ("April 26 2024", "November 12 2036"):  # any date can be swapped
        arcs.locator("input[type=text]").fill(source)
        assert arcs.get_by_text("Wrong!").is_visible()
        root.locator("[data-action=follow-exchanged]").click()
        assert arcs.get_by_text("What it writes: correct").is_visible()


# ---- the chapters --------------------------------------------------------------------


def test_chapters_are_numbered_through_and_the_cards_list_them_so(book, front):
    page = front.read_text(encoding="utf-8")
    lists = re.findall(r'<ol class="arabic[^"]*"(.*?)</ol>', page, re.DOTALL)
    listed = []
    for one in lists:
        start = re.match(r' start="(\d+)"', one)
        assert int(start[1] if start else 1) == len(listed) + 1
        listed += re.findall(r'href="(\w+)\.html"', one)
    assert [f"chapters/{slug}" for slug in listed] == CHAPTERS
    for number, name in enumerate(CHAPTERS, start=1):
        page = (book / f"{name}.html").read_text(encoding="utf-8")
        numbered = re.findall(r'<h(\d)><span class="section-number">([^<]*)<', page)
        assert numbered == [("1", f"Chapter {number} ")], name
        assert f"<title>{number}. " in page
        assert f'"title": "{number}. ' in page  # of what a reader exports


def test_each_card_has_its_chapters_title_a_question_and_what_one_will_do(
    book, front, open_page
):
    cards = open_page(front).page.locator(CARD).all()
    assert len(cards) == len(CHAPTERS)
    for card, name in zip(cards, CHAPTERS, strict=True):
        page = (book / f"{name}.html").read_text(encoding="utf-8")
        heading = re.search(r'<h1><span class="section[^>]*>[^<]*</span>(.*?)<a ', page)
        heading = html.unescape(re.sub(r"<[^>]*>", "", heading[1])).strip()
        title, question, able = card.locator("p").all_text_contents()
        assert title == heading
        assert question.endswith("?")
        assert able.endswith(".") and len(able.split()) >= 8
        assert card.locator("a").count() == 1  # no link within a link


@pytest.mark.parametrize("width", [390, 1280])
def test_a_card_is_a_link_as_a_whole_and_a_parts_cards_fill_its_frame(
    front, open_page, width
):
    page = open_page(front, width=width).page
    settle(page)
    cards = page.locator(CARD)
    sides = set()
    for card in cards.all():
        box = card.bounding_box()
        sides.add((round(box["x"]), round(box["width"])))
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
        below = card.locator("p").last.evaluate("""p => {
          p.scrollIntoView({ block: "center", behavior: "instant" });
          const { left, top } = p.getBoundingClientRect();
          return document.elementFromPoint(left + 5, top + 5)?.closest("a")?.href;
        }""")
        assert below == card.locator("a").evaluate("a => a.href")
    assert len(sides) == 1  # no gap in any part
    left, wide = sides.pop()
    frame = page.locator(".chapter-cards").first.bounding_box()
    assert (left, wide) == pytest.approx((frame["x"], frame["width"]), abs=3)


def test_the_cards_count_on(front, open_page):
    page = open_page(front).page
    counted = page.locator(CARD).evaluate_all(
        "all => all.map(card => getComputedStyle(card).counterIncrement)"
    )
    assert set(counted) == {"list-item 1"}  # a grid does not count by itself


def test_progress_stands_on_the_chapters_card_and_nowhere_else(front, open_page):
    slug = CHAPTERS[-1].removeprefix("chapters/")
    kept = json.dumps({"passed": {"one": True}})
    script = f"try {{ localStorage['glassbox/{slug}'] = '{kept}' }} catch {{}}"
    page = open_page(front, script=script).page
    shown = page.locator(".glassbox-progress")
    shown.wait_for()
    assert page.locator(f"{CARD} .glassbox-progress").count() == shown.count() == 1
    assert shown.text_content().startswith("1 of ")
    card = page.locator(CARD).last
    assert card.locator(".glassbox-progress").count() == 1


def test_every_link_of_the_front_page_leads_somewhere(front, open_page):
    page = open_page(front).page
    settle(page)  # the map has links as well
    hrefs = page.locator(".bd-article a[href]").evaluate_all(
        "all => all.map(a => a.href)"
    )
    here = [href for href in hrefs if href.startswith("file:")]
    assert len(here) >= len(CHAPTERS)
    for href in here:
        url = urlsplit(href)
        path = Path(unquote(url.path))
        assert path.exists(), href
        if url.fragment and path == front:
            assert page.locator(f"[id='{url.fragment}']").count() == 1
    assert all(href.startswith(("file:", "https://")) for href in hrefs)


def test_the_map_starts_at_the_source_and_next_walks_to_the_end(front, open_page):
    page = open_page(front).page
    settle(page)
    root = page.locator(".gb-machine")
    step, name = root.locator(".gb-walk .gb-meaning"), root.locator(".gb-name")
    # textContent: what is out of sight is not rendered, and has no inner text
    names = [name.text_content()]
    assert step.text_content().startswith("step 1 of ")
    count = int(step.text_content().split()[-1])
    for place in range(2, count + 1):
        root.locator("[data-action=next]").click()
        assert step.text_content() == f"step {place} of {count}"
        names.append(name.text_content())
    assert (names[0], names[-1]) == ("Source tokens", "Softmax")
    assert names.index("Memory") < names.index("Cross-attention")
    assert len(set(names)) == count
