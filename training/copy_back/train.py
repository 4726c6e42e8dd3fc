"""Train models to copy the token three back: python -m training.copy_back.train

One layer for each way to tell positions, on random sentences of 32 tokens out of 16.
The rotary model then takes 25 more steps on 256 tokens, once with slower hands and, to
compare, once as it is. About a minute and a half on one core; seed 0, written in half
precision to lib/glassbox/models/copy_back.
"""

import math

import torch
from glassbox.models.copy_back import (
    BACK,
    D_MODEL,
    LONGEST,
    SCHEMES,
    SLOWER_BASE,
    TRAINED_LENGTH,
    VOCABULARY,
    CopyBackModel,
    copy_back,
    path_of,
)
from safetensors.torch import save_file
from torch.nn.functional import cross_entropy

STEPS, BATCH, RATE = 1500, 32, 5e-3
MORE_STEPS, MORE_BATCH, MORE_RATE = 25, 8, 1e-3


def new_model(scheme, seed):
    """Return the parameters before training."""
    torch.manual_seed(seed)

    def draw(*shape, deviation=None):
        return torch.randn(*shape) * (deviation or 1 / math.sqrt(shape[0]))

    arrays = {name: draw(D_MODEL, D_MODEL) for name in ("w_q", "w_k", "w_v", "w_o")}
    arrays |= {name: draw(D_MODEL, deviation=0.5) for name in ("b_q", "b_k")}
    arrays |= {name: torch.ones(D_MODEL) for name in ("gamma", "gamma_last")}
    arrays["table"] = draw(VOCABULARY, D_MODEL, deviation=1.0)
    arrays["head"] = draw(D_MODEL, VOCABULARY)
    if scheme == "learned":
        arrays["places"] = draw(LONGEST, D_MODEL, deviation=0.5)
    return CopyBackModel(scheme, **arrays)


def arrays_of(model):
    """Return a model's arrays by their names."""
    fields = model._asdict()
    return {name: x for name, x in fields.items() if isinstance(x, torch.Tensor)}


def take_step(model, optimizer, batch, n_tokens, **turning):
    """Learn from random sentences; return the loss in nats."""
    ids = torch.randint(VOCABULARY, (batch, n_tokens))
    logits = copy_back(ids, model, **turning).logits[:, BACK:]
    loss = cross_entropy(logits.flatten(0, 1), ids[:, :-BACK].flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def train(scheme, seed=0):
    """Return the trained model; print its last loss."""
    model = new_model(scheme, seed)
    weights = [x.requires_grad_() for x in arrays_of(model).values()]
    optimizer = torch.optim.Adam(weights)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=STEPS)
    for _ in range(STEPS):
        loss = take_step(model, optimizer, BATCH, TRAINED_LENGTH)
        schedule.step()
    print(f"{scheme}, seed {seed}: {loss:.4f} nats")
    return model


def train_on(model, steps=MORE_STEPS, **turning):
    """Return a model after more steps on long sentences; the old one stays."""
    arrays = arrays_of(model)
    own = {name: x.detach().clone().requires_grad_() for name, x in arrays.items()}
    longer = model._replace(**own)
    torch.manual_seed(0)
    optimizer = torch.optim.Adam(own.values(), lr=MORE_RATE)
    for _ in range(steps):
        take_step(longer, optimizer, MORE_BATCH, LONGEST, **turning)
    return longer


def halved(model):
    """Return its arrays in half precision, as the library reads them."""
    arrays = arrays_of(model)
    return {name: x.detach().half().contiguous() for name, x in arrays.items()}


def main():
    torch.set_num_threads(1)  # the matrices are too small for two to help
    models = {scheme: train(scheme) for scheme in SCHEMES}
    models["rotary_slower"] = train_on(models["rotary"], base=SLOWER_BASE)
    models["rotary_longer"] = train_on(models["rotary"])
    for name, model in models.items():
        save_file(halved(model), path_of(name))
        print(f"{path_of(name).name}: {path_of(name).stat().st_size} bytes")


if __name__ == "__main__":
    main()
