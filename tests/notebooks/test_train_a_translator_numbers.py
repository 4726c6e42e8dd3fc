"""The numbers that the translator chapter's text tells are those that it computes."""

import datetime
import re
from itertools import islice
from pathlib import Path

import glassbox as gb
import numpy as np
import pytest
from chapter_solutions import read
from glassbox import check, map_arrays
from glassbox.models import translator
from glassbox.models.translator import (
    RUN,
    beam_search,
    draw_pairs,
    how_sure,
    learning_rate,
    load_run,
    load_translator,
    new_translator,
    recorded_steps,
    training_days,
    training_steps,
    translate,
    translate_all,
    unseen_days,
)

ROOT = Path(__file__).resolve().parents[2]
CELLS = read(ROOT / "chapters" / "train_a_translator.ipynb")
TEXT = " ".join(c.source for c in CELLS if c.cell_type == "markdown")
TEXT = re.sub(r"\s+", " ", TEXT)
OUTPUTS = {
    cell.id: "".join(output.get("text", "") for output in cell.outputs)
    for cell in CELLS
    if cell.cell_type == "code"
}
ALTS = " ".join(
    cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "") for cell in CELLS
)
MODEL, RECORD = load_translator(), load_run()
PARTS = RECORD["parts"]


def at(step):
    """Return the place of a step among those that were measured."""
    return RECORD["steps"].index(step)


def test_the_first_widget_writes_the_years_that_the_text_says():
    hero = next(c.source for c in CELLS if c.id == "train-play-run")
    assert 'source="November 21, 2026", step=4' in hero
    assert translate(MODEL, "November 21, 2026").text == "2026-11-21"
    assert translate(MODEL, "November 21 2026").text == "2062-11-21"
    assert "It is 2062 now" in TEXT


def test_the_6_is_read_too_early_as_the_fold_says():
    good, bad = (
        translate(MODEL, source).cross_attention[1]  # (n_heads, steps, characters)
        for source in ("November 21, 2026", "November 21 2026")
    )
    most = [
        (one[:, 2].argmax(axis=-1) == one.shape[-1] - 1).sum() for one in (good, bad)
    ]
    assert most == [1, 4] and "All four heads of layer 2 read the 6 most" in TEXT
    assert "with the comma only one did" in TEXT
    assert bad[0, 3].argmax() == bad.shape[-1] - 1
    assert f"still reads the 6 most, with weight {bad[0, 3].max():.2f}" in TEXT


def test_the_floor_and_who_knows_nothing_are_as_the_text_says():
    floor = -0.95 * np.log(0.95) - 0.05 * np.log(0.05 / 12)
    assert f"The floor is {floor:.2f} nats" in TEXT
    assert f"above your floor of {floor:.4f}" in TEXT
    assert (
        f"the floor  {floor:.2f} nats, or {floor:.4f}" in OUTPUTS["train-by-hand-run"]
    )
    assert f"knows nothing has a loss of {np.log(13):.2f}." in TEXT
    last = np.mean(RECORD["losses"][-50:])
    assert 0 < RECORD["losses"][-1] - floor < 0.001 and "thousandth above" in TEXT
    assert f"the loss is {RECORD['losses'][-1]:.4f}" in TEXT
    assert last == pytest.approx(RECORD["held_out"][-1], abs=0.0005)
    assert "The first is *more* than 2.56" in TEXT and RECORD["losses"][0] > 2.57


def test_the_folded_loop_trains_as_the_record_says(capsys):
    pytest.importorskip("torch")
    source = next(c.source for c in CELLS if c.id == "train-loop")
    code = re.search(r"```py\n(import torch.*?)```", source, re.S)[1]
    names = {"gb": gb, "np": np, "translator": translator, "draw_pairs": draw_pairs}
    names |= {"train": training_days(), "my_rate": learning_rate}
    exec(code.replace("range(1, 901)", "range(1, 6)"), names)
    *told, _ = capsys.readouterr().out.splitlines()
    losses = [float(one.split()[-1]) for one in told]
    # printed with three decimals, and another machine sums in another order
    np.testing.assert_allclose(losses, RECORD["losses"][:5], atol=1.1e-3)
    first = [f"{loss:.3f}" for loss in RECORD["losses"][:5]]
    assert f"first losses are {', '.join(first[:4])} and {first[4]}." in TEXT
    assert len(names["tensors"]) and "45,056 parameters" in TEXT
    assert sum(x.numel() for x in names["tensors"]) == 45056


