"""Write down the prose of three chapters, for the chapter on tokens to learn from.

    python -m training.tokenizer.prose

The chapters change, but the file stays as it was made, so that the chapter's numbers
do. Code, formulas, tables and references are left out.
"""

import json
import re
from pathlib import Path

from glassbox.models.tokenizer.prose import PROSE

CHAPTERS = Path(__file__).resolve().parents[2] / "chapters"
READ = (
    "softmax_and_temperature",
    "scaled_dot_product_attention",
    "multi_head_attention",
)
NOT_PROSE = re.compile(r"```.*?```|\$\$.*?\$\$|\$[^$]*\$|<[^>]+>", re.S)
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def main():
    text = "".join(prose(CHAPTERS / f"{slug}.ipynb") for slug in READ)
    PROSE.write_text(text, encoding="utf-8")
    print(f"{len(text)} characters, {PROSE.stat().st_size} bytes")


def prose(path):
    """Return a chapter's paragraphs and list entries, a line each."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    written = ["".join(c["source"]) for c in cells if c["cell_type"] == "markdown"]
    text = "\n".join(written).partition("## References")[0]
    text = re.sub(r"[*_`#>]", "", LINK.sub(r"\1", NOT_PROSE.sub("", text)))
    lines = [line.strip().removeprefix("- ") for line in text.splitlines()]
    return "".join(f"{line}\n" for line in lines if line and line[0] not in "|-:{")


if __name__ == "__main__":
    main()
