"""The drawing of a perplexity: as many dots as tokens, as many colored as it counts."""

import pytest

COLORS = {"colored": "#00795A", "pale": "#777777"}


def dots(drawn, kind):
    paths = [e for e in drawn.root.iter() if e.get("fill") == COLORS[kind]]
    return sum((path.get("d") or "").count("z") for path in paths)


@pytest.mark.parametrize(("perplexity", "size"), [(94.4, 1192), (1, 61), (60, 60)])
def test_each_token_is_a_dot_and_the_perplexity_s_are_colored(draw, perplexity, size):
    drawn = draw("undecided_among", perplexity, size)
    assert dots(drawn, "colored") == round(perplexity)
    assert dots(drawn, "colored") + dots(drawn, "pale") == size
    assert f"{size:,} dots" in drawn.label
    assert f"{round(perplexity)} colored dots" in drawn.label
    assert len(drawn.svg) < 30_000


@pytest.mark.parametrize(("perplexity", "size"), [(0.5, 10), (11, 10), (3, 1501)])
def test_what_does_not_fit_is_refused_with_its_rule(draw, perplexity, size):
    with pytest.raises(ValueError, match="perplexity ≤ vocabulary_size"):
        draw("undecided_among", perplexity, size)
