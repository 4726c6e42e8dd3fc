// Where the reading arcs' parts stand, and which weights are said in words.
import assert from "node:assert/strict";
import { test } from "node:test";

import { meaningOf } from "../../lib/glassbox/widgets/reading_arcs/dates.js";
import { pairOf, variantsOf } from "../../lib/glassbox/widgets/reading_arcs/flow.js";
import {
  changeOf,
  columnsOf,
  isEdit,
  meanWeights,
  placesOf,
  strongest,
} from "../../lib/glassbox/widgets/reading_arcs/numbers.js";

test("the weights are the mean of the last layer's heads", () => {
  const first = { cross_attention: [[[1, 0, 0]], [[0, 0, 1]]] };
  const last = { cross_attention: [[[0.5, 0.25, 0.25]], [[0, 0.75, 0.25]]] };
  assert.deepEqual(meanWeights({ weights: [first, last] }), [0.25, 0.5, 0.25]);
});

test("the few largest weights are said, the largest first, one at least", () => {
  assert.deepEqual(strongest([0.1, 0.5, 0.15, 0.2, 0.05]), [1, 3, 2]);
  assert.deepEqual(strongest([0.02, 0.9, 0.08]), [1]);
  assert.deepEqual(strongest(Array(32).fill(1 / 32)), [0]);
});

test("a date stands in one row, a longer source in two", () => {
  assert.deepEqual(
    [1, 12, 13, 18, 19, 25, 32].map(columnsOf),
    [12, 12, 13, 18, 12, 13, 16],
  );
});

test("cells stand side by side in centered rows, none outside", () => {
  const places = placesOf(19, columnsOf(19));
  assert.deepEqual(
    places.map(({ row }) => row),
    [...Array(12).fill(0), ...Array(7).fill(1)],
  );
  for (const row of [0, 1]) {
    const middles = places.filter((one) => one.row === row).map(({ x }) => x);
    assert.ok(Math.abs(middles[0] + middles.at(-1) - 1) < 1e-12);
    assert.ok(middles[0] > 0 && middles.at(-1) < 1);
    for (let i = 1; i < middles.length; i += 1)
      assert.ok(Math.abs(middles[i] - middles[i - 1] - 1 / 12) < 1e-12);
  }
});

test("the first sign that changed is found, also where more are written", () => {
  assert.equal(changeOf([..."2026"], [..."2062"]), 2);
  assert.equal(changeOf([..."20"], [..."202"]), 2);
  assert.equal(changeOf([..."2026"], [..."2026"]), 4);
});

test("a piece cut out, and one sign typed for it, is an edit; another date is none", () => {
  const isEdited = (old, now) => isEdit([...old], [...now]);
  const date = "November 21, 2026";
  for (const now of ["November 21 2026", "November 2026", "November 1, 2026"])
    assert.ok(isEdited(date, now), now);
  for (const now of [date, "November 24, 2026", "November 21, 20267"])
    assert.ok(isEdited(date, now), now);
  for (const now of ["April 26 2024", "03/04/2025", "November 12 2036", "1"])
    assert.ok(!isEdited(date, now), now);
  assert.ok(!isEdited("", date));
});

test("a date that begins with its month is known with its comma and without", () => {
  const both = { comma: "May 3, 2031", no_comma: "May 3 2031" };
  assert.deepEqual(variantsOf("May 3, 2031"), both);
  assert.deepEqual(variantsOf("May 3 2031"), both);
  for (const source of ["3 May 2031", "May 3  2031", "May 3,2031", "5/3/2031", "May 3"])
    assert.equal(variantsOf(source), null, source);
});

test("two equal characters are found in the year, else one in it, else none", () => {
  const pairIn = (source, year) => pairOf([...source], year);
  assert.deepEqual(pairIn("November 21, 2026", 13), [13, 15]);
  assert.deepEqual(pairIn("April 3 2033", 8), [10, 11]);
  assert.deepEqual(pairIn("December 25, 2031", 13), [9, 13]);
  assert.equal(pairIn("May 3 1984", 6), null);
  assert.equal(pairIn("22", -1), null);
});

test("a date means the same day in every format, with or without its comma", () => {
  const day = "2034-10-05";
  const zero = ["二〇三四年十月五日", "二零三四年十月五日", "2034年10月5日"];
  const slashes = ["10/5/2034", "10/05/2034"];
  const named = ["Oct 5 2034", "5 Oct 2034", "October 5, 2034", "October 5 2034"];
  for (const source of [...zero, ...slashes, ...named, "5 October 2034"])
    assert.equal(meaningOf(source), day, source);
  assert.equal(meaningOf("二〇九九年十二月三十一日"), "2099-12-31");
  assert.equal(meaningOf("二〇二四年二月二十日"), "2024-02-20");
});

test("a day that does not exist has no meaning, and what is unclear is not judged", () => {
  for (const source of [
    "February 31, 2026",
    "2/29/2023",
    "Nov 0 2030",
    "2026年4月31日",
  ])
    assert.equal(meaningOf(source), "", source);
  for (const source of ["31/12/2034", "0/5/2034", "Novem 5 2034", "2034", "5 2034"])
    assert.equal(meaningOf(source), null, source);
});
