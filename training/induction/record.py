"""Record how models of attention alone learn to continue texts that repeat.

python -m training.induction.record: three minutes on one core, written to
lib/glassbox/models/induction/record.json. The chapter inside_a_model tells of it.
"""

import json

import numpy as np
import torch
from glassbox import cross_entropy
from glassbox.models.induction import (
    N_HEADS,
    RECORD,
    AttentionOnlyLayer,
    AttentionOnlyModel,
    attention_only,
    induction_score,
    previous_score,
    repeated_texts,
    right_answers,
    texts_that_jump,
    without_heads,
)

from .train import STEPS, train

SEEDS, EVERY = range(5), 25


def in_numpy(model):
    """Return the model with NumPy's arrays, which are views of torch's."""
    layers = (
        AttentionOnlyLayer(*(x.detach().numpy() for x in m)) for m in model.layers
    )
    table, head = model.table.detach().numpy(), model.head.detach().numpy()
    return AttentionOnlyModel(table, tuple(layers), head)


def later_loss(logits, ids, periods):
    """Return the mean loss of the letters that repeat, but for the first of these."""
    later = np.arange(1, ids.shape[1]) > periods[:, None]
    return float(cross_entropy(logits[:, :-1][later], ids[:, 1:][later]))


def seen(model, ids, periods):
    """Return a point of each curve."""
    inside = attention_only(ids, model)
    point = {
        "later": right_answers(inside.logits, ids, periods)[1],
        "loss": later_loss(inside.logits, ids, periods),
    }
    jumping, follower, oldest = texts_that_jump()
    says = attention_only(jumping, model).logits[:, -1].argmax(axis=-1)
    point["follower"] = np.mean(says == follower)
    point["oldest"] = np.mean(says == oldest)
    if len(model.layers) == 2:
        point["previous"] = previous_score(inside.weights[0]).max()
        point["induction"] = induction_score(inside.weights[1], ids).max()
    return point


def curves(n_layers, seed):
    """Train a model; return its curves, and the model."""
    texts, points = repeated_texts(), []

    def look(step, model):
        if step % EVERY == 0:
            points.append(seen(in_numpy(model), *texts))

    model = train(n_layers, seed, look)
    drawn = {k: [round(float(p[k]), 3) for p in points] for k in points[0]}
    return drawn, in_numpy(model)


def tell(model):
    """Print what each head does at the end, and what is right without it."""
    ids, periods = repeated_texts()
    inside = attention_only(ids, model)
    print("right", right_answers(inside.logits, ids, periods))
    for layer, weights in enumerate(inside.weights):
        for head in range(N_HEADS):
            name = f"{layer + 1}.{head + 1}"
            cut = attention_only(ids, without_heads(model, [name]))
            print(
                f"head {name}: previous {previous_score(weights)[head]:.3f}, "
                f"induction {induction_score(weights, ids)[head]:.3f}, right without "
                f"it {right_answers(cut.logits, ids, periods)[1]:.3f}"
            )


def main():
    torch.set_num_threads(1)  # as train's own main
    record = {"steps": list(range(0, STEPS + 1, EVERY)), "1": [], "2": []}
    for n_layers in (1, 2):
        for seed in SEEDS:
            drawn, model = curves(n_layers, seed)
            record[str(n_layers)].append(drawn)
            tell(model)
    text = json.dumps(record, separators=(",", ":"))
    RECORD.write_text(text.replace('"1":', '\n"1":').replace('"2":', '\n"2":') + "\n")
    print(RECORD.name, RECORD.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
