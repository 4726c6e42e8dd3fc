"""The numbers that the chapter on choosing tells are those that its cells compute."""

import re
from pathlib import Path

import numpy as np
import pytest
from chapter_solutions import read
from glassbox import sample
from glassbox.models.book_writer import CONTEXT, not_words, repeated
from glassbox.widgets.beam_search.numbers import best, search
from glassbox.widgets.choose_next_token.numbers import MOST_WRITTEN, offer

ROOT = Path(__file__).resolve().parents[2]
CELLS = {c.id: c for c in read(ROOT / "chapters" / "choosing_the_next_token.ipynb")}
TEXT = "\n".join(c.source for c in CELLS.values() if c.cell_type == "markdown")
TEXT = TEXT.replace("\N{NO-BREAK SPACE}", " ")


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


def test_the_first_screen_goes_in_circles(names):
    opened = {}
    exec(CELLS["next-hero-run"].source, opened)
    begin, model = opened["begin"][0], names["writer"]
    written = []
    for _ in range(40):  # Next 20, twice
        written.append(int(offer(model, begin, written, 0).drawn_from.argmax()))
    text = begin + "".join(model.tokens[v] for v in written)
    first, second, third, *_ = text.split("¶")
    told = f"has written *{first}* Then came *{second.rstrip('.')}*, and then *{third}*"
    assert told in TEXT
    assert f"already appeared are shaded: {100 * repeated(written, 3):.0f} % of" in TEXT


def test_greedy_reads_at_most_what_a_circle_closes(names):
    given = np.array([names["book_writer"].cut_text("¶The words", names["tokens"])])
    write = names["book_writer"].continue_texts
    long = write(names["writer"], given, 650, None, temperature=0)[0]
    short = long[: given.shape[1] + MOST_WRITTEN]  # what the widget writes at most
    windows = np.lib.stride_tricks.sliding_window_view(short, CONTEXT)
    assert len(np.unique(windows, axis=0)) == len(windows)  # none has come back
    # all that is read has come back: from here on nothing can change
    np.testing.assert_array_equal(long[-CONTEXT:], long[-19 - CONTEXT : -19])
    assert "reads the last 64 tokens" in TEXT and CONTEXT == 64
    assert f"the widget's {MOST_WRITTEN} tokens" in TEXT


def test_greedy_repeats_and_the_author_does_not(names):
    rows = re.findall(r"^(.+?) +repeated +([\d.]+)%", printed("next-circles-run"), re.M)
    found = {name: float(value) for name, value in rows}
    greedy, author, drawn = found["T = 0"], found["author"], found["T = 1"]
    assert f"repeats {greedy} % of its runs, and the author {author} %" in TEXT
    assert f"the model repeats {drawn} %, even less than the author" in TEXT
    assert drawn < author < greedy
    again = np.mean([repeated(row[5:], 3) for row in names["author"]])
    assert 100 * again == pytest.approx(author, abs=0.05 + 1e-9)  # one decimal


def test_the_author_surprises_more_than_greedy(names):
    rows = re.findall(r"^(.+?) +surprise +([\d.]+)", printed("next-surprise-run"), re.M)
    found = {name: float(value) for name, value in rows}
    for name, each in names["surprise"].items():
        assert each.mean() == pytest.approx(
            found[name], abs=0.005 + 1e-9
        )  # two decimals
    greedy, author = found["T = 0"], found["author"]
    told = f"by {author:.2f} nats a token, twice as much as greedy with its {greedy}"
    assert told in TEXT
    assert 1.9 < author / greedy < 2.15
    assert "surprise the model twice as much as greedy's" in TEXT
    assert f"it draws itself at $T = 1$ has {found['T = 1']:.2f}" in TEXT
    cut = found["top-p 0.9"]
    assert f"top-p = 0.9 lowers the surprise to {cut:.2f}." in TEXT
    first, low = names["surprise"]["author"][0], names["surprise"]["T = 0"][0]
    assert first.max() > 3 * low.max()  # one line jumps, the other stays low
    assert greedy < cut < found["T = 1"] < author < found["T = 1.5"]


