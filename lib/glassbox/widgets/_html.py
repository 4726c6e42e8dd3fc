"""Pieces of a static fallback: text as HTML, escaped."""

from html import escape


def table(caption: str, header: list[str], rows: list[list[str]]) -> str:
    """Return an HTML table of text, escaped; each row's first entry heads it."""

    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in header)
    body = ""
    for first, *rest in rows:
        cells = "".join(f"<td>{escape(text)}</td>" for text in rest)
        body += f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>'
    return (
        f"<table><caption>{escape(caption)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def paragraph(text: str) -> str:
    """Return text as an HTML paragraph, escaped."""
    return f"<p>{escape(text)}</p>"
