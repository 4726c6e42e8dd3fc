"""The page's merges against the Python ones, on texts of every kind."""

import json
import subprocess
from pathlib import Path

import pytest
from glassbox.models.tokenizer import split_words
from glassbox.widgets.token_merges.merges import carried, merge_steps, packed

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "lib/glassbox/widgets/token_merges/merging.js"
TABLE = ROOT / "tests/models/gpt2_ids.json"
RUN = """
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const { readMerges, splitWords, mergeSteps, charactersOf } = await import(
  pathToFileURL(process.argv[1])
);
const { merges, texts } = JSON.parse(readFileSync(0, "utf8"));
const learned = readMerges(merges);
const results = texts.map((text) => {
  const steps = mergeSteps(text, learned);
  const bytes = steps.at(-1).ids.map((id) => learned.bytes[id]);
  return {
    words: splitWords(text),
    steps: steps.map(({ ids }) => ids),
    bytes,
    characters: charactersOf(text, bytes),
  };
});
console.log(JSON.stringify(results));
"""


@pytest.fixture(scope="module")
def results(node):
    """What the page's script makes of each text, in one Node process."""
    texts = [text for text, _ in json.loads(TABLE.read_text("utf-8"))]
    given = json.dumps({"merges": packed(), "texts": texts})
    command = [node, "--input-type=module", "--eval", RUN, str(SCRIPT)]
    done = subprocess.run(
        command, input=given, capture_output=True, text=True, check=True
    )
    return dict(zip(texts, json.loads(done.stdout), strict=True))


def test_texts_are_parted_into_the_same_words(results):
    assert len(results) > 200
    wrong = [t for t, found in results.items() if found["words"] != split_words(t)]
    assert wrong == []


def test_every_step_has_the_same_ids(results):
    ids = carried().ids
    for text, found in results.items():
        steps = [[ids[token] for token in step.tokens] for step in merge_steps(text)]
        assert found["steps"] == steps, text


def test_the_tokens_bytes_are_the_text_s(results):
    for text, found in results.items():
        assert bytes(sum(found["bytes"], [])) == text.encode()


def test_a_token_names_the_character_that_it_is_a_part_of(results):
    assert results["喜"]["characters"] == ["喜", "喜", "喜"]
    assert results["一二三"]["characters"][:1] == [""]
    assert set(results[" attention"]["characters"]) == {""}
