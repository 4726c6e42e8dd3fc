"""Heads that share keys, and two memories: their joins, numbers, sizes and words."""

import re

import numpy as np
import pytest
from glassbox.kernels.cheaper_attention import grouped_query_attention

from tests.drawings import test_drawings_in_pages as pages
from tests.figures.test_figures_in_pages import COLORS, FAULTS

opened, made_up_language = pages.opened, pages.made_up_language

TAG = "{http://www.w3.org/2000/svg}"
KEY, QUERY, VALUE, WEIGHTS = 1, 2, 3, 6  # their colors
HEADS = {"n_heads": 8, "n_key_value_heads": (8, 2, 1), "d_head": 128}
SIZES = {"n_tokens": 4096, "d_head": 64}
CALLS = [
    ("shared_keys", HEADS),
    ("shared_keys", {"n_heads": 6, "n_key_value_heads": (3, 2), "d_head": 96}),
    ("shared_keys", {"n_heads": 2, "n_key_value_heads": [1], "d_head": 12800}),
    ("weights_fetched", {"n_tokens": 4, "gigabytes": 16}),
    ("weights_fetched", {"n_tokens": 2, "gigabytes": 999.9}),
    ("two_memories", SIZES),
    ("two_memories", {"n_tokens": 16384, "d_head": 128, "query_block": 16}),
    ("two_memories", {"n_tokens": 99_999, "d_head": 64, "n_bytes": 4}),
    ("two_memories", {"n_tokens": 12, "d_head": 6, "n_bytes": 1, "query_block": 5}),
]
TILES = {"query_block": 256, "key_block": 128, "at": (6, 12)}
CALLS += [
    ("tile_loop", SIZES | TILES),
    ("tile_loop", {"n_tokens": 99_072, "d_head": 512, "n_bytes": 4, "at": (0, 0)}
     | {"query_block": 1548, "key_block": 1548}),
    ("tile_loop", {"n_tokens": 12, "d_head": 6, "n_bytes": 1, "at": (3, 1)}
     | {"query_block": 3, "key_block": 6}),
]  # fmt: skip
MIB = 2**20
WITHIN = 0.02  # places are written with two decimals


def corners(path):
    numbers = re.findall(r"-?[\d.]+", path.get("d"))
    return np.array([float(v) for v in numbers]).reshape(-1, 2)


def lines_of(drawn, *, dashed):
    paths = [p for p in drawn.root.iter(TAG + "path") if p.get("stroke")]
    return [corners(p) for p in paths if bool(p.get("stroke-dasharray")) == dashed]


def cells_of(drawn, color):
    """List where cells of a color stand: middle, top, width."""
    found = [r for r in drawn.rectangles() if r[0] == color and r[5] == 0.16]
    return [(left + wide / 2, top, wide) for _, left, top, wide, *_ in found]


def arrows_of(drawn):
    """List the arrows: (color, thickness, tail's x, tip's x), from top to bottom."""
    found = []
    for path in drawn.root.iter(TAG + "path"):
        at = corners(path)
        if len(at) == 7:
            color = color_of(path)
            found.append((color, at[-1, 1] - at[0, 1], at[0, 0], at[3, 0], at[3, 1]))
    return [one[:4] for one in sorted(found, key=lambda one: one[4])]


def color_of(path):
    return int(re.search(r"--figure-(\d)", path.get("style")).group(1))


@pytest.mark.parametrize("n_kv", [1, 2, 3, 6])
def test_each_query_head_is_joined_to_the_one_that_the_kernel_reads(draw, n_kv):
    drawn = draw("shared_keys", 6, [n_kv], d_head=16)
    queries, keys = cells_of(drawn, QUERY), cells_of(drawn, KEY)
    values, lines = cells_of(drawn, VALUE), lines_of(drawn, dashed=False)
    assert (len(queries), len(keys), len(values), len(lines)) == (6, n_kv, n_kv, 6)
    # A key's cell ends where its value's begins; a line ends there.
    ends = np.array([middle + wide / 2 for middle, _, wide in keys])
    starts = [middle - wide / 2 for middle, _, wide in values]
    np.testing.assert_allclose(ends, starts, atol=WITHIN)
    joined = []
    for (middle, *_), ((x1, _), (x2, _)) in zip(queries, lines, strict=True):
        assert x1 == pytest.approx(middle, abs=WITHIN)
        joined.append(int(np.argmin(np.abs(ends - x2))))
        assert x2 == pytest.approx(ends[joined[-1]], abs=WITHIN)
    value = np.arange(float(n_kv)).reshape(n_kv, 1, 1)  # each says its own number
    read = grouped_query_attention(np.ones((6, 1, 2)), np.ones((n_kv, 1, 2)), value)
    assert joined == read.output[:, 0, 0].tolist()


