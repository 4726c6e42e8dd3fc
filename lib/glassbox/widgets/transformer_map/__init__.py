"""The map: the whole machine drawn, each part with its shapes and parameters."""

from pathlib import Path

import traitlets

from ...words import fill
from .._base import (
    GlassBoxWidget,
    WholeNumber,
    checked_together,
    paragraph,
    require,
    table,
)
from .facts import (
    LARGEST,
    PARTS,
    PRESETS,
    STEPS,
    TERMS,
    copies,
    count,
    count_all,
    parts_of,
)


def size(name: str, default: int) -> WholeNumber:
    """Return the trait of one of the model's sizes."""
    return WholeNumber(default, least=1, most=LARGEST[name]).tag(sync=True)


class TransformerMap(GlassBoxWidget):
    """The Transformer of Vaswani et al. 2017, figure 1: select a part to see inside.

    Parameters
    ----------
    d_model, n_heads, d_ff, n_layers, vocabulary_size : int
        The model's sizes; d_model must be divisible by n_heads.
    n_source, n_target : int
        Tokens of the source, and of the target shifted right.
    norm : "post" or "pre"
        Norm(x + f(x)), or x + f(Norm(x)) and a final norm after each stack.
    form : "paper" or "pytorch"
        As the paper's equations; or as nn.Transformer, where attention has biases and
        each stack always has a final norm.
    part : str
        The part that is selected.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: the_transformer.

    >>> widget = TransformerMap(d_model=32, n_heads=4, d_ff=64, n_layers=2)
    >>> widget.part = "cross_attention"
    >>> widget
    TransformerMap(d_model=32, n_heads=4, d_ff=64, n_layers=2, part='cross_attention')
    """

    _folder = Path(__file__).parent
    _state = (*LARGEST, "norm", "form", "part", "facts")

    d_model = size("d_model", 512)
    n_heads = size("n_heads", 8)
    d_ff = size("d_ff", 2048)
    n_layers = size("n_layers", 6)
    vocabulary_size = size("vocabulary_size", 37_000)
    n_source = size("n_source", 5)
    n_target = size("n_target", 6)
    norm = traitlets.Enum(("post", "pre"), "post").tag(sync=True)
    form = traitlets.Enum(("paper", "pytorch"), "paper").tag(sync=True)
    part = traitlets.Enum(tuple(PARTS), "encoder_self_attention").tag(sync=True)

    # What the page computes from: given, not set.
    facts = traitlets.Dict(
        {
            "parts": PARTS,
            "terms": TERMS,
            "presets": PRESETS,
            "largest": LARGEST,
            "steps": STEPS,
        },
        read_only=True,
    ).tag(sync=True)

    def __init__(
        self,
        *,
        d_model: int = 512,
        n_heads: int = 8,
        d_ff: int = 2048,
        n_layers: int = 6,
        vocabulary_size: int = 37_000,
        n_source: int = 5,
        n_target: int = 6,
        norm: str = "post",
        form: str = "paper",
        part: str = "encoder_self_attention",
    ) -> None:
        super().__init__(
            d_model=d_model,
            n_heads=n_heads,
            d_ff=d_ff,
            n_layers=n_layers,
            vocabulary_size=vocabulary_size,
            n_source=n_source,
            n_target=n_target,
            norm=norm,
            form=form,
            part=part,
        )

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
