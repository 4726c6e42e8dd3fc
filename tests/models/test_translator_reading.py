"""What the translator reads of many dates, and what it needs: measures and numbers."""

import numpy as np
import pytest
from glassbox import decode_tokens, encode_tokens, multi_head_attention
from glassbox.models.translator import (
    END_ID,
    FORMATS,
    LONGEST_SOURCE,
    PARTS,
    START_ID,
    WRITTEN,
    date_batch,
    decoder_vectors,
    even_weight,
    load_translator,
    right_parts,
    source_ids,
    source_parts,
    target_ids,
    training_days,
    translate,
    translate_without,
    unseen_dates,
    weight_on_parts,
    without_head,
    write_date,
    write_dates,
)
from glassbox.models.translator.dates import MONTHS

PAIRS = [("21 Nov 2026", "2026-11-21"), ("二〇二六年五月十日", "2026-05-10")]


@pytest.fixture(scope="module")
def model():
    return load_translator()


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_s_year_month_and_day_are_found(name):
    day = training_days()[20_000]
    source = write_date(day, name)
    found = {
        part: "".join(
            sign
            for sign, number in zip(source, source_parts(source), strict=True)
            if number == PARTS.index(part)
        )
        for part in PARTS
    }
    assert found["year"] in (str(day.year), source[:4])
    assert found["day"] in source and found["month"] in source
    assert sorted("".join(found.values())) == sorted(source)
    assert not set(found["rest"]) - set(" ,/年月日")


def test_what_has_no_format_is_refused():
    with pytest.raises(ValueError, match="one of the six formats; got '2026'"):
        source_parts("2026")


def test_a_batch_is_padded_shifted_and_ended():
    dates = date_batch(PAIRS)
    assert dates.source_ids.shape == dates.parts.shape == (2, 11)
    np.testing.assert_array_equal(dates.parts[:, None] >= 0, dates.real)
    written = target_ids("2026-05-10")
    assert dates.inputs[1].tolist() == [START_ID, *written]
    assert dates.answers[1].tolist() == [*written, END_ID]


def test_drawn_dates_come_again_with_their_seed():
    one, same, other = unseen_dates(5), unseen_dates(5), unseen_dates(5, seed=1)
    np.testing.assert_array_equal(one.source_ids, same.source_ids)
    assert one.answers.tolist() != other.answers.tolist()
    assert one.source_ids.shape[1] <= LONGEST_SOURCE


def test_the_weights_on_parts_are_the_sums_of_what_translate_shows(model):
    source = PAIRS[0][0]
    dates = date_batch(PAIRS[:1])
    found = weight_on_parts(write_dates(model, dates, dates.real).weights, dates)
    shown = translate(model, source).cross_attention  # (layers, heads, n, m)
    month = shown[:, :, WRITTEN["month"], 3:6].sum(axis=-1).mean(axis=-1)
    # float64, in another order: one date of a batch and step by step
    np.testing.assert_allclose(found[:, :, 1, 1], month, atol=1e-12)
    np.testing.assert_allclose(found.sum(axis=-1), 1, atol=1e-12)


def test_even_weights_are_means_over_dates_without_their_padding():
    expected = np.array([[4, 3, 2, 2], [4, 1, 1, 3]]) / [[11], [9]]
    # float64: two sums of a few numbers
    np.testing.assert_allclose(even_weight(date_batch(PAIRS)), expected.mean(0), 1e-14)


def test_a_part_is_right_only_if_all_its_digits_are():
    dates = date_batch(PAIRS)
    logits = np.eye(13)[dates.answers]
    assert right_parts(logits, dates).tolist() == [100, 100, 100]
    logits[0, 3] = np.eye(13)[dates.answers[0, 3] - 1]  # the year's last digit
    logits[:, 4] = 0  # no hyphen belongs to a part
    assert right_parts(logits, dates).tolist() == [50, 100, 100]


def test_without_a_head_what_it_found_goes_nowhere(model):
    before = model.transformer.decoder.layers[1].cross_attention
    changed = without_head(model, 1, 2).transformer.decoder.layers
    rows = changed[1].cross_attention.w_o
    assert not rows[16:24].any()
    np.testing.assert_array_equal(rows[:16], before.w_o[:16])
    np.testing.assert_array_equal(rows[24:], before.w_o[24:])
    assert before.w_o[16:24].all()
    assert changed[0] is model.transformer.decoder.layers[0]


def test_hiding_nothing_translates_and_hiding_what_is_needed_does_not(model):
    source = PAIRS[0][0]
    assert translate_without(model, source, []) == translate(model, source).text
    assert translate_without(model, source, [10])[3] != "6"


def test_what_is_hidden_from_the_encoder_too_is_in_no_vector(model):
    changed = ("21 Nov 2026", "21 Jun 2026")
    hide = {"hidden": [3, 4, 5], "encoder_too": True}
    one, other = (translate_without(model, source, **hide) for source in changed)
    assert one == other


