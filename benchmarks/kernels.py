"""What the kernels cost beside PyTorch's own: `python benchmarks/kernels.py`.

Each row runs PyTorch's function and our kernel on the same input, with NumPy arrays
and with torch tensors, in turn, and gives the ratio of the fastest runs and of the
peak memory beyond the input. Times depend on the machine; read the ratios.
"""

import ctypes
import gc
import time
from pathlib import Path

import glassbox as g
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

ROUNDS = 7
STATUS, CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")
LARGE = (64, 512, 512)


def main():
    torch.manual_seed(0)
    head = f"{'kernel':<30}{'PyTorch ms':>11}{'NumPy x':>9}{'torch x':>9}"
    print(f"{head}{'PyTorch MB':>12}{'NumPy MB':>10}{'torch MB':>10}")
    for name, theirs, ours, tensors in cases():
        arrays = [x.numpy() for x in tensors]
        calls = [(theirs, tensors), (ours, arrays), (ours, tensors)]
        check_agreement(name, calls)
        base, numpy_time, torch_time = fastest(calls)
        times = f"{1e3 * base:11.2f}{numpy_time / base:9.2f}{torch_time / base:9.2f}"
        memory = "".join(
            f"{peak_memory(*call):{w}.1f}"
            for call, w in zip(calls, (12, 10, 10), strict=True)
        )
        print(f"{name:<30}{times}{memory}", flush=True)


def cases():
    """Yield a name, PyTorch's function, our kernel and their input as tensors."""
    x, gamma, beta = torch.randn(LARGE), torch.randn(512), torch.randn(512)
    wide = torch.randn(8, 512, 2048)
    yield "softmax", lambda z: F.softmax(z, -1), g.softmax, [x]
    yield "log_softmax", lambda z: F.log_softmax(z, -1), g.log_softmax, [x]
    norm = [x, gamma, beta]
    yield (
        "layer_norm",
        lambda z, a, b: F.layer_norm(z, (512,), a, b),
        g.layer_norm,
        norm,
    )
    yield "rms_norm", lambda z, a: F.rms_norm(z, (512,), a, 1e-5), g.rms_norm, norm[:2]
    yield "batch_norm", torch_batch_norm, g.batch_norm, norm
    yield "residual_connection", torch.add, g.residual_connection, [x, x + 1]
    yield "relu", F.relu, g.relu, [wide]
    yield "gelu (tanh)", *gelus("tanh"), [wide]
    yield "gelu (erf)", *gelus("none"), [wide[:1]]

    causal = torch.ones(512, 512, dtype=torch.bool).tril()
    heads = [torch.randn(1, 8, 512, 64) for _ in range(3)]
    yield "attention", torch_attention, our_attention, heads
    yield (
        "attention, causal",
        lambda q, k, v, m: F.scaled_dot_product_attention(q, k, v, is_causal=True),
        lambda q, k, v, m: g.scaled_dot_product_attention(q, k, v, m).output,
        [*heads, causal],
    )
    logits, ids = torch.randn(512, 10000), torch.arange(512)
    yield "cross_entropy", F.cross_entropy, g.cross_entropy, [logits, ids]
    table = torch.randn(10000, 512)
    yield "vocabulary_logits", F.linear, g.vocabulary_logits, [x[0], table]
    yield "embed", lambda i, t: F.embedding(i, t), g.embed, [ids, table]
    yield "keep_top_k", torch_top_k, lambda z: g.keep_top_k(z, 50), [logits]

    model = nn.Transformer(512, 8, 1, 1, 2048, dropout=0.0, batch_first=True).eval()
    parameters = g.from_torch(model)
    torch_parameters = g.map_arrays(parameters, torch.tensor)

    def our_model(x, y):
        p = torch_parameters if torch.is_tensor(x) else parameters
        return g.decode(y, g.encode(x, p.encoder).output, p.decoder).output

    yield "nn.Transformer, 1 + 1 layers", model, our_model, [x[:4, :128], x[4:8, :128]]


def torch_attention(query, key, value):
    return F.scaled_dot_product_attention(query, key, value)


def our_attention(query, key, value):
    return g.scaled_dot_product_attention(query, key, value).output


def gelus(approximate):
    return (
        lambda x: F.gelu(x, approximate=approximate),
        lambda x: g.gelu(x, approximate=approximate),
    )


def torch_batch_norm(x, gamma, beta):
    rows = x.reshape(-1, x.shape[-1])
    normalised = F.batch_norm(rows, None, None, gamma, beta, training=True)
    return normalised.reshape(x.shape)


def torch_top_k(logits):
    least = torch.topk(logits, 50).values[..., -1:]
    return logits.masked_fill(logits < least, -torch.inf)


def check_agreement(name, calls):
    """A ratio between two functions that differ would mean nothing."""
    with torch.no_grad():
        expected, *others = [np.asarray(run(*inputs)) for run, inputs in calls]
    for value in others:
        np.testing.assert_allclose(value, expected, rtol=1e-3, atol=1e-4, err_msg=name)


def fastest(calls):
    """Time the calls in turn, so that all see the same machine; the best of each."""
    best = [np.inf] * len(calls)
    with torch.no_grad():
        for _ in range(ROUNDS):
            for i, (function, inputs) in enumerate(calls):
                start = time.perf_counter()
                function(*inputs)
                best[i] = min(best[i], time.perf_counter() - start)
    return best


def peak_memory(function, inputs):
    """Megabytes at most beyond what was there before; nan where the system hides it."""
    if not (CLEAR.exists() and hasattr(ctypes.CDLL(None), "malloc_trim")):
        return float("nan")
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)  # what was freed is not what is in use
    CLEAR.write_text("5")  # Linux: forget the peak so far
    before = status("VmRSS")
    with torch.no_grad():
        function(*inputs)
    return (status("VmHWM") - before) / 1024


def status(field):
    """Read one of this process's sizes, in kB."""
    lines = STATUS.read_text().splitlines()
    return int(next(line for line in lines if line.startswith(field)).split()[1])


if __name__ == "__main__":
    main()
