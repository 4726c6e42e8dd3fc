// A prediction, compared with what comes out.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { compare } from "../../assets/python/prediction.js";
import { wordsOf } from "../../lib/glassbox/widgets/shared/words.js";

const file = new URL("../../assets/python/words.en.json", import.meta.url);
const words = JSON.parse(readFileSync(file, "utf-8"));
const text = wordsOf({
  get: () => JSON.stringify({ language: "en", ...words }),
}).prediction;

const gain = {
  ask: "?",
  choices: ["It gains.", "It loses."],
  right: 1,
  reasons: ["It would gain if it were above the mean.", ""],
};

test("a choice is repeated, and the right one told where it is another", () => {
  const off = {
    verdict: "off",
    text: `You said: It gains.\nThe answer: It loses.\n${gain.reasons[0]}`,
  };
  assert.deepEqual(compare(gain, 0, text), off);
  const right = { verdict: "right", text: "As you said: It loses." };
  assert.deepEqual(compare(gain, 1, text), right);
});

test("what is told stands below, whatever was said", () => {
  const told = { ...gain, told: "Dividing by 2 halves every gap." };
  for (const given of [0, 1]) {
    const lines = compare(told, given, text).text.split("\n");
    assert.equal(lines.at(-1), "Dividing by 2 halves every gap.");
    assert.equal(lines.length, 4 - 2 * given);
  }
});

test("a number is right within half a unit, rounded to two digits too, close within 10 %", () => {
  const cases = [
    ["0.82", "0.82", "right"],
    ["0.82", ".82", "right"],
    ["0.82", "0,82", "right"],
    ["0.82", "82 %", "right"],
    ["50.28", "50.28%", "right"],
    ["0.82", "0.815", "right"],
    ["0.82", "0.825", "right"],
    ["0.82", "0.8251", "close"],
    ["0.6494", "0.65", "right"],
    ["0.6494", "0,65", "right"],
    ["-0.6494", "−.65", "right"],
    ["0.6494", "0.6", "close"],
    ["0.0649", "0.06", "close"],
    ["0.6494", "0.64", "close"],
    ["2.718", "2.7", "right"],
    ["0.82", "0.74", "close"],
    ["0.82", "0.73", "off"],
    ["0.82", "-0.82", "off"],
    ["-0.5", "−0.5", "right"],
    ["12", "12.5", "right"],
    ["12", "13", "close"],
    ["12", "14", "off"],
    ["0", "0.4", "right"],
    ["0", "1", "off"],
    ["1.5e-03", "0.00154", "right"],
    ["1.5e-03", "0.00156", "close"],
    ["43,008,000", "43 008 000", "right"],
    ["4096", "4,096", "right"],
    ["4096", "4.096", "off"],
    ["1.333", "1,333", "right"],
  ];
  for (const [number, given, verdict] of cases) {
    const found = compare({ ask: "?", number }, given, text).verdict;
    assert.equal(found, verdict, `${given} for ${number}`);
  }
});

test("a number is told as it was printed, with its unit", () => {
  const question = { ask: "?", number: "1.0986", unit: "nats" };
  const said = (given) => compare(question, given, text).text;
  assert.equal(said("1.1"), "You said 1.1 nats: right, rounded. It is 1.0986 nats.");
  assert.equal(said("1.11"), "You said 1.11 nats: close. It is 1.0986 nats.");
  assert.equal(said("1.0986"), "You said 1.0986 nats: right.");
  assert.equal(said("0.7"), "You said 0.7 nats; it is 1.0986 nats.");
});

test("what a known mistake gives is named, and nothing worked out is called close", () => {
  const mistakes = { 4.68: "Divided by √4.", 0.05: "Five percent of it." };
  const question = { ask: "?", number: "4.90", mistakes, told: "Seen." };
  const said = (given) => compare(question, given, text);
  const named = "You said 4.68; it is 4.90.\nKnown mistake: Divided by √4.\nSeen.";
  assert.deepEqual(said("4.68"), { verdict: "off", text: named });
  assert.equal(said("4.7").verdict, "off"); // the mistake's number, rounded
  assert.equal(said("4.69").text, "You said 4.69; it is 4.90.\nSeen.");
  assert.equal(said("4.9").verdict, "right");
});
