"""The drawings of skip paths, of the residual stream, and of the norm's places."""

import numpy as np
import pytest

FEATURES, NAMES = ["drink", "plant", "hot", "cozy"], ["attention", "feed-forward"]
SKIP = {
    "without": [[2, 1, 0, 0], [0, 0, 3, 0], [0, 0, 0, 0]],
    "kept": [[2, 1, 0, 0], [2, 1, 3, 0], [2, 0, 3, 2]],
    "found": [[0, 0, 3, 0], [0, -1, 0, 2]],
    "features": FEATURES,
    "names": NAMES,
}
STREAM = {"start": [2, 1, 0, 0], "found": SKIP["found"]}
STREAM |= {"features": FEATURES, "names": NAMES}


def test_the_skip_path_s_states_stand_side_by_side_from_the_bottom_up(draw):
    words = draw("skip_path", **SKIP).words
    numbers = "".join(w.replace("−", "-") for w in words if len(w.strip("−")) == 1)
    assert numbers == "210021000030+003021300-102+00002032"
    for name in NAMES:
        assert words.count(name) == 2
    assert words.count("tea goes in") == 2


def test_only_the_right_hand_column_has_a_plus(draw):
    assert draw("skip_path", **SKIP).words.count("+") == 2


def test_the_stream_tells_each_state_and_what_is_added(draw):
    drawn = draw("residual_stream", **STREAM)
    assert dict(drawn.texts)["adds 0 0 3 0"] == 2  # attention's color
    assert dict(drawn.texts)["adds 0 −1 0 2"] == 1
    assert "which makes it 2 1 3 0; feed-forward" in drawn.label
    assert "makes it 2 0 3 2." in drawn.label


def test_eight_paths_add_up_to_the_slope_of_the_stack(draw):
    drawn = draw("slope_paths", [0.5, 0.2, -0.4])
    words = [word.replace("−", "-") for word in drawn.words]
    ends = [e for e in drawn.root.iter() if e.get("text-anchor") == "end"]
    right = [e.text.replace("−", "-") for e in ends if e.get("x") == "388"]
    assert right == "product 1 0.5 0.2 -0.4 0.1 -0.2 -0.08 -0.04 1.08".split()
    products = np.array(right[1:9], float)
    assert products.sum() == pytest.approx(np.prod([1.5, 1.2, 0.6]), abs=1e-12)
    assert words.count("1") == 12 + 1  # half of 24 ways are around, and a product
    assert "through every f −0.04. Their sum is 1.08." in drawn.label


def test_post_norm_and_pre_norm_stack_the_same_parts_in_another_order(draw):
    drawn = draw("norm_places")
    assert {"y = Norm(x + f(x))", "y = x + f(Norm(x))"} <= set(drawn.words)
    boxes = [(r[2], r[0]) for r in drawn.rectangles() if r[3:5] == (120, 3)]
    tops = {color: [y for y, c in boxes if c == color] for color in (1, 5)}
    assert tops[5][0] < tops[1][0] and tops[5][1] > tops[1][1]  # the norm above, below


@pytest.mark.parametrize("f_x", [[0.0, 2.0], [0.5, 1.0], [-1.0, 1.0]])
def test_two_vectors_and_their_sum_are_drawn_with_their_sizes_and_angle(draw, f_x):
    x, f_x = np.array([2.0, 0.0]), np.array(f_x)
    drawn = draw("right_angle", x, f_x)
    sizes = [f"{np.sqrt(np.mean(v**2)):.2f}" for v in (x, f_x, x + f_x)]
    names = ["x: size ", "f(x): size ", "x + f(x): size "]
    assert {a + b for a, b in zip(names, sizes, strict=True)} <= set(drawn.words)
    degrees = np.degrees(np.arctan2(f_x[1], f_x[0]))
    assert f"{degrees:.0f}°" in drawn.words
    lines = [e.get("d") for e in drawn.root.iter() if e.get("stroke-width") == "2"]
    first, second, whole, _ = (
        np.array([p.split() for p in d[1:].split("L")], float) for d in lines
    )
    up = (second[1] - second[0]) * [1, -1]
    assert np.degrees(np.arctan2(up[1], up[0])) == pytest.approx(degrees, abs=0.1)
    np.testing.assert_array_equal(first[0], whole[0])


@pytest.mark.parametrize(
    ("name", "change", "rule"),
    [
        ("skip_path", {"without": [[1, 2]]}, "without must be finite .* in 4 columns"),
        ("skip_path", {"names": ["one"]}, "2 layers need as many names; got 1"),
        ("skip_path", {"kept": SKIP["without"]}, "the one before . found"),
        ("skip_path", {"found": [[0, 0, 3, 0]]}, "2 that are computed; got 3, 3, 1"),
        ("residual_stream", {"features": ["a"]}, "4 features need as many names"),
        ("slope_paths", {"slopes": [1, 2]}, "slopes must be 3 finite numbers"),
        ("right_angle", {"x": [1, 2], "f_x": [1]}, "vectors of one length, and not 0"),
        ("right_angle", {"x": [1, 2], "f_x": [0, 0]}, "vectors of one length, and not"),
        (
            "residual_stream",
            {"found": [[0, 0, 3, 0]] * 3, "names": ["a", "b", "c"]},
            "there must be 2 layers; got 3",
        ),
    ],
)
def test_what_does_not_fit_is_refused_with_its_rule(draw, name, change, rule):
    given = {"skip_path": SKIP, "residual_stream": STREAM}.get(name, {})
    with pytest.raises(ValueError, match=rule):
        draw(name, **given | change)
