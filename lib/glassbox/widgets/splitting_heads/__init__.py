"""Splitting heads: one token's lookup, with every vector whole or cut in pieces."""

from pathlib import Path
from typing import Any

import numpy as np
import traitlets

from ...machine.parameters import AttentionParameters
from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import Numbers, TextList, WholeNumber, checked_together, require
from .numbers import names_of, run_stages

MOST_TOKENS = 4
MOST_HEADS = 4
WIDTHS = (2, 8)  # d_model, at least and at most
LARGEST = 100  # of any number
MATRICES = ("w_q", "w_k", "w_v", "w_o")
MORE = ("query", "transpose", "goal")


class SplittingHeads(GlassBoxWidget):
    """One token looks up the others, with one head or with several.

    Parameters
    ----------
    x : array or nested list, shape (n, d_model)
        1 to 4 tokens of 2 to 8 numbers, each from -100 to 100.
    w_q, w_k, w_v : array or nested list, shape (d_model, d_model)
        The projections, of numbers from -100 to 100.
    w_o : array or nested list, shape (d_model, d_model), optional
        What mixes the heads' answers; left out, they stay as they are.
    n_heads : int
        1 to 4; it divides d_model.
    tokens : list of n strings, optional
        A name for each token; "a", "b", … if left out.
    features : list of d_model strings, optional
        A name for each column of x. A column of w_k or w_v that reads a single feature
        passes its name on.
    token : int
        Which token asks, from 0; the second if left out.
    query : list of d_model numbers, optional
        What it asks, in place of its row of x @ w_q.
    transpose : bool
        False shows the mistake: a reshape to (n_heads, n, d_head) alone.
    goal : list of numbers, optional
        A challenge: find these, one for each number named as the answer's first.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: multi_head_attention.

    >>> SplittingHeads(
    ...     [[0, 1, 0, 3], [1, 0, 0, 0], [0, 0, 1, 5]],
    ...     w_q=[[6, 0, 0, 6], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
    ...     w_k=[[0, 0, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1], [0, 0, 0, 0]],
    ...     w_v=[[0, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 1, 0]],
    ...     tokens=["Mia", "calls", "Ben"],
    ...     features=["verb", "caller", "called", "name"],
    ... )
    SplittingHeads((3, 4), n_heads=1)
    """

    _folder = Path(__file__).parent
    _state = ("x", *MATRICES, *"n_heads tokens features token".split(), *MORE)

    x = Numbers(axes=2, most=LARGEST).tag(sync=True)
    w_q = Numbers(axes=2, most=LARGEST).tag(sync=True)
    w_k = Numbers(axes=2, most=LARGEST).tag(sync=True)
    w_v = Numbers(axes=2, most=LARGEST).tag(sync=True)
    w_o = Numbers(axes=2, most=LARGEST).tag(sync=True)
    n_heads = WholeNumber(1).tag(sync=True, least=1, most=MOST_HEADS)
    tokens = TextList().tag(sync=True)
    features = TextList(()).tag(sync=True)
    token = WholeNumber().tag(sync=True, least=0, below="tokens")
    query = Numbers(most=LARGEST).tag(sync=True, longest=WIDTHS[1])
    transpose = traitlets.Bool(True).tag(sync=True)
    goal = Numbers(most=LARGEST).tag(sync=True, longest=WIDTHS[1])

    def __init__(
        self,
        x: Any,
        w_q: Any,
        w_k: Any,
        w_v: Any,
        w_o: Any = None,
        n_heads: int = 1,
        tokens: Any = None,
        features: Any = None,
        **state: Any,
    ) -> None:
        optional = {"w_o": w_o, "tokens": tokens, "features": features}
        given = {name: part for name, part in optional.items() if part is not None}
        super().__init__(
            x=x, w_q=w_q, w_k=w_k, w_v=w_v, n_heads=n_heads, **given, **state
        )

    @traitlets.default("tokens")
    def _letters(self) -> list[str]:
        return list("abcd"[: len(self.x)])

    @traitlets.default("token")
    def _second(self) -> int:
        return min(1, max(0, len(self.x) - 1))

    _check = checked_together(*_state)

    def fits(self, *, x: list, n_heads: int, token: int, **others: Any) -> None:
        """Refuse a state whose parts do not fit each other."""
        n = len(x)
        require(1 <= n <= MOST_TOKENS, f"x must have 1 to {MOST_TOKENS} tokens", n)
        d_model = len(x[0])
        least, most = WIDTHS
        rule = f"x must have {least} to {most} numbers per token"
        require(least <= d_model <= most, rule, d_model)
        square = (d_model, d_model)
        for name in MATRICES:
            shape = np.shape(others[name])
            left_out = name == "w_o" and shape == (0,)
            rule = f"{name} must have the shape {square}, as d_model is {d_model}"
            require(left_out or shape == square, rule, shape)
        rule = f"n_heads must be 1 to {MOST_HEADS} and divide d_model = {d_model}"
        require(1 <= n_heads <= MOST_HEADS and d_model % n_heads == 0, rule, n_heads)
        given = len(others["tokens"])
        require(given == n, f"tokens must have {n} entries", given)
        for name in ("features", "query"):
            given = len(others[name])
            rule = f"{name} must have {d_model} entries or none"
            require(given in (0, d_model), rule, given)
        require(0 <= token < n, f"token must be from 0 to {n - 1}", token)
        names = names_of(others["features"], np.array(others["w_v"]))
        mains, given = names.count(names[0] or "–"), len(others["goal"])
        require(given in (0, mains), f"goal must have {mains} entries or none", given)

    def __repr__(self) -> str:
        mistake = "" if self.transpose else ", transpose=False"
        shape = np.shape(self.x)
        return f"{type(self).__name__}({shape}, n_heads={self.n_heads}{mistake})"

    def parameters(self) -> AttentionParameters:
        """Return the projections, for the kernels."""
        w_o = self.w_o or np.eye(len(self.x[0]))
        matrices = (self.w_q, self.w_k, self.w_v, w_o)
        return AttentionParameters(self.n_heads, *map(np.array, matrices))

    def stages(self) -> dict[str, np.ndarray]:
        """Return query, key, value, scores, weights, merged and output as arrays."""
        return run_stages(
            np.array(self.x),
            self.parameters(),
            transpose=self.transpose,
            token=self.token,
            query=self.query,
        )

    def describe(self) -> str:
        stages = self.stages()
        numbers = range(1, self.n_heads + 1)
        columns = [
            *(self.text(f"fallback.{name}") for name in ("token", "key", "value")),
            *(self.text("fallback.weight", head=head) for head in numbers),
        ]
        keys, values = (map(self._cut, stages[name]) for name in ("key", "value"))
        weights = [
            [f"{w:.4f}" for w in row] for row in stages["weights"][:, self.token]
        ]
        rows = [*map(list, zip(self.tokens, keys, values, *weights, strict=True))]
        token, query = self.tokens[self.token], self._cut(stages["query"][self.token])
        asks = {"token": token, "query": query, "n": self.n_heads}
        caption = self.text("fallback.caption", **asks)
        wanted = self.text("both").join(f"{number:g}" for number in self.goal)
        goal = self.text("fallback.goal", wanted=wanted) if wanted else ""
        answer = self._cut(stages["merged"][self.token], "{:.4f}")
        words = self.text("fallback.answer", token=token, answer=answer)
        row = " ".join(f"{y:.4f}" for y in stages["output"][self.token])
        output = self.text("fallback.output", output=row) if self.w_o else ""
        mistake = "" if self.transpose else self.text("fallback.mistake")
        names = self._cut(names_of(self.features, self.w_v), "{}").strip(" |")
        named = self.text("fallback.names", names=names) if names else ""
        parts = filter(None, (words, output, named, goal, mistake))
        return table(caption, columns, rows) + paragraph(" ".join(parts))

    def _cut(self, row: Any, form: str = "{:g}") -> str:
        """Write a row of numbers with a bar between the heads, such as 6 0 | 0 6."""
        pieces = np.split(np.array(row), self.n_heads)
        return " | ".join(" ".join(map(form.format, piece)) for piece in pieces)
