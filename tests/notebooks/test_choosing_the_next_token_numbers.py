"""The numbers that the chapter on choosing tells are those that its cells compute."""

import re
from pathlib import Path

import numpy as np
import pytest
from chapter_solutions import read
from glassbox.models.book_writer import CONTEXT, not_words, repeated
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
    opened = {}
    exec(CELLS["next-hero-run"].source, opened)
    written, model = list(opened["written"]), opened["writer"]
    circle = (
        "¶The decoder writes the decoder writes, the source is the decoder is "
        "the decoder's own."
    )
    for count in (1, 2, 3):  # as it opens, then after Next 20, and again
        text = "".join(model.tokens[v] for v in written)
        assert text.count(circle) == count
        for _ in range(20):
            after = offer(model, opened["begin"][0], written, 0).drawn_from
            written.append(int(after.argmax()))
    assert repeated(written, 3) > 0.25  # a circle to be seen at once
    told = circle[1:].replace("'", "’")
    assert f"it wrote *{told}* Then it wrote the same again" in TEXT


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
    assert f"surprise it by about {found['T = 1'][1]:.2f}, like the text it" in TEXT
    assert f"far above greedy's {greedy[1]:.2f}" in TEXT
    assert "surprise the model twice as much as greedy's" in TEXT
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
    tea = np.log(names["p"])
    first = names["my_probabilities"](tea, 2.0, top_p=0.75)  # the temperature first
    last = names["my_probabilities"](tea, top_p=0.75)  # the cut first
    assert [(first > 0).sum(), (last > 0).sum()] == [4, 3]
    assert "keeps four words of the tea, and llama.cpp three" in TEXT


def test_how_many_tokens_hold_ninety_percent():
    out = printed("next-sure-run")
    assert "The Transform     for 90 %:   1" in out
    assert re.search(r"The next token is for 90 %: +92, top 20 hold 0.54", out)
    assert "it takes 92 tokens, and the top 20 hold only 0.54" in TEXT
    assert f"it throws away {1 - 0.54:.2f} of the probability" in TEXT
    assert 0.9**40 < 0.015 and "no more than 1.5 % are free of it" in TEXT


def test_the_model_is_sure_of_er(names):
    logits = names["book_writer"].next_token_logits(names["writer"], "The Transform")
    assert names["tokens"][logits.argmax()] == "er"


def test_the_draw_is_the_library_s(names):
    out = printed("next-draw-run")
    assert "0.70 draws ready" in out and "as the library: 1000 of 1000" in out
    count = re.search(r"The model is: (\d+) of 1000", out)[1]
    assert int(count) == names["drawn"].count(names["mine"].argmax())
    assert (
        f"with a probability of {names['mine'].max():.2f}, came {count} times" in TEXT
    )


def test_the_tree_s_products_are_as_told(names):
    tree = names["tree"]
    products = {
        (one, two): p * q
        for one, (p, after) in tree.items()
        for two, q in after.items()
    }
    assert list(tree) == ["are", "of", "is"] and not tree["is"][1]
    best, second, *_ = sorted(products, key=products.get, reverse=True)
    assert (best, second) == (("of", "the"), ("are", "the"))  # what a beam of 2 keeps
    for one in ("are", "of"):
        p, after = tree[one]
        told = f"{p:.2f} · {after['the']:.2f} = {products[one, 'the']:.2f}"
        assert told in TEXT
    assert f"{tree['are'][0]:.2f} is more than {tree['of'][0]:.2f}" in TEXT


def test_the_wide_beam_recites_the_book(names):
    scores = {w: names["beam_search"]("The model", w, 30) for w in (1, 16)}
    first, wide = scores[1][0], scores[16][0]
    told = f"−{-wide:.1f} against −{-first:.1f}"
    assert told in TEXT
    assert f"{-first:.1f} / 30 = {-first / 30:.2f} nats a token" in TEXT
    assert abs(-first / 30 - names["means"][0]) < 0.1  # "close to the 1.73 above"
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
    assert "¶Using: the same again after 19 tokens" in out
    assert "¶Attention is: the same again after 137 tokens" in out
    assert "the same 19 tokens over and over" in TEXT and "has 137 tokens" in TEXT
    long, read = names["long"], CONTEXT
    # all that is read has come back: from here on nothing can change
    np.testing.assert_array_equal(long[-read:], long[-137 - read : -137])
    assert "reads only the last 64 tokens" in TEXT and read == 64


def test_the_cut_removes_words_that_are_none(names):
    shares = {k: 100 * wrong / n for k, (n, wrong) in not_words()["counts"].items()}
    nbsp = "\N{NO-BREAK SPACE}"
    for told in (
        f"At $T = 1$, {shares['T = 1']:.1f}{nbsp}% of the words are not in the book",
        f"Top-k = 20 leaves {shares['top-k 20']:.1f}{nbsp}%",
        f"top-p = 0.9 leaves {shares['top-p 0.9']:.1f}{nbsp}%",
        f"top-p = 0.75 only {shares['top-p 0.75']:.1f}{nbsp}%",
    ):
        assert told in TEXT
    for name, share in shares.items():
        assert re.search(
            rf"{re.escape(name)} .*{share:.1f}%", printed("next-words-run")
        )
    assert 20 < shares["T = 1.5"] < 30 and "one word in four is not a word" in TEXT
    assert "the model repeats 0.2 %" in TEXT
    assert "T = 1     repeated 0.2% surprise 2.94" in printed("next-cut-run")
    assert "top-p 0.9 repeated 0.3% surprise 2.53" in printed("next-cut-run")
    assert "livedes" in printed("next-cut-run") and "*livedes*" in TEXT
