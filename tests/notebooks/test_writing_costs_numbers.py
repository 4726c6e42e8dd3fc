"""The numbers that the chapter on writing costs tells are those that it computes."""

import contextlib
import io
import json
import re
from ast import literal_eval
from math import comb, prod
from pathlib import Path

import numpy as np
import pytest
from chapter_solutions import read
from glassbox import scaled_dot_product_attention, softmax
from glassbox.drawings._bytes_moved import moves
from glassbox.drawings._tile_loop import held_on_chip
from glassbox.models.writing_costs import BLOCK_SIZE, CLOCKED, D_HEAD, load_record
from glassbox.widgets import BlockSweep, CacheSize, KeyValueCache
from glassbox.widgets.cache_size.numbers import MODELS, token_factors
from glassbox.widgets.roofline.numbers import knee

ROOT = Path(__file__).resolve().parents[2]
CELLS = {c.id: c for c in read(ROOT / "chapters" / "writing_costs.ipynb")}
TEXT = "\n".join(c.source for c in CELLS.values() if c.cell_type == "markdown")
WRITING = load_record()["writing"]
CARD = load_record()["card"]
ASKED = json.loads(
    (ROOT / "assets" / "predictions" / "writing_costs.en.json").read_text("utf-8")
)
GIB = 2**30


def printed(name):
    return "".join(o.get("text", "") for o in CELLS[name].outputs)


def found(name, form):
    return re.findall(form, printed(name), re.MULTILINE)


def swept(scores, values, *, rescale_sum=True, rescale_output=True, size=2):
    """Walk over one query's scores in blocks, as written here once more."""
    m, s, o = -np.inf, 0.0, np.zeros(values.shape[1])
    for first in range(0, len(scores), size):
        block = slice(first, first + size)
        before, m = m, max(m, scores[block].max())
        e, factor = np.exp(scores[block] - m), np.exp(before - m)
        s = s * (factor if rescale_sum else 1) + e.sum()
        o = o * (factor if rescale_output else 1) + e @ values[block]
    return s, o / s


def test_the_first_screen_opens_at_six_tokens_without_the_cache():
    opened = KeyValueCache()
    assert (opened.written, opened.keep) == (6, False)
    assert "to write six tokens, each head of each layer made 21 keys" in TEXT
    assert comb(7, 2) == 21


def test_only_the_causal_mask_keeps_what_came_before():
    moved = dict(found("costs-same", r"^ *(causal|no) mask: outputs .* ([\d.]+)$"))
    assert float(moved["causal"]) == 0 < 0.1 < float(moved["no"])


def test_the_cache_makes_a_key_for_each_token_and_the_same_output():
    assert found("costs-cached", r"keys made: (\d+), instead of (\d+)") == [("7", "28")]
    assert comb(8, 2) == 28
    assert float(found("costs-cached", r"differs by ([\d.]+)$")[0]) == 0


def test_what_a_cache_saves_and_what_reading_takes_are_the_record_s():
    assert (CLOCKED["n_layers"], CLOCKED["d_model"]) == (4, 256)
    assert "A small decoder, with four layers of width 256" in TEXT
    form = r"^ *(\d+) tokens: +([\d,]+) without, +(\d+) with a cache$"
    lines = found("costs-clocked", form)
    assert [int(n) for n, *_ in lines] == [16, 128, 512]
    for n, *times in lines:
        i = WRITING["n_tokens"].index(int(n))
        names = ("time_without", "time_with")
        assert times == [f"{WRITING[name][i]:,.0f}" for name in names]
    n, without, cached = lines[-1]
    assert f"Writing {n} tokens takes {cached} instead of {without}." in TEXT
    assert int(cached) < 1.05 * int(n)  # later steps are hardly slower
    read = WRITING["time_at_once"][-1]
    assert f"it reads {n} tokens in the time of {read:.0f} of its steps" in TEXT


def test_many_tokens_at_once_take_what_the_card_s_record_says():
    rows = CARD["weights"]
    lines = found("costs-card", r"^tokens at once: +([\d,]+), time: ([\d.]+)$")
    assert [n for n, _ in lines] == ["1", "16", "128", "1,024"]
    for n, time in lines:
        i = rows["rows"].index(int(n.replace(",", "")))
        assert time == f"{rows['time'][i]:.2f}"
    times = dict(lines)
    assert float(times["128"]) < 1.1
    assert f"Even 1,024 take only {times['1,024']} times as long." in TEXT
    asked = ASKED["costs-card"]
    assert asked["choices"][asked["right"]] == "Hardly longer than one."
    assert asked["told"] == f"128 tokens take {times['128']} times as long as one."


