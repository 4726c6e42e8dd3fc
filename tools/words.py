"""Gather the words of exercises and figures into a template for translators.

`python tools/words.py` (make words) writes _build/words/glassbox.pot. A translator fills
a copy of it in: lib/glassbox/locale/<language>.po.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po
from glassbox import check
from glassbox.exercises._engine import Exercise

ROOT = Path(__file__).parents[1]
LIBRARY = ROOT / "lib" / "glassbox"
TEMPLATE = ROOT / "_build" / "words" / "glassbox.pot"


def template() -> Catalog:
    """Return all texts of exercises and figures, each with the files it stands in."""
    catalog = Catalog(
        project="The Glass-Box Transformer",
        creation_date=datetime(2026, 1, 1, tzinfo=UTC),
    )
    for exercise in check:
        (file,) = LIBRARY.glob(f"exercises/*/{exercise.name}.py")
        for text in texts_of(exercise):
            catalog.add(text, locations=[(file.relative_to(ROOT).as_posix(), None)])
    for name, line, text, *_ in extract_from_dir(LIBRARY, keywords={"_": None}):
        file = (LIBRARY / name).relative_to(ROOT).as_posix()
        catalog.add(text, locations=[(file, line)])
    return catalog


def texts_of(exercise: Exercise) -> Iterator[str]:
    """Yield all that an exercise can say to a reader."""
    yield exercise.task
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
