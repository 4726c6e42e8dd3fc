"""The numbers that the chapter on a real model tells are those that it computes."""

import json
import re
from ast import literal_eval
from pathlib import Path

import numpy as np
import pytest
from chapter_solutions import read
from glassbox import silu
from glassbox.models.smollm2 import load_put_back
from glassbox.models.smollm2.runs import load_attention, load_runs
from glassbox.widgets import Gate, RealModel

ROOT = Path(__file__).resolve().parents[2]
PREDICTIONS = ROOT / "assets" / "predictions" / "a_real_model.en.json"
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
    assert "The length grows from 2.6 to 672 after layer 29" in TEXT
    assert RUN.norms[-1, 0] == pytest.approx(2.6) and RUN.norms[-1, 29] == 672
    assert (
        RUN.norms[-1].max() == 672 > RUN.norms[-1, 30]
    )  # the last sum makes it shorter
    to_japan = load_attention("japan")[23, 4, -1, 3]  # layer 24, head 5, counted from 1
    assert f"looks at *Japan* with {to_japan:.0%} of its weight" in TEXT.replace(
        " %", "%"
    )


def test_as_many_heads_rest_on_the_first_token_as_the_text_says():
    first = load_attention("japan")[:, :, -1, 0]
    assert f"{(first >= 0.5).sum()} of the {first.size} leave at least half" in TEXT


def test_the_gate_s_widget_is_lowest_where_it_is_told_and_answers_no_question():
    opened = Gate()
    asked = json.loads(PREDICTIONS.read_text("utf-8"))["real-gate"]["ask"]
    assert f"The up value is {opened.up:g}" in asked
    assert f"gate of −{opened.gate:g}" in asked  # the other side of 0
    assert f"up  {opened.up:g} " in printed("real-gate")
    assert f"{opened.output:.2f}" in printed("real-gate")
    gates = np.arange(-40, 41) / 10  # as the slider goes
    out = silu(gates) * opened.up
    lowest = out.argmin()
    told = f"at a gate of {gates[lowest]:.1f}, with {out[lowest]:.3f}."
    assert told.replace("-", "−") in TEXT
    assert f"to {out[0]:.3f} at −4,".replace("-", "−") in TEXT
    fine = np.linspace(-2, 0, 2001)
    assert f"from {fine[silu(fine).argmin()]:.3f} on".replace("-", "−") in TEXT
    assert f"lowest, at {silu(fine).min():.3f}.".replace("-", "−") in TEXT


def test_each_common_mistake_is_seen_in_a_cell():
    rows = re.findall(r"^\| (\d)\. .* \| .* \|$", TEXT, re.M)
    assert rows == ["1", "2", "3", "4", "5"]
    shapes = re.findall(r"^(\w+) +\(5, 50\) +([\d.]+)$", printed("real-wrong"), re.M)
    names = ["swiglu", "rotary_embedding", "rms_norm"]
    assert [name for name, _ in shapes] == names
    assert min(float(change) for _, change in shapes) > 1  # the right one: 0
    lines = printed("real-wrong-run").splitlines()
    wrote = {line[:17].strip(): literal_eval(line[17:]) for line in lines}
    assert list(wrote) == ["as it is", *names]
    assert wrote["as it is"].startswith(" Paris.\n\nThe E")
    assert wrote["rotary_embedding"] == " Paris." + 4 * "\n"
    assert "Paris" not in wrote["swiglu"] + wrote["rms_norm"]
    chat = dict(
        part.split(":\n") for part in re.split("\n(?=as)", printed("real-chat-run"))
    )
    assert "red, blue, and green" in chat["as a chat"]
    assert "red" not in chat["as a text"] and "rainbow" not in chat["as a text"]


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
    asked = json.loads(PREDICTIONS.read_text("utf-8"))["real-put-back"]
    names = ["LayerNorm", "ReLU, no gate", "norm after the sum", "positions added"]
    changes = [PARTS[name]["largest_change"] for name in names]
    assert asked["right"] == int(np.argmin(changes))
