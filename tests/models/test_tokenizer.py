"""GPT-2's tokenizer: the same ids as a known implementation, on every kind of text."""

import hashlib
import json
from pathlib import Path

import pytest
from glassbox.models.tokenizer import (
    BYTE_ORDER,
    MODELS,
    as_text,
    book_prose,
    load_gpt2_tokenizer,
    pack_merges,
    split_words,
)

# Made with GPT-2's own two files by the package tokenizers 0.23.3 (Hugging Face).
TABLE = json.loads(Path(__file__).with_name("gpt2_ids.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def gpt2():
    return load_gpt2_tokenizer()


def test_every_text_of_the_table_gets_the_known_ids(gpt2):
    assert len(TABLE) > 200
    wrong = [text for text, ids in TABLE if gpt2.encode(text) != ids]
    assert wrong == []


def test_decoding_gives_every_text_back(gpt2):
    for text, ids in TABLE:
        assert gpt2.decode(ids) == text
        assert b"".join(gpt2.cut(text)) == text.encode()


def test_the_words_of_a_text_are_the_text():
    for text, _ in TABLE:
        assert "".join(split_words(text)) == text
    for space in ("", " ", "  \n\t ", "\u3000\u00a0"):
        assert "".join(split_words(space)) == space


def test_the_vocabulary_is_bytes_merges_and_the_end_of_a_text(gpt2):
    assert len(gpt2.tokens) == len(set(gpt2.tokens)) == 50_257 == len(gpt2.ids)
    assert sorted(BYTE_ORDER) == list(range(256))
    assert gpt2.tokens[:256] == [bytes([byte]) for byte in BYTE_ORDER]
    assert gpt2.tokens[256:258] == [b" t", b" a"]
    assert gpt2.decode([50_256]) == "<|endoftext|>"
    assert gpt2.encode("<|endoftext|>") != [50_256]  # what a reader types is text


def test_the_file_holds_the_merges_that_were_published(gpt2):
    packed = (MODELS / "gpt2_merges.txt").read_text("ascii").strip()
    assert pack_merges(gpt2.merges) == packed
    assert hashlib.sha256(packed.encode()).hexdigest() == (
        "f64fd0360e75b097803736b18489d3601afe505819bf7dcb615d3360de9a6c13"
    )


def test_fewer_merges_are_the_first_ones(gpt2):
    some = load_gpt2_tokenizer(1000)
    assert list(some.merges) == list(gpt2.merges)[:1000]
    assert some.tokens == gpt2.tokens[:1256]
    assert load_gpt2_tokenizer(0).cut("no") == [b"n", b"o"]
    with pytest.raises(ValueError, match="n_merges"):
        load_gpt2_tokenizer(-1)


def test_bytes_that_are_no_character_are_shown_in_hexadecimal():
    assert as_text(b" low") == " low"
    assert as_text("〇".encode()) == "〇"
    assert as_text(b"\x87") == "<87>"


def test_the_prose_is_the_one_that_the_chapter_s_numbers_are_of():
    assert len(book_prose()) == 40_901
    assert (MODELS / "book_prose.txt").stat().st_size < 50_000
    assert (MODELS / "gpt2_merges.txt").stat().st_size < 300_000
