"""A model with its teacher and alone: what each place reads, and what is wrong."""

import pytest

GIVEN = {"target": "2026-10-04", "taught": "2066-10-04", "alone": "2062-10-04"}
READ, WRITTEN = 1, 4  # their colors
STRONG = 0.5


def test_with_the_teacher_each_place_reads_the_right_token_and_alone_its_own(draw):
    words = draw("teacher_and_alone", **GIVEN).words
    with_teacher = ["with the teacher", "reads", "writes"]
    assert [w for w in words if len(w) > 1][:3] == with_teacher
    signs = [w for w in words if len(w) == 1]
    pairs = list(zip(signs[::2], signs[1::2], strict=True))
    both = [["".join(row) for row in zip(*pairs[i : i + 10], strict=True)]
            for i in (0, 10)]  # fmt: skip
    assert both == [["^2026-10-0", "2066-10-04"], ["^2062-10-0", "2062-10-04"]]


def test_what_is_wrong_is_strong(draw):
    drawn = draw("teacher_and_alone", **GIVEN).rectangles()
    strong = [r[0] for r in drawn if r[5] == STRONG]
    # with the teacher one written; alone two written, and both are read again
    assert (strong.count(WRITTEN), strong.count(READ)) == (3, 2)


def test_its_description_has_the_texts_and_how_many_are_wrong(draw):
    label = draw("teacher_and_alone", **GIVEN).label
    assert "The right answer is 2026-10-04." in label
    assert "2066-10-04: 1 wrong" in label and "2062-10-04: 2 wrong" in label


@pytest.mark.parametrize("change", [{"alone": "2062"}, {"target": "2" * 12}])
def test_texts_that_do_not_fit_are_refused(draw, change):
    with pytest.raises(ValueError, match="must have 2 to 11 tokens, as many each"):
        draw("teacher_and_alone", **GIVEN | change)
