"""Sphinx extension: pages that are light to load.

One stylesheet holds the rules that some page uses, fonts hold the signs that the pages
use, and scripts wait for the page.
"""

import hashlib
import html
import logging
import re
from importlib.util import find_spec
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from rjsmin import jsmin
from small_style import (
    purged,
    used_names,
    without_idle_motion,
    without_idle_variables,
)

THEME_SCRIPTS = ["bootstrap.js", "pydata-sphinx-theme.js"]
SOURCE = re.compile(r'\bsrc="([^"]*)"')
THEME_SHEETS = ["basic.css", "styles/pydata-sphinx-theme.css"]
ICONS = "vendor/fontawesome/webfonts/fa-solid-900.ttf"
MATH_FONT = Path(find_spec("ziamath").origin).parent / "fonts/STIXTwoMath-Regular.ttf"
TEXT_FONTS = sorted(Path(__file__).parents[1].glob("assets/fonts/*.woff2"))
PLAIN = {*map(chr, range(0x20, 0x7F)), *"’“”–…·×−√→≈≤"}  # signs of bold and italic text
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
    rules = [rule for sheet in sheets for rule in purged(sheet, used)]
    scripts = [path.read_text("utf-8") for path in static.rglob("*.js")]
    css = without_idle_motion("\n".join(rules))
    css = without_idle_variables(css, [*pages.values(), *scripts])
    (static / "page.css").write_text(css, encoding="utf-8")
    icons = {ord(sign) for sign in re.findall("[\ue000-\uf8ff]", css)}
    icons |= {int(code, 16) for code in re.findall(r"\\([ef][0-9a-f]{3})\b", css)}
    write_font(TTFont(static / ICONS), icons, static / "icons.woff2")
    math = {ord(sign) for text in pages.values() for sign in signs_of_formulas(text)}
    write_font(with_roots_alike(TTFont(MATH_FONT)), math, static / "math.woff2")
    shown = PLAIN.union("₀₁₂₃₄₅₆₇₈₉", *pages.values())  # a widget's stand in no page
    for path in TEXT_FONTS:
        signs = shown if "Regular" in path.name else PLAIN
        features = ["kern"] if "Italic" in path.name else ["kern", "tnum"]
        font = with_digits_alone_tabular(TTFont(path))
        write_font(font, map(ord, signs), static / path.name, features)

    version = hashlib.sha256(css.encode()).hexdigest()[:8]
    for path, text in pages.items():
        named = re.sub(r'(_static/page\.css)[^"]*"', rf'\1?v={version}"', text)
        if named != text:
            path.write_text(named, encoding="utf-8")


def shorten_scripts(app, error):
    """Take the comments out of the scripts, but those that name a license."""
    if error or app.builder.format != "html":
        return
    static = Path(app.outdir, "_static")
    for path in [*static.glob("*.js"), static / "python" / "cells.js"]:
        if path.is_file():
            text = jsmin(path.read_text("utf-8"), keep_bang_comments=True)
            path.write_text(text, encoding="utf-8")


def signs_of_formulas(page):
    """Return the signs that a page's formulas show, each letter in italics too."""
    formulas = " ".join(re.findall(r"<math\b.*?</math>", page, re.S))
    text = re.sub(r"<annotation.*?</annotation>|<[^>]*>", "", formulas)
    shown = {*html.unescape(text), "√"}  # a root is an element: its sign is not written
    return shown | {ITALICS[sign] for sign in shown & set(ITALICS)}


def write_font(font, signs, path, features=()):
    """Write what a font needs to show some signs.

    Its own small letters for indices go: a browser makes the others smaller instead,
    and they are half of the file.
    """
    options = subset.Options(flavor="woff2", hinting=False)
    options.layout_features = list(features)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=signs)
    subsetter.subset(font)
    font.flavor = "woff2"
    font.recalcTimestamp = False  # the same signs give the same file
    font.save(path)


def with_digits_alone_tabular(font):
    """Give the digits one width where a style asks for it, and no other sign.

    The font widens hyphens and brackets too: in words and dates that leaves holes.
    """
    digits = {font.getBestCmap()[ord(digit)] for digit in "0123456789"}
    table = font["GSUB"].table
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == "tnum":
            for index in record.Feature.LookupListIndex:
                for part in table.LookupList.Lookup[index].SubTable:
                    part = getattr(part, "ExtSubTable", part)
                    part.mapping = {
                        k: v for k, v in part.mapping.items() if k in digits
                    }
    return font


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
    app.connect("build-finished", shorten_scripts, priority=960)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
