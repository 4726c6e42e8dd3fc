"""Each sentence in circulation is shown to break, and what is right to hold."""

import ast
import re
from pathlib import Path

import numpy as np
import pytest
from chapter_solutions import FOLDED, PYTHON, read
from docutils.nodes import make_id

CHAPTERS = Path(__file__).resolve().parents[2] / "chapters"
CELLS = {cell.id: cell for cell in read(CHAPTERS / "common_mistakes.ipynb")}
TEXT = "\n".join(c.source for c in CELLS.values() if c.cell_type == "markdown")


def lines(name):
    """Return what a demonstration printed: for each line its numbers."""
    text = "".join(o.get("text", "") for o in CELLS[f"mistakes-{name}-run"].outputs)
    number = r"(?<![\w.])-?(?:\d[\d,]*\.?\d*(?:e[+-]?\d+)?|inf|nan)"
    after = (re.sub(r"^.*:", "", line) for line in text.splitlines())
    return [
        np.array([float(n.replace(",", "")) for n in re.findall(number, line)])
        for line in after
    ]


def sections(chapter):
    """Return the ids that the built page gives to a chapter's titles."""
    text = "\n".join(c.source for c in read(CHAPTERS / chapter))
    titles = re.findall(r"^##+ (.+)$", text, re.MULTILINE)
    return {make_id(title.replace("$", "")) for title in titles}


def printed(name):
    """Return a demonstration's numbers by the words before its colons."""
    text = "".join(o.get("text", "") for o in CELLS[f"mistakes-{name}-run"].outputs)
    heads = [re.sub(r":[^:]*$", "", line) for line in text.splitlines()]
    assert len(set(heads)) == len(heads)
    return dict(zip(heads, lines(name), strict=True))


def code_cells():
    return [c for c in CELLS.values() if c.cell_type == "code" and "run" in c.id]


def test_cells_are_short_and_their_outputs_fit_a_phone():
    for cell in code_cells():
        code = cell.source.splitlines()
        assert len(code) <= 12 and max(map(len, code)) <= 72, cell.id
        out = "".join(o.get("text", "") for o in cell.outputs).splitlines()
        assert out and max(map(len, out)) <= 42, cell.id  # columns at 390 px


BROKEN = [name[:-4] for name in CELLS if re.match(r"mistakes-bug-\w+-run$", name)]
FIXES = [code for fold in FOLDED.findall(TEXT) for code in PYTHON.findall(fold)]


def tried(name, fix=None):
    """Run a broken cell, its function replaced by a fix; return its lines."""
    names, said = {"print": lambda *words: said.append(" ".join(map(str, words)))}, []
    tree = ast.parse(CELLS[f"{name}-run"].source)
    if fix:
        (new,) = ast.parse(fix).body
        (old,) = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        assert old.name == new.name
        tree.body[tree.body.index(old)] = new
    # The notebook's own digits end with the run.
    with np.printoptions(), np.errstate(invalid="ignore", over="ignore"):
        exec(CELLS["mistakes-imports"].source, names)
        exec(compile(tree, name, "exec"), names)
    return said


@pytest.mark.parametrize(
    ("name", "fix"), [*zip(BROKEN, FIXES, strict=True)], ids=BROKEN
)
def test_a_broken_cell_is_broken_and_its_solution_repairs_it(name, fix):
    assert tried(name)[-1] == "still broken"
    assert CELLS[f"{name}-run"].outputs[0].text.splitlines()[-1] == "still broken"
    assert tried(name, fix)[-1] == "right"


def test_both_places_of_the_norm_hold_the_stack_as_the_solution_says():
    pre = FIXES[3]
    post = re.sub(r"return .*", "return layer_norm(x + np.maximum(x @ W, 0))", pre)
    assert tried("mistakes-bug-deep", pre)[0] == "x becomes 21 times as long"
    assert tried("mistakes-bug-deep", post) == ["x becomes 1.1 times as long", "right"]
    told = CELLS["mistakes-bug-cut"].source
    assert "to 21 times its length" in told and "keeps it at 1.1." in told


