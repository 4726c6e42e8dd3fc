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


CARDS = {"a100": Card(312e12, 2.0e12)}
CARD_NUMBERS = {name: asdict(card) for name, card in CARDS.items()}
RECORD = load_record()
MEASURED = {"h200": RECORD["card"]["weights"], "core": RECORD["weights"]}


class Step(NamedTuple):
    """The times of one step, in milliseconds, or in those of one token measured."""

    fetching: float
    computing: float

    @property
    def whole(self) -> float:
        """The larger one sets the pace."""
        return max(self)


def step(machine: str, n: int, billions: float, bytes_each: int) -> Step:
    """Return what a step with n tokens takes; if measured, from its ends.

    On a machine that was measured, one token is all fetching, and the longest row all
    computing.
    """
    if machine in MEASURED:
        rows, times = (MEASURED[machine][name] for name in ("rows", "time"))
        return Step(times[0], n * times[-1] / rows[-1])
    card, parameters = CARDS[machine], billions * 1e9
    return Step(
        1e3 * parameters * bytes_each / card.bytes,
        1e3 * OPERATIONS * parameters * n / card.operations,
    )


def knee(machine: str, billions: float, bytes_each: int) -> float:
    """Return for how many tokens computing takes as long as fetching."""
    one = step(machine, 1, billions, bytes_each)
    return one.fetching / one.computing
