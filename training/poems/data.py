"""Make assets/data/tang_poems.txt from the file tang300 of Debian's fortunes-zh.

    python -m training.poems.data /usr/share/games/fortunes/tang300

Only the poems' own words are kept. A poem is a line 《title》author, then its lines of
verse; an empty line separates poems.
"""

import re
import sys
from pathlib import Path
from typing import NamedTuple

POEMS = Path(__file__).resolve().parents[2] / "assets" / "data" / "tang_poems.txt"
COLOURS = re.compile(r"\x1b\[\d*m")  # the package colours titles for a terminal
HEAD = re.compile(r"《(?P<title>.*)》(?P<author>[^》]*)")


class Poem(NamedTuple):
    """One poem: who wrote it, and its words with their punctuation."""

    title: str
    author: str
    lines: tuple[str, ...]


def read_fortunes(text: str) -> list[Poem]:
    """Find the poems in the text of the package's file."""
    records = re.split(r"^%$", COLOURS.sub("", text), flags=re.MULTILINE)
    return [_clean(record) for record in records if record.strip()]


def _clean(record: str) -> Poem:
    """Take a record apart; drop the author's preface in prose, if there is one."""
    title, author, *lines = [line.strip() for line in record.strip().splitlines()]
    title = HEAD.fullmatch(title)["title"].replace(",", "，").replace(".", "。")
    if "" in lines:  # an empty line stands between preface and verse
        title = title.removesuffix("・并序")  # "with preface"
        lines = lines[lines.index("") + 1 :]
    return Poem(title, author.removeprefix("作者："), tuple(lines))


def write_poems(poems: list[Poem], path: Path = POEMS) -> None:
    """Write poems in the format that this module's first lines describe."""
    heads = [f"《{poem.title}》{poem.author}" for poem in poems]
    blocks = ["\n".join([h, *p.lines]) for h, p in zip(heads, poems, strict=True)]
    path.write_text("\n\n".join(blocks) + "\n", encoding="utf-8", newline="\n")


def read_poems(path: Path = POEMS) -> list[Poem]:
    """Undo `write_poems`."""
    poems = []
    for block in path.read_text(encoding="utf-8").strip().split("\n\n"):
        head, *lines = block.split("\n")
        poems.append(Poem(**HEAD.fullmatch(head).groupdict(), lines=tuple(lines)))
    return poems


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Which file? python -m training.poems.data FILE, FILE being tang300")
    found = read_fortunes(Path(sys.argv[1]).read_text(encoding="utf-8"))
    write_poems(found)
    n_characters = sum(len(line) for poem in found for line in poem.lines)
    print(f"{len(found)} poems, {n_characters} characters in {POEMS.name}")
