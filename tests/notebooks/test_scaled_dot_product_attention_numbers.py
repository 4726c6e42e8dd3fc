"""The numbers of the attention chapter's text are those that its cells compute."""

import re
from pathlib import Path

import numpy as np
from chapter_solutions import read
from glassbox import softmax, softmax_jacobian
from glassbox._random import standard_normals
from glassbox.widgets import WhyRootDk
from glassbox.widgets.why_root_dk import FIRST, draw_products

FOLDER = Path(__file__).resolve().parents[2] / "chapters"
CELLS = {cell.id: cell for cell in read(FOLDER / "scaled_dot_product_attention.ipynb")}
TEXT = "\n".join(cell.source for cell in CELLS.values())


def shown(name):
    """Return what a cell printed when it last ran."""
    return "".join(
        one.text for one in CELLS[name].outputs if one.output_type == "stream"
    )


def test_a_query_that_has_settled_wrongly_turns_as_the_text_says():
    cells = {"np": np, "softmax": softmax, "print": lambda words: None}
    exec(CELLS["attention-stuck-run"].source, cells)
    exec(CELLS["attention-push"].source, cells)
    exec(CELLS["attention-learn-run"].source, cells)
    raw, scaled = (cells["typical"][name] for name in ("raw", "scaled"))
    assert len(raw) == len(scaled) == 51
    assert f"Raw, the typical query stays at {max(raw):.2f}." in TEXT
    assert f"Scaled, it climbs from {scaled[0]:.2f} to {scaled[50]:.2f}." in TEXT
    alt = CELLS["attention-learn-run"].metadata["mystnb"]["image"]["alt"]
    assert f"stays at {max(raw):.2f}. Scaled, it starts at {scaled[0]:.2f}" in alt
    assert f"reaches {scaled[50]:.2f}." in alt


def test_only_those_that_have_settled_do_not_react():
    """As the widget's fold says, whose median is of all queries."""
    told = (
        "The median tells of a typical query: at 64, it still reacts, but those that "
        "have settled do not."
    )
    assert told in WhyRootDk().words["jacobian"]
    for d_k, least, most in ((64, 0.25, 0.35), (512, 0.6, 0.8)):
        weights = softmax(draw_products(FIRST, d_k))
        sizes = np.linalg.norm(softmax_jacobian(weights), axis=(-2, -1))
        has_settled = weights.max(axis=-1) > 0.99
        assert sizes[has_settled].max() < 0.02 < 0.1 * 0.3  # scaled, all have about 0.3
        assert least < (sizes < 0.02).mean() < most
        assert (np.median(sizes) > 0.1) == (d_k == 64)


def test_the_widget_s_first_draw_is_as_the_text_says():
    def largest(seed):
        vectors = standard_normals(seed, 17 * 1024).reshape(17, 1024)
        products = (vectors[:16] * vectors[16]).cumsum(axis=1)
        raw = [softmax(products[:, d_k - 1]).max() for d_k in (4, 64)]
        return [*raw, softmax(products[:, 63] / 64).max()]

    at_4, at_64, by_d_k = largest(FIRST)
    told = f"the largest raw weight is {at_4:.3f} at 4, and {at_64:.3f} at 64."
    assert f"{told} Divided by $d_k$ itself, it is only {by_d_k:.3f} at 64" in TEXT


def test_a_matrix_makes_three_queries_as_the_text_says():
    found = re.findall(r"\\begin\{bmatrix\} (.*?) \\end", TEXT)
    words, matrix, queries = (
        np.array([row.split(" & ") for row in one.split(r" \\ ")], float)
        for one in found
    )
    assert (words @ matrix).tolist() == queries.tolist()
    for name, word, query in zip(("it", "filled", "she"), words, queries, strict=True):
        assert re.search(rf"\*{name}\* is {' '.join(f'{x:g}' for x in word)}\b", TEXT)
        assert f"query: *{name}* | {' | '.join(f'{x:g}' for x in query)} |" in TEXT
    assert np.array_equal(queries[2], matrix[1] + matrix[2])  # the last two rows


def test_a_softmax_down_the_columns_does_what_the_text_says():
    scores = np.array([[-1.0, 1, 3], [2, 2, 0]])
    total = softmax(scores, axis=0)[0].sum()
    alone = softmax(scores[:1], axis=0)[0].sum()
    told = f"The weights of *it* then add up to {total:.2f}."
    assert told in TEXT and f"so they add up to {alone:.0f}." in TEXT


def test_the_root_of_the_number_of_keys_changes_old_scores():
    two, three, right = shown("attention-mistakes-keys-run").splitlines()
    first, second = (re.findall(r"-?\d\.\d+", line)[:2] for line in (two, three))
    assert len(first) == len(second) == 2 and first != second
    assert right == "3 keys, right: [-1.  1.  3.]"


def test_how_many_queries_settle_is_as_the_text_says():
    told = dict(line.split(": ") for line in shown("attention-stuck-run").splitlines())
    few, many = (told[f"d_k = {d_k:>3}, raw"].rstrip("%") for d_k in (64, 512))
    said = f"{few} of 100 queries are settled, and with 512 components"
    assert f"{said} {many} of 100" in TEXT


def test_no_word_finds_anything_else_in_another_order():
    assert "nor for any other word" in TEXT
    assert shown("attention-order-run").splitlines()[-1] == "largest change 0.0"
