"""The numbers of trained and narrow heads in the text are those that are shown."""

import json
from pathlib import Path

import numpy as np
import pytest
from chapter_solutions import read
from glassbox import check, encode_tokens, softmax
from glassbox.models import translator
from glassbox.models.translator import load_translator, source_ids

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = ROOT / "chapters"
PREDICTIONS = ROOT / "assets/predictions/multi_head_attention.en.json"
CELLS = read(CHAPTERS / "multi_head_attention.ipynb")
TEXT = "\n".join(cell.source for cell in CELLS if cell.cell_type == "markdown")
DATE = "November 21, 2026"


@pytest.fixture(scope="module")
def year():
    """What the year's digits read in each head: (heads, 4 queries, 17 keys)."""
    assert f'date = "{DATE}"' in "\n".join(cell.source for cell in CELLS)
    weights = encode_tokens(source_ids(DATE), load_translator())[1][0]
    return weights[:, -4:]


@pytest.fixture(scope="module")
def names():
    """What the chapter's cells define."""
    defined = {}
    for cell in CELLS:
        if cell.cell_type == "code" and "remove-cell" not in cell.metadata.get(
            "tags", []
        ):
            exec(compile(cell.source, "multi_head_attention", "exec"), defined)
    return defined


def span(weights):
    return f"{weights.min():.2f} to {weights.max():.2f}"


def test_what_each_head_looks_at_is_as_the_text_says(year):
    at = DATE.rindex("0")
    on_zero = year[3, :, at]
    assert f"of its weight to the 0, from {span(on_zero)}" in TEXT
    others = year[3].copy()
    others[:, at] = 0
    assert (others.max(axis=1) < on_zero / 2).all()  # one column stands out
    assert f"four digits get {span(year[2, :, -4:].sum(axis=1))} together" in TEXT
    day, first, second = (i for i, c in enumerate(DATE) if c == "2")
    row = year[2, 0]
    assert f"the year {row[first]:.2f} and {row[second]:.2f}, but the 2" in TEXT
    assert (
        f"only {row[day]:.2f}, less than the 6 of the year with {row[-1]:.2f}" in TEXT
    )
    spaces = [i for i, character in enumerate(DATE) if character == " "]
    on_spaces = year[0][:, spaces]
    one, other = (f"{weight:.2f}" for weight in on_spaces[0])
    both = f"{on_spaces[0].sum():.2f}"
    assert f"gives the two spaces {one} + {other} = {both}." in TEXT
    right = [1, on_spaces[0].sum(), 2 / len(DATE)]
    assert check.spaces_by_hand.examine(right).passed
    assert check.spaces_by_hand.examine([1, float(both), 0.12]).passed
    assert on_spaces[0].sum() == pytest.approx(4 * right[2], rel=0.05)  # four times
    assert year[1:, :, spaces].sum(axis=-1).max() < 0.12  # no other head looks there
    assert (on_spaces.max(axis=1) == year[0].max(axis=1)).all()
    assert (on_spaces.sum(axis=1) > 2 * 2 / len(DATE)).all()  # more than equal weights
    n = len(DATE)
    assert f"both spaces together would get 2 / {n} = {2 / n:.2f}" in TEXT
    numbers = [i for i, c in enumerate(DATE) if i > len("November") and c != " "]
    assert year[1][:, numbers].sum(axis=1).min() > 0.7  # the day, its comma, the year


def test_without_a_head_the_translator_writes_what_the_text_says():
    model, at = load_translator(), "October 30, 1951"
    days = translator.unseen_days()[::20]
    texts = [translator.write_date(day, "full month") for day in days]
    written = list(map(str, days))
    assert translator.translate_all(model, texts) == written
    assert f"translate {len(days)} new dates" in TEXT
    right = []
    for head in range(4):
        rest = translator.without_head(model, 0, head, encoder=True)
        wrote = translator.translate_all(rest, texts)
        right.append(sum(map(str.__eq__, wrote, written)))
        if head == 0:
            found = dict(zip(texts, wrote, strict=True))
            pairs = list(zip(wrote, days, strict=True))
    short = sum(text[8:9] == "0" and day.day > 9 for text, day in pairs)
    assert min(right) == right[0]
    told = f"Without it {right[0]} dates are right, and {short} of the"
    assert f"{told} {len(days) - right[0]} mistakes are days cut short" in TEXT
    assert f"*{at}* becomes {found[at]}" in TEXT
    assert f"and yet {right[2]} dates are right without it" in TEXT
    asked = json.loads(PREDICTIONS.read_text("utf-8"))["heads-off-run"]
    for head, reason in enumerate(asked["reasons"]):
        assert not reason or f"{right[head]} of the {len(days)} dates" in reason
    assert f"only {right[0]} of the {len(days)} dates" in asked["told"]


