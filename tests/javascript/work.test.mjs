// What a reader has done, kept in the browser.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { createWork, readWork } from "../../assets/python/work.js";

class Storage {
  removeItem(key) {
    delete this[key];
  }
}

beforeEach(() => {
  globalThis.localStorage = new Storage();
});

const open = () => createWork("softmax", () => {});

test("what is kept is there when the page is opened again", () => {
  open().set("drafts", "cell-1", "x = 1");
  open().set("passed", "softmax", true);
  assert.equal(open().get("drafts", "cell-1"), "x = 1");
  assert.deepEqual(readWork("softmax").passed, { softmax: true });
  assert.deepEqual(readWork("attention").passed, {});
});

test("two tabs of one chapter lose nothing of each other's work", () => {
  const [one, other] = [open(), open()];
  one.set("drafts", "cell-1", "x = 1");
  other.set("drafts", "cell-2", "y = 2");
  assert.deepEqual(readWork("softmax").drafts, {
    "cell-1": "x = 1",
    "cell-2": "y = 2",
  });
});

test("what is forgotten is gone, and so is all of the chapter when it is cleared", () => {
  const work = open();
  work.set("drafts", "cell-1", "x = 1");
  work.set("drafts", "cell-1", undefined);
  assert.deepEqual(work.names("drafts"), []);
  work.set("predictions", "cell-2", 1);
  createWork("attention", () => {}).set("passed", "softmax", true);
  work.clear();
  assert.deepEqual(Object.keys(localStorage), ["glassbox/attention/passed/softmax"]);
});

test("an entry that was cut short costs no other", () => {
  open().set("passed", "softmax", true);
  localStorage["glassbox/softmax/passed/cut"] = "tr";
  assert.deepEqual(readWork("softmax").passed, { softmax: true });
});

test("a browser that keeps nothing is told of, until it keeps all", () => {
  const kept = localStorage;
  const full = new Proxy(kept, {
    set() {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  let told = 0;
  const work = createWork("softmax", () => {
    told += 1;
  });
  globalThis.localStorage = full;
  work.set("drafts", "cell-1", "x = 1");
  assert.equal(work.isKept(), false);
  assert.equal(work.get("drafts", "cell-1"), "x = 1");
  globalThis.localStorage = kept;
  work.set("drafts", "cell-2", "y = 2");
  assert.equal(work.isKept(), false); // the first is not kept yet
  work.set("drafts", "cell-1", "x = 1");
  assert.equal(work.isKept(), true);
  assert.equal(told, 3);
});
