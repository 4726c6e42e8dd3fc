"""Who is averaged with whom: a block of numbers, poked, under any norm."""

from pathlib import Path
from typing import Any

import numpy as np
import traitlets

from ...kernels.normalization import batch_norm, layer_norm, rms_norm
from .._base import (
    GlassBoxWidget,
    Number,
    Numbers,
    TextList,
    is_finite_number,
    listed,
    paragraph,
    table,
)

MOST = {"samples": 3, "tokens": 4, "features": 4}
LARGEST = 1e6  # beyond it the squares would take over the page, then overflow
AXES = ("batch", "token", "feature")
KERNELS = ("layer_norm", "batch_norm", "rms_norm")


class NumberBlock(traitlets.TraitType):
    """Numbers in three axes: a list of lists of lists; an array is accepted."""

    def validate(self, obj: Any, value: Any) -> list[list[list[float]]]:
        samples = [
            [listed(row) for row in listed(sample) or []]
            for sample in listed(value) or []
        ]
        rows = [row for sample in samples for row in sample]
        shapes = {len(sample) for sample in samples}, {len(row or []) for row in rows}
        if not rows or any(len(shape) > 1 for shape in shapes) or None in rows:
            raise traitlets.TraitError(
                f"{self.name} must have the axes {', '.join(AXES)}; got {value!r}"
            )
        for number in (number for row in rows for number in row):
            if not is_finite_number(number) or abs(number) > LARGEST:
                raise traitlets.TraitError(
                    f"{self.name} must hold numbers from {-LARGEST:g} to {LARGEST:g}; "
                    f"got {number!r}"
                )
        return [[[float(n) for n in row] for row in sample] for sample in samples]


class IndexList(Numbers):
    """A list of whole numbers of at least 0."""

    def validate(self, obj: Any, value: Any) -> list[int]:
        numbers = super().validate(obj, value)
        if any(n < 0 or n != int(n) for n in numbers):
            raise traitlets.TraitError(
                f"{self.name} must be whole numbers of at least 0; got {value!r}"
            )
        return [int(n) for n in numbers]


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

    block = NumberBlock().tag(sync=True)
    labels = TextList().tag(sync=True)
    kernel = traitlets.Enum(KERNELS, "layer_norm").tag(sync=True)
    axes = IndexList([2]).tag(sync=True)
    lengths = IndexList().tag(sync=True)
    use_mask = traitlets.Bool().tag(sync=True)
    running_mean = Numbers().tag(sync=True)
    running_var = Numbers().tag(sync=True)
    inference = traitlets.Bool().tag(sync=True)
    selected = IndexList([0, 0, 0]).tag(sync=True)
    poke = Number(0.0).tag(sync=True)

    def __init__(self, block: Any, labels: Any = None, **state: Any) -> None:
        given = {"labels": labels} | state
        chosen = {name: value for name, value in given.items() if value is not None}
        super().__init__(block=block, **chosen)

    @traitlets.default("labels")
    def _count_tokens(self) -> list[str]:
        return [f"token {t + 1}" for sample in self.block for t, _ in enumerate(sample)]

    @traitlets.default("lengths")
    def _all_are_real(self) -> list[int]:
        return [len(sample) for sample in self.block]

    @traitlets.default("running_mean")
    def _fresh_mean(self) -> list[float]:
        return [0.0 for _ in self.block[0][0]]

    @traitlets.default("running_var")
    def _fresh_variance(self) -> list[float]:
        return [1.0 for _ in self.block[0][0]]

    @traitlets.validate(*_state)
    def _check(self, proposal: Any) -> Any:
        state = {name: getattr(self, name) for name in self._state}
        state[proposal.trait.name] = proposal.value
        _check_fit(**state)
        return proposal.value

    def __repr__(self) -> str:
        return f"{type(self).__name__}({np.shape(self.block)}, {self._rule()})"

    def _rule(self) -> str:
        if self.kernel == "layer_norm":
            return f"layer_norm over {', '.join(AXES[axis] for axis in self.axes)}"
        return self.kernel + (", inference" if self._frozen() else "")

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
            [f"sample {b + 1}, {self.labels[b * n_tokens + t]}"]
            + [f"{x:g} → {y:.4f}" for x, y in zip(row, outputs[b, t], strict=True)]
            for b, sample in enumerate(self.block)
            for t, row in enumerate(sample)
        ]
        features = [f"feature {f + 1}" for f in range(outputs.shape[2])]
        b, t, f = self.selected
        changed = int((poked != outputs).sum())
        return table(
            f"Input → output of {self._rule()}", ["", *features], rows
        ) + paragraph(
            f"Adding {self.poke:g} to feature {f + 1} of "
            f"{self.labels[b * n_tokens + t]} in sample {b + 1} changes {changed} of "
            f"the {outputs.size} outputs."
        )


def _check_fit(
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
    shape = samples, tokens, features = np.shape(block)
    for (name, most), size in zip(MOST.items(), shape, strict=True):
        _require(1 <= size <= most, f"block must have 1 to {most} {name}", size)
    for name, size, values in (
        ("labels", samples * tokens, others["labels"]),
        ("lengths", samples, lengths),
        ("running_mean", features, others["running_mean"]),
        ("running_var", features, running_var),
        ("selected", 3, selected),
    ):
        _require(len(values) == size, f"{name} must have {size} entries", len(values))
    in_order = axes and axes == sorted(set(axes)) and set(axes) <= {0, 1, 2}
    _require(in_order, "axes must be some of 0, 1, 2, in this order", axes)
    _require(max(lengths) <= tokens, f"lengths must be at most {tokens}", lengths)
    _require(min(running_var) >= 0, "running_var must be at least 0", running_var)
    inside = all(i < n for i, n in zip(selected, shape, strict=True))
    _require(inside, f"selected must lie in a block of shape {shape}", selected)
    _require(abs(poke) <= 2 * LARGEST, f"poke must be at most {2 * LARGEST:g}", poke)


def _require(holds: Any, rule: str, came: Any) -> None:
    if not holds:
        raise traitlets.TraitError(f"{rule}; got {came}")
