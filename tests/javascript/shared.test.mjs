// What the widgets share, as far as it needs no page.
import assert from "node:assert/strict";
import { test } from "node:test";

import { colour } from "../../lib/glassbox/widgets/shared/colour.js";
import { editor } from "../../lib/glassbox/widgets/shared/editor.js";
import { parseNumber } from "../../lib/glassbox/widgets/shared/fields.js";
import {
  fixed,
  formatNear,
  formatNumber,
  formatPlain,
  formatShort,
  powerOfTen,
  useLanguage,
} from "../../lib/glassbox/widgets/shared/format.js";
import { wordsOf } from "../../lib/glassbox/widgets/shared/words.js";

test("a number is shown with its sign, and a small one never as 0", () => {
  const shown = [
    [0.50276, "0.5028"],
    [-2.92, "−2.9200"],
    [0, "0.0000"],
    [-0, "0.0000"],
    [1.234e-27, "1.2·10⁻²⁷"],
    [-4e-5, "−4.0·10⁻⁵"],
    [1e-4, "0.0001"],
    [12345678, "1.2·10⁷"],
    [1e308, "1.0·10³⁰⁸"],
    [Infinity, "∞"],
    [-Infinity, "−∞"],
    [NaN, "nan"],
  ];
  for (const [x, text] of shown) assert.equal(formatNumber(x), text);
  assert.equal(formatNumber(0.005, 2), "5.0·10⁻³");
});

test("a number is read as people write it", () => {
  const read = [
    ["3.01", 3.01],
    [" -2 ", -2],
    ["−2.5", -2.5],
    ["+.5", 0.5],
    ["7.", 7],
    ["0,7", 0.7],
    ["−2,5", -2.5],
    ["0,125", 0.125],
    ["1,0005", 1.0005],
    ["1e3", 1000],
    ["３．５", 3.5],
    ["0", 0],
    ["1e999", Infinity],
    ["-1e999", -Infinity],
  ];
  for (const [text, x] of read) assert.equal(parseNumber(text), x, text);
});

test("where large numbers are asked for, commas group their digits", () => {
  const read = [
    ["1,024", 1024],
    ["−65,536", -65536],
    ["1,234,567.5", 1234567.5],
    ["1024", 1024],
    ["2,5", 2.5],
    ["0,125", 0.125],
  ];
  for (const [text, x] of read) assert.equal(parseNumber(text, true), x, text);
  for (const text of ["1,02,4", "1,0000,000", "1,024,5"]) {
    assert.ok(Number.isNaN(parseNumber(text, true)), text);
  }
});

test("what is not a number is not read as one", () => {
  for (const text of [
    "",
    " ",
    "abc",
    "1,000",
    "-12,345",
    "1,000.5",
    "1,5,2",
    "0x10",
    "--1",
    "Infinity",
    "1e",
    ".",
    "1 2",
  ]) {
    assert.ok(Number.isNaN(parseNumber(text)), text);
  }
});

test("numbers have the decimals that are asked for, and are rounded as in Python", () => {
  assert.deepEqual(
    [fixed(1.005, 2), fixed(-0.001, 2), fixed(12345.6, 1)],
    ["1.00", "0.00", "12345.6"],
  );
  assert.deepEqual(
    [0, 0.004, -0.004, 0.006, 1].map((x) => formatNear(x)),
    ["0.00", "≈0", "≈0", "0.01", "1.00"],
  );
  assert.deepEqual(
    [10.25, 3, -0.5, 1 / 3].map((x) => formatShort(x)),
    ["10.25", "3", "−0.5", "0.3333"],
  );
  assert.deepEqual([45056, -1.5].map(formatPlain), ["45,056", "−1.5"]);
  assert.deepEqual([3, 0, -12].map(powerOfTen), ["10³", "1", "10⁻¹²"]);
});

test("numbers are written as the words' language writes them", () => {
  useLanguage("de");
  assert.deepEqual([formatNumber(0.5), formatPlain(45056)], ["0,5000", "45.056"]);
  useLanguage("en");
});

const FORMS = {
  language: "en",
  title: "A title",
  of: "{count} of {all}",
  rows: { one: "{n} row", other: "{n} rows" },
  names: { table: "the table", list: ["a", "b {x}"] },
};

