// Inside the model of two attention layers: what goes on as it reads a text.
import { matmul } from "../kernels/arrays.js";
import { scaled_dot_product_attention, split_heads } from "../kernels/attention.js";
import { embed } from "../kernels/embedding.js";
import { causal_mask } from "../kernels/masks.js";
import { softmax } from "../kernels/probability.js";
import { rotary_embedding } from "../kernels/relative_positions.js";
import { residual_connection } from "../kernels/residual.js";
import { largest } from "../live_translator/packed.js";
import { mulberry32 } from "../shared/random.js";

export const LETTERS = "abcdefghijklmnopqrstuvwxyz";
export const LENGTH = 24;
export const HEADS = ["1.1", "1.2", "2.1", "2.2"];
export const N_HEADS = 2; // of a layer

/**
 * What the model does with a text, without the heads that are off. Each is (n, 26) in
 * logits: stages, what the output head makes of the vectors before the first layer and
 * after each; and in parts, what the table and each head by its name add to the last.
 * weights are (n, n) for each head, in the order of HEADS.
 */
export function lookInside(content, { table, layers, head }, off = []) {
  const ids = [...content].map((letter) => LETTERS.indexOf(letter));
  const mask = causal_mask(ids.length);
  let x = embed(ids, table);
  const stream = [x];
  const weights = [];
  const parts = { table: matmul(x, head) };
  layers.forEach(({ w_q, w_k, w_v, w_o }, layer) => {
    const [queries, keys, values] = [w_q, w_k, w_v].map((matrix) =>
      split_heads(matmul(x, matrix), N_HEADS),
    );
    const d_head = w_o.length / N_HEADS;
    const added = queries.map((query, h) => {
      const [turned, key] = [query, keys[h]].map((rows) => rotary_embedding(rows));
      const found = scaled_dot_product_attention(turned, key, values[h], { mask });
      weights.push(found.weights);
      const name = HEADS[N_HEADS * layer + h];
      const rows = w_o.slice(h * d_head, (h + 1) * d_head);
      const left = off.includes(name) ? rows.map((row) => row.map(() => 0)) : rows;
      const output = matmul(found.output, left); // what it adds to the stream
      parts[name] = matmul(output, head);
      return output;
    });
    x = added.reduce((sum, one) => residual_connection(sum, one), x);
    stream.push(x);
  });
  const stages = stream.map((rows) => matmul(rows, head));
  return { stages, parts, weights, guesses: stages.at(-1).map(largest) };
}

/** The likeliest letters of a row of logits, with their probabilities. */
export function likeliest(logits, count) {
  const probabilities = softmax(logits);
  const order = probabilities.map((_, i) => i);
  order.sort((a, b) => probabilities[b] - probabilities[a]);
  return order
    .slice(0, count)
    .map((i) => ({ letter: LETTERS[i], probability: probabilities[i] }));
}

/** After how many letters a text begins again, two of them at least; else null. */
export function periodOf(content) {
  for (let period = 1; period < content.length - 1; period += 1) {
    if (content.slice(period) === content.slice(0, -period)) return period;
  }
  return null;
}

/** The pieces between the places where a text begins again. */
export function roundsOf(content) {
  const period = periodOf(content) ?? content.length;
  const n = Math.ceil(content.length / period);
  return Array.from({ length: n }, (_, i) =>
    content.slice(i * period, (i + 1) * period),
  );
}

/** How many guesses from one position to another are right, and how many there are. */
export function count(content, guesses, from, to) {
  const places = guesses.map((_, i) => i).slice(from, to);
  const judged = places.filter((i) => i + 1 < content.length);
  const right = judged.filter((i) => LETTERS[guesses[i]] === content[i + 1]);
  return { right: right.length, n: judged.length };
}

/** A text of 24 letters: so many different ones, drawn by the seed, again and again. */
export function randomText(seed, period) {
  const next = mulberry32(seed);
  const letters = [...LETTERS];
  for (let i = 0; i < period; i += 1) {
    const j = i + Math.floor(next() * (letters.length - i));
    [letters[i], letters[j]] = [letters[j], letters[i]];
  }
  const round = letters.slice(0, period).join("");
  return round.repeat(Math.ceil(LENGTH / period)).slice(0, LENGTH);
}

/** Whether a guess is right; "open" after the last letter. */
export function kindOf(next, guess) {
  if (next === undefined) return "open";
  return next === guess ? "right" : "wrong";
}
