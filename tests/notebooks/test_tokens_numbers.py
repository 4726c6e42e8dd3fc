"""The chapter tokens says in its prose what its cells print."""

import re
from pathlib import Path

import pytest
from chapter_solutions import read
from glassbox.models.tokenizer import (
    as_text,
    book_prose,
    load_gpt2_tokenizer,
    split_words,
)
from glassbox.widgets.learn_merges import EXAMPLES
from glassbox.widgets.learn_merges.learning import (
    count_pairs,
    count_tokens,
    joined,
    read_words,
)
from glassbox.widgets.token_merges.merges import merge_steps

PATH = Path(__file__).resolve().parents[2] / "chapters" / "tokens.ipynb"


@pytest.fixture(scope="module")
def text():
    """The chapter's text, all of it."""
    return "\n".join(c.source for c in read(PATH) if c.cell_type == "markdown")


@pytest.fixture(scope="module")
def printed():
    """What each cell prints, by its name."""
    return {
        cell.id.removeprefix("tokens-").removesuffix("-run"): "".join(
            output.get("text", "") for output in cell.outputs
        )
        for cell in read(PATH)
        if cell.cell_type == "code"
    }


def contestants(printed):
    """Give ids, holes and pieces of each of the contest's lines."""
    lines = (printed["words"] + printed["contest"]).replace(",", "").splitlines()
    return {
        line.partition(":")[0]: tuple(map(int, re.findall(r"\d+", line)))
        for line in lines
        if ":" in line
    }


