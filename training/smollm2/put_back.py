"""Run SmolLM2 with one part put back to what the machine of 2017 has in its place.

python -m training.smollm2.put_back: about three minutes, written to
lib/glassbox/models/smollm2/put_back.json. The chapter a_real_model prints it.
"""

import json
from contextlib import contextmanager

import numpy as np
from glassbox import layer_norm, sinusoidal_positions, softmax
from glassbox.machine import decoder_only as machine
from glassbox.models.smollm2 import PUT_BACK, load_smollm2

PROMPTS = {  # each with its answer, by its name among the recorded runs
    "dream": ("I have a dream that one", " day"),
    "japan": ("The capital of Japan is", " Tokyo"),
    "tower": ("The Eiffel Tower is in the city of", " Paris"),
    "opposite": ("The opposite of hot is", " cold"),
}
WRITES, N_WRITTEN = "japan", 8  # the prompt that it continues, by so many tokens


def layer_norm_instead(x, gamma, *, eps):
    return layer_norm(x, gamma, eps=eps)


def no_turn(x, **_):
    return x


def no_gate(x, w_gate, w_up, w_down):
    return np.maximum(x @ w_up, 0) @ w_down


def exchanged(x, w_gate, w_up, w_down):
    return GATED(x, w_up, w_gate, w_down)


def other_pairs(x, **options):
    return TURN(x, **options | {"layout": "half_split"})


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
GATED, TURN = machine.swiglu, machine.rotary_embedding
PARTS = {
    "as it is": {},
    "LayerNorm": {"rms_norm": layer_norm_instead},
    "own keys": {"grouped_query_attention": own_keys},
    "no positions": {"rotary_embedding": no_turn},
    "positions added": {"rotary_embedding": no_turn, "embed": added_positions},
    "ReLU, no gate": {"swiglu": no_gate},
    "norm after the sum": None,  # see below
}
MISTAKES = {  # no part of 2017, but wrong
    "keys of another group": {"grouped_query_attention": other_group},
    "gate and up swapped": {"swiglu": exchanged},
    "other pairs turned": {"rotary_embedding": other_pairs},
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


def put_back(part, model):  # or a mistake
    """Return how the next token's logits move, and what is written, without a cache."""
    all_ids = {key: model.tokenizer.encode(text) for key, (text, _) in PROMPTS.items()}

    def next_logits(ids):
        return machine.decoder_only(list(ids), model.parameters).logits[-1]

    expected = {key: next_logits(ids) for key, ids in all_ids.items()}
    changed = (PARTS | MISTAKES)[part]
    with replaced(after_the_sum() if changed is None else changed):
        found = {key: next_logits(ids) for key, ids in all_ids.items()}
        text = list(all_ids[WRITES])
        for _ in range(N_WRITTEN):
            text.append(int(next_logits(text).argmax()))
    moved = {key: np.abs(found[key] - expected[key]).max() for key in PROMPTS}
    chances = {}
    for key, (_, answer) in PROMPTS.items():
        (right,) = model.tokenizer.encode(answer)
        chances[key] = round(float(softmax(found[key])[right]), 3)
    return {
        "largest_change": {key: round(float(m), 2) for key, m in moved.items()},
        "right": chances,
        "written": model.tokenizer.decode(text[-N_WRITTEN:]),
    }


def main():
    model = load_smollm2()
    record = {"prompts": PROMPTS}
    for name, table in (("parts", PARTS), ("mistakes", MISTAKES)):
        record[name] = {part: put_back(part, model) for part in table}
    text = json.dumps(record, indent=1, ensure_ascii=False)
    PUT_BACK.write_text(text + "\n", "utf-8")
    print(text)


if __name__ == "__main__":
    main()
