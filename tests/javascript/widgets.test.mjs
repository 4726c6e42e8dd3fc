// The widgets' own arithmetic, and the scripts as Python links them.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import {
  descended,
  lossOf,
  trailOf,
} from "../../lib/glassbox/widgets/softmax_and_temperature/loss.js";
import {
  steps,
  tally,
} from "../../lib/glassbox/widgets/softmax_and_temperature/numbers.js";
import { remembered } from "../../lib/glassbox/widgets/softmax_and_temperature/tries.js";
import {
  positionOf,
  temperatureAt,
} from "../../lib/glassbox/widgets/softmax_and_temperature/widget.js";

const SCRIPTS = readdirSync(process.env.FIXTURE).filter((name) =>
  name.endsWith(".mjs"),
);

function load(name) {
  return import(pathToFileURL(join(process.env.FIXTURE, name)));
}

for (const name of SCRIPTS) {
  test(`${name} as sent to the page is one module with a render function`, async () => {
    const module = await load(name);
    assert.equal(typeof module.default.render, "function");
  });
}

test("what is sent computes what the source computes", async () => {
  const sent = await load("SoftmaxAndTemperature.mjs");
  assert.equal(sent.temperatureAt(7), temperatureAt(7));
  assert.equal(sent.positionOf(0.7), positionOf(0.7));
});

test("the curriculum's numbers come out, step by step", () => {
  const rounded = (row) => row.map((x) => Number(x.toFixed(2)));
  const logits = [3, 1, 0.5];
  assert.deepEqual(rounded(steps(logits, 0.5).probability), [0.98, 0.02, 0.01]);
  assert.deepEqual(rounded(steps(logits, 1).probability), [0.82, 0.11, 0.07]);
  assert.deepEqual(rounded(steps(logits, 2).probability), [0.6, 0.22, 0.17]);
  const { shifted, scaled, exponential } = steps(logits, 2);
  assert.deepEqual(shifted, [0, -2, -2.5]);
  assert.deepEqual(scaled, [0, -1, -1.25]);
  assert.deepEqual(exponential, [1, Math.exp(-1), Math.exp(-1.25)]);
});

test("a step against the log loss's slopes adds y - p, and the squared error's less", () => {
  const logits = [3.01, 0.09, 2.48, 1.95];
  const p = steps(logits, 1).probability;
  const log = lossOf(logits, 1, "log");
  assert.ok(Math.abs(log.value + Math.log(p[1])) < 1e-12);
  assert.deepEqual(log.slopes, [p[0], p[1] - 1, p[2], p[3]]);
  const squared = lossOf(logits, 1, "squared");
  assert.equal(squared.value, (1 - p[1]) ** 2);
  squared.slopes.forEach((slope, i) => {
    const expected = 2 * p[1] * (1 - p[1]) * log.slopes[i];
    assert.ok(Math.abs(slope - expected) < 1e-15);
  });
  assert.deepEqual(
    descended(logits, log.slopes).map((z) => z.toFixed(2)),
    ["2.51", "1.06", "2.18", "1.78"],
  );
});

test("at T = 0 ties share, and there is no Jacobian", () => {
  const shown = steps([2, 2, 1], 0);
  assert.deepEqual(shown.probability, [0.5, 0.5, 0]);
  assert.deepEqual(shown.scaled, [0, 0, -Infinity]);
  assert.equal(shown.slopes, null);
});

test("two equal entries have the slopes ± 1 / (4 T)", () => {
  for (const [temperature, slope] of [
    [0.5, 0.5],
    [4, 0.0625],
  ])
    assert.deepEqual(steps([7, 7], temperature).slopes, [
      [slope, -slope],
      [-slope, slope],
    ]);
});

test("each loss goes its own way: 3 steps to the lead, or 17", () => {
  const start = [3.01, 0.09, 2.48, 1.95];
  for (const [loss, n] of Object.entries({ log: 3, squared: 17 })) {
    const { places, logits } = trailOf(start, 1, loss, n);
    assert.deepEqual(places.map(({ leads }) => leads).indexOf(true), n);
    assert.equal(places.length, n + 1);
    assert.equal(places[n].p, steps(logits, 1).probability[1]);
    assert.deepEqual(trailOf(start, 1, loss, 0).logits, start);
  }
});

test("the last temperatures are remembered, each in one row", () => {
  assert.deepEqual(remembered([], 1, 0), []); // nothing was drawn
  const three = remembered(remembered(remembered([], 1, 5), 0.2, 5), 2, 5);
  assert.deepEqual(three, [
    [1, 5],
    [0.2, 5],
    [2, 5],
  ]);
  assert.deepEqual(remembered(three, 1, 7), [
    [0.2, 5],
    [2, 5],
    [1, 7],
  ]);
  assert.deepEqual(remembered(three, 9, 1), [
    [1, 5],
    [0.2, 5],
    [2, 5],
    [9, 1],
  ]);
  assert.deepEqual(remembered(remembered(three, 2, 1005), 9, 1), [
    [1, 5],
    [0.2, 5],
    [2, 1005],
    [9, 1],
  ]);
});

test("draws are counted, the same each time, and never of what has probability 0", () => {
  const { counts, last } = tally([0, 0.25, 0.75, 0], 5, 1000);
  assert.deepEqual(tally([0, 0.25, 0.75, 0], 5, 1000), { counts, last });
  assert.equal(counts[1] + counts[2], 1000);
  assert.ok(Math.abs(counts[1] - 250) < 60); // four standard deviations
  assert.ok([1, 2].includes(last));
  assert.deepEqual(tally([0.5, 0.5], 0, 0), { counts: [0, 0], last: -1 });
});

test("the slider spans 0.05 to 20, 1 in the middle, and finds its way back", () => {
  assert.equal(temperatureAt(-30), 0.05);
  assert.equal(temperatureAt(0), 1);
  assert.equal(temperatureAt(30), 20);
  assert.equal(positionOf(0), -30);
  for (let at = -30; at <= 30; at += 1) assert.equal(positionOf(temperatureAt(at)), at);
  for (let at = -30; at < 30; at += 1) {
    const step = temperatureAt(at + 1) / temperatureAt(at);
    assert.ok(step > 1.05 && step < 1.17, `position ${at}`); // rounded to two digits
  }
});
