"""SmolLM2's tokenizer: GPT-2's way to cut, other merges, and each digit by itself."""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from ..tokenizer import BYTE_ORDER, Tokenizer

TURN, END_OF_TURN = "<|im_start|>", "<|im_end|>"
SYSTEM = "You are a helpful AI assistant named SmolLM, trained by Hugging Face"
# The file writes a byte as a printable sign: itself in Latin-1, or else one from Ā on.
N_PRINTED = 188
SIGNS = [*BYTE_ORDER[:N_PRINTED].decode("latin-1"), *map(chr, range(256, 324))]
BYTE_OF = {sign: BYTE_ORDER[i : i + 1] for i, sign in enumerate(SIGNS)}
SPECIAL = 3  # the file's type of a token that no text is cut into


class SmolLM2Tokenizer(Tokenizer):
    """A tokenizer as GPT-2's, but that a digit is always a token of its own."""

    def cut(self, text: str) -> list[bytes]:
        """Cut a text into tokens; joined again, they are its UTF-8.

        >>> SmolLM2Tokenizer({(b"1", b"2"): 0, (b"a", b"b"): 1}, [], {}).cut("ab12")
        [b'ab', b'1', b'2']
        """
        tokens: list[bytes] = []
        for part in split_digits(text):
            tokens += super().cut(part)
        return tokens

    def encode(self, text: str) -> list[int]:
        """Turn a text into the ids of its tokens; what looks special is text as well.

        Raises
        ------
        ValueError
            If the text has a byte without a token: one of six control characters, or
            of a character that Unicode has not assigned.

        >>> SmolLM2Tokenizer({}, [b"a", b"b"], {b"a": 0, b"b": 1}).encode("abba")
        [0, 1, 1, 0]
        """
        tokens = self.cut(text)
        unknown = [token for token in tokens if token not in self.ids]
        if unknown:
            raise ValueError(
                "text must be made of bytes that the tokenizer knows; "
                f"got {unknown[0].hex().upper()}"
            )
        return [self.ids[token] for token in tokens]


def split_digits(text: str) -> list[str]:
    """Cut a text before and after each digit, or other sign for a number.

    Parameters
    ----------
    text : str

    Returns
    -------
    list of str
        Joined again, they are the text.

    Source
    ------
    The file's pre-tokenizer, "smollm". Chapter: a_real_model.

    >>> split_digits("in 2024.")
    ['in ', '2', '0', '2', '4', '.']
    """
    parts, start = [], 0
    for at, sign in enumerate(text):
        if unicodedata.category(sign).startswith("N"):
            parts += [text[start:at], sign]
            start = at + 1
    return [part for part in [*parts, text[start:]] if part]


def to_tokenizer(settings: Mapping[str, Any]) -> SmolLM2Tokenizer:
    """Make the tokenizer from the vocabulary and the merges of the model's file.

    Parameters
    ----------
    settings : mapping
        As `read_model_file` gives them.

    Returns
    -------
    SmolLM2Tokenizer
        Its ids are the file's: 17 special tokens, 235 bytes, 48,900 merges.

    Source
    ------
    The GGUF format; Sennrich et al. 2016, section 3.2. Chapter: a_real_model.

    >>> signs, merges = ["<|end|>", "Ġ", "t", "Ġt"], ["Ġ t"]
    >>> names = ("tokens", "merges", "token_type")
    >>> values = (signs, merges, [3, 1, 1, 1])
    >>> pairs = zip(names, values, strict=True)
    >>> to_tokenizer({f"tokenizer.ggml.{n}": v for n, v in pairs}).tokens
    [b'<|end|>', b' ', b't', b' t']
    """
    names = ("tokens", "token_type", "merges")
    signs, types, joined = (settings[f"tokenizer.ggml.{name}"] for name in names)
    tokens = [
        sign.encode() if kind == SPECIAL else _bytes_of(sign)
        for sign, kind in zip(signs, types, strict=True)
    ]
    merges = {
        tuple(map(_bytes_of, pair.split(" "))): place
        for place, pair in enumerate(joined)
    }
    return SmolLM2Tokenizer(
        merges, tokens, {token: i for i, token in enumerate(tokens)}
    )


def chat_ids(turns: Iterable[tuple[str, str]], tokenizer: Tokenizer) -> list[int]:
    """Write a conversation down as the model was taught to read one.

    Parameters
    ----------
    turns : pairs (role, text)
        A role is "system", "user" or "assistant". Where the first turn is not the
        system's, SYSTEM is put before it.
    tokenizer : Tokenizer

    Returns
    -------
    list of int
        The last ids open the assistant's turn: what it says comes next, and ends in
        END_OF_TURN.

    Source
    ------
    The chat template in the model's file. Chapter: a_real_model.

    >>> tokens = [TURN.encode(), END_OF_TURN.encode(), *map(bytes, zip(range(128)))]
    >>> tokenizer = SmolLM2Tokenizer({}, tokens, {t: i for i, t in enumerate(tokens)})
    >>> ids = chat_ids([("system", "Be kind."), ("user", "Hi!")], tokenizer)
    >>> print(tokenizer.decode(ids))
    <|im_start|>system
    Be kind.<|im_end|>
    <|im_start|>user
    Hi!<|im_end|>
    <|im_start|>assistant
    <BLANKLINE>
    """
    turns = list(turns)
    if turns and turns[0][0] != "system":
        turns.insert(0, ("system", SYSTEM))
    begin, end = (tokenizer.ids[sign.encode()] for sign in (TURN, END_OF_TURN))
    encode, ids = tokenizer.encode, []
    for role, text in turns:
        ids += [begin, *encode(f"{role}\n{text}"), end, *encode("\n")]
    return [*ids, begin, *encode("assistant\n")]


def _bytes_of(sign: str) -> bytes:
    return b"".join(BYTE_OF[s] for s in sign)
