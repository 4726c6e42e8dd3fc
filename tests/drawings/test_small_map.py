"""The small map is the front page's map, with a chapter's boxes filled."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from chapter_solutions import BACK_MATTER
from glassbox.drawings import _small_map, small_map

ROOT = Path(__file__).resolve().parents[2]
MAP = ROOT / "assets/figures/transformer_map.svg"
TAG = "{http://www.w3.org/2000/svg}"
CLASSES = {"feed": ["feed"], "head": ["head", "soft"], "embedding": ["embed"]}


def filled(part):
    """List the colors of the boxes that are filled strongly, from the top."""
    root = ElementTree.fromstring(small_map(part))
    strong = [p for p in root.iter(TAG + "path") if "fill-opacity" not in p.attrib]
    styles = [p.get("style") for p in strong]
    return re.findall(r"fill:var\(--figure-(\d)", " ".join(styles))


def test_each_chapter_has_its_place_and_no_other_name_has():
    slugs = {path.stem for path in (ROOT / "chapters").glob("*.ipynb")}
    assert set(_small_map.HERE) == slugs - BACK_MATTER
    with pytest.raises(ValueError, match="part must be one of .*; got 'tea'"):
        small_map("tea")


def test_the_boxes_stand_where_the_front_page_s_map_has_them():
    boxes = {}
    for box in ElementTree.parse(MAP).getroot().iter(TAG + "rect"):
        place = tuple(int(box.get(key)) for key in ("x", "y", "height"))
        boxes.setdefault(box.get("class"), set()).add(place)
    for kind, (_, ours) in _small_map.BOXES.items():
        theirs = set().union(*(boxes[c] for c in CLASSES.get(kind, [kind])))
        assert {(left, top, height) for _, left, top, height in ours} == theirs


def test_softmax_is_inside_attention_and_at_the_end():
    assert filled("softmax_and_temperature") == ["2", "2", "2", "3"]
    svg = small_map("softmax_and_temperature")
    said = "The Transformer’s map. Here: softmax: inside attention, and at the end."
    assert f'aria-label="{said}"' in svg


@pytest.mark.parametrize("part", _small_map.HERE)
def test_every_part_named_is_on_the_map(part):
    kinds = {name.split()[0] for name in _small_map.HERE[part]}
    assert set(filled(part)) == {_small_map.BOXES[kind][0] for kind in kinds}


def test_the_map_is_small():
    root = ElementTree.fromstring(small_map("the_transformer"))
    assert float(root.get("width")) <= 150 and float(root.get("height")) <= 125