def test_the_rate_of_the_page_is_the_library_s():
    names = {}
    code = next(c.source for c in CELLS if c.id == "train-training")
    exec(code[code.index("def my_rate") : code.index("rates =")], names)
    for step in (1, 99, 100, 101, 900):
        assert names["my_rate"](step) == pytest.approx(learning_rate(step), rel=1e-12)


def layer_trained(place, capsys):
    """Run the two cells of the small layer for a place; return what they print."""
    names = {"gb": gb, "np": np, "translator": translator, "draw_pairs": draw_pairs}
    names |= {"train": training_days(), "unseen": unseen_days()}
    for name in ("train-layer-run",):
        code = next(c.source for c in CELLS if c.id == name)
        exec(code.replace(", 6)", f", {place})"), names)
    assert names["W"].size == 12870 and "all 12,870 weights" in TEXT
    return capsys.readouterr().out


def test_a_layer_reads_the_month_but_not_the_day_as_the_text_says(capsys):
    month, day = (layer_trained(place, capsys) for place in (6, 9))
    assert OUTPUTS["train-layer-run"] in month
    loss, held_out = re.search(r"100: (.*), held out (.*)", day).groups()
    right = [re.search(r"right: (.*)%", one)[1] for one in (month, day)]
    assert f"after 100 steps it gets {right[0]} % of the held-out digits right" in TEXT
    told = f"falls to {loss}, but the held-out loss stays at {held_out}, and only"
    assert f"{told} {right[1]} % are right" in TEXT


def test_a_slope_goes_back_through_two_weights_as_the_text_says():
    output = OUTPUTS["train-back-run"]
    assert "w_1 = 0.501: -0.0019" in output and "changes by −0.0019" in TEXT
    slope = 1 / (1 + 12 * np.exp(-3)) - 0.95
    assert f"p - 0.95 = {slope:.3f}$" in TEXT
    told = rf"3 \cdot ({2 * slope:.3f}) = {6 * slope:.3f}$"
    assert told in TEXT


def test_adam_s_first_step_is_one_rate_long():
    assert "step 1: [-0.005 -0.005]" in OUTPUTS["train-adam-run"]
    assert "step 3: [-0.015 -0.015]" in OUTPUTS["train-adam-run"]


def test_one_weight_is_trained_as_the_text_says():
    losses, weights = {}, {}
    for rate in (0.1, 1, 10, 100):
        z, losses[rate], weights[rate] = 0.0, [], []
        for _ in range(41):
            p = 1 / (1 + 12 * np.exp(-z))
            losses[rate].append(np.logaddexp(z, np.log(12)) - 0.95 * z)
            z -= rate * (p - 0.95)
            weights[rate].append(z)
    firsts = {rate: f"{weights[rate][0]:.2f}" for rate in (1, 100)}
    assert firsts == {1: "0.87", 100: "87.31"}
    assert OUTPUTS["train-weight-run"] == "z 0.87, loss 1.84\n"
    assert f"from 2.56 to {losses[1][1]:.2f}" in TEXT
    assert f"Five steps at 0.1 bring the loss only to {losses[0.1][5]:.2f}" in TEXT
    past, floor = losses[10][1:], losses[10][-1]
    assert max(np.diff(past)) < 1e-9  # it only falls, but for rounding at the floor
    back = f"{weights[10][4]:.2f}, and ten more get there"
    assert f"to {weights[10][0]:.2f}, but the loss only falls" in TEXT
    assert f"five steps lead back to {back}" in TEXT
    assert losses[10][15] == pytest.approx(floor, abs=5e-5)
    assert floor == pytest.approx(losses[1][-1], abs=0.005)
    assert f"the very first step takes it to {losses[100][1]:.2f}" in TEXT
    told = f"{losses[100][15]:.2f} after 15 steps, and {losses[100][20]:.2f} after 20"
    assert told in TEXT


