"""Train models of attention alone to continue texts that repeat.

python -m training.induction.train: 20 seconds on one core; seed 0, written in half
precision to lib/glassbox/models/induction.
"""

import math

import torch
from glassbox.models.induction import (
    D_MODEL,
    LENGTH,
    LETTERS,
    LONGEST,
    SHORTEST,
    AttentionOnlyLayer,
    AttentionOnlyModel,
    attention_only,
    path_of,
)
from safetensors.torch import save_file
from torch.nn.functional import cross_entropy

STEPS, BATCH, RATE = 1200, 64, 5e-3


def new_model(n_layers):
    """Return the parameters before training."""

    def draw(d_in, d_out, scale=1.0):
        return (torch.randn(d_in, d_out) * scale / math.sqrt(d_in)).requires_grad_()

    table = torch.randn(len(LETTERS), D_MODEL).requires_grad_()
    layers = [
        AttentionOnlyLayer(
            *(draw(D_MODEL, D_MODEL) for _ in range(3)), draw(D_MODEL, D_MODEL, 0.5)
        )
        for _ in range(n_layers)
    ]
    return AttentionOnlyModel(table, tuple(layers), draw(D_MODEL, len(LETTERS)))


def arrays_of(model):
    """Return a model's arrays by their names in the file."""
    arrays = {"table": model.table, "head": model.head}
    for i, layer in enumerate(model.layers):
        arrays |= {f"{i}.{name}": x for name, x in layer._asdict().items()}
    return arrays


def draw_texts():
    """Draw a batch of texts that repeat, (64, 24)."""
    periods = torch.randint(SHORTEST, LONGEST + 1, (BATCH, 1))
    shuffled = torch.rand(BATCH, len(LETTERS)).argsort(dim=1)
    return shuffled.gather(1, torch.arange(LENGTH) % periods)


def train(n_layers, seed=0, look=lambda step, model: None):
    """Return the trained model; let look(step, model) see it before each step."""
    torch.manual_seed(seed)
    model = new_model(n_layers)
    arrays = list(arrays_of(model).values())
    optimizer = torch.optim.Adam(arrays, betas=(0.9, 0.98))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=STEPS)
    for step in range(STEPS):
        look(step, model)
        ids = draw_texts()
        logits = attention_only(ids, model).logits[:, :-1]
        loss = cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(arrays, 1.0)
        optimizer.step()
        schedule.step()
    look(STEPS, model)
    print(f"{n_layers} layers, seed {seed}: {loss.item():.3f} nats")
    return model


def main():
    torch.set_num_threads(1)  # the matrices are too small for two to help
    for n_layers in (1, 2):
        arrays = arrays_of(train(n_layers))
        half = {name: x.detach().half().contiguous() for name, x in arrays.items()}
        save_file(half, path_of(n_layers))
        print(f"{path_of(n_layers).name}: {path_of(n_layers).stat().st_size} bytes")


if __name__ == "__main__":
    main()
