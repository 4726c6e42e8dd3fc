"""Different correct solutions of a_real_model's exercises pass, wrong ones don't."""

import functools
import math

import numpy as np
import pytest
import torch
from glassbox import check, layer_norm, rms_norm
from glassbox.exercises.a_real_model import _pieces
from glassbox.kernels.gated import silu, swiglu
from glassbox.kernels.residual import residual_connection
from glassbox.machine.decoder_only import DecoderOnlyLayerParameters

# ---- gate_in_one_matrix: ways to open a gate, times ways to go through it


def with_where(a):
    small = np.exp(-np.abs(a))
    return a * np.where(a >= 0, 1, small) / (1 + small)


def entry_by_entry(a):
    return np.reshape([v / (1 + math.exp(-v)) for v in a.ravel().tolist()], a.shape)


OPENINGS = {
    "kernel": silu,
    "divided": lambda a: a / (1 + np.exp(-a)),
    "times a sigmoid": lambda a: a * (1 / (1 + np.exp(-a))),
    "exp above and below": lambda a: a * np.exp(a) / (1 + np.exp(a)),
    "tanh of a half": lambda a: a * (1 + np.tanh(a / 2)) / 2,
    "logaddexp": lambda a: a * np.exp(-np.logaddexp(0, -a)),
    "without overflow": with_where,
    "vectorized": entry_by_entry,
    "float32": lambda a: silu(a.astype(np.float32)),
    "torch": lambda a: torch.nn.functional.silu(torch.tensor(a)).numpy(),
}
WAYS = {
    "one line": lambda f, x, g, u, d: f(x @ g) * (x @ u) @ d,
    "up first": lambda f, x, g, u, d: np.matmul(np.multiply(x @ u, f(x @ g)), d),
    "einsum": lambda f, x, g, u, d: np.einsum(
        "...f,...f,fm->...m", f(np.einsum("...m,mf->...f", x, g)), x @ u, d
    ),
    "columns": lambda f, x, g, u, d: (
        (d.T @ (f(g.T @ x.T.copy()) * (u.T @ x.T))).T
        if x.ndim == 2
        else f(x @ g) * (x @ u) @ d
    ),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("opened", OPENINGS.values(), ids=OPENINGS)
def test_correct_gated_layer_passes(opened, way):
    def solution(x, w_wide, w_down):
        return way(opened, x, *np.split(w_wide, 2, axis=1), w_down)

    verdict = check.gate_in_one_matrix.examine(solution)
    assert verdict.passed, verdict.text


def by_the_kernel_of_the_book(x, w_wide, w_down):
    return swiglu(x, *np.hsplit(w_wide, 2), w_down)


def one_product_cut_in_two(x, w_wide, w_down):
    both = x @ w_wide
    gate, up = both[..., : len(w_down)], both[..., len(w_down) :]
    return (gate / (1 + np.exp(-gate)) * up) @ w_down


def cut_from_the_right(x, w_wide, w_down):
    both, d_ff = np.einsum("...m,mf->...f", x, w_wide), w_down.shape[0]
    return silu(both[..., :-d_ff]) * both[..., -d_ff:] @ w_down


def a_new_axis(x, w_wide, w_down):
    both = (x @ w_wide).reshape(*x.shape[:-1], 2, -1)
    return silu(both[..., 0, :]) * both[..., 1, :] @ w_down


def all_in_torch(*arrays):
    x, wide, down = (torch.tensor(a) for a in arrays)
    gate, up = (x @ wide).chunk(2, dim=-1)
    return torch.nn.functional.silu(gate) * up @ down


def unit_by_unit(x, w_wide, w_down):
    output, d_ff = np.zeros_like(x), len(w_down)
    for unit, down in enumerate(w_down):
        gate, up = x @ w_wide[:, unit], x @ w_wide[:, unit + d_ff]
        output = output + (silu(gate) * up)[..., None] * down
    return output


LAYERS = [
    by_the_kernel_of_the_book, one_product_cut_in_two, cut_from_the_right, a_new_axis,
    all_in_torch, unit_by_unit,
]  # fmt: skip


@pytest.mark.parametrize("solution", LAYERS)
def test_other_correct_layers_pass(solution):
    verdict = check.gate_in_one_matrix.examine(solution)
    assert verdict.passed, verdict.text


# ---- norms_behind


def in_two_lines(x, norm_1, attend, norm_2, think):
    x = x + norm_1(attend(x))
    return x + norm_2(think(x))


def nested(x, norm_1, attend, norm_2, think):
    return (h := x + norm_1(attend(x))) + norm_2(think(h))


def both_parts_added_to_x(x, norm_1, attend, norm_2, think):
    found = norm_1(attend(x))
    return x + found + norm_2(think(x + found))


def on_a_copy(x, norm_1, attend, norm_2, think):
    h = x.copy()
    h += norm_1(attend(h))
    h += norm_2(think(h))
    return h


def in_a_loop(x, norm_1, attend, norm_2, think):
    for norm, function in ((norm_1, attend), (norm_2, think)):
        x = x + norm(function(x))
    return x


def with_a_helper(x, norm_1, attend, norm_2, think):
    def sublayer(x, norm, function):
        return x + norm(function(x))

    return sublayer(sublayer(x, norm_1, attend), norm_2, think)


def reduced(x, norm_1, attend, norm_2, think):
    pairs = [(norm_1, attend), (norm_2, think)]
    return functools.reduce(lambda h, pair: h + pair[0](pair[1](h)), pairs, x)


def recursive(x, *pieces):
    if not pieces:
        return x
    norm, function, *rest = pieces
    return recursive(x + norm(function(x)), *rest)


def by_the_kernel(x, norm_1, attend, norm_2, think):
    h = residual_connection(x, norm_1(attend(x)))
    return residual_connection(h, norm_2(think(h)))


def step_by_step(x, norm_1, attend, norm_2, think):
    found = attend(x)
    normed = norm_1(found)
    stream = np.add(x, normed)
    thought = think(stream)
    normed = norm_2(thought)
    return np.add(stream, normed)


def with_out(x, norm_1, attend, norm_2, think):
    h = np.empty_like(x)
    np.add(x, norm_1(attend(x)), out=h)
    np.add(h, norm_2(think(h)), out=h)
    return h


def all_that_was_written(x, norm_1, attend, norm_2, think):
    stream = [x]
    stream.append(norm_1(attend(x)))
    stream.append(norm_2(think(sum(stream))))
    return sum(stream)


def stacked(x, norm_1, attend, norm_2, think):
    found = np.stack([x, norm_1(attend(x))]).sum(axis=0)
    return np.sum([found, norm_2(think(found))], axis=0)


def text_by_text(x, norm_1, attend, norm_2, think):
    if x.ndim == 3:
        return np.stack([in_two_lines(t, norm_1, attend, norm_2, think) for t in x])
    return in_two_lines(x, norm_1, attend, norm_2, think)


def token_by_token(x, norm_1, attend, norm_2, think):
    """Norm and think need no other token; attend does."""
    h = x + np.apply_along_axis(norm_1, -1, attend(x))
    return h + np.apply_along_axis(norm_2, -1, np.apply_along_axis(think, -1, h))


def in_float32(x, norm_1, attend, norm_2, think):
    x = x.astype(np.float32)
    h = x + norm_1(attend(x)).astype(np.float32)
    return h + norm_2(think(h)).astype(np.float32)


def in_torch(x, norm_1, attend, norm_2, think):
    h = torch.tensor(x) + torch.tensor(norm_1(attend(x)))
    return h + torch.tensor(norm_2(think(h.numpy())))


class Block:
    def __call__(self, x, norm_1, attend, norm_2, think):
        return self.think(self.look(x, norm_1, attend), norm_2, think)

    def look(self, x, norm, attend):
        return x + norm(attend(x))

    def think(self, x, norm, think):
        return norm(think(x)) + x


def composed(x, norm_1, attend, norm_2, think):
    def around(norm, function):
        return lambda h: h + norm(function(h))

    return around(norm_2, think)(around(norm_1, attend)(x))


def differences_undone(x, norm_1, attend, norm_2, think):
    h = x - (-norm_1(attend(x)))
    return h - (-norm_2(think(h)))


BLOCKS = [
    in_two_lines,
    nested,
    both_parts_added_to_x,
    on_a_copy,
    in_a_loop,
    with_a_helper,
    reduced,
    recursive,
    by_the_kernel,
    step_by_step,
    with_out,
    all_that_was_written,
    stacked,
    text_by_text,
    token_by_token,
    in_float32,
    in_torch,
    Block(),
    composed,
    differences_undone,
    lambda a, b, c, d, e: a + b(c(a)) + d(e(a + b(c(a)))),
    lambda x, n1, attend, n2, think: in_two_lines(x, n1, attend, n2, think),
]


@pytest.mark.parametrize("solution", BLOCKS)
def test_correct_block_passes(solution):
    verdict = check.norms_behind.examine(solution)
    assert verdict.passed, verdict.text


def test_what_a_branch_adds_is_as_large_as_its_norm_says_however_loud_it_is():
    """That is what a norm behind the function is for, and one before it can't do."""
    rng = np.random.default_rng(2)
    x, pieces = 100 * rng.normal(size=(5, 3)), dict(_pieces.WIDE)
    once = check.norms_behind.reference(x, **pieces)
    attend, think = pieces["attend"], pieces["think"]
    louder = {"attend": lambda h: 1000 * attend(h), "think": lambda h: 1000 * think(h)}
    again = check.norms_behind.reference(x, **pieces | louder)
    # epsilon, 1e-5, beside squares of 100 and more
    np.testing.assert_allclose(again, once, rtol=1e-6)
    before = _pieces.connected(_pieces.pre, _pieces.pre)
    change = before(x, **pieces | louder) - before(x, **pieces)
    assert np.abs(change).max() > 1000


def test_a_block_that_writes_into_its_input_is_told_so():
    def in_place(x, norm_1, attend, norm_2, think):
        x += norm_1(attend(x))
        return x + norm_2(think(x))

    text = " ".join(check.norms_behind.examine(in_place).text.split())
    assert "writes into its input: x is no longer what it was" in text


def test_the_pieces_see_no_later_token_and_say_in_words_what_they_are():
    rng = np.random.default_rng(3)
    x = rng.normal(size=(5, 3))
    later = x.copy()
    later[3:] = rng.normal(size=(2, 3))
    for piece in _pieces.WIDE.values():
        np.testing.assert_array_equal(piece(x)[:3], piece(later)[:3])
    text = check.norms_behind.examine(lambda x, *pieces: x).text
    assert "a small causal attention" in text and "<" not in text


# ---- mistakes


def sigmoid(a):
    return 1 / (1 + np.exp(-a))


def cut(layer):
    return lambda x, w, d: layer(x, *np.split(w, 2, axis=-1), d)


MISTAKES = {
    "glu": (
        "gate_in_one_matrix",
        cut(lambda x, g, u, d: sigmoid(x @ g) * (x @ u) @ d),
        "the sigmoid alone",
    ),
    "halves in another order": (
        "gate_in_one_matrix",
        cut(lambda x, up, gate, d: silu(x @ gate) * (x @ up) @ d),
        "what goes through the gate, not the gate itself",
    ),
    "forgotten gate": (
        "gate_in_one_matrix",
        cut(lambda x, g, u, d: silu(x @ u) @ d),
        "the gate, is not used",
    ),
    "columns in turn": (
        "gate_in_one_matrix",
        lambda x, w, d: silu((x @ w)[..., ::2]) * (x @ w)[..., 1::2] @ d,
        "every other column is taken",
    ),
    "split without an axis": (
        "gate_in_one_matrix",
        lambda x, w, d: silu(np.split(x @ w, 2)[0]) * np.split(x @ w, 2)[1] @ d,
        "the wrong axis is cut",
    ),
    "split along the tokens of one text": (
        "gate_in_one_matrix",
        lambda x, w, d: silu(np.split(x @ w, 2, 1)[0]) * np.split(x @ w, 2, 1)[1] @ d,
        "the wrong axis is cut",
    ),
    "the rows of the matrix": (
        "gate_in_one_matrix",
        lambda x, w, d: silu(x @ np.split(w, 2)[0]) * (x @ np.split(w, 2)[1]) @ d,
        "the wrong axis is cut",
    ),
    "torch's relu": (
        "gate_in_one_matrix",
        cut(
            lambda x, g, u, d: (
                torch.relu(torch.tensor(x @ g)) * torch.tensor(x @ u) @ torch.tensor(d)
            )
        ),
        "With it the layer is called ReGLU",
    ),
    "concatenated": (
        "gate_in_one_matrix",
        cut(lambda x, g, u, d: (silu(x @ g) + x @ u) @ d),
        "A gate multiplies",
    ),
    "the paper of 2017": (
        "norms_behind",
        lambda x, n1, attend, n2, think: n2(
            n1(x + attend(x)) + think(n1(x + attend(x)))
        ),
        "the post-norm of 2017",
    ),
    "the chapter's own block": (
        "norms_behind",
        lambda x, n1, attend, n2, think: (
            x + attend(n1(x)) + think(n2(x + attend(n1(x))))
        ),
        "the pre-norm of SmolLM2",
    ),
    "side by side": (
        "norms_behind",
        lambda x, n1, attend, n2, think: x + n1(attend(x)) + n2(think(x)),
        "side by side",
    ),
    "h forgotten": (
        "norms_behind",
        lambda x, n1, attend, n2, think: n2(think(x + n1(attend(x)))),
        "a skip path is missing",
    ),
    "returned too early": (
        "norms_behind",
        lambda x, n1, attend, n2, think: x + n1(attend(x)),
        "one sublayer only",
    ),
}


@pytest.mark.parametrize(("name", "function", "told"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_in_another_s_own_words_is_named(name, function, told):
    verdict = getattr(check, name).examine(function)
    assert not verdict.passed
    assert told in " ".join(verdict.text.split())


# ---- by hand


def test_the_norms_by_hand_are_torch_s():
    x = torch.tensor([9.0, -3, 5, 1, 3], dtype=torch.float64)
    root = (x * x).mean().sqrt()
    both = (
        torch.nn.functional.rms_norm(x, [5], eps=0.0),
        torch.nn.functional.layer_norm(x, [5], eps=0.0),
    )
    answer = [root, *[y[i] for y in both for i in (0, 3)]]
    assert check.rms_norm_by_hand.examine([float(v) for v in answer]).passed
    # The epsilon of the kernels doesn't show in two decimals.
    kernels = rms_norm(x.numpy())[[0, 3]], layer_norm(x.numpy())[[0, 3]]
    assert check.rms_norm_by_hand.examine([5, *kernels[0], *kernels[1]]).passed


def test_the_parameters_by_hand_are_those_of_arrays_of_the_model_s_shapes():
    def empty(*shape):  # no memory is touched until it is written to
        return np.empty(shape, np.float32)

    queries, shared, d_ff = 9 * 64, 3 * 64, 1536
    layer = DecoderOnlyLayerParameters(
        gamma_attention=empty(576),
        w_q=empty(576, queries),
        w_k=empty(576, shared),
        w_v=empty(576, shared),
        w_o=empty(queries, 576),
        gamma_feed_forward=empty(576),
        w_gate=empty(576, d_ff),
        w_up=empty(576, d_ff),
        w_down=empty(d_ff, 576),
    )
    sizes = {name: array.size for name, array in vars(layer).items()}
    attention = sum(sizes[name] for name in ("w_q", "w_k", "w_v", "w_o"))
    gated = sum(sizes[name] for name in ("w_gate", "w_up", "w_down"))
    norms = 30 * (sizes["gamma_attention"] + sizes["gamma_feed_forward"]) + 576
    total = 30 * sum(sizes.values()) + 576 + empty(49_152, 576).size
    assert check.parameters_by_hand.examine([attention, gated, norms, total]).passed
    assert total == 134_515_008  # what the card of the model says


@pytest.mark.parametrize(
    ("name", "answer", "told"),
    [
        ("rms_norm_by_hand", [25, 0.36, 0.04, 1.5, -0.5], "the root is missing"),
        ("rms_norm_by_hand", [25, 1.8, 0.2, 1.5, -0.5], "the root is missing"),
        ("rms_norm_by_hand", [11.18, 0.8, 0.09, 1.5, -0.5], "is not divided by 5"),
        ("rms_norm_by_hand", [5.59, 1.61, 0.18, 1.34, -0.45], "is divided by 4"),
        ("rms_norm_by_hand", [3, 3, 0.33, 1.5, -0.5], "this is the mean, 3"),
        ("rms_norm_by_hand", [4.2, 2.14, 0.24, 1.5, -0.5], "without their signs"),
        ("rms_norm_by_hand", [4.63, 1.95, 0.22, 1.5, -0.5], "taken to be -9"),
        ("rms_norm_by_hand", [4, 1.5, -0.5, 1.5, -0.5], "that of LayerNorm"),
        ("rms_norm_by_hand", [5, 1.5, -0.5, 1.8, 0.2], "are exchanged"),
        ("rms_norm_by_hand", [5, 1.2, -0.4, 1.5, -0.5], "subtracted in RMSNorm too"),
        ("rms_norm_by_hand", [5, 1.8, 0.2, 1.8, 0.2], "without its first step"),
        ("rms_norm_by_hand", [5, 1.8, 0.2, 1.2, -0.4], "the root of 25"),
        ("rms_norm_by_hand", [5, 1.8, 0.2, 6, -2], "not divided by anything yet"),
        ("rms_norm_by_hand", [5, 1.8, 0.2, 1.5, 0.5], "a sign is lost"),
        ("rms_norm_by_hand", [5, 45, 5, 1.5, -0.5], "multiplied by the root"),
        ("parameters_by_hand", [1327104, 2654208, 35136, 147786048], "as wide as"),
        ("parameters_by_hand", [1327104, 2654208, 35136, 134515008], "as wide as"),
        ("parameters_by_hand", [737280, 2654208, 35136, 130091328], "a single head"),
        ("parameters_by_hand", [774144, 2654208, 35136, 131197248], "576 by 192"),
        ("parameters_by_hand", [552960, 2654208, 35136, 124561728], "576 by 576"),
        ("parameters_by_hand", [884736, 1769472, 35136, 107972928], "the gate"),
        ("parameters_by_hand", [884736, 3981312, 35136, 174328128], "4 · 576"),
        ("parameters_by_hand", [884736, 2654208, 34560, 134514432], "last norm"),
        ("parameters_by_hand", [884736, 2654208, 70272, 134550144], "a beta"),
        ("parameters_by_hand", [884736, 2654208, 1152, 134481024], "of one layer"),
        ("parameters_by_hand", [884736, 2654208, 61, 134515008], "how many norms"),
        ("parameters_by_hand", [884736, 2654208, 35136, 106203456], "is missing"),
        ("parameters_by_hand", [884736, 2654208, 35136, 162826560], "counted twice"),
        ("parameters_by_hand", [884736, 2654208, 35136, 134479872], "lacks norms"),
        ("parameters_by_hand", [886272, 2657856, 35136, 134670528], "biases"),
        ("parameters_by_hand", [26542080, 79626240, 35136, 134515008], "all 30"),
    ],
)
def test_a_likely_wrong_number_is_named(name, answer, told):
    verdict = getattr(check, name).examine(answer)
    assert not verdict.passed
    assert told in " ".join(verdict.text.split())
    assert verdict.wrong is not None
