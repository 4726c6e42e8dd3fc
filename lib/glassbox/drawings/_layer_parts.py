"""The parts of a layer, then and now: what each is, and its parameters."""

from typing import NamedTuple

from ..words import fill
from ..words import translated as _


class Line(NamedTuple):
    """A line in a box, the number at its end, and whether it has changed."""

    words: str
    count: int | None = None
    changed: bool = False


class Counts(NamedTuple):
    """How many parameters each part of a layer has."""

    attention: int
    feed_forward: int
    norm: int

    @property
    def layer(self) -> int:
        """Add them up; a layer has two norms."""
        return self.attention + self.feed_forward + 2 * self.norm


def counted(
    d_model: int, n_heads: int, n_shared: int, d_ff_then: int, d_ff_now: int
) -> tuple[Counts, Counts]:
    """Count the parameters of a layer of 2017, with biases, and of one of today."""
    shared = d_model // n_heads * n_shared  # how wide keys and values are today
    then = Counts(
        attention=4 * d_model**2 + 4 * d_model,
        feed_forward=2 * d_model * d_ff_then + d_ff_then + d_model,
        norm=2 * d_model,
    )
    now = Counts(
        attention=2 * d_model**2 + 2 * d_model * shared,
        feed_forward=3 * d_model * d_ff_now,
        norm=d_model,
    )
    return then, now


def parts(
    counts: Counts, n_heads: int, n_shared: int, d_ff: int, is_now: bool
) -> dict[str, list[Line]]:
    """Return what stands in each box, in as many lines then and now."""
    name = _("RMSNorm: γ") if is_now else _("LayerNorm: γ, β")
    is_shared = n_shared < n_heads
    heads = (
        _("{n} heads share {kv} k, v") if is_shared else _("{n} heads with {n} k, v")
    )
    none = _("no biases")
    bent = _("SwiGLU, d_ff = {d}") if is_now else _("ReLU, d_ff = {d}")
    return {
        "norm": [Line(name, counts.norm, is_now)],
        "feed": [
            Line(_("feed-forward")),
            Line(fill(bent, d=f"{d_ff:,}"), None, is_now),
            Line(_("3 matrices") if is_now else _("2 matrices"), None, is_now),
            Line(none if is_now else _("2 biases"), counts.feed_forward, is_now),
        ],
        "attention": [
            Line(_("masked attention")),
            Line(
                _("q, k turned: rotary") if is_now else _("q, k as they are"),
                None,
                is_now,
            ),
            Line(fill(heads, n=str(n_heads), kv=str(n_shared)), None, is_shared),
            Line(none if is_now else _("4 biases"), counts.attention, is_now),
        ],
        "embedding": [
            Line(_("embedding")),
            Line(_("no positions") if is_now else _("+ sinusoids"), None, is_now),
        ],
    }


def changed_by(then: int, now: int) -> str:
    """Say by how many percent a layer has fewer parameters today, or more."""
    percent = f"{abs(100 * (1 - now / then)):.0f}"
    form = _("{percent}% more") if now > then else _("{percent}% fewer")
    return fill(form, percent=percent)


def told(lines: list[Line]) -> str:
    """Say what stands in a box: its name, and the rest in brackets."""
    said = []
    for line in lines:
        said.append(line.words)
        if line.count is not None:
            said.append(fill(_("{n} parameters"), n=f"{line.count:,}"))
    return f"{said[0]} ({'; '.join(said[1:])})"
