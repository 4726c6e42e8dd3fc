"""Training monitor: how far a training is, its losses and its exact share, live."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import traitlets
from IPython import get_ipython

from .._base import GlassBoxWidget
from .._traits import WholeNumber, is_finite_number
from .fallback import described
from .numbers import checked, named_levels, texts_of

MOST_STEPS = 10_000


class TrainingMonitor(GlassBoxWidget):
    """A training's progress, its loss at every step, and its exact share.

    In a notebook it follows while the cell runs; the finished record stays. At most
    every tenth step is sent on its own; those between travel along, and the last ones
    when the cell ends, even if it is interrupted.

    Parameters
    ----------
    n_steps : int
        1 to 10,000: how many steps are planned. Another number forgets the record.
    levels : dict of str to float, optional
        Losses to compare with, by their names: a line is drawn at each.
    samples : dict of str to str, optional
        What the model is given, and what it should write. With them the reader steps
        through the moments at which `show` was told what it wrote.

    Raises
    ------
    traitlets.TraitError
        If n_steps breaks this rule, or if the record is written to by hand.

    Chapter: train_a_translator.

    >>> from glassbox.models.translator import Step
    >>> monitor = TrainingMonitor(300)
    >>> monitor.show(Step(number=1, loss=2.75, learning_rate=5e-05))
    >>> monitor
    TrainingMonitor(n_steps=300)
    """

    _folder = Path(__file__).parent
    _state = (
        "n_steps", "record", "exact", "held_out", "levels", "samples", "written",
        "running",
    )  # fmt: skip

    n_steps = WholeNumber(900, least=1, most=MOST_STEPS).tag(sync=True, rule=None)
    # float32, two a step from step 1 on: loss, learning rate; a rate of nan: not shown
    record = traitlets.Bytes(read_only=True).tag(sync=True)
    exact = traitlets.List(read_only=True).tag(sync=True)  # of [step, share]
    held_out = traitlets.List(read_only=True).tag(sync=True)  # of [step, loss]
    levels = traitlets.List(read_only=True).tag(sync=True)  # of [name, loss]
    samples = traitlets.List(read_only=True).tag(sync=True)  # of [source, right]
    written = traitlets.List(read_only=True).tag(sync=True)  # of [step, texts]
    running = traitlets.Bool(read_only=True).tag(sync=True, rule=None)

    def __init__(
        self,
        n_steps: int = 900,
        levels: Mapping[str, float] | None = None,
        samples: Mapping[str, str] | None = None,
    ) -> None:
        self._steps: dict[int, tuple[float, float]] = {}  # loss and rate by number
        self._shares: dict[int, float] = {}
        self._held_out: dict[int, float] = {}
        self._written: dict[int, list[str]] = {}
        self._unsent = 0
        super().__init__(n_steps=n_steps)
        self.set_trait("levels", named_levels(levels or {}))
        self.set_trait("samples", [list(pair) for pair in (samples or {}).items()])

    def show(
        self,
        step: Any,
        exact: float | None = None,
        held_out: float | None = None,
        written: Sequence[str] | None = None,
    ) -> None:
        """Add a step to the record.

        A step shown twice counts as shown last; steps out of order find their places.
        Step 1 shown again begins a new record.

        Parameters
        ----------
        step : glassbox.models.translator.Step
            Its number, from 1 to n_steps; its loss, which may be nan or infinite; its
            learning rate.
        exact : float, optional
            0 to 1: the share of examples that come out exactly right after this step.
        held_out : float, optional
            The loss after this step on examples that it does not train on.
        written : sequence of str, optional
            What the model writes after this step, a text for each of the samples.

        Raises
        ------
        TypeError, ValueError
            If a value breaks these rules; the record then stays as it was.
        """
        number, loss, rate = checked(step, self.n_steps)
        if exact is not None and not (is_finite_number(exact) and 0 <= exact <= 1):
            raise ValueError(f"exact must be None or from 0 to 1; got {exact!r}")
        if held_out is not None and not is_finite_number(held_out):
            raise ValueError(f"held_out must be None or finite; got {held_out!r}")
        texts = texts_of(written, len(self.samples))
        if number == 1 and 1 in self._steps:
            self._forget()
        self._steps[number] = loss, rate
        if exact is not None:
            self._shares[number] = float(exact)
        if held_out is not None:
            self._held_out[number] = float(held_out)
        if texts is not None:
            self._written[number] = texts
        self._unsent += 1
        is_due = self._unsent >= max(10, self.n_steps // 100)
        is_measured = any(x is not None for x in (exact, held_out, texts))
        if is_due or is_measured or number in (1, self.n_steps):
            self._bring_up_to_date(running=True)
        self._hear_the_cell_end()

    def _bring_up_to_date(self, *, running: bool) -> None:
        """Send the page the whole record, in one message."""
        rows = np.full((max(self._steps, default=0), 2), np.nan, dtype="<f4")
        if self._steps:
            with np.errstate(over="ignore"):  # beyond float32: infinite is right
                rows[np.array(list(self._steps)) - 1] = list(self._steps.values())
        with self.hold_sync():
            self.set_trait("record", rows.tobytes())
            measured = {
                "exact": self._shares,
                "held_out": self._held_out,
                "written": self._written,
            }
            for name, values in measured.items():
                self.set_trait(name, [list(pair) for pair in sorted(values.items())])
            self.set_trait("running", running)
        self._unsent = 0

    def _hear_the_cell_end(self) -> None:
        shell = get_ipython()
        if shell and self._cell_ended not in shell.events.callbacks["post_run_cell"]:
            shell.events.register("post_run_cell", self._cell_ended)

    def _cell_ended(self, result: Any) -> None:
        get_ipython().events.unregister("post_run_cell", self._cell_ended)
        self._bring_up_to_date(running=False)

    @traitlets.observe("n_steps")
    def _begin_again(self, change: Any) -> None:
        if self._steps:
            self._forget()
            self._bring_up_to_date(running=False)

    def _forget(self) -> None:
        for known in (self._steps, self._shares, self._held_out, self._written):
            known.clear()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(n_steps={self.n_steps})"

    def describe(self) -> str:
        return described(self)
