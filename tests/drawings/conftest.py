"""The drawings that a test draws, kept instead of shown."""

import re
from xml.etree import ElementTree

import pytest
from glassbox import drawings
from glassbox.drawings import (
    _backward_pass,
    _bar_table,
    _bars,
    _beyond_training,
    _candidates_cut,
    _compare_and_pay,
    _copied_letters,
    _counter_and_waves,
    _falling_losses,
    _heads_apart,
    _heads_cut,
    _highest_scores,
    _layer_orders,
    _leads_and_ratios,
    _letter_matches,
    _machine_steps,
    _memory_to_decoder,
    _norm_places,
    _one_context,
    _parts_read,
    _residual_stream,
    _right_angle,
    _rising_scores,
    _scored_heads,
    _settled,
    _shared_keys,
    _shifted_triangle,
    _skip_path,
    _slope_paths,
    _soft_dictionary,
    _softmax_steps,
    _surprises,
    _teacher_and_alone,
    _temperature_strip,
    _then_and_now,
    _three_views,
    _tile_loop,
    _token_and_place,
    _token_lengths,
    _turned_pair,
    _turned_pairs,
    _two_memories,
    _two_norms,
    _two_step_tree,
    _two_steps,
    _weights_fetched,
    _weights_table,
    _who_shares,
    _widen_bend_narrow,
    _word_directions,
)

TAG = "{http://www.w3.org/2000/svg}"
DRAWING = (
    _backward_pass,
    _candidates_cut, _two_step_tree,
    _compare_and_pay,
    _norm_places, _residual_stream, _right_angle, _skip_path, _slope_paths,
    _one_context,
    _falling_losses,
    _surprises,
    _shifted_triangle,
    _heads_apart, _heads_cut, _memory_to_decoder,
    _layer_orders, _machine_steps, _parts_read,
    _soft_dictionary, _softmax_steps, _temperature_strip, _three_views, _weights_table,
    _counter_and_waves, _token_and_place, _widen_bend_narrow, _word_directions,
    _who_shares, _teacher_and_alone,
    _beyond_training, _turned_pair, _turned_pairs, _highest_scores,
    _shared_keys, _tile_loop, _two_memories, _weights_fetched,
    _then_and_now, _token_lengths,
    _bar_table, _bars, _scored_heads, _two_steps, _leads_and_ratios,
    _copied_letters, _letter_matches, _rising_scores, _settled, _two_norms,
)  # fmt: skip
COLORS = {
    "#0072B2": 1, "#C24E00": 2, "#00795A": 3, "#A0457A": 4, "#6B5B00": 5, "#404040": 6,
}  # fmt: skip


class Drawn:
    """A drawing, as what is in it."""

    def __init__(self, drawing):
        self.drawing, self.svg = drawing, drawing.svg
        self.root = ElementTree.fromstring(drawing.svg)

    @property
    def label(self):
        return self.root.get("aria-label")

    @property
    def words(self):
        """What is written, from the first word to the last."""
        return ["".join(text.itertext()) for text in self.root.iter(TAG + "text")]

    @property
    def texts(self):
        """List each word with its color, or None where that is the ink."""
        texts = self.root.iter(TAG + "text")
        return [("".join(t.itertext()), COLORS.get(t.get("fill"))) for t in texts]

    def rectangles(self):
        """List the rectangles: (color, left, top, width, height, opacity)."""
        found = []
        for path in self.root.iter(TAG + "path"):
            at = [float(v) for v in re.findall(r"-?[\d.]+", path.get("d"))]
            color, opacity = COLORS.get(path.get("fill")), path.get("fill-opacity", "1")
            if color and len(at) == 8:
                size = at[2] - at[0], at[5] - at[1]
                found.append((color, *at[:2], *size, float(opacity)))
        return found

    def bars(self, height):
        """List the rectangles of this height: (color, left, top, width)."""
        return [r[:4] for r in self.rectangles() if r[4] == pytest.approx(height)]

    def bands(self, color, width):
        """List where the bands of this width begin and how high they are."""
        found = [r for r in self.rectangles() if r[0] == color and r[5] == 1]
        return [(r[1], r[4]) for r in found if r[3] == pytest.approx(width)]

    def flows(self):
        """List from where to where each band goes down that turns."""
        paths = [path.get("d") for path in self.root.iter(TAG + "path")]
        turned = [re.findall(r"L([\d.]+)", path) for path in paths if "Q" in path]
        return [(float(at[2]), float(at[1])) for at in turned]


@pytest.fixture
def draw(monkeypatch):
    """Draw and return what was shown: draw("softmax_steps", scores, tokens)."""
    shown = []
    for module in DRAWING:
        monkeypatch.setattr(module, "show", shown.append)

    def draw(name, *arguments, **named):
        assert getattr(drawings, name)(*arguments, **named) is None
        return Drawn(shown.pop())

    return draw
