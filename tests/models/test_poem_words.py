"""The English words stand for characters that the model of Tang poems knows."""

from glassbox.models.poems import (
    ENGLISH,
    GLOSSES,
    OPENINGS,
    in_english,
    load_poem_model,
    opening_logits,
)


def test_each_character_is_known_to_the_model_and_has_one_entry():
    characters = GLOSSES.split()[::2]
    assert len(set(characters)) == len(characters) == len(ENGLISH)
    assert set(characters) <= set(load_poem_model().vocabulary)


def test_the_likeliest_characters_after_each_opening_have_a_word():
    model = load_poem_model()
    for opening, logits in opening_logits(model).items():
        likeliest = [model.vocabulary[i] for i in (-logits).argsort()[:12]]
        assert set(opening) | set(likeliest) <= set(ENGLISH)


def test_a_character_without_a_word_stays_and_marks_follow_theirs():
    assert in_english("松下问童子，言□。") == "pine below ask boy child, say (unknown)."
    assert in_english("龘") == "龘"


def test_every_opening_reads_in_english():
    for opening in OPENINGS:
        assert in_english(opening).replace("-", "").replace(" ", "").isascii()
