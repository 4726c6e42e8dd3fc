"""What training and using the translator cost: `python benchmarks/translator.py`.

Times depend on the machine; read the ratios. --full trains all the way, once a seed.
"""

import sys
import time

import glassbox as g
import numpy as np
import torch
from glassbox.models.translator import (
    END_ID,
    START_ID,
    draw_pairs,
    exact_share,
    load_translator,
    new_translator,
    source_ids,
    training_steps,
    translate,
    unseen_days,
)
from glassbox.models.translator.training import N_STEPS

SAMPLE = 30  # steps
SEEDS = (0, 1, 2)


def main(*options):
    alone, together = (seconds_a_step(n_threads) for n_threads in (1, 2))
    print(f"training, one thread: {1e3 * alone:.0f} ms a step", end=", ")
    print(f"{N_STEPS} steps {N_STEPS * alone:.0f} s")
    print(f"two threads: {together / alone:.2f} times as long")
    model = load_translator()
    cached, again = (
        fastest(lambda f=f: f(model, "September 30, 2026"))
        for f in (translate, without_cache)
    )
    print(f"a translation in NumPy: {1e3 * cached:.1f} ms", end=", ")
    print(f"without the cache {again / cached:.2f} times as long")
    if "--full" in options:
        for seed in SEEDS:
            train_in_full(seed)


def seconds_a_step(n_threads):
    """Return the median time of a training step."""
    torch.set_num_threads(n_threads)
    times, last = [], time.perf_counter()
    for _ in training_steps(new_translator(), n_steps=SAMPLE, warm_up=10):
        times.append(time.perf_counter() - last)
        last = time.perf_counter()
    return float(np.median(times))


def without_cache(model, source):
    """Translate as `translate` does, computing every row again at each step."""
    memory = g.encode_tokens(source_ids(source), model).output
    ids = [START_ID]
    while ids[-1] != END_ID:
        logits = g.decode_tokens(ids, memory, model).output[-1]
        ids.append(int(g.greedy(logits)))


def fastest(run, rounds=9):
    """Return the shortest of several runs, in seconds."""
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        run()
        times.append(time.perf_counter() - started)
    return min(times)


def train_in_full(seed):
    """Train a model as the chapter does and print how long, and how well."""
    torch.set_num_threads(1)
    model, started = new_translator(seed), time.perf_counter()
    for step in training_steps(model, seed=seed):
        loss = step.loss
    passed = time.perf_counter() - started
    pairs = draw_pairs(unseen_days(), 1000, np.random.default_rng(seed))
    with torch.no_grad():
        exact = exact_share(model, pairs)
    print(f"seed {seed}: {passed:.0f} s, loss {loss:.4f} nats, {exact:.1%} exact")


if __name__ == "__main__":
    main(*sys.argv[1:])
