"""Different correct solutions of inside_a_model's exercises pass, wrong ones don't."""

import numpy as np
import pytest
import torch
from glassbox import check, rms_norm
from glassbox.exercises.inside_a_model import blind_spot, two_steps_by_hand
from glassbox.kernels.multi_head import split_heads
from glassbox.machine.decoder_only import (
    DecoderOnlyLayerParameters,
    DecoderOnlyParameters,
    decoder_only,
)
from glassbox.models.induction import (
    attention_only,
    head_names,
    induction_score,
    letter_ids,
    load_induction,
    without_heads,
)

# ---- cut_head


def row_by_row_zero(w_o, head, n_heads):
    d_head = len(w_o) // n_heads
    rows = [
        np.zeros_like(row) if i // d_head == head - 1 else row
        for i, row in enumerate(w_o)
    ]
    return np.array(rows)


def split_and_joined(w_o, head, n_heads):
    blocks = np.split(w_o, n_heads)
    blocks[head - 1] = 0 * blocks[head - 1]
    return np.concatenate(blocks)


def in_blocks(w_o, head, n_heads):
    blocks = w_o.reshape(n_heads, -1, w_o.shape[1]).copy()
    blocks[head - 1] = 0
    return blocks.reshape(w_o.shape)


def in_torch(w_o, head, n_heads):
    cut = torch.tensor(w_o)
    cut.reshape(n_heads, -1, cut.shape[1])[head - 1] = 0
    return cut


