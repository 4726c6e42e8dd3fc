// The page's kernels against what Python computed (FIXTURE: see test_javascript.py).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { kernels } from "./kernels.mjs";

// Both sum in float64, in another order: a few units in the last place each.
const TOLERANCE = 1e-12;
const NUMBERS = { nan: NaN, inf: Infinity, "-inf": -Infinity };
const { cases, refusals } = JSON.parse(
  readFileSync(join(process.env.FIXTURE, "kernels.json"), "utf-8"),
  (_, value) => (value?.number === undefined ? value : NUMBERS[value.number]),
);

function assertClose(actual, expected, words) {
  if (Array.isArray(expected)) {
    assert.equal(actual.length, expected.length, words);
    expected.forEach((part, i) => assertClose(actual[i], part, `${words}[${i}]`));
  } else if (Number.isFinite(expected)) {
    const difference = Math.abs(actual - expected);
    const allowed = TOLERANCE * Math.max(1, Math.abs(expected));
    assert.ok(difference <= allowed, `${words}: ${actual}, not ${expected}`);
  } else {
    assert.ok(Object.is(actual, expected), `${words}: ${actual}, not ${expected}`);
  }
}

for (const name of new Set(cases.map(({ kernel }) => kernel))) {
  test(`${name} agrees with Python`, () => {
    const own = cases.filter(({ kernel }) => kernel === name);
    assert.ok(own.length > 50);
    for (const { argument, options, expected } of own) {
      const words = `${name}([${argument}], T = ${options.temperature})`;
      assertClose(kernels[name](argument, options), expected, words);
    }
  });
}

test("what Python refuses is refused with the same rule", () => {
  assert.equal(refusals.length, 16);
  for (const { kernel, options, error, rule } of refusals) {
    assert.throws(
      () => kernels[kernel]([0.5, 0.5], options),
      (thrown) => thrown.name === error && thrown.message.startsWith(`${rule}; got`),
      `${kernel}, T = ${options.temperature}`,
    );
  }
});

test("kernels do not write into their input", () => {
  const row = Object.freeze([3, 1, 0.5]);
  const shares = Object.freeze(kernels.softmax(row, { temperature: 0.5 }));
  kernels.log_softmax(row);
  kernels.entropy(shares);
  kernels.softmax_jacobian(shares);
  assert.deepEqual(row, [3, 1, 0.5]);
});
