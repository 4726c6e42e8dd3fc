"""How long a step waits for its weights, and how long it computes: two lines."""

from dataclasses import asdict, dataclass
from typing import NamedTuple

from ...models.writing_costs import load_record

OPERATIONS = 2  # for each parameter and token: a product and a sum


@dataclass(frozen=True)
class Card:
    """What its maker says of a card: dense 16-bit operations and bytes per second."""

    operations: float
    bytes: float


CARDS = {
    "a100": Card(312e12, 2.0e12),
    "h100": Card(989e12, 3.35e12),
}
CARD_NUMBERS = {name: asdict(card) for name, card in CARDS.items()}
MEASURED = load_record()["weights"]


class Step(NamedTuple):
    """The times of one step, in milliseconds, or in those of one token measured."""

    reading: float
    computing: float

    @property
    def whole(self) -> float:
        """The larger one sets the pace."""
        return max(self)


def step(machine: str, n: int, billions: float, bytes_each: int) -> Step:
    """Return what a step with n tokens at once takes; a core's, from its ends.

    On the core that was measured, one token is all reading, and the longest row all
    computing.
    """
    if machine == "core":
        return Step(
            MEASURED["time"][0], n * MEASURED["time"][-1] / MEASURED["rows"][-1]
        )
    card, parameters = CARDS[machine], billions * 1e9
    return Step(
        1e3 * parameters * bytes_each / card.bytes,
        1e3 * OPERATIONS * parameters * n / card.operations,
    )


def knee(machine: str, billions: float, bytes_each: int) -> float:
    """Return for how many tokens computing takes as long as reading."""
    one = step(machine, 1, billions, bytes_each)
    return one.reading / one.computing
