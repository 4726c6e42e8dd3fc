"""A page with widgets straight from Python, on the book's own host script."""

import json
from pathlib import Path

HOST = Path(__file__).resolve().parents[2] / "assets" / "static" / "widget_host.js"


def page_of(widgets):
    """Return a page's HTML with these widgets on it, as the built book has them."""
    models = {
        f"w{number}": {"model_name": "AnyModel", "state": plain_state(widget)}
        for number, widget in enumerate(widgets)
    }
    kind = "application/vnd.jupyter.widget"
    views = "".join(
        f'<div><script type="{kind}-view+json">{{"model_id": "{name}"}}</script></div>'
        for name in models
    )
    state = json.dumps({"version_major": 2, "state": models}).replace("</", r"<\/")
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Widgets</title>'
        '<meta name="viewport" content="width=device-width"><body><main>'
        f"<h1>Widgets</h1>{views}</main>"
        f'<script type="{kind}-state+json">{state}</script>'
        f"<script>{HOST.read_text(encoding='utf-8')}</script></body></html>"
    )


def plain_state(widget):
    """Return what the page needs of a widget's state."""
    names = (*widget._state, "fallback", "_esm", "_css")
    return {name: getattr(widget, name) for name in names}
