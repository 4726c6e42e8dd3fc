"""Text surprise: what each token of a text costs a model, and its perplexity so far."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import traitlets

from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import Numbers, TextList, WholeNumber, checked_together, require

MOST_TOKENS = 48
LIKELIEST = 5


class TextSurprise(GlassBoxWidget):
    """A text, each token tinted by its surprise; press one to see what was expected.

    Parameters
    ----------
    tokens : string or list of 1 to 48 strings
        The text that came.
    probabilities : array, shape (len(tokens), len(vocabulary))
        What the model gave each possible token, from the tokens before alone.
    vocabulary : string or list of strings
        The token of each column.
    english : dict, optional
        What tokens mean; those without a meaning stand alone.
    translation : string
        What the text says, in a sentence; shown beneath it.
    chosen : int
        Whose candidates are shown.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: output_head.

    >>> TextSurprise("ab", [[0.5, 0.25, 0.25], [0.1, 0.8, 0.1]], "abc")
    TextSurprise('ab', mean surprise 0.458 nats, perplexity 1.58)
    """

    _folder = Path(__file__).parent
    _state = ("tokens", "shares", "ranks", "likeliest", "likeliest_shares", "chosen")

    tokens = TextList().tag(sync=True, rule=None)
    shares = Numbers().tag(sync=True, rule=None)  # of each token that came
    ranks = Numbers().tag(sync=True, rule=None)  # its place among the likeliest, from 1
    likeliest = TextList().tag(sync=True, rule=None)  # the same number for each token
    likeliest_shares = Numbers(axes=2).tag(sync=True, rule=None)
    english = traitlets.Dict().tag(sync=True)
    translation = traitlets.Unicode("").tag(sync=True)
    chosen = WholeNumber(0, least=0).tag(sync=True, below="tokens")

    def __init__(
        self,
        tokens: Sequence[str],
        probabilities: Any,
        vocabulary: Sequence[str],
        *,
        english: Mapping[str, str] | None = None,
        translation: str = "",
        chosen: int = 0,
    ) -> None:
        tokens, names, p = list(tokens), list(vocabulary), np.asarray(probabilities)
        require(0 < len(tokens) <= MOST_TOKENS, "tokens must be 1 to 48", len(tokens))
        shape = len(tokens), len(names)
        require(p.shape == shape, f"probabilities must have shape {shape}", p.shape)
        lost = [token for token in tokens if token not in names]
        require(not lost, "tokens must be in the vocabulary", lost)
        right = np.array([names.index(token) for token in tokens])
        shares = np.take_along_axis(p, right[:, None], axis=1)
        require((shares > 0).all(), "what came must have a probability above 0", shares)
        order = np.argsort(-p, axis=1, kind="stable")[:, :LIKELIEST]
        likeliest = [names[v] for row in order for v in row]
        meanings = {
            t: english[t] for t in (*tokens, *likeliest) if t in (english or {})
        }
        super().__init__(
            tokens=tokens,
            shares=shares[:, 0],
            ranks=1 + (p > shares).sum(axis=1),
            likeliest=likeliest,
            likeliest_shares=np.take_along_axis(p, order, axis=1),
            english=meanings,
            translation=translation,
            chosen=chosen,
        )

    _check = checked_together("tokens", "chosen")

    def fits(self, *, tokens: list[str], chosen: int) -> None:
        """Refuse to look at a token that isn't there."""
        rule = f"chosen must be from 0 to {len(tokens) - 1}"
        require(chosen < len(tokens), rule, chosen)

    def __repr__(self) -> str:
        mean = self.surprises().mean()
        told = f"mean surprise {mean:.3f} nats, perplexity {np.exp(mean):.3g}"
        return f"{type(self).__name__}({''.join(self.tokens)!r}, {told})"

    def surprises(self) -> np.ndarray:
        """Return what each token cost, in nats."""
        return -np.log(self.shares)

    def describe(self) -> str:
        costs = self.surprises()
        means = costs.cumsum() / np.arange(1, len(costs) + 1)
        n = len(self.likeliest) // len(self.tokens)
        rows = [
            [
                self._named(token),
                f"{cost:.2f}",
                ", ".join(map(self._named, self.likeliest[n * i : n * (i + 1)])),
                f"{np.exp(mean):.4g}",
            ]
            for i, (token, cost, mean) in enumerate(
                zip(self.tokens, costs, means, strict=True)
            )
        ]
        names = ("token", "surprise", "likeliest", "perplexity")
        columns = [self.text(f"fallback.columns.{name}") for name in names]
        numbers = {"mean": f"{means[-1]:.4f}", "perplexity": f"{np.exp(means[-1]):.4g}"}
        summary = self.text("fallback.summary", **numbers)
        said = paragraph(self.translation) if self.translation else ""
        return table(self.text("title"), columns, rows) + said + paragraph(summary)

    def _named(self, token: str) -> str:
        meaning = self.english.get(token)
        return f"{token} {meaning}" if meaning else token