def test_the_pencil_s_cut_is_the_function_s(names):
    mine = names["my_probabilities"](np.log(names["p"]), top_p=0.75)
    np.testing.assert_allclose(mine, [0.5, 0.3, 0.2, 0, 0], atol=1e-12)
    assert (names["mine"] > 0).sum() == 4 and "Of the 619 tokens four are left" in TEXT
    assert len(names["tokens"]) == 619
    tea = np.log(names["p"])
    first = names["my_probabilities"](tea, 2.0, top_p=0.75)  # the temperature first
    last = names["my_probabilities"](tea, top_p=0.75)  # the cut first
    assert [(first > 0).sum(), (last > 0).sum()] == [4, 3]
    warm = names["my_probabilities"](tea, 2.0)
    each = [f"{x:.2f}" for x in warm]
    assert f"has {', '.join(each[:-1])} and {each[-1]}, so our function" in TEXT
    assert "keeps four words. llama.cpp cuts at $T = 1$" in TEXT
    assert "three words already hold 0.80, and keeps three" in TEXT


def test_top_p_adapts_and_top_k_does_not(names):
    out = printed("next-sure-run")
    assert "The Transform: top-p = 0.9 keeps 1\n" in out
    assert "The next token is: top-p = 0.9 keeps 92\n" in out
    assert re.findall(r"top-k = 20 keeps 20, which hold ([\d.]+)", out) == [
        "0.99",
        "0.54",
    ]
    assert "top-p keeps one token, *er*, and top-k = 20 lets in 19 others" in TEXT
    assert f"throws away {1 - 0.54:.2f} of the probability" in TEXT
    lost = [names["tokens"][v] for v in names["best_first"][20:92]]
    for word in ("never", "random", "another"):
        assert f" {word}" in lost and word in out and f"*{word}*" in TEXT
    assert 0.9**40 < 0.015 and "$0.9^{40}$ = 1.5 % are free of it" in TEXT


def test_the_model_is_sure_of_er(names):
    logits = names["book_writer"].next_token_logits(names["writer"], "The Transform")
    assert names["tokens"][logits.argmax()] == "er"


def test_the_draw_is_the_library_s(names):
    out = printed("next-draw-run")
    assert "0.70 draws ready" in out
    one, two = np.random.default_rng(0), np.random.default_rng(0)
    mine = names["mine"]
    drawn = [names["my_draw"](mine, one.random()) for _ in range(1000)]
    assert drawn == [sample(mine, two) for _ in range(1000)] == names["drawn"]
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


def test_the_small_tree_s_winners_are_as_told():
    for width, told in ((1, "*The tea is hot.* with 0.12"),
                        (2, "*The tea smells good.* with 0.17"),
                        (3, "with 0.18: *The tea.*")):  # fmt: skip
        winner = best(search(width, False, 3)[-1], False)
        text = "".join(f" {word}" for word in winner.words[:-1])
        assert f"*The tea{text}.*" in told and f"{winner.p:.2f}" in told
        assert told in TEXT
    assert best(search(3, True, 3)[-1], True).words == ("smells", "good", ".")
    assert "with three, *The tea smells good.* wins again" in TEXT


def test_the_wide_beam_recites_the_book(names):
    scores = {w: names["beam_search"]("The model", w, 30) for w in (1, 16)}
    first, wide = scores[1][0], scores[16][0]
    assert f"−{-wide:.1f} against −{-first:.1f}" in TEXT
    sentences = (ROOT / "assets/data/book_sentences.txt").read_text(encoding="utf-8")
    recited = "Attention moves facts between positions"
    assert recited in sentences and recited in scores[16][1]
    rest = re.search(r"\(\*…(, and .*?)\*\)", TEXT)[1]
    assert recited + rest in sentences


def test_each_mistake_has_its_symptom(names):
    out = printed("next-mistakes-run")
    assert names["zeroed"][~names["kept"]].sum() > 0.9
    assert "2. the sum is 0.48, not 1" in out
    assert out.count("from the first row: The") == 3


def test_the_cut_removes_words_that_are_none(names):
    shares = {k: 100 * wrong / n for k, (n, wrong) in not_words()["counts"].items()}
    for told in (
        f"At $T = 1$, {shares['T = 1']:.1f} % of the words are not in the book",
        f"Top-k = 20 leaves {shares['top-k 20']:.1f} %",
        f"top-p = 0.9 leaves {shares['top-p 0.9']:.1f} %",
        f"top-p = 0.75 only {shares['top-p 0.75']:.1f} %",
    ):
        assert told in TEXT
    for name, share in shares.items():
        assert re.search(
            rf"{re.escape(name)} .*{share:.1f}%", printed("next-words-run")
        )
