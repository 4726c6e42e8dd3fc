"""The front page: a machine to try on its first screen, the map, and the chapters."""

import html
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import yaml
from glassbox.widgets.transformer_map.facts import PARTS, parts_of
from watched_pages import TOC, settle

ROOT = Path(__file__).resolve().parents[2]

CHAPTERS = [
    chapter["file"]
    for part in yaml.safe_load(TOC.read_text(encoding="utf-8"))["parts"]
    if part.get("numbered")
    for chapter in part["chapters"]
]
SCREENS = {"desktop": (1280, 800), "phone": (390, 844)}
CARD = ".chapter-cards ol > li"


SWAP = "[data-action=swap]"


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


def test_the_first_screen_says_for_whom_and_how_long(front):
    page = front.read_text(encoding="utf-8")
    told = f"in {len(CHAPTERS)} chapters of about an hour, you build and train one"
    assert told in page
    minutes = [
        sum(map(int, re.findall(r"\d+", time)))
        for name in CHAPTERS
        for time in re.findall(
            r"\*\*Time:\*\* ([^\\]+)", (ROOT / f"{name}.ipynb").read_text("utf-8")
        )
    ]
    assert len(minutes) == len(CHAPTERS)
    assert 45 <= sum(minutes) / len(minutes) <= 60
    assert 40 <= min(minutes) and max(minutes) <= 75  # as the page says below


def test_the_figure_begins_beside_its_text_and_stands_whole_in_the_first_screen(
    front, open_page
):
    page = open_page(front, width=1280, height=800).page
    settle(page)
    arcs = page.locator(".gb-arcs")
    told = page.locator(".beside-arcs > p").first.bounding_box()
    before = arcs.bounding_box()
    assert abs(before["y"] - told["y"]) <= 4
    assert before["y"] + before["height"] <= 800
    arcs.locator("input[type=text]").fill("November 21 2026")
    arcs.get_by_text("Wrong! It should be 2026-11-21.").wait_for()
    assert arcs.bounding_box() == before


def test_on_a_phone_the_swap_is_in_the_first_screen_and_links_fit_a_finger(
    front, open_page
):
    page = open_page(front, width=390, height=844).page
    settle(page)
    arcs = page.locator(".gb-arcs")
    arcs.locator("input[type=text]").fill("November 21 2026")
    box = arcs.locator(SWAP).bounding_box()
    assert box["y"] + box["height"] <= 844
    links = [one.bounding_box() for one in page.locator(".glassbox-link button").all()]
    assert links and min(box["height"] for box in links) >= 24


def test_what_the_try_line_asks_for_happens(front, open_page):
    page = open_page(front).page
    arcs = page.locator(".gb-arcs")
    play = arcs.locator("[data-action=play]")
    play.click()
    assert play.inner_text() == "Stop"
    arcs.locator("input[type=text]").fill("May 3, 1990")
    assert play.inner_text() == "Play"
    target = arcs.locator("[role=toolbar] button")
    assert "".join(target.all_inner_texts()) == "1990-05-03end"
    assert arcs.get_by_text("What it writes: correct", exact=True).is_visible()


def test_what_the_page_asks_for_at_the_arcs_happens(front, open_page):
    page = open_page(front).page
    arcs = page.locator(".gb-arcs")
    words = arcs.locator(".gb-words")
    told = "To write “6”, the machine looks most at “6” at position 17: 0.85; "
    assert words.inner_text() == f"{told}“2” at position 16: 0.11."  # as it opens
    drawn = "all => all.map(path => Number(path.dataset.weight))"
    for place in range(1, 5):  # the year's digits
        digit = arcs.locator(f"[data-action=look-{place}]")
        digit.click()
        weights = [float(one) for one in digit.get_attribute("data-values").split(",")]
        comma = weights["November 21, 2026".index(",")]
        assert comma < 0.02  # and no arc of the digit is that faint
        assert min(arcs.locator(".gb-arc").evaluate_all(drawn)) >= 0.02
    field = arcs.locator("input[type=text]")
    field.fill(field.input_value().replace(",", ""))
    target = arcs.locator("[role=toolbar] button")
    assert "".join(target.all_inner_texts()) == "2062-11-21end"
    assert arcs.get_by_text("Wrong! It should be 2026-11-21.").is_visible()
    assert arcs.locator("button.gb-false").all_inner_texts() == ["6", "2"]
    arcs.locator(SWAP).click()
    assert "".join(target.all_inner_texts()) == "2026-11-21end"
    assert arcs.locator("button.gb-false").count() == 0
    arcs.locator("[data-action=reset]").click()
    assert arcs.locator("[aria-pressed=true]").inner_text() == "6"


def test_a_short_month_without_a_comma_comes_out_right(front, open_page):
    page = open_page(front).page
    arcs = page.locator(".gb-arcs")
    for source, verdict in [
        ("November 21 2026", "Wrong! It should be 2026-11-21."),
        ("Nov 21 2026", "What it writes: correct"),
        ("3 March 1999", "Wrong! It should be 1999-03-03."),  # which the page offers
        ("21.11.2026", "No answer: the machine cannot read this."),
    ]:
        arcs.locator("input[type=text]").fill(source)
        assert arcs.get_by_text(verdict, exact=True).is_visible()


