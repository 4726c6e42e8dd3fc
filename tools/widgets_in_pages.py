"""Sphinx extension: the widgets of the built book, which live without a kernel.

myst-nb puts what a page's widgets know, their state, into its head: up to half a
megabyte before the first word. Here it comes in a script of its own, after the text,
and the host script (assets/static/widget_host.js) brings the widgets to life. What a
link to a state needs is a script of its own, which the page loads when one is wanted.
"""

import hashlib
import json
import re
from pathlib import Path

from rjsmin import jsmin

ROOT = Path(__file__).resolve().parents[1]
ASSETS = ROOT / "assets"
LIBRARY = ROOT / "lib" / "glassbox"
HOST = ASSETS / "static" / "widget_host.js"
LINKS = ASSETS / "static" / "widget_links.js"
FIRST_WORDS = ("failed", "kernel", "copy")  # the others come with LINKS
STATE_MIME = "application/vnd.jupyter.widget-state+json"
VIEW_MIME = "application/vnd.jupyter.widget-view+json"
VIEW = re.compile(rf'<script type="{re.escape(VIEW_MIME)}">(.*?)</script>', re.S)


def place_widgets(app, pagename, templatename, context, doctree):
    """Give each view its static table, and the page what brings its widgets to life."""
    scripts = context.get("script_files") or []
    states = [script for script in scripts if kind_of(script) == STATE_MIME]
    context["script_files"] = [script for script in scripts if script not in states]
    body = context.get("body") or ""
    if not VIEW.search(body):
        return
    everything = json.loads("".join(script.attributes["body"] for script in states))
    models = everything["state"]
    for model in models.values():
        if "_esm" in model["state"]:
            model["state"]["_esm"] = jsmin(model["state"]["_esm"])
        if "rest" in model["state"]:
            text = rest_script(LIBRARY / model["state"]["rest"])
            name = f"_static/widgets/{Path(model['state']['rest']).stem}.js"
            path = Path(app.outdir, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            address = context["pathto"](name, 1)
            model["state"]["rest"] = f"{address}?v={version(text)}"
    # The page has it as text, after its view: it need not travel twice.
    tables = {name: m["state"].pop("fallback", "") for name, m in models.items()}
    language = app.config.language
    links = links_script(models, language)
    state = json.dumps(everything | {"state": compact(models)})

    def with_fallback(view):
        fallback = tables.get(json.loads(view[1])["model_id"], "")
        return f'{view[0]}<div class="glassbox-fallback">{fallback}</div>'

    static = Path(app.outdir, "_static")
    name = f"widgets/{pagename}.js"
    (static / name).parent.mkdir(parents=True, exist_ok=True)
    (static / name).write_text(state_script(state), encoding="utf-8")
    address = f"widgets/{pagename}.links.js"
    (static / address).write_text(jsmin(links), encoding="utf-8")
    address = context["pathto"](f"_static/{address}", 1) + f"?v={version(links)}"
    body = VIEW.sub(with_fallback, body) + host_words(language, address)
    context["body"] = body
    context.setdefault("late_paths", []).extend(  # light_pages loads them in order
        [
            f"_static/{name}?v={version(state)}",
            f"_static/widget_host.js?v={version(HOST.read_text('utf-8'))}",
        ]
    )


def compact(models):
    """Order models so that what their scripts share stands near, for compression.

    A server's gzip finds a text again within 32 KB: small models come first, and the
    bytes of a model come last.
    """
    by_size = sorted(models.items(), key=lambda item: len(json.dumps(item[1])))
    return {
        name: {key: model[key] for key in sorted(model, key="buffers".__eq__)}
        for name, model in by_size
    }


def version(text):
    """Return a few letters that change with the text, so that no old copy is shown."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def kind_of(script):
    """Return the type that a script of Sphinx's declares, if any."""
    return getattr(script, "attributes", {}).get("type")


def state_script(state):
    """Return a script that puts a state into the page: a file may not read another."""
    return (
        f"document.body.append(Object.assign(document.createElement('script'), "
        f"{{ type: '{STATE_MIME}', textContent: {json.dumps(state)} }}));\n"
    )


def rest_script(path):
    """Return a script that hands over a file of the library, wanted later: JSON, or
    a text."""
    text = path.read_text("utf-8").strip()
    given = text if path.suffix == ".json" else json.dumps(text)
    return f"globalThis.glassboxRest = {given};\n"


def links_script(models, language):
    """Return what reads and writes links to widgets; their rules move into it."""
    rules = {name: model["state"].pop("_rules", {}) for name, model in models.items()}
    given = {"rules": rules, "words": page_words(language)}
    script = LINKS.read_text("utf-8")
    return f"{script}Object.assign(globalThis.glassboxLinks, {json.dumps(given)});\n"


def page_words(language):
    """Return what the page says around its widgets."""
    paths = [ASSETS / f"widget_host.words.{code}.json" for code in (language, "en")]
    path = next(path for path in paths if path.is_file())
    return json.loads(path.read_text("utf-8"))


def host_words(language, links=""):
    """Return a script with the words that a page needs at first, and where LINKS is."""
    words = page_words(language)
    given = {key: words[key] for key in FIRST_WORDS} | {"links": links}
    text = json.dumps(given, ensure_ascii=False)
    return f'<script type="application/json" id="widget-host-words">{text}</script>'


def setup(app):
    app.connect("html-page-context", place_widgets, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