def test_the_small_decoder_s_steps_wait_for_python_and_not_for_memory():
    alone = load_record()["products"]
    assert "and the matrix products less than a tenth" in TEXT and alone["share"] < 0.1
    assert f"The small decoder’s {alone['megabytes']:.0f} MB stay" in TEXT
    assert "Its matrices take 201 MB." in TEXT and 12 * 2048**2 * 4 / 1e6 > 201


def test_the_roofline_meets_at_156_tokens():
    form = r"^ *(\d+) in a step: fetch (\d+) ms, compute +([\d.]+) ms$"
    lines = {int(n): rest for n, *rest in found("costs-roofline-run", form)}
    assert 8e9 * 2 / 2e12 == pytest.approx(8e-3)
    assert {read for read, _ in lines.values()} == {"8"}
    assert lines[1] == ["8", "0.05"]
    assert (
        "One token takes 8 ms, and the arithmetic is busy for 0.05 ms of that" in TEXT
    )
    assert 312e12 / 2e12 == 156 == float(ASKED["costs-roofline-run"]["number"])
    before = TEXT.partition("What you should see")[0]
    assert "156" not in before  # asked before it is told
    assert "the two are equal at 156 tokens" in printed("costs-roofline-run")
    assert "so the knee moves from 156 to 78" in TEXT and knee("a100", 8, 1) == 78
    assert knee("a100", 8, 2) == 156


def test_the_drawing_fetches_the_weights_of_8_billion_parameters():
    (given,) = re.findall(r"gigabytes=(.*)\)", CELLS["costs-fetched"].source)
    assert given == "8 * 2" and 8e9 * 2 / 1e9 == 8 * 2
    assert "a model of 8 billion parameters with 2 bytes each" in TEXT


def test_the_measured_rows_bend_as_the_text_says():
    rows = CARD["weights"]
    times = dict(zip(rows["rows"], rows["time"], strict=True))
    reads = rows["terabytes_per_second"]
    computes = rows["trillion_operations_per_second"]
    told = f"fetched {reads} terabytes per second, and did up to {computes:.0f}"
    assert told in TEXT
    both = computes / reads
    assert f"at {computes:.0f} / {reads} = {both:.0f} tokens" in TEXT
    assert f"1,024 / 214, or {1024 / 214:.1f}, times as long" in TEXT
    assert 1024 / 214 == pytest.approx(times[1024], rel=0.05)  # the rule
    assert f"its knee near {knee('core', 8, 2):.0f} tokens" in TEXT


def test_the_kernels_on_the_card_cost_what_the_text_says():
    form = r"^(\w+) +([\d,]+) tokens: +([\d.]+) ms, +([\d.]+) GiB$"
    lines = {(k, n): (float(t), float(m)) for k, n, t, m in found("costs-fused", form)}
    assert len(lines) == 6
    (plain, held), (blocks, in_blocks), (fused, least) = (
        lines[kernel, "16,384"] for kernel in ("plain", "blocks", "fused")
    )
    assert f"Fusing takes {fused} ms instead of {plain}." in TEXT
    assert blocks > plain > fused  # the prediction: the slowest
    table = 8 * 16_384**2 * 4 / 2**30  # GiB: eight heads, 4 bytes
    assert f"16 times as much: {held:.0f} GiB. These are four arrays" in TEXT
    assert held == pytest.approx(4 * table, rel=0.02)
    told = f"In blocks it is only 4 times as much, {in_blocks} GiB, and"
    assert f"{told} fused it is {least}." in TEXT
    costs = CARD["attention"]["float32"]
    for kernel, times in (("plain", 16), ("blocks", 4), ("fused", 4)):
        before, after = costs[kernel]["gibibytes"][-2:]
        assert after / before == pytest.approx(times, rel=0.01)


def test_in_numpy_the_fold_tells_the_record():
    held = load_record()["attention"]
    assert held["n_tokens"][-1] == 16_384
    told = f"with {D_HEAD} numbers of 4 bytes per query, holds {held['plain'][-1]:,.0f}"
    assert f"{told} MiB in the plain way, and {held['blocks'][-1]:.0f} MiB" in TEXT
    assert f"in blocks of {BLOCK_SIZE} keys" in TEXT


