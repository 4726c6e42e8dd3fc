"""Train the date translator: python -m training.translator.train [SEED …]

Without a seed: seed 0, written in half precision to lib/glassbox/models/translator.
With seeds: each is trained and measured, and nothing is written. About a minute each.
"""

import sys
import time

import numpy as np
import torch
from glassbox import map_arrays, save_parameters
from glassbox.models.translator import (
    draw_pairs,
    exact_share,
    new_translator,
    training_steps,
    unseen_days,
)
from glassbox.models.translator.model import MODEL


def train(seed):
    """Return a trained model; print its loss and exact share on the way."""
    model = new_translator(seed)
    pairs = draw_pairs(unseen_days(), 1000, np.random.default_rng(seed))
    started = time.perf_counter()
    for step in training_steps(model, seed=seed):
        if step.number % 100 == 0:
            with torch.no_grad():
                exact = exact_share(model, pairs)
            passed = time.perf_counter() - started
            print(
                f"seed {seed}, step {step.number}: loss {step.loss:.3f} nats, "
                f"{exact:.1%} of 1,000 exact, {passed:.0f} s"
            )
    return model


def main(*seeds):
    torch.set_num_threads(1)  # the matrices are too small for two to help
    if seeds:
        for seed in seeds:
            train(int(seed))
        return
    half = map_arrays(train(0), lambda x: x.detach().to(torch.float16))
    save_parameters(half, MODEL)
    print(f"{MODEL.name}: {MODEL.stat().st_size} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
