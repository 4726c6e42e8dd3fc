"""The numbers that the chapter on choosing tells are those that its cells compute."""

import re
from pathlib import Path

import numpy as np
import pytest
from chapter_solutions import read
from glassbox.models.book_writer import CONTEXT, repeated
from glassbox.widgets import ChooseNextToken
from glassbox.widgets.choose_next_token.numbers import offer

ROOT = Path(__file__).resolve().parents[2]
CELLS = {c.id: c for c in read(ROOT / "chapters" / "choosing_the_next_token.ipynb")}
TEXT = "\n".join(c.source for c in CELLS.values() if c.cell_type == "markdown")


@pytest.fixture(scope="module")
def names():
    """What the chapter's cells define, as they stand in it."""
    defined = {}
    for name, cell in CELLS.items():
        if cell.cell_type == "code" and name != "next-setup":
            exec(compile(cell.source, name, "exec"), defined)
    return defined


def printed(name):
    return "".join(o.get("text", "") for o in CELLS[name].outputs)


def test_the_first_screen_goes_in_circles():
    widget = ChooseNextToken()
    opening, written = widget.openings[0], []
    for _ in range(60):
        after = offer(widget.model, opening, written, 0).drawn_from
        written.append(int(after.argmax()))
    text = "".join(widget.model.tokens[v] for v in written)
    opened = {}
    exec(CELLS["next-hero-run"].source, opened)
    assert opened["ids"][0, -60:].tolist() == written
    assert repeated(written, 3) > 0.25  # a circle to be seen at once
    assert text.count("The first line is the same in the") >= 2
    assert "The first line is the same in the same" in text
    assert "*The first line is the same in the same*" in TEXT


def test_greedy_repeats_and_the_author_does_not(names):
    rows = re.findall(r"^(.+?) +repeated +([\d.]+)% surprise ([\d.]+)",
                      printed("next-circles-run"), re.M)  # fmt: skip
    found = {name: (float(r), float(s)) for name, r, s in rows}
    greedy, author = found["T = 0"], found["author"]
    assert f"repeats {greedy[0]} % of its runs, and the author {author[0]} %" in TEXT
    assert found["T = 1"][0] <= author[0]
    assert f"by {greedy[1]:.2f} nats a token" in TEXT
    assert f"surprise it by {author[1]:.2f}, twice as much" in TEXT
    assert 1.9 < author[1] / greedy[1] < 2.15
    assert f"than the {found['T = 1'][1]:.2f} of what it draws itself" in TEXT
    assert found["T = 1"][1] < author[1] < found["T = 1.5"][1]
    again = np.mean([repeated(row[5:], 3) for row in names["author"]])
    assert 100 * again == pytest.approx(author[0], abs=0.05 + 1e-9)  # one decimal
    assert names["means"][0] == pytest.approx(greedy[1], abs=0.005 + 1e-9)
    alt = CELLS["next-surprise-run"].metadata["mystnb"]["image"]["alt"]
    for value in (*names["means"], author[1]):
        assert f"{value:.2f}" in alt


def test_the_pencil_s_cut_is_the_function_s(names):
    mine = names["my_probabilities"](np.log(names["p"]), top_p=0.75)
    np.testing.assert_allclose(mine, [0.5, 0.3, 0.2, 0, 0], atol=1e-12)
    assert (names["mine"] > 0).sum() == 4 and "Of the 619 tokens four are left" in TEXT
    assert len(names["tokens"]) == 619


def test_how_many_tokens_hold_ninety_percent():
    out = printed("next-sure-run")
    assert "The Transform     for 90 %:   1" in out
    assert re.search(r"The next token is for 90 %: +92, top 20 hold 0.54", out)
    assert "it takes 92 tokens, and the top 20 hold only 0.54" in TEXT
    assert 0.9**40 < 0.015 and "no more than 1.5 % are free of it" in TEXT


def test_the_model_is_sure_of_er(names):
    logits = names["book_writer"].next_token_logits(names["writer"], "The Transform")
    assert names["tokens"][logits.argmax()] == "er"


def test_the_tree_s_products_are_as_told(names):
    products = {
        (one, two): p * q
        for one, (p, after) in names["tree"].items()
        for two, q in after.items()
    }
    assert max(products, key=products.get) == ("was", "cold")
    assert products["was", "cold"] == pytest.approx(0.36)
    assert products["is", "hot"] == pytest.approx(0.20)


def test_the_wide_beam_recites_the_book(names):
    scores = {w: names["beam_search"]("The model", w, 30) for w in (1, 16)}
    first, wide = scores[1][0], scores[16][0]
    told = f"−{-wide:.1f} against −{-first:.1f}"
    assert told in TEXT
    sentences = (ROOT / "assets/data/book_sentences.txt").read_text(encoding="utf-8")
    recited = "Attention moves facts between positions"
    assert recited in sentences and recited in scores[16][1]


def test_each_mistake_has_its_symptom(names):
    out = printed("next-mistakes-run")
    assert names["zeroed"][~names["kept"]].sum() > 0.9
    assert "2. the sum is 0.48, not 1" in out
    assert out.count("from the first row: The") == 2


def test_greedy_writes_the_same_tokens_for_ever(names):
    out = printed("next-same-run")
    assert "¶ →The: 49 of 50" in out and "¶The → first: 36 of 50" in out
    assert "137 tokens again: True" in out and "the same 137 tokens for ever" in TEXT
    long, read = names["long"], CONTEXT
    # all that is read has come back: from here on nothing can change
    np.testing.assert_array_equal(long[-read:], long[-137 - read : -137])
    assert "reads only the last 64 tokens" in TEXT and read == 64


def not_words(texts, tokens):
    """Return the percentage of whole words written that the book does not have."""
    book = (ROOT / "assets/data/book_sentences.txt").read_text(encoding="utf-8")
    known = set(re.findall(r"[a-z]+", book.lower()))
    written = []
    for ids in texts:
        text = "".join(tokens[v] for v in ids[5:]).lower()
        written += re.findall(r"[a-z]+", text)[1:-1]  # the ends may be cut
    return 100 * np.mean([word not in known for word in written])


def test_the_cut_removes_words_that_are_none(names):
    texts = {**names["texts"], **names["cut"]}
    shares = {name: not_words(ids, names["tokens"]) for name, ids in texts.items()}
    print(shares)
    told = f"about {shares['T = 1']:.0f} % of the words are not words at $T = 1$"
    assert told in TEXT
    assert f"and {shares['top-p 0.9']:.0f} % with top-p = 0.9" in TEXT
    assert 20 < shares["T = 1.5"] < 30 and "one word in four is not a word" in TEXT
    assert "the model repeats 0.2 %" in TEXT
    assert "T = 1     repeated 0.2% surprise 2.94" in printed("next-cut-run")
    assert "top-p 0.9 repeated 0.3% surprise 2.53" in printed("next-cut-run")
