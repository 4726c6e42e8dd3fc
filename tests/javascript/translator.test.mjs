// The live translator's numbers against what Python computed (see translator_cases.py).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import {
  toggled,
  withoutHeads,
} from "../../lib/glassbox/widgets/live_translator/interventions.js";
import { translate } from "../../lib/glassbox/widgets/live_translator/numbers.js";
import {
  half,
  largest,
  unpack,
} from "../../lib/glassbox/widgets/live_translator/packed.js";

// Both sum in float64, in another order, through four layers; logits are below 20.
const TOLERANCE = 1e-10;
const { halves, models } = JSON.parse(
  readFileSync(join(process.env.FIXTURE, "translator.json"), "utf-8"),
  (_, value) =>
    typeof value?.number === "string"
      ? Number(value.number.replace("inf", "Infinity"))
      : value,
);

function assertClose(actual, expected, words) {
  if (Array.isArray(expected)) {
    assert.equal(actual.length, expected.length, words);
    expected.forEach((part, i) => assertClose(actual[i], part, `${words}[${i}]`));
  } else {
    assert.ok(
      Math.abs(actual - expected) <= TOLERANCE,
      `${words}: ${actual}, not ${expected}`,
    );
  }
}

test("all 65,536 patterns of half precision give NumPy's number, -0 and nan too", () => {
  assert.equal(halves.length, 65536);
  halves.forEach((expected, bits) => {
    assert.ok(
      Object.is(half(bits), expected),
      `${bits.toString(16)}: ${half(bits)}, not ${expected}`,
    );
  });
});

models.forEach(({ sent, cases }, number) => {
  const bytes = Buffer.from(sent.values, "base64");
  sent.values = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const model = unpack(sent);

  test(`model ${number} writes Python's tokens with Python's logits, ${cases.length} times`, () => {
    for (const one of cases) {
      const { source, prefix, off, tokens, likeliest, logits, attention } = one;
      const words = `${source} with ${prefix}, without ${[one.hidden, off]}`;
      const steps = translate(withoutHeads(model, off), sent, source, prefix, one);
      assert.deepEqual(
        steps.map((step) => step.token),
        tokens,
        words,
      );
      assert.deepEqual(
        steps.map((step) => step.likeliest),
        likeliest,
        words,
      );
      assertClose(
        steps.map((step) => step.logits),
        logits,
        words,
      );
      const { weights } = steps.at(-1);
      const looked = ["self_attention", "cross_attention"].map((kind) =>
        weights.map((layer) => layer[kind].map((head) => head[0])),
      );
      assertClose(looked, attention, `attention of ${words}`);
    }
  });
});

test("what is not there stays away, and the rest has its shape", () => {
  const { transformer, output_bias, scale_embeddings } = unpack(models[1].sent);
  const { self_attention, feed_forward } = transformer.decoder.layers[2];
  assert.deepEqual(
    [self_attention.b_q, self_attention.b_k.length, self_attention.n_heads],
    [null, 24, 3],
  );
  assert.deepEqual([feed_forward.w_1.length, feed_forward.w_1[0].length], [24, 64]);
  assert.deepEqual([feed_forward.activation, scale_embeddings], ["gelu", false]);
  assert.deepEqual(
    [output_bias[0], output_bias.at(-1), output_bias.length],
    [-1, 1, 13],
  );
  assert.deepEqual(
    [transformer.decoder.norm_first, transformer.decoder.final_norm],
    [false, null],
  );
});

test("the largest is the first of equals", () => {
  assert.equal(largest([1, 3, 2, 3]), 1);
});

test("what is taken away is put back by the same press", () => {
  assert.deepEqual(toggled([2, 10], 5), [2, 10, 5]);
  assert.deepEqual(toggled([2, 10, 5], 10), [2, 5]);
  const one = [1, 0];
  const other = [0, 3];
  assert.deepEqual(toggled([one, other], [1, 0]), [other]);
});

test("a model without heads leaves the given one as it is", () => {
  const model = unpack(models[0].sent);
  const rows = (one) => one.transformer.decoder.layers[1].cross_attention.w_o;
  const less = rows(withoutHeads(model, [[1, 2]]));
  assert.ok(
    less
      .slice(16, 24)
      .flat()
      .every((x) => x === 0),
  );
  assert.deepEqual(less.slice(0, 16), rows(model).slice(0, 16));
  assert.ok(rows(model).slice(16, 24).flat().some(Boolean));
});
