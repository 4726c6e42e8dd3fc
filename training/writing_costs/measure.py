"""Count and clock what writing costs: the record of the chapter writing_costs.

OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 python -m training.writing_costs.measure: six
minutes or so on one core, and 5 GB; it writes to lib/glassbox/models/writing_costs.
With the name of a part behind it, such as weights, it measures that part alone again.

Times are the processor's, not the clock's on the wall, so that other programs disturb
them little, and the shortest of several runs counts. With more than one thread they
would be added up over the threads: hence the variables.
"""

import json
import os
import sys
import time

import numpy as np
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
MATRICES, WIDTH = 12, 2048  # 201 MB of float32: six times as much as the caches hold
ROWS = [2**power for power in range(11)]
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


def products():
    """Clock what a step's products take alone: a token through the decoder's matrices.

    All fit into the processor's own caches, so hardly anything of it is memory's.
    """
    model = new_decoder(**CLOCKED)
    matrices = [model.target_table.T]
    for layer in model.transformer.decoder.layers:
        own, source, think = (
            layer.self_attention,
            layer.cross_attention,
            layer.feed_forward,
        )
        matrices += [own.w_q, own.w_k, own.w_v, own.w_o]
        matrices += [source.w_q, source.w_o]  # the source's keys were made once
        matrices += [think.w_1, think.w_2]
    tokens = {n: np.ones((1, n), np.float32) for n in {len(m) for m in matrices}}
    step = shortest(2 * RUNS, lambda: write(model, 16, cached=True)) / 16
    alone = shortest(20 * RUNS, lambda: [tokens[len(m)] @ m for m in matrices])
    print(f"a step: {1000 * step:.2f} ms, its products: {1000 * alone:.2f} ms")
    megabytes = sum(m.nbytes for m in matrices) / 1e6
    return {"share": rounded([alone / step])[0], "megabytes": rounded([megabytes])[0]}


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


def weights():
    """Clock how long n rows take through the same matrices, with each n in turn.

    The matrices are laid out once as the product reads them, which a program that
    writes text does when it loads a model. NumPy does it in every product, and that
    takes longer than to read them.
    """
    import torch  # only here: the other parts need NumPy alone

    torch.set_num_threads(1)
    torch.manual_seed(0)
    product = torch.ops.mkldnn
    matrices = [
        product._reorder_linear_weight(torch.randn(WIDTH, WIDTH) / WIDTH**0.5, 64)
        for _ in range(MATRICES)
    ]
    inputs = {n: torch.randn(n, WIDTH) for n in ROWS}

    def run(n):
        x = inputs[n]
        for matrix in matrices:
            x = product._linear_pointwise(x, matrix, None, "none", [], "")

    least = dict.fromkeys(ROWS, float("inf"))
    with torch.inference_mode():
        for _ in range(4 * RUNS):  # in turn: what disturbs one disturbs all
            for n in ROWS:
                several = 3 if n <= 64 else 1
                least[n] = min(least[n], shortest(several, lambda n=n: run(n)))
    print({n: f"{1000 * seconds:.1f} ms" for n, seconds in least.items()})
    return {"rows": ROWS, "time": rounded(least[n] / least[1] for n in ROWS)}


PARTS = {
    "writing": writing,
    "products": products,
    "attention": attention,
    "weights": weights,
}


def main():
    for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        if os.environ.get(variable) != "1":
            raise SystemExit(f"set {variable}=1: see above")
    names = sys.argv[1:] or list(PARTS)
    record = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}
    record |= {name: PARTS[name]() for name in names}
    RECORD.write_text(json.dumps(record) + "\n", "utf-8")
    print(json.dumps(record, indent=1))


if __name__ == "__main__":
    main()
