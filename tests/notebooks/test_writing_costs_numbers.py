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
from glassbox.models.writing_costs import BLOCK_SIZE, CLOCKED, D_HEAD, load_record
from glassbox.widgets import BlockSweep, CacheSize, KeyValueCache
from glassbox.widgets.cache_size.numbers import MODELS, token_factors
from glassbox.widgets.roofline.numbers import knee

ROOT = Path(__file__).resolve().parents[2]
CELLS = {c.id: c for c in read(ROOT / "chapters" / "writing_costs.ipynb")}
TEXT = "\n".join(c.source for c in CELLS.values() if c.cell_type == "markdown")
WRITING, ATTENTION = load_record()["writing"], load_record()["attention"]
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
    assert "to write six tokens, a model made 21 keys" in TEXT
    assert comb(7, 2) == 21


def test_only_the_causal_mask_keeps_what_came_before():
    moved = dict(found("costs-same", r"^ *(causal|no) mask: outputs .* ([\d.]+)$"))
    assert float(moved["causal"]) == 0 < 0.1 < float(moved["no"])


def test_the_cache_makes_a_key_for_each_token_and_the_same_output():
    assert found("costs-cached", r"keys made: (\d+), instead of (\d+)") == [("7", "28")]
    assert comb(8, 2) == 28
    assert float(found("costs-cached", r"differs by ([\d.]+)$")[0]) == 0


def test_what_the_cache_saves_is_the_record_s():
    assert (CLOCKED["n_layers"], CLOCKED["d_model"]) == (4, 256)
    assert "A decoder with four layers of width 256" in TEXT
    lines = found("costs-clocked", r"^ *(\d+) tokens: +([\d.]+) × .*, +([\d.]+) ×")
    assert [int(n) for n, _, _ in lines] == WRITING["n_tokens"]
    for n, keys, _ in lines:  # n (n + 1) / 2 keys, or n
        assert float(keys) == (int(n) + 1) / 2
    n, keys, time = lines[-1]
    told = f"Without the cache, {n} tokens need {keys} times as many keys, but take"
    assert f"{told} only {time} times as long" in TEXT
    times = [float(time) for _, _, time in lines]
    assert times == sorted(times)  # the waste grows with the text


def test_reading_at_once_is_as_much_faster_as_the_answer_says():
    lines = dict(found("costs-decode", r"^ *(\d+) tokens: .* +([\d.]+) ×"))
    assert 20 < float(lines["512"])  # the prediction: more than 20 times
    assert f"For 512 tokens, one by one takes {lines['512']} times as long" in TEXT
    assert f"even for 16 tokens it is {lines['16']} times" in TEXT
    steps = WRITING["time_at_once"][-1] / (WRITING["time_with"][-1] / 512)
    times = round(float(lines["512"]))
    assert steps == pytest.approx(512 / times, rel=0.01)
    told = ASKED["costs-decode"]["told"]
    assert f"512 tokens take {times} times as long as one call" in told
    assert f"512 / {times}, or about {steps:.0f}, calls with one token." in told


def test_the_roofline_meets_at_156_tokens():
    form = (
        r"^ *(\d+) at once: compute +([\d.]+) ms,\n"
        r" *fetch (\d+) ms: ([\d.]+) ms each$"
    )
    lines = {int(n): rest for n, *rest in found("costs-roofline-run", form)}
    assert 8e9 * 2 / 2e12 == pytest.approx(8e-3)
    assert {read for _, read, _ in lines.values()} == {"8"}
    assert lines[1] == ["0.05", "8", "8.00"]
    assert "One token takes 8 ms, and 0.05 ms of that is arithmetic" in TEXT
    assert 312e12 / 2e12 == 156 and "Up to 156 tokens at once" in TEXT
    assert "both take as long for 156 tokens" in printed("costs-roofline-run")
    assert "so the knee moves from 156 to 78" in TEXT and knee("a100", 8, 1) == 78
    assert knee("a100", 8, 2) == 156


def test_the_measured_rows_bend_as_the_text_says():
    form = r"^ *(\d+) +([\d.]+) × +([\d.]+) ×$"
    lines = {int(n): rest for n, *rest in found("costs-weights", form)}
    assert lines[1] == ["1.00", "1.00"]
    told = f"128 tokens take {lines[128][1]} times as long as one, and 1,024 take"
    assert f"{told} {lines[1024][1]} times as long" in TEXT
    reads = CARD["weights"]["terabytes_per_second"]
    computes = CARD["weights"]["trillion_operations_per_second"]
    assert f"fetched {reads} terabytes per second, and did up to {computes:.0f}" in TEXT
    both = f"{computes:.0f} / {reads} = {computes / reads:.0f}"
    assert f"{both} tokens, and 1,024 / 214 is {1024 / 214:.1f}" in TEXT
    assert both in ASKED["costs-weights"]["told"]
    assert 1024 / 214 == pytest.approx(float(lines[1024][1]), rel=0.05)  # the rule
    assert f"its knee near {knee('core', 8, 2):.0f} tokens" in TEXT


