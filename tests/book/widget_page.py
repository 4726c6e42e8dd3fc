"""A page with widgets straight from Python, on the book's own host script."""

import json
from base64 import b64encode
from pathlib import Path

from ipywidgets.widgets.widget import _remove_buffers

HOST = Path(__file__).resolve().parents[2] / "assets" / "static" / "widget_host.js"


def page_of(widgets):
    """Return a page's HTML with these widgets on it, as the built book has them."""
    models = {
        f"w{number}": {"model_name": "AnyModel", **stored(widget)}
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


def stored(widget):
    """Return what the page needs of a widget, as a notebook stores it."""
    names = (*widget._state, "fallback", "_esm", "_css")
    state, paths, buffers = _remove_buffers(widget.get_state(names))
    coded = [b64encode(buffer).decode() for buffer in buffers]
    return {
        "state": state,
        "buffers": [
            {"encoding": "base64", "path": path, "data": data}
            for path, data in zip(paths, coded, strict=True)
        ],
    }
