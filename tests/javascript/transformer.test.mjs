// The transformer's kernels against what Python computed (see transformer_cases.py).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { kernels } from "./kernels.mjs";

// Both sum in float64, in another order: a few units in the last place each.
const TOLERANCE = 1e-12;
const NUMBERS = { nan: NaN, inf: Infinity, "-inf": -Infinity };
const cases = JSON.parse(
  readFileSync(join(process.env.FIXTURE, "transformer.json"), "utf-8"),
  (_, value) => (value?.number === undefined ? value : NUMBERS[value.number]),
);

function assertClose(actual, expected, words) {
  if (Array.isArray(expected)) {
    assert.equal(actual.length, expected.length, words);
    expected.forEach((part, i) => assertClose(actual[i], part, `${words}[${i}]`));
  } else if (typeof expected === "object") {
    assert.deepEqual(Object.keys(actual).sort(), Object.keys(expected).sort(), words);
    for (const name in expected)
      assertClose(actual[name], expected[name], `${words}.${name}`);
  } else if (typeof expected === "number" && Number.isFinite(expected)) {
    const allowed = TOLERANCE * Math.max(1, Math.abs(expected));
    assert.ok(
      Math.abs(actual - expected) <= allowed,
      `${words}: ${actual}, not ${expected}`,
    );
  } else {
    assert.equal(actual, expected, words);
  }
}

