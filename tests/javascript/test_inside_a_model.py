"""The page's model of two attention layers against Python's, on many texts and cuts."""

import json
import subprocess
from base64 import b64encode
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from glassbox._random import mulberry32
from glassbox.models.induction import (
    LENGTH,
    LETTERS,
    attention_only,
    head_names,
    letter_ids,
    load_induction,
    parts_of_logits,
    repeated_texts,
    without_heads,
)
from glassbox.widgets import InsideAModel
from glassbox.widgets.inside_a_model.numbers import period_of

FOLDER = Path(__file__).resolve().parents[2] / "lib/glassbox/widgets"
HEADS = head_names(2)
# Both sum in float64, in another order, through two layers; logits are below 20.
TOLERANCE = 1e-12
RUN = """
import { readFileSync } from "node:fs";
const scripts = process.argv.slice(1).map((uri) => import(uri));
const [numbers, packed] = await Promise.all(scripts);
const { sent, cases, texts } = JSON.parse(readFileSync(0, "utf8"));
const bytes = Buffer.from(sent.values, "base64");
const values = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
const model = packed.unpack({ structure: sent.structure, values });
const looked = cases.map(([content, off]) => ({
  ...numbers.lookInside(content, model, off),
  period: numbers.periodOf(content),
  rounds: numbers.roundsOf(content),
}));
const drawn = texts.map(([seed, period]) => numbers.randomText(seed, period));
console.log(JSON.stringify({ looked, drawn }));
"""


def cases():
    """Yield texts that repeat, that don't, of two letters; whole and with cuts."""
    cuts = [list(cut) for n in range(5) for cut in combinations(HEADS, n)]
    ids, _ = repeated_texts(12)
    for row, cut in zip(ids, cuts[:12], strict=True):
        yield "".join(LETTERS[i] for i in row), cut
    for cut in cuts:
        yield "dogcatdogcatdogcatdogcat", cut
    for text in ("ab", "zz", "abcdefghijklmnopqrstuvwx", "q" * 24, "thequickbrownfox"):
        yield text, []
        yield text, ["1.1", "2.2"]


CASES = list(cases())
TEXTS = [(seed, period) for seed in (0, 1, 7, 2**31 - 1) for period in range(6, 13)]


@pytest.fixture(scope="module")
def found(node):
    """What the page's scripts make of every case."""
    sent = InsideAModel().model
    values = b64encode(sent["values"]).decode()
    given = {
        "sent": {"structure": sent["structure"], "values": values},
        "cases": CASES,
        "texts": TEXTS,
    }
    paths = [FOLDER / "inside_a_model/numbers.js", FOLDER / "live_translator/packed.js"]
    uris = [path.as_uri() for path in paths]
    command = [node, "--input-type=module", "--eval", RUN, *uris]
    done = subprocess.run(
        command, input=json.dumps(given), capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def test_stages_and_weights_are_python_s_whatever_is_cut(found):
    whole = load_induction(2)
    for (content, off), page in zip(CASES, found["looked"], strict=True):
        model, ids = without_heads(whole, off), letter_ids(content)
        inside = attention_only(ids, model)
        stages = np.stack([x @ model.head for x in inside.stream])
        pairs = [
            (page["stages"], stages),
            (page["weights"], np.concatenate(inside.weights)),
        ]
        for got, right in pairs:
            assert np.shape(got) == right.shape
            np.testing.assert_allclose(got, right, rtol=0, atol=TOLERANCE)
        parts = parts_of_logits(ids, model)
        assert list(page["parts"]) == list(parts)
        for name, part in parts.items():
            got = page["parts"][name]
            np.testing.assert_allclose(got, part, rtol=0, atol=TOLERANCE)
        assert page["guesses"] == inside.logits.argmax(axis=-1).tolist()


def test_rounds_are_found_where_python_finds_them(found):
    for (content, _), page in zip(CASES, found["looked"], strict=True):
        assert page["period"] == period_of(content)
        assert "".join(page["rounds"]) == content
        first, *later = page["rounds"]
        assert all(first.startswith(one) for one in later)
        assert len(first) == (page["period"] or len(content))


def test_a_random_text_is_the_one_that_its_seed_draws_in_python(found):
    for (seed, period), text in zip(TEXTS, found["drawn"], strict=True):
        letters = list(LETTERS)
        for i, part in enumerate(mulberry32(seed, period)):
            j = i + int(part * (len(letters) - i))
            letters[i], letters[j] = letters[j], letters[i]
        assert text == ("".join(letters[:period]) * LENGTH)[:LENGTH]
        assert period_of(text) == period
    assert len(set(found["drawn"])) == len(TEXTS)
