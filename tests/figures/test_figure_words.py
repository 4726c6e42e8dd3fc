"""Each label that a figure brings itself can be translated."""

import re

import numpy as np
import pytest
from babel.messages.pofile import write_po
from glassbox import figures, softmax, words
from glassbox.figures import _figure
from words import template

LINES = {"“a”": [0.5, 0.25, 0.2], "“b”": [0.1, 0.3, 0.4]}
PANELS = {"“left”": LINES, "“right”": LINES}
MAPS = {"“before”": np.full((2, 3), 1 / 3), "“after”": np.eye(2, 3)}
SCORES, NAMES = [3.01, 0.09], ["“cup”", "“mug”"]
# What the caller says is in “ ”; the figure shows it as it is.
DRAWN = {
    "errors_over_depth": ([2, 8, 48], LINES),
    "jumps_against_batch_size": ((2, 8, 32), PANELS),
    "losses_above_floor": (LINES, 0.15, "“floor”"),
    "losses_against_lead": ({"“a”": lambda p: 1 - p, "“b”": lambda p: -np.log(p)}, -4),
    "losses_and_level": (LINES, 0.3, "“level”"),
    "moves_by_machine": ({"“whole”": [0.2, 0, 0.1, 9], "“none”": [0, 0, 0, 0]},),
    "over_layers": (LINES, (1, 2, 32)),
    "over_positions_and_distances": ({0: [2.0, 1.0, 0.5], 2: [0.5, 1.0, 2.0]},),
    "probability_against_lead": ([-8, 0],),
    "rate_over_steps": ([0.1, 0.2, 0.1],),
    "reading_maps": (MAPS, ["“9”", "“M”", "“,”"], ["“2”", "“end”"]),
    "shares_against_shift": (SCORES, NAMES, {"“softmax”": softmax}, [0.0, 4.0]),
    "shares_against_temperature": (SCORES, NAMES),
    "shares_over_places": (["“Y”", "“-”", "“M”"], LINES),
    "shares_over_steps": ([0, 50, 900], LINES),
    "weight_over_steps": (LINES,),
    "who_reads_whom": ({"“decoder”": np.tri(3)}, [0]),
}
OPTIONS = {
    "over_layers": {"xlabel": "“layers”", "ylabel": "“gradient”"},
}
# A translated text, the caller's own, a number, or a letter of the equations.
KNOWN = re.compile(r"⟦.*⟧|“.*”( \d+)?|[-−]?[\d.]+[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]*|c|x|y|dₖ|", re.DOTALL)


@pytest.fixture(scope="module", autouse=True)
def made_up_language(tmp_path_factory):
    """Put each text in ⟦ ⟧ and make it a third longer."""
    catalog = template()
    for text in catalog:
        if text.id:
            text.string = f"⟦{text.id}{'~' * (len(text.id) // 3)}⟧"
    folder = tmp_path_factory.mktemp("locale")
    with (folder / "eo.po").open("wb") as file:  # Esperanto's code
        write_po(file, catalog)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "LOCALE", folder)
        words._catalog.cache_clear()
        words.use_language("eo")
        yield
        words.use_language("en")
    words._catalog.cache_clear()


def draw(name):
    """Draw a figure."""
    getattr(figures, name)(*DRAWN[name], **OPTIONS.get(name, {}))


def test_every_figure_is_drawn():
    assert sorted(DRAWN) == sorted(figures.__all__)


@pytest.mark.parametrize("name", DRAWN)
def test_no_label_escapes_translation(name, words_in):
    draw(name)
    assert [text for text in words_in() if not KNOWN.fullmatch(text)] == []


def test_the_labels_of_the_figures_are_found_to_translate(words_in):
    found = set()
    for name in DRAWN:
        draw(name)
        found.update(words_in())
    assert {"⟦probability~~~⟧", "⟦position 2~~~~⟧"} <= found


def test_so_is_what_a_terminal_shows_of_a_figure(shown):
    draw("shares_over_steps")
    text = str(_figure.Drawing(shown[-1]))
    assert text.startswith("⟦Figure: ⟦right, in %~~~⟧ · ⟦step~⟧ · “a” · “b”~")
