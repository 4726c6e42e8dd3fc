"""Train an LSTM to hand on a sentence in one vector: python -m training.recall.train

It reads 20 random tokens out of 8. From its last state alone a linear layer must name
all 20. About two minutes on one core; seed 0, written in half precision to
lib/glassbox/models/recall.
"""

import torch
from glassbox.models.recall import MODEL, N_TOKENS, VOCABULARY, WIDTH
from safetensors.torch import save_file
from torch.nn.functional import cross_entropy, one_hot

STEPS, BATCH, RATE = 6000, 256, 5e-3


def train(width=WIDTH):
    """Return the trained LSTM of this width; print its loss on the way."""
    torch.manual_seed(0)
    lstm = torch.nn.LSTM(VOCABULARY, width, batch_first=True)
    answer = torch.nn.Linear(width, N_TOKENS * VOCABULARY)
    parameters = [*lstm.parameters(), *answer.parameters()]
    optimizer = torch.optim.Adam(parameters)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=STEPS)
    for step in range(STEPS):
        tokens = torch.randint(VOCABULARY, (BATCH, N_TOKENS))
        _, (state, _) = lstm(one_hot(tokens, VOCABULARY).float())
        logits = answer(state[0]).view(-1, VOCABULARY)
        loss = cross_entropy(logits, tokens.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        if step % 500 == 0 or step == STEPS - 1:
            print(f"step {step}: loss {loss.item():.3f} nats")
    return lstm


def halved(lstm):
    """Return its parameters in half precision, as the library reads them."""
    arrays = {
        "input": lstm.weight_ih_l0.T,
        "state": lstm.weight_hh_l0.T,
        "bias": lstm.bias_ih_l0 + lstm.bias_hh_l0,
    }
    return {name: x.detach().half().contiguous() for name, x in arrays.items()}


def main():
    torch.set_num_threads(1)  # the matrices are too small for two to help
    save_file(halved(train()), MODEL)
    print(f"{MODEL.name}: {MODEL.stat().st_size} bytes")


if __name__ == "__main__":
    main()
