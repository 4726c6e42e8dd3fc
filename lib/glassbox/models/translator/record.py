"""What was written down while the translator was trained."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .training import Step, learning_rate

RUN = Path(__file__).parent / "training_run.json"


def load_run() -> dict[str, Any]:
    """Return what was measured while the translator was trained, and what goes wrong.

    Returns
    -------
    dict
        losses of 900 steps; steps, and at each of them held_out (the loss on 1,000
        unseen dates) and parts (shares of right years, months, days and whole dates);
        dates, and written, what the model wrote for them after some steps; maps,
        two_ways, and the runs leaky, ten_days, sure and bold.

    Source
    ------
    training/translator/watch.py made it. Chapter: train_a_translator.

    >>> len(load_run()["losses"])
    900
    """
    return json.loads(RUN.read_text(encoding="utf-8"))


def recorded_steps(run: dict[str, Any]) -> Iterator[tuple[Step, Any, Any, Any]]:
    """Yield what `TrainingMonitor.show` takes of each step of a stored training.

    Parameters
    ----------
    run : dict
        As `load_run` gives it.

    Yields
    ------
    (Step, exact, held_out, written)
        Where nothing was measured after a step, None.

    Source
    ------
    Chapter: train_a_translator.

    >>> step, exact, held_out, written = next(recorded_steps(load_run()))
    >>> step.number, exact, written[0]
    (1, 0.0, '^^^^^^^^6666')
    """
    exact = dict(zip(run["steps"], run["parts"]["all"], strict=True))
    held_out = dict(zip(run["steps"], run["held_out"], strict=True))
    written = dict(run["written"])
    for number, loss in enumerate(run["losses"], 1):
        step = Step(number, loss, learning_rate(number))
        yield step, exact.get(number), held_out.get(number), written.get(number)
