"""What runs a cell in the page, as a notebook's kernel would, inside the page's Python.

`run` executes one cell in the page's one namespace. What the cell prints, shows or
raises goes out in pieces, as (kind, text): "stdout", "stderr", "text", "html",
"error".
"""

import ast
import builtins
import linecache
import sys
import time
import traceback
import types

PAUSE = 0.05  # seconds between two pieces of printed text
AT_ONCE = 100  # lines that go out as they come
MOST = 100_000  # characters that one cell may print into the page

namespace = {"__name__": "__main__"}
_send = print  # where the pieces go while a cell runs
_quiet = False  # whether what runs is not asked for itself: nothing is drawn


def run(source, number, quiet, send):
    """Run a cell in the page's namespace; return whether it came to its end."""
    global _send, _quiet
    _send, _quiet = send, quiet
    name = f"cell [{number}]"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    out, err = _Stream("stdout"), _Stream("stderr")
    sys.stdout, sys.stderr = out, err
    try:
        value = _execute(source, name)
        if value is not None:
            namespace["_"] = value
            display(value)
        return True
    except BaseException as error:  # SystemExit and the like end the cell alone
        out.close()
        send("error", _told(error, name))
        return False
    finally:
        out.close()
        err.close()
        sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__


def _execute(source, name):
    """Execute a cell's statements; return what its last expression gives."""
    tree = ast.parse(source, name)
    shown = None
    ends_silently = source.rstrip().endswith(";")
    if tree.body and isinstance(tree.body[-1], ast.Expr) and not ends_silently:
        shown = ast.Expression(tree.body.pop().value)
    exec(compile(tree, name, "exec"), namespace)
    return eval(compile(shown, name, "eval"), namespace) if shown else None


def display(*values):
    """Show values as a notebook does: as a drawing or a table if they have one."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    for value in values:
        kind, text = _shown(value)
        if text:
            _send(kind, text)


def _shown(value):
    for method in ("_repr_svg_", "_repr_html_"):
        draw = getattr(value, method, None)
        if draw and not isinstance(value, type):
            drawing = draw()
            if drawing is not None:
                return "html", drawing
    return "text", repr(value)


def _told(error, name):
    """Return an error as Python tells it, with the reader's own lines alone."""
    told = traceback.TracebackException.from_exception(error, capture_locals=False)
    one, seen = told, set()
    while one is not None and id(one) not in seen:
        seen.add(id(one))
        own = [frame for frame in one.stack if frame.filename.startswith("cell [")]
        one.stack = traceback.StackSummary.from_list(own)
        one = one.__cause__ or one.__context__
    return "".join(told.format()).rstrip()


class _Stream:
    """Text on its way to the page: in larger pieces, and not without end."""

    encoding = "utf-8"

    def __init__(self, kind):
        self.kind, self.parts, self.sent, self.left_out = kind, [], 0, 0
        self.last, self.lines = time.monotonic(), 0

    def write(self, text):
        room = max(0, MOST - self.sent)
        self.parts.append(text[:room])
        self.sent += len(text)
        self.lines += text.count("\n")
        self.left_out += text[room:].count("\n")
        early = self.lines <= AT_ONCE and text.endswith("\n")
        if early or time.monotonic() - self.last > PAUSE:
            self.flush()
        return len(text)

    def flush(self):
        if printed := "".join(self.parts):
            _send(self.kind, printed)
        self.parts = []
        self.last = time.monotonic()

    def close(self):
        self.flush()
        if self.left_out:
            _send("left_out", str(self.left_out))
            self.left_out = 0

    def isatty(self):
        return False


# ---- what a notebook has and the page has not ---------------------------------


class _Unshown:
    """Stands for a widget: the page shows it already, made when the book was built."""

    def __init__(self, *values, **named):
        pass

    def _repr_html_(self):
        return ""


class _StandIn(types.ModuleType):
    """A module that gives the same thing for each name that it is asked for."""

    def __init__(self, name, give):
        super().__init__(name)
        self._give = give

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self._give(name)


def _figure(name):
    """Return a function that draws a figure, or none where nobody looks at it."""

    def draw(*values, **named):
        return None if _quiet else getattr(_figures(), name)(*values, **named)

    return draw


def _figures():
    """Import the book's figures, which need matplotlib; the stand-in stays in place."""
    stand_in = sys.modules.pop("glassbox.figures")
    try:
        import glassbox.figures as figures

        return figures
    finally:
        sys.modules["glassbox.figures"] = stand_in
        sys.modules["glassbox"].figures = stand_in


def prepare():
    """Give cells what they expect to find, before the first of them runs."""
    builtins.display = display
    shown = types.ModuleType("IPython.display")
    shown.display = display
    notebook = types.ModuleType("IPython")
    notebook.display = shown
    notebook.get_ipython = lambda: None
    notebook.version_info = (9, 0)  # matplotlib reads it
    sys.modules |= {"IPython": notebook, "IPython.display": shown}
    sys.modules["glassbox.figures"] = _StandIn("glassbox.figures", _figure)
    sys.modules["glassbox.widgets"] = _StandIn("glassbox.widgets", lambda _: _Unshown)
