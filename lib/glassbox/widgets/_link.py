"""Joins a widget's script and what it imports into the one module that a page takes.

Each imported module becomes a scope of its own, in the order in which they need each
other; only the lines that import and export are rewritten, so that view-source shows
the book's own code. What can't be joined so is refused, with its file and line.
"""

import re
from functools import cache
from pathlib import Path

IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.\.?/[\w./]+\.js)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.M)
DEFAULT = re.compile(r"^export default ", re.MULTILINE)
# Every other import and export: at a line's start, or called as a function.
STATEMENT = re.compile(r"^[ \t]*(?:import|export)\b(?! *[:=,)])|\bimport *[.(]", re.M)
FORMS = (
    "an import must read 'import { a, b } from \"./module.js\";', an export 'export "
    "function', 'export class' or 'export const' and a name; a default is for widget.js"
)
NAMES = re.compile(r"\s*(\w+)(?: as (\w+))?\s*")


@cache
def link_script(folder: Path) -> str:
    """Return folder/widget.js, with the modules that it imports in front of it."""
    return link(folder / "widget.js")


def link(entry: Path) -> str:
    """Return a script with the modules that it imports in front of it."""
    *modules, _ = modules_of(entry)
    return "\n".join([*map(_scope, modules), _rewritten(entry, is_entry=True)[0]])


@cache
def link_style(folder: Path) -> str:
    """Return what all widgets share, the imported modules' styles, the widget's own."""
    modules = modules_of(folder / "widget.js")
    beside = [path.with_suffix(".css") for path in modules[:-1]]
    files = [folder.parent / "shared/shell.css", *beside, folder / "style.css"]
    texts = [path.read_text("utf-8") for path in dict.fromkeys(files) if path.is_file()]
    return "\n".join(texts)


def modules_of(path: Path, importers: tuple[Path, ...] = ()) -> list[Path]:
    """Return the modules that a module needs, in order of need, itself the last."""
    if path in importers:
        circle = " → ".join(one.name for one in (*importers, path))
        raise ImportError(f"modules import each other in a circle: {circle}")
    source = path.read_text("utf-8")
    found: dict[Path, None] = {}
    for match in IMPORT.finditer(source):
        target = (path.parent / match[2]).resolve()
        if not target.is_file():
            raise ImportError(f"{_place(path, source, match)}: there is no {match[2]}")
        found |= dict.fromkeys(modules_of(target, (*importers, path)))
    return [*found, path]


def _scope(path: Path) -> str:
    """Return a module as a constant: the object of what it exports."""
    body, exports = _rewritten(path)
    title = f"// ---- {path.parent.name}/{path.name} "
    return (
        f"{title:-<88}\nconst {_name(path)} = (() => {{\n{body.strip()}\n\n"
        f"return {{ {', '.join(exports)} }};\n}})();\n"
    )


@cache
def _rewritten(path: Path, is_entry: bool = False) -> tuple[str, list[str]]:
    """Return a module's source without import and export, and what it exports."""
    source = path.read_text("utf-8")
    understood = [*IMPORT.finditer(source), *EXPORT.finditer(source)]
    if is_entry:
        understood += DEFAULT.finditer(source)
    starts = {match.start() for match in understood if _is_code(source, match.start())}
    for match in STATEMENT.finditer(source):
        if match.start() not in starts and not _is_line_comment(source, match.start()):
            raise ImportError(f"{_place(path, source, match)}: {FORMS}")

    def constants(match: re.Match) -> str:
        target = (path.parent / match[2]).resolve()
        exports, names = _rewritten(target)[1], []
        for part in filter(str.strip, match[1].split(",")):
            name, alias = NAMES.fullmatch(part).groups()
            if name not in exports:
                came = f"{match[2]} has no {name}; it has {', '.join(exports)}"
                raise ImportError(f"{_place(path, source, match)}: {came}")
            names.append(f"{name}: {alias}" if alias else name)
        return f"const {{ {', '.join(names)} }} = {_name(target)};"

    exports = [match[1] for match in EXPORT.finditer(source)]
    body = IMPORT.sub(constants, source)
    return body if is_entry else EXPORT.sub("", body), exports


def _is_code(source: str, index: int) -> bool:
    """Tell, on the safe side, whether a place is outside of comments and templates."""
    before = source[:index]
    in_comment = before.rfind("/*") > before.rfind("*/")
    return not in_comment and before.count("`") % 2 == 0


def _is_line_comment(source: str, index: int) -> bool:
    line = source[source.rfind("\n", 0, index) + 1 :].lstrip()
    return line.startswith(("//", "* ", "/*"))


def _name(path: Path) -> str:
    return f"{path.parent.name}_{path.stem}"


def _place(path: Path, source: str, match: re.Match) -> str:
    line = source.count("\n", 0, match.start()) + 1
    return f"{path.parent.name}/{path.name}, line {line}"