def test_heads_are_named_from_0_and_ways_to_share_by_how_they_share(draw):
    words = draw("shared_keys", **HEADS).words
    queries = [f"q{digit}" for digit in "₀₁₂₃₄₅₆₇"]
    assert [word for word in words if word in queries] == 3 * queries
    assert [word for word in words if word[0] == "k"] == [
        *[f"k{digit}" for digit in "₀₁₂₃₄₅₆₇"], "k₀", "k₁", "k₀",
    ]  # fmt: skip
    ways = ["multi-head", "grouped-query", "multi-query"]
    assert [word for word in words if word in ways] == ways
    kinds = ["8 key–value heads", "2 key–value heads", "1 key–value head"]
    assert [word for word in words if word in kinds] == kinds


@pytest.mark.parametrize(("n_heads", "d_head"), [(8, 128), (6, 96)])
def test_a_panel_says_how_many_numbers_its_cache_keeps(draw, n_heads, d_head):
    counts = [n for n in (6, 4, 3, 2, 1) if n_heads % n == 0]
    drawn = draw("shared_keys", n_heads, counts, d_head=d_head)
    ordinary = 2 * np.zeros((n_heads, 1, d_head)).size  # each head its own
    for count in counts:
        key = value = np.zeros((count, 1, d_head))  # of one token
        kept = key.size + value.size
        said = f"2 × {count} × {d_head} = {kept:,} numbers"
        assert said in drawn.words and said in drawn.label
        if count < n_heads:
            fewer = f"{ordinary // kept} times fewer"
            assert fewer in drawn.words and f"{said}, {fewer}." in drawn.label


def test_a_description_says_who_shares(draw):
    label = draw("shared_keys", **HEADS).label
    assert label.startswith("Ways to share keys and values among 8 query heads.")
    assert "Multi-head: 8 key–value heads, one for each query head; 2 × 8" in label
    assert "Grouped-query: 2 key–value heads, each read by 4 query heads;" in label
    assert "Multi-query: 1 key–value head, each read by 8 query heads;" in label


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"n_heads": 9}, "n_heads must be 2 to 8; got 9"),
        ({"n_heads": 1}, "n_heads must be 2 to 8; got 1"),
        ({"n_key_value_heads": []}, "n_key_value_heads must be 1 to 4 numbers; got 0"),
        ({"n_key_value_heads": (8, 3)}, "must divide n_heads, 8; got 3"),
        ({"n_key_value_heads": (0,)}, "must divide n_heads, 8; got 0"),
        ({"d_head": 0}, "d_head must be at least 1; got 0"),
    ],
)
def test_heads_that_cannot_be_drawn_are_refused(draw, change, rule):
    with pytest.raises(ValueError, match=re.escape(rule)):
        draw("shared_keys", **HEADS | change)


@pytest.mark.parametrize("n_tokens", [2, 3, 4])
def test_all_weights_come_once_for_what_is_read_and_once_for_each_written(
    draw, n_tokens
):
    drawn = draw("weights_fetched", n_tokens, 1.5)
    arrows = arrows_of(drawn)
    assert len(arrows) == 1 + n_tokens and len(set(arrows)) == 1
    assert arrows[0][2] < arrows[0][3]  # from memory to the chip
    assert drawn.words.count("all weights: 1.5 GB") == 1 + n_tokens
    cells = cells_of(drawn, WEIGHTS)
    tops = [top for _, top, _ in cells]
    assert len(cells) == 2 * n_tokens
    assert len(set(tops[:n_tokens])) == 1  # read in one row
    assert len(set(tops[n_tokens:])) == n_tokens  # written in a row each
    read, written = (
        f"{steps * 1.5:g} GB fetched: {steps * 1.5 / n_tokens:.1f}".rstrip("0").rstrip(
            "."
        )
        for steps in (1, n_tokens)
    )
    said = [word for word in drawn.words if "fetched" in word]
    assert said[0].startswith(read) and said[1].startswith(written)
    assert all(word in drawn.label for word in said)


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"n_tokens": 1}, "n_tokens must be 2 to 4; got 1"),
        ({"n_tokens": 5}, "n_tokens must be 2 to 4; got 5"),
        ({"gigabytes": 0}, "gigabytes must be between 0 and 1000; got 0"),
    ],
)
def test_weights_that_cannot_be_drawn_are_refused(draw, change, rule):
    with pytest.raises(ValueError, match=re.escape(rule)):
        draw("weights_fetched", **{"n_tokens": 4, "gigabytes": 16} | change)


