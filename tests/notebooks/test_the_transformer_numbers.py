"""What the chapter on the whole machine tells is what it computes."""

import json
import re
from pathlib import Path

import glassbox as gb
import numpy as np
import pytest
from chapter_solutions import read, solutions
from glassbox import check
from glassbox.models.random_machine import random_machine
from glassbox.models.random_machine.damage import damaged
from glassbox.models.translator import (
    END_ID,
    START_ID,
    load_translator,
    source_ids,
    translate,
)
from glassbox.widgets import MachineParts, machine_parts
from glassbox.widgets.machine_parts.numbers import DATES, decoded, encoded, scored
from glassbox.widgets.machine_parts.numbers import PARTS as SWITCHES

ROOT = Path(__file__).resolve().parents[2]
PATH = ROOT / "chapters" / "the_transformer.ipynb"
CELLS = {cell.id: cell for cell in read(PATH)}
TEXT = "\n".join(c.source for c in CELLS.values() if c.cell_type == "markdown")
TEXT = TEXT.replace("\u00a0", " ")  # vectors are kept in one line
ABOUT = 1e-12  # rounding in float64


@pytest.fixture(scope="module")
def names():
    """What the chapter's cells define, as they stand in it."""
    defined = {}
    for name, cell in CELLS.items():
        if cell.cell_type == "code" and name != "whole-setup":
            exec(compile(cell.source, name, "exec"), defined)
    return defined


def printed(name):
    return "".join(output.get("text", "") for output in CELLS[name].outputs)


def test_the_listing_has_as_many_lines_as_it_says():
    listing = ["whole-connect", "whole-lookups", "whole-layers", "whole-machine"]
    lines = [line for name in listing for line in CELLS[name].source.splitlines()]
    said = len([line for line in lines if line])
    assert f"The whole machine in {said} lines" in TEXT
    assert f"that is really all: {said} lines on top" in TEXT


@pytest.mark.parametrize("pad", [None, gb.padding_mask([3], 5)[0]])
@pytest.mark.parametrize("final_norm", [False, True])
@pytest.mark.parametrize("order", ["post_norm", "pre_norm"])
def test_the_listing_is_the_library_s_machine(names, order, final_norm, pad):
    model = random_machine(3, final_norm=final_norm, seed=1)
    stacks = [
        gb.StackParameters(stack.layers, order == "pre_norm", stack.final_norm)
        for stack in (model.transformer.encoder, model.transformer.decoder)
    ]
    whole = gb.TokenModelParameters(
        model.source_table, model.target_table, gb.TransformerParameters(*stacks)
    )
    source, given = [4, 2, 1, 0, 0], [1, 3, 7, 2]
    ours = names["machine"](source, given, model, pad, names[order])
    memory = gb.encode_tokens(source, whole, pad).output
    theirs = gb.decode_tokens(given, memory, whole, memory_mask=pad).output
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=ABOUT)


def test_the_listing_is_pytorch_s_transformer_in_both_orders(names, capsys):
    pytest.importorskip("torch")
    (code,) = (code for code in solutions(PATH) if "import torch" in code)
    defined = dict(names)
    exec(code, defined)
    told = capsys.readouterr().out.splitlines()
    assert [line.split("by ")[1] for line in told] == ["0.00000", "0.0000000000"] * 2
    import torch

    for order in (False, True):
        assert defined["gap"](order, torch.float32) < 1e-5
        assert defined["gap"](order, torch.float64) < 1e-10
    assert "by more than 0.00001, in float64 by more than 10⁻¹⁰" in TEXT


def test_tokens_by_hand_come_out_as_the_check_wants():
    x = np.array([[5.0, 1], [1, 6]])
    w_2 = np.array([[0.0, 3], [1, 0]])

    def norm(x):
        return gb.layer_norm(x, eps=0)

    def think(x):
        return np.maximum(0, x) @ w_2

    a = norm(x + x[0])
    np.testing.assert_allclose(a, [[1, -1], [-1, 1]])
    post = norm(a + think(a))
    b = x + norm(x)[0]
    pre = b + think(norm(b))
    found = np.concatenate([post.ravel(), pre.ravel()])
    np.testing.assert_allclose(found, check.norm_orders_by_hand.answer)
    np.testing.assert_allclose(norm(pre), [[1, -1], [-1, 1]])
    assert "a final norm makes [1, −1] and [−1, 1] of them" in TEXT


