// The live translator's numbers: weights out of half precision, and the translation.
import { new_cache } from "../kernels/encoder_decoder.js";
import { softmax } from "../kernels/probability.js";
import { decode_tokens, encode_tokens } from "../kernels/token_model.js";

/** The number that 16 bits stand for in half precision (IEEE 754). */
export function half(bits) {
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  const size = exponent
    ? (1024 + fraction) * 2 ** (exponent - 25)
    : fraction * 2 ** -24;
  return (bits >> 15 ? -1 : 1) * (exponent < 31 ? size : fraction ? NaN : Infinity);
}

/** The model as the kernels want it; an array came as its shape and where it starts. */
export function unpack({ structure, values }) {
  const number = (place) => half(values.getUint16(2 * place, true));
  const row = (start, length) => Array.from({ length }, (_, j) => number(start + j));
  return JSON.parse(structure, (_, part) => {
    if (!part?.shape) return part;
    const [n, width] = part.shape;
    if (width === undefined) return row(part.start, n);
    return Array.from({ length: n }, (_, i) => row(part.start + i * width, width));
  });
}

/**
 * Each step of a translation. A sign of prefix, as it stands in symbols, forces a
 * token; any other, such as ?, leaves its place to the likeliest. Cross-attention
 * reads no place of hidden, and with encoder_too the encoder reads none either.
 */
export function translate(
  model,
  { source_tokens, symbols, longest_target },
  source,
  prefix,
  { hidden = [], encoder_too = false } = {},
) {
  const ids = [...source].map((sign) => source_tokens.indexOf(sign));
  const seen = hidden.length ? [ids.map((_, j) => !hidden.includes(j))] : null;
  const memory = encode_tokens(ids, model, { mask: encoder_too ? seen : null }).output;
  const options = { memory_mask: seen, cache: new_cache() };
  const steps = [];
  let token = symbols.indexOf("^");
  do {
    const { output, weights } = decode_tokens([token], memory, model, options);
    const [logits] = output;
    const likeliest = largest(logits);
    const forced = symbols.indexOf(prefix[steps.length] ?? "?");
    token = forced < 0 ? likeliest : forced;
    steps.push({ logits, shares: softmax(logits), token, likeliest, weights });
  } while (steps.length < longest_target && symbols[token] !== "$");
  return steps;
}

/** The place of the largest number, the lowest among equals. */
export function largest(row) {
  return row.indexOf(Math.max(...row));
}
