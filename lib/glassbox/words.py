"""The words that a reader sees, as data: one file or catalog for each language.

A widget's words stand beside it in words.<language>.json; quizzes are JSON too. The
exercises' and figures' words stand in their tables in English, and in another language
in locale/<language>.po. What is not translated yet is shown in English.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

LOCALE = Path(__file__).parent / "locale"
_language = "en"


def use_language(language: str) -> None:
    """Show words in this language, such as "zh", from now on; the missing in English.

    >>> use_language("en")
    """
    global _language
    if not isinstance(language, str) or not language.isalpha():
        raise ValueError(
            f'language must be a code such as "en" or "zh"; got {language!r}'
        )
    _language = language


def language() -> str:
    """Return the code of the language that words are shown in."""
    return _language


def translated(text: str) -> str:
    """Return an English text in the language in use, from locale/<language>.po."""
    return _catalog(_language).get(text) or text


def read_words(folder: Path) -> dict:
    """Return folder/words.<language>.json, with English where a word is missing."""
    words = {}
    for code in dict.fromkeys(("en", _language)):
        path = folder / f"words.{code}.json"
        if path.is_file():
            words |= json.loads(path.read_text("utf-8"))
    return words


def fill(form: str | Mapping[str, str], /, **values: Any) -> str:
    """Put values into a form's {placeholders}; a form by number is chosen by n.

    A number is written as the language does; a text enters as it is.

    >>> fill("Score of {name}", name="tea")
    'Score of tea'
    >>> fill({"one": "{n} score", "other": "{n} scores"}, n=3)
    '3 scores'
    """
    if not isinstance(form, str):
        form = form.get(_locale(_language).plural_form(values["n"])) or form["other"]
    written = {k: v if isinstance(v, str) else _number(v) for k, v in values.items()}
    return re.sub(r"\{(\w+)\}", lambda place: written[place[1]], form)


def _number(value: float) -> str:
    from babel.numbers import format_decimal

    return format_decimal(value, format="#,##0.###", locale=_locale(_language))


@cache
def _locale(code: str) -> Any:
    from babel import Locale  # only once a number is to be written

    return Locale(code)


@cache
def _catalog(code: str) -> dict[str, str]:
    path = LOCALE / f"{code}.po"
    if not path.is_file():
        return {}
    from babel.messages.pofile import read_po

    with path.open(encoding="utf-8") as file:
        return {one.id: one.string for one in read_po(file) if one.id}
