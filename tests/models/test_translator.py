"""The trained translator: what it writes, how it decodes, how it is trained."""

import datetime

import numpy as np
import pytest
import torch
from glassbox import (
    DecoderCache,
    decode_tokens,
    encode_tokens,
    load_parameters,
    log_softmax,
    map_arrays,
)
from glassbox.models.translator import (
    END_ID,
    FORMATS,
    START_ID,
    TARGET_TOKENS,
    beam_search,
    draw_pairs,
    exact_share,
    learning_rate,
    load_translator,
    make_batch,
    model,
    new_translator,
    predict_batch,
    source_ids,
    target_ids,
    training,
    training_days,
    training_steps,
    translate,
    translate_all,
    unseen_days,
    write_date,
)

MODEL = load_translator()
torch.set_num_threads(1)  # two threads wait for each other when the machine is busy
PAIRS = draw_pairs(unseen_days(), 60, np.random.default_rng(3))


@pytest.mark.parametrize("name", FORMATS)
def test_days_it_has_never_seen_come_out_right_in_every_format(name):
    days = unseen_days()[::25]
    found = translate_all(MODEL, [write_date(day, name) for day in days])
    right = [text == day.isoformat() for text, day in zip(found, days, strict=True)]
    assert np.mean(right) >= 0.99


def test_the_file_is_small_and_of_half_precision():
    assert model.MODEL.stat().st_size <= 120_000
    kinds = []
    map_arrays(load_parameters(model.MODEL), lambda x: kinds.append(x))
    assert {x.dtype for x in kinds} == {np.dtype(np.float16)}
    assert sum(x.size for x in kinds) == 45_056


@pytest.mark.parametrize("source, target", PAIRS[:8])
def test_one_at_a_time_equals_many_at_once_padded(source, target):
    others = [source, "September 30, 2026", "1/1/1999"]
    assert translate_all(MODEL, others)[0] == translate(MODEL, source).text


def test_keys_and_values_kept_give_what_computing_again_gives():
    found = translate(MODEL, "21 Nov 2026")
    memory = encode_tokens(source_ids("21 Nov 2026"), MODEL).output
    read = [START_ID, *target_ids(found.text)]
    again = decode_tokens(read, memory, MODEL)
    np.testing.assert_allclose(found.logits, again.output, rtol=0, atol=1e-12)
    for layer, weights in enumerate(again.weights):
        for kept, new in (
            (found.decoder_attention[layer], weights.self_attention),
            (found.cross_attention[layer], weights.cross_attention),
        ):
            np.testing.assert_allclose(kept, new, rtol=0, atol=1e-12)


def test_shapes_and_shares_of_a_translation():
    found = translate(MODEL, "11/21/2026")
    assert found.text == "2026-11-21"
    assert found.tokens == (*"2026-11-21", "<end>")
    assert found.logits.shape == (11, len(TARGET_TOKENS))
    assert found.encoder_attention.shape == (2, 4, 10, 10)
    assert found.decoder_attention.shape == (2, 4, 11, 11)
    assert found.cross_attention.shape == (2, 4, 11, 10)
    for weights in found[3:]:
        np.testing.assert_allclose(weights.sum(-1), 1, rtol=0, atol=1e-12)
    assert (np.triu(found.decoder_attention, 1) == 0).all()


def test_a_forced_beginning_is_kept_and_read():
    found = translate(MODEL, "November 21, 2026", prefix="2027-1")
    assert found.text.startswith("2027-1")
    assert len(found.logits) == len(found.tokens)
    free = translate(MODEL, "November 21, 2026")
    np.testing.assert_array_equal(found.logits[:4], free.logits[:4])
    assert not np.allclose(found.logits[4], free.logits[4], rtol=0, atol=1e-6)
    with pytest.raises(ValueError, match="digits and hyphens"):
        translate(MODEL, "11/21/2026", prefix="20x")


def test_an_untrained_model_stops_too():
    untrained = map_arrays(new_translator(), lambda x: x.detach().double().numpy())
    found = translate(untrained, "11/21/2026")
    assert 1 <= len(found.tokens) <= 12


def test_numpy_and_torch_write_the_same():
    in_torch = map_arrays(MODEL, torch.tensor)
    for source, _ in PAIRS[:5]:
        ours, theirs = translate(MODEL, source), translate(in_torch, source)
        assert ours.tokens == theirs.tokens
        np.testing.assert_allclose(ours.logits, theirs.logits, rtol=0, atol=1e-11)
    assert exact_share(in_torch, PAIRS) == exact_share(MODEL, PAIRS)


def test_exact_means_every_character():
    right = ("11/21/2026", "2026-11-21")
    wrong = ("11/21/2026", "2026-11-22")
    assert exact_share(MODEL, [right, wrong, right, right]) == 0.75