def test_a_training_that_diverges_throws_the_weight_as_far_as_the_text_says():
    z = [1]
    for _ in range(3):
        z.append(z[-1] - 2 * 2 * z[-1])
    told = "from {} to −{}, to {}, to −{}.".format(*map(abs, z))
    assert z == [1, -3, 9, -27] and told in TEXT


def test_the_widget_opens_after_five_steps_at_the_pencil_s_rate():
    cell = next(c.source for c in CELLS if c.id == "train-rates-run")
    assert "GradientDescent(rate=1, steps=5)" in cell
    assert "has taken five steps at your rate" in TEXT


def test_a_forced_digit_breaks_the_form_where_no_date_ever_had_it():
    form, months, days = (re.compile(r"\d{4}-\d\d-\d\d"), set(), set())
    for day in training_days():
        months.add(day.isoformat()[5])
        days.add(day.isoformat()[8])
    for before, seen in {
        "202": "0123456789",
        "2026-": months,
        "2026-11-": days,
    }.items():
        texts = {d: translate(MODEL, "11/21/2026", prefix=before + d) for d in DIGITS}
        kept = {digit for digit, one in texts.items() if form.fullmatch(one.text)}
        assert kept == set(seen)
    assert check.forced_digits.examine([len(months), len(days)]).passed
    assert translate(MODEL, "11/21/2026", prefix="2026-11-3").text == "2026-11-32"
    assert "and even writes 2026-11-32" in TEXT


DIGITS = "0123456789"


def test_what_it_wrote_on_the_way_is_as_the_text_says():
    written = dict(RECORD["written"])
    assert all(len(set(text)) == 1 for text in written[20])
    assert all(text.startswith("2") for text in written[30])
    years = [day.year for day in training_days()]
    assert np.mean(np.array(years) >= 2000) > 0.6  # most years do
    assert sum("-" in text for text in written[40]) >= 2 and "-" not in written[30][0]
    parts = [PARTS[part][at(40)] for part in ("year", "month", "day")]
    assert max(parts) <= 0.01 and written[40][0] == "2001-0-0-0"  # the guess's answer
    assert sum("-" in text for text in written[40]) == 2
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", text) for text in written[100])
    assert written[900] == list(RECORD["dates"].values())
    held_out = {day.isoformat() for day in unseen_days()}
    assert set(RECORD["dates"].values()) <= held_out


def test_the_first_recorded_texts_come_again_when_it_is_trained_again():
    pytest.importorskip("torch")
    model, losses = new_translator(0), []
    moments = {n: texts for n, texts in RECORD["written"] if n <= 20}
    for step in islice(training_steps(model), 20):
        losses.append(step.loss)
        if step.number in moments:
            frozen = map_arrays(model, lambda x: x.detach().clone())
            texts = translate_all(frozen, list(RECORD["dates"]))
            found = [text.replace("<start>", "^") for text in texts]
            assert found == moments[step.number]
    # four decimals are stored, and another machine sums in another order
    np.testing.assert_allclose(losses, RECORD["losses"][:20], atol=5e-4)
    assert list(moments) == [1, 10, 20]


def test_the_record_is_given_to_the_monitor_step_by_step():
    steps = list(recorded_steps(RECORD))
    assert [step.number for step, *_ in steps] == list(range(1, 901))
    _, exact, held_out, written = steps[199]
    assert (exact, held_out) == (PARTS["all"][at(200)], RECORD["held_out"][at(200)])
    assert written == dict(RECORD["written"])[200]
    assert steps[4][1:] == (None, None, None)


