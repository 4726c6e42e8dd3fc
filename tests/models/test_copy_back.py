"""The models that copy the token three back: PyTorch agrees, and their card is true."""

import functools
import re
import subprocess
import sys

import numpy as np
import pytest
from glassbox import rms_norm
from glassbox.models.copy_back import (
    BACK,
    D_MODEL,
    N_HEADS,
    RECORD,
    SCHEMES,
    SLOWER_BASE,
    TUNED,
    VOCABULARY,
    accuracy_by_position,
    copy_back,
    exam,
    load_copy_back,
    load_record,
    path_of,
    right_answers,
    score_by_pair,
    without_mean_key,
)

CARD = (RECORD.parent / "copy_back.md").read_text(encoding="utf-8")
UNTURNED = [scheme for scheme in SCHEMES if scheme != "rotary"]
LENGTHS = 32, 64, 256
BASES = {"rotary_slower": SLOWER_BASE}
# the exam's 5,120 answers are the same on every platform but for ties in rounding
CLOSE = 0.002


def part_right(model, n_tokens, **turning):
    return np.nanmean(accuracy_by_position(model, n_tokens, **turning))


@functools.cache
def part_right_of(name, n_tokens, base=10000.0):
    return part_right(load_copy_back(name), n_tokens, base=base)


def arrays_of(model):
    return [x for x in model if isinstance(x, np.ndarray)]


def by_torch(ids, model, stretch, base):
    """Compute the logits from the papers' equations, without a kernel of the book."""
    torch = pytest.importorskip("torch")
    m = {
        k: v if isinstance(v, str) else v is not None and torch.from_numpy(v)
        for k, v in model._asdict().items()
    }
    n, d_head = ids.shape[1], D_MODEL // N_HEADS
    place = torch.arange(n, dtype=torch.float64)
    norm = torch.nn.functional.rms_norm
    x = m["table"][torch.from_numpy(ids)]
    if model.scheme == "sinusoids":
        speeds = 10000 ** (-torch.arange(0, D_MODEL, 2, dtype=torch.float64) / D_MODEL)
        x[..., 0::2] += torch.sin(place[:, None] * speeds)
        x[..., 1::2] += torch.cos(place[:, None] * speeds)
    if model.scheme == "learned":
        x = x + m["places"][:n]
    normed = norm(x, (D_MODEL,), m["gamma"], 1e-5)
    q, k = normed @ m["w_q"] + m["b_q"], normed @ m["w_k"] + m["b_k"]
    q, k, v = (
        y.unflatten(-1, (N_HEADS, d_head)).transpose(1, 2)
        for y in (q, k, normed @ m["w_v"])
    )
    if model.scheme == "rotary":  # as products of complex numbers
        speeds = base ** (-torch.arange(0, d_head, 2, dtype=torch.float64) / d_head)
        turns = torch.polar(
            torch.ones(1, 1).double(), stretch * place[:, None] * speeds
        )
        q, k = (
            torch.view_as_real(
                torch.view_as_complex(y.unflatten(-1, (-1, 2)).contiguous()) * turns
            ).flatten(-2)
            for y in (q, k)
        )
    bias = torch.zeros(N_HEADS, n, n, dtype=torch.float64)
    if model.scheme == "alibi":
        prices = torch.tensor([1 / 4, 1 / 16, 1 / 64, 1 / 256])[:, None, None]
        bias -= prices * (place[:, None] - place).abs()
    bias.masked_fill_(torch.ones(n, n).triu(1).bool(), -torch.inf)
    found = torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=bias)
    x = x + found.transpose(1, 2).flatten(-2) @ m["w_o"]
    return norm(x, (D_MODEL,), m["gamma_last"], 1e-5) @ m["head"]


@pytest.mark.parametrize("name", SCHEMES + TUNED)
def test_it_computes_as_pytorch(name):
    ids = np.random.default_rng(2).integers(VOCABULARY, size=(3, 41))
    model = load_copy_back(name)
    for stretch, base in ((1.0, 10000.0), (0.5, SLOWER_BASE)):
        ours = copy_back(ids, model, stretch=stretch, base=base).logits
        theirs = by_torch(ids, model, stretch, base).numpy()
        # float64; logits up to some 30, sums of 41 terms in another order
        np.testing.assert_allclose(ours, theirs, atol=1e-9)


