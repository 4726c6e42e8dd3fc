"""The page's JavaScript, run by Node: its kernels must agree with the Python ones."""

import json
import math
import os
import subprocess
from pathlib import Path

import by_hand_cases
import glassbox
import glassbox.widgets
import numpy as np
import pytest
import transformer_cases
import translator_cases
from glassbox.widgets._link import link_script

HERE = Path(__file__).parent
TEMPERATURES = [0.0, 1e-310, 0.05, 0.7, 1.0, 2.5, 20.0, 1e300]
EDGES = [
    [],
    [5.0],
    [2.0, 2.0, 1.0],
    [0.0, -0.0],
    [-math.inf, 1.0, 0.5],
    [-math.inf, -math.inf],
    [math.nan, 1.0],
    [math.inf, 1.0, -math.inf],
    [1000.0, 999.0, -1000.0],
    [1e308, -1e308, 0.0],
    [5e-324, 0.0, -5e-324],
]


def kernel_cases():
    """Yield a kernel's name, its argument, its options and what Python makes of it."""
    rng = np.random.default_rng(0)
    rows = EDGES + [rng.normal(0, 10, size).tolist() for size in (2, 3, 5, 7, 12)]
    for row in map(np.array, rows):
        for temperature in TEMPERATURES:
            options = {"temperature": temperature}
            for name in ("softmax", "log_softmax"):
                yield case(name, row, options)
            shares = glassbox.softmax(row, **options)
            yield case("entropy", shares, {})
            if temperature > 0:
                yield case("softmax_jacobian", shares, options)


def case(name, argument, options):
    value = getattr(glassbox, name)(argument, **options)
    return {
        "kernel": name,
        "argument": plain(argument.tolist()),
        "options": plain(options),
        "expected": plain(np.asarray(value).tolist()),
    }


def refusals():
    """Yield calls that Python refuses, with the rule that it states."""
    for name in ("softmax", "log_softmax", "softmax_jacobian"):
        for temperature in (-1.0, math.nan, math.inf, "1", None):
            yield refusal(name, temperature)
    yield refusal("softmax_jacobian", 0.0)


def refusal(name, temperature):
    with pytest.raises((TypeError, ValueError)) as caught:
        getattr(glassbox, name)(np.array([0.5, 0.5]), temperature=temperature)
    return {
        "kernel": name,
        "options": plain({"temperature": temperature}),
        "error": "TypeError" if caught.type is TypeError else "RangeError",
        "rule": str(caught.value).split("; got")[0],
    }


def plain(value):
    """Spell nan and the infinities, for which JSON has no word."""
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return {"number": str(value)}
    return value


@pytest.fixture(scope="session")
def fixture(tmp_path_factory):
    """A folder with what Python says, and with every widget's script as sent."""
    folder = tmp_path_factory.mktemp("javascript")
    with np.errstate(all="ignore"):  # inf - inf and the like: the edges are the point
        cases = list(kernel_cases())
    content = json.dumps({"cases": cases, "refusals": list(refusals())})
    (folder / "kernels.json").write_text(content, encoding="utf-8")
    content = json.dumps(by_hand_cases.fixture())
    (folder / "by_hand.json").write_text(content, encoding="utf-8")
    content = json.dumps(transformer_cases.fixture())
    (folder / "transformer.json").write_text(content, encoding="utf-8")
    content = json.dumps(plain(translator_cases.fixture()))
    (folder / "translator.json").write_text(content, encoding="utf-8")
    for name in glassbox.widgets.__all__:
        script = link_script(getattr(glassbox.widgets, name)._folder)
        (folder / f"{name}.mjs").write_text(script, encoding="utf-8")
    return folder


@pytest.mark.parametrize("path", sorted(HERE.glob("*.test.mjs")), ids=lambda p: p.stem)
def test_in_node(path, node, fixture):
    run = subprocess.run(
        [node, "--test", str(path)],
        env={**os.environ, "FIXTURE": str(fixture)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
    )
    assert run.returncode == 0, run.stdout + run.stderr