def test_the_record_is_of_this_model_and_this_rate():
    pytest.importorskip("torch")
    steps = training_steps(new_translator(0))
    for stored in RECORD["losses"][:3]:
        assert next(steps).loss == pytest.approx(stored, abs=2e-4)  # another machine
    assert f"{learning_rate(500):.6f}" in OUTPUTS["train-training"]
    assert RUN.stat().st_size < 40_000


def test_a_training_may_draw_from_days_of_its_own():
    torch = pytest.importorskip("torch")
    ten = training_days()[::5000]
    steps = training_steps(new_translator(0), days=ten)
    first = [next(steps).loss for _ in range(3)]
    np.testing.assert_allclose(first, RECORD["ten_days"]["losses"][:3], atol=2e-4)
    assert first[1] != next(training_steps(new_translator(0))).loss
    assert torch.is_grad_enabled()


def test_what_was_measured_while_it_learned_is_as_the_text_says():
    exact = PARTS["all"]
    assert f"After 200 steps, {exact[at(200)]:.1%}".replace("%", " %") in TEXT
    assert exact[at(150)] < 0.5 < exact[at(200)]
    assert exact[-1] == 1 and "it is all 1,000" in TEXT
    others = [parts[-1] for parts in RECORD["other_seeds"].values()]
    for year, month, day, _ in [[PARTS[p][at(200)] for p in PARTS], *others]:
        assert month > max(year, day)
    told = "with {:.0f} % and {:.0f} %".format(*(100 * one[1] for one in others))
    assert told in TEXT
    year, month, day, whole = (f"{100 * PARTS[p][at(200)]:.0f}" for p in PARTS)
    assert f"to {month} at step 200" in ALTS
    assert f"at {year} and {day}; all comes last, with {whole}." in ALTS.replace(
        "together, at", "at"
    )
    assert min(min(PARTS[p][at(650) :]) for p in PARTS) > 0.98


def test_what_is_read_is_as_the_text_says():
    blocks = [np.s_[:4, 7:], np.s_[5:7, 3:6], np.s_[8:10, :2]]  # year, month, day
    before, young, trained = (
        [np.array(one)[block].sum(axis=-1).mean() for block in blocks]
        for one in RECORD["maps"].values()
    )
    assert max(before) < 0.4 and min(trained) > 0.8
    last = np.array(RECORD["maps"]["step 900"])
    assert last[[4, 7, 10]].max() < 0.3  # hyphens and end: spread out
    model = translate(MODEL, "21 Nov 2026").cross_attention[1].mean(axis=0)
    # the first widget's model is this one, in half precision
    np.testing.assert_allclose(model, last, atol=0.002)
    assert young[0] > 0.9 > 0.6 > max(young[1:])


def test_with_the_teacher_and_alone_is_as_the_text_says():
    ways = RECORD["two_ways"]
    date, right, taught, alone = ways["slips"][0]
    assert (date, right) == ("Oct 4 2026", "2026-10-04") and f"*{date}*" in TEXT
    assert (taught, alone) == ("2066-10-04", "2062-10-04")
    gaps = np.subtract(ways["with_teacher"], ways["alone"])
    assert gaps.argmax() == 3
    both = [f"{100 * ways[w][3]:.1f} %" for w in ("with_teacher", "alone")]
    assert "last digit, {} against {}.".format(*both) in TEXT
    years = f"Of {ways['wrong_years']} wrong years {ways['swapped']} have"
    assert years in TEXT
    assert ways["same_dates"] and ways["exact_alone"] == ways["exact_with_teacher"]
    assert f"{100 * ways['tokens_right']:.1f} % of the tokens" in TEXT
    assert f"only {100 * ways['exact_alone']:.1f} % of the dates" in TEXT


def test_learning_by_heart_is_as_the_text_says():
    ten = RECORD["ten_days"]
    step, lowest = min(ten["held_out"], key=lambda pair: pair[1])
    assert f"From step {step} to about 90 its held-out loss *rises*" in TEXT
    assert f"falls to {lowest:.2f} at step {step}" in ALTS
    assert (ten["exact_own"], ten["exact_unseen"]) == (1, 0)
    jump = int(np.argmax(ten["losses"][150:])) + 151
    assert f"to {ten['losses'][jump - 1]:.2f} at step {jump}" in ALTS
    later = [loss for number, loss in ten["held_out"] if number > 90]
    assert min(later) > 2.2 and f"{max(later[:2]):.2f}" == "2.30"


