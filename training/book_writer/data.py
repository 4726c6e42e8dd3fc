"""Make assets/data/book_sentences.txt: plain sentences from this book's chapters.

    python -m training.book_writer.data

All versions of the chapters that git holds are read, the newest first. They change, but
the file stays as it was made, so that the model does. A line is a paragraph; sentences
with formulas, code, numbers or rare signs are left out, and so is what came before.
"""

import json
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SENTENCES = ROOT / "assets" / "data" / "book_sentences.txt"
LEFT_OUT = re.compile(r"```.*?```|\$\$.*?\$\$|<[^>]+>", re.S)
FORMULA = re.compile(r"\$[^$]*\$|`[^`]*`")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
START = re.compile(r"^(?:- |\d+\. |> )")
END = re.compile(r"(?<=[.?!])\s+(?=[A-Z])")
PLAIN = re.compile(r"[A-Z][A-Za-z ,.;:?!'-]+[.?!]")
LEAST_WORDS = 4
EVERY = 10  # each tenth paragraph is held out


def main():
    known, lines = set(), []
    for text in versions():
        for sentences in paragraphs(text):
            kept = [s for s in sentences if s not in known]
            known.update(kept)
            lines += [" ".join(kept)] if kept else []
    SENTENCES.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    words = sum(len(line.split()) for line in lines)
    print(f"{len(lines)} paragraphs, {words} words, {SENTENCES.stat().st_size} bytes")


def versions():
    """Yield the Markdown of each chapter, in each version that git holds."""
    for commit in git("log", "--format=%H", "--", "chapters").split():
        for name in git("ls-tree", "--name-only", commit, "chapters/").split():
            if name.endswith((".ipynb", ".md")):
                yield markdown(git("show", f"{commit}:{name}"), name)


def git(*words):
    """Return what git prints."""
    return subprocess.run(
        ["git", *words], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout


def markdown(text, name):
    """Return a chapter's text, without its code and its references."""
    if name.endswith(".ipynb"):
        cells = json.loads(text)["cells"]
        written = ["".join(c["source"]) for c in cells if c["cell_type"] == "markdown"]
        text = "\n".join(written)
    return text.partition("## References")[0]


def paragraphs(text):
    """Yield the plain sentences of each paragraph and list entry."""
    text = FORMULA.sub("#", LEFT_OUT.sub("\n", text))
    text = re.sub(r"[*_]", "", LINK.sub(r"\1", text)).replace("’", "'")
    for line in text.splitlines():
        found = END.split(START.sub("", line.strip()))
        yield [s for s in found if PLAIN.fullmatch(s) and len(s.split()) >= LEAST_WORDS]


def read_paragraphs(path=SENTENCES):
    """Return the paragraphs to train on and those held out."""
    lines = path.read_text(encoding="utf-8").splitlines()
    held_out = lines[EVERY // 2 :: EVERY]
    return [line for i, line in enumerate(lines) if i % EVERY != EVERY // 2], held_out


if __name__ == "__main__":
    main()