test("words are texts, or functions of what is to be put in", () => {
  const text = wordsOf({ get: () => JSON.stringify(FORMS) });
  assert.equal(text.title, "A title");
  assert.equal(text.of({ count: 1234, all: "many" }), "1,234 of many");
  assert.deepEqual(
    [1, 2].map((n) => text.rows({ n })),
    ["1 row", "2 rows"],
  );
  assert.equal(text.names.table, "the table");
  assert.equal(text.names.list[1]({ x: "{count}" }), "b {count}");
  assert.throws(() => text.of({ count: 1 }), /wants a value for all/);
});

test("a plural follows the rules of its language", () => {
  const forms = {
    language: "pl",
    rows: { one: "{n} r", few: "{n} rf", other: "{n} ro" },
  };
  const text = wordsOf({ get: () => JSON.stringify(forms) });
  assert.deepEqual(
    [1, 3, 5].map((n) => text.rows({ n })),
    ["1 r", "3 rf", "5 ro"],
  );
  useLanguage("en");
});

function fakeModel(traits) {
  const listeners = new Map();
  return {
    saved: 0,
    get: (name) => traits[name],
    set(name, value) {
      if (traits[name] === value) return;
      traits[name] = value;
      listeners.get(`change:${name}`)?.forEach((listener) => listener());
    },
    on: (event, listener) =>
      listeners.set(event, [...(listeners.get(event) ?? []), listener]),
    off: (event) => listeners.delete(event),
    save_changes() {
      this.saved += 1;
    },
  };
}

test("changes made at once repaint once, after the last of them", async () => {
  const model = fakeModel({ a: 1, b: 1 });
  const seen = [];
  const edit = editor(model, ["a", "b"], () => seen.push(edit.state()));
  model.set("a", 2);
  model.set("b", 3);
  assert.deepEqual(seen, []);
  await null;
  assert.deepEqual(seen, [{ a: 2, b: 3 }]);
  assert.equal(model.saved, 0, "what Python changed is not written back");
});

test("a run of the same change is undone as one, others one by one", () => {
  const model = fakeModel({ a: 1, b: 1 });
  const edit = editor(model, ["a", "b"], () => {});
  assert.equal(edit.canUndo(), false);
  for (const a of [2, 3, 4]) edit.commit("a", { a });
  edit.commit("b", { b: 5 });
  for (const a of [6, 7]) edit.commit(null, { a });
  assert.equal(model.saved, 6);
  const seen = [edit.state()];
  while (edit.canUndo()) {
    edit.undo();
    seen.push(edit.state());
  }
  const [a7, a6, b5, a4, start] = seen;
  assert.deepEqual(a7, { a: 7, b: 5 });
  assert.deepEqual(a6, { a: 6, b: 5 });
  assert.deepEqual(b5, { a: 4, b: 5 });
  assert.deepEqual(a4, { a: 4, b: 1 });
  assert.deepEqual(start, { a: 1, b: 1 });
  assert.equal(seen.length, 5);
});

test("reset returns to the first state and can be undone itself", () => {
  const model = fakeModel({ a: 1 });
  const edit = editor(model, ["a"], () => {});
  edit.commit("a", { a: 2 });
  edit.reset();
  assert.equal(model.get("a"), 1);
  edit.undo();
  assert.equal(model.get("a"), 2);
});

test("what is looked at is changed without undo, and undo leaves it", () => {
  const model = fakeModel({ a: 1, look: 1 });
  const edit = editor(model, ["a", "look"], () => {});
  edit.show({ look: 2 });
  assert.equal(edit.canUndo(), false);
  edit.commit("a", { a: 2 });
  edit.show({ look: 3 });
  edit.commit("a", { a: 3 }); // a look in between: still the same run
  edit.undo();
  assert.deepEqual(edit.state(), { a: 1, look: 3 });
  assert.equal(edit.canUndo(), false);
  edit.reset();
  assert.deepEqual(edit.state(), { a: 1, look: 1 });
});

test("a change from Python is not the reader's to undo", () => {
  const model = fakeModel({ a: 1 });
  const edit = editor(model, ["a"], () => {});
  edit.commit("a", { a: 2 });
  model.set("a", 9);
  edit.undo();
  assert.equal(model.get("a"), 9);
});

test("once stopped, nothing is painted", async () => {
  const model = fakeModel({ a: 1 });
  let painted = 0;
  const edit = editor(model, ["a"], () => {
    painted += 1;
  });
  edit.stop();
  model.set("a", 2);
  await null;
  assert.equal(painted, 0);
});

test("a colour tells the sign, and stops at the ends of the scale", () => {
  assert.notEqual(colour(0.5), colour(-0.5));
  assert.equal(colour(3), colour(1));
  assert.match(colour(0.25), /accent\) 25\.0%/);
});
