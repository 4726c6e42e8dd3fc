"""Watch the date translator while it learns: python -m training.translator.watch

Trains it as train.py does and writes down, for the chapter train_a_translator, what it
can do on the way; then trains what goes wrong: ten days only, a decoder that sees the
future, no smoothing, a bold rate without warm-up. About four minutes on one core; seed
0, written to lib/glassbox/models/translator/training_run.json.
"""

import json
from itertools import islice

import numpy as np
import torch
from glassbox import (
    cross_entropy,
    decode,
    embed_tokens,
    encode_tokens,
    map_arrays,
    smooth_labels,
    vocabulary_logits,
)
from glassbox.models.translator import (
    EPSILON,
    RUN,
    draw_pairs,
    exact_share,
    make_batch,
    new_translator,
    predict_batch,
    training,
    training_days,
    training_steps,
    translate,
    translate_all,
    unseen_days,
)

EVERY = 50  # steps between two measurements
MOMENTS = (1, 10, 20, 30, 40, 60, 100, 150, 200, 300, 500, 900)  # what it writes then
YOUNG = 200  # the step of the half-trained model
PAIRS = draw_pairs(unseen_days(), 1000, np.random.default_rng(1))
SOURCES = [source for source, _ in PAIRS]
TARGETS = [target for _, target in PAIRS]
PARTS = {
    "year": slice(0, 4),
    "month": slice(5, 7),
    "day": slice(8, 10),
    "all": slice(None),
}
WATCHED = "21 Nov 2026"
DATES = {  # held out, each in another format, and what is right
    "November 17, 2026": "2026-11-17",
    "1/4/1986": "1986-01-04",
    "2015年6月30日": "2015-06-30",
}
TEN_DAYS = training_days()[::5000]


def rounded(values, decimals=4):
    """Return numbers as lists, short enough to be read."""
    return np.round(np.asarray(values, float), decimals).tolist()


def loss_on(model, pairs, epsilon=EPSILON):
    """Return the loss of a model that reads the right tokens."""
    batch = make_batch(pairs)
    logits = predict_batch(model, batch)
    wanted = smooth_labels(batch.targets, logits.shape[-1], epsilon, like=logits)
    return cross_entropy(logits, wanted).item()


def parts_right(texts):
    """Return which shares of the years, months, days and whole dates are right."""
    both = list(zip(texts, TARGETS, strict=True))
    return [np.mean([a[p] == b[p] for a, b in both]) for p in PARTS.values()]


def frozen(model):
    """Return a copy that training leaves alone."""
    return map_arrays(model, lambda x: x.detach().clone())


def main_run(seed=0, n=900, moments=()):
    """Return losses, what was measured every 50 steps and at moments, and models."""
    model, losses, snapshots = new_translator(seed), [], {}
    snapshots[0] = frozen(model)
    for step in islice(training_steps(model, seed=seed), n):
        losses.append(step.loss)
        if step.number % EVERY == 0 or step.number in moments:
            snapshots[step.number] = frozen(model)
    parts = [parts_right(translate_all(one, SOURCES)) for one in snapshots.values()]
    held_out = [loss_on(one, PAIRS) for one in snapshots.values()]
    return losses, parts, held_out, snapshots


def written_by(model):
    """Return what a model writes for the dates; ^ is its start token."""
    return [text.replace("<start>", "^") for text in translate_all(model, list(DATES))]


def reading_map(model):
    """Return how much each written token reads each character, layer 2, all heads."""
    found = translate(model, WATCHED, prefix="2026-11-21")
    return rounded(found.cross_attention[1].mean(axis=0)[:11], 3)


def two_ways(model):
    """Return the shares of right tokens with the teacher and alone, and a slip."""
    batch = make_batch(PAIRS)
    guesses = predict_batch(model, batch).argmax(dim=-1)
    taught = (guesses == batch.targets).numpy()
    texts = translate_all(model, SOURCES)
    both = list(zip(texts, TARGETS, strict=True))
    alone = [[x == y for x, y in zip(a.ljust(10), b, strict=False)] for a, b in both]
    exact = [a == b for a, b in both]
    wrong_years = [(a[:4], b[:4]) for a, b in both if a[:4] != b[:4]]
    swapped = [a == b[:2] + b[3] + b[2] for a, b in wrong_years]
    with_teacher = ["".join("^$-0123456789"[i] for i in row) for row in guesses]
    slips = [
        [SOURCES[i], TARGETS[i], with_teacher[i][:10], texts[i]]
        for i in range(len(both))
        if taught[i].sum() == 10 and not exact[i]
    ]
    return {
        "with_teacher": rounded(taught.mean(axis=0)[:10]),
        "alone": rounded(np.mean(alone, axis=0)[:10]),
        "tokens_right": rounded(taught.mean()),
        "exact_with_teacher": rounded(taught.all(axis=1).mean()),
        "exact_alone": rounded(np.mean(exact)),
        "same_dates": bool((taught.all(axis=1) == np.array(exact)).all()),
        "wrong_years": len(wrong_years),
        "swapped": int(sum(swapped)),
        "slips": slips[:12],
    }


