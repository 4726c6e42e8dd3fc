"""What a key-value cache takes in bytes, for the shapes of real models."""

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Shape:
    """What decides the size of a model's cache; parameters and context to compare."""

    n_layers: int
    n_heads: int
    n_key_value_heads: int
    d_head: int
    parameters: int
    context: int  # tokens that the model was trained to read at most
    has_biases: bool = False  # of the matrices for keys and values


MODELS = {
    "poems": Shape(2, 4, 4, 16, 144_040, 72),
    "gpt2": Shape(12, 12, 12, 64, 124_439_808, 1_024, True),
    "llama": Shape(32, 32, 8, 128, 8_030_261_248, 8_192),
}
SHAPES = {name: asdict(shape) for name, shape in MODELS.items()}


def divisors(n: int) -> list[int]:
    """Return what divides n, from 1 to n."""
    return [k for k in range(1, n + 1) if n % k == 0]


def token_factors(shape: Shape, n_key_value_heads: int, bytes_each: int) -> list[int]:
    """Return the factors of a token's bytes; the 2 is one key and one value."""
    return [2, shape.n_layers, n_key_value_heads, shape.d_head, bytes_each]


def weights(shape: Shape, n_key_value_heads: int) -> int:
    """Return the parameters with so many key–value heads: W_k and W_v have their width.

    The shape's own parameters are those of the model as it was built.
    """
    rows = shape.n_heads * shape.d_head + shape.has_biases  # d_model, and the bias
    of_a_head = 2 * shape.n_layers * rows * shape.d_head
    return shape.parameters + (n_key_value_heads - shape.n_key_value_heads) * of_a_head


def amount(n_bytes: float) -> tuple[float, int]:
    """Return 1.5, 2 for 1.5 MiB: at most two decimals, and the power of 1,024."""
    power = 0
    while n_bytes >= 1024 and power < 4:
        n_bytes, power = n_bytes / 1024, power + 1
    return int(100 * n_bytes + 0.5) / 100, power