def test_rates_and_probabilities_of_other_formats_are_as_the_text_says():
    rows = [line.rsplit(None, 2) for line in OUTPUTS["train-cannot-run"].splitlines()]
    known, *others = rows
    assert known[1:] == ["100.0%", "0.56"] and f"{0.95**11:.2f}" == "0.57"
    unsure = [exact for _, exact, p in others if p == "0.48"]
    assert unsure == ["78.5%", "76.0%", "3.0%"]
    assert "Three of these formats get 0.48" in TEXT
    assert "yet 78.5 %, 76.0 % and 3.0 % of their dates are right." in TEXT
    days = unseen_days()[::25]
    wrong = [f"{d.day}/{d.month}/{d.year}" for d in days]
    texts, _ = how_sure(MODEL, wrong)
    right = [day for day, text in zip(days, texts, strict=True) if text == str(day)]
    assert right and all(day.day == day.month for day in right)
    assert f"{len(right) / len(days):.1%}" == "3.0%" and "12 of 365" in TEXT
    turned = [f"{d.year}-{d.day:02}-{d.month:02}" for d in days]
    every = zip(days, texts, turned, strict=True)
    assert {text == other for day, text, other in every if day.day <= 12} == {True}
    assert translate(MODEL, "21/11/2026").text == "2026-12-11"
    assert "*21/11/2026* becomes 2026-12-11" in TEXT
    assert datetime.date(2026, 11, 17) in unseen_days()


def test_a_probability_is_the_product_of_those_of_the_tokens():
    sources = [source for source, _ in draw_pairs(unseen_days(), 5, DRAW)]
    texts, sure = how_sure(MODEL, sources)
    for source, text, p in zip(sources, texts, sure, strict=True):
        found = translate(MODEL, source)
        shares = np.exp(found.logits - found.logits.max(axis=-1, keepdims=True))
        shares /= shares.sum(axis=-1, keepdims=True)
        assert text == found.text
        # alone or padded in a batch: float64 sums in another order
        assert p == pytest.approx(shares.max(axis=-1).prod(), rel=1e-9)


DRAW = np.random.default_rng(0)


def test_the_folds_tell_what_was_measured():
    post, rising, pre = (np.mean(one) for one in RECORD["bold"].values())
    assert f"| post-norm | full from the start | {post:.2f} |" in TEXT
    assert f"| post-norm | rises to full | {rising:.2f} |" in TEXT
    assert f"| pre-norm | full from the start | {pre:.2f} |" in TEXT
    assert f"At {post:.2f} the model has learned how often" in TEXT
    sure = RECORD["sure"]
    for name, row in {"sharp": "without", "smoothed": "with"}.items():
        median, exact = sure[name]["median_share"], 100 * sure[name]["exact"]
        assert f"| {row} | {median:.2f} | {exact:.1f} % |" in TEXT
    best, second = beam_search(MODEL, "11/21/26")[:2]
    p, q = (np.exp(found.log_probability) for found in (best, second))
    greedy = translate(MODEL, "11/21/26").text
    assert f"Greedy writes {greedy}, which has {q:.3f}." in TEXT
    assert second.text == greedy
    assert f"finds {best.text}, with {p:.3f}." in TEXT


def test_mistakes_and_strange_dates_are_as_the_text_says():
    told = OUTPUTS["train-strange-run"].splitlines()
    assert told[0].split()[2] == told[1].split()[2] == "0.57"
    assert "2000-01-01" in told[2] and "18182-1-21" in told[3]
    honest, leaky = (one["losses"][149] for one in (RECORD, RECORD["leaky"]))
    assert leaky < 0.35 < 0.55 < honest
    assert RECORD["leaky"]["exact"] == 0
    with pytest.raises(ValueError):
        datetime.date.fromisoformat("2024-02-31")
