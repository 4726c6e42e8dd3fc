"""Run SmolLM2 with one part put back to what the machine of 2017 has in its place.

python -m training.smollm2.put_back: about two minutes, written to
lib/glassbox/models/smollm2/put_back.json. The chapter a_real_model prints it.
"""

import json
from contextlib import contextmanager

import numpy as np
from glassbox import layer_norm, sinusoidal_positions, softmax
from glassbox.machine import decoder_only as machine
from glassbox.models.smollm2 import PUT_BACK, load_smollm2

PROMPT, RIGHT, N_WRITTEN = "The capital of Japan is", " Tokyo", 8


def layer_norm_instead(x, gamma, *, eps):
    return layer_norm(x, gamma, eps=eps)


def no_turn(x, **_):
    return x


def no_gate(x, w_gate, w_up, w_down):
    return np.maximum(x @ w_up, 0) @ w_down


def own_keys(query, key, value, mask):
    group = query.shape[-3] // key.shape[-3]
    copies = (np.repeat(x, group, axis=-3) for x in (key, value))
    return GROUPED(query, *copies, mask)


def other_group(query, key, value, mask):
    group = query.shape[-3] // key.shape[-3]
    copies = (np.tile(x, (group, 1, 1)) for x in (key, value))
    return GROUPED(query, *copies, mask)


def added_positions(token_ids, table):
    """Embed with sinusoids, scaled to the table's own size."""
    x = EMBED(token_ids, table)
    places = sinusoidal_positions(len(x), x.shape[-1]).astype(x.dtype)
    return x + places * (table.std() / places.std())


GROUPED, EMBED = machine.grouped_query_attention, machine.embed
PARTS = {
    "as it is": {},
    "LayerNorm": {"rms_norm": layer_norm_instead},
    "own keys for each head": {"grouped_query_attention": own_keys},
    "no positions": {"rotary_embedding": no_turn},
    "positions added": {"rotary_embedding": no_turn, "embed": added_positions},
    "ReLU, no gate": {"swiglu": no_gate},
    "norm after the sum": None,  # see below
    "keys of another group": {"grouped_query_attention": other_group},
}


@contextmanager
def replaced(functions):
    """Let the machine call other functions for a while."""
    kept = {name: getattr(machine, name) for name in functions}
    for name, function in functions.items():
        setattr(machine, name, function)
    try:
        yield
    finally:
        for name, function in kept.items():
            setattr(machine, name, function)


def after_the_sum():
    """Return what makes pre-norm post-norm: the norm waits until the sum is there."""
    norm, waiting = machine.rms_norm, []

    def wait(x, gamma, *, eps):
        waiting[:] = [gamma, eps]
        return x

    def add_and_norm(x, sublayer_output):
        gamma, eps = waiting
        return norm(x + sublayer_output, gamma, eps=eps)

    return {"rms_norm": wait, "residual_connection": add_and_norm}


def put_back(part, model):
    """Return how the next token's logits move, and what is written, without a cache."""
    ids = list(model.tokenizer.encode(PROMPT))
    expected = machine.decoder_only(ids, model.parameters).logits[-1]
    with replaced(after_the_sum() if PARTS[part] is None else PARTS[part]):
        logits = machine.decoder_only(ids, model.parameters).logits[-1]
        written = []
        for _ in range(N_WRITTEN):
            found = machine.decoder_only(ids + written, model.parameters).logits[-1]
            written.append(int(found.argmax()))
    (right,) = model.tokenizer.encode(RIGHT)
    return {
        "largest_change": round(float(np.abs(logits - expected).max()), 2),
        "right": round(float(softmax(logits)[right]), 3),
        "written": model.tokenizer.decode(written),
    }


def main():
    model = load_smollm2()
    record = {"prompt": PROMPT, "parts": {p: put_back(p, model) for p in PARTS}}
    text = json.dumps(record, indent=1, ensure_ascii=False)
    PUT_BACK.write_text(text + "\n", "utf-8")
    print(text)


if __name__ == "__main__":
    main()
