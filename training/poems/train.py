"""Train the small language model on Tang poems: python -m training.poems.train

Reads assets/data/tang_poems.txt, writes tang_poems.safetensors and its vocabulary to
lib/glassbox/models/poems. The model is made of the library's own kernels; torch finds
the gradients. A few minutes on one core.
"""

import collections
import math
import time

import numpy as np
import torch
from glassbox import (
    causal_mask,
    embed_tokens,
    encode,
    map_arrays,
    predict_tokens,
    save_parameters,
    vocabulary_logits,
)
from glassbox.models.poems import BOUNDARY, METRE, MODELS, UNKNOWN, load_poem_model
from torch.nn.functional import dropout

from training.language_model import Sizes, learning_rate, new_parameters
from training.poems.measure import (
    UNKNOWN_ID,
    mean_loss,
    measure,
    split_poems,
    unigram_shares,
    windows,
)

SEED = 0
LEAST_COUNT = 3  # rarer characters are unknown
SIZES = Sizes(d_model=64, d_ff=128, n_heads=4, n_layers=2, activation="gelu")
EPOCHS, BATCH, LEARNING_RATE, WARM_UP = 40, 32, 4e-3, 50
WEIGHT_DECAY = 4.0  # strong: 282 poems are soon learnt by heart
HIDDEN_DROPOUT, HIDDEN_CHARACTERS = 0.1, 0.15


def find_vocabulary(texts):
    """List the marks, then the characters that occur often enough, most often first."""
    counts = collections.Counter("".join(texts))
    kept = [c for c in counts if counts[c] >= LEAST_COUNT]
    return BOUNDARY + UNKNOWN + "".join(sorted(kept, key=lambda c: (-counts[c], c)))


def training_logits(ids, parameters):
    """Do as `predict_tokens`, with characters and features left out at random."""
    left_out = torch.rand(ids.shape) < HIDDEN_CHARACTERS
    ids = torch.where(left_out, UNKNOWN_ID, ids)
    x = embed_tokens(ids, parameters.table)
    visible = causal_mask(ids.shape[-1], like=x)
    hidden = dropout(encode(x, parameters.stack, visible).output, HIDDEN_DROPOUT)
    return vocabulary_logits(hidden, parameters.table, parameters.output_bias)


def train(parameters, rows, held_out_rows):
    """Change the parameters until the training rows surprise them less."""
    tensors = []
    map_arrays(parameters, lambda x: tensors.append(x.requires_grad_()))
    matrices = [x for x in tensors if x.ndim == 2]
    vectors = [x for x in tensors if x.ndim == 1]
    groups = [
        {"params": matrices, "weight_decay": WEIGHT_DECAY},
        {"params": vectors, "weight_decay": 0.0},
    ]
    optimiser = torch.optim.AdamW(groups, betas=(0.9, 0.98))
    n_steps, step = EPOCHS * math.ceil(len(rows) / BATCH), 0
    for epoch in range(EPOCHS):
        losses = []
        for batch in rows[torch.randperm(len(rows))].split(BATCH):
            rate = learning_rate(step, n_steps, LEARNING_RATE, WARM_UP)
            for group in optimiser.param_groups:
                group["lr"] = rate
            loss = mean_loss(training_logits(batch[:, :-1], parameters), batch[:, 1:])
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(tensors, 1.0)
            optimiser.step()
            losses.append(loss.item())
            step += 1
        with torch.no_grad():
            logits = predict_tokens(held_out_rows[:, :-1], parameters).output
            held_out_loss = mean_loss(logits, held_out_rows[:, 1:])
        print(f"epoch {epoch + 1}: {np.mean(losses):.3f}, held out {held_out_loss:.3f}")


def main():
    """Train with a fixed seed, save in half precision, measure what was saved."""
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    trained_on, held_out = split_poems()
    vocabulary = find_vocabulary(trained_on)
    parameters = new_parameters(unigram_shares(trained_on, vocabulary), SIZES)
    rows = torch.tensor(windows(trained_on, vocabulary, step=METRE))
    started = time.perf_counter()
    train(parameters, rows, torch.tensor(windows(held_out, vocabulary)))
    print(f"trained in {time.perf_counter() - started:.0f} s")
    MODELS.mkdir(exist_ok=True)
    half = map_arrays(parameters, lambda x: x.detach().to(torch.float16))
    save_parameters(half, MODELS / "tang_poems.safetensors")
    path = MODELS / "tang_poems_vocabulary.txt"
    path.write_text(vocabulary + "\n", encoding="utf-8", newline="\n")
    for name, value in measure(load_poem_model()).items():
        print(f"{name}: {value:.3f}")


if __name__ == "__main__":
    main()
