"""The live translator on paper: a table of its steps, and what they wrote."""

import math
from typing import Any

from .._html import paragraph, table
from .numbers import SYMBOLS, WrittenStep, translation_steps

NAMED = {"^": "start", "$": "end", " ": "space"}  # signs that have a name in words


def described(widget: Any) -> str:
    """Return the state as HTML: a table of the steps, and what they wrote."""
    taken = widget.hidden, widget.off, widget.encoder_too
    steps = translation_steps(widget.model, widget.source, widget.prefix, *taken)
    shown = steps[: widget.step]
    rows = [row_of(widget, steps, i) for i in range(len(shown))]
    place = {"layer": widget.layer + 1, "head": widget.head + 1}
    caption = widget.text("fallback.caption", source=widget.source, **place)
    columns = ("step", "writes", "share", "cross_attention", "self_attention")
    header = [widget.text(f"fallback.{name}") for name in columns]
    said = [summary_of(widget, shown, len(steps))]
    if widget.hidden or widget.off:
        said.insert(0, taken_away(widget))
    return table(caption, header, rows) + "".join(map(paragraph, said))


def taken_away(widget: Any) -> str:
    """Return what is taken away, in words."""
    signs = [f"{name_of(widget, widget.source[i])} ({i + 1})" for i in widget.hidden]
    heads = [f"{layer + 1}.{head + 1}" for layer, head in widget.off]
    nothing = widget.text("fallback.no_one")
    signs, heads = (", ".join(names) or nothing for names in (signs, heads))
    encoder = widget.text(f"fallback.encoder_{'too' if widget.encoder_too else 'not'}")
    return widget.text("fallback.without", signs=signs, heads=heads, encoder=encoder)


def summary_of(widget: Any, shown: list[WrittenStep], n: int) -> str:
    """Return what the shown ones of n steps wrote, and how sure they were."""
    text = "".join(SYMBOLS[step.token] for step in shown).strip("^$")
    text = text or widget.text("fallback.nothing")
    progress = widget.text("fallback.progress", text=text, step=len(shown), n=n)
    if not shown:
        return progress
    shares = [step.shares[step.token] for step in shown]
    product = f"{math.prod(shares):.1%}"
    least = shares.index(min(shares)) + 1
    sure = widget.text("fallback.sure", product=product, least=least)
    return widget.text("fallback.summary", progress=progress, sure=sure)


def row_of(widget: Any, steps: list[WrittenStep], i: int) -> list[str]:
    """Return what step i wrote, how sure it was, and where it looked most."""
    step = steps[i]
    read = "^" + "".join(SYMBOLS[before.token] for before in steps[:i])
    own = step.self_attention[widget.layer][widget.head]
    cross = step.cross_attention[widget.layer][widget.head]
    place = int(cross.argmax())
    writes = name_of(widget, SYMBOLS[step.token])
    if step.token != step.likeliest:
        writes = widget.text(
            "fallback.chosen",
            sign=writes,
            likeliest=name_of(widget, SYMBOLS[step.likeliest]),
            share=f"{step.shares[step.likeliest]:.1%}",
        )
    looks = widget.text(
        "fallback.looks",
        sign=name_of(widget, widget.source[place]),
        place=place + 1,
        share=f"{cross[place]:.2f}",
    )
    return [
        f"{i + 1}",
        writes,
        f"{step.shares[step.token]:.1%}",
        looks,
        f"{name_of(widget, read[int(own.argmax())])} {own.max():.2f}",
    ]


def name_of(widget: Any, sign: str) -> str:
    return widget.text(f"fallback.signs.{NAMED[sign]}") if sign in NAMED else sign
