"""Train the small language model on this book: python -m training.book_writer.train

Reads assets/data/book_sentences.txt, writes book_writer.safetensors and its tokens to
lib/glassbox/models/book_writer. The model is made of the library's own kernels; torch
finds the gradients. A few minutes on one core.
"""

import collections
import math
import re
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
    train_bpe,
    vocabulary_logits,
)
from glassbox.models.book_writer import (
    BOUNDARY,
    CONTEXT,
    MODELS,
    load_book_writer,
)
from torch.nn.functional import dropout

from training.book_writer.data import read_paragraphs
from training.book_writer.measure import (
    mean_loss,
    measure,
    paragraph_ids,
    shares_of_tokens,
    windows,
)
from training.language_model import Sizes, learning_rate, new_parameters

SEED = 0
N_MERGES = 560
SIZES = Sizes(d_model=48, d_ff=192, n_heads=4, n_layers=2, activation="relu")
EPOCHS, BATCH, LEARNING_RATE, WARM_UP = 70, 16, 4e-3, 100
WEIGHT_DECAY, HIDDEN_DROPOUT = 0.1, 0.05
WORDS = re.compile(r" ?[A-Za-z]+(?:'[a-z]+)?")


def find_tokens(paragraphs):
    """List the boundary, the characters, then what the merges make of the words."""
    text = BOUNDARY.join(paragraphs)
    words = collections.Counter(WORDS.findall(text))
    merged = [left + right for left, right in train_bpe(words, N_MERGES)]
    characters = sorted(set(text) - {BOUNDARY})
    return tuple(dict.fromkeys([BOUNDARY, *characters, *merged]))


def training_logits(ids, parameters):
    """Do as `predict_tokens`, with features left out at random."""
    x = dropout(embed_tokens(ids, parameters.table), HIDDEN_DROPOUT)
    visible = causal_mask(ids.shape[-1], like=x)
    hidden = dropout(encode(x, parameters.stack, visible).output, HIDDEN_DROPOUT)
    return vocabulary_logits(hidden, parameters.table, parameters.output_bias)


def train(parameters, ids, held_out_rows):
    """Change the parameters until the training text surprises them less."""
    tensors = []
    map_arrays(parameters, lambda x: tensors.append(x.requires_grad_()))
    groups = [
        {"params": [x for x in tensors if x.ndim == 2], "weight_decay": WEIGHT_DECAY},
        {"params": [x for x in tensors if x.ndim == 1], "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(groups, betas=(0.9, 0.98))
    n_steps, step = EPOCHS * math.ceil(len(ids) / CONTEXT / BATCH), 0
    for epoch in range(EPOCHS):
        losses = []
        start = int(torch.randint(CONTEXT, ()))  # other windows in each epoch
        rows = torch.tensor(windows(ids[start:]))
        for batch in rows[torch.randperm(len(rows))].split(BATCH):
            rate = learning_rate(step, n_steps, LEARNING_RATE, WARM_UP)
            for group in optimizer.param_groups:
                group["lr"] = rate
            loss = mean_loss(training_logits(batch[:, :-1], parameters), batch[:, 1:])
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(tensors, 1.0)
            optimizer.step()
            losses.append(loss.item())
            step += 1
        with torch.no_grad():
            logits = predict_tokens(held_out_rows[:, :-1], parameters).output
            held_out = mean_loss(logits, held_out_rows[:, 1:])
        print(f"epoch {epoch + 1}: {np.mean(losses):.3f}, held out {held_out:.3f}")


def rounded(x):
    """Round a matrix to 8 bits, a vector to 12: whole multiples of a power of two."""
    largest = 127 if x.ndim == 2 else 2047
    step = 2.0 ** math.ceil(math.log2(float(x.detach().abs().max()) / largest))
    return (torch.round(x.detach() / step) * step).to(torch.float16)


def main():
    """Train with a fixed seed, save what was rounded, measure what was saved."""
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    rng = np.random.default_rng(SEED)
    trained_on, held_out = read_paragraphs()
    tokens = find_tokens(trained_on + held_out)
    ids = paragraph_ids(rng.permutation(trained_on), tokens)
    held_out_rows = torch.tensor(windows(paragraph_ids(held_out, tokens)))
    print(f"{len(tokens)} tokens; text of {len(ids)}")
    parameters = new_parameters(shares_of_tokens(ids, len(tokens)), SIZES)
    started = time.perf_counter()
    train(parameters, ids, held_out_rows)
    print(f"trained in {time.perf_counter() - started:.0f} s")
    save_parameters(map_arrays(parameters, rounded), MODELS / "book_writer.safetensors")
    path = MODELS / "book_writer_tokens.txt"
    path.write_text("\n".join(tokens) + "\n", encoding="utf-8", newline="\n")
    text = "\n".join(held_out) + "\n"
    (MODELS / "held_out.txt").write_text(text, encoding="utf-8", newline="\n")
    for name, value in measure(load_book_writer()).items():
        print(f"{name}: {value:.3f}")


if __name__ == "__main__":
    main()