def test_words_leave_holes_and_letters_make_it_long(text, printed):
    found = contestants(printed)
    _, missing, n_words = found["words"]
    _, holes, n_letters = found["letters"]
    assert round(n_words / missing) == 6 and "one piece in six has no id" in text
    assert f"hardly any, only {holes}, of which eleven are a *j*" in text
    assert "[('j', 11)," in printed["words"]
    old = split_words(book_prose()[: len(book_prose()) // 2])
    assert not {"head", " head", "Head", " Head"} & set(old)
    assert "*head*, for example, first comes up in the second half" in text
    assert 3.9 < n_letters / n_words < 4.1 and "four times as long" in text
    assert 15.5 < (n_letters / n_words) ** 2 < 16 and "nearly 16 times" in text


def test_merges_win_the_contest(text, printed):
    found = contestants(printed)
    assert found["BPE"][1] == found["letters"][1]  # as few holes
    assert found["words"][0] < found["BPE"][0] < 1.2 * found["words"][0]
    pieces = f"{found['BPE'][2]:,} pieces in place of {found['words'][2]:,}"
    assert pieces in text


def test_the_vocabulary_and_its_numbers_are_counted_right(text):
    gpt2 = load_gpt2_tokenizer()
    n = len(gpt2.tokens)
    assert f"256 + {len(gpt2.merges):,} + 1 = {n:,} tokens" in text
    assert 256 + len(gpt2.merges) + 1 == n
    assert (
        f"{768 * n / 1e6:.1f} million, nearly a third of the model's 124 million"
        in text
    )
    assert 0.3 < 768 * n / 124e6 < 1 / 3  # of its 124 million


def test_the_pattern_splits_the_prose_as_the_library_does(text):
    code = re.search(r"```python\n(import re.*?)```", text, re.S)[1]
    names = {"re": re}
    exec(code.rpartition("PIECE.findall")[0], names)
    pieces = names["PIECE"].findall
    sentence = "We don't pay $100."
    assert sentence in code and pieces(sentence) == split_words(sentence)
    prose = book_prose()
    odd = set(pieces(prose)) ^ set(split_words(prose))
    assert odd == {" 32²", " 2₁₆", "²"} or not odd  # numbers that are no digits
    assert "".join(pieces(prose)) == prose
    assert split_words("我喜欢学习。我") == ["我喜欢学习", "。", "我"]


def test_the_merges_bring_what_the_prose_says(text, printed):
    rows = [line.split() for line in printed["length"].splitlines()[1:]]
    old, new = ({int(row[0]): float(row[at]) for row in rows} for at in (2, 3))
    assert all(int(row[1]) == 83 + int(row[0]) for row in rows)
    assert "our 83 letters and one token for each merge" in text
    assert f"first hundred merges bring {old[100] - 1:.2f} characters" in text
    later = (old[500] - old[100]) / 4, (old[1000] - old[500]) / 5
    assert "{:.2f} on average up to 500, and then only {:.2f},".format(*later) in text
    assert f"{new[1000]} characters instead of {old[1000]}" in text


def test_the_ids_and_counts_are_those_that_gpt2_gives(text, printed):
    gpt2 = load_gpt2_tokenizer()
    assert gpt2.encode(" strawberry") == [41236] and "number 41236" in text
    assert " 3     9      8  我喜欢" in printed["foreign"]
    assert "Three Chinese characters take eight tokens, out of a possible nine" in text
    assert "12    12      5  ␣␣␣␣return x" in printed["foreign"]
    assert printed["chinese"].startswith("36 characters:") and "Only 36, of" in text
    assert set("一大人龍神魔戦") <= set(printed["chinese"]) and "龍喚士" in text
    assert len("〇".encode()) == 3 == len("一".encode())
    assert printed["decode"].startswith("[31660, 5099, 229]")
    assert "〇 is two tokens" in text and "一 is one token of three bytes" in text
    assert "\\xe3\\x80', b'\\x87'" in printed["decode"]
    assert printed["decode"].endswith("一〇\n")
    assert "five characters of ordinary Chinese, twelve tokens" in text
    one, two = (int(printed["sums"].split()[i]) for i in (2, 5))
    assert one + two == 900 and round(900 / two) == 5
    assert list(map(as_text, gpt2.cut("870+871"))) == ["870", "+", "8", "71"]
    assert "870 is one token, but 871 is 8 and 71" in text
    assert gpt2.encode(" SolidGoldMagikarp") == [43453]
    assert "number 43453" in text
    assert len(gpt2.encode("I like learning")) == 3
    assert "*I like learning* says the same in three" in text
    spelled = [set(gpt2.encode(t)) for t in ("attention", " Attention", " ATTENTION")]
    assert len(set.union(*spelled)) == sum(map(len, spelled))  # none in common
    assert "no two of the three spellings share a token" in text
    shared = set(gpt2.encode("Attention")) & spelled[0]
    assert shared == {1463} and "*ention*, token 1463, with *attention*" in text
    singles = [gpt2.encode(t) for t in (" attention", " Attention")]
    assert [len(one) for one in singles] == [1, 1] and singles[0] != singles[1]


def test_the_mistakes_cost_what_the_prose_says(text, printed):
    first, once, second, third, fourth, fifth = printed["mistakes"].splitlines()
    assert once == "2. [15577, 3241]"
    assert first == "1. f low | f lo w"
    assert "leaves three tokens where there should be two" in text
    assert "220, 3241" in second and "a token of its own, 220" in text
    assert third == "3. �� 〇" and fourth == "4. 5 12"
    assert fifth == "5. ill here"


def test_the_table_of_untrained_is_the_merges_own(text):
    gpt2 = load_gpt2_tokenizer()

    def states(word):
        """Give the cut after each merge, with the id that it makes."""
        return [
            (gpt2.ids[b"".join(step.pair)], [as_text(t) for t in step.tokens])
            for step in merge_steps(word)[1:]
        ]

    def at(word, new):
        """Give the cut once all ids up to this one are made, the new one in bold."""
        last = [state for state in states(word) if state[0] <= new][-1]
        made = last[0] == new
        shown = [token.replace(" ", "␣") for token in last[1]]
        bold = as_text(gpt2.tokens[new]).replace(" ", "␣")
        shown = [f"**{s}**" if made and s == bold else s for s in shown]
        return " ".join(shown)

    rows = re.findall(r"^\| (\d+) \| ([^|]+) \| ([^|]+) \|$", text, re.M)
    assert [int(new) for new, *_ in rows] == [334, 403, 429, 1418, 13363, 35311]
    for new, without, within in rows:
        assert without == at("untrained", int(new))
        assert within == at(" untrained", int(new))


def test_the_order_told_before_the_prediction_is_gpt_2_s(text):
    assert "in this order: ␣ + *u*, *u* + *n*, *n* + *t*, ␣*u* + *nt*." in text
    merges = load_gpt2_tokenizer().merges
    pairs = [(b" ", b"u"), (b"u", b"n"), (b"n", b"t"), (b" u", b"nt")]
    places = [merges[pair] for pair in pairs]
    assert places == sorted(places)


def test_the_reader_s_own_merges_leave_what_the_prose_says(text):
    def left(name, *pairs):
        words = read_words(EXAMPLES[name])
        for pair in pairs:
            words = joined(words, pair or count_pairs(words)[0][0])
        return count_tokens(words), list(words)

    most = None
    n, words = left("low", ("w", "e"), most, most)
    assert n == 7 and "7 tokens are left instead of 6" in text
    assert left("low", most, most, most)[0] == 6
    assert words[:2] == [("lo", "w"), ("lowe", "r")] and "is *lowe r*" in text
    assert left("the")[0] == 30 and left("the", most)[0] == 25
    assert left("the", most, most)[0] == 23 and "leave 23 tokens" in text
    assert left("the", ("t", "h"), ("e", "r"))[0] == 22 and "that leave 22" in text