def test_the_listing_writes_with_the_trained_numbers(names):
    told = dict(line.split() for line in printed("whole-write-run").splitlines())
    assert told["pre_norm"] == "2034-05-09" != told["post_norm"]
    for date in DATES:
        ids, trained = source_ids(date), names["trained"]
        ours = names["write"](ids, trained, names["pre_norm"])
        assert ours == translate(trained, date).text


def test_the_two_lengths_meet_where_the_text_says(names):
    assert f"in all {names['logits'].size} logits" in TEXT
    model, given, memory = names["model"], names["given_ids"], names["memory"]
    found = gb.decode_tokens(given, memory, model)
    shown, whole = names["seen"].weights, found.weights[0].cross_attention
    np.testing.assert_allclose(shown, whole, rtol=0, atol=ABOUT)
    assert shown.shape == (4, 6, 5)
    x = gb.embed_tokens(names["source_ids"], model.source_table)
    rows = gb.embed(names["source_ids"], model.source_table)
    assert np.array_equal(rows[2], rows[4]) and not np.array_equal(x[2], x[4])


def test_the_drawing_has_the_shapes_of_the_layers(names):
    """Each box of the drawing gives what its part in the listing gives."""
    (drawn,) = (o["data"]["text/plain"] for o in CELLS["whole-drawing"].outputs)
    shapes = re.findall(r"gives (\(\d+, \d+\))", "".join(drawn))
    memory, y = names["memory"], names["y"]
    assert shapes == [str(memory.shape)] * 5 + [str(y.shape)] * 6


def test_what_is_inside_the_boxes_has_the_shapes_of_the_table(names):
    model, memory, y = names["model"], names["memory"], names["y"]
    x = gb.embed_tokens(names["source_ids"], model.source_table)
    stacks = model.transformer
    low, high = stacks.encoder.layers[0], stacks.decoder.layers[0]
    own, masked = (
        gb.multi_head_attention(rows, rows, rows, p.self_attention).weights
        for rows, p in ((x, low), (y, high))
    )
    keys = gb.split_heads(memory @ high.cross_attention.w_k, 4)
    hidden = [(rows @ low.feed_forward.w_1).shape for rows in (x, y)]
    rows = {
        "self-attention": f"weights {own.shape}",
        "masked attention": f"weights {masked.shape}",
        "cross-attention": f"keys {keys.shape}, weights {names['seen'].weights.shape}",
        "feed-forward": f"hidden layer {hidden[0]} or {hidden[1]}",
    }
    for name, inside in rows.items():
        assert re.search(rf"^\| {name} \|.*\| {re.escape(inside)} \|$", TEXT, re.M)


def test_a_fresh_machine_hides_all_but_one_mistake():
    rows = re.findall(r"^(.+?) +([\d.]+) ([\d.]+)$", printed("whole-forget-run"), re.M)
    fresh = {name: float(gap) for name, gap, _ in rows}
    random = {name: float(gap) for name, _, gap in rows}
    assert len(rows) == 6
    assert [name for name, gap in fresh.items() if gap > 1e-5] == [
        "feed-forward biases"
    ]
    assert [name for name, gap in random.items() if gap <= 1e-5] == ["b_k alone"]
    assert f"by {fresh['final norms']:f} at most" in TEXT
    quiz = (ROOT / "lib/glassbox/quizzes/the_transformer.json").read_text("utf-8")
    assert "the logits moved by more than 1." in quiz
    assert min(random["γ"], random["β"]) > 1


def test_fresh_is_what_pytorch_makes():
    torch = pytest.importorskip("torch")
    made = torch.nn.Transformer(32, 4, 1, 1, 64, batch_first=True)
    theirs = gb.from_torch(made).decoder.layers[0]
    ours = random_machine(1, fresh=True).transformer.decoder.layers[0]
    for layer in (theirs, ours):
        for look in (layer.self_attention, layer.cross_attention):
            assert not any(np.any(b) for b in (look.b_q, look.b_k, look.b_v, look.b_o))
        assert (layer.self_attention_norm.gamma == 1).all()
        assert not layer.cross_attention_norm.beta.any()
        assert layer.feed_forward.b_1.any() and layer.feed_forward.b_2.any()


