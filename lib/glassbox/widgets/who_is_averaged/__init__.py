"""Who is averaged with whom: a block of numbers, poked, under any norm."""

from pathlib import Path
from typing import Any

import numpy as np
import traitlets

from ...kernels.normalization import batch_norm, layer_norm, rms_norm
from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._rules import list_rule, some_of
from .._traits import Number, Numbers, TextList, checked_together, require

MOST = {"samples": 3, "tokens": 4, "features": 4}
LARGEST = 1e6  # beyond it the squares would take over the page, then overflow
AXES = ("batch", "token", "feature")
KERNELS = ("layer_norm", "batch_norm", "rms_norm")


class IndexList(Numbers):
    """A list of whole numbers of at least 0."""

    def validate(self, obj: Any, value: Any) -> list[int]:
        numbers = super().validate(obj, value)
        indices = all(n >= 0 and n == int(n) for n in numbers)
        rule = f"{self.name} must be whole numbers of at least 0"
        require(indices, rule, repr(value))
        return [int(n) for n in numbers]

    def rule(self) -> dict[str, Any]:
        return list_rule(self, {"type": "integer", "minimum": 0, "maximum": 3})


class WhoIsAveraged(GlassBoxWidget):
    """Who shares a mean with the chosen entry, and what a poke of it changes.

    Parameters
    ----------
    block : array or nested list, shape (batch, token, feature)
        Up to 3 samples of up to 4 tokens of up to 4 features.
    labels : list of batch * token strings, optional
        A name for each token; "token 1" … if left out.
    kernel : "layer_norm", "batch_norm" or "rms_norm"
        What normalises the block.
    axes : tuple or list of int
        The axes that layer_norm averages over: 0 batch, 1 token, 2 feature.
    lengths : list of int, optional
        How many tokens of each sample are real; the rest is padding.
    use_mask : bool
        Whether batch_norm leaves the padding out of its statistics.
    running_mean, running_var : list of as many numbers as features, optional
        What batch_norm uses in inference; 0 and 1 if left out, as PyTorch starts.
    inference : bool
        Whether batch_norm uses them.
    selected : list of three indices
        The chosen entry.
    poke : float
        How much is added to it.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later.

    Chapter: layer_norm_vs_batch_norm.

    >>> WhoIsAveraged([[[22, 5, 6, 8], [1, 3, 4, 2]]], axes=(1, 2))
    WhoIsAveraged((1, 2, 4), layer_norm over token, feature)
    """

    _folder = Path(__file__).parent
    _state = (
        "block",
        "labels",
        "kernel",
        "axes",
        "lengths",
        "use_mask",
        "running_mean",
        "running_var",
        "inference",
        "selected",
        "poke",
    )

    block = Numbers(axes=3, most=LARGEST).tag(sync=True)
    labels = TextList().tag(sync=True)
    kernel = traitlets.Enum(KERNELS, "layer_norm").tag(sync=True)
    axes = IndexList([2]).tag(sync=True, rule=some_of(range(3)))
    lengths = IndexList().tag(sync=True)
    use_mask = traitlets.Bool().tag(sync=True)
    running_mean = Numbers().tag(sync=True)
    running_var = Numbers().tag(sync=True, least=0)
    inference = traitlets.Bool().tag(sync=True)
    selected = IndexList([0, 0, 0]).tag(sync=True)
    poke = Number(0.0).tag(sync=True, least=-2 * LARGEST, most=2 * LARGEST)

    def __init__(self, block: Any, labels: Any = None, **state: Any) -> None:
        given = {"labels": labels} | state
        chosen = {name: value for name, value in given.items() if value is not None}
        super().__init__(block=block, **chosen)

    @traitlets.default("labels")
    def _count_tokens(self) -> list[str]:
        numbers = [t + 1 for sample in self.block for t, _ in enumerate(sample)]
        return [self.text("token", n=n) for n in numbers]

    @traitlets.default("lengths")
    def _all_are_real(self) -> list[int]:
        return [len(sample) for sample in self.block]

    @traitlets.default("running_mean")
    def _fresh_mean(self) -> list[float]:
        return [0.0 for _ in self._first_row()]

    @traitlets.default("running_var")
    def _fresh_variance(self) -> list[float]:
        return [1.0 for _ in self._first_row()]

    def _first_row(self) -> list[float]:
        return next((row for sample in self.block for row in sample), [])

    _check = checked_together(*_state)

    def fits(
        self,
        *,
        block: list,
        axes: list[int],
        lengths: list[int],
        running_var: list[float],
        selected: list[int],
        poke: float,
        **others: Any,
    ) -> None:
        """Refuse a state whose parts do not fit each other."""
        shape = samples, tokens, features = (*np.shape(block), 0, 0)[:3]
        for (name, most), size in zip(MOST.items(), shape, strict=True):
            require(1 <= size <= most, f"block must have 1 to {most} {name}", size)
        for name, size, values in (
            ("labels", samples * tokens, others["labels"]),
            ("lengths", samples, lengths),
            ("running_mean", features, others["running_mean"]),
            ("running_var", features, running_var),
            ("selected", 3, selected),
        ):
            rule = f"{name} must have {size} entries"
            require(len(values) == size, rule, len(values))
        in_order = axes and axes == sorted(set(axes)) and set(axes) <= {0, 1, 2}
        require(in_order, "axes must be some of 0, 1, 2, in this order", axes)
        require(max(lengths) <= tokens, f"lengths must be at most {tokens}", lengths)
        require(min(running_var) >= 0, "running_var must be at least 0", running_var)
        inside = all(i < n for i, n in zip(selected, shape, strict=True))
        require(inside, f"selected must lie in a block of shape {shape}", selected)
        require(abs(poke) <= 2 * LARGEST, f"poke must be at most {2 * LARGEST:g}", poke)

    def __repr__(self) -> str:
        rule = self.kernel + (", inference" if self._frozen() else "")
        if self.kernel == "layer_norm":
            rule += f" over {', '.join(AXES[axis] for axis in self.axes)}"
        return f"{type(self).__name__}({np.shape(self.block)}, {rule})"

    def _frozen(self) -> bool:
        return self.kernel == "batch_norm" and self.inference

    def outputs(self, poke: float = 0.0) -> np.ndarray:
        """Return the block's outputs when poke is added to the selected entry."""
        x = np.array(self.block)
        x[tuple(self.selected)] += poke
        if self.kernel == "rms_norm":
            return rms_norm(x)
        if self.kernel == "layer_norm":
            return layer_norm(x, axis=tuple(self.axes))
        if self.inference:
            running = np.array(self.running_mean), np.array(self.running_var)
            return batch_norm(x, running_mean=running[0], running_var=running[1])
        real = np.arange(x.shape[1]) < np.array(self.lengths)[:, None]
        return batch_norm(x, mask=real if self.use_mask else None)

    def describe(self) -> str:
        outputs, poked = self.outputs(), self.outputs(self.poke)
        n_tokens = outputs.shape[1]
        rows = [
            [
                self.text(
                    "fallback.row", sample=b + 1, token=self.labels[b * n_tokens + t]
                ),
                *(f"{x:g} → {y:.4f}" for x, y in zip(row, outputs[b, t], strict=True)),
            ]
            for b, sample in enumerate(self.block)
            for t, row in enumerate(sample)
        ]
        features = [
            self.text("fallback.feature", n=f + 1) for f in range(outputs.shape[2])
        ]
        b, t, f = self.selected
        effect = self.text(
            "fallback.effect",
            n=outputs.size,
            changed=int((poked != outputs).sum()),
            poke=f"{self.poke:g}",
            feature=f + 1,
            token=self.labels[b * n_tokens + t],
            sample=b + 1,
        )
        return table(self._caption(), ["", *features], rows) + paragraph(effect)

    def _caption(self) -> str:
        names = [self.text(f"axis.{AXES[axis]}") for axis in self.axes]
        axes = self.text("fallback.comma").join(names)
        kind = "inference" if self._frozen() else self.kernel
        return self.text(f"fallback.caption.{kind}", axes=axes)