def moved(n, d, dtype, query_block):
    """Add up the bytes of real arrays: plain by array, and in blocks by array."""
    query, key, value, output = (np.empty((n, d), dtype) for _ in range(4))
    table = np.empty((n, n), dtype)
    plain = [query.nbytes, key.nbytes, *[table.nbytes] * 4, value.nbytes, output.nbytes]
    blocks = np.zeros(4)
    for first in range(0, n, query_block):
        rows = slice(first, first + query_block)
        blocks += query[rows].nbytes, key.nbytes, value.nbytes, output[rows].nbytes
    return np.array(plain), blocks


@pytest.mark.parametrize("query_block", [256, 1000, 4096])
def test_the_numbers_are_those_of_arrays_of_these_sizes(draw, query_block):
    drawn = draw("two_memories", **SIZES, query_block=query_block)
    plain, blocks = (part / MIB for part in moved(4096, 64, np.float16, query_block))
    found = [re.fullmatch(r"(\w+): (.* = )?([\d.,]+) MiB", w) for w in drawn.words]
    found = [(one[1], float(one[3])) for one in found if one]
    names = ["Q", "K", *["scores"] * 2, *["weights"] * 2, "V", "output"]
    assert found == list(zip(names, plain, strict=True)) + list(
        zip(["Q", "K", "V", "output"], blocks, strict=True)
    )
    assert f"together {plain.sum():g} MiB" in drawn.words
    together = f"together {blocks.sum():g} MiB instead of {plain.sum():g} MiB"
    assert together in drawn.words


def test_the_chapter_s_numbers_are_written(draw):
    drawn = draw("two_memories", **SIZES)
    assert {"Q: 0.5 MiB", "scores: 32 MiB", "together 130 MiB"} <= set(drawn.words)
    assert {"K: 16 × 0.5 = 8 MiB", "queries in blocks of 256"} <= set(drawn.words)
    assert "4,096 / 256 = 16 times all of K and V" in drawn.words
    assert "together 17 MiB instead of 130 MiB" in drawn.words


def test_keys_are_read_once_more_for_a_last_block_that_is_shorter(draw):
    sizes = {"n_tokens": 4100, "d_head": 64, "query_block": 512}
    blocks = moved(4100, 64, np.float16, 512)[1]
    said = f"9 × K: {round(blocks[1] / MIB, 2):g} MiB"  # 0.5005 each: no product
    words = draw("two_memories", **sizes).words
    assert said in words
    assert "4,100 / 512, rounded up: 9 times all of K and V" in words


@pytest.mark.parametrize("at", [(6, 12), (0, 0), (15, 31)])
def test_a_tile_lies_where_its_queries_and_keys_cross(draw, at):
    drawn = draw("tile_loop", **SIZES | TILES | {"at": at})
    whole = [r for r in drawn.rectangles() if r[5] == 1 and r[3] != r[4]]
    (tile,) = [r for r in whole if r[0] == WEIGHTS]
    (keys,) = [r for r in whole if r[0] == KEY]
    (queries,) = [r for r in whole if r[0] == QUERY]
    assert tile[1:4:2] == pytest.approx(keys[1:4:2], abs=WITHIN)  # left, width
    assert tile[2:5:2] == pytest.approx(queries[2:5:2], abs=WITHIN)  # top, height
    faint = [r for r in drawn.rectangles() if r[5] == 0.16]
    (all_keys,), (all_queries,) = (
        [r for r in faint if r[0] == color] for color in (KEY, QUERY)
    )
    row, column = at
    left = all_keys[1] + all_keys[3] * column * 128 / 4096
    assert tile[1] == pytest.approx(left, abs=WITHIN)
    top = all_queries[2] + all_queries[4] * row * 256 / 4096
    assert tile[2] == pytest.approx(top, abs=WITHIN)


