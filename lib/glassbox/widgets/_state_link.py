"""Links to a widget's state: a page's address that says what is changed there.

The page reads such a link, and writes the same one (assets/static/widget_host.js).
"""

import json
from base64 import urlsafe_b64encode
from decimal import Decimal
from typing import Any

MOST_CHARACTERS = 6000  # of the state: servers refuse an address of 8 KB


def state_link(page: str, name: str, changes: dict[str, Any], place: int = 1) -> str:
    """Return the address of a page on which one widget's traits are changed.

    Parameters
    ----------
    page : str
        The chapter's slug, or a path or an address that ends with it.
    name : str
        The widget's class.
    changes : dict
        The traits that differ from those on the page. An empty one leads to the widget.
    place : int
        Which of the page's widgets of this class it is, counted from 1.

    Raises
    ------
    ValueError
        If page has a "?" or a "#", place is below 1, or the state is too long.

    >>> state_link("feed_forward", "Gate", {"up": 2.0})
    'feed_forward.html?state=eyJHYXRlLjEiOnsidXAiOjJ9fQ'
    """
    if not page or set(page) & set("?#"):
        raise ValueError(f"page must be a slug such as 'feed_forward'; got {page!r}")
    if place < 1:
        raise ValueError(f"place must be at least 1; got {place}")
    text = as_javascript_writes({f"{name}.{place}": changes})
    state = urlsafe_b64encode(text.encode()).decode().rstrip("=")
    if len(state) > MOST_CHARACTERS:
        rule = f"a link may have at most {MOST_CHARACTERS} characters of state"
        raise ValueError(f"{rule}; got {len(state)}: change less")
    return f"{page.removesuffix('.html')}.html?state={state}"


def as_javascript_writes(value: Any) -> str:
    """Return JSON as JSON.stringify writes it, keys in order: 2, not 2.0."""
    if isinstance(value, dict):
        parts = (
            f"{json.dumps(key)}:{as_javascript_writes(value[key])}"
            for key in sorted(value)
        )
        return f"{{{','.join(parts)}}}"
    if isinstance(value, (list, tuple)):
        return f"[{','.join(map(as_javascript_writes, value))}]"
    if isinstance(value, float):
        return number_as_javascript_writes(value)
    return json.dumps(value, ensure_ascii=False)


def number_as_javascript_writes(number: float) -> str:
    """Return the shortest digits that mean this number, as both languages find them.

    >>> [number_as_javascript_writes(x) for x in (2.0, -0.0, 1e-5, 1e-7, 1e21)]
    ['2', '0', '0.00001', '1e-7', '1e+21']
    """
    if number == int(number) and abs(number) < 1e21:
        return f"{int(number)}"
    if 1e-6 <= abs(number) < 1e21:
        return f"{Decimal(repr(number)):f}"
    return repr(number).replace("e-0", "e-")
