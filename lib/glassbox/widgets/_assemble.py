"""Makes one script and one style of a widget's files and what they share."""

import re
from pathlib import Path

STATIC = Path(__file__).parent / "static"
IMPORT = re.compile(r'^import \{([^}]*)\} from "\./(\w+\.js)";\n', re.MULTILINE)
BLOCK = re.compile(r"^(?:export )?(?=(?:function|const|class) (\w+))", re.MULTILINE)
STRING = re.compile(r'("(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)')


def assemble_script(name: str) -> str:
    """Return a widget's script with the shared functions that it imports on top.

    Editors and Node see real modules; the page gets one module without imports.
    """
    script = (STATIC / name).read_text("utf-8")
    shared = ""
    for names, module in IMPORT.findall(script):
        wanted = [word.strip() for word in names.split(",") if word.strip()]
        shared += pick_functions(module, wanted)
    script = without_comments(IMPORT.sub("", script))
    if left := re.search(r"^import\b.*", script, re.MULTILINE):
        raise ImportError(
            f"{name}: an import must read 'import {{ a, b }} from \"./module.js\";'; "
            f"got {left[0]!r}"
        )
    return squeezed(shared + script)


def assemble_style(name: str) -> str:
    """Return the style that all widgets share, and the widget's own if it has one."""
    own = (STATIC / name).with_suffix(".css")
    files = [STATIC / "ui.css", *([own] if own.is_file() else [])]
    style = "".join(file.read_text("utf-8") for file in files)
    return re.sub(r"(?<=[{};:,])\s+|\s+(?=[{}])", "", without_comments(style))


def pick_functions(module: str, wanted: list[str]) -> str:
    """Return the named top-level functions of a shared module, and what they name."""
    if not (STATIC / module).is_file():
        raise ImportError(f"there is no {module} in {STATIC.name}/ to import from")
    source = without_comments((STATIC / module).read_text("utf-8"))
    # BLOCK.split gives [text before, name, block, name, block, ...].
    _, *pieces = BLOCK.split(source)
    blocks = dict(zip(pieces[::2], pieces[1::2], strict=True))
    if missing := [name for name in wanted if name not in blocks]:
        raise ImportError(
            f"{module} has no {', '.join(missing)}; it has {', '.join(blocks)}"
        )
    needed, to_visit = set(), list(wanted)
    while to_visit:
        name = to_visit.pop()
        if name not in needed:
            needed.add(name)
            words = set(re.findall(r"\w+", blocks[name]))
            to_visit += words & blocks.keys()
    return "".join(block for name, block in blocks.items() if name in needed)


def without_comments(source: str) -> str:
    """Drop whole-line comments and empty lines, which readers of the page pay for."""
    source = re.sub(r"^\s*/\*.*?\*/\s*?\n", "", source, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"^[ \t]*(//.*)?\n", "", source, flags=re.MULTILINE)


def squeezed(script: str) -> str:
    """Drop, outside strings, trailing comments and the spaces that only eyes need."""
    parts = STRING.split(script)
    for index in range(0, len(parts), 2):  # the parts between the strings
        code = re.sub(r"^ +| *//.*", "", parts[index], flags=re.MULTILINE)
        code = re.sub(r" ?([][=?:!,;{}()<>|&*]+) ?", r"\1", code)
        parts[index] = re.sub(r"(?<=[,({[])\n", "", code)
    return "".join(parts)
