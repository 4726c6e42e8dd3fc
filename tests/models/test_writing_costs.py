"""What writing costs: the decoder's two ways, the counter, and the record measured."""

import re
import subprocess
import sys
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from glassbox import decode_tokens
from glassbox.machine import layers
from glassbox.models import writing_costs
from glassbox.models.writing_costs import (
    CLOCKED,
    MEBIBYTE,
    cache_bytes,
    counted_keys,
    held_by,
    keys_computed,
    load_record,
    most_held,
    new_decoder,
    no_source,
    random_lookup,
    read_at_once,
    write,
)

CARD = Path(writing_costs.__file__).with_name("writing_costs.md")
WRITING, ATTENTION = load_record()["writing"], load_record()["attention"]
WEIGHTS, ON_CARD = load_record()["weights"], load_record()["card"]
# The peak has some kilobytes of Python's own beside the arrays' megabytes.
PEAK = 0.01


# The decoder


def test_with_and_without_the_cache_the_same_tokens_are_written():
    model = new_decoder(d_model=24, n_layers=3, n_heads=2, seed=4)
    written = write(model, 40, cached=True)
    assert len(written) == 40 and len(set(written)) > 5
    assert write(model, 40, cached=False) == written


def test_a_prompt_read_at_once_leaves_the_cache_that_steps_leave():
    model, ids = new_decoder(d_model=24, n_layers=3), [0, 7, 200, 7, 31]
    at_once, step_by_step = (read_at_once(model, some) for some in (ids, ids[:1]))
    for token_id in ids[1:]:
        decode_tokens([token_id], step_by_step.memory, model, cache=step_by_step)
    assert at_once.n_positions == step_by_step.n_positions == 5
    for one, other in zip(at_once.layers, step_by_step.layers, strict=True):
        for x, y in zip(one.own, other.own, strict=True):
            # float32, numbers near 1
            np.testing.assert_allclose(x, y, rtol=0, atol=1e-5)


def test_the_decoder_has_the_sizes_asked_for_and_float32():
    model = new_decoder(d_model=24, n_layers=3, n_heads=2)
    decoder = model.transformer.decoder
    assert len(decoder.layers) == 3 and not model.transformer.encoder.layers
    look, think = decoder.layers[1].self_attention, decoder.layers[2].feed_forward
    assert look.w_q.shape == (24, 24) and look.n_heads == 2
    assert think.w_1.shape == (24, 96) and think.w_2.shape == (96, 24)
    assert look.w_k.dtype == no_source(model).dtype == np.float32
    logits = decode_tokens([1, 2], no_source(model), model).output
    assert logits.dtype == np.float32 and logits.shape == (2, 256)
    assert 0.1 < logits.std() < 10


def test_the_cache_takes_two_numbers_per_layer_and_feature_for_each_token():
    model = new_decoder(d_model=24, n_layers=3)
    cache = read_at_once(model, [3, 1, 4, 1, 5])
    assert cache_bytes(cache) == 5 * 2 * 3 * 24 * 4  # float32 has 4 bytes


# The counter


@pytest.mark.parametrize("n", [1, 2, 10, 37])
def test_without_the_cache_each_step_computes_all_keys_again(n):
    assert keys_computed(n, cached=False) == sum(range(1, n + 1))
    assert keys_computed(n, cached=True) == n


def test_keys_are_counted_layer_by_layer_and_those_of_the_source_apart():
    model = new_decoder(d_model=24, n_layers=2)
    first, second = model.transformer.decoder.layers
    for one in (first, second):
        with counted_keys(one.self_attention) as own:
            write(model, 4, cached=False)
        assert own == [1, 2, 3, 4]
    with counted_keys(first.cross_attention) as of_the_source:
        write(model, 4, cached=True)
    assert of_the_source == [1]  # one vector, projected in the first step only


def test_after_counting_and_after_an_error_the_machine_is_as_before():
    before = layers.project_memory
    keys_computed(3, cached=True)
    assert layers.project_memory is before
    with pytest.raises(ZeroDivisionError), counted_keys(None):
        assert layers.project_memory is not before
        raise ZeroDivisionError
    assert layers.project_memory is before


# Memory


