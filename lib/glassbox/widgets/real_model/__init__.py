"""Real model: recorded runs of SmolLM2, layer by layer, with every head's attention."""

import json
from pathlib import Path
from typing import Any

import traitlets

from ...models.smollm2.runs import ATTENTION, RUNS, attention_text, load_runs
from .._base import AS_TEXT, GlassBoxWidget
from .._html import paragraph, table
from .._rules import text_rule
from .._traits import WholeNumber, checked_together, require

N_LAYERS = 30
N_HEADS = 9
LIBRARY = Path(__file__).parents[2]
TOLD = {*range(0, N_LAYERS, 5), 28, 29, 30}  # the layers of the fallback's table


def read_recorded() -> dict:
    """Return the recorded runs as the page gets them: all but the attention."""
    return json.loads(RUNS.read_text(encoding="utf-8"))


class RealModel(GlassBoxWidget):
    """What SmolLM2 would say after each of its 30 layers: recorded, not computed here.

    Parameters
    ----------
    prompt : str
        Which recorded run: a key of `load_runs`.
    layer : int
        0 to 30: how many layers the vectors have passed.
    token : int
        Whose next token is looked at; -1 is the last token of the prompt.
    seen : int
        0 to 30: how far the curve of the final answer is drawn, if not as far as layer.
    head_layer, head : int
        0 to 30 and 1 to 9: whose attention is shown, once the reader asks for it; of
        layer 0, the head that looks most at a token between the first and its own.
    source : int
        The token at which the heads look in the grid; -1 for their strongest look.
    guess : int
        1 to 30: from which layer on the reader expects the final answer; 0 for none
        yet, and before the page shows any layer, it asks for one.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: a_real_model.

    >>> RealModel("japan", layer=30)
    RealModel('japan', after layer 30: ␣Tokyo 70 %)
    """

    _folder = Path(__file__).parent
    _state = (
        "prompt", "layer", "token", "seen", "head_layer", "head", "source", "guess",
    )  # fmt: skip

    recorded = traitlets.Dict(read_only=True).tag(sync=True, **AS_TEXT)
    prompt = traitlets.Unicode("dream").tag(sync=True, rule=text_rule(40))
    layer = WholeNumber(0, least=0, most=N_LAYERS).tag(sync=True)
    token = WholeNumber(-1).tag(sync=True, least=-64, most=63)
    seen = WholeNumber(0, least=0, most=N_LAYERS).tag(sync=True)
    head_layer = WholeNumber(0, least=0, most=N_LAYERS).tag(sync=True)
    head = WholeNumber(1, least=1, most=N_HEADS).tag(sync=True)
    source = WholeNumber(-1, least=-1, most=63).tag(sync=True)
    guess = WholeNumber(0, least=0, most=N_LAYERS).tag(sync=True)
    # The file that comes when the reader asks for it: Python sends it. A built page
    # has it as a script, whose address stands here instead (tools/widgets_in_pages.py).
    rest = traitlets.Unicode(ATTENTION.relative_to(LIBRARY).as_posix()).tag(sync=True)
    rest_bytes = traitlets.Int().tag(sync=True)

    def __init__(
        self,
        prompt: str = "dream",
        *,
        layer: int = 0,
        token: int = -1,
        seen: int = 0,
        head_layer: int = 0,
        head: int = 1,
        source: int = -1,
        guess: int = 0,
    ) -> None:
        places = {"layer": layer, "token": token, "seen": seen}
        looks = {"head_layer": head_layer, "head": head, "source": source}
        super().__init__(prompt=prompt, guess=guess, **places, **looks)
        self.on_msg(self._answer)

    @traitlets.default("recorded")
    def _first_recorded(self) -> dict:
        return read_recorded()

    @traitlets.default("rest_bytes")
    def _measure_rest(self) -> int:
        return ATTENTION.stat().st_size if ATTENTION.is_file() else 0

    def _answer(self, _: Any, content: Any, buffers: Any) -> None:
        if content != {"ask": "rest"}:
            return
        try:
            self.send({"rest": attention_text()})
        except OSError:
            self.send({"missing": True})

    _check = checked_together("prompt", "token", "source")

    def fits(self, *, prompt: str, token: int, source: int) -> None:
        """Refuse a prompt that was not recorded, and tokens that it doesn't have."""
        keys = load_runs()
        rule = f"prompt must be one of {', '.join(keys)}"
        require(prompt in keys, rule, repr(prompt))
        n = len(keys[prompt].tokens)
        rule = f"token must be from {-n} to {n - 1}"
        require(-n <= token < n, rule, token)
        rule = f"source must be from -1 to {token % n}, the token that looks"
        require(-1 <= source <= token % n, rule, source)

    def __repr__(self) -> str:
        name, percent = self._first_at(self.layer)
        place = f"after layer {self.layer}: {name} {percent}"
        return f"{type(self).__name__}({self.prompt!r}, {place})"

    @property
    def since(self) -> int:
        """The layer from which the final answer comes first until the end."""
        return load_runs()[self.prompt].since(self.token)

    def _first_at(self, place: int, rank: int = 0) -> tuple[str, str]:
        run = load_runs()[self.prompt]
        percent = round(100 * run.probabilities[self.token, place, rank])
        told = f"{percent} %" if percent else "< 1 %"
        return run.top[self.token, place, rank], told

    def describe(self) -> str:
        run = load_runs()[self.prompt]
        places = sorted(TOLD | {self.layer})
        names = ("layer", "first", "second", "third", "norm")
        rows = [
            [
                f"{place}",
                *(" ".join(self._first_at(place, rank)) for rank in range(3)),
                f"{run.lengths[self.token, place]:g}",
            ]
            for place in places
        ]
        caption = self.text(
            "fallback.caption",
            tokens=" ".join(run.tokens),
            token=run.tokens[self.token],
        )
        name, percent = self._first_at(N_LAYERS)
        end = self.text("end", token=name, percent=percent, since=f"{self.since}")
        return (
            table(caption, [self.text(f"columns.{name}") for name in names], rows)
            + paragraph(end)
            + paragraph(self.text("recorded"))
        )
