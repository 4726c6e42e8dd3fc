"""Formulas: set when the book is built, whole, and copied as TeX."""

import json
import re
import unicodedata
from collections import Counter
from html import unescape
from pathlib import Path

import pytest
from math_core import LatexError
from mathematics import FOLLOWED, to_mathml

CHAPTERS = Path(__file__).resolve().parents[2] / "chapters"
# What a command shows; those that only arrange what follows show nothing.
SHOWN = {
    "alpha": "α", "beta": "β", "gamma": "γ", "epsilon": "ϵ", "varepsilon": "ε",
    "theta": "θ", "varphi": "φ", "mu": "μ", "pi": "π", "sigma": "σ", "Phi": "Φ",
    "partial": "∂",
    "infty": "∞", "sum": "∑", "cdot": "⋅", "odot": "⊙", "times": "×", "approx": "≈",
    "le": "≤", "ne": "≠", "to": "→", "leftarrow": "←", "top": "⊤", "dots": "…",
    "ldots": "…",
    "sqrt": "", "hat": "^", "bar": "¯", "mid": "∣", "underbrace": "⏟",
}  # fmt: skip
SHOWN |= {name: name for name in "cos exp ln log max sin tanh".split()}
ARRANGING = set(
    "frac tfrac left right text textstyle mathrm mathsf operatorname quad qquad begin "
    "end".split()
)
FORMULA = re.compile(r"\$\$(.+?)\$\$|(?<![\\$])\$([^$\n]+(?:\n[^$\n]+)*?)\$", re.S)


def formulas_of_the_book():
    """Give the TeX of every formula in the chapters' prose, and its chapter."""
    for path in sorted(CHAPTERS.glob("*.ipynb")):
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            if cell["cell_type"] != "markdown":
                continue
            # What stands in back quotes is code, with dollars of its own.
            prose = re.sub(
                r"```.*?```|`[^`]*`", "", "".join(cell["source"]), flags=re.S
            )
            for display, inline in FORMULA.findall(prose):
                yield path.stem, display or inline, bool(display)


def signs_of_tex(tex):
    """Count the letters, digits and symbols that a formula must show."""
    tex = tex.replace(r"\begin{pmatrix}", "(").replace(r"\end{pmatrix}", ")")
    tex = re.sub(r"\\(begin|end)\{\w+\}", "", tex)
    tex = re.sub(r"\\[,;:! \\]|&|[{}]", " ", tex)
    tex = re.sub(
        r"\\([A-Za-z]+)",
        lambda match: "" if match[1] in ARRANGING else SHOWN[match[1]],
        tex,
    )
    return counted(tex)


def signs_of_mathml(mathml):
    shown = re.sub(r"<annotation.*?</annotation>|<[^>]*>|&ApplyFunction;", "", mathml)
    return counted(unescape(shown))


def counted(text):
    """Count the signs of a text; a letter in any of mathematics' alphabets is one."""
    # Fences that an environment brings, and what joins without being seen.
    left_out = "_^{}[]\u2061\u2063"
    plain = unicodedata.normalize("NFKC", text)
    plain = plain.translate(str.maketrans("−′ˆ·", "-'^⋅"))
    return Counter(s for s in plain if not s.isspace() and s not in left_out)


def test_every_formula_shows_the_signs_of_its_tex_and_no_other():
    seen = 0
    for chapter, tex, display in formulas_of_the_book():
        seen += 1
        mathml = to_mathml(tex, display=display)
        assert signs_of_mathml(mathml) == signs_of_tex(tex), f"{chapter}: {tex}"
    assert seen > 500


@pytest.mark.parametrize(
    "tex", [r"\foo{x}", r"\frac{1}", r"{x", r"x & y", r"\begin{aligned} x"]
)
def test_wrong_tex_is_refused(tex):
    with pytest.raises(LatexError):
        to_mathml(tex, display=True)


def test_columns_are_aligned_and_fences_grow():
    mathml = to_mathml(
        r"\begin{aligned} a &= \left(\frac12\right) \\ bc &= 3 \end{aligned}",
        display=True,
    )
    assert mathml.count("<mtr") == 2
    assert mathml.count("<mtd") == 4
    assert 'stretchy="false"' not in mathml


COPIED_WITH_FORMULA = """() => {
        const formula = document.querySelector("math[display=block]");
        const range = document.createRange();
        // From the middle of the formula to the end of the paragraph behind it.
        range.setStart(formula.querySelector("mo").firstChild, 0);
        range.setEndAfter(formula.closest("div.math").nextElementSibling);
        getSelection().addRange(range);
        const event = new ClipboardEvent("copy", {
          clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
        document.dispatchEvent(event);
        return event.defaultPrevented && [
          event.clipboardData.getData("text/plain"),
          event.clipboardData.getData("text/html"),
          formula.querySelector("annotation").textContent,
        ];
    }"""


@pytest.fixture
def softmax_page(book, open_page):
    """The chapter's page, once its script of copying has come."""
    page = open_page(book / "chapters" / "softmax_and_temperature.html").page
    page.wait_for_function(COPIED_WITH_FORMULA)
    return page


@pytest.mark.browser
def test_copied_text_brings_the_tex_along(softmax_page):
    text, html, tex = softmax_page.evaluate(COPIED_WITH_FORMULA)
    assert f"$${tex}$$" in text
    assert tex.startswith("p_i = ")
    assert "<math" in html
    assert "\n" in text.strip()  # the paragraph behind has a line of its own


@pytest.mark.browser
def test_a_copy_without_formulas_is_the_browsers_own(softmax_page):
    prevented = softmax_page.evaluate("""() => {
        getSelection().selectAllChildren(document.querySelector("h1"));
        const event = new ClipboardEvent("copy", { cancelable: true, bubbles: true });
        document.dispatchEvent(event);
        return event.defaultPrevented;
    }""")
    assert not prevented


def test_no_line_begins_with_what_follows_a_formula(book, open_page):
    name = "softmax_and_temperature.html"
    page = (book / "chapters" / name).read_text(encoding="utf-8")
    assert FOLLOWED.search(page)
    alone = re.sub(r'<span class="unbroken">.*?</math></span>[^<]+</span>', "", page)
    assert not FOLLOWED.search(alone)
    shown = open_page(book / "chapters" / name, width=390).page
    style = "getComputedStyle(document.querySelector('.unbroken')).whiteSpace"
    assert shown.evaluate(style) == "nowrap"
    assert shown.evaluate("document.documentElement.scrollWidth") <= 390
