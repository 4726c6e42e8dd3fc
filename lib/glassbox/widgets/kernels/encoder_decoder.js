// Layers and stacks, as in machine/encoder_decoder.py.
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
export function encode(x, { layers, norm_first, final_norm }, { mask } = {}) {
  const weights = [];
  for (const p of layers) {
    const look = (h) => {
      const found = multi_head_attention(h, h, h, p.self_attention, { mask });
      weights.push(found.weights);
      return found.output;
    };
    x = add_and_norm(x, look, p.self_attention_norm, norm_first);
    x = add_and_norm(
      x,
      (h) => feed_forward(h, p.feed_forward),
      p.feed_forward_norm,
      norm_first,
    );
  }
  return { output: final_norm ? layer_norm(x, final_norm) : x, weights };
}

/** The same for the decoder. A cache, { } at first, keeps keys and values of past rows. */
export function decode(
  y,
  memory,
  { layers, norm_first, final_norm },
  { target_mask, memory_mask, cache = {} } = {},
) {
  const weights = [];
  cache.n_positions = (cache.n_positions ?? 0) + y.length;
  layers.forEach((p, i) => {
    const past = ((cache.layers ??= [])[i] ??= {});
    const found = {};
    const look = (h) => {
      past.own = append(past.own, project_memory(h, h, p.self_attention));
      found.own = attend(h, past.own, p.self_attention, target_mask);
      return found.own.output;
    };
    const read = (h) => {
      past.memory ??= project_memory(memory, memory, p.cross_attention);
      found.cross = attend(h, past.memory, p.cross_attention, memory_mask);
      return found.cross.output;
    };
    y = add_and_norm(y, look, p.self_attention_norm, norm_first);
    y = add_and_norm(y, read, p.cross_attention_norm, norm_first);
    y = add_and_norm(
      y,
      (h) => feed_forward(h, p.feed_forward),
      p.feed_forward_norm,
      norm_first,
    );
    weights.push({
      self_attention: found.own.weights,
      cross_attention: found.cross.weights,
    });
  });
  return { output: final_norm ? layer_norm(y, final_norm) : y, weights };
}

/** Put new keys and values behind those of the past, head by head. */
function append(past, { keys, values }) {
  if (!past) return { keys, values };
  const behind = (old, added) => old.map((head, h) => [...head, ...added[h]]);
  return { keys: behind(past.keys, keys), values: behind(past.values, values) };
}
