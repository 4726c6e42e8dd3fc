// What the panel at a page's end says of the reader's work.
import assert from "node:assert/strict";
import { test } from "node:test";

import { summary } from "../../assets/python/work_panel.js";

const text = {
  passed: ({ n, of }) => `passed: ${n} of ${of}.`,
  drafts: ({ n }) => `drafts: ${n}.`,
};
const work = (passed, drafts) => ({
  get: (part, name) => part === "passed" && passed.includes(name),
  names: (part) => (part === "drafts" ? drafts : []),
});

test("exercises passed are counted, of those that the page asks", () => {
  const asked = ["softmax", "by_hand", "loss"];
  assert.equal(summary(text, asked, work([], [])), "passed: 0 of 3.");
  const done = work(["loss", "of_another_page"], ["a", "b"]);
  assert.equal(summary(text, asked, done), "passed: 1 of 3. drafts: 2.");
});

test("a page without exercises says nothing of them", () => {
  assert.equal(summary(text, [], work([], [])), "");
  assert.equal(summary(text, [], work([], ["a"])), "drafts: 1.");
});