def peeking(model, batch):
    """Predict with a decoder that sees the future."""
    mask, p = batch.source_mask, model.transformer.decoder
    memory = encode_tokens(batch.source_ids, model, mask).output
    y = embed_tokens(batch.inputs, model.target_table)
    hidden = decode(y, memory, p, memory_mask=mask).output
    return vocabulary_logits(hidden, model.target_table)


def leaky_run():
    """Return the losses of a model that sees the future, and what it writes alone."""
    model = new_translator(0)
    losses = [s.loss for s in islice(training_steps(model, predict=peeking), 150)]
    return {
        "losses": rounded(losses),
        "exact": exact_share(frozen(model), PAIRS),
        "writes": translate(frozen(model), WATCHED).text,
    }


def ten_days_run():
    """Return the losses of a model with ten days, on them and on unseen ones."""
    model, losses, held_out = new_translator(0), [], []
    for step in islice(training_steps(model, days=TEN_DAYS), 300):
        if step.number % 10 == 1:
            held_out.append([step.number, round(loss_on(model, PAIRS), 4)])
        losses.append(step.loss)
    model = frozen(model)
    own = draw_pairs(TEN_DAYS, 200, np.random.default_rng(3))
    return {
        "losses": rounded(losses),
        "held_out": held_out,
        "exact_own": exact_share(model, own),
        "exact_unseen": exact_share(model, PAIRS),
    }


def sure_run(epsilon):
    """Return how sure a model is at step 200, with its teacher, and how good."""
    model = new_translator(0)
    for _ in islice(training_steps(model, epsilon=epsilon), YOUNG):
        pass
    model = frozen(model)
    shares = torch.softmax(predict_batch(model, make_batch(PAIRS)), dim=-1)
    median = shares.max(dim=-1).values.median().item()
    return {"median_share": rounded(median), "exact": exact_share(model, PAIRS)}


def bold_runs():
    """Return the losses of 100 steps at a rate of 0.03, in three ways."""
    ways = {
        "post, full": (False, 0),
        "post, rising": (False, 100),
        "pre, full": (True, 0),
    }
    usual, training.LEARNING_RATE = training.LEARNING_RATE, 0.03
    found = {}
    for name, (norm_first, warm_up) in ways.items():
        model = new_translator(norm_first=norm_first)
        steps = training_steps(model, n_steps=10**6, warm_up=warm_up)
        found[name] = rounded([s.loss for s in islice(steps, 100)][-10:])
    training.LEARNING_RATE = usual
    return found


if __name__ == "__main__":
    torch.set_num_threads(1)  # the matrices are too small for two to help
    losses, parts, held_out, snapshots = main_run(moments=MOMENTS)
    shown = {"before": 0, f"step {YOUNG}": YOUNG, "step 900": 900}
    record = {
        "losses": rounded(losses),
        "steps": list(snapshots),
        "parts": dict(zip(PARTS, rounded(np.transpose(parts)), strict=True)),
        "held_out": rounded(held_out),
        "dates": DATES,
        "written": [[n, written_by(snapshots[n])] for n in MOMENTS],
        "maps": {name: reading_map(snapshots[n]) for name, n in shown.items()},
        "two_ways": two_ways(snapshots[YOUNG]),
        "other_seeds": {s: rounded(main_run(s, YOUNG)[1]) for s in (1, 2)},
        "leaky": leaky_run(),
        "ten_days": ten_days_run(),
        "sure": {"smoothed": sure_run(EPSILON), "sharp": sure_run(0.0)},
        "bold": bold_runs(),
    }
    RUN.write_text(json.dumps(record, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{RUN.name}: {RUN.stat().st_size} bytes")
