// The live translator's numbers: weights out of half precision, and the translation.
import { softmax } from "../kernels/probability.js";
import { decode_tokens, encode_tokens } from "../kernels/token_model.js";

/** The number that 16 bits stand for in half precision (IEEE 754). */
export function half(bits) {
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  const size = exponent ? (1024 + fraction) * 2 ** (exponent - 25) : fraction * 2 ** -24;
  return (bits >> 15 ? -1 : 1) * (exponent < 31 ? size : fraction ? NaN : Infinity);
}

/** The model as the kernels want it; an array came as its shape and where it starts. */
export function unpack({ structure, values }) {
  return JSON.parse(structure, (_, part) => {
    if (!part?.shape) return part;
    const [n, width] = part.shape;
    const row = (length, i) => Array.from({ length }, (_, j) =>
      half(values.getUint16(2 * (part.start + i * length + j), true)));
    return width ? Array.from({ length: n }, (_, i) => row(width, i)) : row(n, 0);
  });
}

/**
 * Each step of a translation. A sign of prefix, as it stands in symbols, forces a token;
 * any other, such as ?, leaves its place to the likeliest.
 */
export function translate(model, { source_tokens, symbols, longest_target }, source, prefix) {
  const memory = encode_tokens([...source].map((c) => source_tokens.indexOf(c)), model).output;
  const [cache, steps] = [{}, []];
  let token = symbols.indexOf("^");
  do {
    const { output, weights } = decode_tokens([token], memory, model, { cache });
    const likeliest = largest(output[0]);
    const forced = symbols.indexOf(prefix[steps.length] ?? "?");
    token = forced < 0 ? likeliest : forced;
    steps.push({ logits: output[0], shares: softmax(output[0]), token, likeliest, weights });
  } while (steps.length < longest_target && symbols[token] !== "$");
  return steps;
}

/** The place of the largest number, the lowest among equals. */
export function largest(row) {
  return row.indexOf(Math.max(...row));
}
