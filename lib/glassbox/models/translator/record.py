"""What was written down while the translator was trained."""

import json
from pathlib import Path
from typing import Any

RUN = Path(__file__).parent / "training_run.json"


def load_run() -> dict[str, Any]:
    """Return what was measured while the translator was trained, and what goes wrong.

    Returns
    -------
    dict
        losses of 900 steps; steps, and at each of them held_out (the loss on 1,000
        unseen dates) and parts (shares of right years, months, days and whole dates);
        maps, two_ways, and the runs leaky, ten_days, sure and bold.

    Source
    ------
    training/translator/watch.py made it. Chapter: train_a_translator.

    >>> len(load_run()["losses"])
    900
    """
    return json.loads(RUN.read_text(encoding="utf-8"))
