"""What a key-value cache saves, counted cell by cell, and what it costs in bytes."""

from collections import Counter
from dataclasses import asdict, dataclass

NEW, AGAIN, KEPT = "new", "again", "kept"


@dataclass(frozen=True)
class Shape:
    """What decides the size of a model's cache; parameters and context to compare."""

    n_layers: int
    n_heads: int
    n_key_value_heads: int
    d_head: int
    parameters: int
    context: int  # tokens that the model was trained to read at most


MODELS = {
    "poems": Shape(2, 4, 4, 16, 144_040, 72),
    "gpt2": Shape(12, 12, 12, 64, 124_439_808, 1_024),
    "llama": Shape(32, 32, 8, 128, 8_030_261_248, 8_192),
}
SHAPES = {name: asdict(shape) for name, shape in MODELS.items()}


def row_kinds(step: int, keep: bool) -> list[str]:
    """Return where each token's key and value come from in one step, oldest first."""
    return [KEPT if keep else AGAIN] * (step - 1) + [NEW]


def count_kinds(written: int, keep: bool) -> Counter:
    """Return how many keys of all steps so far were new, computed again, or kept."""
    steps = range(1, written + 1)
    return Counter(kind for step in steps for kind in row_kinds(step, keep))


def computed(kinds: Counter) -> int:
    """Return how many of these keys were computed."""
    return kinds[NEW] + kinds[AGAIN]


def divisors(n: int) -> list[int]:
    """Return what divides n, from 1 to n."""
    return [k for k in range(1, n + 1) if n % k == 0]


def token_factors(shape: Shape, n_key_value_heads: int, bytes_each: int) -> list[int]:
    """Return the factors of a token's bytes; the 2 is one key and one value."""
    return [2, shape.n_layers, n_key_value_heads, shape.d_head, bytes_each]


def amount(n_bytes: float) -> tuple[float, int]:
    """Return 1.5, 2 for 1.5 MiB: at most two decimals, and the power of 1,024."""
    power = 0
    while n_bytes >= 1024 and power < 4:
        n_bytes, power = n_bytes / 1024, power + 1
    return int(100 * n_bytes + 0.5) / 100, power
