"""What SmolLM2 says with one part put back to 2017: the record, and a fresh run."""

import os

import pytest
from glassbox.models.smollm2 import (
    INSTALL,
    find_smollm2,
    load_put_back,
    load_smollm2,
)

from training.smollm2 import put_back

RECORD = load_put_back()
PARTS = RECORD["parts"]
ALL = PARTS | RECORD["mistakes"]

pytestmark = pytest.mark.xdist_group("smollm2")  # one process holds the model


def test_the_record_holds_each_part_with_a_probability_and_a_text():
    prompts = {key: tuple(pair) for key, pair in RECORD["prompts"].items()}
    assert prompts == put_back.PROMPTS
    assert PARTS.keys() == put_back.PARTS.keys()
    assert RECORD["mistakes"].keys() == put_back.MISTAKES.keys()
    for part, told in ALL.items():
        assert told.keys() == {"largest_change", "right", "written"}, part
        assert told["largest_change"].keys() == told["right"].keys() == prompts.keys()
        assert all(0 <= chance <= 1 for chance in told["right"].values())
        assert told["written"]


def test_only_keys_for_each_head_leave_every_logit_as_it_is():
    same = {p for p, told in ALL.items() if not any(told["largest_change"].values())}
    assert same == {"as it is", "own keys"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "part", ["LayerNorm", "norm after the sum", "other pairs turned"]
)
def test_a_fresh_run_says_what_the_record_says(part):
    if find_smollm2() is None:
        word = f"this test needs SmolLM2; install it with `{INSTALL}`"
        pytest.fail(word) if os.environ.get("CI") else pytest.skip(word)
    found, told = put_back.put_back(part, load_smollm2()), ALL[part]
    # float32: the third decimal may differ between machines
    assert found["largest_change"] == pytest.approx(told["largest_change"], abs=0.02)
    assert found["right"] == pytest.approx(told["right"], abs=0.002)
    assert found["written"] == told["written"]
