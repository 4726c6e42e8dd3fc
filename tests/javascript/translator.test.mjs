// The live translator's numbers against what Python computed (see translator_cases.py).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import {
  half,
  largest,
  translate,
  unpack,
} from "../../lib/glassbox/widgets/live_translator/numbers.js";

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
    for (const { source, prefix, tokens, likeliest, logits, attention } of cases) {
      const words = `${source} with ${prefix}`;
      const steps = translate(model, sent, source, prefix);
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
