"""A chapter's first visit is light, and shows itself before any script has run."""

import gzip
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from fontTools.ttLib import TTFont
from light_pages import is_used
from small_style import purged, serves, without_idle_motion, without_idle_variables
from watched_pages import CHAPTERS, settle

LIMIT = 300 * 1024  # bytes of a chapter's first visit, as a server sends them
PACKED = {".woff2", ".png", ".webp"}  # what no server packs again


def sent(url):
    """Return the bytes that a server sends for a file: packed, unless it is already."""
    path = Path(unquote(urlsplit(url).path))
    data = path.read_bytes()
    return len(data if path.suffix in PACKED else gzip.compress(data, 6))


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_first_visit_sends_less_than_the_limit(book, open_page, name):
    watched = open_page(book / f"{name}.html", width=390)
    settle(watched.page)
    for _ in range(1200):  # at most a minute, until the last script has come
        if any("pydata-sphinx-theme.js" in url for url in watched.loaded):
            break
        watched.page.wait_for_timeout(50)
    watched.page.evaluate("document.fonts.ready.then(() => 0)")
    files = {url.partition("?")[0].partition("#")[0] for url in watched.loaded}
    assert len(files) > 5  # the page, its style, a font, scripts
    weights = {Path(url).name: sent(url) for url in files}
    assert sum(weights.values()) <= LIMIT, weights


def test_a_dark_page_is_dark_before_the_themes_script(book, open_page):
    # A theme's script that came first would show as a flash of white.
    script = """new MutationObserver((_, observer) => {
        if (!document.body) return;
        window.themeAtFirst = document.documentElement.dataset.theme;
        observer.disconnect();
    }).observe(document, { childList: true, subtree: true });"""
    path = book / "chapters" / "index.html"
    page = open_page(path, scheme="dark", script=script).page
    assert page.evaluate("themeAtFirst") == "dark"


def test_every_icon_of_the_page_has_its_sign(book, open_page):
    page = open_page(book / "chapters" / "softmax_and_temperature.html").page
    page.evaluate("document.fonts.ready.then(() => 0)")
    drawn = page.evaluate("""() => [...document.querySelectorAll("i.fa-solid")]
      .map((icon) => getComputedStyle(icon, "::before").content)""")
    assert len(drawn) >= 8
    assert all(re.fullmatch(r'"[\ue000-\uf8ff]"', sign) for sign in drawn), drawn
    fonts = page.evaluate("[...document.fonts].map((f) => [f.family, f.status])")
    assert ["Font Awesome 6 Free", "loaded"] in fonts
    assert ["STIX Two Math", "loaded"] in fonts
    held = TTFont(book / "_static" / "icons.woff2").getBestCmap()
    assert {ord(sign[1]) for sign in drawn} <= set(held)


def test_the_text_is_set_in_the_font_that_the_book_brings(book, open_page):
    page = open_page(book / "chapters" / "softmax_and_temperature.html").page
    page.evaluate("document.fonts.ready.then(() => 0)")
    fonts = page.evaluate("""[...document.fonts].map((font) =>
        [font.family.replaceAll('"', ""), font.style, font.weight, font.status])""")
    for look in (["normal", "400"], ["italic", "400"], ["normal", "600 800"]):
        assert ["Inter", *look, "loaded"] in fonts
    family = "getComputedStyle(document.querySelector('.bd-article p')).fontFamily"
    assert page.evaluate(family).startswith("Inter")
    held = TTFont(book / "_static" / "Inter-Regular.woff2").getBestCmap()
    assert {*map(ord, "Aaz09 .,:;()’“”–√→≈≤−·×")} <= set(held)


def test_scripts_come_without_comments_and_keep_their_licenses(book):
    own = (book / "_static" / "widget_host.js").read_text("utf-8")
    assert "//" not in re.sub(r"https?://", "", own)
    clipboard = (book / "_static" / "clipboard.min.js").read_text("utf-8")
    assert "MIT" in clipboard[:200]


def test_every_root_is_drawn_and_leaves_no_gap(book, open_page):
    # The sign stands in no text: a font cut to the text alone has lost it before.
    name = "scaled_dot_product_attention.html"
    page = open_page(book / "chapters" / name).page
    page.evaluate("document.fonts.ready.then(() => 0)")
    rooms = page.evaluate("""() => {
        const width = (node) => node.getBoundingClientRect().width;
        const size = (node) => parseFloat(getComputedStyle(node).fontSize);
        return [...document.querySelectorAll("msqrt")].filter(width).map((root) => {
            const held = [...root.children].reduce((sum, one) => sum + width(one), 0);
            return (width(root) - held) / size(root);
        });
    }""")
    assert len(rooms) >= 3
    assert all(0.7 < room < 0.9 for room in rooms), rooms  # the sign's own, in em


def test_skipping_what_is_out_of_sight_moves_nothing(book, open_page):
    page = open_page(book / "chapters" / "layer_norm_vs_batch_norm.html").page
    settle(page)
    page.wait_for_function("""() =>
        [...document.querySelectorAll(".bd-article > section > section")]
          .every((section) => section.matches(".skipped-out-of-sight"))""")
    height = "document.documentElement.scrollHeight"
    skipped = page.evaluate(height)
    page.add_style_tag(content="* { content-visibility: visible !important }")
    assert page.evaluate(height) == skipped > 10_000


def test_rules_go_for_what_no_page_has_alone():
    css = """/* a comment */ .here, .gone { color: red } .gone:not(.here) { top: 0 }
      @media print { .gone { left: 0 } p > .here[a="b,c"] { left: 1px } }
      @media screen { #gone { left: 0 } } @keyframes spin { to { rotate: 1turn } }"""
    assert "".join(purged(css, {"here"})) == (
        '.here{color: red}@media print {p > .here[a="b,c"]{left: 1px}}'
        "@keyframes spin { to { rotate: 1turn } }"
    )
    assert serves("a:is(.gone, .here)", {"here"})
    assert not serves("div .-Color-Bold", {"Color-Bold"})
    motion = "@keyframes spin{to{rotate:1turn}}"
    assert without_idle_motion(f"a{{animation:spin 1s}}{motion}").endswith(motion)
    assert without_idle_motion(f"a{{top:0}}{motion}") == "a{top:0}"


def test_custom_properties_that_nothing_asks_for_are_taken_out():
    css = """:root{--a:1px;--b:url("x;}y");--c:2;--d:3}.x--e:hover{top:var( --a,0)}"""
    left = without_idle_variables(css, ['style="left: var(--c)"'])
    assert left == ":root{--a:1px;--c:2;}.x--e:hover{top:var( --a,0)}"


@pytest.mark.parametrize(
    ("script", "body", "used"),
    [
        ("_static/widget_host.js", "", True),
        ("https://elsewhere.example/thebe@0.8.2/lib/index.js", "", False),
        ("_static/design-tabs.js", '<div class="sd-tab-set docutils">', True),
        ("_static/design-tabs.js", "<p>sd</p>", False),
    ],
)
def test_a_script_stays_where_the_page_uses_it(script, body, used):
    assert is_used(script, body) is used
