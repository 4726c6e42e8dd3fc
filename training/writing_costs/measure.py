"""Count and clock what writing costs: the record of the chapter writing_costs.

OPENBLAS_NUM_THREADS=1 python -m training.writing_costs.measure: about five minutes on
one core and 5 GB of memory, written to lib/glassbox/models/writing_costs.

Times are the processor's, not the clock's on the wall, so that other programs disturb
them little, and the shortest of several runs counts. With more than one thread they
would be added up over the threads: hence the variable.
"""

import json
import os
import time

from glassbox import blockwise_attention, scaled_dot_product_attention
from glassbox.models.writing_costs import (
    CLOCKED,
    MEBIBYTE,
    RECORD,
    held_by,
    keys_computed,
    new_decoder,
    random_lookup,
    read_at_once,
    write,
)

WRITTEN = [16, 32, 64, 128, 256, 512]
LOOKED_UP = [1024, 4096, 16384]
RUNS = 5


def shortest(runs, run):
    """Return the least of several times of run(), in the processor's seconds."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)


def rounded(numbers):
    """Keep three digits: a fourth one would be another one in the next run."""
    return [float(f"{number:.3g}") for number in numbers]


def writing():
    """Count keys and clock the decoder, with its cache, without it, and at once."""
    model = new_decoder(**CLOCKED)
    times = {"time_without": [], "time_with": [], "time_at_once": []}
    for n in WRITTEN:
        written = write(model, n, cached=True)
        if write(model, n, cached=False) != written:  # also warms up
            raise RuntimeError("with and without the cache, other tokens were written")
        runs = {
            "time_without": lambda n=n: write(model, n, cached=False),
            "time_with": lambda n=n: write(model, n, cached=True),
            "time_at_once": lambda ids=written: read_at_once(model, ids),
        }
        for name, run in runs.items():
            several = 20 if name == "time_at_once" else RUNS
            times[name].append(shortest(several, run))
        print(
            n, {name: f"{1000 * seconds[-1]:.1f} ms" for name, seconds in times.items()}
        )
    step = times["time_with"][0] / WRITTEN[0]
    return {
        "n_tokens": WRITTEN,
        "keys_without": [keys_computed(n, cached=False) for n in WRITTEN],
        "keys_with": [keys_computed(n, cached=True) for n in WRITTEN],
        **{name: rounded(t / step for t in seconds) for name, seconds in times.items()},
    }


def attention():
    """Measure and clock one lookup of many tokens, plain and in blocks."""
    held = [held_by(n) for n in LOOKED_UP]
    plain = []
    for n in LOOKED_UP:
        lookup = random_lookup(n)
        seconds = [
            shortest(RUNS, lambda kernel=kernel, x=lookup: kernel(*x))
            for kernel in (scaled_dot_product_attention, blockwise_attention)
        ]
        print(n, [f"{1000 * s:.1f} ms" for s in seconds])
        plain.append(seconds[0] / seconds[1])
    return {
        "n_tokens": LOOKED_UP,
        "plain": [round(one.plain / MEBIBYTE, 1) for one in held],
        "blocks": [round(one.blocks / MEBIBYTE, 1) for one in held],
        "difference": rounded(one.difference for one in held),
        "time_plain": rounded(plain),
    }


def main():
    if os.environ.get("OPENBLAS_NUM_THREADS") != "1":
        raise SystemExit("set OPENBLAS_NUM_THREADS=1: see above")
    record = {"writing": writing(), "attention": attention()}
    RECORD.write_text(json.dumps(record) + "\n", "utf-8")
    print(json.dumps(record, indent=1))


if __name__ == "__main__":
    main()