def test_the_row_of_another_digit_is_a_known_mistake(year):
    spaces = [i for i, character in enumerate(DATE) if character == " "]
    for row in year[0, [1, 3]][:, spaces]:
        answer = [1, row.round(2).sum(), 2 / len(DATE)]
        assert "the row of another digit" in check.spaces_by_hand.examine(answer).text


def test_four_heads_are_as_narrow_as_the_text_says(names):
    key, value = names["key"][:, 2], names["value"][:, 2]  # number 3, head 3's own

    def finds(query, key):
        return f"{softmax(key * query) @ value:.2f}"

    assert names["query"][1, 2] == 0
    assert f"the mean of 3, 0 and 5, which is {finds(0, key)}." in TEXT
    assert key.tolist() == [1, 0, 0]
    assert finds(60, key) == "3.00"
    assert f"blends the other two into {finds(-60, key)}." in TEXT
    w_k = names["w_k"].copy()
    w_k[names["features"].index("called"), 2] = 2
    changed = (names["x"] @ w_k)[:, 2]
    assert changed.tolist() == [1, 0, 2]
    assert finds(9, changed) == "5.00"
    assert "the query 9 finds him" in TEXT
    mias = [softmax(changed * query)[0] for query in np.linspace(-60, 60, 241)]
    assert max(mias) < 0.35
    assert names["value"][1:, 3].tolist() == [0, 1]  # of head 4: Ben's mark
    w_k[names["features"].index("called"), 2] = -1
    changed = (names["x"] @ w_k)[:, 2]
    assert "With −1 it is the query −9." in TEXT and finds(-9, changed) == "5.00"
    verbs = [softmax(changed * query)[1] for query in np.linspace(-60, 60, 241)]
    assert max(verbs) < 0.35


def test_a_reshape_alone_finds_what_the_text_says(names):
    q, k, v = (names[name].reshape(2, 3, 2) for name in ("query", "key", "value"))
    found = names["merge"](names["scaled_dot_product_attention"](q, k, v).output)[1]
    right = names["output"][1]
    told = f"finds {found[0]:.2f} and {found[2]:.2f}, not"
    assert f"{told} {right[0]:.2f} and {right[1]:.2f}." in TEXT


def test_no_blend_of_two_vectors_leaves_less_than_half_of_the_error():
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(2, 100_000))
    for part in (1, 0.5, 0.55, 0.28):
        blend = part * a + (1 - part) * b
        errors = [
            ((blend * (blend @ one) / (blend @ blend) - one) ** 2).mean()
            for one in (a, b)
        ]
        size = part**2 + (1 - part) ** 2
        told = [(1 - part) ** 2 / size, part**2 / size]  # b² and a², as the text says
        s = part / size
        assert (s * part - 1) ** 2 + (s * (1 - part)) ** 2 == pytest.approx(told[0])
        assert errors == pytest.approx(told, abs=0.02) and sum(told) == 1
        # 0.02: some times the spread of a mean of so many squares
        assert np.mean(errors) == pytest.approx(0.5, abs=0.02)


