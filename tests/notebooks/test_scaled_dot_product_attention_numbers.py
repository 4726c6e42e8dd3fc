"""The numbers of the attention chapter's text are those that its cells compute."""

from pathlib import Path

from chapter_solutions import read

FOLDER = Path(__file__).resolve().parents[2] / "chapters"
CELLS = {cell.id: cell for cell in read(FOLDER / "scaled_dot_product_attention.ipynb")}
TEXT = "\n".join(cell.source for cell in CELLS.values())


def shown(name):
    """Return what a cell printed when it last ran."""
    return "".join(
        one.text for one in CELLS[name].outputs if one.output_type == "stream"
    )


def test_a_query_that_has_settled_wrongly_turns_as_the_text_says():
    raw, scaled = shown("attention-learn-run").splitlines()
    raw, scaled = (line.rsplit(" ", 1)[1].rstrip("%") for line in (raw, scaled))
    assert f"Raw, {raw} of 100 such queries have come over to key 0." in TEXT
    assert f"With scaled scores, {scaled} of 100 of the *same* queries" in TEXT
    assert int(scaled) > 4 * int(raw)


def test_how_many_queries_settle_is_as_the_text_says():
    told = dict(line.split(": ") for line in shown("attention-stuck-run").splitlines())
    few, many = (told[f"d_k = {d_k:>3}, raw"].rstrip("%") for d_k in (64, 512))
    said = f"{few} of 100 queries have settled on one key, and with 512 components"
    assert f"{said} {many} of 100" in TEXT


def test_no_word_finds_anything_else_in_another_order():
    assert "nor for any other word" in TEXT
    assert shown("attention-order-run").splitlines()[-1] == "largest change 0.0"