def test_a_chip_holds_the_tile_and_the_account_of_its_queries(draw):
    drawn = draw("tile_loop", **SIZES | TILES)
    arrays = {
        "Q: 256 × 64": np.empty((256, 64), np.float16),
        "K: 128 × 64": np.empty((128, 64), np.float16),
        "V: 128 × 64": np.empty((128, 64), np.float16),
        "scores: 256 × 128": np.empty((256, 128), np.float16),
        "m, s, o: 256 × (1 + 1 + 64)": np.empty((256, 66), np.float16),
    }
    for words, array in arrays.items():
        size = f"{array.nbytes / 1024:g} KiB"
        assert drawn.words[drawn.words.index(words) + 1] == size
        assert f"{words}, {size}" in drawn.label
    total = sum(array.nbytes for array in arrays.values()) / 1024
    assert f"together {total:g} KiB" in drawn.words and f"{total:g} KiB." in drawn.label
    assert "keys, values: 32 blocks of 128" in drawn.words
    assert "queries: 16 blocks of 256" in drawn.words
    assert "16 × 32 tiles of 256 queries × 128 keys" in drawn.label
    assert "The tile in row 7, column 13 is on the chip" in drawn.label


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"query_block": 100}, "must divide 4096 tokens into at most 64; got 100"),
        ({"key_block": 32}, "must divide 4096 tokens into at most 64; got 32"),
        ({"at": (16, 0)}, "at must lie in 16 × 32 tiles; got (16, 0)"),
        ({"at": (0, -1)}, "at must lie in 16 × 32 tiles; got (0, -1)"),
        ({"d_head": 0}, "d_head and n_bytes must be at least 1; got 0 and 2"),
    ],
)
def test_tiles_that_cannot_be_drawn_are_refused(draw, change, rule):
    with pytest.raises(ValueError, match=re.escape(rule)):
        draw("tile_loop", **SIZES | TILES | change)


def test_arrows_are_as_thick_as_their_bytes_and_point_where_these_go(draw):
    drawn = draw("two_memories", 512, 64, n_bytes=4, query_block=100)
    arrows = arrows_of(drawn)
    plain, blocks = moved(512, 64, np.float32, 100)
    thick = [one[1] for one in arrows]
    sizes = np.array([*plain, *blocks])
    np.testing.assert_allclose(thick, 18 * sizes / sizes.max(), atol=2 * WITHIN)
    # From GPU memory, on the left, to the chip, or back.
    reads = [tip > tail for *_, tail, tip in arrows]
    assert reads == [True, True, False, True, False, True, True, False] + [
        True, True, True, False,
    ]  # fmt: skip
    colors = [QUERY, KEY, *[WEIGHTS] * 4, VALUE, VALUE, QUERY, KEY, VALUE, VALUE]
    assert [one[0] for one in arrows] == colors


def test_tables_are_on_one_scale_and_dashes_are_what_is_not_written(draw):
    drawn = draw("two_memories", 512, 64)
    tables = [r for r in drawn.rectangles() if r[4] == pytest.approx(46)]
    wide = {color: [r[3] for r in tables if r[0] == color] for color in (1, 2, 3, 6)}
    narrow = 46 * 64 / 512
    assert wide[QUERY] == pytest.approx([narrow] * 2, abs=WITHIN)
    assert wide[KEY] == pytest.approx([narrow] * 2, abs=WITHIN)
    assert wide[VALUE] == pytest.approx([narrow] * 4, abs=WITHIN)  # and the output
    assert wide[WEIGHTS] == pytest.approx([46] * 2)  # plain's scores and weights
    dashes = lines_of(drawn, dashed=True)
    lengths = [np.abs(line[1] - line[0]).sum() for line in dashes]
    assert lengths == pytest.approx([46] * 4)
    assert min(line[:, 1].min() for line in dashes) > max(
        r[2] + r[4] for r in tables if r[0] == WEIGHTS
    )