def test_the_peak_counts_what_is_held_at_once_and_no_more():
    def twice():
        for _ in range(2):
            x = np.ones(10**6)
            del x
        return 7

    most, result = most_held(twice)
    assert result == 7
    assert most == pytest.approx(8e6, rel=0.01)  # one array of 8 bytes a number
    both, _ = most_held(lambda: np.ones(10**6) @ np.ones(10**6))
    assert both == pytest.approx(16e6, rel=0.01)


def test_the_input_is_not_counted_and_tracing_goes_on_where_it_was_on():
    lookup = random_lookup(512)
    tracemalloc.start()
    outside, _ = most_held(lambda: lookup.query.sum())
    assert tracemalloc.is_tracing() and outside < lookup.query.nbytes / 10
    tracemalloc.stop()
    most_held(lambda: None)
    assert not tracemalloc.is_tracing()


def test_smaller_blocks_hold_less_and_give_the_same():
    held = [held_by(768, block_size=size) for size in (32, 64, 256)]
    # more than one array of a block's scores, at 768 tokens with 4 bytes a number
    for one, other, more in ((held[0], held[1], 32), (held[1], held[2], 192)):
        assert other.blocks - one.blocks > 1.5 * 4 * 768 * more
    assert held[0].plain > 7 * held[0].blocks
    # float32 on averages of numbers near 1
    assert max(one.difference for one in held) < 1e-6


def test_what_a_first_call_imports_is_not_counted():
    program = (
        "from glassbox.models.writing_costs import held_by;"
        "print(*(held_by(256).plain for _ in range(2)))"
    )
    run = [sys.executable, "-c", program]
    result = subprocess.run(run, capture_output=True, text=True, check=True)
    first, second = map(int, result.stdout.split())
    assert first == pytest.approx(second, rel=PEAK)


# The record


@pytest.mark.parametrize("i", range(len(WRITING["n_tokens"])))
def test_the_record_s_keys_are_those_counted_now(i):
    n = WRITING["n_tokens"][i]
    assert WRITING["keys_with"][i] == keys_computed(n, cached=True)
    if n <= 128:  # the longer ones take seconds, and grow by the same rule
        assert WRITING["keys_without"][i] == keys_computed(n, cached=False)
    assert WRITING["keys_without"][i] == sum(range(1, n + 1))


@pytest.mark.parametrize("i", [0, 1])
def test_the_record_s_memory_is_that_measured_now(i):
    held = held_by(ATTENTION["n_tokens"][i])
    assert held.plain / MEBIBYTE == pytest.approx(ATTENTION["plain"][i], rel=PEAK)
    # to the tenth to which the record is rounded, and the peak's own
    close = pytest.approx(ATTENTION["blocks"][i], rel=PEAK, abs=0.06)
    assert held.blocks / MEBIBYTE == close
    # Sums in another order on another machine: of the same size, not the same digits.
    assert ATTENTION["difference"][i] / 10 < held.difference
    assert held.difference < 10 * ATTENTION["difference"][i]


def test_the_longest_lookup_too_grows_with_the_square_and_in_blocks_with_n():
    """16,384 tokens take 4 GiB: here they follow from what was measured at 4,096."""
    n, plain, blocks = (np.array(ATTENTION[k]) for k in ("n_tokens", "plain", "blocks"))
    assert n.tolist() == [1024, 4096, 16384]
    np.testing.assert_allclose(plain[1:] / plain[:-1], 16, rtol=PEAK)
    # the tenth to which the smallest one is rounded
    np.testing.assert_allclose(blocks[1:] / blocks[:-1], 4, rtol=0.03)
    assert (plain * MEBIBYTE > 3 * 4 * n**2).all()  # several n x n arrays of float32
    assert (np.array(ATTENTION["difference"]) < 1e-6).all()


def test_the_clocked_numbers_are_times_and_the_cache_saves_more_the_longer_the_text():
    n = np.array(WRITING["n_tokens"])
    without, cached, at_once = (
        np.array(WRITING[f"time_{way}"]) for way in ("without", "with", "at_once")
    )
    assert n.shape == without.shape == cached.shape == at_once.shape
    for times in (without, cached, at_once):
        assert (np.diff(times) > 0).all()  # more tokens take longer, in each way
    assert cached[0] == pytest.approx(n[0], rel=0.01)  # the unit: a step
    assert (at_once < cached).all() and (cached < without).all()
    assert (np.diff(without / cached) > 0).all()
    assert (without / cached < np.array(WRITING["keys_without"]) / n).all()
    assert len(ATTENTION["time_plain"]) == 3 and min(ATTENTION["time_plain"]) > 0


