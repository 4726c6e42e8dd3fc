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
    source = (STATIC / name).read_text("utf-8")
    script = without_comments(IMPORT.sub("", source))
    if left := re.search(r"^import\b.*", script, re.MULTILINE):
        raise ImportError(
            f"{name}: an import must read 'import {{ a, b }} from \"./module.js\";'; "
            f"got {left[0]!r}"
        )
    return squeezed("".join(shared_blocks(name).values()) + script)


def assemble_style(name: str) -> str:
    """Return ui.css, then the styles of what a widget imports, then its own."""
    modules = {module: None for module, _ in shared_blocks(name)}  # each once, in order
    files = ["ui.css", *(m.replace(".js", ".css") for m in [*modules, name])]
    paths = [STATIC / file for file in dict.fromkeys(files)]
    style = "".join(path.read_text("utf-8") for path in paths if path.is_file())
    return re.sub(r"(?<=[{};:,])\s+|\s+(?=[{}])", "", without_comments(style))


def shared_blocks(name: str) -> dict[tuple[str, str], str]:
    """Return, by (module, name), the functions that a script imports and they name."""
    modules, found, home = {}, set(), {}
    to_visit = imported_names((STATIC / name).read_text("utf-8"))
    while to_visit:
        module, function = to_visit.pop()
        if home.setdefault(function, module) != module:
            raise ImportError(
                f"{name} would get {function} twice, from {home[function]} and {module}"
            )
        if (module, function) in found:
            continue
        if module not in modules:
            modules[module] = read_module(module)
        blocks, imports = modules[module]
        if function not in blocks:
            raise ImportError(f"{module} has no {function}; it has {', '.join(blocks)}")
        found.add((module, function))
        words = set(re.findall(r"\w+", blocks[function]))
        to_visit += [(module, word) for word in blocks if word in words]
        to_visit += [pair for pair in imports if pair[1] in words]
    # A module's functions in its own order: a constant precedes what is made of it.
    return {
        (module, function): block
        for module in sorted(modules)
        for function, block in modules[module][0].items()
        if (module, function) in found
    }


def imported_names(source: str) -> list[tuple[str, str]]:
    """Return what a script imports, as pairs of module and name."""
    return [
        (module, word.strip())
        for names, module in IMPORT.findall(source)
        for word in names.split(",")
        if word.strip()
    ]


def read_module(module: str) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Return a shared module's top-level functions by name, and what it imports."""
    if not (STATIC / module).is_file():
        raise ImportError(f"there is no {module} in {STATIC.name}/ to import from")
    source = (STATIC / module).read_text("utf-8")
    # BLOCK.split gives [text before, name, block, name, block, ...].
    _, *pieces = BLOCK.split(without_comments(IMPORT.sub("", source)))
    blocks = dict(zip(pieces[::2], pieces[1::2], strict=True))
    return blocks, imported_names(source)


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
        code = re.sub(r" ([-+/%]) (?=[\w(])", r"\1", code)  # "a - -b" keeps its spaces
        code = re.sub(r"(?<![\w$])\((\w+)\)=>", r"\1=>", code)
        code = re.sub(r"(?<=[,({[;])\n|\n(?=[\])}.?:&|])", "", code)
        parts[index] = code.replace(";}", "}")
    return "".join(parts)