function frozen(value) {
  if (value && typeof value === "object")
    Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

// Its options come last; linear and its kin take their bias before them.
function run({ kernel, arguments: given, options }) {
  const last = Object.keys(options).length ? [frozen(options)] : [];
  return kernels[kernel](...frozen(given), ...last);
}

for (const name of new Set(cases.map(({ kernel }) => kernel))) {
  test(`${name} agrees with Python and writes into nothing`, () => {
    const own = cases.filter(({ kernel }) => kernel === name);
    own.forEach((one, i) => assertClose(run(one), one.expected, `${name}, case ${i}`));
  });
}

test("every exported kernel is compared with Python", () => {
  const compared = new Set(cases.map(({ kernel }) => kernel));
  const elsewhere = [
    ...["softmax", "log_softmax", "entropy", "softmax_jacobian"], // kernels.test.mjs
    ...["exponents", "shared_statistics", "mean_and_variance"], // parts
    ...["map_entries", "sum", "mean_of", "nonzero_sum", "dot", "table_of"], // arrays.js
    ...["attend", "project_memory", "new_cache"], // parts of attention with a cache
    ...["sample", "decode", "embed_tokens"], // below, and within decode_tokens
    ...["nothing_read", "read_block"], // below, and within blockwise_attention
  ];
  const left = Object.keys(kernels).filter(
    (name) => !compared.has(name) && !elsewhere.includes(name),
  );
  assert.deepEqual(left, []);
});

test("decoding step by step with a cache equals decoding at once", () => {
  for (const one of cases.filter(({ kernel }) => kernel === "decode_tokens")) {
    const [ids, memory, parameters] = one.arguments;
    const cache = {};
    const steps = ids.map((id) =>
      kernels.decode_tokens([id], memory, parameters, { ...one.options, cache }),
    );
    assertClose(
      steps.flatMap(({ output }) => output),
      one.expected.output,
      "logits",
    );
    const last = one.expected.weights.map(({ cross_attention }) =>
      cross_attention.map((head) => [head.at(-1)]),
    );
    assertClose(
      steps.at(-1).weights.map((layer) => layer.cross_attention),
      last,
      "weights",
    );
    assert.equal(cache.n_positions, ids.length);
  }
});

test("after each block, the account is that of the keys read so far", () => {
  const isNumbers = ({ kernel, options }) =>
    kernel === "blockwise_attention" && options.block_size === 2 && !options.mask;
  for (const { arguments: given } of cases.filter(isNumbers)) {
    const [queries, keys, values] = given;
    const whole = kernels.scaled_dot_product_attention(queries, keys, values);
    for (const row of whole.scores) {
      let account = kernels.nothing_read(values[0].length);
      for (let end = 2; end <= row.length + 1; end += 2) {
        const before = account;
        const part = [row.slice(end - 2, end), values.slice(end - 2, end)];
        account = kernels.read_block(frozen(before), ...frozen(part));
        const read = row.slice(0, end);
        const maximum = Math.max(...read);
        assert.equal(account.maximum, maximum);
        const exponentials = read.map((score) => Math.exp(score - maximum));
        assertClose(account.sum, kernels.sum(exponentials), "sum");
        const [output] = kernels.matmul([exponentials], values.slice(0, end));
        assertClose(account.output, output, "output");
        const added = account.sum - account.factor * before.sum;
        assertClose(account.added.sum, added, "what the block adds");
      }
    }
  }
});

test("a draw is the first token whose shares so far exceed the uniform number", () => {
  const shares = [0, 0.3, 0.7, 0];
  const draws = [0, 0.2999, 0.3001, 1 - 2 ** -53].map((u) =>
    kernels.sample(shares, () => u),
  );
  assert.deepEqual(draws, [1, 1, 2, 2]);
});

test("what does not fit is refused with the rule and what came", () => {
  const x = [[1, 2, 3, 4]];
  const refusals = [
    [
      () => kernels.split_heads(x, 3),
      "d_model must be divisible by n_heads; got 4 and 3",
    ],
    [
      () => kernels.matmul(x, x),
      "a must have as many columns as b has rows; got 4 and 1",
    ],
    [
      () => kernels.scaled_dot_product_attention(x, x, [...x, ...x]),
      "key and value must have the same number of keys; got 1 and 2",
    ],
    [
      () => kernels.embed([4], x),
      "token_ids must lie between 0 and vocabulary_size - 1 = 0; got 4",
    ],
    [
      () => kernels.one_hot([0.5], 2),
      "token_ids must lie between 0 and vocabulary_size - 1 = 1; got 0.5",
    ],
    [() => kernels.keep_top_k(x[0], 0), "k must be an integer of at least 1; got 0"],
    [() => kernels.keep_top_p(x[0], 1.5), "p must lie between 0 and 1; got 1.5"],
    [() => kernels.smooth_labels([0], 2, 2), "epsilon must lie between 0 and 1; got 2"],
    [
      () => kernels.smooth_labels([0], 2, 0.1, { convention: "rest" }),
      'convention must be "others" or "all"; got rest',
    ],
    [
      () => kernels.gelu(x, { approximate: "erf" }),
      'approximate must be "none" or "tanh"; got erf',
    ],
    [() => kernels.greedy([1, NaN]), "logits must be numbers; got nan"],
    [
      () => kernels.blockwise_attention(x, x, [...x, ...x]),
      "key and value must have the same number of keys; got 1 and 2",
    ],
    [
      () => kernels.blockwise_attention(x, x, x, { block_size: 0 }),
      "block_size must be an integer of at least 1; got 0",
    ],
    [
      () => kernels.rotary_embedding([[1, 2, 3]]),
      "x must have an even number of features, its last axis; got 3",
    ],
    [
      () => kernels.rotary_embedding(x, { positions: [0, 1] }),
      "positions must be as many as the rows of x; got 2 and 1",
    ],
    [() => kernels.rotary_embedding(x, { base: 0 }), "base must be positive; got 0"],
    [
      () => kernels.rotary_embedding(x, { layout: "pairs" }),
      'layout must be "interleaved" or "half_split"; got pairs',
    ],
    [
      () => kernels.residual_connection(x, [...x, ...x]),
      "x and sublayer_output must have the same shape; got 1 and 2",
    ],
  ];
  for (const [call, message] of refusals)
    assert.throws(call, { name: "RangeError", message });
});
