"""Sphinx extension: pages that are light to load.

One stylesheet holds the rules that some page uses, two fonts hold the signs that the
pages use, and scripts wait for the page.
"""

import hashlib
import html
import logging
import re
from importlib.util import find_spec
from pathlib import Path

import tinycss2
from fontTools import subset
from fontTools.ttLib import TTFont

THEME_SCRIPTS = ["bootstrap.js", "pydata-sphinx-theme.js"]
SOURCE = re.compile(r'\bsrc="([^"]*)"')
THEME_SHEETS = ["basic.css", "styles/pydata-sphinx-theme.css"]
ICONS = "vendor/fontawesome/webfonts/fa-solid-900.ttf"
MATH_FONT = Path(find_spec("ziamath").origin).parent / "fonts/STIXTwoMath-Regular.ttf"
NAME = r"[A-Za-z_][\w-]*"
BOOTSTRAP = re.compile(r"show|fade|collaps\w+|(dropdown|bs-tooltip|tooltip)(-\w+)*")
# A browser sets a letter alone in italics, which have code points of their own.
ITALICS = {chr(ord("A") + i): chr(0x1D434 + i) for i in range(26)}
ITALICS |= {chr(ord("a") + i): chr(0x1D44E + i) for i in range(26)} | {"h": "ℎ"}
ITALICS |= {chr(ord("α") + i): chr(0x1D6FC + i) for i in range(25)}
ITALICS |= {chr(ord("Α") + i): chr(0x1D6E2 + i) for i in range(25)}

# Scripts that an extension puts into every page, and what a page must hold to use them.
NEEDS = {
    "thebe": None,  # it points at a foreign host
    "THEBE": None,
    "DOCUMENTATION_OPTIONS.": None,  # for a choice of versions, which the book has not
    "design-tabs": "sd-tab-set",
    "toggle": 'class="toggle|dropdown',
}


# ---- the page ----------------------------------------------------------------


def lighten(app, pagename, templatename, context, doctree):
    """Leave out what the page doesn't use, and let its scripts wait for its text."""
    body = context.get("body") or ""
    scripts = [
        (script, context["js_tag"](script))
        for script in context.get("script_files") or []
    ]
    used = [(script, tag) for script, tag in scripts if is_used(tag, body)]
    context["css_files"] = []  # all in page.css
    if pagename == "search":  # its own scripts follow at once, and need the others
        context["script_files"] = [script for script, _ in used]
        return
    context["script_files"] = [script for script, _ in used if not script.filename]
    pathto = context["pathto"]
    own = [SOURCE.search(tag)[1] for script, tag in used if script.filename]
    widgets = [pathto(path, 1) for path in context.get("late_paths", [])]
    theme = [pathto(f"_static/scripts/{name}", 1) for name in THEME_SCRIPTS]
    context["late_scripts"] = [*map(html.unescape, own), *widgets, *theme]


def is_used(script, body):
    """Tell whether a page with this body needs a script, by its name or its text."""
    needs = [need for name, need in NEEDS.items() if name in script]
    return all(need and re.search(need, body) for need in needs)


# ---- the stylesheet and its fonts --------------------------------------------


def write_style(app, error):
    """Write page.css and its fonts, and tell each page which version it is."""
    if error or app.builder.format != "html":
        return
    static = Path(app.outdir, "_static")
    pages = {path: path.read_text("utf-8") for path in Path(app.outdir).rglob("*.html")}
    used = used_names(pages.values(), [*static.glob("*.js"), *static.glob("*/*.js")])
    names = [str(sheet.filename) for sheet in app.builder._css_files]
    paths = THEME_SHEETS + [name.removeprefix("_static/") for name in names]
    sheets = [(static / path).read_text("utf-8") for path in paths]
    css = "\n".join("\n".join(purged(sheet, used)) for sheet in sheets)
    (static / "page.css").write_text(css, encoding="utf-8")
    icons = {ord(sign) for sign in re.findall("[\ue000-\uf8ff]", css)}
    icons |= {int(code, 16) for code in re.findall(r"\\([ef][0-9a-f]{3})\b", css)}
    write_font(TTFont(static / ICONS), icons, static / "icons.woff2")
    math = {ord(sign) for text in pages.values() for sign in signs_of_formulas(text)}
    write_font(with_roots_alike(TTFont(MATH_FONT)), math, static / "math.woff2")

    version = hashlib.sha256(css.encode()).hexdigest()[:8]
    for path, text in pages.items():
        named = re.sub(r'(_static/page\.css)[^"]*"', rf'\1?v={version}"', text)
        if named != text:
            path.write_text(named, encoding="utf-8")


