"""The map: the whole machine drawn, each part with its shapes and parameters."""

from pathlib import Path
from typing import Any

import traitlets

from .._base import GlassBoxWidget, WholeNumber, paragraph, table
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

    d_model = WholeNumber(512).tag(sync=True)
    n_heads = WholeNumber(8).tag(sync=True)
    d_ff = WholeNumber(2048).tag(sync=True)
    n_layers = WholeNumber(6).tag(sync=True)
    vocabulary_size = WholeNumber(37_000).tag(sync=True)
    n_source = WholeNumber(5).tag(sync=True)
    n_target = WholeNumber(6).tag(sync=True)
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

    @traitlets.validate(*LARGEST)
    def _check_size(self, proposal: Any) -> int:
        name, value = proposal.trait.name, proposal.value
        if not 1 <= value <= LARGEST[name]:
            raise traitlets.TraitError(
                f"{name} must be from 1 to {LARGEST[name]}; got {value}"
            )
        sizes = {"d_model": self.d_model, "n_heads": self.n_heads, name: value}
        if sizes["d_model"] % sizes["n_heads"]:
            raise traitlets.TraitError(
                f"d_model must be divisible by n_heads; got {sizes['d_model']} and "
                f"{sizes['n_heads']} (widget.set(d_model=..., n_heads=...) sets both "
                "at once)"
            )
        return value

    def __repr__(self) -> str:
        shown = ("d_model", "n_heads", "d_ff", "n_layers", "part")
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{type(self).__name__}({values})"

    def describe(self) -> str:
        state = {name: getattr(self, name) for name in self._state}
        rows = []
        for part in parts_of(state):
            *_, names = PARTS[part]["shapes"].values()
            numbers = ", ".join(f"{state[name]:,}" for name in names)
            each, times = count(part, state), copies(part, state)
            rows.append(
                [
                    part.replace("_", " "),
                    f"({', '.join(names)}) = ({numbers})",
                    f"{each:,}" + (f" × {times} layers" if times > 1 and each else ""),
                ]
            )
        tied, untied = (count_all(state, tied) for tied in (True, False))
        biases = "with" if self.form == "pytorch" else "without"
        return table(
            f"The Transformer, {self.norm}-norm, {self.n_heads} heads, d_ff "
            f"{self.d_ff:,}, {self.n_layers} layers in each stack",
            ["part", "shape of its output", "parameters"],
            rows,
        ) + paragraph(
            f"The whole model has {tied:,} parameters if one table serves both "
            f"embeddings and the linear map, {untied:,} with three tables. Counted: "
            f"matrices, tables, each norm's gamma and beta, the feed-forward layers' "
            f"biases; attention is {biases} biases."
        )
