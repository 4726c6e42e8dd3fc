"""The numbers that the chapter on a real model tells are those that it computes."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from chapter_solutions import read
from glassbox.models.smollm2 import load_put_back
from glassbox.models.smollm2.runs import load_attention, load_runs
from glassbox.widgets import RealModel

ROOT = Path(__file__).resolve().parents[2]
CELLS = {c.id: c for c in read(ROOT / "chapters" / "a_real_model.ipynb")}
TEXT = "\n".join(c.source for c in CELLS.values() if c.cell_type == "markdown")
RUN, PARTS = load_runs()["japan"], load_put_back()["parts"]


def printed(name):
    return "".join(o.get("text", "") for o in CELLS[name].outputs)


def test_the_first_screen_opens_before_the_first_layer():
    opened = RealModel()
    assert (opened.prompt, opened.layer) == ("japan", 0)
    assert "".join(RUN.tokens).replace("␣", " ") == "The capital of Japan is"
    assert "up through 30 layers" in TEXT and RUN.norms.shape[1] == 31


def test_what_was_seen_is_told_as_it_was_recorded():
    rows = re.findall(r"^ *(\d+) +(\S+) +(\d+)% +([\d.]+)$", printed("real-seen"), re.M)
    assert [int(n) for n, *_ in rows] == [0, 1, 10, 20, 24, 28, 29, 30]
    told = {int(n): token for n, token, _, _ in rows}
    assert told[0] == "␣is" and rows[0][2] == "100"
    assert (told[29], told[30]) == ("␣capital", "␣Tokyo")
    first = RUN.top[-1, :, 0].tolist()
    assert set(first[24:29]) == {"␣the"}
    assert set(first[4:21]) <= {".", "␣", ","}  # periods and spaces for a long time
    assert "The length grows from 2.6 to more than 600" in TEXT
    assert RUN.norms[-1, 0] == pytest.approx(2.6) and RUN.norms[-1].max() > 600
    to_japan = load_attention("japan")[23, 4, -1, 3]  # layer 24, head 5, counted from 1
    assert f"looks at *Japan* with {to_japan:.0%} of its weight" in TEXT.replace(
        " %", "%"
    )


def test_the_gate_s_table_is_silu_times_what_comes_up():
    lines = re.findall(r"^up +(-?\d) +(.*)$", printed("real-gate"), re.M)
    z = np.array([-4.0, 0.0, 4.0])
    for up, shown in lines:
        expected = z / (1 + np.exp(-z)) * float(up)
        np.testing.assert_allclose(
            np.array(shown.split(), float), expected, rtol=0, atol=0.005
        )  # two decimals
    assert len(lines) == 3


def test_the_parameters_are_as_many_as_the_text_says():
    attention = 2 * 576 * 576 + 2 * 576 * 192
    gated, norms, table = 3 * 576 * 1536, 61 * 576, 49_152 * 576
    whole = 30 * (attention + gated) + norms + table
    for number in (attention, gated, norms, whole):
        assert f"{number:,}" in TEXT
    assert 3 * 576 * 1536 == 2 * 576 * 2304
    assert table / whole == pytest.approx(1 / 5, abs=0.015)  # a fifth of the model
    assert gated / 3 == attention


def test_the_readers_machine_is_the_library_s_and_finds_tokyo():
    assert re.search(r"differ by 0\.000000000000$", printed("real-equal-run"), re.M)
    assert "0.703 ' Tokyo'" in printed("real-load-run")
    assert PARTS["as it is"]["right"] == 0.703
    assert "Seven times eight is …\n    ' 18." in printed("real-write")


def test_each_part_that_was_changed_is_named_and_told_as_recorded():
    lines = printed("real-put-back").splitlines()[1:]
    assert len(lines) == len(PARTS)
    for line, (part, told) in zip(lines, PARTS.items(), strict=True):
        assert line.startswith(part) and line.endswith(repr(told["written"]))
    assert f"with {PARTS['no positions']['right']:.3f} instead of 0.703" in TEXT
    ruined = {part for part, told in PARTS.items() if told["right"] < 0.01}
    assert ruined == {
        "positions added",
        "ReLU, no gate",
        "norm after the sum",
        "keys of another group",
    }
    assert PARTS["LayerNorm"]["largest_change"] < 5


def test_the_right_choice_is_the_part_that_changes_least():
    path = ROOT / "assets" / "predictions" / "a_real_model.en.json"
    asked = json.loads(path.read_text("utf-8"))["real-put-back"]
    names = ["LayerNorm", "ReLU, no gate", "norm after the sum", "positions added"]
    changes = [PARTS[name]["largest_change"] for name in names]
    assert asked["right"] == int(np.argmin(changes))
