"""The page's norms against the Python ones, on blocks of several axes."""

import json
import subprocess
from pathlib import Path

import glassbox
import numpy as np
import pytest

KERNELS = Path(__file__).parent / "kernels.mjs"
RUN = """
const { kernels } = await import(process.argv[1]);
let text = "";
for await (const chunk of process.stdin) text += chunk;
const results = JSON.parse(text).map(({ kernel, x, options }) => {
  try {
    return { value: kernels[kernel](x, options) };
  } catch (error) {
    return { error: error.message };
  }
});
console.log(JSON.stringify(results));
"""


@pytest.fixture(scope="module")
def run_all(node):
    """Run the page's kernels on many cases in one Node process."""

    def run_all(cases):
        command = [node, "--input-type=module", "--eval", RUN, KERNELS.as_uri()]
        done = subprocess.run(
            command, input=json.dumps(cases), capture_output=True, text=True, check=True
        )
        return json.loads(done.stdout)

    return run_all


def random_cases():
    """Yield a kernel, its block and its options, as arrays."""
    rng = np.random.default_rng(0)
    for _ in range(60):
        shape = tuple(rng.integers(1, 6, size=rng.integers(2, 4)).tolist())
        x = rng.normal(1, 10 ** rng.uniform(-4, 4), size=shape)
        scale = {"gamma": rng.normal(size=shape[-1]), "eps": 10 ** rng.uniform(-8, 0)}
        both = scale | {"beta": rng.normal(size=shape[-1])}
        axes = rng.permutation(len(shape))[: rng.integers(1, len(shape) + 1)]
        mask = rng.random(shape[:-1]) < 0.6
        running = {
            "running_mean": rng.normal(size=shape[-1]),
            "running_var": rng.uniform(0, 2, size=shape[-1]),
        }
        yield "layer_norm", x, both
        yield "layer_norm", x[0], {}
        yield "layer_norm", x, {"axis": tuple(axes.tolist())}
        yield "layer_norm", x, {"axis": -2}
        yield "rms_norm", x, scale
        yield "batch_norm", x, both
        yield "batch_norm", x, {"mask": mask}
        yield "batch_norm", x, both | running
        yield "batch_statistics", x, {"mask": mask}


def plain(value):
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    return value.tolist() if isinstance(value, np.ndarray) else value


def test_every_norm_agrees_with_python(run_all):
    cases = list(random_cases())
    sent = [{"kernel": k, "x": plain(x), "options": plain(o)} for k, x, o in cases]
    for (kernel, x, options), result in zip(cases, run_all(sent), strict=True):
        expected = getattr(glassbox, kernel)(x, **options)
        got = result["value"]
        if kernel == "batch_statistics":
            got, expected = [got["mean"], got["variance"]], np.stack(expected)
        # float64 on both sides; the sums' order differs, and a small spread divides
        scale = np.abs(x).max() / np.sqrt(options.get("eps", 1e-5))
        atol = 1e-14 * max(1, scale, np.abs(x).max() ** 2)
        np.testing.assert_allclose(got, expected, rtol=1e-12, atol=atol)


@pytest.mark.parametrize(
    ("kernel", "options"),
    [
        ("layer_norm", {"eps": -1}),
        ("rms_norm", {"eps": -0.5}),
        ("batch_norm", {"eps": -1}),
        ("batch_norm", {"running_mean": [0.0, 0.0]}),
    ],
)
def test_what_python_refuses_is_refused_with_the_same_rule(run_all, kernel, options):
    x = np.array([[1.0, 2.0], [3.0, 5.0]])
    given = {n: np.array(v) if n != "eps" else v for n, v in options.items()}
    with pytest.raises(ValueError) as caught:
        getattr(glassbox, kernel)(x, **given)
    (result,) = run_all([{"kernel": kernel, "x": plain(x), "options": options}])
    assert result["error"] == str(caught.value)
