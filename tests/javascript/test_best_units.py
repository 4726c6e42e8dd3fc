"""The page's best second layer for a few units is the least squares of Python's."""

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest
from glassbox.widgets.one_neuron_at_a_time import (
    GRID,
    TARGETS,
    OneNeuronAtATime,
    best_second_layer,
)

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "lib/glassbox/widgets/one_neuron_at_a_time/numbers.js"
RUN = """
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const { bestSecondLayer } = await import(pathToFileURL(process.argv[1]));
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(bestSecondLayer)));
"""
KNEES = [-2.25, -1.5, -0.75, 0, 0.75, 1.5, 2.25]
UNITS = [
    ([1, -1], [0, 0]),
    ([1, 1, 1], [1, 0, -1]),
    ([1, 1, 2, 0, 1], [0, 0, 1, 1, -4]),  # a twin, one without a knee, a dead one
    ([-1, *[1] * 7], [0, *KNEES]),
    *np.random.default_rng(0).normal(size=(3, 2, 6)).round(2).tolist(),
]
CASES = [
    {"w_1": w_1, "b_1": b_1, "target": target}
    for w_1, b_1 in UNITS
    for target in TARGETS
]


@pytest.fixture(scope="module")
def found(node):
    """What the page's script finds for each case."""
    command = [node, "--input-type=module", "--eval", RUN, str(SCRIPT)]
    given = json.dumps(CASES)
    done = subprocess.run(
        command, input=given, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def test_the_page_s_weights_are_python_s(found):
    for case, best in zip(CASES, found, strict=True):
        w_2, b_2 = best_second_layer(**case)
        # 1e-8: orthogonal columns here, singular values there; knees may lie close
        np.testing.assert_allclose([*best["w_2"], best["b_2"]], [*w_2, b_2], atol=1e-8)


def test_no_second_layer_is_better(found):
    rng = np.random.default_rng(1)
    for case, best in zip(CASES, found, strict=True):
        first, wanted = (case["w_1"], case["b_1"]), TARGETS[case["target"]](GRID)

        def error(w_2, b_2, first=first, wanted=wanted):
            curve = OneNeuronAtATime(*first, np.clip(w_2, -100, 100), b_2).curve(GRID)
            return ((curve - wanted) ** 2).mean()

        least = error(best["w_2"], best["b_2"])
        for _ in range(5):
            step = 0.05 * rng.normal(size=len(first[0]) + 1)
            moved = best["w_2"] + step[:-1], best["b_2"] + step[-1]
            assert error(*moved) >= least - 1e-12


def test_what_adds_nothing_stays_silent(found):
    twins = [best for case, best in zip(CASES, found, strict=True) if 0 in case["w_1"]]
    for best in twins:
        assert [best["w_2"][i] for i in (1, 3, 4)] == [0, 0, 0]
