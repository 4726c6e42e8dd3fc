// Tokens in, logits out, as in machine/token_model.py.
import { embed, sinusoidal_positions } from "./embedding.js";
import { decode, encode, new_cache } from "./encoder_decoder.js";
import { causal_mask } from "./masks.js";
import { vocabulary_logits } from "./output_head.js";
import { residual_connection } from "./residual.js";

/** sqrt(d_model) E[t_i] + PE(first_position + i). */
export function embed_tokens(
  token_ids,
  table,
  { scale = true, first_position = 0 } = {},
) {
  const positions = sinusoidal_positions(
    first_position + token_ids.length,
    table[0].length,
  );
  return residual_connection(
    embed(token_ids, table, { scale }),
    positions.slice(first_position),
  );
}

export function encode_tokens(
  source_ids,
  { source_table, scale_embeddings, transformer },
  { mask = null } = {},
) {
  return encode(
    embed_tokens(source_ids, source_table, { scale: scale_embeddings }),
    transformer.encoder,
    { mask },
  );
}

/** Logits for the token after each one; causal, and with a cache one step at a time. */
export function decode_tokens(
  target_ids,
  memory,
  parameters,
  { memory_mask = null, cache = new_cache() } = {},
) {
  const { target_table, output_bias, scale_embeddings, transformer } = parameters;
  const first = cache.n_positions ?? 0;
  const y = embed_tokens(target_ids, target_table, {
    scale: scale_embeddings,
    first_position: first,
  });
  const target_mask = causal_mask(y.length, { first_query: first });
  const options = { target_mask, memory_mask, cache };
  const { output, weights } = decode(y, memory, transformer.decoder, options);
  return { output: vocabulary_logits(output, target_table, output_bias), weights };
}

/** Logits for the token after each one of a text, or with last after the last alone. */
export function predict_tokens(
  token_ids,
  { table, stack, output_bias, scale_embeddings },
  { last = false } = {},
) {
  const x = embed_tokens(token_ids, table, { scale: scale_embeddings });
  const { output, weights } = encode(x, stack, { mask: causal_mask(x.length) });
  const rows = last ? output.slice(-1) : output;
  return { output: vocabulary_logits(rows, table, output_bias), weights };
}
