"""Gather the words of exercises, drawings and figures into a template for translators.

`make words` runs it and writes _build/words/glassbox.pot. A translator fills in a copy,
lib/glassbox/locale/<language>.po.
"""

from collections.abc import Iterator
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po
from glassbox import check
from glassbox.exercises._engine import ByHand, Exercise

ROOT = Path(__file__).parents[1]
LIBRARY = ROOT / "lib" / "glassbox"
LOOK_UPS = {"_": None, "translated": None}  # one argument each: the English text
TEMPLATE = ROOT / "_build" / "words" / "glassbox.pot"


def template() -> Catalog:
    """Return all texts of exercises, drawings and figures, each with its files."""
    catalog = Catalog(project="The Glass-Box Transformer", charset="utf-8")
    for exercise in check:
        (file,) = LIBRARY.glob(f"exercises/*/{exercise.name}.py")
        for text in texts_of(exercise):
            catalog.add(text, locations=[(str(file.relative_to(ROOT)), None)])
    # Babel passes over folders such as _engine unless it is told otherwise.
    calls = extract_from_dir(LIBRARY, keywords=LOOK_UPS, directory_filter=bool)
    for name, line, text, *_rest in calls:
        file = LIBRARY / name
        catalog.add(text, locations=[(str(file.relative_to(ROOT)), line)])
    return catalog


def texts_of(exercise: Exercise | ByHand) -> Iterator[str]:
    """Yield everything that an exercise can say to a reader."""
    yield exercise.task
    yield from getattr(exercise, "parts", ())
    yield from exercise.hints
    yield from (case.note for case in getattr(exercise, "cases", ()))
    for wrong in exercise.wrongs:
        yield wrong.diagnosis
        yield wrong.look_at


def main() -> None:
    """Write the template."""
    TEMPLATE.parent.mkdir(parents=True, exist_ok=True)
    with TEMPLATE.open("wb") as file:
        write_po(file, template(), width=88)
    print(f"wrote {TEMPLATE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
