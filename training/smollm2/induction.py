"""Score every head of SmolLM2 on texts that repeat, and cut the best ones.

python -m training.smollm2.induction: about a quarter of an hour, written to
lib/glassbox/models/smollm2/induction.json. The chapter inside_a_model draws it.
"""

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
from glassbox import cross_entropy
from glassbox.machine.decoder_only import DecoderOnlyParameters, decoder_only
from glassbox.models import book_writer
from glassbox.models.induction import induction_score, previous_score
from glassbox.models.smollm2 import INDUCTION, load_smollm2

from .record import ORIGIN

PROSE = Path(book_writer.__file__).with_name("held_out.txt")
N_TEXTS, ROUND = 8, 40
ORDINARY = range(1000, 40001)  # ids below are signs and very frequent pieces
N_PROSE = 320  # tokens
N_CUT, N_DRAWS = (1, 3, 10, 30), 5
N_ALONE = 4  # texts for what each head is worth alone: 270 cuts take long
FIRST, SECOND = slice(0, ROUND - 1), slice(ROUND, 2 * ROUND - 1)


def random_texts() -> np.ndarray:
    """Draw texts of 40 different random tokens, twice in a row, (8, 80)."""
    rng = np.random.default_rng(1)
    rounds = [rng.choice(ORDINARY, ROUND, replace=False) for _ in range(N_TEXTS)]
    return np.tile(rounds, 2)


def prose(tokenizer) -> list[int]:
    """Return the first tokens of the book's own sentences."""
    return tokenizer.encode(PROSE.read_text("utf-8"))[:N_PROSE]


def head_scores(texts: np.ndarray, parameters: DecoderOnlyParameters) -> tuple:
    """Return each head's previous-token and induction score, (30, 9) both."""
    previous, induction = [], []
    for ids in texts:
        weights = decoder_only(ids, parameters, watch=True).weights
        first = [layer[None, :, :ROUND, :ROUND] for layer in weights]
        previous.append([previous_score(layer) for layer in first])
        induction.append([induction_score(x[None], ids[None]) for x in weights])
    return tuple(np.mean(s, axis=0, dtype=float) for s in (previous, induction))


def without_heads(
    parameters: DecoderOnlyParameters, cut: Iterable[tuple[int, int]]
) -> DecoderOnlyParameters:
    """Return the model with some heads cut: their rows of W_O are 0."""
    layers = list(parameters.layers)
    for layer, head in cut:
        w_o = layers[layer].w_o.copy()
        d_head = len(w_o) // parameters.n_heads
        w_o[head * d_head : (head + 1) * d_head] = 0
        layers[layer] = replace(layers[layer], w_o=w_o)
    return replace(parameters, layers=tuple(layers))


def losses(texts, prose_ids, parameters: DecoderOnlyParameters) -> dict[str, float]:
    """Return the loss of the first round, the second and prose, in nats.

    The first token of a round isn't asked for: nothing tells what it is. right is the
    part of the second round's tokens that are the likeliest ones.
    """
    logits = np.stack([decoder_only(ids, parameters).logits[:-1] for ids in texts])
    later = texts[:, 1:][:, SECOND]
    told = {
        "first": cross_entropy(logits[:, FIRST], texts[:, 1:][:, FIRST]),
        "second": cross_entropy(logits[:, SECOND], later),
        "right": (logits[:, SECOND].argmax(axis=-1) == later).mean(),
    }
    logits = decoder_only(prose_ids, parameters).logits[:-1]
    told["prose"] = cross_entropy(logits, np.array(prose_ids[1:]))
    return {name: round(float(value), 3) for name, value in told.items()}


def second_loss(texts: np.ndarray, parameters: DecoderOnlyParameters) -> float:
    """Return the loss of the second round."""
    logits = [decoder_only(ids, parameters).logits[:-1][SECOND] for ids in texts]
    return float(cross_entropy(np.stack(logits), texts[:, 1:][:, SECOND]))


def each_alone(texts: np.ndarray, parameters: DecoderOnlyParameters) -> np.ndarray:
    """Return by how much the second round's loss grows with each head cut, (30, 9)."""
    whole = second_loss(texts, parameters)
    heads = np.ndindex(len(parameters.layers), parameters.n_heads)
    cut = [second_loss(texts, without_heads(parameters, [head])) for head in heads]
    return np.reshape(cut, (-1, parameters.n_heads)) - whole


def best(scores: np.ndarray, n: int) -> list[tuple[int, int]]:
    """Return the heads of the largest scores, the largest first."""
    order = np.argsort(-scores, axis=None, kind="stable")[:n]
    return [(int(i) // scores.shape[1], int(i) % scores.shape[1]) for i in order]


def cuts(previous: np.ndarray, induction: np.ndarray) -> list[tuple[str, list]]:
    """Return which heads are cut, with the reason.

    The random ones are none of the 30 best induction heads; those of "same layers"
    lie in the layers of the best ones, or in the nearest that has a head left, so that
    the layer can't be the reason.
    """
    rng = np.random.default_rng(2)
    ranked = best(induction, max(N_CUT))
    others = [head for head in best(induction, induction.size) if head not in ranked]
    chosen = []
    for n in N_CUT:
        chosen.append(("induction", ranked[:n]))
        chosen.append(("previous", best(previous, n)))
        for _ in range(N_DRAWS):
            drawn = rng.choice(others, n, replace=False).tolist()
            chosen.append(("random", sorted(drawn)))
        for _ in range(N_DRAWS):
            left, near = rng.permutation(others).tolist(), []
            for layer, _head in ranked[:n]:
                near.append(min(left, key=lambda head: abs(head[0] - layer)))
                left.remove(near[-1])
            chosen.append(("same layers", sorted(near)))
    return chosen


def main():
    model, texts = load_smollm2(), random_texts()
    prose_ids = prose(model.tokenizer)
    previous, induction = head_scores(texts, model.parameters)
    first, second = (
        head_scores(texts, without_heads(model.parameters, [head]))[1]
        for head in best(previous, 2)
    )
    record = ORIGIN | {
        "recorded_by": "training/smollm2/induction.py",
        "previous": previous.round(2).tolist(),
        "induction": induction.round(2).tolist(),
        "induction_without": first.round(2).tolist(),
        "induction_control": second.round(2).tolist(),
        "alone": each_alone(texts[:N_ALONE], model.parameters).round(2).tolist(),
        "whole": losses(texts, prose_ids, model.parameters),
        "cuts": [],
    }
    for which, heads in cuts(previous, induction):
        told = losses(texts, prose_ids, without_heads(model.parameters, heads))
        record["cuts"].append({"which": which, "heads": heads} | told)
        print(which, len(heads), told, flush=True)
    text = json.dumps(record, separators=(",", ":")).replace('{"which"', '\n{"which"')
    INDUCTION.write_text(text + "\n", "utf-8")
    print(INDUCTION.name, INDUCTION.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