def test_a_beam_of_one_is_greedy_and_a_wider_one_keeps_the_likeliest():
    for source in ("11/21/2026", "2026/11/21", "1 1 1"):
        (one,) = beam_search(MODEL, source, n_beams=1)
        assert one.text == translate(MODEL, source).text
        four = beam_search(MODEL, source, n_beams=4)
        assert len({beam.text for beam in four}) == 4
        totals = [beam.log_probability for beam in four]
        assert totals == sorted(totals, reverse=True)
        assert totals[0] >= one.log_probability - 1e-12


def test_a_beams_log_probability_is_the_sum_over_its_tokens():
    best = beam_search(MODEL, "2026/11/21", n_beams=3)[0]
    found = translate(MODEL, "2026/11/21", prefix=best.text)
    ids = [*target_ids(best.text), END_ID]
    shares = log_softmax(found.logits)[range(len(ids)), ids]
    assert abs(shares.sum() - best.log_probability) < 1e-10
    with pytest.raises(ValueError, match="n_beams must be an integer of at least 1"):
        beam_search(MODEL, "1/1/1999", n_beams=0)


def test_a_batch_is_shifted_and_masked():
    batch = make_batch([("1/2/1999", "1999-01-02"), ("12/31/1999", "1999-12-31")])
    assert batch.inputs.shape == batch.targets.shape == (2, 11)
    assert (batch.inputs[:, 1:] == batch.targets[:, :-1]).all()
    assert (batch.inputs[:, 0] == START_ID).all()
    assert (batch.targets[:, -1] == END_ID).all()
    assert batch.source_mask.sum(-1).tolist() == [[8], [10]]


def test_what_stands_in_the_padding_changes_nothing():
    fresh = new_translator(1)
    batch = make_batch([("1/2/1999", "1999-01-02"), ("12/31/1999", "1999-12-31")])
    filled = batch.source_ids.clone()
    filled[0, 8:] = 7
    with torch.no_grad():
        expected = predict_batch(fresh, batch)
        found = predict_batch(fresh, batch._replace(source_ids=filled))
    assert torch.equal(found, expected)


def test_the_target_is_never_seen_before_it_is_predicted():
    fresh = new_translator(1)
    batch = make_batch([("1/2/1999", "1999-01-02")])
    changed = batch.inputs.clone()
    changed[0, 6:] = 5
    with torch.no_grad():
        expected = predict_batch(fresh, batch)
        found = predict_batch(fresh, batch._replace(inputs=changed))
    assert torch.equal(found[:, :6], expected[:, :6])
    assert not torch.equal(found[:, 6:], expected[:, 6:])


@pytest.mark.slow
def test_sixty_steps_teach_it_something_and_a_seed_repeats_them():
    pairs = draw_pairs(unseen_days(), 100, np.random.default_rng(0))
    batch = make_batch(pairs)
    runs = []
    for _ in range(2):
        fresh = new_translator(4)
        steps = list(training_steps(fresh, n_steps=60, warm_up=20, seed=4))
        runs.append([step.loss for step in steps])
    assert np.allclose(*runs, rtol=1e-4, atol=0)  # sums may be split among threads
    assert [step.number for step in steps] == list(range(1, 61))
    assert runs[0][0] > 2.0 > 1.3 > runs[0][-1]
    with torch.no_grad():
        right = predict_batch(fresh, batch).argmax(-1) == batch.targets
    assert right.float().mean() > 0.5  # chance: 0.08


def test_training_draws_from_the_training_days_alone(monkeypatch):
    drawn = []
    make = training.make_batch
    monkeypatch.setattr(
        training, "make_batch", lambda pairs: drawn.extend(pairs) or make(pairs)
    )
    list(training_steps(new_translator(), n_steps=3, warm_up=1))
    assert len(drawn) == 3 * training.BATCH
    days = {day.isoformat() for day in training_days()}
    assert {target for _, target in drawn} <= days


def test_the_learning_rate_rises_then_falls():
    rates = [learning_rate(s, 50, warm_up=10) for s in range(1, 51)]
    assert max(rates) == rates[9] == training.LEARNING_RATE
    assert np.all(np.diff(rates[:10]) > 0) and np.all(np.diff(rates[9:]) < 0)
    assert 0 < rates[-1] < training.LEARNING_RATE / 40
    assert learning_rate(1, 50, warm_up=0) == training.LEARNING_RATE
    with pytest.raises(ValueError, match="n_steps must be an integer of at least 101"):
        next(training_steps(new_translator(), n_steps=100))


def test_sizes_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="divisible by n_heads; got 32 and 5"):
        new_translator(n_heads=5)


def test_a_day_beyond_the_calendar_is_written_all_the_same():
    assert translate(MODEL, "February 31, 2026").text == "2026-02-31"
    with pytest.raises(ValueError):
        datetime.date.fromisoformat("2026-02-31")


def test_the_cache_adds_one_row_a_step():
    memory = encode_tokens(source_ids("1/1/1999"), MODEL).output
    cache = DecoderCache()
    for step in range(3):
        decode_tokens([START_ID], memory, MODEL, cache=cache)
        assert cache.n_positions == step + 1
