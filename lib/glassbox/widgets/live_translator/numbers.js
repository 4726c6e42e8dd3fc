// The live translator's numbers: each step of a translation.
import { new_cache } from "../kernels/encoder_decoder.js";
import { softmax } from "../kernels/probability.js";
import { decode_tokens, encode_tokens } from "../kernels/token_model.js";
import { largest } from "./packed.js";

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
  const seen = [ids.map((_, j) => !hidden.includes(j))];
  const memory = encode_tokens(ids, model, { mask: encoder_too ? seen : null }).output;
  const options = { memory_mask: seen, cache: new_cache() };
  const steps = [];
  let token = symbols.indexOf("^");
  do {
    const { output, weights } = decode_tokens([token], memory, model, options);
    const logits = output[0];
    const likeliest = largest(logits);
    token = symbols.indexOf(prefix[steps.length]);
    if (token < 0) token = likeliest;
    steps.push({ logits, shares: softmax(logits), token, likeliest, weights });
  } while (steps.length < longest_target && symbols[token] !== "$");
  return steps;
}