def test_damaged_machines_fail_where_the_text_says(names):
    rows = {
        lost: [f"{number:.2f}" for number in numbers]
        for lost, numbers in names["rows"].items()
    }
    whole = [True, True, False]
    assert {lost: [n != "0.00" for n in row[:3]] for lost, row in rows.items()} == {
        "nothing lost": whole,
        "without positions": [True, False, False],
        "without causal mask": [True] * 3,
        "without cross-attention": [False] * 3,
        "wrong input": [False, False, True],
        "without residuals": whole,
        "without norms": whole,
    }
    word, order, *_ = rows["without norms"]
    times = "some thirty to seventy times as far"
    assert f"move the logits by {word} and {order}, {times}" in TEXT
    lost, kept = (names["rows"][name][:2] for name in ("without norms", "nothing lost"))
    assert all(28 < times < 70 for times in np.divide(lost, kept))
    moves = " and ".join(rows["without residuals"][:2])
    assert f"by {moves}, and not with the future." in TEXT
    alike = [name for name in rows if rows[name][3] == "0.00"]
    assert alike == ["without residuals"]
    assert "the last number is 0.00. All six positions get the same logits" in TEXT
    alt = CELLS["whole-leave-out-run"].metadata["mystnb"]["image"]["alt"]
    assert f"the future moves them, by {rows['without causal mask'][2]}." in alt


def test_the_damaged_machine_is_the_listing_with_one_thing_lost(names):
    model, *ids = (names[name] for name in ("model", "source_ids", "given_ids"))
    for lost, connect in {
        "nothing lost": "post_norm",
        "without residuals": "no_residual",
        "without norms": "no_norm",
    }.items():
        listed = names["machine"](*ids, model, None, names[connect])
        np.testing.assert_allclose(damaged(model, lost, *ids), listed, atol=ABOUT)
    with pytest.raises(
        ValueError, match="lost must be one of nothing lost, .*; got 'head'"
    ):
        damaged(model, "head", *ids)


def test_the_tower_s_numbers_are_told(names):
    lines = [line.split() for line in printed("whole-tower-run").splitlines()[2:]]
    told = {" ".join(line[:-5]): line[-5:] for line in lines}
    assert told["no residuals"][0] == "0.00"
    assert f"the size explodes to {told['no norms'][-1]}." in TEXT
    assert f"the size of {told['no norms'][-1]} is almost all" in TEXT
    early, spread, *sizes = told["pre-norm"]
    assert f"the spread falls only to {spread}." in TEXT
    grows = "from {} to {} after 6 layers and {} after 32".format(*sizes)
    assert f"the sums grow, {grows}." in TEXT
    assert f"size grew from {sizes[0]} to {sizes[2]}, in post-norm it ended" in TEXT
    early, spread, first, _, last = told["post-norm"]
    assert first == last and f"keeps the size at {last}." in TEXT
    assert f"the spread is still {early}, and" in TEXT and spread == "0.00"
    asked = json.loads(
        (ROOT / "assets/predictions/the_transformer.en.json").read_text("utf-8")
    )["whole-tower-run"]
    assert "a spread below 0.0001" in asked["ask"]
    assert max(names["lines"]["no residuals"][4:]) < 1e-4
    alt = CELLS["whole-tower-run"].metadata["mystnb"]["image"]["alt"]
    lines = names["lines"]
    assert f"{lines['pre-norm'][32]:.1f}" == "0.2" and "at 0.2 in the end" in alt
    assert min(lines["pre-norm"]) > 0.15
    assert max(lines["post-norm"][12:]) < 0.01 and "from layer 12 on" in alt
    assert lines["no norms"][12] > lines["post-norm"][12]
    assert lines["no norms"][32] < 0.001


def test_what_a_sublayer_adds_is_told(names):
    """Its size, and how alike attention makes the tokens, as the cell prints them."""
    size, spreads = printed("whole-added-run").splitlines()
    assert f"adds is on average {size.split()[1]} times as large as $x$." in TEXT
    (first, of_x), (third, _) = re.findall(r"([\d.]+) \(x ([\d.]+)\)", spreads)
    assert f"spread is {of_x}, but that of what attention adds is {first}" in TEXT
    assert f"in layer 3 only {third}." in TEXT
    assert len(names["added"]) == 64
    last = names["towers"]["post-norm"][-1]
    heard = names["climb"](names["encoder_layer"], names["x"], 32, names["listening"])
    np.testing.assert_array_equal(heard[-1], last)