def test_the_numbers_that_the_chapter_tells(model):
    dates = unseen_dates(600)
    found = write_dates(model, dates, dates.real)
    assert right_parts(found.output, dates).tolist() == [100, 100, 100]
    on_parts = weight_on_parts(found.weights, dates)
    percent = (100 * on_parts.mean(axis=1)).round()
    assert percent[:, 0, 0].tolist() == [91, 87]  # the year, on the year
    assert percent[:, 1, 3].tolist() == [28, 21]  # the month, on the rest
    assert percent[0, [0, 1, 2], [0, 1, 2]].tolist() == [91, 67, 39]
    even = 100 * even_weight(dates)
    assert even[[0, 2, 3]].round().tolist() == [38, 16, 23]
    assert (100 * on_parts.mean(axis=1)[0, 2, 2] / even[2]).round(1) == 2.4
    assert on_parts[1, 0, 0, 0].round(2) == 0.82
    assert on_parts[0, 0, 0, 0].round(2) == 0.96


@pytest.fixture(scope="module")
def second_layer(model):
    """Return what layer 2 of the decoder reads with, for the chapter's date."""
    memory = encode_tokens(source_ids("21 Nov 2026"), model).output
    written = [START_ID, *target_ids("2026-11-21")]
    h = decoder_vectors(model, memory, written, layer=1)
    return h, memory, model.transformer.decoder.layers[1].cross_attention


def test_the_decoder_s_vectors_give_the_weights_of_translate(model, second_layer):
    h, memory, p = second_layer
    shown = translate(model, "21 Nov 2026").cross_attention
    found = multi_head_attention(h, memory, memory, p).weights
    # float64: all steps at once, and one after the other with a cache
    np.testing.assert_allclose(found, shown[1], atol=1e-12)
    first = decoder_vectors(model, memory, [START_ID], layer=0)
    p = model.transformer.decoder.layers[0].cross_attention
    found = multi_head_attention(first, memory, memory, p).weights
    np.testing.assert_allclose(found[:, 0], shown[0, :, 0], atol=1e-12)


def test_the_chapter_tells_what_a_hidden_character_leaves_to_the_others(second_layer):
    h, memory, p = second_layer
    seen = np.array([[sign != "v" for sign in "21 Nov 2026"]])
    both = [
        multi_head_attention(h, memory, memory, p, mask).weights[0, 5]
        for mask in (None, seen)
    ]
    assert [row[3:6].round(2).tolist() for row in both] == [
        [0.07, 0.04, 0.89],
        [0.59, 0.4, 0],
    ]
    rest = both[0] * seen[0]
    np.testing.assert_allclose(both[1], rest / rest.sum(), atol=1e-12)


def test_the_chapter_tells_what_becomes_of_its_date_without_characters_or_heads(model):
    def without(heads):
        rest = model
        for layer, head in heads:
            rest = without_head(rest, layer, head)
        return translate(rest, "21 Nov 2026").text

    def hidden(places, encoder_too=False):
        hide = {"hidden": places, "encoder_too": encoder_too}
        return translate_without(model, "21 Nov 2026", **hide)

    right = "2026-11-21"
    assert {hidden(places) for places in ([5], [4, 5])} == {right}
    assert hidden([4, 5], encoder_too=True) == right
    assert hidden([3, 4, 5]) == "2026-00-21"
    assert hidden([3, 4, 5], encoder_too=True) == "2026-02-21"
    assert without([(1, 0)]) == without([(1, 1)]) == right
    assert without([(1, 0), (1, 1)]) == "2016-12-21"
    assert without([(0, 0)]) == "2026-11-01"


def test_one_letter_is_enough_where_no_other_month_has_it(model):
    assert [month for month in MONTHS if month.startswith("N")] == ["November"]
    assert translate(model, "21 Jul 2026").text == "2026-07-21"
    assert translate_without(model, "21 Jul 2026", [5]) == "2026-06-21"
    assert translate(model, "21 Jun 2026").text == "2026-06-21"


def test_two_heads_lose_more_together_than_the_sum_of_what_each_loses(model):
    dates = unseen_dates(600)

    def years_lost(heads):
        rest = model
        for layer, head in heads:
            rest = without_head(rest, layer, head)
        logits = write_dates(rest, dates, dates.real).output
        return (100 - right_parts(logits, dates)[0]).round(1)

    one, other = (1, 0), (1, 1)
    lost = [years_lost(heads) for heads in ([one], [other], [one, other])]
    assert lost == [0, 1.5, 15.3]


def test_the_chapter_tells_what_the_rest_is_worth(model):
    dates = unseen_dates(600)
    memory = encode_tokens(dates.source_ids, model, dates.real).output
    rest = dates.parts == PARTS.index("rest")
    memory[rest] = memory[rest].mean(axis=0)
    logits = decode_tokens(dates.inputs, memory, model, memory_mask=dates.real).output
    assert right_parts(logits, dates)[1:].round(1).tolist() == [94.8, 90.0]
    seen = dates.real & ~rest[:, None]
    hidden = right_parts(write_dates(model, dates, seen).output, dates)
    assert hidden.round(1).tolist() == [100, 70.5, 87.3]