def test_the_first_screen_leads_to_the_first_chapter_and_to_the_list(front, open_page):
    places = {
        "Start with chapter 1": f"/{CHAPTERS[0]}.html",
        f"all {len(CHAPTERS)} chapters": "#the-chapters",
        "how to read them": "#how-to-read-a-chapter",
    }
    for width, height in SCREENS.values():
        page = open_page(front, width=width, height=height).page
        page.wait_for_selector(".gb-arcs [role=toolbar] button")
        arcs = page.locator(".gb-arcs").bounding_box()
        for name, end in places.items():
            link = page.locator(".bd-article").get_by_role("link", name=name)
            assert link.evaluate("a => a.href").endswith(end)
            assert link.bounding_box()["y"] < arcs["y"]


def test_a_heading_that_a_link_leads_to_is_not_painted(front, open_page):
    page = open_page(front).page
    page.get_by_role("link", name=f"all {len(CHAPTERS)} chapters").click()
    heading = page.locator("#the-chapters:target > h2")
    heading.wait_for()
    ground = heading.evaluate("h => getComputedStyle(h).backgroundColor")
    assert ground == "rgba(0, 0, 0, 0)"


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


def test_a_guess_opens_its_answer(front, open_page):
    page = open_page(front).page
    settle(page)
    forms, answers = (
        page.locator(one) for one in ("form.glassbox-form", "details[data-prediction]")
    )
    assert forms.count() == answers.count() == 2
    for i, (choice, words) in enumerate([(2, "2062"), (0, "2026")]):
        form, answer = forms.nth(i), answers.nth(i)
        assert not answer.evaluate("one => one.open")
        form.locator("input").nth(choice).check()
        form.locator("[type=submit]").click()
        form.locator("[role=status]", has_text=f"As you said: {words}").wait_for()
        assert answer.evaluate("one => one.open")
        target = page.locator(".gb-arcs [role=toolbar] button")  # the figure does it
        assert "".join(target.all_inner_texts()).startswith(words)
        assert page.locator(SWAP).get_attribute("aria-pressed") == f"{i == 1}".lower()


def test_what_is_said_of_the_arcs_is_read_beside_them(front, open_page):
    page = open_page(front, width=1280, height=800).page
    settle(page)
    arcs = page.locator(".gb-arcs")
    steps = page.locator(".beside-arcs > p > strong:first-child").all()
    assert len(steps) == 4
    for step in steps:
        step.evaluate("""one => scrollBy({
          top: one.getBoundingClientRect().top - 200, behavior: "instant" })""")
        told, shown = step.bounding_box(), arcs.bounding_box()
        assert shown["x"] + shown["width"] < told["x"]
        for part in ("input[type=text]", "[role=toolbar]", "[data-action=play]"):
            box = arcs.locator(part).bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= 800


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
    step = root.locator(".gb-walk .gb-meaning")
    drawing = root.locator(".gb-drawing")
    found, follow = root.locator(".gb-found"), "[data-action=follow-{}]"
    arcs.locator("input[type=text]").fill("November 21 2026")  # as the answer asks
    arcs.get_by_text("Wrong! It should be 2026-11-21.").wait_for()
    root.locator(follow.format("comma")).click()
    arcs.get_by_text("What it writes: correct").wait_for()
    for part, place, look in [
        # the year's first digit
        ("encoder_self_attention", 3, "here the year’s “2” looks at the comma, more "
         "than at anything else: 0.24 (head 2)."),
        ("memory", 5, "the year’s four rows, framed. Without the comma, that of the "
         "first digit changes most."),
        ("cross_attention", 8, "“0” puts most weight, 0.33, on “0” at position 15 "
         "(mean of 4 heads)."),
    ]:  # fmt: skip
        root.locator(f"[data-action={part}]").click()
        assert step.inner_text() == f"step {place} of 9"
        assert found.inner_text() == f"Look: {look}"
        if place == 5:  # the year's rows, and their differences
            assert root.locator(".gb-flow text:text-is('difference')").count() == 4
    becomes = root.locator(".gb-follow .gb-choice > span")
    assert becomes.inner_text() == "November 21, 2026 → 2026-11-21"
    root.locator(follow.format("no_comma")).click()
    assert becomes.inner_text() == "November 21 2026 → 2062-11-21"
    look = "Look: “0” puts most weight, 0.70, on “6” at position 16 (mean of 4 heads)."
    assert found.inner_text() == look
    root.locator("[data-action=softmax]").click()
    assert step.inner_text() == "step 9 of 9"
    arcs.get_by_text("Wrong! It should be 2026-11-21.").wait_for()
    assert "next token: “6”" in drawing.text_content()
    root.locator("[data-action=follow-exchanged]").click()
    assert becomes.inner_text() == "November 21 2026 → 2026-11-21"
    assert "next token: “2”" in drawing.text_content()
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
    script = f"try {{ localStorage['glassbox/{slug}/passed/one'] = true }} catch {{}}"
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
