"""Which heads of SmolLM2 look where, on texts that repeat, and what cutting them does.

training/smollm2/induction.py recorded it from the file whose SHA-256 is SHA256.
"""

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np

INDUCTION = Path(__file__).with_name("induction.json")


class Cut(NamedTuple):
    """What the model does without some heads; losses in nats.

    which says why these heads: "induction" or "previous" (the best ones), "random",
    "same layers" (random ones in the layers of the best induction heads), or "none".
    first, second: loss on 40 random tokens, and on the same 40 once more; right: the
    part of these guessed; prose: loss on 320 tokens of the book's own English.
    """

    which: str
    heads: tuple[tuple[int, int], ...]  # (layer, head), counted from 0
    first: float
    second: float
    right: float
    prose: float


class InductionRecord(NamedTuple):
    """Scores of the 270 heads, (30, 9), and what is said with heads cut.

    induction_without are the induction scores while the best previous-token head is
    cut, 17.1, and induction_control those while the second best is cut, 12.2. alone is
    by how much the loss on the second 40 tokens grows if that head alone is cut, in
    nats, on the first four texts.
    """

    previous: np.ndarray
    induction: np.ndarray
    induction_without: np.ndarray
    induction_control: np.ndarray
    alone: np.ndarray
    whole: Cut
    cuts: tuple[Cut, ...]

    def of(self, which: str, n: int) -> list[Cut]:
        """Return the cuts of n heads that were chosen in this way.

        >>> [round(cut.right, 2) for cut in load_induction_record().of("previous", 1)]
        [0.06]
        """
        cuts = (self.whole, *self.cuts)
        return [cut for cut in cuts if cut.which == which and len(cut.heads) == n]

    def compared(self) -> dict[str, Cut]:
        """Return the best heads' cuts by name, and those of others from their layers.

        >>> list(load_induction_record().compared())[:4]
        ['none', '17.1', '19.7', '19.5, another']
        """
        (back,), (ahead,) = self.of("previous", 1), self.of("induction", 1)
        ((layer, head),) = (other := self.of("same layers", 1)[0]).heads
        (ten,) = self.of("induction", 10)
        drawn = enumerate(self.of("same layers", 10), start=1)
        return {
            "none": self.whole,
            **{f"{i + 1}.{h + 1}": c for c in (back, ahead) for i, h in c.heads},
            f"{layer + 1}.{head + 1}, another": other,
            "10 induction heads": ten,
            **{f"10 others, draw {n}": cut for n, cut in drawn},
        }


def load_induction_record() -> InductionRecord:
    """Return what was recorded of eight texts of 40 random tokens, twice in a row.

    Returns
    -------
    InductionRecord
        Scores are rounded to 0.01, losses to 0.001 nats.

    Source
    ------
    training/smollm2/induction.py made it; Olsson et al. 2022, section "Model analysis
    table". Chapter: inside_a_model.

    >>> record = load_induction_record()
    >>> record.induction.shape, record.whole.which, len(record.cuts)
    ((30, 9), 'none', 48)
    """
    told = json.loads(INDUCTION.read_text(encoding="utf-8"))
    names = InductionRecord._fields[:5]
    scores = (np.array(told[name]) for name in names)
    whole = _cut_of({"which": "none", "heads": []} | told["whole"])
    return InductionRecord(*scores, whole, tuple(map(_cut_of, told["cuts"])))


def _cut_of(told: dict) -> Cut:
    return Cut(**told | {"heads": tuple(map(tuple, told["heads"]))})
