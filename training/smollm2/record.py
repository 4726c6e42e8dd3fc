"""Record what goes on inside SmolLM2 for a dozen prompts, for chapter a_real_model.

python -m training.smollm2.record: ten seconds, where the optional model is installed;
written to lib/glassbox/models/smollm2.
"""

import json
from typing import Any

import numpy as np
from glassbox import rms_norm, softmax, vocabulary_logits
from glassbox.machine.decoder_only import decoder_only
from glassbox.models.smollm2 import SmolLM2, chat_ids, load_smollm2
from glassbox.models.smollm2.file import NAME, SHA256
from glassbox.models.smollm2.runs import ATTENTION, N_TOP, RUNS, SIGNS

PROMPTS = {
    "japan": "The capital of Japan is",
    "opposite": "The opposite of hot is",
    "tower": "The Eiffel Tower is in the city of",
    "drink": "When Mary and John went to the store, John gave a drink to",
    "danke": "Merci is French. Danke is",
    "dream": "I have a dream that one",
    "repeated": "Q7 zebra! Q7 zebra! Q7",
    "code": "def square(x):\n    return x *",
    "roses": "Roses are red, violets are",
    "product": "7 × 8 = ",
    "chinese": "你好！你叫什么",
    "chat": [("system", "Be brief."), ("user", "Say hello in French.")],
}
PARTS = "₁₂₃₄"  # a character is at most four bytes, so at most four tokens
ORIGIN = {
    "model": "SmolLM2-135M-Instruct",
    "license": "Apache-2.0",
    "file": NAME,
    "sha256": SHA256,
    "recorded_by": "training/smollm2/record.py",
}


def record(prompt: str | list, model: SmolLM2) -> tuple[dict[str, Any], tuple]:
    """Run one prompt; return what went on, not rounded yet, and each layer's weights.

    tokens and top are ids; percents and answer are probabilities.
    """
    parameters, tokenizer = model.parameters, model.tokenizer
    is_text = isinstance(prompt, str)
    ids = tokenizer.encode(prompt) if is_text else chat_ids(prompt, tokenizer)
    watched = decoder_only(ids, parameters, watch=True)
    stream = np.stack(watched.stream)  # (31, n, 576)
    seen = rms_norm(stream, parameters.gamma, eps=parameters.eps)
    # A place at a time: each has 49,152 probabilities for every token.
    chances = [softmax(vocabulary_logits(x, parameters.table)) for x in seen]
    last = chances[-1].argmax(axis=-1)[:, None]  # (n, 1)
    top = [np.argsort(-p, axis=-1)[:, :N_TOP] for p in chances]
    told = [np.take_along_axis(p, t, -1) for p, t in zip(chances, top, strict=True)]
    run = {
        "tokens": np.array(ids),
        "top": np.stack(top, axis=1),  # (n, 31, 3)
        "percents": np.stack(told, axis=1),
        "answer": np.stack([np.take_along_axis(p, last, -1)[:, 0] for p in chances], 1),
        "norms": np.linalg.norm(stream, axis=-1).T,  # (n, 31)
    }
    return run, watched.weights


def attention_of(weights: np.ndarray) -> str:
    """Write a layer's weights down: a sign each, head by head, row by row."""
    rows, columns = np.tril_indices(weights.shape[-1])
    percents = np.rint(100 * weights[:, rows, columns]).astype(int)
    return "".join(SIGNS[percent] for percent in percents.flat)


def name_of(token: bytes) -> str:
    """Name a token as people read it; what is no whole character in hexadecimal."""
    try:
        text = token.decode()
    except UnicodeDecodeError:
        return token.hex(" ").upper()
    for sign, shown in {" ": "␣", "\xa0": "⍽", "\n": "↵", "\t": "⇥"}.items():
        text = text.replace(sign, shown)
    return text


def names_in(text: list[bytes]) -> list[str]:
    """Name a text's tokens; those that share one character are 你₁ and 你₂."""
    names = [name_of(token) for token in text]
    for start in range(len(text)):
        for n in range(2, min(len(PARTS), len(text) - start) + 1):
            try:
                sign = b"".join(text[start : start + n]).decode()
            except UnicodeDecodeError:
                continue
            if len(sign) == 1:  # else whole characters stand side by side
                names[start : start + n] = [sign + part for part in PARTS[:n]]
            break
    return names


def written(run: dict[str, Any], tokens: list, places: dict[str, int]) -> dict:
    """Round a run, and write each token as the place of its name among all names."""

    def place_of(name):
        return places.setdefault(name, len(places))

    return {
        "tokens": [
            place_of(name) for name in names_in([tokens[i] for i in run["tokens"]])
        ],
        "top": [place_of(name_of(tokens[i])) for i in run["top"].flat],
        "percents": [round(100 * float(x)) for x in run["percents"].flat],
        "answer": [round(100 * float(x)) for x in run["answer"].flat],
        "norms": [round_short(float(x)) for x in run["norms"].flat],
    }


def round_short(x: float) -> float:
    """Round to three digits: 22734.1 is 22700, 2.5612 is 2.56."""
    short = float(f"{x:.3g}")
    return int(short) if short == int(short) else short


def write(path, content):
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    path.write_text(text + "\n", encoding="utf-8")
    print(path.name, path.stat().st_size, "bytes")


def main():
    model, places, runs, attention = load_smollm2(), {}, {}, {}
    for key, prompt in PROMPTS.items():
        run, weights = record(prompt, model)
        runs[key] = written(run, model.tokenizer.tokens, places)
        attention[key] = [attention_of(layer) for layer in weights]
    write(RUNS, ORIGIN | {"names": list(places), "runs": runs})
    write(ATTENTION, ORIGIN | {"signs": SIGNS, "runs": attention})


if __name__ == "__main__":
    main()
