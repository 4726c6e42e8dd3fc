"""Count what other seeds copy, and after how many more steps: the record of copy_back.

python -m training.copy_back.record: about five minutes on one core, written to
lib/glassbox/models/copy_back.
"""

import json

import numpy as np
import torch
from glassbox.models.copy_back import (
    LONGEST,
    RECORD,
    SCHEMES,
    SLOWER_BASE,
    TRAINED_LENGTH,
    copy_back,
    exam,
    right_answers,
)

from training.copy_back.train import halved, train, train_on

SEEDS = range(5)
LENGTHS = (TRAINED_LENGTH, 2 * TRAINED_LENGTH, LONGEST)
STEPS = [0, 5, 10, 25, 50, 100, 200]
WAYS = {"slower": {"base": SLOWER_BASE}, "longer": {}, "stretched": {"stretch": 1 / 8}}


def part_right(model, n_tokens, **turning):
    """Return the part of the exam that a model copies rightly, in half precision."""
    arrays = {name: x.double().numpy() for name, x in halved(model).items()}
    ids = exam(n_tokens)
    logits = copy_back(ids, model._replace(**arrays), **turning).logits
    return round(float(np.nanmean(right_answers(logits, ids))), 3)


def main():
    torch.set_num_threads(1)  # the matrices are too small for two to help
    models = {scheme: [train(scheme, seed) for seed in SEEDS] for scheme in SCHEMES}
    seeds = {
        scheme: [[part_right(model, n) for n in LENGTHS] for model in those]
        for scheme, those in models.items()
    }
    slower = [
        [
            part_right(model, n, base=base)
            for n, base in ((64, 10000.0 * 2**4), (LONGEST, SLOWER_BASE))
        ]
        for model in models["rotary"]
    ]
    tuning = {"steps": STEPS}
    for way, turning in WAYS.items():
        longer = [train_on(models["rotary"][0], n, **turning) for n in STEPS]
        tuning[way] = [part_right(model, LONGEST, **turning) for model in longer]
    record = {"seeds": seeds, "slower": slower, "tuning": tuning}
    RECORD.write_text(json.dumps(record) + "\n", "utf-8")
    print(record)


if __name__ == "__main__":
    main()
