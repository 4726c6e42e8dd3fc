"""Train three models on shopping lists: python -m training.shopping.train

The first as it should be, the second with its mask inverted, the third on inputs that
were not shifted. All start from the same numbers (seed 0); about ten seconds on one
core; written in single precision to lib/glassbox/models/shopping.
"""

import json

import glassbox as gb
import numpy as np
import torch
from glassbox.models.shopping import (
    MODELS,
    NAMES,
    TEXTS,
    WORDS,
    every_logits,
    path_of,
)

STEPS, RATE, N_LAYERS, N_HEADS, D_MODEL, D_FF = 200, 0.01, 2, 2, 16, 32
LONGEST = max(map(len, TEXTS))


def new_model():
    """Return the parameters before training: two layers without biases."""
    rng = np.random.default_rng(0)

    def draw(*shape):
        return torch.tensor(rng.normal(0, shape[0] ** -0.5, shape), requires_grad=True)

    norm, layers = gb.NormParameters(None, None), []
    for _ in range(N_LAYERS):
        square = (draw(D_MODEL, D_MODEL) for _ in range(4))
        look = gb.AttentionParameters(N_HEADS, *square)
        wide, narrow = draw(D_MODEL, D_FF), draw(D_FF, D_MODEL)
        think = gb.FeedForwardParameters(wide, None, narrow, None)
        layers.append(gb.EncoderLayerParameters(look, norm, think, norm))
    table = draw(len(WORDS), D_MODEL)
    return gb.LanguageModelParameters(
        table, gb.StackParameters(tuple(layers), True, norm)
    )


def lessons():
    """Return answers (25, 6), their padding mask, and each model's inputs and mask."""
    padded = [text + ["[pad]"] * (LONGEST - len(text)) for text in TEXTS]
    answers = torch.tensor([[WORDS.index(word) for word in text] for text in padded])
    start = torch.full((len(TEXTS), 1), WORDS.index("[start]"))
    shifted = torch.cat([start, answers[:, :-1]], dim=1)
    real = gb.padding_mask([len(text) for text in TEXTS], LONGEST, like=answers)
    causal = gb.causal_mask(LONGEST, like=answers)
    given = [(shifted, causal), (shifted, ~causal), (answers, causal)]
    return answers, real, dict(zip(NAMES, given, strict=True))


def train(inputs, mask, answers, real):
    """Return the trained model and its losses, one for each step."""
    model, weights, losses = new_model(), [], []
    gb.map_arrays(model, weights.append)
    optimizer = torch.optim.Adam(weights, lr=RATE)
    for _ in range(STEPS):
        logits = every_logits(inputs, model, mask & real)  # nobody reads padding
        loss = gb.cross_entropy(logits, answers, mask=real[:, 0])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return model, losses


def main():
    torch.set_num_threads(1)  # the matrices are too small for two to help
    answers, real, given = lessons()
    curves = {}
    for name, (inputs, mask) in given.items():
        model, losses = train(inputs, mask, answers, real)
        gb.save_parameters(gb.map_arrays(model, lambda x: x.float()), path_of(name))
        curves[name] = [float(f"{loss:.4g}") for loss in losses]
        print(f"{name}: {losses[-1]:.4f} nats")
    (MODELS / "losses.json").write_text(json.dumps(curves) + "\n")


if __name__ == "__main__":
    main()
