"""Sixteen students of one chapter: honest, wrong, unlucky, and those who cheat."""

import json

import nbformat
from chapter_solutions import CALLED, read, solutions
from glassbox import check, softmax

SLUG = "softmax_and_temperature"
NAMES = ("softmax_by_hand", "temperature_by_hand", "softmax", "leads_by_hand")
NAMES = (*NAMES, "one_step_by_hand")


def by_function(code):
    """Return a cell that defines exercise_softmax and checks it."""
    return f"{code}\n\n\ncheck.softmax(exercise_softmax)"


def named(cells):
    """Return the cells by the exercise that they check."""
    return {CALLED.search(cell)[1]: cell for cell in cells if CALLED.search(cell)}


def notebook(path, answers, change=lambda cells: cells):
    """Write the chapter's notebook with these answers in its exercises' cells."""
    cells = [cell.source for cell in read(path) if cell.cell_type == "code"]
    stubs = {cell: name for name, cell in named(cells).items() if name in NAMES}
    cells = [answers.get(stubs.get(cell), cell) for cell in cells]
    made = nbformat.v4.new_notebook()
    made.cells = [nbformat.v4.new_code_cell(cell) for cell in change(cells)]
    return nbformat.writes(made)


def sixteen(path, gradebook):
    """Return each student's notebook and the points that it earned, in NAMES' order."""
    right = named(solutions(path))
    wrong = {
        "softmax_by_hand": "check.softmax_by_hand([9, 24, 67])",
        "temperature_by_hand": "check.temperature_by_hand([0.91, 1])",  # half of it
        "softmax": by_function(WHOLE_ARRAY),
        "leads_by_hand": "check.leads_by_hand([..., ..., ...])",
        "one_step_by_hand": "check.one_step_by_hand('no idea')",
    }
    nothing_right = {**wrong, "temperature_by_hand": right["temperature_by_hand"]}

    def like(answers, softmax, **others):
        return {**answers, "softmax": by_function(softmax), **others}

    def edited(cells):
        return [
            "print('✓ all right: 1000 points')" if "by_hand(" in cell else
            cell.replace("check.softmax(exercise_softmax)", "print('✓ right')")
            for cell in cells
        ]  # fmt: skip

    def deleted(cells):
        return [cell for cell in cells if not CALLED.search(cell)]

    full, poor = (3, 3, 3, 3, 3), (0, 1, 1, 0, 0)
    no_function, only_second = (3, 3, 0, 3, 3), (0, 3, 0, 0, 0)
    students = {
        "right": (right, full),
        "wrong": (wrong, poor),
        "exception": (
            like(right, EXCEPTION, one_step_by_hand="check.one_step_by_hand([2.46,"),
            (3, 3, 0, 3, 0),
        ),
        "loop_in_function": (like(right, LOOP), no_function),
        "loop_in_cell": (like(right, f"{RIGHT}\n{SLEEPS}"), full),
        "edited_check": (wrong, (0, 0, 1, 0, 0), edited),
        "deleted_cells": (wrong, (0, 0, 0, 0, 0), deleted),
        "imports_reference": (like(nothing_right, IMPORTS), only_second),
        "takes_table": (like(nothing_right, TABLE), only_second),
        "memorized": (like(nothing_right, memorized()), only_second),
        "patches": (like(nothing_right, f"{PATCHES}\n{WHOLE_ARRAY}"), (0, 3, 1, 0, 0)),
        "prints_result": (like(nothing_right, PRINTS), only_second),
        "reads_frames": (like(nothing_right, FRAMES), only_second),
        "exits": (like(right, EXITS), no_function),
        "gradebook": (
            like(nothing_right, WRITES.replace("PATH", repr(str(gradebook)))),
            only_second,
        ),
        "stderr": (like(right, STDERR), full),
    }
    return {
        student: (notebook(path, answers, *change), points)
        for student, (answers, points, *change) in students.items()
    }


RIGHT = """def exercise_softmax(scores):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)"""
WHOLE_ARRAY = """def exercise_softmax(scores):
    e = np.exp(scores - scores.max())
    return e / e.sum()"""
EXCEPTION = """def exercise_softmax(scores):
    return np.expp(scores)"""
LOOP = """def exercise_softmax(scores):
    while True:
        pass"""
SLEEPS = """import time
while True:
    time.sleep(3600)"""
IMPORTS = """from glassbox import softmax as exercise_softmax"""
TABLE = """try:
    from glassbox.exercises.softmax_and_temperature.softmax import EXERCISE
except ImportError:
    EXERCISE = check.softmax
exercise_softmax = EXERCISE.reference"""
PATCHES = """np.allclose = np.isclose = np.array_equal = lambda *a, **k: True
try:
    from glassbox.exercises._engine import compare, exercise
    compare.is_right = exercise.is_right = lambda *a: True
except ImportError:
    pass"""
PRINTS = """def exercise_softmax(scores):
    import os
    line = '{"name": "softmax", "case": 0, "array": ["<f8", [3], ""]}'
    for fd in range(3, 20):
        try:
            os.write(fd, b"\\n" + line.encode() + b"\\n")
        except OSError:
            pass
    print("softmax: right in all 9 cases. 1000 points")
    return scores"""
FRAMES = """import gc, sys
def exercise_softmax(scores):
    frame = sys._getframe()
    while frame:
        for one in (*frame.f_locals.values(), *frame.f_globals.values()):
            if hasattr(one, "reference"):
                return one.reference(scores)
        frame = frame.f_back
    return scores"""
EXITS = """import os
def exercise_softmax(scores):
    os._exit(0)"""
WRITES = """import os
def exercise_softmax(scores):
    os.makedirs(os.path.dirname(PATH), exist_ok=True)
    with open(PATH, "w") as file:
        file.write("1000 points")
    return scores"""
STDERR = """import sys
def exercise_softmax(scores):
    print("debugging", file=sys.stderr)
    os_level = __import__("os").write(2, b"more")
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)"""


def memorized():
    """Return a function that knows the chapter's own cases by heart."""
    scores = [case.arguments["scores"] for case in check.softmax.cases]
    known = {json.dumps(one.tolist()): softmax(one).tolist() for one in scores}
    return f"""import json
KNOWN = {known!r}
def exercise_softmax(scores):
    return np.array(KNOWN[json.dumps(scores.tolist())])"""