def test_in_16_bits_the_fold_tells_the_record():
    costs = CARD["attention"]["bfloat16"]
    plain, fused = (
        [costs[kernel][what][-1] for what in ("milliseconds", "gibibytes")]
        for kernel in ("plain", "fused")
    )
    assert f"in one line of PyTorch takes {plain[0]:.1f} ms" in TEXT
    assert f"The fused function takes {fused[0]} ms" in TEXT
    table = 8 * 16_384**2 * 2  # bytes: eight heads' scores, or their weights
    assert f"{table / 2**30:.0f} GiB for 8 heads, are written or read six times" in TEXT
    least = 6 * table / CARD["weights"]["terabytes_per_second"] / 1e9  # ms
    assert f"takes at least {least:.1f} ms of that" in TEXT and least < plain[0]
    told = f"The equation holds {plain[1]:.0f} GiB, and the fused function"
    assert f"{told} {fused[1]:.2f}." in TEXT


def test_in_32_bits_the_arithmetic_takes_most_of_the_fused_time():
    operations = 8 * 2 * 2 * 16_384**2 * 128  # 8 heads, two products of 2n²d each
    assert f"{operations / 1e12:.1f} trillion operations" in TEXT
    least = operations / 67e12 * 1e3  # H200 in 32 bits, by its data sheet
    assert f"at most 67 trillion per second: at least {least:.0f} ms" in TEXT
    (_, plain), (_, fused) = (
        (kernel, CARD["attention"]["float32"][kernel]["milliseconds"][-1])
        for kernel in ("plain", "fused")
    )
    assert 1 < plain / fused < 130 / 17  # less than the bytes promise
    assert least > fused / 2


def test_gpt_2_s_cache_is_less_smaller_than_its_weights():
    gpt2, llama = MODELS["gpt2"], MODELS["llama"]
    assert f"{gpt2.parameters / 1e6:.0f} million parameters" in TEXT
    fewer = llama.parameters / gpt2.parameters
    assert f"one {fewer:.0f}th as many as Llama 3 8B" in TEXT
    small, large = (
        prod(token_factors(one, one.n_key_value_heads, 2)) for one in (gpt2, llama)
    )
    assert f"Only {large / small:.1f} times: {small // 2**10} KiB." in TEXT
    assert "36 KiB per token" in CacheSize(model="gpt2", n_tokens=1024).fallback


def test_fifty_caches_are_as_large_as_the_text_says():
    of_one = 2 * 32 * 8 * 128 * 2  # Llama 3 8B: key and value, layers, heads, d_head
    assert of_one == 128 * 2**10 and f"{of_one:_}" in CELLS["costs-people"].source
    sizes = {"weights": 8e9 * 2, "caches": 50 * 8192 * of_one}
    assert sizes["caches"] == 50 * GIB
    lines = found("costs-people", r"^(\w+) +(\d+) GiB, fetched in +(\d+) ms$")
    assert lines == [
        (name, f"{size / GIB:.0f}", f"{size / 2e12 * 1e3:.0f}")
        for name, size in sizes.items()
    ]
    (_, _, weights), (_, _, caches) = lines
    assert f"That takes {caches} ms, more than three times as long" in TEXT
    assert 3 < int(caches) / int(weights) < 4
    assert sum(sizes.values()) < 80e9  # "they fit on the card"
    assert "50 people talk to this model" in TEXT and "a text of 8,192 tokens" in TEXT


def test_all_scores_of_a_head_take_what_the_text_says():
    assert 4096**2 * 2 == 32 * 2**20
    told = "With 4,096 tokens and 2 bytes for each score, that is 32 MiB for one head."
    assert told in TEXT


def test_the_widget_s_row_ends_as_the_text_says():
    given = re.findall(r"^\w+ = (.*)$", CELLS["costs-sweep"].source, re.MULTILINE)
    opened = BlockSweep(*map(literal_eval, given))
    scores, values = np.array(opened.scores), np.array(opened.values)
    s, output = swept(scores, values)
    np.testing.assert_allclose(output, softmax(scores) @ values, rtol=1e-12)
    wrong_s, wrong = swept(scores, values, rescale_sum=False, rescale_output=False)
    assert f"$s$ ends at {wrong_s:.4f} instead of {s:.4f}" in TEXT
    assert (
        f"first number of the output is {wrong[0]:.2f} instead of {output[0]:.2f}"
        in TEXT
    )
    first = np.argsort(-scores)  # "Now press *Largest first*: the output is right"
    _, lucky = swept(scores[first], values[first], rescale_sum=False)
    np.testing.assert_allclose(lucky, output, rtol=1e-12)


