// Layers and stacks, as machine/ has them.
import { attend, multi_head_attention, project_memory } from "./attention.js";
import { layer_norm } from "./normalization.js";
import { feed_forward } from "./position_wise.js";
import { residual_connection } from "./residual.js";

/** x <- Norm(x + f(x)), or with norm_first x + f(Norm(x)), for each sublayer f. */
function add_and_norm(x, f, norm, norm_first) {
  const normed = (rows) => layer_norm(rows, norm);
  const sum_of = (rows) => residual_connection(x, f(rows));
  return norm_first ? sum_of(normed(x)) : normed(sum_of(x));
}

/** Rows through the encoder's layers: { output, weights: [layer][head][query][key] }. */
export function encode(x, { layers, norm_first, final_norm }, { mask = null } = {}) {
  const weights = [];
  for (const p of layers) {
    const look = (h) => {
      const found = multi_head_attention(h, h, h, p.self_attention, { mask });
      weights.push(found.weights);
      return found.output;
    };
    const think = (h) => feed_forward(h, p.feed_forward);
    x = add_and_norm(x, look, p.self_attention_norm, norm_first);
    x = add_and_norm(x, think, p.feed_forward_norm, norm_first);
  }
  return { output: final_norm ? layer_norm(x, final_norm) : x, weights };
}

/** What a decoder that writes step by step has read: nothing yet. */
export function new_cache() {
  return { n_positions: 0, layers: null };
}

/** The same for the decoder. A cache, new_cache() at first, keeps keys and values of past rows. */
export function decode(
  y,
  memory,
  { layers, norm_first, final_norm },
  { target_mask = null, memory_mask = null, cache = new_cache() } = {},
) {
  const weights = [];
  cache.n_positions = (cache.n_positions ?? 0) + y.length;
  cache.layers ??= layers.map(() => ({ own: null, memory: null }));
  layers.forEach((p, i) => {
    const past = cache.layers[i];
    const found = { self_attention: null, cross_attention: null };
    const look = (h) => {
      past.own = append(past.own, project_memory(h, h, p.self_attention));
      const { output, weights } = attend(h, past.own, p.self_attention, target_mask);
      found.self_attention = weights;
      return output;
    };
    const read = (h) => {
      past.memory ??= project_memory(memory, memory, p.cross_attention);
      const { output, weights } = attend(
        h,
        past.memory,
        p.cross_attention,
        memory_mask,
      );
      found.cross_attention = weights;
      return output;
    };
    const think = (h) => feed_forward(h, p.feed_forward);
    y = add_and_norm(y, look, p.self_attention_norm, norm_first);
    y = add_and_norm(y, read, p.cross_attention_norm, norm_first);
    y = add_and_norm(y, think, p.feed_forward_norm, norm_first);
    weights.push(found);
  });
  return { output: final_norm ? layer_norm(y, final_norm) : y, weights };
}

/** Put new keys and values behind those of the past, head by head. */
function append(past, { keys, values }) {
  if (!past) return { keys, values };
  const behind = (old, added) => old.map((head, h) => [...head, ...added[h]]);
  return { keys: behind(past.keys, keys), values: behind(past.values, values) };
}
