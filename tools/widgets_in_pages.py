"""Sphinx extension: what the built book needs to live without any network."""

import json
import re
import shutil
from importlib.metadata import files
from pathlib import Path

ASSETS = Path(__file__).resolve().parents[1] / "assets"
STATE_MIME = "application/vnd.jupyter.widget-state+json"
VIEW_MIME = "application/vnd.jupyter.widget-view+json"
VIEW = re.compile(rf'<script type="{re.escape(VIEW_MIME)}">(.*?)</script>', re.S)


def remove_thebe(app, pagename, templatename, context, doctree):
    """Drop the loader that jupyter-book always adds: it points at a foreign host."""
    context["script_files"] = [
        script
        for script in context.get("script_files") or []
        if "thebe" not in str(getattr(script, "filename", script))
        and "THEBE" not in str(getattr(script, "attributes", {}).get("body", ""))
    ]


def add_fallbacks(app, pagename, templatename, context, doctree):
    """Put each widget's static table behind its view, for paper and for no script."""
    models = {}
    for script in context.get("script_files") or []:
        attributes = getattr(script, "attributes", {})
        if attributes.get("type") == STATE_MIME:
            models |= json.loads(attributes["body"])["state"]

    def with_fallback(view):
        model = models.get(json.loads(view[1])["model_id"], {}).get("state", {})
        fallback = model.get("fallback", "")
        return f'{view[0]}<div class="glassbox-fallback">{fallback}</div>'

    body = context.get("body") or ""
    if VIEW.search(body):
        body += host_words(app.config.language)
    context["body"] = VIEW.sub(with_fallback, body)


def host_words(language):
    """Return what the widgets' host script says, in the page's language, for a page."""
    paths = [ASSETS / f"widget_host.words.{code}.json" for code in (language, "en")]
    words = next(path for path in paths if path.is_file()).read_text("utf-8")
    return f'<script type="application/json" id="widget-host-words">{words}</script>'


def copy_mathjax(app, error):
    """Copy MathJax (SVG output: its glyphs are paths, no font to load) next to us."""
    if error or app.builder.format != "html":
        return
    target = Path(app.outdir, "_static", "mathjax")
    for file in files("sphinx-mathjax-offline"):
        parts = file.parts[3:]  # after <package>/static/mathjax/
        wanted = parts == ("tex-svg.js",) or parts[:3] == ("input", "tex", "extensions")
        if wanted and not (target / Path(*parts)).exists():
            (target / Path(*parts)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file.locate(), target / Path(*parts))


def setup(app):
    app.add_js_file("widget_host.js", loading_method="defer")
    app.connect("html-page-context", remove_thebe, priority=900)
    app.connect("html-page-context", add_fallbacks, priority=901)
    app.connect("build-finished", copy_mathjax)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
