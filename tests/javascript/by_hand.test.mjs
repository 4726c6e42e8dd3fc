// Answers by hand: the page's verdict is Python's, and numbers are read as written.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { examine, writeNumber } from "../../assets/python/by_hand.js";
import { hasThousands, readNumber } from "../../assets/python/number_field.js";

const exercises = JSON.parse(readFileSync(`${process.env.FIXTURE}/by_hand.json`));

for (const { data, verdicts } of exercises) {
  test(`${data.name}: the verdict is Python's, word for word and line for line`, () => {
    for (const { given, passed, text } of verdicts) {
      assert.deepEqual(examine(data, given), { passed, text });
    }
  });
}

test("what is told are all known mistakes and all places that are off", () => {
  const told = (data, { text }) => ({
    known: data.wrongs.some(({ diagnosis }) => flat(text).includes(diagnosis)),
    places: data.parts.some((part) => flat(text).includes(part)),
  });
  const all = exercises.flatMap(({ data, verdicts }) =>
    verdicts.filter(({ passed }) => !passed).map((one) => told(data, one)),
  );
  assert.ok(all.filter(({ known }) => known).length > 200);
  assert.ok(all.filter(({ places }) => places).length > 200);
});

test("without a width each sentence is one line, of the same words", () => {
  for (const { data, verdicts } of exercises) {
    for (const { given, text } of verdicts) {
      const lines = examine(data, given, Infinity).text.split("\n");
      assert.ok(lines.length <= 4);
      assert.equal(flat(lines.join("\n")), flat(text));
    }
  }
});

const flat = (text) => text.replace(/\s+/g, " ");

test("a number that is off by no known mistake is called by its name", () => {
  const { data } = exercises.find(({ data }) => data.name === "softmax_by_hand");
  const { passed, text } = examine(data, [0.09, 0.24, 0.3]);
  assert.equal(passed, false);
  assert.match(text, /look again at: p for score 3\.$/);
});

test("numbers have four digits as Python writes them", () => {
  const written = [
    [2 / 3, "0.6667"],
    [-0.5, "-0.5"],
    [12, "12"],
    [100, "100"],
    [9999.6, "1e+04"],
    [43008000, "43008000"],
    [43008000.5, "4.301e+07"],
    [0.000012345, "1.234e-05"],
    [1e-300, "1e-300"],
  ];
  for (const [x, text] of written) assert.equal(writeNumber(x), text);
});

test("a number is read as people write it", () => {
  const read = [
    ["0.5", 0.5],
    [".5", 0.5],
    ["5.", 5],
    ["0,5", 0.5],
    [",5", 0.5],
    ["−2", -2],
    ["- 2", -2],
    ["+1.5", 1.5],
    ["1/3", 1 / 3],
    ["-1 / 3", -1 / 3],
    ["1,5/2", 0.75],
    ["1e-3", 0.001],
    ["2,5E3", 2500],
    ["  7 ", 7],
    ["50%", 50],
    ["50 %", 50],
    ["１，５", 1.5],
    ["−０．５", -0.5],
  ];
  for (const [text, x] of read) assert.equal(readNumber(text, false), x, text);
});

test("what is no number is none, with two numbers in a field, too", () => {
  const texts = [
    "",
    "abc",
    "1/0",
    "1/2/3",
    "1.5,5",
    "1,5,5",
    "0.09, 0.24",
    "1 2",
    "10³",
  ];
  texts.push("½", "2½", "0x10", "1e999", "Infinity", "nan", "--1", "1.000.000", "/2");
  for (const text of texts) assert.equal(readNumber(text, true), NaN, text);
});

test("digits are grouped by spaces or _, and by commas where nothing else is meant", () => {
  const read = [
    ["10 000", 10000, 10000],
    ["43\u00a0008\u202f000", 43008000, 43008000],
    ["4_722_432", 4722432, 4722432],
    ["43,008,000", 43008000, 43008000],
    ["-1,024.5", -1024.5, -1024.5],
    ["1 024,5", 1024.5, 1024.5],
    ["10,000", 10, 10000],
    ["1,333", 1.333, 1333],
    ["0,333", 0.333, 0.333],
    ["1,33", 1.33, 1.33],
    ["1,3333", 1.3333, 1.3333],
    ["1234,567", 1234.567, 1234.567],
  ];
  for (const [text, small, large] of read) {
    assert.equal(readNumber(text, false), small, text);
    assert.equal(readNumber(text, true), large, text);
  }
});

test("a comma groups digits from a thousand on", () => {
  assert.equal(hasThousands([5, -0.3, 999.9]), false);
  assert.equal(hasThousands([5, -1000]), true);
});