def test_loading_and_copying_need_no_torch():
    code = (
        "import sys\n"
        "from glassbox.models.copy_back import *\n"
        "for name in SCHEMES: copy_back(exam(32)[:1], load_copy_back(name))\n"
        "print('torch' in sys.modules)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout == "False\n"


def told(name):
    """Return the right answers at 32, 64 and 256 tokens that the card tells."""
    parts = re.search(rf"^\| {name} \| (.*) \| (.*) \| (.*) \|$", CARD, re.M)
    return np.array(parts.groups(), float)


@pytest.mark.parametrize("name", SCHEMES + TUNED)
def test_the_card_tells_what_it_copies_and_how_many_numbers_it_has(name):
    n_numbers = sum(x.size for x in arrays_of(load_copy_back(name)))
    assert re.search(rf"`copy_back_{name}` \|.*\| {n_numbers:,} \|", CARD)
    counted = [part_right_of(name, n, BASES.get(name, 10000.0)) for n in LENGTHS]
    np.testing.assert_allclose(counted, told(name), atol=CLOSE)


def test_the_files_are_small():
    sizes = [path_of(name).stat().st_size for name in SCHEMES + TUNED]
    assert sum(sizes) + RECORD.stat().st_size < 150_000


def test_the_record_has_the_library_s_own_models_among_its_seeds():
    record = load_record()
    for scheme in SCHEMES:
        assert np.shape(record["seeds"][scheme]) == (5, 3)
        np.testing.assert_allclose(record["seeds"][scheme][0], told(scheme), atol=CLOSE)
    slower = (
        part_right_of("rotary", 64, 1.6e5),
        part_right_of("rotary", 256, SLOWER_BASE),
    )
    np.testing.assert_allclose(record["slower"][0], slower, atol=CLOSE)
    assert np.shape(record["slower"]) == (5, 2)
    tuning = record["tuning"]
    for way in ("slower", "longer", "stretched"):
        assert len(tuning[way]) == len(tuning["steps"])
    after = tuning["steps"].index(25)
    for way in ("slower", "longer"):
        own = told(f"rotary_{way}")[-1]
        assert tuning[way][after] == pytest.approx(own, abs=CLOSE)


@pytest.mark.parametrize("change", ["zero", "no mean"])
@pytest.mark.parametrize("scheme", UNTURNED)
def test_unturned_keys_need_no_bias(scheme, change):
    model = load_copy_back(scheme)
    other = without_mean_key(model)
    if change == "zero":
        other = model._replace(b_k=np.zeros(D_MODEL))
    assert abs(other.b_k - model.b_k).max() > 0.1
    before, after = copy_back(exam(64), model), copy_back(exam(64), other)
    # the softmax takes out what is added to all scores of a query: float64's rounding
    np.testing.assert_allclose(after.weights, before.weights, atol=1e-13)


def test_turned_keys_do():
    model = load_copy_back("rotary")
    before = copy_back(exam(32), model).weights
    zero = model._replace(b_k=np.zeros(D_MODEL))
    assert abs(copy_back(exam(32), zero).weights - before).max() > 0.5
    assert part_right_of("rotary", 32) > 0.999
    assert part_right(without_mean_key(model), 32) < 0.25


def test_the_parts_by_hand_are_the_averages_of_the_scores():
    model = load_copy_back("rotary")
    normed = rms_norm(model.table, model.gamma)
    speeds = np.array([1, 0.1, 0.01, 0.001])
    expected = []
    for head in range(N_HEADS):
        own = slice(8 * head, 8 * head + 8)
        q = (normed @ model.w_q + model.b_q)[:, own].reshape(VOCABULARY, 4, 2)
        k = (normed @ model.w_k + model.b_k)[:, own].reshape(VOCABULARY, 4, 2)
        q, k = q @ [1, 1j], k @ [1, 1j]
        turned = q[:, None] * np.exp(1j * 7 * speeds)
        expected.append((turned * k.conj()).real.mean(axis=(0, 1)) / np.sqrt(8))
    got = score_by_pair(model, [7])
    np.testing.assert_allclose(got[..., 0], expected, rtol=1e-12)


def test_stretch_and_base_turn_the_parts_as_they_turn_the_model():
    model = load_copy_back("rotary")
    half = score_by_pair(model, [6, 14], stretch=0.5)
    np.testing.assert_allclose(half, score_by_pair(model, [3, 7]), rtol=1e-12)
    slower = score_by_pair(model, [6, 14], base=160_000)
    # base^(-1/4) is 0.1 and 0.05; the first hand turns by 1 at any base
    np.testing.assert_allclose(slower[:, 1], half[:, 1], rtol=1e-9)
    first = score_by_pair(model, [6, 14])[:, 0]
    np.testing.assert_allclose(slower[:, 0], first, rtol=1e-12)


@pytest.mark.parametrize("name", SCHEMES)
def test_a_text_can_stand_further_on(name):
    model, ids = load_copy_back(name), exam(32)
    logits = copy_back(ids, model).logits
    moved = copy_back(ids, model, first=100).logits
    same = name not in ("sinusoids", "learned")
    # float64: angles of 131 radians, logits up to some 30
    assert (np.abs(moved - logits).max() < 1e-9) == same


def test_beyond_its_training_the_score_rises_again_and_there_the_model_looks():
    model = load_copy_back("rotary")
    sharpest = score_by_pair(model, range(64)).sum(axis=1)[2]
    assert sharpest[:32].argmax() == BACK
    assert sharpest.argmax() == 47  # 44 positions on: seven turns of the first hand
    ids = exam(64)
    logits, weights = copy_back(ids, model)
    wrong = logits.argmax(-1)[:, BACK:] != ids[:, :-BACK]
    distance = np.arange(64) - weights[:, 2].argmax(-1)
    looked = np.bincount(distance[:, BACK:][wrong])
    assert looked.argmax() == 47
    assert looked[32:].sum() > 0.9 * looked.sum()


def test_stretched_by_a_half_it_copies_the_token_six_back():
    ids = exam(64)
    logits = copy_back(ids, load_copy_back("rotary"), stretch=0.5).logits
    six_back = logits.argmax(-1)[:, 6:] == ids[:, :-6]
    assert six_back.mean() == pytest.approx(0.931, abs=CLOSE)


def test_right_answers_are_counted_at_each_position():
    ids = exam(32)
    assert ids.shape == (160, 32)
    perfect = np.eye(VOCABULARY)[np.roll(ids, BACK, axis=1)]
    parts = right_answers(perfect, ids)
    assert np.isnan(parts[:BACK]).all()
    np.testing.assert_array_equal(parts[BACK:], 1)


def test_an_unknown_name_is_refused():
    with pytest.raises(ValueError, match="rotary_longer; got 'rope'"):
        load_copy_back("rope")
