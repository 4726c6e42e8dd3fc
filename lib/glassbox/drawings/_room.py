"""How much room words take, in whatever font the reader has: rather too much."""

from unicodedata import east_asian_width

from ._svg import SIZE


def width(text: str) -> float:
    """Return about how wide a text is."""
    return SIZE * sum(map(_width, text))


def _width(letter: str) -> float:
    if letter in "%…mwMW" or east_asian_width(letter) in "WF":
        return 1
    return 0.42 if letter in " .,:;'’-()ijlftrI" else 0.62


def cut(text: str, room: float) -> str:
    """Return the text, or as much of its beginning as there is room for, and …."""
    if width(text) <= room:
        return text
    while text and width(text + "…") > room:
        text = text[:-1]
    return text + "…"


def lines(text: str, room: float) -> list[str]:
    """Break a text between words into the fewest lines, about equally long."""
    broken = _filled(text, room)
    while len(closer := _filled(text, room := room - SIZE)) == len(broken) > 1:
        broken = closer
    return broken


def _filled(text: str, room: float) -> list[str]:
    broken = [""]
    for word in text.split():
        longer = f"{broken[-1]} {word}".strip()
        if broken[-1] and width(longer) > room:
            broken.append(word)
        else:
            broken[-1] = longer
    return broken