def test_the_description_has_every_number(draw):
    label = draw("two_memories", **SIZES).label
    assert label.startswith("What the attention of one head over 4,096 tokens, d = 64,")
    assert (
        "Plain: Q: 0.5 MiB read, K: 0.5 MiB read, scores: 32 MiB written, scores: 32 "
        "MiB read, weights: 32 MiB written, weights: 32 MiB read, V: 0.5 MiB read, "
        "output: 0.5 MiB written; together 130 MiB." in label
    )
    assert (
        "Queries in blocks of 256 (4,096 / 256 = 16 times all of K and V): Q: 0.5 MiB "
        "read, K: 16 × 0.5 = 8 MiB read, V: 16 × 0.5 = 8 MiB read, output: 0.5 MiB "
        "written; together 17 MiB instead of 130 MiB" in label
    )


def test_blocks_that_move_more_are_set_against_the_plain_way_too(draw):
    drawn = draw("two_memories", 12, 6, n_bytes=1, query_block=1)
    plain, blocks = moved(12, 6, np.int8, 1)
    assert blocks.sum() > plain.sum()
    both = f"together {blocks.sum():,.0f} bytes instead of {plain.sum():,.0f} bytes"
    assert both in drawn.words


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"d_head": 0}, "d_head and n_bytes must be at least 1; got 0 and 2"),
        ({"n_bytes": 0}, "d_head and n_bytes must be at least 1; got 64 and 0"),
        ({"n_tokens": 127}, "from 128, twice d_head, to 99999; got 127"),
        ({"n_tokens": 100_000}, "from 128, twice d_head, to 99999; got 100000"),
        ({"query_block": 0}, "query_block must be 1 to n_tokens, 4096; got 0"),
        ({"query_block": 4097}, "query_block must be 1 to n_tokens, 4096; got 4097"),
    ],
)
def test_sizes_that_cannot_be_drawn_are_refused(draw, change, rule):
    with pytest.raises(ValueError, match=re.escape(rule)):
        draw("two_memories", **SIZES | change)


@pytest.mark.parametrize("name, given", CALLS)
def test_it_is_plain_svg_small_and_always_the_same(draw, name, given):
    svg = draw(name, **given).svg
    assert len(svg.encode()) <= 30_000
    assert not re.search(r"\bid=|href|url\(|<style|<!", svg)  # many stand in a page
    assert svg == draw(name, **given).svg


@pytest.mark.parametrize("name, given", [CALLS[0], CALLS[3]])
def test_no_word_escapes_translation(made_up_language, draw, name, given):
    drawn = draw(name, **given)
    left = re.sub("⟦[^⟦⟧]*⟧", "", " ".join(drawn.words))
    while (inner := re.sub("⟦[^⟦⟧]*⟧", "", left)) != left:
        left = inner
    ours = "MiB|QKᵀ|softmax"
    assert re.findall("[A-Za-z]{2,}", re.sub(ours, "", left)) == []
    assert drawn.label.startswith("⟦")


@pytest.mark.browser
@pytest.mark.parametrize("font", ["Helvetica, Arial, sans-serif", "DejaVu Sans"])
@pytest.mark.parametrize("width", [390, 1280])
def test_no_word_is_cut_or_lies_on_another(draw, opened, width, font):
    body = "".join(draw(name, **given).svg for name, given in CALLS)
    page = opened(body, font=font, width=width)
    assert page.locator("svg").count() == len(CALLS)
    assert page.evaluate(FAULTS) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.browser
def test_words_are_legible_on_a_phone_and_colors_follow_the_theme(draw, opened):
    page = opened("".join(draw(name, **given).svg for name, given in CALLS))
    sizes = page.eval_on_selector_all(
        "svg text",
        """all => all.map((text) => parseFloat(getComputedStyle(text).fontSize)
            * text.ownerSVGElement.getBoundingClientRect().width
            / text.ownerSVGElement.viewBox.baseVal.width)""",
    )
    assert len(sizes) > 100
    assert min(sizes) >= 11
    light = page.evaluate(COLORS)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    dark = page.evaluate(COLORS)
    assert len(light) >= 7
    assert [plain for plain in light if light[plain] == dark[plain]] == []