def test_the_kernels_on_the_card_cost_what_the_text_says():
    form = r"^(\w+) +(\w+) +([\d.]+) ms, +([\d.]+) GiB$"
    lines = {(b, k): (float(t), float(m)) for b, k, t, m in found("costs-fused", form)}
    in_16 = [lines["bfloat16", k] for k in ("fused", "plain")]
    times, sizes = zip(*in_16, strict=True)
    told = "takes {} milliseconds instead of {}, and {} GiB instead of {:.0f}."
    assert told.format(*times, *sizes) in TEXT
    times = {k: lines["float32", k][0] for k in ("plain", "blocks", "fused")}
    assert f"{times['fused']} instead of {times['plain']}." in TEXT
    assert max(times, key=times.get) == "blocks"  # the prediction: the slowest
    assert times["fused"] / in_16[0][0] == pytest.approx(8, rel=0.05)  # eight times
    # Less gained in 32 bits: arithmetic is slow there.
    assert in_16[1][0] / in_16[0][0] > times["plain"] / times["fused"]


def test_gpt_2_s_cache_is_less_smaller_than_its_weights():
    gpt2, llama = MODELS["gpt2"], MODELS["llama"]
    assert f"{gpt2.parameters / 1e6:.0f} million parameters" in TEXT
    fewer = llama.parameters / gpt2.parameters
    assert f"{fewer:.0f} times fewer than Llama 3 8B" in TEXT
    small, large = (
        prod(token_factors(one, one.n_key_value_heads, 2)) for one in (gpt2, llama)
    )
    assert f"Only {large / small:.1f} times: {small // 2**10} KiB." in TEXT
    assert "36 KiB per token" in CacheSize(model="gpt2", n_tokens=1024).fallback


def test_a_hundred_caches_are_as_large_as_the_text_says():
    of_one = 2 * 32 * 8 * 128 * 2  # Llama 3 8B: key and value, layers, heads, d_head
    assert of_one == 128 * 2**10
    assert 100 * 8192 * of_one == 100 * GIB
    assert (
        "At 128 KiB per token, 100 people with 8,192 tokens each need 100 GiB" in TEXT
    )
    of_all = 100 * GIB / 2e12 * 1e3  # ms, at 2 terabytes per second
    assert f"would take {of_all:.0f} ms per step, where the weights take 8" in TEXT
    memory = CacheSize().describe()
    assert "14.96 GiB" in memory and "The model’s own weights are 15 GiB" in TEXT


def test_all_scores_of_a_long_text_take_a_gibibyte():
    assert 16_384**2 * 4 == GIB
    assert round(16_384**2 / 1e6) == 268
    assert "268 million scores, or 1 GiB at 4 bytes each" in TEXT


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
    first = np.argsort(-scores)  # the largest first: forgetting does no harm
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


def test_memory_grows_with_n_in_blocks_and_with_its_square_otherwise():
    lines = found("costs-memory", r"^ *([\d,]+) tokens: +([\d,.]+) .* +([\d.]+) MiB$")
    sizes = [[float(x.replace(",", "")) for x in line] for line in lines]
    assert [n for n, _, _ in sizes] == ATTENTION["n_tokens"]
    assert f"in blocks of {BLOCK_SIZE}" in TEXT and f"with {D_HEAD} numbers" in TEXT
    (_, plain_4, blocks_4), (n, plain_16, blocks_16) = sizes[1:]
    assert plain_16 / plain_4 == pytest.approx(16, rel=0.01)
    assert blocks_16 / blocks_4 == pytest.approx(4, rel=0.01)
    assert f"{round(plain_16 / 1024)} GiB against {round(blocks_16)} MiB" in TEXT
    assert plain_16 * 2**20 == pytest.approx(4 * n**2 * 4, rel=0.01)  # four tables


def test_the_drawing_s_bytes_are_as_many_times_less_as_the_text_says():
    plain, blocks = (
        sum(move.total for move in moves(4096, 64, 2, size)) for size in (None, 256)
    )
    mib = f"{blocks / 2**20:.0f} MiB move instead of {plain / 2**20:.0f}"
    assert mib in TEXT
    assert "here 256 at a time" in TEXT
    slow, fast = (round(moved / 2e12 * 1e6) for moved in (plain, blocks))
    told = f"spends {slow} microseconds moving bytes, and blocks spend {fast}."
    arithmetic = round(4 * 4096**2 * 64 / 312e12 * 1e6)
    assert f"{told} The products, $4n^2d$ operations, take {arithmetic} in" in TEXT


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
    _, both = swept(scores, tens, rescale_sum=False, rescale_output=False)
    assert both[0] == pytest.approx(10)  # "that blend is ten as well"
    assert "A blend of tens must be ten" in TEXT
    assert float(found("costs-mistakes-run", r"off by up to ([\d.]+),")[0]) > 0.5
    off = found("costs-mistakes-run", r"^1. tokens off by (.*)$")[0].split()
    first, *others = map(float, off)  # "the first token is right"
    assert len(others) == 6 and first == 0 < 0.05 < min(others)
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
