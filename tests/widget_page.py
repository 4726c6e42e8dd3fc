"""A page with widgets straight from Python, on the book's own host script."""

import json

from ipywidgets.embed import dependency_state, embed_data
from widgets_in_pages import HOST, host_words, links_script

SCRIPT = HOST.read_text(encoding="utf-8")
KIND = "application/vnd.jupyter.widget"


def page_of(widgets, *, theme="light", language="en"):
    """Return a page's HTML with these widgets on it, as the built book has them."""
    state = dependency_state(widgets, drop_defaults=False)
    data = embed_data(views=widgets, drop_defaults=False, state=state)
    views = "".join(
        f'<div><script type="{KIND}-view+json">{json.dumps(spec)}</script></div>'
        for spec in data["view_specs"]
    )
    links = links_script(data["manager_state"]["state"], language)
    links = links.replace("</", r"<\/")
    models = json.dumps(data["manager_state"]).replace("</", r"<\/")
    return (
        f'<!doctype html><html lang="{language}" data-theme="{theme}">'
        '<meta charset="utf-8"><title>Widgets</title>'
        '<meta name="viewport" content="width=device-width"><body><main>'
        f"<h1>Widgets</h1>{views}</main>"
        f'<script type="{KIND}-state+json">{models}</script>{host_words(language)}'
        f"<script>{links}</script><script>{SCRIPT}</script></body></html>"
    )