CUTS = {
    "row by row": row_by_row_zero,
    "split": split_and_joined,
    "blocks": in_blocks,
    "where": lambda w, h, n: np.where(
        np.arange(len(w))[:, None] // (len(w) // n) == h - 1, 0, w
    ),
    "times a mask": lambda w, h, n: (
        w * np.repeat(np.arange(n) != h - 1, len(w) // n)[:, None]
    ),
    "a diagonal matrix": lambda w, h, n: (
        np.diag(np.repeat(np.arange(1, n + 1) != h, len(w) // n).astype(float)) @ w
    ),
    "float32": lambda w, h, n: in_blocks(w.astype(np.float32), h, n),
    "torch": in_torch,
}


@pytest.mark.parametrize("solution", CUTS.values(), ids=CUTS)
def test_correct_cut_head_passes(solution):
    verdict = check.cut_head.examine(solution)
    assert verdict.passed, verdict.text


def test_the_cut_is_the_library_s():
    model = load_induction()
    for i, name in enumerate(head_names(2)):
        layer, head = divmod(i, 2)
        cut = check.cut_head.reference(model.layers[layer].w_o, head + 1, 2)
        np.testing.assert_array_equal(
            cut, without_heads(model, [name]).layers[layer].w_o
        )


# ---- induction_scores


def with_three_loops(weights, ids):
    scores, n = [], len(ids)
    for head in weights:
        found = []
        for i in range(n):
            copies = [j for j in range(i) if ids[j] == ids[i]]
            if copies:
                found.append(sum(head[i, j + 1] for j in copies))
        scores.append(sum(found) / len(found))
    return np.array(scores)


def row_by_row(weights, ids):
    found = []
    for i in range(len(ids)):
        (copies,) = np.nonzero(ids[:i] == ids[i])
        if copies.size:
            found.append(weights[:, i, copies + 1].sum(axis=1))
    return np.mean(found, axis=0)


def with_a_dictionary(weights, ids):
    followers, total, counted = {}, 0, 0
    for i, letter in enumerate(ids.tolist()):
        if letter in followers:
            total = total + weights[:, i, followers[letter]].sum(axis=-1)
            counted += 1
        followers.setdefault(letter, []).append(i + 1)
    return total / counted


def same_and_rolled(weights, ids):
    same = np.tril(ids[:, None] == ids[None], -1)
    after = np.roll(same, 1, axis=-1)
    return (weights * after).sum((1, 2)) / same.any(axis=1).sum()


def cut_on_both_sides(weights, ids):
    """Key j + 1 holds what followed j: keys from 1 on meet copies up to n - 2."""
    same = np.tril(ids[:, None] == ids, -1)
    return (weights[:, :, 1:] * same[:, :-1]).sum((1, 2)) / same.any(1).sum()


def what_stood_before(weights, ids):
    """Ask each key who stood before it, as the head does."""
    before = np.concatenate([[-1], ids[:-1]])
    n = len(ids)
    right = (before == ids[:, None]) & (np.arange(n) <= np.arange(n)[:, None])
    return np.einsum("hqk,qk->h", weights, right) / right.any(axis=1).sum()


def numbers_of_float32(weights, ids):
    return with_three_loops(weights.astype(np.float32), ids).astype(np.float32)


def all_in_torch(weights, ids):
    weights, ids = torch.tensor(weights), torch.tensor(ids)
    same = (ids[:, None] == ids).tril(-1)
    after = torch.nn.functional.pad(same, (1, 0))[:, :-1]
    return (weights * after).sum(-1)[:, same.any(-1)].mean(-1)


SCORES = [
    with_three_loops,
    row_by_row,
    with_a_dictionary,
    same_and_rolled,
    cut_on_both_sides,
    what_stood_before,
    numbers_of_float32,
    all_in_torch,
    lambda weights, ids: induction_score(weights[None], ids[None]),
    lambda w, t: np.array([row_by_row(head[None], t)[0] for head in w]),
    lambda w, t: np.nanmean(
        np.where(
            np.tril(t[:, None] == t, -1).any(1),
            (w[..., 1:] * np.tril(t[:, None] == t, -1)[:, :-1]).sum(-1),
            np.nan,
        ),
        axis=-1,
    ),
    lambda weights, ids: (
        sum(
            weights[:, i, j + 1]
            for i in range(len(ids))
            for j in range(i)
            if ids[i] == ids[j]
        )
        / (len(ids) - len(set(ids.tolist())))
    ),
]


@pytest.mark.parametrize("solution", SCORES)
def test_correct_induction_scores_pass(solution):
    verdict = check.induction_scores.examine(solution)
    assert verdict.passed, verdict.text


# ---- logit_lens: ways to norm, times ways to ask the head

NORMS = {
    "kernel": rms_norm,
    "by hand": lambda x, g: x / np.sqrt((x**2).mean(axis=-1, keepdims=True)) * g,
    "with an epsilon": lambda x, g: (
        g * x / np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + 1e-6)
    ),
    "root of the length": lambda x, g: (
        x / np.linalg.norm(x, axis=-1, keepdims=True) * x.shape[-1] ** 0.5 * g
    ),
    "einsum": lambda x, g: (
        x * (np.einsum("...d,...d->...", x, x) / len(g))[..., None] ** -0.5 * g
    ),
    "float32": lambda x, g: rms_norm(x.astype(np.float32), g.astype(np.float32)),
    "torch": lambda x, g: torch.nn.functional.rms_norm(
        torch.tensor(x), [len(g)], torch.tensor(g), eps=1e-5
    ).numpy(),
}
HEADS = {
    "transposed": lambda x, table: x @ table.T,
    "einsum": lambda x, table: np.einsum("pnd,vd->pnv", x, table),
    "inner": np.inner,
    "tensordot": lambda x, table: np.tensordot(x, table, axes=(-1, -1)),
    "place by place": lambda x, table: np.stack([place @ table.T for place in x]),
    "token by token": lambda x, table: np.array(
        [[table @ vector for vector in place] for place in x]
    ),
    "swapped": lambda x, table: (table @ x.swapaxes(-1, -2)).swapaxes(-1, -2),
}


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
@pytest.mark.parametrize("norm", NORMS.values(), ids=NORMS)
def test_correct_logit_lens_passes(norm, head):
    def solution(stream, gamma, table):
        return head(norm(stream, gamma), table)

    verdict = check.logit_lens.examine(solution)
    assert verdict.passed, verdict.text


def test_the_other_order_passes_too():
    """Gamma may stand with the table, and the division may come last."""

    def folded(stream, gamma, table):
        logits = stream @ (table * gamma).T
        return logits / np.sqrt((stream**2).mean(axis=-1))[..., None]

    assert check.logit_lens.examine(folded).passed


def test_the_lens_at_the_last_place_is_the_model():
    rng = np.random.default_rng(2)
    shapes = [(4,), (4, 4), (4, 2), (4, 2), (4, 4), (4,), (4, 6), (4, 6), (6, 4)]
    layers = [
        DecoderOnlyLayerParameters(*[rng.normal(size=shape) for shape in shapes])
        for _ in range(2)
    ]
    table, gamma = rng.normal(size=(7, 4)), rng.normal(size=4)
    parameters = DecoderOnlyParameters(table, tuple(layers), gamma, 2, 1)
    run = decoder_only([3, 0, 5], parameters, watch=True)
    looked = check.logit_lens.reference(np.stack(run.stream), gamma, table)
    assert looked.shape == (3, 3, 7)
    # float64 rounding
    np.testing.assert_allclose(looked[-1], run.logits, atol=1e-12)
    assert abs(looked[:-1] - run.logits).max() > 0.1


# ---- direct_parts


def one_head_left(heads, w_o, w):
    """Set the other heads to 0, and go through the whole matrix."""
    parts = []
    for h in range(len(heads)):
        alone = np.zeros_like(heads)
        alone[h] = heads[h]
        parts.append(np.concatenate(list(alone), axis=-1) @ w_o @ w)
    return np.stack(parts)


def differences_of_cuts(heads, w_o, w):
    d = heads.shape[-1]
    merged = np.concatenate(list(heads), axis=-1)
    parts = np.empty((len(heads), len(merged), w.shape[1]))
    for h in range(len(heads)):
        cut = w_o.copy()
        cut[h * d : (h + 1) * d] = 0
        parts[h] = merged @ w_o @ w - merged @ cut @ w
    return parts


def sliced(heads, w_o, w):
    d = heads.shape[2]
    rows = [w_o[h * d : (h + 1) * d] for h in range(len(heads))]
    return np.stack(
        [found @ block @ w for found, block in zip(heads, rows, strict=True)]
    )


PARTS = {
    "reshape": lambda heads, w_o, w: (
        heads @ w_o.reshape(len(heads), heads.shape[2], -1) @ w
    ),
    "slices": sliced,
    "split": lambda heads, w_o, w: np.stack(
        [h @ rows @ w for h, rows in zip(heads, np.split(w_o, len(heads)), strict=True)]
    ),
    "einsum": lambda heads, w_o, w: np.einsum(
        "hnd,hdm,mv->hnv", heads, w_o.reshape(*heads.shape[::2], -1), w
    ),
    "w first": lambda heads, w_o, w: (
        heads @ (w_o @ w).reshape(len(heads), heads.shape[-1], w.shape[1])
    ),
    "by columns of W_O's transpose": lambda heads, w_o, w: (
        heads @ np.stack(np.split(w_o.T, len(heads), axis=1)).swapaxes(1, 2) @ w
    ),
    "one head left": one_head_left,
    "differences of cuts": differences_of_cuts,
    "float32": lambda *given: sliced(*(x.astype(np.float32) for x in given)),
    "torch": lambda heads, w_o, w: (
        torch.tensor(heads)
        @ torch.tensor(w_o).reshape(len(heads), heads.shape[2], -1)
        @ torch.tensor(w)
    ),
    "chapter 6's exercise": lambda heads, w_o, w: (
        check.head_contributions.reference(heads, w_o) @ w
    ),
}


@pytest.mark.parametrize("solution", PARTS.values(), ids=PARTS)
def test_correct_direct_parts_pass(solution):
    verdict = check.direct_parts.examine(solution)
    assert verdict.passed, verdict.text


def test_the_parts_are_what_cutting_a_head_of_the_last_layer_takes_away():
    model, ids = load_induction(), letter_ids("tiger tiger t")
    inside = attention_only(ids, model)
    layer = model.layers[-1]
    heads = inside.weights[-1] @ split_heads(inside.stream[1] @ layer.w_v, 2)
    parts = check.direct_parts.reference(heads, layer.w_o, model.head)
    for head, part in enumerate(parts):
        cut = attention_only(ids, without_heads(model, [f"2.{head + 1}"])).logits
        # float64 rounding of logits of about 10
        np.testing.assert_allclose(inside.logits - cut, part, atol=1e-10)


# ---- mistakes in another's own words


def into_the_given(w_o, head, n_heads):
    d_head = len(w_o) // n_heads
    w_o[(head - 1) * d_head : head * d_head] = 0
    return w_o


def columns_cut(w_o, head, n_heads):
    d_head = w_o.shape[1] // n_heads
    cut = w_o.copy()
    cut[:, (head - 1) * d_head : head * d_head] = 0
    return cut


def from_zero(w_o, head, n_heads):
    blocks = w_o.reshape(n_heads, -1, w_o.shape[1]).copy()
    blocks[head : head + 1] = 0
    return blocks.reshape(w_o.shape)


def list_index(weights, ids):
    """list.index finds the first copy alone."""
    ids, found = list(ids), []
    for i in range(len(ids)):
        j = ids.index(ids[i])
        if j < i:
            found.append(weights[:, i, j + 1])
    return np.mean(found, axis=0)


def pairs(weights, ids):
    n = len(ids)
    both = [(i, j) for i in range(n) for j in range(i) if ids[i] == ids[j]]
    return np.mean([weights[:, i, j + 1] for i, j in both], axis=0)


def off_by_one(weights, ids):
    n, total, counted = len(ids), 0, 0
    for i in range(n):
        copies = [j for j in range(i) if ids[j] == ids[i]]
        total = total + sum(weights[:, i, j] for j in copies)
        counted += bool(copies)
    return total / counted


def strided(heads, w_o, w):
    n_heads = len(heads)
    return np.stack([heads[h] @ w_o[h::n_heads] @ w for h in range(n_heads)])


def by_columns(heads, w_o, w):
    d = heads.shape[-1]
    columns = [w_o[:, h * d : (h + 1) * d].T for h in range(len(heads))]
    return np.stack([x @ cut @ w for x, cut in zip(heads, columns, strict=True)])


MISTAKES = {
    "columns cut": ("cut_head", columns_cut, "the columns are cut"),
    "from 0": ("cut_head", from_zero, "counted from 0"),
    "in place": ("cut_head", into_the_given, "w_o"),
    "one row": (
        "cut_head",
        lambda w, h, n: np.concatenate([w[: h - 1], 0 * w[h - 1 : h], w[h:]]),
        "a single row is 0",
    ),
    "first copy": ("induction_scores", list_index, "only the first counts"),
    "pairs": ("induction_scores", pairs, "all the keys that count"),
    "the copies": ("induction_scores", off_by_one, "the earlier copies themselves"),
    "zeros kept": (
        "induction_scores",
        lambda w, t: (
            (w[..., 1:] * np.tril(t[:, None] == t, -1)[:, :-1]).sum(-1).mean(-1)
        ),
        "taken over all positions",
    ),
    "transposed": (
        "induction_scores",
        lambda w, t: with_three_loops(w.mT, t),
        "queries and keys are exchanged",
    ),
    "no norm": ("logit_lens", lambda x, g, table: x @ table.T, "the norm is missing"),
    "over tokens": (
        "logit_lens",
        lambda x, g, table: x / np.sqrt((x**2).mean(1, keepdims=True)) * g @ table.T,
        "the mean runs over the tokens",
    ),
    "whole table": (
        "logit_lens",
        lambda x, g, table: np.matmul(rms_norm(x, g), table),
        "the table is not transposed",
    ),
    "no gamma": (
        "logit_lens",
        lambda x, g, t: x / np.sqrt((x**2).mean(-1, keepdims=True)) @ t.T,
        "gamma is missing",
    ),
    "in turn": ("direct_parts", strided, "dealt out in turn"),
    "columns": ("direct_parts", by_columns, "the columns of W_O"),
    "not cut": (
        "direct_parts",
        lambda heads, w_o, w: np.stack([x @ w_o @ w for x in heads]),
        "every head meets all rows of W_O",
    ),
}


@pytest.mark.parametrize(("name", "function", "told"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_in_another_s_own_words_is_named(name, function, told):
    verdict = getattr(check, name).examine(function)
    assert not verdict.passed
    assert told in " ".join(verdict.text.split())


# ---- by hand


def test_the_two_steps_are_those_of_the_model():
    ids = letter_ids(two_steps_by_hand.TEXT)
    inside = attention_only(ids, load_induction())
    first, second, before, start = two_steps_by_hand.ANSWER
    assert inside.weights[1][0, -1].argmax() in (first, second)
    assert inside.weights[1][0, -1, [first, second]].sum() > 0.9
    assert inside.weights[0][0, second].argmax() == before
    right = inside.logits[:-1].argmax(axis=-1) == ids[1:]
    assert right[start:].all() and not right[:start].any()
    assert ids[first] == ids[second] == letter_ids("r")[0]


def test_the_blind_spot_by_hand_is_what_either_of_two_heads_does_alone():
    """Of 100 cases, some need A, some B, some either of them, and some neither."""
    need = np.repeat(["A", "B", "either", "none"], [2, 7, 76, 12])

    def right(*heads):
        by_head = np.isin(need, heads) | ((need == "either") & bool(heads))
        return int((by_head | (need == "none")).sum())

    counted = right("A", "B"), right("B"), right("A"), right()
    made_up = blind_spot.ALL, blind_spot.NO_A, blind_spot.NO_B, blind_spot.NEITHER
    assert counted == made_up
    alone, later = right("A", "B") - right("B"), right("A") - right()
    either = int((need == "either").sum())
    added = right("A", "B") - alone - 7
    assert check.blind_spot.examine([alone, later, added, either]).passed


@pytest.mark.parametrize(
    ("name", "answer", "told"),
    [
        ("two_steps_by_hand", [2, 8, 7, 6], "the earlier copies of o"),
        ("two_steps_by_hand", [2, 8, 8, 6], "the earlier copies of o"),
        ("two_steps_by_hand", [4, 10, 9, 7], "counted from 1"),
        ("two_steps_by_hand", [4, 10, 9, 6], "counted from 1"),
        ("two_steps_by_hand", [9, 15, 14, 6], "the last o is taken"),
        ("two_steps_by_hand", [9, 3, 8, 6], "changed places"),
        ("two_steps_by_hand", [9, 3, 2, 6], "changed places"),
        ("two_steps_by_hand", [3, 9, 9, 6], "the position itself"),
        ("two_steps_by_hand", [3, 9, 13, 6], "belongs to the last position"),
        ("two_steps_by_hand", [3, 9, 2, 6], "from the earlier one, 3"),
        ("two_steps_by_hand", [3, 9, 8, 5], "nothing shows that the text begins"),
        ("two_steps_by_hand", [3, 9, 8, 7], "where the model stands"),
        ("two_steps_by_hand", [3, 9, 8, 12], "waits for the third round"),
        ("two_steps_by_hand", [2, 8, 1, 11], "the earlier copies of o"),
        ("two_steps_by_hand", [0, 0, 0, 0], "finds something from position 1 on"),
        ("blind_spot", [95, 78, 88, 76], "what is left without A"),
        ("blind_spot", [2, 85, 88, 76], "what both cuts cost together"),
        ("blind_spot", [2, 83, 88, 76], "what B's cut costs when A is cut"),
        ("blind_spot", [2, 2, 88, 76], "what A's cut costs alone"),
        ("blind_spot", [2, 7, 88, 76], "what B's cut costs alone"),
        ("blind_spot", [2, 78, 9, 76], "the sum of the two costs"),
        ("blind_spot", [2, 78, 92.5, 80.5], "averaged"),
        ("blind_spot", [2, 78, 85.5, 73.5], "multiplied"),
        ("blind_spot", [2, 78, 88.14, 76.14], "multiplied"),
        ("blind_spot", [2, 78, 85, 73], "counted from 100 %"),
        ("blind_spot", [5, 78, 85, 73], "counted from 100 %"),
        ("blind_spot", [2, 78, 88, 85], "compares with the whole model"),
        ("blind_spot", [-2, -78, 88, -76], "not negative"),
    ],
)
def test_a_mistake_by_hand_is_named(name, answer, told):
    verdict = getattr(check, name).examine(answer)
    assert not verdict.passed
    assert told in " ".join(verdict.text.split())


def test_two_known_mistakes_by_hand_are_found_apart():
    """Where a page looks for a known mistake, no answer stands for two of them."""
    for name in ("two_steps_by_hand", "blind_spot"):
        exercise = getattr(check, name)
        pairs = [(w, tuple(e)) for w in exercise.wrongs for e in w.examples]
        told = {}
        for wrong, answer in pairs:
            assert told.setdefault(answer, wrong) is wrong, answer
