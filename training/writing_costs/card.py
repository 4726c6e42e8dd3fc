"""Clock a graphics card: the part "card" of the record of the chapter writing_costs.

python -m training.writing_costs.card [FILE]: a minute on a card with 40 GB or more; it
writes JSON to FILE, or adds it to the record in lib/glassbox/models/writing_costs.

The weights: tokens go through matrices that take 2.1 GB, far more than the card's cache
holds. Attention: 8 heads of 128 numbers, nothing masked, in 32 bits with the book's two
kernels and PyTorch's fused one, and in 16 bits. All times are the card's own, by its
events; what is compared runs in turn, and the shortest time of each counts.
"""

import json
import sys
from functools import partial
from pathlib import Path

import torch
from glassbox.kernels.attention import scaled_dot_product_attention
from glassbox.kernels.cheaper_attention import blockwise_attention
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import scaled_dot_product_attention as of_torch

ROUNDS = 20
MATRICES, WIDTH = 16, 8192
ROWS = [2**power for power in range(12)]
LOOKED_UP = [1024, 4096, 16384]
N_HEADS, D_HEAD = 8, 128
GIBIBYTE = 2**30


def milliseconds(run):
    """Return what one run takes on the card."""
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    start.record()
    run()
    end.record()
    torch.cuda.synchronize()
    return start.elapsed_time(end)


def shortest(runs, rounds=ROUNDS):
    """Return the least time of each, all run in turn, after one round to warm up."""
    times = {name: [] for name in runs}
    for _ in range(rounds + 1):
        for name, run in runs.items():
            times[name].append(milliseconds(run))
    return {name: min(several[1:]) for name, several in times.items()}


def weights():
    """Clock how long n tokens take through the same matrices."""
    draw = {"device": "cuda", "dtype": torch.bfloat16}
    matrices = [torch.randn(WIDTH, WIDTH, **draw) / WIDTH**0.5 for _ in range(MATRICES)]

    def through(x):
        for matrix in matrices:
            x = x @ matrix

    inputs = {n: torch.randn(n, WIDTH, **draw) for n in ROWS}
    least = shortest({n: lambda x=x: through(x) for n, x in inputs.items()})
    read = MATRICES * WIDTH**2 * 2 / least[1] / 1e9  # terabytes per second
    most = max(MATRICES * WIDTH**2 * 2 * n / least[n] / 1e9 for n in ROWS)
    return {
        "rows": ROWS,
        "time": [rounded(least[n] / least[1]) for n in ROWS],
        "terabytes_per_second": rounded(read),
        "trillion_operations_per_second": rounded(most),
    }


def fused(q, k, v):
    """Look up with PyTorch's fused kernel: FlashAttention for 16 bits, a kin for 32."""
    with sdpa_kernel([SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION]):
        return of_torch(q, k, v)


def in_three_steps(q, k, v):
    """Look up as the equation says; the book's own kernel computes in 32 bits."""
    return torch.softmax(q @ k.mT / D_HEAD**0.5, dim=-1) @ v


def plain(q, k, v):
    """Look up with the book's plain kernel."""
    return scaled_dot_product_attention(q, k, v).output


WAYS = {
    "float32": {"plain": plain, "blocks": blockwise_attention, "fused": fused},
    "bfloat16": {"plain": in_three_steps, "fused": fused},
}


def attention(dtype):
    """Clock one lookup of many tokens, and measure the memory that it takes."""
    ways = WAYS[dtype]
    found = {way: {"milliseconds": [], "gibibytes": [], "error": []} for way in ways}
    for n in LOOKED_UP:
        shape = (3, 1, N_HEADS, n, D_HEAD)  # queries, keys, values
        lookup = torch.randn(shape, device="cuda", dtype=getattr(torch, dtype))
        runs = {name: partial(way, *lookup) for name, way in ways.items()}
        least = shortest(runs, rounds=5)
        heads = lookup.double().split(1, dim=2)  # one at a time: n x n numbers each
        exact = torch.cat([of_torch(*head) for head in heads], dim=1)
        for name, run in runs.items():
            torch.cuda.reset_peak_memory_stats()
            before = torch.cuda.memory_allocated()
            output = run()
            held = torch.cuda.max_memory_allocated() - before
            error = (output.double() - exact).abs().max().item()
            found[name]["milliseconds"].append(rounded(least[name]))
            found[name]["gibibytes"].append(rounded(held / GIBIBYTE))
            found[name]["error"].append(rounded(error))
            del output
        del lookup, heads, runs, run, exact
        torch.cuda.empty_cache()
    return found


def rounded(number):
    """Keep three digits: a fourth one would be another one in the next run."""
    return float(f"{number:.3g}")


def main():
    card = {
        "name": torch.cuda.get_device_name(),
        "torch": torch.__version__.partition("+")[0],
        "weights": weights(),
        "attention": {"n_tokens": LOOKED_UP} | {kind: attention(kind) for kind in WAYS},
    }
    print(json.dumps(card, indent=1))
    if sys.argv[1:]:
        Path(sys.argv[1]).write_text(json.dumps(card) + "\n", "utf-8")
        return
    from glassbox.models.writing_costs import RECORD

    record = json.loads(RECORD.read_text("utf-8"))
    RECORD.write_text(json.dumps(record | {"card": card}) + "\n", "utf-8")


if __name__ == "__main__":
    main()
