"""The training monitor on paper: tables of its steps, and of what the model wrote."""

from typing import Any

from .._html import paragraph, table
from .numbers import diverged_from, numbers_to_list, smoothed_loss, smoothing_window


def described(widget: Any) -> str:
    """Return the record as HTML: what was measured, and what was written."""
    steps = widget._steps
    if not steps:
        return paragraph(widget.text("fallback.empty", n=widget.n_steps))
    html = table_of_steps(widget) + table_of_texts(widget)
    for name, loss in widget.levels:
        words = widget.text("fallback.level", name=name, loss=f"{loss:.2f}")
        html += paragraph(words)
    start = diverged_from(steps)
    if start is None:
        return html
    value = f"{steps[max(steps)][0]}"
    said = widget.text("fallback.diverged", value=value, number=start)
    return html + paragraph(said)


def table_of_steps(widget: Any) -> str:
    """Return the losses, learning rates and exact shares of some steps."""
    steps, last = widget._steps, max(widget._steps)
    window = smoothing_window(widget.n_steps)
    rows = [
        [
            f"{number:,}",
            f"{steps[number][0]:.4f}",
            f"{smoothed_loss(steps, number, window):.4f}",
            f"{steps[number][1]:.6f}",
            *held_out_in_words(widget, number),
            share_in_words(widget, number),
        ]
        for number in numbers_to_list(sorted(widget._shares), last)
    ]
    names = ("columns.step", "columns.loss", "columns.smooth", "columns.rate")
    held = ("columns.held",) if widget._held_out else ()
    last_ones = (*held, "fallback.exact")
    header = [widget.text(name, n=window) for name in (*names, *last_ones)]
    caption = widget.text("fallback.caption", last=last, n=widget.n_steps)
    return table(caption, header, rows)


def table_of_texts(widget: Any) -> str:
    """Return what the model wrote for each sample, if any was recorded."""
    if not widget._written:
        return ""
    header = [widget.text("columns.step"), *(source for source, _ in widget.samples)]
    written = sorted(widget._written.items())
    rows = [[f"{number:,}", *texts] for number, texts in written]
    return table(widget.text("fallback.written"), header, rows)


def held_out_in_words(widget: Any, number: int) -> list[str]:
    if not widget._held_out:
        return []
    loss = widget._held_out.get(number)
    return ["–" if loss is None else f"{loss:.4f}"]


def share_in_words(widget: Any, number: int) -> str:
    if number not in widget._shares:
        return "–"
    share = f"{100 * widget._shares[number]:.1f}"
    return widget.text("fallback.percent", number=share)