def test_a_tall_tower_does_what_the_text_gives_as_its_reasons(names):
    """Post-norm shrinks x; without norms, later layers and one key win."""
    x = names["x"]
    normed, shrinks = names["normed"], []
    alike, as_large = [], []
    for p in random_machine(32).transformer.encoder.layers:
        for norm, f, part in (
            (p.self_attention_norm, names["look"], (p.self_attention, None)),
            (p.feed_forward_norm, names["think"], (p.feed_forward,)),
        ):
            found = f(x, *part)
            total = x + found
            as_large.append(found.std() / x.std())
            alike += [np.corrcoef(*two)[0, 1] for two in zip(x, found, strict=True)]
            shrinks.append(total.std(axis=-1).mean() / x.std(axis=-1).mean())
            x = normed(total, norm)
    assert len(shrinks) == 64
    assert f"{np.mean(shrinks):.1f}" == "1.4" and "about 1.4 times as large" in TEXT
    assert 0.8 < np.mean(as_large) < 1.2 and abs(np.mean(alike)) < 0.1
    first, *_, last = (names["size"](one) for one in names["towers"]["no norms"])
    assert last > 1e6 * first
    top = names["towers"]["no norms"][-2]
    weights = gb.multi_head_attention(top, top, top, p.self_attention).weights
    assert weights.max(axis=-1).min() > 0.999


def test_the_mistakes_are_told_as_they_come_out():
    told = printed("whole-mistakes-run").splitlines()
    forgotten, there, unmasked, masked = (line.split()[-1] for line in told)
    assert f"a probability of {forgotten} on average" in TEXT
    assert f"with the norms it is {there}." in TEXT
    assert f"move the logits by up to {unmasked}, unless" in TEXT
    assert masked == "0.00"


def test_without_norms_the_logits_are_about_ten_times_as_large(names):
    ids = names["source_ids"], names["given_ids"]
    logits = [
        damaged(names["model"], part, *ids)
        for part in ("nothing lost", "without norms")
    ]
    whole, lost = (one.std() for one in logits)
    assert lost / whole == pytest.approx(10, rel=0.2)
    assert "logits themselves are about ten times as large" in TEXT


def lost_by_skips():
    """What is written without skip paths, and how far logits move all the same."""
    model, off, starts = load_translator(), ["skips"], []
    for date in DATES:
        top = decoded([START_ID], encoded(date, model, off), model, off)
        starts.append(scored(top, model, off)[0])
    moves = [np.abs(one - starts[0]).max() for one in starts[1:]]
    seen = [one.replace("^", "") for one in MachineParts(off).readings().written]
    return seen, min(moves)


def test_the_first_screen_surprises_as_the_text_says():
    whole, lost = (
        MachineParts().readings(),
        MachineParts(["source_positions"]).readings(),
    )
    assert whole.written[:2] == ["2034-05-09", "2034-09-05"]  # May 9, September 5
    assert lost.written[0] == lost.written[1] not in whole.written
    nonsense = [
        MachineParts([part]).readings().written[0] != whole.written[0]
        for part in SWITCHES
    ]
    assert nonsense.count(False) == 1  # without a mask, it still writes well
    assert nonsense[SWITCHES.index("skips")]
    assert MachineParts(["skips"]).readings().spread < 0.005 < whole.spread
    written, least_move = lost_by_skips()
    assert written == ["999999999999"] * 3 and least_move > 0.1
    words = (Path(machine_parts.__file__).parent / "words.en.json").read_text("utf-8")
    model, off = load_translator(), ["self_attention"]
    top = decoded([START_ID], encoded(DATES[0], model, off), model, off)
    end = gb.softmax(scored(top, model, off)[0])[END_ID]
    assert f"the first guess is [end], with a probability of {end:.2f}." in words
    assert "a 9 for every date without skip paths" in TEXT
    assert "wrote garbage without most of its parts" in TEXT
