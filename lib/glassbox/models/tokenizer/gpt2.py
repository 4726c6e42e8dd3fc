"""GPT-2's tokenizer: 256 bytes, 50,000 merges, and the cuts that come before them.

>>> from glassbox.models.tokenizer import load_gpt2_tokenizer
>>> load_gpt2_tokenizer().cut("We pay attention.")
[b'We', b' pay', b' attention', b'.']
"""

import base64
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from ...kernels._arrays import checked_size
from ...kernels.tokenization import Pair, apply_merges

MODELS = Path(__file__).parent
MERGES = MODELS / "gpt2_merges.txt"
END_OF_TEXT = "<|endoftext|>"  # the last id: stands between two documents
# Ids 0 to 255: first the bytes that Latin-1 prints, then the others.
PRINTED = [*range(33, 127), *range(161, 173), *range(174, 256)]
BYTE_ORDER = bytes(PRINTED + [byte for byte in range(256) if byte not in PRINTED])
# GPT-2's own pattern, for letters A, numbers 0 and other signs ! that stand for all.
WORDS = re.compile(
    r"'(?:[stmd]|re|ve|ll)| ?[A-Za-z]+| ?[0-9]+| ?[^\sA-Za-z0-9]+|\s+(?!\S)|\s+",
    re.ASCII,
)


@dataclass(frozen=True)
class Tokenizer:
    """The place of each merge in their order, the bytes of each id, and back."""

    merges: dict[Pair, int]
    tokens: list[bytes]
    ids: dict[bytes, int]

    def cut(self, text: str) -> list[bytes]:
        """Cut a text into tokens; joined again, they are its UTF-8.

        >>> load_gpt2_tokenizer().cut("lowest é")
        [b'low', b'est', b' \\xc3\\xa9']
        """
        return [
            token
            for word in split_words(text)
            for token in apply_merges(_single_bytes(word.encode()), self.merges)
        ]

    def encode(self, text: str) -> list[int]:
        """Turn a text into the ids of its tokens.

        >>> load_gpt2_tokenizer().encode(" attention")
        [3241]
        """
        return [self.ids[token] for token in self.cut(text)]

    def decode(self, ids: Iterable[int]) -> str:
        """Turn ids into a text; bytes that are no whole character become �.

        >>> load_gpt2_tokenizer().decode([3241, 318])
        ' attention is'
        """
        return b"".join(self.tokens[i] for i in ids).decode(errors="replace")


def load_gpt2_tokenizer(n_merges: int | None = None, folder: Path = MODELS):
    """Read GPT-2's tokenizer, or the first of its merges alone.

    Parameters
    ----------
    n_merges : int or None
        From 0, which leaves single bytes, to 50,000; None is all.
    folder : path
        Where gpt2_merges.txt lies.

    Returns
    -------
    Tokenizer
        With all merges it has 50,257 tokens: <|endoftext|> is the last.

    Raises
    ------
    TypeError, ValueError
        If n_merges is no integer, or negative.

    Source
    ------
    Radford et al. 2019, section 2.2; training/tokenizer/gpt2.py wrote the file down.
    Chapter: tokens.

    >>> len(load_gpt2_tokenizer().tokens)
    50257
    """
    if n_merges is not None:
        n_merges = checked_size(n_merges, "n_merges")
    packed = base64.b64decode((folder / "gpt2_merges.txt").read_text("ascii"))
    pairs = np.frombuffer(packed, "<u2").reshape(-1, 2)  # (merge, left or right)
    tokens = _single_bytes(BYTE_ORDER)
    merges = {}
    for place, (left, right) in enumerate(pairs[:n_merges].tolist()):
        merges[tokens[left], tokens[right]] = place
        tokens.append(tokens[left] + tokens[right])
    if len(merges) == len(pairs):
        tokens.append(END_OF_TEXT.encode())
    return Tokenizer(merges, tokens, {token: i for i, token in enumerate(tokens)})


def pack_merges(merges: Iterable[Pair]) -> str:
    """Write merges as text: two ids of 16 bits for each, in base64.

    >>> pack_merges([(b" ", b"t"), (b" ", b"a")])
    '3ABTANwAQAA='
    """
    tokens = _single_bytes(BYTE_ORDER)
    ids = {token: i for i, token in enumerate(tokens)}
    pairs = []
    for left, right in merges:
        pairs.append((ids[left], ids[right]))
        ids[left + right] = len(ids)
    return base64.b64encode(np.array(pairs, "<u2").tobytes()).decode()


def split_words(text: str) -> list[str]:
    """Cut a text where no merge may reach across, as GPT-2 does.

    A word takes the space before it along; digits, and signs, stand apart from it.

    Parameters
    ----------
    text : str

    Returns
    -------
    list of str
        Joined again, they are the text.

    Source
    ------
    Radford et al. 2019, section 2.2, and the pattern of its code. Chapter: tokens.

    >>> split_words("We don't pay $100.")
    ['We', ' don', "'t", ' pay', ' $', '100', '.']
    """
    signs = "".join(map(_stand_in, text))  # one for one
    return [text[m.start() : m.end()] for m in WORDS.finditer(signs)]


def as_text(token: bytes) -> str:
    r"""Return a token as people read it: what is no whole character, in hexadecimal.

    >>> as_text(b" caf\xc3\xa9"), as_text(b"\xe6\x88")
    (' café', '<E6 88>')
    """
    try:
        return token.decode()
    except UnicodeDecodeError:
        return f"<{token.hex(' ').upper()}>"


@cache
def _stand_in(sign: str) -> str:
    """Return an ASCII sign of the same kind: letter, number, space or other."""
    if sign.isascii():
        return sign
    if sign.isalpha():
        return "A"
    if unicodedata.category(sign).startswith("N"):
        return "0"
    return "\t" if sign.isspace() else "!"


def _single_bytes(word: bytes) -> list[bytes]:
    return [bytes([byte]) for byte in word]