def used_names(pages, scripts):
    """Return the classes and ids of all pages, and every word that a script may add."""
    lists = [re.findall(r'\b(?:class|id)="([^"]*)"', page) for page in pages]
    names = {name for found in lists for group in found for name in group.split()}
    for path in scripts:
        if "fontawesome" not in path.name:
            words = set(re.findall(NAME, path.read_text("utf-8")))
            large = path.name == "bootstrap.js"  # of it, the theme uses three parts
            names |= {word for word in words if not large or BOOTSTRAP.fullmatch(word)}
    return names


def purged(css, used):
    """Give a stylesheet's rules without those for names that nothing uses."""
    for rule in tinycss2.parse_rule_list(css, skip_comments=True, skip_whitespace=True):
        if rule.type == "qualified-rule":
            selectors = re.split(r",(?![^(\[]*[)\]])", tinycss2.serialize(rule.prelude))
            left = ",".join(s.strip() for s in selectors if serves(s, used))
            if left:
                yield f"{left}{{{tinycss2.serialize(rule.content).strip()}}}"
        elif rule.type == "at-rule" and rule.lower_at_keyword in ("media", "supports"):
            inner = "".join(purged(tinycss2.serialize(rule.content), used))
            if inner:
                yield f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}{{{inner}}}"
        elif rule.type == "at-rule" and "fontawesome" not in rule.serialize():
            yield rule.serialize()  # the theme's icon fonts hold 2,000 icons: book.css


def serves(selector, used):
    """Tell whether every class and id of a selector is used by some page or script."""
    plain = re.sub(r":(not|is|where|has)\([^)]*\)", "", selector)
    return all(name in used for name in re.findall(rf"[.#]({NAME})", plain))


def signs_of_formulas(page):
    """Return the signs that a page's formulas show, each letter in italics too."""
    formulas = " ".join(re.findall(r"<math\b.*?</math>", page, re.S))
    text = re.sub(r"<annotation.*?</annotation>|<[^>]*>", "", formulas)
    shown = {*html.unescape(text), "√"}  # a root is an element: its sign is not written
    return shown | {ITALICS[sign] for sign in shown & set(ITALICS)}


def write_font(font, signs, path):
    """Write what a font needs to show some signs.

    Its own small letters for indices go: a browser makes the others smaller instead,
    and they are half of the file.
    """
    options = subset.Options(flavor="woff2", layout_features=[], hinting=False)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=signs)
    subsetter.subset(font)
    font.flavor = "woff2"
    font.recalcTimestamp = False  # the same signs give the same file
    font.save(path)


def with_roots_alike(font):
    """Give every size of the root sign the width of the smallest.

    A browser reserves the room of the widest for each: a gap after a small root.
    """
    variants = font["MATH"].table.MathVariants
    root = font.getBestCmap()[ord("√")]
    sizes = variants.VertGlyphConstruction[
        variants.VertGlyphCoverage.glyphs.index(root)
    ]
    names = {record.VariantGlyph for record in sizes.MathGlyphVariantRecord}
    names |= {part.glyph for part in sizes.GlyphAssembly.PartRecords}
    width, _ = font["hmtx"][root]
    for name in names - {root}:
        glyph, (wide, _) = font["glyf"][name], font["hmtx"][name]
        glyph.coordinates.scale((width / wide, 1))
        glyph.coordinates.toInt()
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = width, glyph.xMin
    return font


def setup(app):
    logging.getLogger("fontTools").setLevel(logging.WARNING)  # it tells each table
    app.connect("html-page-context", lighten, priority=950)
    # After the theme, which writes its colors for code at the end too.
    app.connect("build-finished", write_style, priority=950)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