def test_half_a_repair_is_none():
    rows, future, _, deep, cut = FIXES
    one_maximum = rows.replace("scores.max(axis=-1, keepdims=True)", "scores.max()")
    one_sum = rows.replace("powers.sum(axis=-1, keepdims=True)", "powers.sum()")
    triangle = future.replace("tril", "triu")
    after = "    return softmax(scores) * allowed\n"
    zeros_after = re.sub(r"    return .*\n", after, future)
    no_skip = deep.replace("x + np.", "np.")
    zeros = cut.replace("-np.inf", "0.0")
    smallest = cut.replace("[-k:]", "[:k]")
    no_layer = re.sub(r"return .*", "return x", deep)
    not_cut = re.sub(
        r"return .*", "return np.append(softmax(logits[:2]), [0.5, 0.5])", cut
    )
    assert len(FIXES) == 5
    for name, fixes in {
        "rows": [one_maximum, one_sum],
        "future": [triangle, zeros_after],
        "deep": [no_skip, no_skip.replace("layer_norm(x)", "x"), no_layer],
        "cut": [zeros, smallest, not_cut],
    }.items():
        for fix in fixes:
            assert fix not in FIXES
            assert tried(f"mistakes-bug-{name}", fix)[-1] == "still broken", fix


def test_every_sentence_has_its_symptom_its_cell_and_its_chapter():
    slugs = re.findall(r'<a id="([^"]+)">', TEXT)
    assert len(slugs) == len(set(slugs)) >= 30
    for slug in slugs:
        assert CELLS[f"mistakes-{slug}-run"].outputs
        truth = CELLS[f"mistakes-{slug}-why"].source
        chapter = re.search(r"See \[[^]]+\]\((\w+\.ipynb)\)", truth)
        assert chapter and (CHAPTERS / chapter[1]).is_file(), slug
        place = re.search(rf'<a href="{chapter[1][:-6]}\.html#([\w-]+)">', truth)
        assert place and place[1] in sections(chapter[1]), slug
    asked = set(re.findall(r'href="#([^"]+)"', TEXT))
    assert asked and asked <= set(slugs)


@pytest.mark.parametrize("name", ["whole-array", "zeros-after"])
def test_wrong_rows_do_not_sum_to_1(name):
    wrong, right = lines(name)
    assert wrong.min() < 0.5
    np.testing.assert_array_equal(right, 1)


def test_what_turns_to_nan_or_infinity():
    wrong, right = lines("one-maximum")
    assert np.isnan(wrong).all() and right.sum() == pytest.approx(1)
    assert np.isnan(lines("inverted")[-1]).all()
    plain, kernel = lines("log-zero")
    assert np.isinf(plain[1]) and kernel[1] == -1000
    by_hand, filled, half, kernel = lines("finite-fill")
    assert np.isnan(by_hand).all() and len(by_hand) == 2
    assert filled.tolist() == [0.5, 0.5] and not kernel.any() and np.isinf(half[0])


def test_softmax_reads_differences_and_never_amplifies():
    scores, doubled, moved = lines("only-order")
    assert abs(scores - doubled).max() > 0.1 and (scores == moved).all()
    most, *slopes = lines("amplifies")
    assert most[-1] <= 0.5
    odds = [numbers[0] for numbers in slopes]
    np.testing.assert_allclose(np.log(odds), [1, 10, 100], atol=0.02)  # two digits
    assert slopes[0][-1] > slopes[1][-1] > slopes[2][-1]


def test_a_second_softmax_keeps_the_loss_up():
    (wrong,), (right,), (guess,) = lines("probabilities-in")
    assert wrong > 0.5 and right == 0
    V = 37_000
    assert wrong == pytest.approx(np.log(1 + (V - 1) / np.e), abs=5e-4)  # as printed
    assert guess == pytest.approx(np.log(V), abs=5e-4) and guess - wrong < 1.01


def test_what_attention_reads():
    same, away = lines("near-one")
    assert same[0] < away[0] and same[1] > away[1]
    (narrow,), (even,), (right,), (sharp,) = lines("sqrt-d-model")
    assert narrow < 0.5 and right == pytest.approx(1, abs=0.05)
    assert even < 0.2 < 0.3 < sharp  # ten keys: 0.1 would be even
    assert lines("itself")[0].min() > 0.5 > lines("itself")[1].mean()
    (one_layer,), (plain,), (first,), (causal,) = lines("order")
    assert plain == 0 < causal
    assert one_layer == first == 0
    (largest,) = lines("meaning")
    assert largest.max() > 0.8 and len(largest) == 5
    (alone,), (joined,) = lines("source-only")
    assert alone == 0 < joined
    (one,), (same,), (apart,) = lines("merge")
    assert one == same == 0 < apart
    (linear,), (bent,) = lines("convolution")
    assert linear == 0 < bent
    (cheat,), (honest,) = lines("unshifted")
    assert cheat == 0 and honest == 20
    forgotten, masked = lines("padding")
    assert forgotten[3:].sum() > 0.5 and not masked[3:].any()


