"""The map: the whole machine drawn, each part with its shapes and parameters."""

from pathlib import Path
from typing import Any

import traitlets

from ...models.translator import SOURCE_TOKENS
from ...words import fill
from .._base import AS_TEXT, GlassBoxWidget
from .._html import paragraph, table
from .._traits import WholeNumber, checked_together, require
from .example import examples
from .facts import (
    FOLLOWED,
    LARGEST,
    PARTS,
    PRESETS,
    copies,
    count,
    count_all,
    parts_of,
)


def size(name: str, **tags: str) -> WholeNumber:
    """Return the trait of one of the model's sizes."""
    default, most = PRESETS["small"][name], LARGEST[name]
    return WholeNumber(default, least=1, most=most).tag(sync=True, **tags)


class TransformerMap(GlassBoxWidget):
    """A sentence goes through the Transformer, part by part.

    The drawing is figure 1 of Vaswani et al. 2017. With the date translator's sizes
    its numbers are those of the trained model, as it translates "November 21, 2026".

    Parameters
    ----------
    preset : "small", "base" or "big"
        Whose sizes: the date translator's, or the paper's base or big model.
    part : str
        The part that is selected.
    **sizes
        What differs from the preset: any of the traits below.

    d_model, n_heads, d_ff, n_layers : int
        The model's sizes; d_model must be divisible by n_heads.
    source_vocabulary_size, vocabulary_size : int
        Rows of the source's table, and of the target's.
    n_source, n_target : int
        Tokens of the source, and of the target after its start token.
    norm : "post" or "pre"
        Norm(x + f(x)), or x + f(Norm(x)) and a final norm after each stack.
    follow : "comma", "no_comma", "exchanged" or "yours"
        Which date is shown, where several have one length: with its comma, without,
        with the rows of the first swapped in, or what is typed on the same page.
    form : "paper" or "pytorch"
        As the paper's equations; or as nn.Transformer, where attention has biases and
        each stack always has a final norm.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.
    TypeError
        If a size has another name than these.

    Chapter: the_transformer.

    >>> widget = TransformerMap()
    >>> widget.part = "cross_attention"
    >>> widget
    TransformerMap(d_model=32, n_heads=4, d_ff=64, n_layers=2, part='cross_attention')
    """

    _folder = Path(__file__).parent
    _state = (*LARGEST, "norm", "form", "follow", "part", "facts")

    d_model = size("d_model")
    n_heads = size("n_heads", divides="d_model")
    d_ff = size("d_ff")
    n_layers = size("n_layers")
    source_vocabulary_size = size("source_vocabulary_size")
    vocabulary_size = size("vocabulary_size")
    n_source = size("n_source")
    n_target = size("n_target")
    norm = traitlets.Enum(("post", "pre"), "pre").tag(sync=True)
    form = traitlets.Enum(("paper", "pytorch"), "pytorch").tag(sync=True)
    follow = traitlets.Enum((*FOLLOWED, "yours"), "comma").tag(sync=True)
    part = traitlets.Enum(tuple(PARTS), "source_tokens").tag(sync=True)

    # What the page computes from: given, not set.
    facts = traitlets.Dict(read_only=True).tag(sync=True, **AS_TEXT)

    def __init__(
        self, preset: str = "small", *, part: str = "source_tokens", **sizes: Any
    ) -> None:
        require(
            preset in PRESETS, f"preset must be one of {', '.join(PRESETS)}", preset
        )
        for name in sizes:
            if name not in PRESETS[preset]:
                raise TypeError(f"{name!r} is not a size of the map")
        super().__init__(**PRESETS[preset] | sizes, part=part)

    @traitlets.default("facts")
    def _gather(self) -> dict:
        kept = ("kind", "shapes", "chapters")
        return {
            "parts": {
                part: {key: fact[key] for key in kept} for part, fact in PARTS.items()
            },
            "followed": FOLLOWED,
            "symbols": SOURCE_TOKENS,  # the list of the source's tokens, by number
            "examples": examples(),
        }

    _check = checked_together("d_model", "n_heads")

    def fits(self, *, d_model: int, n_heads: int) -> None:
        """Refuse a width that the heads can't share."""
        rule = "d_model must be divisible by n_heads"
        hint = "(widget.set(d_model=..., n_heads=...) sets both at once)"
        require(d_model % n_heads == 0, rule, f"{d_model} and {n_heads} {hint}")

    def __repr__(self) -> str:
        shown = ("d_model", "n_heads", "d_ff", "n_layers", "part")
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{type(self).__name__}({values})"

    def describe(self) -> str:
        state = {name: getattr(self, name) for name in self._state}
        rows = [self._row(part, state) for part in parts_of(state)]
        header = [
            self.text(f"fallback.{key}") for key in ("part", "shape", "parameters")
        ]
        caption = self.text(
            f"fallback.caption.{self.norm}",
            heads=self.text("fallback.heads", n=self.n_heads),
            d_ff=self.d_ff,
            layers=self.text("fallback.layers", n=self.n_layers),
        )
        tied, untied = (count_all(state, tied) for tied in (True, False))
        whole = self.text(
            f"fallback.whole.{self.form}", n=tied, tied=tied, untied=untied
        )
        return table(caption, header, rows) + paragraph(whole)

    def _row(self, part: str, state: dict) -> list[str]:
        """Return a part's name, the shape of its output, and its parameters."""
        *_, names = PARTS[part]["shapes"].values()
        sizes = ", ".join(written(state[name]) for name in names)
        shape = f"({', '.join(names)}) = ({sizes})"
        each, times = written(count(part, state)), copies(part, state)
        if times > 1 and count(part, state):
            each = self.text("fallback.each_layer", each=each, n=times)
        return [self.text(f"fallback.parts.{part}"), shape, each]


def written(number: int) -> str:
    """Return a number as the language in use writes it: 37,000."""
    return fill("{number}", number=number)
