"""How many bytes one attention moves between a GPU's memory and its chip."""

from typing import NamedTuple

from ..words import translated as _
from ._cells import KEY, QUERY, VALUE, WEIGHTS

UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB")


class Move(NamedTuple):
    """An array that moves, its color, its bytes, how often, and which way."""

    name: str
    color: str
    size: int  # bytes
    times: int = 1
    is_read: bool = True  # from GPU memory; else written to it

    @property
    def total(self) -> int:
        """Return all of its bytes that move."""
        return self.size * self.times


def moves(n: int, d: int, n_bytes: int, query_block: int | None = None) -> list[Move]:
    """List what moves, in order; without a block of queries, plain."""
    vectors, table = n * d * n_bytes, n * n * n_bytes
    times = -(-n // query_block) if query_block else 1  # the last block may be shorter
    query, key = Move("Q", QUERY, vectors), Move("K", KEY, vectors, times)
    value = Move("V", VALUE, vectors, times)
    output = Move(_("output"), VALUE, vectors, is_read=False)
    if query_block:
        return [query, key, value, output]
    scores, weights = (
        Move(_("scores"), WEIGHTS, table),
        Move(_("weights"), WEIGHTS, table),
    )
    out = {"is_read": False}
    tables = [scores._replace(**out), scores, weights._replace(**out), weights]
    return [query, key, *tables, value, output]


def unit_of(smallest: int) -> int:
    """Return the largest power of 1,024 of which the smallest is a tenth or more."""
    fits = [i for i in range(len(UNITS)) if smallest >= 0.1 * 1024**i]
    return fits[-1]


def sized(size: float, power: int) -> str:
    """Return bytes in a unit, with at most two decimals, and from 100 on with none.

    >>> sized(2**19, 2), sized(2**25, 2), sized(3 * 2**20 + 1, 1)
    ('0.5 MiB', '32 MiB', '3,072 KiB')
    """
    value = size / 1024**power
    return f"{decimal(value, 2 if value < 100 else 0)} {UNITS[power]}"


def decimal(value: float, decimals: int) -> str:
    """Return a number with at most so many decimals, its thousands apart.

    >>> decimal(2052, 2), decimal(0.5, 2), decimal(7.647, 1)
    ('2,052', '0.5', '7.6')
    """
    text = f"{value:,.{decimals}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