def test_the_by_hand_solution_goes_through_the_row_s_numbers():
    e = np.exp
    first, second = e(-2) + 1, e(-3) + 1
    third = e(-1) + e(-3)
    told = f"= {e(-2):.4f} + 1 = {first:.4f}$"
    assert told in TEXT
    assert f"$e^{{-3}} + e^0 = {second:.4f}$" in TEXT
    after_2 = first * e(-2) + second
    assert f"{first:.4f} · {e(-2):.4f} + {second:.4f} = {after_2:.4f}" in TEXT
    assert f"= {third:.4f}$: {after_2 + third:.4f}" in TEXT
    assert f"1 / {after_2 + third:.4f} = {1 / (after_2 + third):.4f}" in TEXT


def test_the_drawing_s_bytes_are_as_many_times_less_as_the_text_says():
    plain, blocks = (
        sum(move.total for move in moves(4096, 64, 2, size)) for size in (None, 256)
    )
    assert f"only {blocks / 2**20:.0f} MiB move" in TEXT
    whole = f"so do attention’s weights: {plain / 2**20:.0f} MiB move"
    assert whole in TEXT
    slow, fast = (round(moved / 2e12 * 1e6) for moved in (plain, blocks))
    told = f"takes {slow} microseconds in the plain way, and {fast} in blocks."
    arithmetic = round(4 * 4096**2 * 64 / 312e12 * 1e6)
    assert told in TEXT
    assert f"weights times $V$, take {arithmetic} in either case" in TEXT
    assert fast < arithmetic < slow  # one is memory-bound, the other isn't


def test_a_tile_and_what_belongs_to_it_fit_on_the_chip():
    (given,) = re.findall(r"tile_loop\(4096, 64, (.*)\)", CELLS["costs-tiles"].source)
    assert given == f"query_block=256, key_block={BLOCK_SIZE}, at=(6, 12)"
    arrays = held_on_chip(64, 256, BLOCK_SIZE, 2)
    total = sum(size for *_, size in arrays) / 1024
    assert f"All of it takes {total:.0f} of a multiprocessor’s 192 KiB" in TEXT
    assert total < 192
    assert f"the next {BLOCK_SIZE} keys" in TEXT and "of the 256 queries" in TEXT


def test_in_blocks_it_is_exact_for_every_size():
    gaps = found("costs-exact-run", r"^blocks of +\d+: differs by ([\d.]+)$")
    assert len(gaps) == 4 and set(map(float, gaps)) == {0.0}


def test_shared_keys_leave_each_head_its_own_weights():
    assert found("costs-grouped-look", r"(\d+) different rows") == ["8"]
    assert float(found("costs-grouped-look", r"library by ([\d.]+)$")[0]) == 0


def test_the_mistakes_give_what_is_printed():
    scores, tens = np.array([1.0, 3, 2, 5, 4, 2]), np.full((6, 1), 10.0)
    _, wrong = swept(scores, tens, rescale_output=False)
    assert found("costs-mistakes-run", r"blend of tens: ([\d.]+)$") == [
        f"{wrong[0]:.2f}"
    ]
    assert "A blend of tens must be ten" in TEXT
    assert float(found("costs-mistakes-run", r"off by up to ([\d.]+),")[0]) > 0.5
    _, both = swept(scores, tens, rescale_sum=False, rescale_output=False)
    np.testing.assert_allclose(both, 10)  # "the blend is ten again"
    alone = scaled_dot_product_attention(scores[:, None] * 0, tens, tens).output
    np.testing.assert_allclose(alone, 10)


def test_a_cell_that_is_run_again_prints_the_same():
    """Each cell draws from a generator of its own, and none takes another's names."""
    cells = [c for c in CELLS.values() if c.cell_type == "code"]
    cells = [c for c in cells if "remove-cell" not in c.metadata.get("tags", [])]
    names = {}

    def output(cell):
        caught = io.StringIO()
        with contextlib.redirect_stdout(caught):
            exec(compile(cell.source, cell.id, "exec"), names)
        return caught.getvalue()

    first = {cell.id: output(cell) for cell in cells}
    assert sum(map(bool, first.values())) > 10
    for cell in cells[::-1]:
        assert output(cell) == first[cell.id], cell.id
