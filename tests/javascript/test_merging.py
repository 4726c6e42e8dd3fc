"""The page's merges against the Python ones, on texts of every kind."""

import json
import subprocess
from pathlib import Path

import pytest
from glassbox.models.tokenizer import MERGES, split_words
from glassbox.widgets.token_merges.merges import EXAMPLES, gpt2, merge_steps, needed

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "lib/glassbox/widgets/token_merges/merging.js"
TABLE = ROOT / "tests/models/gpt2_ids.json"
RUN = """
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const { readAll, readSome, splitWords, mergeSteps, groupsOf } = await import(
  pathToFileURL(process.argv[1])
);
const { all, some, texts } = JSON.parse(readFileSync(0, "utf8"));
const [whole, few] = [readAll(all), readSome(some)];
const results = texts.map((text) => {
  const learned = few.isEnough(text) ? few : whole;
  const steps = mergeSteps(text, learned);
  const bytes = steps.at(-1).ids.map((id) => learned.bytes[id]);
  return {
    words: splitWords(text),
    steps: steps.map(({ ids }) => ids),
    bytes,
    isFew: learned === few,
    groups: groupsOf(text, bytes),
  };
});
console.log(JSON.stringify(results));
"""


@pytest.fixture(scope="module")
def results(node):
    """What the page's script makes of each text, in one Node process."""
    texts = [text for text, _ in json.loads(TABLE.read_text("utf-8"))]
    texts += [text for text in EXAMPLES.values() if text not in texts]
    merges = {"all": MERGES.read_text("ascii"), "some": needed([*EXAMPLES.values()])}
    given = json.dumps(merges | {"texts": texts})
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
    ids = gpt2().ids
    for text, found in results.items():
        steps = [[ids[token] for token in step.tokens] for step in merge_steps(text)]
        assert found["steps"] == steps, text


def test_the_examples_need_no_more_than_the_merges_at_hand(results):
    few = {text for text, found in results.items() if found["isFew"]}
    assert few == set(EXAMPLES.values())


def test_the_tokens_bytes_are_the_text_s(results):
    for text, found in results.items():
        assert bytes(sum(found["bytes"], [])) == text.encode()


def test_a_group_ends_where_its_characters_do_and_no_earlier(results):
    for text, found in results.items():
        assert "".join(group["characters"] for group in found["groups"]) == text
        at = 0
        for group in found["groups"]:
            own = found["bytes"][at : at + group["n"]]
            at += group["n"]
            assert bytes(sum(own, [])).decode() == group["characters"]
            for n in range(1, len(own)):  # a part of it is no whole characters
                with pytest.raises(UnicodeDecodeError):
                    bytes(sum(own[:n], [])).decode()
        assert at == len(found["bytes"])
    assert results["喜"]["groups"] == [{"characters": "喜", "n": 3}]