def test_the_trained_heads_blend_as_the_text_says(names):
    marked = names["new"][:, :, 3:5]  # A and B, as a 1 among 0s
    alone, two = (
        result.weights @ marked[:, None] for result in names["results"].values()
    )
    first, second = (two[0, head, 0] for head in (0, 1))
    told = "head {} blends {:.2f} A + {:.2f} B"
    assert told.format(1, *first) in TEXT and told.format(2, *second) in TEXT
    assert second[0] > 0.95 > first.max()  # the one picks, the other blends
    a, b = alone[0, 0, 0].round(2)
    assert f"works alone blends {a:.2f} A + {b:.2f} B" in TEXT
    missed = [b**2 / (a**2 + b**2), a**2 / (a**2 + b**2)]
    assert "misses A by {:.2f} and B by {:.2f}.".format(*missed) in TEXT
    gap = names["results"]["one head"].output - names["wanted"]
    for errors, by_hand in zip((gap[..., :3], gap[..., 3:]), missed, strict=True):
        assert (errors**2).mean() == pytest.approx(by_hand, abs=0.02)
    assert np.abs(two - two[0, :, :1]).max() < 0.02  # in all tokens and stories
    assert alone.std(axis=(0, 2)).max() < 0.05
    (a, b), (c, d) = first.round(2), second.round(2)
    said = (
        f"${c:.2f} \\cdot {b:.2f} - {a:.2f} \\cdot {d:.2f} = {c * b - a * d:.2f}$ of B"
    )
    assert said in TEXT


def test_one_head_finds_three_numbers_of_six(names):
    one, two = (
        ((result.output - names["wanted"]) ** 2).mean()
        for result in names["results"].values()
    )
    assert f"One head stops at {one:.2f}, while two heads go on to {two:.4f}." in TEXT
    # 0.02: three times the spread of a mean of 30,000 squares, halved, and training
    assert one == pytest.approx(3 / 6, abs=0.02)
    x = names["new"][0]
    for i in (0, 2, 5):
        vector = ", ".join(f"{number:.2f}" for number in x[i, :3]).replace("-", "−")
        marks = " | ".join(f"{mark:.0f}" for mark in x[i, 3:])
        assert f"| {i + 1} | {vector} | {marks} |" in TEXT
    for parameters in (names["parameters"],):
        free = sum(np.count_nonzero(w) for w in (parameters.w_q, parameters.w_k,
                   parameters.w_v, parameters.w_o))  # fmt: skip
        assert free == 126 and "with 126 parameters each" in TEXT


def test_one_blended_number_fits_many_pairs_of_names():
    assert "$0.5 \\cdot 3 + 0.5 \\cdot 5 = 4$" in TEXT
    assert "the names 2 and 6 would also give 4" in TEXT
    assert np.dot([0.5, 0.5], [3, 5]) == np.dot([0.5, 0.5], [2, 6]) == 4


def test_the_softer_query_finds_what_the_text_says(names):
    weight, rest, _ = softmax(np.array([4, 0, 0]) / np.sqrt(2))
    found = [weight * 2 + rest * 7, rest * 2 + weight * 7]
    assert f"finds {found[0]:.2f}, which is near Ann's 2" in TEXT
    assert f"finds {found[1]:.2f}, which is near Tom's 7" in TEXT
    weight, rest, _ = softmax(np.array([6, 0, 0]) / np.sqrt(2))
    found = weight * 3 + rest * 5, rest * 3 + weight * 5
    assert "heads find {:.2f} and {:.2f}.".format(*found) in TEXT


def test_the_difference_of_the_names_is_as_the_text_says(names):
    caller, called, gap, rest = names["output"][1]
    told = f"{caller:.3f} − {called:.3f} = {gap:.2f}".replace("-", "−")
    assert told in TEXT and rest == 0
    assert gap == pytest.approx(caller - called)


def test_the_last_matrix_undoes_what_each_head_does_to_its_blend(names):
    w_v, w_o = names["parameters"].w_v[:3], names["parameters"].w_o
    for head in (slice(0, 3), slice(3, 6)):
        assert w_v[:, head].shape == (3, 3)
        assert np.linalg.cond(w_v[:, head]) < 3  # it has an inverse
        through = w_v[:, head] @ w_o[head]
        for one in (through[:, :3], through[:, 3:]):  # in the report of A, and of B
            assert np.abs(one - one.trace() / 3 * np.eye(3)).max() < 0.02


def test_the_text_shows_the_cell_s_last_matrix(names):
    rows = (" & ".join(f"{number:g}" for number in row) for row in names["w_o"])
    assert r"\begin{bmatrix} " + r" \\ ".join(rows) + r" \end{bmatrix}" in TEXT
