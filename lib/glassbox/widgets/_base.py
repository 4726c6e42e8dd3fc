"""What every widget shares: script, words, its link, and its static fallback."""

import json
import sys
from functools import reduce
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from ..words import fill, language, read_words
from ._link import link_script, link_style
from ._rules import has_other_lengths, rules_of
from ._state_link import state_link

SHARED = Path(__file__).parent / "shared"


AS_TEXT = {  # how a dict with an order travels: a stored page sorts an object's keys
    "to_json": lambda value, widget: json.dumps(value, ensure_ascii=False),
    "from_json": lambda text, widget: json.loads(text),
}


class GlassBoxWidget(anywidget.AnyWidget):
    """A widget that computes what it shows in the page, and has a fallback for paper.

    A subclass names its folder, which holds widget.js, style.css and words.en.json,
    and the traits that its picture depends on, and describes its state as HTML.
    """

    _folder: Path
    _state: tuple[str, ...]  # the traits that change the fallback
    _ipython_display_ = None  # ipywidgets 7: show the MIME bundle below, as 8 does

    _esm = traitlets.Unicode().tag(sync=True)
    _css = traitlets.Unicode().tag(sync=True)
    words = traitlets.Dict().tag(sync=True, **AS_TEXT)  # in the language in use
    fallback = traitlets.Unicode().tag(sync=True)
    _rules = traitlets.Dict(read_only=True).tag(sync=True)  # what a link may change

    def __init__(self, **state: Any) -> None:
        super().__init__(**state)
        self._made = self._as_it_is()
        self.observe(self._describe_again, names=self._state)

    def set(self, **state: Any) -> None:
        """Set several traits at once: all of them, or none if one is refused."""
        unknown = [name for name in state if name not in self._state]
        if unknown:
            raise traitlets.TraitError(
                f"set takes {', '.join(self._state)}; got {', '.join(unknown)}"
            )
        with self.hold_trait_notifications():
            for name, value in state.items():
                setattr(self, name, value)

    def link(self, page: str, place: int = 1) -> str:
        """Return a link to a chapter's page that shows this widget as it is now.

        It holds the traits that have changed since the widget was made, as the button
        "Copy link" on the page does: make it as the chapter does, then `set`.

        Parameters
        ----------
        page : str
            The chapter's slug, or a path or an address that ends with it.
        place : int
            Which of the page's widgets of its class it is, counted from 1.

        Raises
        ------
        ValueError
            If page is no such slug, place is below 1, the state is too long, or what
            has changed is the data that the widget was made with.
        """
        changed = [k for k in self._state if differ(getattr(self, k), self._made[k])]
        for name in changed:
            rule, value = self._rules.get(name), getattr(self, name)
            if not rule or has_other_lengths(rule, value, self._made[name]):
                what = "lengths of" if rule else "data"
                rule = f"a link can't change the {what} {name}"
                raise ValueError(f"{rule}: make the widget as the page's is, then set")
        changes = {name: getattr(self, name) for name in changed}
        return state_link(page, type(self).__name__, changes, place)

    def _as_it_is(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self._state}

    def describe(self) -> str:
        """Return the state as HTML for paper, for no script and for GitHub."""
        raise NotImplementedError(f"{type(self).__name__} must describe its state")

    def text(self, key: str, **values: Any) -> str:
        """Return the words of a key such as "title" or "rows.ids", with values in."""
        return fill(reduce(dict.__getitem__, key.split("."), self.words), **values)

    @traitlets.default("_esm")
    def _link_script(self) -> str:
        return link_script(self._folder)

    @traitlets.default("_css")
    def _link_style(self) -> str:
        return link_style(self._folder)

    @traitlets.default("words")
    def _read_words(self) -> dict:
        own = read_words(self._folder)
        return {"language": language(), **read_words(SHARED), **own}

    @traitlets.default("_rules")
    def _read_rules(self) -> dict[str, dict]:
        return rules_of(self)

    @traitlets.default("fallback")
    def _first_description(self) -> str:
        return self.describe()

    def _describe_again(self, change: Any) -> None:
        self.fallback = self.describe()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle and "google.colab" not in sys.modules:  # Colab might show the HTML
            bundle[0]["text/html"] = self.fallback
        return bundle


def differ(value: Any, other: Any) -> bool:
    """Tell whether two values of a trait differ; a model or an array: if it is new."""
    is_plain = isinstance(value, (list, tuple, str, int, float))
    return value != other if is_plain else value is not other