def test_a_step_s_products_are_a_small_part_of_it_and_their_matrices_the_decoder_s():
    layers = new_decoder(**CLOCKED).transformer.decoder.layers
    d_model, share = CLOCKED["d_model"], load_record()["products"]["share"]
    # Q, K, V and O; Q and O of the source; two of four times the width; the table
    numbers = len(layers) * (6 + 8) * d_model**2 + 256 * d_model
    megabytes = load_record()["products"]["megabytes"]
    assert megabytes == pytest.approx(4 * numbers / 1e6, rel=0.005)  # three digits
    assert 0 < share < 0.2


def test_the_row_through_the_weights_is_level_first_and_then_rises_with_the_tokens():
    n, time = np.array(WEIGHTS["rows"]), np.array(WEIGHTS["time"])
    assert n.tolist() == [2**power for power in range(11)]
    assert time[0] == 1
    assert (np.abs(time[:3] - 1) < 0.15).all()  # four tokens wait for the same weights
    each = time / n  # less, the more there are; the clock is good to 4 percent
    assert (each[1:] < 1.04 * each[:-1]).all() and each[-1] < 0.1
    # At the end arithmetic alone counts: twice the tokens, twice the time.
    np.testing.assert_allclose(time[-3:] / time[-4:-1], 2, rtol=0.1)


def test_the_graphics_card_is_level_longer_and_then_rises_with_the_tokens():
    n, time = np.array(ON_CARD["weights"]["rows"]), np.array(ON_CARD["weights"]["time"])
    assert n.tolist() == [2**power for power in range(12)]
    assert (np.abs(time[n <= 128] - 1) < 0.1).all()
    np.testing.assert_allclose(time[-2:] / time[-3:-1], 2, rtol=0.05)


@pytest.mark.parametrize(("bits", "close"), [("float32", 1e-6), ("bfloat16", 0.01)])
def test_the_graphics_card_s_kernels_agree_and_only_the_plain_one_needs_n_squared(
    bits, close
):
    n, ways = np.array(ON_CARD["attention"]["n_tokens"]), ON_CARD["attention"][bits]
    assert n.tolist() == [1024, 4096, 16384]
    for name, way in ways.items():
        held = np.array(way["gibibytes"])
        squared = name == "plain"
        assert (held[-1] / held[1] > 15) == squared and (held[-1] < 1) != squared
        assert max(way["error"]) < close
    assert ways["fused"]["milliseconds"][-1] < ways["plain"]["milliseconds"][-1]


def test_the_card_tells_what_the_record_has():
    text = CARD.read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([\d,]+) \| (.*) \|$", text, re.M)
    told = [[n, *cells.split(" | ")] for n, cells in rows]
    numbers = [[float(cell.replace(",", "")) for cell in row] for row in told]
    keys = ("keys_without", "keys_with", "time_without", "time_with", "time_at_once")
    expected = list(zip(*[WRITING[k] for k in ("n_tokens", *keys)], strict=True))
    keys = ("n_tokens", "plain", "blocks", "difference", "time_plain")
    expected += list(zip(*[ATTENTION[key] for key in keys], strict=True))
    for weights in (WEIGHTS, ON_CARD["weights"]):
        expected += list(zip(weights["rows"], weights["time"], strict=True))
    assert numbers == [list(row) for row in expected]
    for bits, kernel, *cells in re.findall(
        r"^\| (\w+), (\w+) \| ([\d,]+) \| (.*) \| (.*) \| (.*) \|$", text, re.M
    ):
        n, *costs = (float(cell.replace(",", "")) for cell in cells)
        way = ON_CARD["attention"][bits][kernel]
        i = ON_CARD["attention"]["n_tokens"].index(n)
        expected_costs = [way[k][i] for k in ("milliseconds", "gibibytes", "error")]
        assert costs == expected_costs
    assert text.count("| float32, ") == 9 and text.count("| bfloat16, ") == 6
    assert f"d_model {CLOCKED['d_model']}" in text
    alone = load_record()["products"]
    assert f"matrices take {alone['megabytes']} MB" in text
    assert f"alone take {alone['share']} of a step" in text.replace("\n", " ")
    assert f"{CLOCKED['n_layers']} layers" in text