def test_heads_share_what_there_is():
    assert len({numbers[-1] for numbers in lines("more-heads")}) == 1
    wrong, right = lines("reshape")
    assert wrong.tolist() == [0, 1, 2, 3, 4, 5]
    assert right.tolist() == [0, 1, 4, 5, 8, 9]
    text = CELLS["mistakes-batch-or-heads-run"].outputs[0].text
    assert [line.split()[-1] for line in text.splitlines()] == ["False", "True"]


def test_norms_and_skip_paths():
    features, both, batch = (numbers[-1] for numbers in lines("wrong-axes"))
    assert features == 0 < both
    assert batch > 1  # as far as both
    longer = printed("longer")
    assert longer["token 0 moves by"] == 0
    spread = longer["shape: (1, 50, 4) spread"]
    assert spread == pytest.approx(1, abs=0.15)
    assert longer["tripled, spread"] == pytest.approx(3 * spread, abs=0.2)  # 1 digit
    (n,), (n_1,), (inside,), (outside,) = lines("n-minus-one")
    assert (n, n_1, inside, outside) == (1.732, 1.5, 0.235, 1.693)
    first, second = lines("undo")
    assert first.tolist() == [22, 5, 6, 8] and abs(second[0] - 1) < 0.1
    assert second[3] > 15  # it was 4
    assert lines("bounds")[0] > 1
    post, pre = lines("pre-post")
    assert (post == 1).all() and pre.min() > 5
    (vanished,), (saved,), (plain,), (skip,) = lines("explosion")
    assert skip > 1e9 * plain
    assert vanished < 1e-50 and 1 < saved < 10 and 1 < plain < 10


def test_targets_and_what_is_cut():
    (bare,), others, everyone = lines("smoothing")
    assert bare < 0 and others.sum() == pytest.approx(1) == everyone.sum()
    before, to_zero, to_infinity, (left,) = lines("cut-to-zero")
    assert (to_zero[2:] > 2 * before[2:]).all()
    assert to_zero[2:].min() > 0 and not to_infinity[2:].any() and left < 1
    (top,), (of_all,), (of_kept,) = lines("of-what")
    assert of_all < top < 1 < of_kept  # in percent
    (tiny,), (one,), (ratio,), (zero,) = lines("small-floats")
    assert tiny == pytest.approx(1.1e-10) and one == 1
    assert ratio == 1.143 and zero == 0  # 8 / 7: a step near the end is that large


def test_a_map_of_random_numbers_has_no_diagonal_of_its_own():
    """Queries and keys are independent: a word finds itself one time in five."""
    source = CELLS["mistakes-meaning-run"].source
    query = re.search(r"query = (.+)", source)[1]
    key = re.search(r"key = (.+)", source)[1]
    found = []
    for seed in range(400):
        names = {"rng": np.random.default_rng(seed)}
        q, k = eval(query, names), eval(key, names)
        found.append(np.mean((q @ k.T).argmax(axis=-1) == np.arange(5)))
    assert np.mean(found) == pytest.approx(1 / 5, abs=0.03)  # 3 of its deviations


def test_numbers_in_the_text_are_those_of_the_cells():
    def why(name):
        return CELLS[f"mistakes-{name}-why"].source

    forgotten, _ = lines("padding")
    assert "(0.29 + 0.46)" in why("padding") and (forgotten[3:] == [0.29, 0.46]).all()
    wrong, _, guess = (line[0] for line in lines("probabilities-in"))
    assert f"{wrong}" in why("probabilities-in")
    assert f"{guess}" in why("probabilities-in")
    before, to_zero, *_ = lines("cut-to-zero")
    told = f"from {before[2]} and {before[3]} to {to_zero[2]} each"
    assert told in why("cut-to-zero") and to_zero[2] == to_zero[3]
    assert f"saves it ({lines('explosion')[1][0]})" in why("explosion")
